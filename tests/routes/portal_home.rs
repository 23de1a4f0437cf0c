//! `/portal`: the first steps of users who have created nothing yet.

use std::time::Duration;

use crate::support::{Browser, CALLBACK, PASSWORD, TestApp};

/// Where the page's one button leads that stands out; nowhere where it has none.
async fn next(browser: &Browser<'_>) -> Vec<String> {
    let page = browser.get("/portal").await.expect(200);
    page.attributes("main .button-primary", "href")
}

/// Whether the first steps are shown.
async fn are_shown(browser: &Browser<'_>) -> bool {
    let page = browser.get("/portal").await.expect(200);
    !page.all("#first-steps").is_empty()
}

#[rocket::async_test]
async fn one_next_step_stands_out_until_a_mention_fired() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    assert_eq!(next(&alice.browser).await, ["/servers"]);
    let acme = house.server("Acme", &alice).await;
    assert_eq!(next(&alice.browser).await, ["/portal/webhooks/new"]);
    let hook = acme.webhook(&alice, &acme.general).await;
    let page = format!("/portal/webhooks/{}", hook.id());
    assert_eq!(next(&alice.browser).await, std::slice::from_ref(&page));
    hook.say("hello @alice", &[]).await.expect(200);
    assert_eq!(next(&alice.browser).await, std::slice::from_ref(&page));
    let sent = alice.browser.post(&format!("{page}/test"), &[]).await;
    sent.expect(303);
    assert!(next(&alice.browser).await.is_empty());
    assert!(!are_shown(&alice.browser).await);
}

#[rocket::async_test]
async fn both_ways_are_open_until_one_was_begun() {
    let house = TestApp::open().await;
    let bob = house.person_without_phone("bob").await;
    let open = async || {
        let page = bob.browser.get("/portal").await.expect(200);
        page.attributes("#checklist details[open]", "data-steps")
    };
    assert_eq!(open().await, ["posts", "sign-in"]);
    house.server("Acme", &bob).await;
    assert_eq!(open().await, ["posts"]);
}

#[rocket::async_test]
async fn the_first_steps_stay_while_a_product_is_half_done() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let try_it = format!("/portal/apps/{}/try", app.id());
    assert_eq!(next(&alice.browser).await, std::slice::from_ref(&try_it));
    let acme = house.server("Acme", &alice).await;
    let hook = acme.webhook(&alice, &acme.general).await;
    hook.say("@alice", &["users"]).await.expect(200);
    assert_eq!(next(&alice.browser).await, [try_it]);
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(200);
    assert!(!are_shown(&alice.browser).await);
}

#[rocket::async_test]
async fn a_first_sign_in_ends_the_first_steps_of_who_began_no_webhook() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let app = house.oauth_app(&alice, CALLBACK).await;
    let code = app.code_for(&alice).await;
    app.exchange(&code).await.expect(200);
    assert!(!are_shown(&alice.browser).await);
    let acme = house.server("Acme", &alice).await;
    acme.webhook(&alice, &acme.general).await;
    assert!(are_shown(&alice.browser).await);
}

#[rocket::async_test]
async fn the_first_steps_do_not_come_back_when_the_logs_have_ended() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    acme.webhook(&alice, &acme.general).await;
    assert!(are_shown(&alice.browser).await);
    house.clock.advance(Duration::from_secs(31 * 24 * 60 * 60));
    let later = house.browser();
    let fields = [("login", "alice"), ("password", PASSWORD)];
    later.post("/sign-in", &fields).await.expect(303);
    assert!(!are_shown(&later).await);
}

#[rocket::async_test]
async fn no_phone_is_asked_for_before_a_webhook() {
    let house = TestApp::open().await;
    let bob = house.person_without_phone("bob").await;
    assert_eq!(next(&bob.browser).await, ["/servers"]);
    let acme = house.server("Acme", &bob).await;
    assert_eq!(next(&bob.browser).await, ["/portal/webhooks/new"]);
    let hook = acme.webhook(&bob, &acme.general).await;
    hook.say("@bob", &["users"]).await.expect(200);
    assert!(!are_shown(&bob.browser).await);
}

#[rocket::async_test]
async fn no_phone_is_asked_for_where_no_text_can_reach_it() {
    let house =
        TestApp::configured(|figment| figment.merge(("base_url", "http://chat.example.org"))).await;
    let bob = house.person_without_phone("bob").await;
    assert_eq!(next(&bob.browser).await, ["/servers"]);
    let page = bob.browser.get("/portal").await;
    assert_eq!(page.all(".steps li").len(), 5);
}

#[rocket::async_test]
async fn an_empty_channel_shows_managers_how_to_fill_it() {
    let house = TestApp::open().await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let found = alice
        .browser
        .get(&format!("/channels/{}", acme.general.id))
        .await;
    assert_eq!(
        found.attributes(".empty a", "href"),
        [
            format!("/portal/webhooks/new?channel={}", acme.general.id),
            acme.settings("/invites")
        ]
    );
    let found = bob
        .browser
        .get(&format!("/channels/{}", acme.general.id))
        .await;
    assert!(found.attributes(".empty a", "href").is_empty());
}
