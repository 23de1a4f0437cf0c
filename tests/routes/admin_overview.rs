//! `/admin`: the charts of the last day and month, and the state of the instance.

use std::time::Duration;

use portico::background::counts::add_counts;
use portico_store::models::instance::count::{self, Span};
use portico_store::models::instance::setting;
use portico_store::models::oauth::signing_key;

use crate::support::{Answer, PASSWORD, Person, TestInstance, picture};

const HOUR: Duration = Duration::from_secs(60 * 60);

/// What the head of a chart says.
fn head(page: &Answer, series: &str) -> String {
    page.one(&format!("[data-series={series}] header p"))
}

#[tokio::test]
async fn posts_refusals_and_sign_ins_are_counted_by_the_hour() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.say("One", &[]).await.expect(200);
    hook.say("", &[]).await.expect(400);
    let path = format!("/webhooks/1/{}", hook.token());
    instance.post_json(&path, &[], b"{}").await.expect(404);
    alice.say(&acme.general, "Two").await.expect(303);
    for (password, status) in [(PASSWORD, 303), ("wrong", 422)] {
        let fields = [("login", "alice"), ("password", password)];
        instance.browser().post("/sign-in", &fields).await.expect(status);
    }
    // What is counted shows at once, and once it is stored it is not shown twice.
    for stored in [false, true] {
        if stored {
            add_counts(&instance.app).await.unwrap();
        }
        for path in ["/admin", "/admin?span=month"] {
            let page = root.browser.get(path).await.expect(200);
            assert_eq!(head(&page, "posts"), "Stored: 2 · Refused webhook posts: 2", "{path} {stored}");
            assert_eq!(head(&page, "sign_ins"), "Accepted: 1 · Refused: 1");
            assert_eq!(head(&page, "texts"), "None");
            let reasons = page.attributes("[data-refusal]", "data-refusal");
            assert_eq!(reasons, ["invalid_request", "unknown_webhook"]);
        }
    }
    instance.clock.advance(24 * HOUR);
    instance.sign_in_on(&root.browser, &root.user).await;
    let page = root.browser.get("/admin").await.expect(200);
    assert_eq!(head(&page, "posts"), "None");
    let page = root.browser.get("/admin?span=month").await.expect(200);
    assert_eq!(head(&page, "posts"), "Stored: 2 · Refused webhook posts: 2");
}

#[tokio::test]
async fn what_several_processes_counted_is_added_up() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let root = instance.admin("root").await;
    let other = instance.beside(|figment| figment).await;
    let counted = [("posts".to_owned(), 3)].into();
    for app in [&instance.app, &other.app, &other.app] {
        count::add(app, &counted).await.unwrap();
    }
    let page = root.browser.get("/admin").await.expect(200);
    assert!(head(&page, "posts").starts_with("Stored: 9 "));
    let nodes = page.attributes("[data-node]", "data-node");
    assert_eq!(nodes.len(), 2);
    let version = env!("CARGO_PKG_VERSION");
    assert!(page.all("[data-node]").iter().all(|row| row.contains(version)));
}

#[tokio::test]
async fn counts_are_deleted_once_no_chart_shows_them() {
    let instance = TestInstance::open().await;
    let counted = [("posts".to_owned(), 1)].into();
    count::add(&instance.app, &counted).await.unwrap();
    assert_eq!(instance.dump().await["instance_counts"].len(), 2);
    instance.clock.advance(26 * HOUR);
    instance.run_cleanup_with_second_look().await;
    let left = instance.dump().await["instance_counts"].len();
    assert_eq!(left, 1, "the day is still shown");
    instance.clock.advance(32 * 24 * HOUR);
    instance.run_cleanup_with_second_look().await;
    assert!(instance.dump().await["instance_counts"].is_empty());
    let shown = count::shown(&instance.app.db, Span::Hour, instance.app.now());
    assert!(shown.await.unwrap().values().all(|counts| counts.is_empty()));
}

