//! `/admin/apps`, `/admin/webhooks` and `/admin/reports`: what a suspension stops, and who reads why.

use portico_rules::ids::WebhookId;
use std::time::Duration;

use portico_store::models::webhooks::webhook;
use portico_store::models::{Operator, Suspendable, Webhook};
use sea_orm::{EntityTrait, Set};
use serde_json::Value;

use crate::support::{CALLBACK, Person, TestInstance, expect_refusal, problem};

const WHY: &str = "It asks people for their password.";

fn suspend() -> [(&'static str, &'static str); 2] {
    [("act", "suspend"), ("reason", WHY)]
}

/// Shows: console.suspended-app
#[tokio::test]
async fn no_one_signs_in_with_a_suspended_app() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    let public = instance.public_app(&alice, CALLBACK).await;
    let token = app.access_token(&bob, "openid").await;
    let (code, other) = (app.code_for(&bob).await, app.code_for(&bob).await);
    app.exchange(&other).await.expect(200);
    // The form is open while the app is suspended.
    let page = bob.browser.get(&app.authorize_url()).await.expect(200);
    for app in [&app, &public] {
        let here = format!("/admin/apps/{}", app.id());
        root.browser.post(&here, &suspend()).await.expect(303);
    }
    let refused = app.answer(&bob.browser, &page, "approve").await;
    assert_eq!(refused.header("Location"), None);
    assert!(refused.status >= 400, "{}", refused.status);
    for url in [app.authorize_url(), app.authorize_url_with(&[("prompt", "none")]), public.standard_url(&[])] {
        let page = bob.browser.get(&url).await.expect(400);
        assert_eq!(page.header("Location"), None, "{url}");
        assert_eq!(page.one("h1"), "This app is suspended");
        let lead = page.one(".lead");
        assert!(lead.contains("no one can sign in with it"), "{lead}");
        assert!(!page.text().contains("is broken"), "{url}");
    }
    // As for a client that does not exist, to the last byte.
    let suspended = expect_refusal(app.exchange(&code).await, 401, "invalid_client");
    let mut nobody = app.fields(&code);
    nobody["client_id"] = 9_007_199_254_740_991_i64.to_string().into();
    let unknown = instance.token(nobody.to_string()).await;
    assert_eq!((suspended.status, suspended.bytes), (unknown.status, unknown.bytes));
    expect_refusal(app.exchange_by_form(&code).await, 401, "invalid_client");
    instance.userinfo(&token).await.expect(401);
    // Lifted, everything is as it was.
    let restore = [("act", "restore"), ("reason", "A mistake")];
    let here = format!("/admin/apps/{}", app.id());
    root.browser.post(&here, &restore).await.expect(303);
    app.exchange(&code).await.expect(200);
    instance.userinfo(&token).await.expect(200);
    bob.browser.get(&app.authorize_url()).await;
}

#[tokio::test]
async fn a_node_that_knew_the_secret_refuses_it_all_the_same() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let (first, second) = (app.code_for(&alice).await, app.code_for(&alice).await);
    app.exchange(&first).await.expect(200);
    let by = Operator::on_terminal(WHY);
    assert!(Suspendable::App.suspend(&instance.app, app.id().get(), &by).await.unwrap());
    assert!(!Suspendable::App.suspend(&instance.app, app.id().get(), &by).await.unwrap());
    expect_refusal(app.exchange(&second).await, 401, "invalid_client");
}

