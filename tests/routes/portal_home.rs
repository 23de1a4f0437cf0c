//! `/portal`: the first steps of users who have created nothing yet.

use std::time::Duration;

use portico_store::models::User;
use sea_orm::{ActiveModelTrait, IntoActiveModel, Set};

use crate::support::{Browser, CALLBACK, PASSWORD, TestInstance};

/// Where the page's one button leads that stands out; nowhere where it has none.
async fn next(browser: &Browser<'_>) -> Vec<String> {
    let page = browser.get("/portal").await.expect(200);
    page.attributes("main .button-primary", "href")
}

/// The products whose first steps are shown, and those whose are open.
async fn shown(browser: &Browser<'_>) -> (Vec<String>, Vec<String>) {
    let page = browser.get("/portal").await.expect(200);
    let halves = |css: &str| page.attributes(css, "data-steps");
    (halves("#checklist details"), halves("#checklist details[open]"))
}

/// The first steps of one product, folded.
fn folded(product: &str) -> (Vec<String>, Vec<String>) {
    (vec![product.to_owned()], vec![])
}

#[tokio::test]
async fn one_next_step_stands_out_until_a_mention_fired() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    assert_eq!(next(&alice.browser).await, ["/servers"]);
    let acme = instance.server("Acme", &alice).await;
    assert_eq!(next(&alice.browser).await, ["/portal/webhooks/new"]);
    let hook = acme.webhook(&alice, &acme.general).await;
    let page = format!("/portal/webhooks/{}", hook.id());
    assert_eq!(next(&alice.browser).await, std::slice::from_ref(&page));
    hook.say("hello @alice", &[]).await.expect(200);
    assert_eq!(next(&alice.browser).await, std::slice::from_ref(&page));
    let sent = alice.browser.post(&format!("{page}/test"), &[]).await;
    sent.expect(303);
    assert!(next(&alice.browser).await.is_empty());
    assert_eq!(shown(&alice.browser).await, folded("sign-in"));
}

#[tokio::test]
async fn both_ways_are_open_until_one_was_begun() {
    let instance = TestInstance::open().await;
    let bob = instance.person_without_phone("bob").await;
    let open = async || {
        let page = bob.browser.get("/portal").await.expect(200);
        page.attributes("#checklist details[open]", "data-steps")
    };
    assert_eq!(open().await, ["posts", "sign-in"]);
    instance.server("Acme", &bob).await;
    assert_eq!(open().await, ["posts"]);
}

#[tokio::test]
async fn the_first_steps_stay_while_a_product_is_half_done() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let try_it = format!("/portal/apps/{}/try", app.id());
    assert_eq!(next(&alice.browser).await, std::slice::from_ref(&try_it));
    let acme = instance.server("Acme", &alice).await;
    let hook = acme.webhook(&alice, &acme.general).await;
    hook.say("@alice", &["users"]).await.expect(200);
    assert_eq!(next(&alice.browser).await, [try_it]);
    assert_eq!(shown(&alice.browser).await, (vec!["sign-in".to_owned()], vec!["sign-in".to_owned()]));
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(200);
    assert!(shown(&alice.browser).await.0.is_empty());
}

#[tokio::test]
async fn after_a_first_sign_in_the_steps_to_a_webhook_are_folded_until_one_was_begun() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(200);
    assert_eq!(shown(&alice.browser).await, folded("posts"));
    assert!(next(&alice.browser).await.is_empty());
    let acme = instance.server("Acme", &alice).await;
    acme.webhook(&alice, &acme.general).await;
    assert_eq!(shown(&alice.browser).await, (vec!["posts".to_owned()], vec!["posts".to_owned()]));
}

#[tokio::test]
async fn steps_that_are_done_do_not_come_back_when_the_logs_have_ended() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    acme.webhook(&alice, &acme.general).await;
    assert_eq!(shown(&alice.browser).await.1, ["posts"]);
    instance.clock.advance(Duration::from_secs(31 * 24 * 60 * 60));
    let later = instance.browser();
    let fields = [("login", "alice"), ("password", PASSWORD)];
    later.post("/sign-in", &fields).await.expect(303);
    assert_eq!(shown(&later).await, folded("sign-in"));
}

