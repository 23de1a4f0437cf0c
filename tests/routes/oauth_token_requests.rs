//! `POST /oauth/token`: malformed requests, and what is ignored in valid ones.

use rocket::http::{ContentType, Method};
use serde_json::{Value, json};

use crate::support::{Answer, TestInstance, expect_refusal, header};

/// Shows: token.lenient
#[tokio::test]
async fn client_id_may_stand_in_quotes_and_unknown_keys_and_a_trailing_slash_are_ignored() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let mut fields = app.fields(&code);
    fields["client_id"] = json!(app.id().to_string());
    fields["grant_type"] = json!("authorization_code");
    fields["nested"] = json!({ "code": ["x"] });
    fields["code_verifier"] = Value::Null;
    let request = instance
        .client
        .post("/oauth/token/?x=y")
        .header(header("Content-Type", "application/json; charset=utf-8; x=y"))
        .body(fields.to_string());
    Answer::read(request.dispatch().await).await.expect(200);
}

#[tokio::test]
async fn an_empty_code_verifier_counts_as_left_out_as_in_a_form() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for (verifier, status) in [("", 200), (" ", 400)] {
        let code = app.code_for(&alice).await;
        let more = json!({ "code_verifier": verifier });
        app.exchange_with(&code, more).await.expect(status);
        let plain = app.standard_url(&[("prompt", "consent")]);
        let code = app.approve(&alice.browser, &plain).await.code();
        let more = [("code_verifier", verifier)];
        let answer = app.exchange_by_form_with(&code, &more).await;
        answer.expect(status);
    }
}

/// Shows: token.bodies
#[tokio::test]
async fn bodies_that_are_no_such_object_are_an_invalid_request() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let good = app.fields(&code).to_string();
    let twice = good.replacen('{', &format!("{{\"code\":\"{code}\","), 1);
    let deep = format!("{{\"x\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
    let mut broken = good.clone().into_bytes();
    broken.push(0xff);
    for body in [
        b"".to_vec(),
        b"null".to_vec(),
        b"[]".to_vec(),
        b"\"x\"".to_vec(),
        b"{".to_vec(),
        format!("{good}{good}").into_bytes(),
        format!("\u{feff}{good}").into_bytes(),
        twice.into_bytes(),
        deep.into_bytes(),
        broken,
        b"client_id=1&code=2".to_vec(),
    ] {
        expect_refusal(instance.token(body).await, 400, "invalid_request");
    }
    app.exchange(&code).await.expect(200);
}

/// Shows: token.fields
#[tokio::test]
async fn a_field_that_is_missing_or_of_another_type_is_named() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    for field in ["client_id", "client_secret", "code", "redirect_uri"] {
        for value in [Value::Null, json!(""), json!([]), json!({}), json!(true), json!(1.5)] {
            let answer = app.exchange_with(&code, json!({ field: value })).await;
            let told = expect_refusal(answer, 400, "invalid_request").json();
            let told = told["error_description"].as_str().unwrap().to_owned();
            assert!(told.contains(field), "{told}");
        }
        let mut fields = app.fields(&code);
        fields.as_object_mut().unwrap().remove(field);
        let answer = instance.token(fields.to_string()).await;
        expect_refusal(answer, 400, "invalid_request");
    }
    for client_id in ["-1", "+1", " 1", "01", "1.0", "1e3", "abc"] {
        let answer = app.exchange_with(&code, json!({ "client_id": client_id })).await;
        expect_refusal(answer, 400, "invalid_request");
    }
    for client_id in [json!(5.5), json!(true), json!([1])] {
        let answer = app.exchange_with(&code, json!({ "client_id": client_id })).await;
        expect_refusal(answer, 400, "invalid_request");
    }
    // The ID of no app.
    for client_id in ["0", "-5", "9007199254740993", "99999999999999999999999"] {
        let fields = app.fields(&code).to_string();
        let id = format!("\"client_id\":{}", app.id());
        let body = fields.replace(&id, &format!("\"client_id\":{client_id}"));
        assert_ne!(body, fields);
        expect_refusal(instance.token(body).await, 401, "invalid_client");
    }
    for (field, value) in [("code", json!(1)), ("code_verifier", json!(1))] {
        let answer = app.exchange_with(&code, json!({ field: value })).await;
        expect_refusal(answer, 400, "invalid_request");
    }
    app.exchange(&code).await.expect(200);
}