#[tokio::test]
async fn the_owner_of_an_app_reads_why_it_is_suspended_and_not_by_whom() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, app) = instance.alice_with_app().await;
    let here = format!("/admin/apps/{}", app.id());
    root.browser.post(&here, &suspend()).await.expect(303);
    for path in ["", "/setup", "/activity", "/settings"] {
        let path = format!("/portal/apps/{}{path}", app.id());
        let page = alice.browser.get(&path).await.expect(200);
        assert!(page.one("#suspended").contains(WHY), "{path}");
        assert!(!page.text().contains("root"), "{path}");
        assert!(page.one("h1").contains("Suspended"), "{path}");
    }
    // Nothing leads to a sign-in that would be refused.
    let tries = async |path: &str| -> usize {
        let path = format!("/portal/apps/{}{path}", app.id());
        let page = alice.browser.get(&path).await.expect(200);
        let ways = "main a[href*='/try'], main a[href*='/playground'], main form, main a[href*='/oauth/authorize']";
        page.all(ways).len()
    };
    for path in ["/try", "/playground"] {
        let page = alice.browser.get(&format!("/portal/apps/{}{path}", app.id())).await.expect(200);
        assert!(page.one("#suspended").contains(WHY), "{path}");
        assert_eq!(tries(path).await, 0, "{path}");
    }
    assert_eq!(tries("/activity").await, 0);
    let page = format!("/portal/apps/{}/activity", app.id());
    let page = alice.browser.get(&page).await.expect(200);
    let event = page.one("#app-events [data-event=suspended] .badge");
    assert_eq!(event, "Suspended");
    assert!(!page.text().contains("Who approved the app"));
    let badges = async || {
        let page = alice.browser.get("/portal").await.expect(200);
        page.all("[aria-labelledby=apps] .badge")
    };
    assert_eq!(badges().await, ["Suspended"]);
    let log = format!("/portal/apps/{}/audit", app.id());
    let log = alice.browser.get(&log).await.expect(200);
    assert_eq!(log.attributes("[data-audit]", "data-audit")[0], "app_suspended");
    assert!(!log.text().contains("root"));
    let acts = instance.acts().await;
    let last = (acts[0].0.as_str(), acts[0].1.as_str(), acts[0].3.as_str());
    assert_eq!(last, ("app_suspended", "Builder", WHY));
    let restore = [("act", "restore"), ("reason", "Fixed")];
    root.browser.post(&here, &restore).await.expect(303);
    let page = alice.browser.get(&format!("/portal/apps/{}", app.id())).await;
    assert!(page.expect(200).all("#suspended").is_empty());
    assert!(badges().await.is_empty());
    for path in ["/try", "/playground"] {
        assert!(tries(path).await > 0, "{path}");
    }
    let log = format!("/portal/apps/{}/audit", app.id());
    let log = alice.browser.get(&log).await.expect(200);
    assert!(log.one("[data-audit=app_suspended] .list-sub").starts_with("app · "));
}

/// Shows: console.suspended-webhook
#[tokio::test]
async fn the_url_of_a_suspended_webhook_answers_as_if_there_were_none() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let stored = hook.say("Before", &[]).await.expect(200).json();
    let message = stored["message"]["id"].as_i64().unwrap();
    let here = format!("/admin/webhooks/{}", hook.id());
    root.browser.post(&here, &suspend()).await.expect(303);
    let refused = hook.say("After", &[]).await;
    let unknown = format!("/webhooks/1/{}", hook.token());
    let unknown = instance.post_json(&unknown, &[], br#"{"content":"After"}"#).await;
    assert_eq!((refused.status, &refused.bytes), (unknown.status, &unknown.bytes));
    problem(refused, 404, "unknown_webhook");
    let own = format!("/webhooks/{}/{}/messages/{message}", hook.id(), hook.token());
    instance.browser().get(&own).await.expect(404);
    assert_eq!(hook.messages().await.len(), 1);
    // Those who manage it can't lift it, neither by resuming it nor with a new URL.
    let portal = format!("/portal/webhooks/{}", hook.id());
    for act in ["pause", "resume", "url"] {
        let path = format!("{portal}/{act}");
        alice.browser.post(&path, &[]).await.expect(303);
        let now = Webhook::of_instance(&instance.app.db, hook.id()).await.unwrap();
        assert!(now.webhook.is_suspended(), "{act}");
    }
    let page = alice.browser.get(&portal).await.expect(200);
    assert!(page.one("#suspended").contains(WHY));
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    let log = log.attributes("[data-audit]", "data-audit");
    assert!(log.contains(&"webhook_suspended".to_owned()), "{log:?}");
    let restore = [("act", "restore"), ("reason", "Fixed")];
    root.browser.post(&here, &restore).await.expect(303);
    let again = instance.webhook_of(&hook).await;
    assert_eq!(again, 200);
}

