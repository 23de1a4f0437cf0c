//! `/.well-known`: the contact for vulnerabilities, and the page that changes the password.

use std::time::Duration;

use portico_platform::config::Config;
use rocket::figment::Figment;

use crate::support::TestInstance;

const PATH: &str = "/.well-known/security.txt";

async fn instance_with(settings: &[(&'static str, &'static str)]) -> TestInstance {
    TestInstance::configured(|figment| {
        let figment = figment.merge(("base_url", "https://chat.example.org"));
        settings.iter().fold(figment, |figment, setting| figment.merge(*setting))
    })
    .await
}

/// Shows: well-known.security-txt
#[tokio::test]
async fn without_a_contact_there_is_no_security_txt() {
    let instance = TestInstance::open().await;
    instance.browser().get(PATH).await.expect(404);
    // A policy alone is none either: the standard requires a contact.
    let instance = instance_with(&[("security_policy", "https://example.org/security")]).await;
    instance.browser().get(PATH).await.expect(404);
}

/// Shows: well-known.security-txt
#[tokio::test]
async fn security_txt_names_the_contact_and_expires_within_a_year() {
    let instance = instance_with(&[
        ("security_contact", "mailto:security@example.org"),
        ("security_policy", "https://example.org/security"),
    ])
    .await;
    let answer = instance.browser().get(PATH).await.expect(200);
    assert_eq!(answer.header("Content-Type"), Some("text/plain; charset=utf-8"));
    assert_eq!(answer.header("Cache-Control"), Some("public, max-age=86400"));
    // The clock of tests starts on the first of January 2026.
    assert_eq!(
        answer.text(),
        "Contact: mailto:security@example.org\n\
         Expires: 2026-06-30T00:00:00Z\n\
         Preferred-Languages: en\n\
         Canonical: https://chat.example.org/.well-known/security.txt\n\
         Policy: https://example.org/security\n"
    );
    instance.clock.advance(Duration::from_secs(60 * 60 * 23));
    assert_eq!(instance.browser().get(PATH).await.text(), answer.text());
    instance.clock.advance(Duration::from_secs(60 * 60));
    let later = instance.browser().get(PATH).await.text();
    assert!(later.contains("Expires: 2026-07-01T00:00:00Z"), "{later}");
}

/// Shows: well-known.security-txt
#[test]
fn what_is_no_uri_to_publish_is_refused_at_start() {
    let read = |setting: &'static str, value: &str| {
        let figment = Figment::from(rocket::Config::debug_default()).merge((setting, value));
        Config::read(&figment)
    };
    for contact in ["mailto:a@example.org", "https://example.org/contact?a=b#c"] {
        let config = read("security_contact", contact).unwrap();
        assert_eq!(config.security_contact.as_deref(), Some(contact));
    }
    for (setting, value) in [
        ("security_contact", "security@example.org"),
        ("security_contact", "http://example.org"),
        ("security_contact", "mailto:"),
        ("security_contact", "mailto:nobody"),
        ("security_contact", "https://"),
        ("security_contact", "javascript:alert(1)"),
        ("security_contact", "mailto:a@example.org\nExpires: 2099-01-01T00:00:00Z"),
        ("security_contact", "mailto:a@example.org, b@example.org"),
        ("security_contact", ""),
        ("security_policy", "mailto:a@example.org"),
        ("security_policy", "http://example.org"),
    ] {
        let told = read(setting, value).unwrap_err();
        assert!(told.contains(&format!("`{setting}`")), "{value}: {told}");
    }
}

/// Shows: well-known.change-password
#[tokio::test]
async fn the_well_known_url_leads_to_the_page_that_changes_the_password() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for browser in [&instance.browser(), &alice.browser] {
        let answer = browser.get("/.well-known/change-password").await.expect(303);
        assert_eq!(answer.location(), "/settings/security");
    }
    let page = alice.browser.get("/settings/security").await.expect(200);
    assert_eq!(page.all("form[action='/settings/password']").len(), 1);
    // By this, password managers check that a status can be relied on.
    let none = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200";
    instance.browser().get(none).await.expect(404);
}
