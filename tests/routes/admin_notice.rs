//! `/admin/notice`: a notice that every page shows until its end.

use std::time::Duration;

use crate::support::{Answer, TestInstance};

const HERE: &str = "/admin/notice";

fn shown(page: &Answer) -> Vec<String> {
    page.all("[data-instance-notice]")
}

#[tokio::test]
async fn a_notice_is_shown_to_everyone_until_its_end() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let fields = [("act", "show"), ("text", "Down <b>tonight</b> at ten"), ("hours", "2"), ("reason", "An upgrade")];
    root.browser.post(HERE, &fields).await.expect(303);
    for (browser, path) in [(&instance.browser(), "/sign-in"), (&bob.browser, "/portal"), (&root.browser, HERE)] {
        let page = browser.get(path).await.expect(200);
        assert_eq!(shown(&page), ["Down <b>tonight</b> at ten"], "{path}");
    }
    assert_eq!(instance.acts().await[0].0, "notice_shown");
    instance.clock.advance(Duration::from_secs(2 * 60 * 60));
    let page = instance.browser().get("/sign-in").await.expect(200);
    assert!(shown(&page).is_empty());
}

#[tokio::test]
async fn a_notice_is_taken_down_before_its_end_and_another_process_follows() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let fields = [("act", "show"), ("text", "Soon"), ("hours", "24"), ("reason", "Why")];
    root.browser.post(HERE, &fields).await.expect(303);
    if instance.is_on_postgres() {
        let other = instance.beside(|figment| figment).await;
        assert_eq!(other.app.notice().unwrap().text, "Soon");
        let end = [("act", "end"), ("reason", "Done")];
        root.browser.post(HERE, &end).await.expect(303);
        assert!(other.app.notice().is_some(), "it is remembered");
        other.app.renew_notice().await.unwrap();
        assert!(other.app.notice().is_none());
        return;
    }
    for recorded in [3, 3] {
        let end = [("act", "end"), ("reason", "Done")];
        root.browser.post(HERE, &end).await.expect(303);
        assert!(instance.app.notice().is_none());
        assert_eq!(instance.acts().await.len(), recorded);
    }
}

#[tokio::test]
async fn a_notice_without_text_or_end_is_refused_and_needs_no_reason() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let long = "x".repeat(501);
    for (text, hours, reason, faults) in [
        ("", "1", "", &["text"][..]),
        ("Soon", "1", &*long, &["reason"]),
        (&*long, "1", "Why", &["text"]),
        ("Soon", "0", "Why", &["hours"]),
        ("Soon", "721", "Why", &["hours"]),
        ("Soon", "-1", "Why", &["hours"]),
        ("", "x", "Why", &["text", "hours"]),
    ] {
        let fields = [("act", "show"), ("text", text), ("hours", hours), ("reason", reason)];
        let page = root.browser.post(HERE, &fields).await.expect(422);
        assert_eq!(page.faults(), faults, "{hours}");
    }
    let fields = [("act", "paint"), ("reason", "Why")];
    root.browser.post(HERE, &fields).await.expect(404);
    assert!(instance.app.notice().is_none());
    assert_eq!(instance.acts().await.len(), 1);
    let fields = [("act", "show"), ("text", "Soon"), ("hours", "1")];
    root.browser.post(HERE, &fields).await.expect(303);
    root.browser.post(HERE, &[("act", "end")]).await.expect(303);
    assert_eq!(instance.acts().await.len(), 3);
}
