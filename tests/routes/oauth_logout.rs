//! `/oauth/logout`: an app asks that its user signs out here too.

use portico_store::models::oauth::post_logout_redirect_uri;
use portico_store::models::oauth::signing_key::Algorithm;
use rocket::http::ContentType;
use sea_orm::{EntityTrait, Set};
use serde_json::{Value, json};

use crate::support::{Answer, Browser, CALLBACK, Person, TestInstance, TestOauthApp};

const OUT: &str = "https://app.example/signed-out?a=1";

/// An app of Alice's with a URI to return to after a sign-out.
async fn app_with_logout_uri(instance: &TestInstance) -> TestOauthApp<'_> {
    let (_alice, app) = instance.alice_with_app().await;
    register(&app, OUT).await;
    app
}

async fn register(app: &TestOauthApp<'_>, uri: &str) {
    let row =
        post_logout_redirect_uri::ActiveModel { app_id: Set(app.id()), position: Set(0), uri: Set(uri.to_owned()) };
    post_logout_redirect_uri::Entity::insert(row).exec_without_returning(&*app.instance.app.db).await.unwrap();
}

/// An ID token that the app got for a user, long ago.
async fn hint(app: &TestOauthApp<'_>, person: &Person<'_>) -> String {
    signed(
        app,
        json!({
            "aud": app.id().to_string(), "sub": person.id.to_string(), "exp": 1,
        }),
    )
    .await
}

async fn signed(app: &TestOauthApp<'_>, claims: Value) -> String {
    let core = &app.instance.app;
    let signed = core.signing_keys.sign(core, Algorithm::Rs256, &claims).await;
    signed.unwrap()
}

fn link(parameters: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new("/oauth/logout?".to_owned()).extend_pairs(parameters).finish()
}

/// Answers the page's form.
async fn sign_out(browser: &Browser<'_>, page: &Answer) -> Answer {
    let fields = page.fields("#logout");
    assert!(!fields.is_empty(), "{}", page.text());
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post("/oauth/logout", &fields).await
}

/// Whether someone is signed in.
async fn is_in(browser: &Browser<'_>) -> bool {
    browser.get("/settings/profile").await.status == 200
}

/// Shows: logout.redirect
#[tokio::test]
async fn who_signs_out_by_request_of_their_app_returns_to_it_with_the_state() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let bob = instance.person("bob").await;
    let hint = hint(&app, &bob).await;
    let id = app.id().to_string();
    for named in [None, Some(("client_id", id.as_str()))] {
        instance.sign_in_on(&bob.browser, &bob).await;
        let mut parameters = vec![
            ("id_token_hint", hint.as_str()),
            ("post_logout_redirect_uri", OUT),
            ("state", "a b&c"),
            ("ui_locales", "de"),
            ("logout_hint", "bob"),
        ];
        parameters.extend(named);
        let page = bob.browser.get(&link(&parameters)).await.expect(200);
        assert!(page.one("main").contains("Builder asks that you sign out here too."));
        let policy = page.header("Content-Security-Policy").unwrap();
        assert!(policy.contains("form-action 'self' https:"), "{policy}");
        let session = bob.browser.cookie("portico").unwrap();
        let gone = sign_out(&bob.browser, &page).await.expect(303);
        assert_eq!(gone.location(), "https://app.example/signed-out?a=1&state=a%20b%26c");
        assert_eq!(gone.header("Referrer-Policy"), Some("no-referrer"));
        assert_eq!(gone.header("Cache-Control"), Some("no-store"));
        assert_eq!(bob.browser.cookie("portico"), None);
        // The session itself ended, not only its cookie.
        bob.browser.set_cookie("portico", &session);
        assert!(!is_in(&bob.browser).await);
    }
}

/// Shows: logout.asks
#[tokio::test]
async fn a_link_signs_no_one_out() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let bob = instance.person("bob").await;
    let hint = hint(&app, &bob).await;
    let before = instance.dump().await;
    for parameters in [
        &[][..],
        &[("id_token_hint", hint.as_str()), ("post_logout_redirect_uri", OUT)],
        &[("post_logout_redirect_uri", "https://evil.example")],
    ] {
        bob.browser.get(&link(parameters)).await.expect(200);
        assert!(is_in(&bob.browser).await);
    }
    assert_eq!(instance.dump().await, before);
}

