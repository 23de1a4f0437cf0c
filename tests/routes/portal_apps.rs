//! `/portal/apps`: who may create an app, what its owner sees, and that no one else sees anything.

use std::time::Duration;

use crate::support::{CALLBACK, Person, TestInstance, TestOauthApp};
use portico_store::models::oauth::overview::{Overview, WebhookPage};
use portico_store::models::servers::access::UserAccess;

const FIELDS: [(&str, &str); 6] = [
    ("name", " Builder "),
    ("redirect_uris", "https://app.example/callback\r\n\r\n http://localhost:3000/cb \r\n"),
    ("homepage", "https://app.example"),
    ("privacy_url", ""),
    ("terms_url", ""),
    ("description", "Builds\r\nthings."),
];

/// `FIELDS` with one of them changed.
fn fields<'a>(name: &str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut fields = FIELDS.to_vec();
    for field in &mut fields {
        if field.0 == name {
            field.1 = value;
        }
    }
    fields
}

/// Makes an app by its form; gives the path of its page.
async fn make(person: &Person<'_>) -> String {
    let made = person.browser.post("/portal/apps", &FIELDS).await.expect(303);
    made.location().to_owned()
}

/// Shows: leaks.pages
#[tokio::test]
async fn a_new_app_shows_its_secret_once_and_works() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let made = alice.browser.post("/portal/apps", &FIELDS).await.expect(303);
    let path = made.location().to_owned();
    assert!(path.starts_with("/portal/apps/") && !path.contains('?'));
    let page = alice.browser.get(&path).await.expect(200);
    let (id, secret) = (page.one("#client-id"), page.one("#client-secret"));
    assert_eq!(path, format!("/portal/apps/{id}"));
    assert!(secret.starts_with("portico_") && secret.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
    assert!(page.text().contains("Copy this secret now"));
    let again = alice.browser.get(&path).await.expect(200);
    assert!(again.all("#client-secret").is_empty());
    assert!(!again.text().contains(&secret));

    let app = TestOauthApp {
        instance: &instance,
        app: portico_store::models::OauthApp::owned_by(&instance.app.db, alice.id, id.parse().unwrap()).await.unwrap(),
        secret,
        redirect_uri: "http://localhost:3000/cb".into(),
    };
    assert_eq!(app.app.name, "Builder");
    app.exchange(&app.code_for(&alice).await).await.expect(200);
}

/// Shows: access.apps-phone
#[tokio::test]
async fn without_a_verified_phone_no_app_is_created_and_the_page_explains_how() {
    let instance = TestInstance::open().await;
    let bob = instance.person_without_phone("bob").await;
    for answer in [
        bob.browser.get("/portal/apps/new").await,
        bob.browser.post("/portal/apps", &FIELDS).await,
        bob.browser.post("/portal/apps", &[]).await,
    ] {
        let page = answer.expect(403);
        assert!(page.attributes("main a", "href").contains(&"/settings/phone?next=/portal/apps/new".to_owned()));
    }
    let access = UserAccess::load(&instance.app.db, bob.id).await.unwrap();
    let now = instance.app.now();
    let overview = Overview::load(&instance.app.db, &access, WebhookPage::ALL, now).await;
    assert!(overview.unwrap().apps.is_empty());
}

/// Shows: access.apps-phone
#[tokio::test]
async fn the_phone_is_judged_again_where_the_app_is_written() {
    let instance = TestInstance::open().await;
    let bob = instance.person_without_phone("bob").await;
    let draft = crate::support::draft();
    let made = portico_store::models::OauthApp::create(&instance.app, bob.id, draft).await;
    assert!(matches!(made, Err(portico_platform::error::Error::Forbidden(_))));
}

#[tokio::test]
async fn signed_out_people_are_sent_to_sign_in() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = make(&alice).await;
    let browser = instance.browser();
    for page in ["/portal/apps/new", &path] {
        assert!(browser.get(page).await.expect(303).location().starts_with("/sign-in"));
    }
    for form in [
        "/portal/apps".to_owned(),
        path.clone(),
        format!("{path}/secrets"),
        format!("{path}/secrets/1/delete"),
        format!("{path}/delete"),
    ] {
        let answer = browser.post(&form, &FIELDS).await.expect(303);
        assert!(answer.location().starts_with("/sign-in"), "{form}");
    }
}

