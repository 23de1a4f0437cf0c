//! `/portal/apps`: apps that speak OpenID Connect, and public ones, which have no secret.

use std::collections::HashMap;

use portico_rules::ids::AppId;
use portico_store::models::oauth::post_logout_redirect_uri;
use portico_store::models::oauth::profile::Profile;
use portico_store::models::{ClientSecret, OauthApp};

use crate::support::{Answer, CALLBACK, Person, TestInstance};

const ISS: &str = "http://localhost:8000";

/// Makes an app by its form; gives its id and the first page.
async fn make(person: &Person<'_>, more: &[(&str, &str)]) -> (AppId, Answer) {
    let mut fields = vec![("name", "Builder"), ("redirect_uris", CALLBACK)];
    fields.extend(more);
    let made = person.browser.post("/portal/apps", &fields).await;
    let made = made.expect(303);
    let id = made.location().rsplit('/').next().unwrap().parse().unwrap();
    let page = person.browser.get(made.location()).await.expect(200);
    if let Some(secret) = page.all("#client-secret").first() {
        crate::support::leaks::made(secret);
    }
    (id, page)
}

/// The tab of an app that says how to set up other software.
async fn setup(person: &Person<'_>, id: AppId) -> Answer {
    let path = format!("/portal/apps/{id}/setup");
    person.browser.get(&path).await.expect(200)
}

/// Saves the app's form.
async fn edit(person: &Person<'_>, id: AppId, more: &[(&str, &str)]) -> Answer {
    let mut fields = vec![("name", "Builder"), ("redirect_uris", CALLBACK)];
    fields.extend(more);
    let path = format!("/portal/apps/{id}");
    person.browser.post(&path, &fields).await
}

async fn stored(instance: &TestInstance, owner: &Person<'_>, id: AppId) -> OauthApp {
    OauthApp::owned_by(&instance.app.db, owner.id, id).await.unwrap()
}

fn products(page: &Answer) -> Vec<String> {
    page.attributes("[data-product]", "data-product")
}

/// The parameters of a URL.
fn parameters(url: &str) -> HashMap<String, String> {
    let url = url::Url::parse(url).unwrap();
    url.query_pairs().into_owned().collect()
}

#[tokio::test]
async fn an_openid_app_shows_what_its_software_asks_for() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, page) = make(&alice, &[("profile", "oidc"), ("public", "off")]).await;
    assert_eq!(page.one("#sign-in-kind"), "OpenID Connect, confidential");
    assert_eq!(page.all("#client-secret").len(), 1);
    let page = setup(&alice, id).await;
    assert_eq!(page.one("#issuer"), ISS);
    assert_eq!(page.one("#discovery"), format!("{ISS}/.well-known/openid-configuration"));
    assert_eq!(page.one("#scopes"), "openid profile");
    assert_eq!(page.one("#openid-client-id"), id.to_string());
    for quoted in [format!("client_id: \"{id}\""), format!("string:{id}")] {
        assert!(page.text().contains(&quoted), "{quoted}");
    }
    assert!(page.all("#sample-python").is_empty());
    for product in ["grafana", "gitea", "authjs", "jupyterhub", "apache"] {
        assert!(products(&page).iter().any(|shown| shown == product));
    }
    let grafana = page.one("#product-grafana");
    assert!(grafana.contains(&format!("client_id = {id}\n")), "{grafana}");
    assert!(grafana.contains("email_attribute_path = join('@', [sub, 'users.invalid'])"));
    assert!(!products(&page).contains(&"oidc-client-ts".to_owned()));
    let stored = stored(&instance, &alice, id).await;
    assert_eq!((stored.profile, stored.is_public), (Profile::OpenId, false));
}