/// Shows: token.descriptions
#[tokio::test]
async fn descriptions_keep_to_the_characters_of_the_standard() {
    let instance = TestInstance::open().await;
    let body = "{\"a\\\"\\\\é\u{1F600}\":1,\"a\\\"\\\\é\u{1F600}\":2}";
    let answer = expect_refusal(instance.token(body).await, 400, "invalid_request").json();
    let told = answer["error_description"].as_str().unwrap();
    assert!(told.chars().all(|c| matches!(c, ' '..='!' | '#'..='[' | ']'..='~')), "{told}");
}

/// Shows: token.content-type
#[tokio::test]
async fn another_content_type_is_refused_with_any_body() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let body = app.fields(&code).to_string();
    for kind in [
        "text/plain",
        "multipart/form-data; boundary=x",
        "application/problem+json",
        "text/json",
        "application/jsonp",
        "nonsense",
    ] {
        let request = instance.client.post("/oauth/token").header(header("Content-Type", kind)).body(body.clone());
        let answer = Answer::read(request.dispatch().await).await;
        expect_refusal(answer, 415, "invalid_request");
    }
    let bare = instance.client.post("/oauth/token").body(body);
    let answer = Answer::read(bare.dispatch().await).await;
    expect_refusal(answer, 415, "invalid_request");
    app.exchange(&code).await.expect(200);
}

/// Shows: token.content-type
#[tokio::test]
async fn json_is_read_with_any_parameters_of_its_type() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for kind in
        ["APPLICATION/JSON", "application/json; charset=utf-8", "application/json ;charset=utf-8", "application/json;"]
    {
        let body = app.fields(&app.code_for(&alice).await).to_string();
        let request = instance.client.post("/oauth/token").header(header("Content-Type", kind)).body(body);
        Answer::read(request.dispatch().await).await.expect(200);
    }
}

/// Shows: token.too-large
#[tokio::test]
async fn a_body_over_the_limit_is_refused_and_one_at_it_is_read() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let body = app.fields(&code).to_string();
    let padded = |size: usize| format!("{body}{}", " ".repeat(size - body.len()));
    for size in [64 * 1024 + 1, 1024 * 1024] {
        expect_refusal(instance.token(padded(size)).await, 413, "invalid_request");
    }
    instance.token(padded(64 * 1024)).await.expect(200);
}

/// Shows: token.too-large
#[tokio::test]
async fn a_body_that_is_not_read_to_its_end_ends_the_connection() {
    let instance = TestInstance::open().await;
    let answer = instance.token(" ".repeat(64 * 1024 + 1)).await.expect(413);
    assert_eq!(answer.header("Connection"), Some("close"));
    let answer = instance.token(" ".repeat(64 * 1024)).await.expect(400);
    assert_eq!(answer.header("Connection"), None);
}

/// Shows: token.method
#[tokio::test]
async fn every_other_method_gets_405_in_json() {
    let instance = TestInstance::open().await;
    for path in ["/oauth/token", "/oauth/token/"] {
        for method in [Method::Get, Method::Put, Method::Delete, Method::Patch, Method::Head] {
            let answer = Answer::read(instance.client.req(method, path).dispatch().await).await;
            let answer = if method == Method::Head {
                answer.expect(405)
            } else {
                expect_refusal(answer, 405, "invalid_request")
            };
            assert_eq!(answer.header("Allow"), Some("OPTIONS, POST"), "{method}");
        }
    }
}

/// Shows: token.no-cors
#[tokio::test]
async fn pages_of_other_sites_get_no_leave_to_read_answers() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let right = app.fields(&code).to_string();
    for body in [right.clone(), right, "{".to_owned()] {
        let origin = header("Origin", "https://evil.example");
        let exchange = instance.client.post("/oauth/token").header(ContentType::JSON).header(origin).body(body);
        let answer = Answer::read(exchange.dispatch().await).await;
        let allowed = |(name, _): &(String, String)| name.to_lowercase().starts_with("access-control");
        assert!(!answer.headers.iter().any(allowed), "{:?}", answer.headers);
    }
}

#[tokio::test]
async fn paths_below_the_endpoint_respond_in_json_too() {
    let instance = TestInstance::open().await;
    let answer = Answer::read(instance.client.get("/oauth/token/x").dispatch().await).await;
    expect_refusal(answer, 404, "invalid_request");
}