#[tokio::test]
async fn faults_stand_beside_their_fields_and_what_was_typed_stays() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let long = "x".repeat(501);
    let eleven: String = (0..11).map(|n| format!("https://a.example/{n}\n")).collect();
    for (name, value) in [
        ("name", " "),
        ("name", "a\u{202e}b"),
        ("name", "nul\0"),
        ("redirect_uris", ""),
        ("redirect_uris", "http://app.example/cb"),
        ("redirect_uris", "https://app.example/cb#x"),
        ("redirect_uris", "https://*.example/cb"),
        ("redirect_uris", "https://u@app.example/cb"),
        ("redirect_uris", "https://a.example\nhttps://a.example"),
        ("redirect_uris", &eleven),
        ("homepage", "app.example"),
        ("homepage", "javascript:alert(1)"),
        ("homepage", "https://u:p@app.example"),
        ("homepage", "https://:p@app.example"),
        ("homepage", "https:app.example"),
        ("homepage", "https:/app.example"),
        ("homepage", "https://app.example\\about"),
        ("privacy_url", "https://:p@app.example"),
        ("privacy_url", "https:app.example"),
        ("privacy_url", "http://app.example"),
        ("terms_url", "https://:p@app.example"),
        ("terms_url", "https:\\\\app.example"),
        ("description", &long),
        ("description", "nul\0"),
    ] {
        let page = alice.browser.post("/portal/apps", &fields(name, value)).await.expect(422);
        assert_eq!(page.faults(), [name], "{value:?}");
        if name != "homepage" {
            let kept = page.attributes("input[name=homepage]", "value");
            assert_eq!(kept, ["https://app.example"]);
        }
    }
    let page = alice.browser.post("/portal/apps", &[]).await.expect(422);
    assert_eq!(page.faults(), ["name", "redirect_uris"]);
}

#[tokio::test]
async fn an_icon_is_stored_and_shown_and_other_files_are_refused() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bad = [("icon", "x.png", "image/png", &b"<svg/>"[..])];
    let page = alice.browser.upload("/portal/apps", &FIELDS, &bad).await.expect(422);
    assert_eq!(page.faults(), ["icon"]);
    let png = portico_store::pictures::generated(portico_store::pictures::PictureKind::Server, 5);
    let good = [("icon", "x.png", "image/png", &png[..])];
    let made = alice.browser.upload("/portal/apps", &FIELDS, &good).await.expect(303);
    let page = alice.browser.get(made.location()).await.expect(200);
    let icon = page.attributes("h1 img", "src").remove(0);
    assert!(icon.contains("?v="), "{icon}");
    alice.browser.get(&icon).await.expect(200);
    // Saving without a file leaves the icon alone.
    let empty = [("icon", "", "application/octet-stream", &b""[..])];
    alice.browser.upload(made.location(), &FIELDS, &empty).await.expect(303);
    let page = alice.browser.get(made.location()).await.expect(200);
    assert_eq!(page.attributes("h1 img", "src"), [icon]);
}

/// Shows: authorize.redirect-changed
#[tokio::test]
async fn the_owner_edits_and_the_old_redirect_uri_is_worth_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let path = format!("/portal/apps/{}", app.id());
    let saved = alice.browser.post(&path, &fields("redirect_uris", "https://new.example/cb")).await.expect(303);
    let settings = format!("{path}/settings");
    assert_eq!(saved.location(), settings);
    let page = alice.browser.get(&settings).await.expect(200);
    assert_eq!(page.one("#f-redirect_uris"), "https://new.example/cb");
    alice.browser.get(&app.authorize_url()).await.expect(400);
    let new = app.link("https://new.example/cb", "s", &[]);
    alice.browser.get(&new).await.expect(200);
}