/// Shows: apps.public
#[tokio::test]
async fn a_public_app_has_no_secret_and_never_gets_one() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    // Whatever the other choice says: without a secret there is no JSON exchange.
    let (id, page) = make(&alice, &[("profile", "json"), ("public", "on")]).await;
    assert_eq!(page.one("#sign-in-kind"), "OpenID Connect, public");
    assert!(page.all("#client-secret").is_empty() && page.all("#secrets").is_empty());
    assert!(alice.browser.cookie("portico-new-secret").is_none());
    let secrets = format!("/portal/apps/{id}/secrets");
    assert!(!page.attributes("form", "action").contains(&secrets));
    alice.browser.post(&secrets, &[]).await.expect(403);
    let kept = ClientSecret::all_of(&instance.app.db, id).await.unwrap();
    assert!(kept.is_empty());
    let log = format!("/portal/apps/{id}/audit");
    let log = alice.browser.get(&log).await.expect(200);
    assert_eq!(log.changes(), ["Sign-in: OpenID Connect, a public app"]);
    let page = setup(&alice, id).await;
    assert_eq!(products(&page), ["oidc-client-ts", "openid-client"]);
    assert!(!page.text().contains("CLIENT_SECRET"));
}

/// Shows: apps.public
#[tokio::test]
async fn whether_an_app_is_public_never_changes() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (public, _) = make(&alice, &[("public", "on")]).await;
    let (confidential, _) = make(&alice, &[]).await;
    let other = [("public", "off"), ("profile", "json")];
    edit(&alice, public, &other).await.expect(303);
    edit(&alice, confidential, &[("public", "on")]).await.expect(303);
    let public = stored(&instance, &alice, public).await;
    assert_eq!((public.profile, public.is_public), (Profile::OpenId, true));
    assert!(!stored(&instance, &alice, confidential).await.is_public);
}

#[tokio::test]
async fn a_form_without_the_new_fields_makes_an_app_as_before() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, _) = make(&alice, &[]).await;
    let page = setup(&alice, id).await;
    let stored = stored(&instance, &alice, id).await;
    assert_eq!((stored.profile, stored.is_public), (Profile::Native, false));
    assert_eq!(stored.id_token_alg, "RS256");
    assert!(!stored.device_enabled);
    assert!(page.all("#connect").is_empty() && products(&page).is_empty());
    assert!(!page.one("#authorize-url").contains("response_type"));
}

#[tokio::test]
async fn an_openid_apps_settings_are_kept_shown_and_logged() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, _) = make(&alice, &[("profile", "oidc")]).await;
    let after = "https://app.example/bye\r\nhttps://app.example/see-you";
    let settings =
        [("profile", "oidc"), ("post_logout_redirect_uris", after), ("id_token_alg", "ES256"), ("device", "on")];
    edit(&alice, id, &settings).await.expect(303);
    let path = format!("/portal/apps/{id}");
    let page = alice.browser.get(&format!("{path}/settings")).await;
    assert_eq!(page.one("#f-post_logout_redirect_uris"), after.replace('\r', ""));
    assert_eq!(page.one("#f-id_token_alg option[selected]"), "ES256");
    assert_eq!(page.attributes("#f-device[checked]", "value"), ["on"]);
    let page = setup(&alice, id).await;
    assert_eq!(page.one("#device-endpoint"), format!("{ISS}/oauth/device"));
    let log = alice.browser.get(&format!("{path}/audit")).await;
    assert_eq!(
        log.expect(200).changes(),
        [
            "Post-logout redirect URIs added: https://app.example/bye, https://app.example/see-you",
            "ID token signature: RS256 → ES256",
            "Sign-in on devices: no → yes",
        ]
    );
    // A program that posts the form of before changes none of them.
    edit(&alice, id, &[]).await.expect(303);
    let kept = stored(&instance, &alice, id).await;
    assert_eq!(kept.profile, Profile::OpenId);
    assert_eq!((&*kept.id_token_alg, kept.device_enabled), ("ES256", true));
    let uris = post_logout_redirect_uri::all_of(&instance.app.db, id).await;
    assert_eq!(uris.unwrap().len(), 2);
    // An unticked checkbox and an empty list do.
    let cleared = [("profile", "json"), ("post_logout_redirect_uris", " "), ("id_token_alg", "ES256")];
    edit(&alice, id, &cleared).await.expect(303);
    let kept = stored(&instance, &alice, id).await;
    assert_eq!((kept.profile, kept.device_enabled), (Profile::Native, false));
    let uris = post_logout_redirect_uri::all_of(&instance.app.db, id).await;
    assert!(uris.unwrap().is_empty());
}

