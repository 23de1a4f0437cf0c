//! `POST /oauth/token` by form: malformed requests, what is ignored in valid ones, and who may read the answers.

use portico_store::models::oauth::profile::ExchangeKind;

use crate::support::{Answer, TestInstance, TestOauthApp, expect_refusal, header};

const FORM: &str = "application/x-www-form-urlencoded";

/// Sends a body as it is, authenticated by the header.
async fn send(app: &TestOauthApp<'_>, kind: &str, body: impl Into<Vec<u8>>) -> Answer {
    let request = app
        .instance
        .client
        .post("/oauth/token")
        .header(header("Content-Type", kind))
        .header(header("Authorization", &app.basic()))
        .body(body.into());
    Answer::read(request.dispatch().await).await
}

fn encoded(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// Shows: token.form-fields
#[tokio::test]
async fn a_parameter_that_is_missing_empty_or_repeated_is_named() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let whole = app.form_of(&code);
    for name in ["grant_type", "code", "redirect_uri"] {
        let others = || whole.iter().filter(|(given, _)| *given != name).copied();
        let value = whole.iter().find(|(given, _)| *given == name).unwrap().1;
        for values in [vec![], vec![""], vec![value, value], vec![value, "x"], vec!["", value]] {
            let these = values.into_iter().map(|value| (name, value));
            let fields: Vec<_> = others().chain(these).collect();
            let answer = app.post_form("/oauth/token", &fields).await;
            let told = expect_refusal(answer, 400, "invalid_request").json();
            let told = told["error_description"].as_str().unwrap().to_owned();
            assert!(told.contains(name), "{told}");
        }
    }
    for name in ["code_verifier", "client_id", "client_secret"] {
        let answer = app.exchange_by_form_with(&code, &[(name, "x"), (name, "x")]).await;
        expect_refusal(answer, 400, "invalid_request");
    }
    app.exchange_by_form(&code).await.expect(200);
}

/// Shows: token.grant-type
#[tokio::test]
async fn another_grant_type_is_unsupported() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    for grant_type in ["password", "refresh_token", "client_credentials", "Authorization_Code", "x"] {
        let fields = [("grant_type", grant_type), ("code", "x")];
        let answer = app.post_form("/oauth/token", &fields).await;
        expect_refusal(answer, 400, "unsupported_grant_type");
    }
}

/// Shows: token.lenient
#[tokio::test]
async fn unknown_parameters_and_parameters_of_the_content_type_are_ignored() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for kind in [
        "application/x-www-form-urlencoded;charset=UTF-8",
        "application/x-www-form-urlencoded ; charset=\"utf-8\"",
        "APPLICATION/X-WWW-FORM-URLENCODED",
        "application/x-www-form-urlencoded;",
    ] {
        let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
        let ignored = vec![("scope", "admin"), ("x", "1"), ("x", "2"), ("state", "s")];
        let fields = [app.form_of(&code), ignored].concat();
        send(&app, kind, encoded(&fields)).await.expect(200);
    }
}

/// Shows: token.bodies
#[tokio::test]
async fn hostile_bodies_are_refused_and_consume_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let good = encoded(&app.form_of(&code));
    let many = "&code=x".repeat(10_000);
    for (status, body) in [
        (400, Vec::new()),
        (400, b"&&&===".to_vec()),
        (400, b"{}".to_vec()),
        (400, app.fields(&code).to_string().into_bytes()),
        (400, [good.as_bytes(), b"&code_verifier=\xff"].concat()),
        (400, [good.as_bytes(), b"&code_verifier=%ff"].concat()),
        (400, [good.as_bytes(), &many.as_bytes()[..60_000]].concat()),
        (413, [good.as_bytes(), many.as_bytes()].concat()),
        (413, vec![b'a'; 1024 * 1024]),
        (413, vec![b'%'; 1024 * 1024]),
    ] {
        expect_refusal(send(&app, FORM, body).await, status, "invalid_request");
    }
    // Parameters that mean nothing cost nothing.
    let unknown: String = (0..10_000).map(|n| format!("&{n}")).collect();
    send(&app, FORM, good + &unknown).await.expect(200);
}

/// Shows: token.form-cors
#[tokio::test]
async fn pages_of_other_sites_may_read_the_answer_to_a_form_without_credentials() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_of(&alice, ExchangeKind::Form, "openid").await;
    let answers = [
        app.exchange_by_form(&code).await.expect(200),
        app.exchange_by_form(&code).await.expect(400),
        instance.form("/oauth/token", &app.form_of(&code)).await.expect(401),
        send(&app, FORM, vec![b'a'; 1024 * 1024]).await.expect(413),
    ];
    for answer in answers {
        assert_eq!(answer.header("Access-Control-Allow-Origin"), Some("*"));
        assert_eq!(answer.header("Access-Control-Allow-Credentials"), None);
        assert_eq!(answer.header("Set-Cookie"), None);
    }
}

/// Shows: token.form-cors
#[tokio::test]
async fn a_preflight_request_allows_every_header_and_no_credentials() {
    let instance = TestInstance::open().await;
    let preflight = instance
        .client
        .options("/oauth/token")
        .header(header("Origin", "https://app.example"))
        .header(header("Access-Control-Request-Method", "POST"))
        .header(header("Access-Control-Request-Headers", "authorization, traceparent"));
    let answer = Answer::read(preflight.dispatch().await).await.expect(204);
    assert!(answer.bytes.is_empty());
    for (name, value) in [
        ("Access-Control-Allow-Origin", Some("*")),
        ("Access-Control-Allow-Methods", Some("POST")),
        ("Access-Control-Allow-Headers", Some("*, Authorization, Content-Type")),
        ("Access-Control-Allow-Credentials", None),
        ("Set-Cookie", None),
    ] {
        assert_eq!(answer.header(name), value, "{name}");
    }
    // Apps of these endpoints have a secret, and devices no origin: no page needs them.
    for path in ["/oauth/introspect", "/oauth/device"] {
        let answer = Answer::read(instance.client.options(path).dispatch().await).await.expect(405);
        assert_eq!(answer.header("Access-Control-Allow-Origin"), None, "{path}");
    }
}