#[tokio::test]
async fn faults_of_an_edit_change_nothing() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let path = format!("/portal/apps/{}", app.id());
    let page = alice.browser.post(&path, &fields("redirect_uris", "ftp://x")).await.expect(422);
    assert_eq!(page.faults(), ["redirect_uris"]);
    assert_eq!(page.one("#f-redirect_uris"), "ftp://x");
    assert_eq!(page.attributes("#edit input[name=name]", "value"), [" Builder "]);
    alice.browser.get(&app.authorize_url()).await.expect(200);
}

/// Shows: access.stranger
#[tokio::test]
async fn another_users_app_does_not_exist() {
    let instance = TestInstance::open().await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let secrets = portico_store::models::ClientSecret::all_of(&instance.app.db, app.id()).await.unwrap();
    let path = format!("/portal/apps/{}", app.id());
    for tab in ["", "/setup", "/activity", "/settings"] {
        bob.browser.get(&format!("{path}{tab}")).await.expect(404);
    }
    bob.browser.post(&path, &fields("name", "Mine")).await.expect(404);
    bob.browser.post(&format!("{path}/secrets"), &[]).await.expect(404);
    let drop = format!("{path}/secrets/{}/delete", secrets[0].id);
    bob.browser.post(&drop, &[]).await.expect(404);
    bob.browser.post(&format!("{path}/delete"), &[("confirm", "Builder")]).await.expect(404);
    // Not even after a quarter of an hour is a stranger asked for a password rather than turned away.
    instance.clock.advance(Duration::from_secs(16 * 60));
    bob.browser.post(&format!("{path}/secrets"), &[]).await.expect(404);

    let page = alice.browser.get(&format!("{path}/settings")).await;
    assert_eq!(page.attributes("#edit input[name=name]", "value"), ["Builder"]);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.all("#secrets tbody tr").len(), 1);
}

/// Shows: access.malformed-ids
#[tokio::test]
async fn ids_that_are_none_are_not_found() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = make(&alice).await;
    for id in ["0", "-1", "01", "1e3", "abc", "9007199254740992", "9223372036854775808", "1"] {
        alice.browser.get(&format!("/portal/apps/{id}")).await.expect(404);
        alice.browser.post(&format!("{path}/secrets/{id}/delete"), &[]).await.expect(404);
    }
}

/// Shows: token.app-deleted
#[tokio::test]
async fn an_app_is_deleted_by_its_typed_name_with_all_that_is_its() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    app.code_for(&alice).await;
    let path = format!("/portal/apps/{}", app.id());
    for wrong in ["", "builder", "Builder\0"] {
        let page = alice.browser.post(&format!("{path}/delete"), &[("confirm", wrong)]).await.expect(422);
        assert_eq!(page.faults(), ["confirm"]);
    }
    let gone = alice.browser.post(&format!("{path}/delete"), &[("confirm", "Builder")]).await.expect(303);
    assert_eq!(gone.location(), "/portal");
    alice.browser.get(&path).await.expect(404);
    alice.browser.get(&app.authorize_url()).await.expect(400);
    let connected = alice.browser.get("/settings/apps").await.expect(200);
    assert!(connected.all("[data-app-id]").is_empty());
    instance.run_cleanup_with_second_look().await;
    assert!(instance.codes().await.is_empty());
}

#[tokio::test]
async fn the_tabs_show_samples_with_the_apps_own_values_people_and_events() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let app = instance.oauth_app(&alice, "https://app.example/cb?a=1&b=2").await;
    let code = app.code_for(&bob).await;
    app.exchange(&code).await.expect(200);
    app.exchange(&code).await.expect(400);
    app.exchange_with(&app.code_for(&alice).await, serde_json::json!({ "redirect_uri": "https://x.example" }))
        .await
        .expect(400);
    let tab = async |name: &str| {
        let path = format!("/portal/apps/{}{name}", app.id());
        alice.browser.get(&path).await.expect(200)
    };
    let page = tab("/setup").await;
    let url = page.one("#authorize-url");
    let link = url.strip_prefix("http://localhost:8000").unwrap();
    alice.browser.get(link).await.expect(200);
    for language in ["curl", "python", "javascript", "rust"] {
        let text = page.one(&format!("#sample-{language}"));
        assert!(text.contains(&app.id().to_string()) && text.contains("https://app.example/cb?a=1&b=2"));
        assert!(text.contains("http://localhost:8000") && text.contains("/oauth/token"));
        assert!(!text.contains(&app.secret));
    }
    assert_eq!(tab("").await.one("#people"), "2");
    let page = tab("/activity").await;
    let listed = |list: &str| page.attributes(&format!("{list} [data-event]"), "data-event");
    assert_eq!(listed("#app-exchanges"), ["exchange_failed", "approved", "code_replayed", "exchanged", "approved"]);
    assert_eq!(listed("#app-events"), ["created"]);
    assert!(page.text().contains("was not the one that the code was sent to"));
    assert!(!page.text().contains("bob"));
}

