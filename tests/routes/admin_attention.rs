//! Problems that need the operator's attention: the list at the beginning of the overview, their number on every page of
//! an admin, and notifications of new reports.

use std::time::Duration;

use portico_store::models::AppReport;
use portico_store::models::instance::setting;

use crate::support::{Person, TestInstance};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const SPAM: [(&str, &str); 2] = [("reason", "spam"), ("text", "It never stops.")];

/// The subjects that the overview lists.
async fn concerns(admin: &Person<'_>) -> Vec<String> {
    admin.browser.get("/admin").await.expect(200).attributes("[data-concern]", "data-concern")
}

/// The numbers on a page.
async fn numbers(person: &Person<'_>, path: &str) -> Vec<String> {
    person.browser.get(path).await.expect(200).all("[data-attention]")
}

async fn has_backup(instance: &TestInstance) {
    setting::note_backup(&instance.app.db, instance.app.now()).await.unwrap();
}

#[tokio::test]
async fn a_report_is_listed_and_counted_for_admins_alone_until_it_is_closed() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    has_backup(&instance).await;
    assert_eq!(concerns(&root).await, [""; 0]);
    assert!(numbers(&root, "/settings/profile").await.is_empty());
    let path = format!("/oauth/apps/{}/report", app.id());
    for (reporter, count) in [(&bob, "1"), (&alice, "2")] {
        reporter.browser.post(&path, &SPAM).await.expect(303);
        assert_eq!(numbers(&root, "/settings/profile").await, [count]);
        // In the console there is one in the navigation as well.
        assert_eq!(numbers(&root, "/admin/users").await, [count, count]);
        assert!(numbers(reporter, "/settings/profile").await.is_empty());
    }
    assert_eq!(concerns(&root).await, ["reports"]);
    let page = root.browser.get("/admin/reports").await.expect(200);
    for report in page.attributes("input[name=report]", "value") {
        let fields = [("report", report.as_str()), ("reason", "Looked at it")];
        root.browser.post("/admin/reports", &fields).await.expect(303);
    }
    assert_eq!(concerns(&root).await, [""; 0]);
    assert!(numbers(&root, "/settings/profile").await.is_empty());
}

#[tokio::test]
async fn a_backup_older_than_two_days_needs_attention_on_sqlite() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let expected: &[&str] = if instance.is_on_postgres() { &[] } else { &["backups"] };
    assert_eq!(concerns(&root).await, expected);
    has_backup(&instance).await;
    instance.clock.advance(2 * DAY);
    instance.sign_in_on(&root.browser, &root.user).await;
    assert_eq!(concerns(&root).await, [""; 0]);
    instance.clock.advance(Duration::from_millis(1));
    assert_eq!(concerns(&root).await, expected);
}

#[tokio::test]
async fn text_messages_that_go_on_failing_need_attention_until_one_is_sent() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    has_backup(&instance).await;
    for outcome in ["unsent", "unsure", "refused"] {
        instance.app.metrics.texted(outcome);
    }
    assert_eq!(concerns(&root).await, [""; 0]);
    instance.app.metrics.texted("unsent");
    assert_eq!(concerns(&root).await, ["provider"]);
    instance.app.metrics.texted("sent");
    assert_eq!(concerns(&root).await, [""; 0]);
}

#[tokio::test]
async fn the_number_on_a_page_takes_no_statement() {
    let (instance, statements) = TestInstance::heard().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let of_bob = statements.of(&bob.browser, "/settings/profile").await;
    let of_root = statements.of(&root.browser, "/settings/profile").await;
    assert_eq!(of_root.len(), of_bob.len(), "{of_root:?}");
}

#[tokio::test]
async fn a_new_report_is_a_notification_for_admins_outside_their_quiet_time() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let notified =
        async |person: &Person<'_>, after| AppReport::notifications(&instance.app, person.id, after).await.unwrap();
    assert!(notified(&root, 0).await.is_empty());
    let path = format!("/oauth/apps/{}/report", app.id());
    bob.browser.post(&path, &SPAM).await.expect(303);
    let found = notified(&root, 0).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].title, "Report of the app Builder");
    assert_eq!(found[0].body, "It sends spam or unwanted messages: It never stops.");
    let row = found[0].url.split('#').nth(1).unwrap();
    let page = root.browser.get("/admin/reports").await.expect(200);
    assert_eq!(page.all(&format!("#{row}")).len(), 1);
    assert!(notified(&root, found[0].id).await.is_empty());
    for other in [&alice, &bob] {
        assert!(notified(other, 0).await.is_empty());
    }
    // The clock is at midnight.
    let quiet = [("starts_at", "23:00"), ("ends_at", "06:00"), ("time_zone", "UTC")];
    root.browser.post("/settings/notifications/quiet", &quiet).await.expect(303);
    assert!(notified(&root, 0).await.is_empty());
}

#[tokio::test]
async fn the_small_charts_count_what_happened_in_the_period() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.say("One", &[]).await.expect(200);
    hook.say("", &[]).await.expect(400);
    for path in ["/admin", "/admin?span=month"] {
        let page = root.browser.get(path).await.expect(200);
        assert_eq!(page.one("[data-tile='Messages'] strong"), "1", "{path}");
        assert_eq!(page.one("[data-tile='Refused posts'] strong"), "1");
        assert_eq!(page.one("[data-tile='Sign-ins'] strong"), "0");
        let points = page.attributes("[data-tile='Messages'] polyline", "points").remove(0);
        assert!(points.starts_with("0,31 ") && points.ends_with(" 120,1"), "{points}");
    }
}
