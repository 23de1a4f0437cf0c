//! The consent page and its form: what is shown, what counts as approval, and what is refused.

use portico_store::models::Session;
use portico_store::models::accounts::session::Browser as Asking;
use portico_store::models::accounts::user::NewPicture;
use portico_store::models::oauth::oauth_app::{Draft, ShownBefore};
use rocket::futures::future::join_all;

use crate::support::{Answer, Back, Browser, CALLBACK, STATE, TestInstance, draft};

/// Sends a consent form with one field changed.
async fn tampered(browser: &Browser<'_>, page: &Answer, field: &str, value: &str) -> Answer {
    let mut fields = page.fields("#consent");
    fields.push(("decision".into(), "approve".into()));
    for (name, kept) in &mut fields {
        if name == field {
            value.clone_into(kept);
        }
    }
    let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    browser.post("/oauth/authorize", &fields).await
}

#[track_caller]
fn expect_refused(answer: Answer, status: u16) {
    let answer = answer.expect(status);
    assert_eq!(answer.header("Location"), None);
}

/// Shows: authorize.page
#[tokio::test]
async fn the_page_says_who_asks_what_goes_out_and_where_one_returns() {
    let instance = TestInstance::open().await;
    let owner = instance.person("olga").await;
    let asked = Draft {
        name: "Builder",
        redirect_uris: CALLBACK,
        homepage: "https://app.example",
        description: "Builds things.\r\nDaily.",
        privacy_url: "",
        terms_url: "",
        icon: Ok(NewPicture::Same),
        ..draft()
    };
    let (made, _) = portico_store::models::OauthApp::create(&instance.app, owner.id, asked).await.unwrap();
    let alice = instance.person("alice").await;
    let link =
        format!("/oauth/authorize?client_id={}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=s", made.id);
    let page = alice.browser.get(&link).await.expect(200);
    assert_eq!(page.one("h1"), "Sign in to Builder with your Portico account");
    assert_eq!(
        page.all(".facts dd"),
        [
            "Builds things.
Daily.",
            "Olga (@olga)",
            "1 Jan 2026",
            "https://app.example"
        ]
    );
    assert_eq!(page.one(".consent-return"), "You will return to app.example");
    assert_eq!(page.all(".gets-value")[..3], [alice.id.to_string(), "alice".into(), "Alice".into()]);
    assert_eq!(page.all(".gets-not li").len(), 4);
    assert_eq!(page.attributes("button[name=decision]", "value"), ["deny", "approve"]);
    let looks = page.attributes("button[name=decision]", "class");
    assert_eq!(looks, ["button button-secondary", "button button-primary"]);
    // Nothing around the decision leads away from it.
    assert!(page.all("header.top a, header.top button, footer a").is_empty());
}

/// Shows: authorize.names-are-text
#[tokio::test]
async fn names_are_shown_as_text() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let markup = "<img src=x onerror=alert(1)>";
    let asked = Draft { name: markup, description: "</dd><script>alert(1)</script>", ..draft() };
    let (made, _) = portico_store::models::OauthApp::create(&instance.app, alice.id, asked).await.unwrap();
    let link = format!(
        "/oauth/authorize?client_id={}&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback&state=%22%3E%3Cb%3E",
        made.id
    );
    let page = alice.browser.get(&link).await.expect(200);
    assert_eq!(page.one("h1 strong"), markup);
    assert!(!page.text().contains("<script>alert"));
    assert!(page.all("b").is_empty());
    let settings = alice.browser.get(&format!("/portal/apps/{}/settings", made.id)).await.expect(200);
    assert!(!settings.text().contains(markup) && !settings.text().contains("<script>alert"));
}

/// Shows: authorize.looking-makes-nothing
#[tokio::test]
async fn looking_at_the_page_makes_no_code_and_no_grant() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    for _ in 0..3 {
        alice.browser.get(&app.authorize_url()).await.expect(200);
    }
    instance.browser().get(&app.authorize_url()).await.expect(303);
    assert!(instance.codes().await.is_empty());
    let apps = alice.browser.get("/settings/apps").await.expect(200);
    assert!(apps.all("[data-app-id]").is_empty());
    // Nor where they approved before.
    app.code_for(&alice).await;
    let known = instance.codes().await.len();
    alice.browser.get(&app.authorize_url()).await.expect(200);
    assert_eq!(instance.codes().await.len(), known);
}