/// Shows: logout.other-sites
#[tokio::test]
async fn a_form_of_another_site_or_without_our_token_changes_nothing_and_leads_to_the_page() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let hint = hint(&app, &bob).await;
    let parameters = [
        ("id_token_hint", hint.as_str()),
        ("client_id", &app.id().to_string()),
        ("post_logout_redirect_uri", OUT),
        ("state", "s t"),
    ];
    let page = bob.browser.get(&link(&parameters)).await.expect(200);
    let carols = carol.browser.get(&link(&parameters)).await.expect(200);
    let before = instance.dump().await;
    let cross = [("Sec-Fetch-Site", "cross-site")];
    let same = [("Sec-Fetch-Site", "same-origin")];
    for from in [&cross[..], &same, &[("Origin", "null")], &[]] {
        let answer = bob.browser.post_with("/oauth/logout", &parameters, from).await;
        let next = answer.expect(303).location().to_owned();
        let again = bob.browser.get(&next).await.expect(200);
        assert!(again.text().contains("Builder"));
        assert!(next.ends_with("&state=s%20t"), "{next}");
    }
    // Even our own form does nothing from elsewhere; nor does another session's, or a changed one.
    let owned = page.fields("#logout");
    let [request, token] = [&owned[0].1, &owned[1].1];
    let theirs = carols.fields("#logout")[1].1.clone();
    let other = request.replace("state", "estate");
    for (request, token, from) in
        [(request, token, &cross), (request, &theirs, &same), (&other, token, &same), (request, &String::new(), &same)]
    {
        let fields = [("request", request.as_str()), ("token", token)];
        let answer = bob.browser.post_with("/oauth/logout", &fields, from).await;
        let location = answer.expect(303).location().to_owned();
        assert!(location.starts_with("/oauth/logout?"), "{location}");
    }
    assert_eq!(instance.dump().await, before);
    instance.clock.advance(std::time::Duration::from_secs(600));
    let late = sign_out(&bob.browser, &page).await.expect(303);
    assert!(late.location().starts_with("/oauth/logout?"));
    assert!(is_in(&bob.browser).await);
}

/// Shows: logout.no-redirect
#[tokio::test]
async fn no_one_is_redirected_without_an_id_token_of_their_own_and_a_registered_uri() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let other = instance.oauth_app(&carol, CALLBACK).await;
    let right = hint(&app, &bob).await;
    let (mut broken, foreign) = (right.clone(), hint(&other, &bob).await);
    broken.pop();
    let carols = hint(&app, &carol).await;
    let [id, other_id] = [app.id().to_string(), other.id().to_string()];
    let no_app = signed(&app, json!({ "sub": bob.id.to_string(), "aud": "7" })).await;
    let numbers = signed(&app, json!({ "sub": bob.id, "aud": app.id() })).await;
    let several = signed(&app, json!({ "sub": bob.id.to_string(), "aud": [id.as_str()] })).await;
    let uri = ("post_logout_redirect_uri", OUT);
    let of = |hint| ("id_token_hint", hint);
    // And whether a link to the registered URI is offered.
    for (parameters, offered) in [
        (vec![], false),
        (vec![uri], false),
        (vec![uri, ("client_id", id.as_str())], true),
        (vec![uri, ("client_id", other_id.as_str())], false),
        (vec![uri, ("client_id", "x")], false),
        (vec![uri, of(broken.as_str())], false),
        (vec![uri, of(&broken), ("client_id", &id)], true),
        (vec![uri, of("x"), ("client_id", &id)], true),
        (vec![uri, of(&carols)], true),
        (vec![uri, of(&foreign)], false),
        (vec![uri, of(&right), ("client_id", &other_id)], false),
        (vec![uri, of(&foreign), ("client_id", &id)], true),
        (vec![uri, of(&no_app)], false),
        (vec![uri, of(&numbers)], false),
        (vec![uri, of(&several)], false),
        (vec![uri, of(&right), of(&right)], false),
        (vec![uri, uri, of(&right)], false),
        (vec![of(&right)], false),
    ] {
        instance.sign_in_on(&bob.browser, &bob).await;
        let page = bob.browser.get(&link(&parameters)).await.expect(200);
        let gone = sign_out(&bob.browser, &page).await.expect(303);
        assert!(gone.location().starts_with("/oauth/logout?"), "{parameters:?}");
        let done = bob.browser.get(gone.location()).await.expect(200);
        assert!(done.text().contains("You are signed out of Portico"));
        let offers: &[&str] = if offered { &[OUT] } else { &[] };
        assert_eq!(done.attributes("#back", "href"), offers, "{parameters:?}");
    }
}

/// Shows: logout.no-redirect
#[tokio::test]
async fn a_uri_that_only_resembles_the_registered_one_is_not_even_a_link() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let bob = instance.person("bob").await;
    let right = hint(&app, &bob).await;
    for uri in [
        "https://app.example/signed-out",
        "https://app.example/signed-out?a=1&b=2",
        "https://app.example/signed-out?a=1#x",
        "https://app.example:443/signed-out?a=1",
        "HTTPS://app.example/signed-out?a=1",
        "https://app.example/signed-out?a=%31",
        "https://app.example.evil.example/signed-out?a=1",
        "https://app.example@evil.example/signed-out?a=1",
        "//app.example/signed-out?a=1",
        "/\\evil.example",
        "javascript:alert(1)",
        CALLBACK,
        "https://app.example/signed-out?a=1\r\nX: y",
        " https://app.example/signed-out?a=1",
    ] {
        instance.sign_in_on(&bob.browser, &bob).await;
        let parameters = [("id_token_hint", right.as_str()), ("post_logout_redirect_uri", uri)];
        let page = bob.browser.get(&link(&parameters)).await.expect(200);
        let gone = sign_out(&bob.browser, &page).await.expect(303);
        assert!(gone.location().starts_with("/oauth/logout?"), "{uri}");
        let done = bob.browser.get(gone.location()).await.expect(200);
        assert!(done.attributes("#back", "href").is_empty(), "{uri}");
    }
}