impl TestInstance {
    /// The status of a post to the present URL of a webhook.
    async fn webhook_of(&self, hook: &crate::support::TestWebhook<'_>) -> u16 {
        let row = hook.row().await.unwrap();
        let url = row.runtime_url(&self.app).unwrap();
        let path = url.expose().strip_prefix("http://localhost:8000").unwrap().to_owned();
        self.post_json(&path, &[], br#"{"content":"Again"}"#).await.status
    }
}

#[tokio::test]
async fn apps_and_webhooks_are_found_by_owner_server_and_id() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    instance.person("bob").await;
    let found = async |path: &str, q: &str| {
        let page = root.browser.get(&format!("{path}?q={q}")).await;
        page.expect(200).attributes("a.list-title", "href")
    };
    let (one, other) = (format!("/admin/apps/{}", app.id()), format!("/admin/webhooks/{}", hook.id()));
    let (id, server) = (hook.id().to_string(), acme.server.id.to_string());
    let (app_name, hook_name) = ("UILD", hook.row().await.unwrap().name[1..].to_uppercase());
    for q in ["", "alice", "lic", app_name, "%40Alice", &app.id().to_string()] {
        assert_eq!(found("/admin/apps", q).await, std::slice::from_ref(&one), "{q}");
    }
    for q in ["", "alice", "LIC", &hook_name, "%40alice", &id, &server] {
        assert_eq!(found("/admin/webhooks", q).await, std::slice::from_ref(&other), "{q}");
    }
    for q in ["bob", "nobody", "1", "%00", "%27", "%25", "_", "%40lic", "%40"] {
        assert!(found("/admin/apps", q).await.is_empty(), "{q}");
        assert!(found("/admin/webhooks", q).await.is_empty(), "{q}");
    }
    // The URL of a webhook is its managers' alone.
    let page = root.browser.get(&other).await.expect(200);
    assert!(!page.text().contains(hook.token()));
}

/// The IDs in a list of the console.
async fn listed(root: &Person<'_>, path: &str) -> Vec<i64> {
    let page = root.browser.get(path).await.expect(200);
    let paths = page.attributes("a.list-title", "href");
    let id = |path: String| path.rsplit('/').next().unwrap().parse().unwrap();
    paths.into_iter().map(id).collect()
}

#[tokio::test]
async fn webhooks_are_found_by_when_they_were_last_used() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, acme, first) = instance.acme_with_webhook().await;
    let second = acme.webhook(&alice, &acme.general).await;
    let third = acme.webhook(&alice, &acme.general).await;
    let never = acme.webhook(&alice, &acme.general).await;
    let (one, two, three, none) = (first.id().get(), second.id().get(), third.id().get(), never.id().get());
    // The clock starts with 2026. What is refused is a use as well.
    first.say("Early", &[]).await.expect(200);
    instance.clock.advance(Duration::from_secs(36 * 60 * 60));
    second.say("", &[]).await.expect(400);
    instance.clock.advance(Duration::from_secs(24 * 60 * 60));
    third.say("Late", &[]).await.expect(200);
    instance.sign_in_on(&root.browser, &root.user).await;
    let list = async |query: &str| listed(&root, &format!("/admin/webhooks?{query}")).await;
    assert_eq!(list("").await, [none, three, two, one]);
    assert_eq!(list("order=used").await, [three, two, one, none]);
    assert_eq!(list("order=unused").await, [none, one, two, three]);
    assert_eq!(list("used_since=2026-01-02").await, [three, two]);
    assert_eq!(list("used_since=2026-01-03&order=unused").await, [three]);
    assert_eq!(list("not_used_since=2026-01-02").await, [none, one]);
    assert_eq!(list("not_used_since=2026-01-02&order=used").await, [one, none]);
    assert_eq!(list("used_since=2026-01-02&not_used_since=2026-01-03").await, [two]);
    assert_eq!(list("used_since=2026-01-04").await, [0; 0]);
    for q in ["alice".to_owned(), acme.id().to_string()] {
        let query = format!("q={q}&used_since=2026-01-02");
        assert_eq!(list(&query).await, [three, two], "{q}");
    }
    assert_eq!(list(&format!("q={two}&not_used_since=2026-01-02")).await, [0; 0]);
    assert_eq!(list("q=root&order=used").await, [0; 0]);
    // Its log is empty after a month, and the last use is still known.
    instance.clock.advance(Duration::from_secs(40 * 24 * 60 * 60));
    instance.run_cleanup_with_second_look().await;
    assert!(instance.dump().await["deliveries"].is_empty());
    instance.sign_in_on(&root.browser, &root.user).await;
    assert_eq!(list("order=used").await, [three, two, one, none]);
    let page = root.browser.get(&format!("/admin/webhooks/{two}")).await;
    assert!(page.expect(200).text().contains("2026-01-02T12:00"));
}

