//! `/portal`: the first steps of users who have created nothing yet.

use crate::support::{Browser, CALLBACK, TestApp};

/// Where the page's one button leads that stands out; nowhere where it has none.
async fn next(browser: &Browser<'_>) -> Vec<String> {
    let page = browser.get("/portal").await.expect(200);
    page.attributes("main .button-primary", "href")
}

#[rocket::async_test]
async fn one_next_step_stands_out_until_the_first_message_is_posted() {
    let house = TestApp::open().await;
    let bob = house.person_without_phone("bob").await;
    assert_eq!(next(&bob.browser).await, ["/settings/phone"]);
    let alice = house.person("alice").await;
    assert_eq!(next(&alice.browser).await, ["/servers"]);
    let acme = house.server("Acme", &alice).await;
    assert_eq!(next(&alice.browser).await, ["/portal/webhooks/new"]);
    let hook = acme.webhook(&alice, &acme.general).await;
    let page = format!("/portal/webhooks/{}", hook.id());
    assert_eq!(next(&alice.browser).await, [page]);
    hook.say("hello", &[]).await.expect(200);
    assert!(next(&alice.browser).await.is_empty());
    let page = alice.browser.get("/portal").await;
    assert!(page.all("#first-steps").is_empty());
}

#[rocket::async_test]
async fn the_phone_step_can_be_skipped() {
    let house = TestApp::open().await;
    let bob = house.person_without_phone("bob").await;
    let links = async || {
        let page = bob.browser.get("/portal").await;
        page.attributes("main section a", "href")
    };
    assert_eq!(links().await, ["/settings/phone", "/servers"]);
    let acme = house.server("Acme", &bob).await;
    assert_eq!(links().await, ["/settings/phone", "/portal/webhooks/new"]);
    let hook = acme.webhook(&bob, &acme.general).await;
    assert!(
        links()
            .await
            .contains(&format!("/portal/webhooks/{}", hook.id()))
    );
}

#[rocket::async_test]
async fn no_phone_is_asked_for_where_no_text_can_reach_it() {
    let house =
        TestApp::configured(|figment| figment.merge(("base_url", "http://chat.example.org"))).await;
    let bob = house.person_without_phone("bob").await;
    assert_eq!(next(&bob.browser).await, ["/servers"]);
    let page = bob.browser.get("/portal").await;
    assert_eq!(page.all(".steps li").len(), 3);
}

#[rocket::async_test]
async fn users_with_an_app_are_led_to_a_server_before_a_webhook() {
    let house = TestApp::open().await;
    let alice = house.person("alice").await;
    house.oauth_app(&alice, CALLBACK).await;
    let links = async || {
        let page = alice.browser.get("/portal").await;
        assert!(page.all("#first-steps").is_empty());
        page.attributes("main .empty a", "href")
    };
    assert_eq!(links().await, ["/servers"]);
    house.server("Acme", &alice).await;
    assert_eq!(links().await, ["/portal/webhooks/new"]);
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