#[tokio::test]
async fn the_busiest_webhooks_are_listed_with_what_was_sent_to_them() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme, quiet) = instance.acme_with_webhook().await;
    let busy = acme.webhook(&alice, &acme.general).await;
    let unused = acme.webhook(&alice, &acme.general).await;
    quiet.say("One", &[]).await.expect(200);
    for _ in 0..3 {
        busy.say("", &[]).await.expect(400);
    }
    busy.say("Two", &[]).await.expect(200);
    let page = root.browser.get("/admin").await.expect(200);
    let ids = page.attributes("[data-busy]", "data-busy");
    assert_eq!(ids, [busy.id().to_string(), quiet.id().to_string()]);
    assert!(page.all("[data-busy]")[0].ends_with("13"), "{:?}", page.all("[data-busy]"));
    assert!(!ids.contains(&unused.id().to_string()));
    // A server that is deleted takes its webhooks with it.
    let fields = [("confirm", "Acme")];
    alice.browser.post(&acme.settings("/delete"), &fields).await.expect(303);
    let page = root.browser.get("/admin").await.expect(200);
    assert!(page.all("[data-busy]").is_empty());
    let again = instance.server("Again", &root).await;
    let hook = again.webhook(&root, &again.general).await;
    hook.say("Three", &[]).await.expect(200);
    instance.clock.advance(HOUR);
    instance.sign_in_on(&root.browser, &root.user).await;
    let page = root.browser.get("/admin").await.expect(200);
    assert_eq!(page.all("[data-busy]").len(), 1);
    instance.clock.advance(HOUR);
    instance.sign_in_on(&root.browser, &root.user).await;
    let page = root.browser.get("/admin").await.expect(200);
    assert!(page.all("[data-busy]").is_empty());
}

#[tokio::test]
async fn keys_are_listed_by_what_they_are_for_and_their_age() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let key = instance.app.key.id().to_string();
    let rows = async || {
        instance.sign_in_on(&root.browser, &root.user).await;
        let page = root.browser.get("/admin").await.expect(200);
        page.all("[data-key]")
    };
    let shown = rows().await;
    assert!(shown[0].starts_with(&key), "{shown:?}");
    assert!(shown[0].contains("encrypts") && shown[0].contains("used since"));
    let signs = |row: &&String| row.contains("Signs ID tokens");
    assert_eq!(shown.iter().filter(signs).count(), 2, "{shown:?}");
    assert!(shown.last().unwrap().contains("push services"));
    assert!(!shown.iter().any(|row| row.contains("Over a year old")));
    // A restart doesn't make it younger.
    instance.clock.advance(366 * 24 * HOUR);
    setting::note_sealing_key(&instance.app).await.unwrap();
    let shown = rows().await;
    let old = shown.iter().filter(|row| row.contains("Over a year old"));
    assert_eq!(old.count(), 3, "{shown:?}");
    signing_key::rotate(&instance.app).await.unwrap();
    let shown = rows().await;
    let next = shown.iter().filter(|row| row.contains("published, signs later"));
    assert_eq!(next.count(), 2, "{shown:?}");
}

#[tokio::test]
async fn the_state_of_the_instance_is_shown_without_a_secret() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let page = root.browser.get("/admin").await.expect(200);
    let text = page.text();
    for part in [
        "013_languages",
        "caps.servers_owned",
        "throttle.sign_in_account",
        "Rate limits are off.",
        "(this one)",
        "RS256",
        "0 of at most",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

/// The first steps that the overview shows, each with whether it is done.
async fn steps(admin: &Person<'_>) -> Vec<(String, String)> {
    let page = admin.browser.get("/admin").await.expect(200);
    let (ids, done) = (page.attributes("[data-step]", "data-step"), page.attributes("[data-step]", "data-done"));
    ids.into_iter().zip(done).collect()
}

#[tokio::test]
async fn the_first_steps_are_ticked_by_what_was_done_and_gone_once_all_are() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let open = async || {
        let steps = steps(&root).await.into_iter();
        steps.filter(|(_, done)| done == "false").map(|(id, _)| id).collect::<Vec<String>>()
    };
    let mut expected = vec!["sign-up", "branding"];
    if !instance.is_on_postgres() {
        expected.insert(1, "backup");
    }
    assert_eq!(open().await, expected);
    // Who can sign up was chosen, though it is as before.
    root.browser.post("/admin/sign-up", &[("mode", "open")]).await.expect(303);
    expected.remove(0);
    assert_eq!(open().await, expected);
    setting::note_backup(&instance.app.db, instance.app.now()).await.unwrap();
    assert_eq!(open().await, ["branding"]);
    let fields = [("act", "save"), ("name", "Oak")];
    root.browser.post("/admin/branding", &fields).await.expect(303);
    assert_eq!(open().await, ["branding"]);
    let file = [("logo", "logo.png", "image/png", &*picture(40, 40))];
    root.browser.upload("/admin/branding", &[("act", "logo")], &file).await.expect(303);
    assert!(steps(&root).await.is_empty());
}

#[tokio::test]
async fn the_first_steps_are_dismissed_by_an_admin_alone() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let bob = instance.person("bob").await;
    let dismiss = [("act", "dismiss")];
    bob.browser.post("/admin", &dismiss).await.expect(404);
    assert!(instance.browser().post("/admin", &dismiss).await.expect(303).location().starts_with("/sign-in"));
    root.browser.post("/admin", &[("act", "paint")]).await.expect(404);
    assert!(!steps(&root).await.is_empty());
    root.browser.post("/admin", &dismiss).await.expect(303);
    assert!(steps(&root).await.is_empty());
}