#[tokio::test]
async fn a_webhook_that_is_used_all_day_is_written_once_an_hour() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let at = async || hook.row().await.unwrap().last_used_at;
    assert_eq!(at().await, 0);
    let midnight = instance.app.now();
    for minutes in [10, 20, 29] {
        instance.clock.advance(Duration::from_secs(minutes * 60));
        hook.say("Again", &[]).await.expect(200);
        instance.app.log.settled().await;
        assert_eq!(at().await, midnight);
    }
    instance.clock.advance(Duration::from_secs(60));
    hook.say("The next hour", &[]).await.expect(200);
    instance.app.log.settled().await;
    assert_eq!(at().await, midnight + 60 * 60 * 1000);
}

#[tokio::test]
async fn apps_are_found_by_when_someone_last_signed_in_with_them() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let alice = instance.person("alice").await;
    let first = instance.oauth_app(&alice, CALLBACK).await;
    let second = instance.oauth_app(&alice, CALLBACK).await;
    let never = instance.oauth_app(&alice, CALLBACK).await;
    let (one, two, none) = (first.id().get(), second.id().get(), never.id().get());
    let code = second.code_for(&alice).await;
    second.exchange(&code).await.expect(200);
    instance.clock.advance(Duration::from_secs(36 * 60 * 60));
    let code = first.code_for(&alice).await;
    first.exchange(&code).await.expect(200);
    // A refused exchange signs no one in.
    never.exchange("portico_code_of_no_one").await;
    instance.sign_in_on(&root.browser, &root.user).await;
    let list = async |query: &str| listed(&root, &format!("/admin/apps?{query}")).await;
    assert_eq!(list("").await, [none, two, one]);
    assert_eq!(list("order=used").await, [one, two, none]);
    assert_eq!(list("order=unused").await, [none, two, one]);
    assert_eq!(list("used_since=2026-01-02").await, [one]);
    assert_eq!(list("not_used_since=2026-01-02").await, [none, two]);
    assert_eq!(list("q=alice&not_used_since=2026-01-02").await, [none, two]);
    assert_eq!(list("q=root&not_used_since=2026-01-02").await, [0; 0]);
}

#[tokio::test]
async fn a_list_by_last_use_is_read_a_page_at_a_time_and_each_once() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let acme = instance.server("Acme", &root).await;
    let mut hooks = Vec::new();
    for _ in 0..3 {
        hooks.push(acme.webhook(&root, &acme.general).await);
    }
    let first = hooks[0].row().await.unwrap();
    // More that were never used, and more of one hour, than a page has.
    for number in 1..=117 {
        let copy = webhook::ActiveModel {
            id: Set(WebhookId::new(number)),
            last_used_at: Set(if number % 2 == 0 { 0 } else { 3_600_000 }),
            ..first.clone().into()
        };
        webhook::Entity::insert(copy).exec_without_returning(&*instance.app.db).await.unwrap();
    }
    hooks[1].say("Now", &[]).await.expect(200);
    for order in ["newest", "used", "unused"] {
        for narrowed in ["", "&q=root"] {
            let mut next = Some(format!("/admin/webhooks?order={order}{narrowed}"));
            let (mut seen, mut pages) = (Vec::new(), 0);
            while let Some(path) = next {
                seen.extend(listed(&root, &path).await);
                let page = root.browser.get(&path).await.expect(200);
                next = page.attributes("a[rel=next]", "href").pop();
                assert_eq!(page.all("a[rel=prev]").len(), usize::from(pages > 0));
                pages += 1;
            }
            assert_eq!((pages, seen.len()), (3, 120), "{order}{narrowed}");
            let ends = match order {
                "used" => (hooks[1].id().get(), 2),
                "unused" => (2, hooks[1].id().get()),
                _ => (hooks[2].id().get(), 1),
            };
            assert_eq!((seen[0], seen[119]), ends, "{order}{narrowed}");
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 120, "{order}{narrowed}");
        }
    }
}