#[tokio::test]
async fn a_form_that_sends_fields_of_openid_shows_them_again_with_their_faults() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, _) = make(&alice, &[]).await;
    let settings = format!("/portal/apps/{id}/settings");
    for path in ["/portal/apps/new", &settings] {
        let page = alice.browser.get(path).await.expect(200);
        assert!(page.all("#f-post_logout_redirect_uris").is_empty(), "{path}");
        assert!(page.all("#f-id_token_alg").is_empty(), "{path}");
    }
    let edited = format!("/portal/apps/{id}");
    for path in ["/portal/apps", &edited] {
        for (uris, algorithm, name, faulty, selected) in [
            ("http://app.example/bye", "ES256", "Builder", "post_logout_redirect_uris", &["ES256"][..]),
            ("https://app.example/bye", "none", "Builder", "id_token_alg", &[]),
            ("https://app.example/bye", "ES256", "", "name", &["ES256"]),
        ] {
            let fields = [
                ("name", name),
                ("redirect_uris", CALLBACK),
                ("profile", "oidc"),
                ("post_logout_redirect_uris", uris),
                ("id_token_alg", algorithm),
                ("device", "on"),
            ];
            let page = alice.browser.post(path, &fields).await.expect(422);
            assert_eq!(page.faults(), [faulty], "{path}");
            assert_eq!(page.one("#f-post_logout_redirect_uris"), uris);
            assert_eq!(page.attributes("#f-device[checked]", "value"), ["on"]);
            assert_eq!(page.all("#f-id_token_alg option[selected]"), selected);
        }
        // A form without them has a fault of its own only.
        let fields = [("name", ""), ("redirect_uris", CALLBACK)];
        let page = alice.browser.post(path, &fields).await.expect(422);
        assert_eq!(page.faults(), ["name"], "{path}");
        assert!(page.all("#f-post_logout_redirect_uris").is_empty(), "{path}");
    }
    let kept = stored(&instance, &alice, id).await;
    assert_eq!((kept.profile, &*kept.id_token_alg), (Profile::Native, "RS256"));
}

#[tokio::test]
async fn what_an_openid_app_can_not_be_is_refused_beside_its_field() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, _) = make(&alice, &[("profile", "oidc")]).await;
    let eleven: String = (0..11).map(|n| format!("https://a.example/{n}\n")).collect();
    for (name, value) in [
        ("profile", "saml"),
        ("profile", ""),
        ("post_logout_redirect_uris", "http://app.example/bye"),
        ("post_logout_redirect_uris", "https://app.example/#bye"),
        ("post_logout_redirect_uris", "javascript:alert(1)"),
        ("post_logout_redirect_uris", &eleven),
        ("id_token_alg", "none"),
        ("id_token_alg", "HS256"),
        ("id_token_alg", "nul\0"),
    ] {
        let page = edit(&alice, id, &[(name, value)]).await.expect(422);
        assert_eq!(page.faults(), [name], "{value:?}");
    }
}

#[tokio::test]
async fn an_openid_apps_link_asks_for_a_scope_and_binds_a_nonce() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, _) = make(&alice, &[("profile", "oidc")]).await;
    let page = setup(&alice, id).await;
    let asked = parameters(&page.one("#authorize-url"));
    assert_eq!(asked["response_type"], "code");
    assert_eq!(asked["scope"], "openid profile");
    assert_eq!(asked["nonce"].len(), 43);
    assert!(!asked.contains_key("max_age"));
    let query = "scope=openid&nonce=n%26&max_age=60&prompt=login&state=s&code_verifier=";
    let playground = format!("/portal/apps/{id}/playground?{query}");
    let page = alice.browser.get(&playground).await.expect(200);
    let asked = parameters(&page.one("#authorize-url"));
    let said = ["scope", "nonce", "max_age", "prompt", "state"].map(|name| asked[name].as_str());
    assert_eq!(said, ["openid", "n&", "60", "login", "s"]);
    assert!(!asked.contains_key("code_challenge"));
    let curl = page.one("#token-curl");
    assert!(curl.contains(&format!("-u \"{id}:$CLIENT_SECRET\"")), "{curl}");
    assert!(curl.contains("grant_type=authorization_code") && !curl.contains("code_verifier"));
    let identity: serde_json::Value = serde_json::from_str(&page.one("#identity")).unwrap();
    assert_eq!(identity["sub"], alice.id.to_string());
}