/// Shows: authorize.approved
#[tokio::test]
async fn approving_sends_the_code_state_and_issuer_to_the_app() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let back = app.approve(&alice.browser, &app.authorize_url()).await;
    assert!(back.location.starts_with(&format!("{CALLBACK}?code=")));
    assert_eq!(back.get("state"), Some(STATE));
    assert_eq!(back.get("iss"), Some("http://localhost:8000"));
    let code = back.code();
    let (id, secret) = code.split_once('.').unwrap();
    assert_eq!((id.parse().is_ok_and(|id: i64| id > 0), secret.len()), (true, 43));
    assert!(!instance.codes().await.iter().any(|kept| kept.secret_hash == secret.as_bytes()));
}

/// Shows: authorize.cancelled
#[tokio::test]
async fn cancelling_is_reported_to_the_app_and_creates_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let back = Back::of(app.answer(&alice.browser, &page, "deny").await);
    assert_eq!(back.error(), "access_denied");
    assert_eq!(back.get("state"), Some(STATE));
    assert_eq!(back.get("iss"), Some("http://localhost:8000"));
    assert!(instance.codes().await.is_empty());
    let apps = alice.browser.get("/settings/apps").await.expect(200);
    assert!(apps.all("[data-app-id]").is_empty());
}

/// Shows: authorize.neither-yes-nor-no
#[tokio::test]
async fn a_decision_other_than_approve_or_deny_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    for decision in ["", "yes", "Approve"] {
        expect_refused(app.answer(&alice.browser, &page, decision).await, 403);
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.form-changed
#[tokio::test]
async fn a_form_with_any_field_changed_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    for (field, value) in page.fields("#consent") {
        let half = value.len() / 2;
        for other in [
            String::new(),
            value[..half].to_owned(),
            format!("{value}0"),
            format!(" {value}"),
            // The same number to who reads it, and another form to who counts them.
            format!("+{value}"),
            format!("0{value}"),
            value.replace("app.example", "evil.example"),
            value.replace(STATE, "other"),
            format!("{value}&state=b"),
        ] {
            if other != value {
                expect_refused(tampered(&alice.browser, &page, &field, &other).await, 403);
            }
        }
    }
    expect_refused(alice.browser.post("/oauth/authorize", &[("decision", "approve")]).await, 403);
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.form-changed
#[tokio::test]
async fn no_byte_of_the_token_can_be_changed() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let token = page.attributes("#consent input[name=token]", "value").remove(0);
    for at in 0..token.len() {
        let mut other = token.clone().into_bytes();
        other[at] = if other[at] == b'A' { b'B' } else { b'A' };
        let other = String::from_utf8(other).unwrap();
        expect_refused(tampered(&alice.browser, &page, "token", &other).await, 403);
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.form-of-another-request
#[tokio::test]
async fn the_form_of_one_request_does_not_answer_another() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, "https://other.example/cb").await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let others = alice.browser.get(&other.authorize_url()).await.expect(200);
    let token = others.attributes("#consent input[name=token]", "value").remove(0);
    expect_refused(tampered(&alice.browser, &page, "token", &token).await, 403);
}

/// Shows: authorize.form-of-another-session
#[tokio::test]
async fn another_sessions_form_is_refused_even_ones_own() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    expect_refused(app.answer(&bob.browser, &page, "approve").await, 403);
    let elsewhere = instance.browser();
    instance.sign_in_on(&elsewhere, &alice.user).await;
    expect_refused(app.answer(&elsewhere, &page, "approve").await, 403);
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.form-before-sign-out
#[tokio::test]
async fn a_form_shown_before_sign_out_is_refused_after_the_next_sign_in() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    alice.browser.post("/sign-out", &[]).await.expect(303);
    let answer = app.answer(&alice.browser, &page, "approve").await.expect(303);
    assert!(answer.location().starts_with("/sign-in?next=%2Foauth%2Fauthorize%3F"));
    instance.sign_in_on(&alice.browser, &alice.user).await;
    expect_refused(app.answer(&alice.browser, &page, "approve").await, 403);
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.form-of-another-session
#[tokio::test]
async fn a_session_ended_elsewhere_approves_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let session = alice.browser.cookie("portico").unwrap();
    let elsewhere = instance.browser();
    elsewhere.set_cookie("portico", &session);
    elsewhere.post("/sign-out", &[]).await.expect(303);
    let answer = app.answer(&alice.browser, &page, "approve").await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.form-old