/// The form of an app with these redirect URIs, which showed others before.
fn with<'a>(uris: &'a str, was: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut fields = fields("redirect_uris", uris);
    fields.push(("redirect_uris/was", was));
    fields
}

#[tokio::test]
async fn a_second_tab_of_the_settings_does_not_undo_the_first() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let path = make(&alice).await;
    let settings = format!("{path}/settings");
    let page = alice.browser.get(&settings).await.expect(200);
    let css = "#edit input[name='redirect_uris/was']";
    let was = page.attributes(css, "value").remove(0);
    assert_eq!(was, page.one("#f-redirect_uris"));
    // Browsers send the lines of a hidden field like those of any other.
    let was = was.replace('\n', "\r\n");
    let (first, second) = ("https://first.example/cb", "https://second.example/cb");
    let saved = alice.browser.post(&path, &with(first, &was)).await;
    saved.expect(303);
    // The same once more is no other change.
    let saved = alice.browser.post(&path, &with(first, &was)).await;
    saved.expect(303);
    let page = alice.browser.post(&path, &with(second, &was)).await;
    let page = page.expect(422);
    assert_eq!(page.faults(), ["redirect_uris"]);
    let fault = page.one("[data-fault=redirect_uris]");
    assert!(fault.contains("This was changed in another tab"), "{fault}");
    assert!(fault.contains(first), "{fault}");
    assert_eq!(page.one("#f-redirect_uris"), second);
    let kept = alice.browser.get(&settings).await.expect(200);
    assert_eq!(kept.one("#f-redirect_uris"), first);
    // Who has read that can replace it, and a program that knows no form can at any time.
    let now = page.attributes(css, "value").remove(0);
    assert_eq!(now, first);
    let saved = alice.browser.post(&path, &with(second, &now)).await;
    saved.expect(303);
    let program = fields("redirect_uris", first);
    alice.browser.post(&path, &program).await.expect(303);
    let kept = alice.browser.get(&settings).await.expect(200);
    assert_eq!(kept.one("#f-redirect_uris"), first);
}

#[tokio::test]
async fn a_new_app_asks_for_two_fields_and_chooses_nothing_for_anyone() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let page = alice.browser.get("/portal/apps/new").await.expect(200);
    let form = "form[action='/portal/apps']";
    assert_eq!(page.attributes(&format!("{form} [required]"), "name"), ["name", "redirect_uris"]);
    assert_eq!(page.all(&format!("{form} details")).len(), 2);
    assert!(page.attributes(&format!("{form} details[open]"), "id").is_empty());
    assert!(page.attributes(&format!("{form} [checked]"), "name").is_empty());
}

#[tokio::test]
async fn a_fault_in_a_folded_part_opens_it_and_what_was_chosen_stays() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let open = async |fields: &[(&str, &str)]| {
        let all: Vec<_> = [("name", "Board"), ("redirect_uris", CALLBACK)].iter().chain(fields).copied().collect();
        let page = alice.browser.post("/portal/apps", &all).await.expect(422);
        (page.attributes("details[open]", "id"), page.attributes("[checked]", "value"))
    };
    assert_eq!(open(&[("homepage", "javascript:alert(1)")]).await, (vec!["shown".to_owned()], vec![]));
    assert_eq!(open(&[("profile", "saml")]).await.0, ["advanced"]);
    let chosen = open(&[("privacy_url", "http://x"), ("profile", "oidc"), ("public", "off")]).await;
    assert_eq!(chosen, (vec!["shown".into(), "advanced".into()], vec!["oidc".into(), "off".into()]));
}