#[tokio::test]
async fn a_public_apps_link_needs_a_verifier() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, _) = make(&alice, &[("public", "on")]).await;
    let path = format!("/portal/apps/{id}/playground");
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.faults().is_empty());
    let curl = page.one("#token-curl");
    assert!(curl.contains(&format!("-d client_id={id}")) && !curl.contains("SECRET"));
    let page = alice.browser.get(&format!("{path}?code_verifier=")).await;
    let page = page.expect(200);
    assert_eq!(page.faults(), ["link"]);
    assert!(page.one("[data-fault=link]").contains("PKCE"));
}

/// What anyone who follows the page from its top to its end sends fits together.
#[tokio::test]
async fn every_sample_of_a_page_uses_the_verifier_and_state_of_its_link() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for profile in ["json", "oidc"] {
        let (id, _) = make(&alice, &[("profile", profile)]).await;
        let page = setup(&alice, id).await;
        let playground = format!("/portal/apps/{id}/playground");
        let steps = alice.browser.get(&playground).await.expect(200);
        for page in [page, steps] {
            let value = |name: &str| {
                let css = format!("input[name={name}]");
                page.attributes(&css, "value").remove(0)
            };
            let asked = parameters(&page.one("#authorize-url"));
            assert_eq!(asked["state"], value("state"));
            let verifier = value("code_verifier");
            let command = page.one("#sample-pkce");
            assert!(command.starts_with(&format!("VERIFIER='{verifier}'\n")), "{command}");
            for id in ["#sample-curl", "#token-curl"] {
                for curl in page.all(id) {
                    assert!(curl.contains(&verifier), "{curl}");
                }
            }
            // No other block of the page makes a verifier of its own.
            assert!(page.all("#sample-curl-link").is_empty());
        }
    }
}

#[tokio::test]
async fn a_second_tab_changes_neither_addresses_after_sign_out_nor_devices_back() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (id, _) = make(&alice, &[("profile", "oidc")]).await;
    let settings = format!("/portal/apps/{id}/settings");
    let was = async || {
        let page = alice.browser.get(&settings).await.expect(200);
        ["post_logout_redirect_uris/was", "device/was"].map(|name| {
            let css = format!("#edit input[name='{name}']");
            page.attributes(&css, "value").remove(0)
        })
    };
    assert_eq!(was().await, ["", ""]);
    let bye = "https://app.example/bye";
    let shown = [("id_token_alg", "RS256"), ("post_logout_redirect_uris/was", ""), ("device/was", "")];
    let first = [&shown[..], &[("post_logout_redirect_uris", bye), ("device", "on")]].concat();
    edit(&alice, id, &first).await.expect(303);
    assert_eq!(was().await, [bye, "on"]);
    // The second tab shows what was before.
    let second = [&shown[..], &[("post_logout_redirect_uris", "")]].concat();
    let page = edit(&alice, id, &second).await.expect(422);
    let mut faults = page.faults();
    faults.sort_unstable();
    assert_eq!(faults, ["device", "post_logout_redirect_uris"]);
    let fault = page.one("[data-fault=post_logout_redirect_uris]");
    assert!(fault.contains(bye), "{fault}");
    assert!(page.one("[data-fault=device]").contains("It is now: on."));
    assert_eq!(was().await, [bye, "on"]);
    let app = stored(&instance, &alice, id).await;
    assert!(app.device_enabled);
    // Having read that, it does.
    let third = [
        ("id_token_alg", "RS256"),
        ("post_logout_redirect_uris", ""),
        ("post_logout_redirect_uris/was", bye),
        ("device/was", "on"),
    ];
    edit(&alice, id, &third).await.expect(303);
    assert_eq!(was().await, ["", ""]);
}