#[tokio::test]
async fn a_page_open_for_ten_minutes_has_to_be_started_again() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    instance.clock.advance(std::time::Duration::from_millis(599_999));
    let in_time = alice.browser.get(&app.authorize_url()).await.expect(200);
    Back::of(app.answer(&alice.browser, &page, "approve").await).code();
    instance.clock.advance(std::time::Duration::from_secs(600));
    expect_refused(app.answer(&alice.browser, &in_time, "approve").await, 400);
    assert_eq!(instance.codes().await.len(), 1);
}

/// Shows: authorize.form-twice
#[tokio::test]
async fn the_same_form_twice_gives_one_code() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let code = Back::of(app.answer(&alice.browser, &page, "approve").await).code();
    expect_refused(app.answer(&alice.browser, &page, "approve").await, 400);
    assert_eq!(instance.codes().await.len(), 1);
    app.exchange(&code).await.expect(200);
}

/// Shows: authorize.form-twice
#[tokio::test]
async fn the_same_form_many_times_at_once_gives_one_code() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let answers = join_all((0..20).map(|_| app.answer(&alice.browser, &page, "approve"))).await;
    let count = |status| answers.iter().filter(|answer| answer.status == status).count();
    assert_eq!((count(303), count(400)), (1, 19));
    assert_eq!(instance.codes().await.len(), 1);
}

/// Shows: authorize.two-browsers
#[tokio::test]
async fn two_people_with_the_same_link_get_each_their_own_code() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let link = app.authorize_url();
    let (hers, his) = (alice.browser.get(&link).await, bob.browser.get(&link).await);
    let her_code = Back::of(app.answer(&alice.browser, &hers, "approve").await).code();
    // Her yes is not his.
    let his_grants = bob.browser.get("/settings/apps").await.expect(200);
    assert!(his_grants.all("[data-app-id]").is_empty());
    let his_code = Back::of(app.answer(&bob.browser, &his, "approve").await).code();
    assert_ne!(her_code, his_code);
    for (code, person) in [(her_code, &alice), (his_code, &bob)] {
        let identity = app.exchange(&code).await.expect(200).json();
        assert_eq!(identity["chat_user_id"], person.id.get());
    }
}

/// Shows: authorize.app-deleted
#[tokio::test]
async fn an_app_deleted_while_the_page_was_open_gets_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    app.app.delete(&instance.app, &app.app.name).await.unwrap();
    for decision in ["approve", "deny"] {
        expect_refused(app.answer(&alice.browser, &page, decision).await, 400);
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.redirect-changed
#[tokio::test]
async fn a_redirect_uri_changed_while_the_page_was_open_gets_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let silent = app.authorize_url_with(&[("prompt", "none")]);
    let asked = Draft { redirect_uris: "https://app.example/elsewhere", ..draft() };
    app.app.edit(&instance.app, asked, ShownBefore::default()).await.unwrap();
    for decision in ["approve", "deny"] {
        expect_refused(app.answer(&alice.browser, &page, decision).await, 400);
    }
    expect_refused(alice.browser.get(&silent).await, 400);
    assert!(instance.codes().await.is_empty());
}

/// Shows: cross-site.forms
#[tokio::test]
async fn a_form_from_another_site_is_refused() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let mut fields = page.fields("#consent");
    fields.push(("decision".into(), "approve".into()));
    let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    for headers in [
        &[("Sec-Fetch-Site", "cross-site")][..],
        &[("Sec-Fetch-Site", "same-site")],
        &[("Origin", "https://app.example")],
        &[],
    ] {
        let answer = alice.browser.post_with("/oauth/authorize", &fields, headers).await;
        expect_refused(answer, 403);
    }
    assert!(instance.codes().await.is_empty());
}