/// Shows: logout.signed-out
#[tokio::test]
async fn who_is_not_signed_in_is_not_redirected_and_finds_a_link() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let bob = instance.person("bob").await;
    let right = hint(&app, &bob).await;
    let parameters = [("id_token_hint", right.as_str()), ("post_logout_redirect_uri", OUT), ("state", "s")];
    let browser = instance.browser();
    let page = browser.get(&link(&parameters)).await.expect(200);
    assert_eq!(page.one("#back"), "Go back to Builder");
    assert_eq!(page.attributes("#back", "href"), ["https://app.example/signed-out?a=1&state=s"]);
    let answer = browser.post("/oauth/logout", &parameters).await.expect(303);
    assert!(answer.location().starts_with("/oauth/logout?"));
}

/// Shows: logout.which-app
#[tokio::test]
async fn the_page_names_an_app_only_where_that_is_proven() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let bob = instance.person("bob").await;
    let id = app.id().to_string();
    let named = ("client_id", id.as_str());
    for (parameters, is_named) in [
        (vec![named], false),
        (vec![named, ("post_logout_redirect_uri", "https://evil.example")], false),
        (vec![named, ("post_logout_redirect_uri", OUT)], true),
        (vec![("id_token_hint", hint(&app, &bob).await.as_str())], true),
    ] {
        let page = bob.browser.get(&link(&parameters)).await.expect(200);
        assert_eq!(page.text().contains("Builder"), is_named, "{parameters:?}");
        let page = instance.browser().get(&link(&parameters)).await.expect(200);
        assert!(!page.text().contains("evil.example"));
    }
}

/// Shows: logout.parameters
#[tokio::test]
async fn endless_parameters_lead_nowhere_and_into_no_endless_address() {
    let instance = TestInstance::open().await;
    let bob = instance.person("bob").await;
    // Just below what a form may have.
    let endless = "a".repeat(20_000);
    let parameters = [("id_token_hint", endless.as_str()), ("state", &endless), ("request", &endless)];
    let answer = bob.browser.post("/oauth/logout", &parameters).await.expect(303);
    assert!(answer.location().len() < 100);
    assert!(is_in(&bob.browser).await);
}

#[tokio::test]
async fn a_body_that_is_no_form_or_too_large_is_refused_as_the_contract_says() {
    let instance = TestInstance::open().await;
    let contract = instance.browser().get("/openapi.json").await.json();
    let responses = &contract["paths"]["/oauth/logout"]["post"]["responses"];
    for (content_type, body, status) in [
        (ContentType::JSON, "{}".to_owned(), 415),
        (ContentType::Form, "a".repeat(3_000_000), 413),
        (ContentType::Form, "state=a".to_owned(), 303),
    ] {
        let request = instance.client.post("/oauth/logout").header(content_type);
        let answer = Answer::read(request.body(body).dispatch().await).await;
        answer.expect(status);
        assert!(responses[status.to_string()].is_object(), "{status}");
    }
}

/// Shows: logout.signed-out
#[tokio::test]
async fn an_app_s_deletion_leaves_no_link() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let bob = instance.person("bob").await;
    let right = hint(&app, &bob).await;
    app.app.delete(&instance.app, "Builder").await.unwrap();
    let parameters = [("id_token_hint", right.as_str()), ("post_logout_redirect_uri", OUT)];
    let page = bob.browser.get(&link(&parameters)).await.expect(200);
    assert!(!page.text().contains("Builder"));
    let gone = sign_out(&bob.browser, &page).await.expect(303);
    assert!(gone.location().starts_with("/oauth/logout?"));
}

/// Shows: console.suspended-app
#[tokio::test]
async fn no_page_leads_to_a_suspended_app() {
    let instance = TestInstance::open().await;
    let app = app_with_logout_uri(&instance).await;
    let bob = instance.person("bob").await;
    let right = hint(&app, &bob).await;
    app.suspend("Phishing").await;
    let id = app.id().to_string();
    let parameters = [("client_id", &*id), ("post_logout_redirect_uri", OUT)];
    let page = instance.browser().get(&link(&parameters)).await.expect(200);
    assert!(!page.text().contains(OUT));
    let parameters = [("id_token_hint", &*right), ("post_logout_redirect_uri", OUT)];
    let page = bob.browser.get(&link(&parameters)).await.expect(200);
    let gone = sign_out(&bob.browser, &page).await.expect(303);
    assert!(gone.location().starts_with("/oauth/logout?"));
}
