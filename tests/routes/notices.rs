//! One-time notices on the next page, and their cookie.

use crate::support::{Answer, Person, TestInstance, header};

/// A form that says something: gives the value of the cookie.
async fn say(alice: &Person<'_>) -> (Answer, String) {
    let fields = [("nickname", "alice"), ("name", "Alice")];
    let path = "/settings/profile";
    let said = alice.browser.post(path, &fields).await.expect(303);
    let value = alice.browser.cookie("portico-notice").unwrap();
    (said, value)
}

/// Shows: sessions.notice
#[tokio::test]
async fn a_notice_is_shown_once_and_its_cookie_has_the_flags_of_a_session() {
    for (base, name) in [("http://localhost:8000", "portico-notice"), ("https://chat.example", "__Host-portico-notice")]
    {
        let instance = TestInstance::configured(|figment| figment.merge(("base_url", base))).await;
        let alice = instance.person("alice").await;
        if base.starts_with("https") {
            let session = alice.browser.cookie("portico");
            let session = session.or(alice.browser.cookie("__Host-portico")).unwrap();
            alice.browser.set_cookie("__Host-portico", &session);
        }
        let fields = [("nickname", "alice"), ("name", "Alice")];
        let said = alice.browser.post("/settings/profile", &fields).await.expect(303);
        let cookie = said.headers.iter().find(|(_, value)| value.starts_with(&format!("{name}="))).unwrap().1.clone();
        for flag in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=60"] {
            assert!(cookie.contains(flag), "{cookie}");
        }
        assert_eq!(cookie.contains("Secure"), base.starts_with("https"), "{cookie}");
        let page = alice.browser.get(said.location()).await.expect(200);
        assert_eq!(page.all(".flash").len(), 1);
        assert_eq!(alice.browser.cookie(name), None);
        let again = alice.browser.get(said.location()).await.expect(200);
        assert!(again.all(".flash").is_empty());
    }
}

/// Shows: sessions.notice
#[tokio::test]
async fn a_forged_altered_or_old_notice_says_nothing() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (_, value) = say(&alice).await;
    let parts: Vec<&str> = value.split('.').collect();
    let other = "c3VjY2VzcwpFdmls";
    for forged in [
        "success:Your account is locked, call us.".to_owned(),
        format!("{}.{other}.{}", parts[0], parts[2]),
        format!("{}.{}.{}", parts[0], parts[1], "A".repeat(43)),
        format!("{}.{}", parts[0], parts[1]),
        format!("{}1.{}.{}", parts[0], parts[1], parts[2]),
        format!("{value}A"),
        String::new(),
    ] {
        alice.browser.set_cookie("portico-notice", &forged);
        // What other software, or a version before this one, left behind.
        alice.browser.set_cookie("_flash", &forged);
        let page = alice.browser.get("/settings/profile").await.expect(200);
        assert!(page.all(".flash").is_empty(), "{forged}");
    }
    instance.clock.advance(std::time::Duration::from_secs(60));
    alice.browser.set_cookie("portico-notice", &value);
    let page = alice.browser.get("/settings/profile").await.expect(200);
    assert!(page.all(".flash").is_empty());
}

/// Shows: cross-site.subresources
#[tokio::test]
async fn only_a_page_that_is_opened_takes_the_notice_and_a_new_secret_from_the_browser() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    say(&alice).await;
    let app = instance.oauth_app(&alice, crate::support::CALLBACK).await;
    let path = format!("/portal/apps/{}", app.id());
    let add = format!("{path}/secrets");
    alice.browser.post(&add, &[]).await.expect(303);
    let mut cookies = Vec::new();
    for name in ["portico", "portico-notice", "portico-new-secret"] {
        cookies.push((name, alice.browser.cookie(name).unwrap()));
    }
    for headers in [
        &[("Sec-Fetch-Dest", "image")][..],
        &[("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Mode", "cors")],
        &[("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch")],
        &[("Sec-Fetch-Dest", "document"), ("Sec-Purpose", "prefetch;prerender")],
        &[("Purpose", "prefetch")],
    ] {
        let mut request = instance.client.get(path.clone());
        for (name, value) in headers {
            request.add_header(header(name, value));
        }
        for (name, value) in &cookies {
            request = request.cookie((*name, value.clone()));
        }
        let answer = Answer::read(request.dispatch().await).await;
        assert_eq!(answer.header("Set-Cookie"), None, "{headers:?}");
        assert!(answer.all(".flash").is_empty(), "{headers:?}");
    }
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.all(".flash").len(), 1);
    assert_eq!(page.all("#client-secret").len(), 1);
}