/// Shows: authorize.framing, authorize.onward
#[tokio::test]
async fn the_page_refuses_to_be_framed_and_lets_its_form_lead_to_services_alone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let local = "http://127.0.0.1:* http://localhost:*";
    for (uri, sources) in [
        ("https://app.example/cb", String::new()),
        ("https://app.example:8443/cb", String::new()),
        ("http://127.0.0.1:5000/cb", format!(" http://127.0.0.1:5000 {local}")),
        ("http://localhost:5000/cb", format!(" http://localhost:5000 {local}")),
        ("http://[::1]:5000/cb", format!(" http://*:5000 {local}")),
    ] {
        let app = instance.oauth_app(&alice, uri).await;
        let page = alice.browser.get(&app.authorize_url()).await.expect(200);
        let policy = page.header("Content-Security-Policy").unwrap();
        assert!(policy.contains(&format!("form-action 'self' https:{sources};")), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(page.header("X-Frame-Options"), Some("DENY"));
        assert_eq!(page.header("Cache-Control"), Some("no-store"));
    }
    let other = alice.browser.get("/settings/apps").await.expect(200);
    let policy = other.header("Content-Security-Policy").unwrap();
    assert!(policy.contains("form-action 'self';"), "{policy}");
}

/// Shows: authorize.page
#[tokio::test]
async fn switching_accounts_comes_back_to_the_same_request() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    let next = page.attributes(".consent-who input[name=next]", "value").remove(0);
    let out = alice.browser.post("/sign-out", &[("next", &next)]).await.expect(303);
    assert_eq!(out.location(), next);
    let asked = alice.browser.get(out.location()).await.expect(303);
    assert!(asked.location().starts_with("/sign-in?next=%2Foauth%2Fauthorize%3F"));
}

/// Shows: sessions.next-stays
#[tokio::test]
async fn signing_out_leads_nowhere_else() {
    let instance = TestInstance::open().await;
    for next in ["https://evil.example", "//evil.example", "/\\evil.example", ""] {
        let out = instance.browser().post("/sign-out", &[("next", next)]).await.expect(303);
        assert_eq!(out.location(), "/", "{next}");
    }
}

#[tokio::test]
async fn signing_in_again_says_so_and_keeps_the_first_day() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let first = alice.browser.get(&app.authorize_url()).await.expect(200);
    assert!(first.all("#used-before").is_empty() && first.all("#consent-more").is_empty());
    app.code_for(&alice).await;
    let again = alice.browser.get(&app.authorize_url()).await.expect(200);
    assert!(again.one("#used-before").starts_with("Used before, last on"));
}

#[tokio::test]
async fn a_returning_user_finds_what_they_approved_before_folded_and_the_buttons_beside_it() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let page = alice.browser.get(&app.authorize_url()).await.expect(200);
    assert!(page.attributes("details#consent-more[open]", "id").is_empty());
    assert_eq!(page.all("#consent-more .gets li").len(), 4);
    assert_eq!(page.attributes(".consent-bar button[name=decision]", "value"), ["deny", "approve"]);
    assert!(page.all("#consent-more button").is_empty());
}

#[tokio::test]
async fn a_phone_is_not_called_a_computer() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let app = instance.oauth_app(&alice, "http://127.0.0.1:8123/callback").await;
    for (user_agent, word) in [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "on this computer"),
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36", "on this phone"),
    ] {
        let asking = Asking { user_agent, address: [127, 0, 0, 1].into() };
        let (_, token) = Session::start(&instance.app, &alice, asking).await.unwrap();
        let browser = instance.browser();
        browser.set_cookie("portico", token.expose());
        let page = browser.get(&app.authorize_url()).await.expect(200);
        assert!(page.one(".consent-return").contains(word), "{user_agent}");
        let page = browser.get("/settings/security").await.expect(200);
        let badge = page.all(".list-side .badge").remove(0);
        assert_eq!(badge, if word.ends_with("phone") { "This phone" } else { "This browser" });
    }
}