#[tokio::test]
async fn no_phone_is_asked_for_before_a_webhook() {
    let instance = TestInstance::open().await;
    let bob = instance.person_without_phone("bob").await;
    assert_eq!(next(&bob.browser).await, ["/servers"]);
    let acme = instance.server("Acme", &bob).await;
    assert_eq!(next(&bob.browser).await, ["/portal/webhooks/new"]);
    let hook = acme.webhook(&bob, &acme.general).await;
    hook.say("@bob", &["users"]).await.expect(200);
    assert_eq!(shown(&bob.browser).await, folded("sign-in"));
}

#[tokio::test]
async fn no_phone_is_asked_for_where_no_text_can_reach_it() {
    let instance = TestInstance::configured(|figment| figment.merge(("base_url", "http://chat.example.org"))).await;
    let bob = instance.person_without_phone("bob").await;
    assert_eq!(next(&bob.browser).await, ["/servers"]);
    let page = bob.browser.get("/portal").await;
    assert_eq!(page.all(".steps li").len(), 5);
}

#[tokio::test]
async fn an_empty_channel_shows_managers_how_to_fill_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let found = alice.browser.get(&format!("/channels/{}", acme.general.id)).await;
    assert_eq!(
        found.attributes(".empty a", "href"),
        [format!("/portal/webhooks/new?channel={}", acme.general.id), acme.settings("/invites")]
    );
    let found = bob.browser.get(&format!("/channels/{}", acme.general.id)).await;
    assert!(found.attributes(".empty a", "href").is_empty());
}

#[tokio::test]
async fn an_owner_of_apps_without_a_phone_reads_why_there_is_no_new_one() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.oauth_app(&alice, CALLBACK).await;
    let links = async || -> Vec<String> {
        let page = alice.browser.get("/portal").await.expect(200);
        page.attributes("[aria-labelledby=apps] .panel-head a", "href")
    };
    assert_eq!(links().await, ["/portal/apps/new"]);
    let gone = User::find(&instance.app.db, alice.id).await.unwrap();
    let mut gone = gone.unwrap().into_active_model();
    gone.phone = Set(None);
    gone.update(&*instance.app.db).await.unwrap();
    assert_eq!(links().await, ["/settings/phone?next=/portal"]);
    let page = alice.browser.get("/portal").await.expect(200);
    let why = "Creating another app needs a verified phone number.";
    assert_eq!(page.one("#needs-phone"), why);
}

#[tokio::test]
async fn a_page_after_the_last_app_or_webhook_leads_back_to_the_newest() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    instance.oauth_app(&alice, CALLBACK).await;
    for (query, list) in [("apps_before=1", "apps"), ("webhooks_before=1", "webhooks")] {
        let path = format!("/portal?{query}");
        let page = alice.browser.get(&path).await.expect(200);
        let empty = format!("[aria-labelledby={list}] .empty");
        assert!(page.one(&empty).contains("Nothing older"), "{list}");
        let back = page.attributes(&format!("{empty} a"), "href");
        assert_eq!(back, [format!("/portal#{list}")]);
    }
    let log = format!("/portal/webhooks/{}/deliveries", hook.id());
    let page = alice.browser.get(&format!("{log}?before=1")).await;
    let page = page.expect(200);
    assert!(page.one("main .empty").contains("Nothing older"));
    let back = page.attributes("main .empty a", "href");
    assert_eq!(back, [format!("{log}?")]);
    // The first page of a log that has nothing says so.
    let page = alice.browser.get(&log).await.expect(200);
    assert!(page.one("main .empty").contains("No deliveries yet"));
}

#[tokio::test]
async fn a_page_after_the_last_entry_of_a_log_says_that_nothing_is_older() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let log = acme.settings("/audit");
    let empty = async |query: &str| -> String {
        let page = alice.browser.get(&format!("{log}{query}")).await;
        page.expect(200).one("main .empty")
    };
    assert!(empty("?before=1").await.contains("Nothing older"));
    let none = empty("?action=server_renamed").await;
    assert!(none.contains("No entry matches this filter."), "{none}");
    let page = alice.browser.get("/settings/security/log?before=1").await;
    let page = page.expect(200);
    assert!(page.one("main .empty").contains("Nothing older"));
    let back = page.attributes("main .pager a", "href");
    assert_eq!(back, ["/settings/security/log"]);
}