#[tokio::test]
async fn a_day_that_is_none_is_a_fault_and_other_odd_searches_find_nothing_wrong() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    instance.acme_with_webhook().await;
    for kind in ["apps", "webhooks"] {
        let path = format!("/admin/{kind}");
        let odd = format!("{path}?used_since=yesterday&not_used_since=2026-02-30");
        let page = root.browser.get(&odd).await.expect(422);
        assert_eq!(page.faults(), ["used_since", "not_used_since"]);
        assert!(page.all("a.list-title").is_empty());
        for query in ["order=sideways", "after=x", "after=1-0", "after=-1-1", "used_since="] {
            let page = root.browser.get(&format!("{path}?{query}")).await;
            page.expect(200);
        }
    }
}

#[tokio::test]
async fn a_suspension_needs_a_reason_and_something_to_suspend() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let before = instance.acts().await;
    for here in [format!("/admin/apps/{}", app.id()), format!("/admin/webhooks/{}", hook.id())] {
        let page = root.browser.post(&here, &[("act", "suspend")]).await;
        assert_eq!(page.expect(422).faults(), ["reason"]);
        let fields = [("act", "delete"), ("reason", WHY)];
        root.browser.post(&here, &fields).await.expect(404);
        // What isn't suspended is not restored.
        let fields = [("act", "restore"), ("reason", WHY)];
        root.browser.post(&here, &fields).await.expect(303);
    }
    for path in ["/admin/apps/1", "/admin/webhooks/1", "/admin/apps/x"] {
        root.browser.post(path, &suspend()).await.expect(404);
        root.browser.get(path).await.expect(404);
    }
    assert_eq!(instance.acts().await, before);
}

#[tokio::test]
async fn a_report_is_shown_with_its_app_and_closed_with_a_decision() {
    let instance = TestInstance::open().await;
    let root = instance.admin("root").await;
    let (_, bob, app) = instance.alice_with_app_and_bob().await;
    let path = format!("/oauth/apps/{}/report", app.id());
    let fields = [("reason", "phishing"), ("text", "It asked for my password.")];
    bob.browser.post(&path, &fields).await.expect(303);
    let page = root.browser.get("/admin/reports").await.expect(200);
    let row = page.one("li[id^=report-]");
    for part in ["Builder", "@alice", "@bob", "It asked for my password."] {
        assert!(row.contains(part), "{part} in {row}");
    }
    let here = format!("/admin/apps/{}", app.id());
    let on_app = root.browser.get(&here).await.expect(200);
    assert!(on_app.text().contains("It asked for my password."));
    let report = page.attributes("input[name=report]", "value").remove(0);
    let without = root.browser.post("/admin/reports", &[("report", &*report)]).await;
    assert_eq!(without.expect(422).faults(), ["reason"]);
    let fields = [("report", &*report), ("reason", "Suspended it")];
    root.browser.post("/admin/reports", &fields).await.expect(303);
    let page = root.browser.get("/admin/reports").await.expect(200);
    assert!(page.all("li[id^=report-]").is_empty());
    assert_eq!(instance.acts().await[0].0, "report_closed");
    assert_eq!(instance.acts().await[0].3, "Suspended it");
    for id in ["1", "x", ""] {
        let fields = [("report", id), ("reason", "Why")];
        root.browser.post("/admin/reports", &fields).await.expect(404);
    }
    assert_eq!(instance.acts().await.len(), 2);
}

#[tokio::test]
async fn a_device_of_a_suspended_app_gets_no_code() {
    let instance = TestInstance::open().await;
    let (_, app) = instance.alice_with_app().await;
    let by = Operator::on_terminal(WHY);
    assert!(Suspendable::App.suspend(&instance.app, app.id().get(), &by).await.unwrap());
    let asked = app.post_form("/oauth/device", &[]).await;
    let told: Value = asked.json();
    assert_eq!((asked.status, &told["error"]), (401, &"invalid_client".into()));
}
