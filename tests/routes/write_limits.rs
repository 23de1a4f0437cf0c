//! Rate limits on what one account can do: forms of a user, and posts into a channel or server.

use std::time::Duration;

use rocket::figment::{Figment, map};
use rocket::http::{Header, Method};

use crate::support::{OAUTH_ENDPOINTS, OPEN_DOCUMENTS, TestInstance};

fn limited(kind: &'static str, burst: u32, per_minute: u32) -> impl FnOnce(Figment) -> Figment {
    move |figment| {
        figment
            .merge(("throttle.enabled", true))
            .merge((format!("throttle.{kind}").as_str(), map! { "burst" => burst, "per_minute" => per_minute }))
    }
}

/// Shows: throttles.writes
#[tokio::test]
async fn every_form_of_a_page_counts_as_a_write_of_the_signed_in_user() {
    let message = limited("message", 1, 1);
    let instance = TestInstance::configured(|figment| message(limited("write", 1, 1)(figment))).await;
    let alice = instance.person("alice").await;
    let session = alice.browser.cookie("portico").unwrap();
    alice.browser.post("/servers", &[]).await.expect(422);
    alice.browser.post("/channels/1/messages", &[]).await.expect(404);
    let mut walked = 0;
    for route in instance.client.rocket().routes() {
        let pattern = route.uri.origin.path().to_string();
        // Programs prove themselves otherwise, and have limits of their own.
        let are_endpoints = ["/webhooks/", "/hooks/", "/api/"];
        let is_endpoint = are_endpoints.iter().any(|start| pattern.starts_with(start))
            || OAUTH_ENDPOINTS.contains(&pattern.as_str())
            || OPEN_DOCUMENTS.contains(&pattern.as_str())
            || ["/csp-reports", "/leaks"].contains(&pattern.as_str());
        if route.method == Method::Get || is_endpoint {
            continue;
        }
        let path: Vec<&str> = pattern.split('/').map(|part| if part.starts_with('<') { "1" } else { part }).collect();
        let answer = instance
            .client
            .req(route.method, path.join("/"))
            .cookie(("portico", session.clone()))
            .header(Header::new("Sec-Fetch-Site", "same-origin"))
            .header(Header::new("Content-Length", "0"))
            .dispatch()
            .await;
        assert_eq!(answer.status().code, 429, "{} {pattern}", route.method);
        assert!(answer.headers().get_one("Retry-After").is_some(), "{pattern}");
        walked += 1;
    }
    assert!(walked > 30, "only {walked} routes were found");
    // Pages are still shown, and others go on.
    alice.browser.get("/servers").await.expect(200);
    let bob = instance.person("bob").await;
    bob.browser.post("/servers", &[]).await.expect(422);
    instance.clock.advance(Duration::from_secs(60));
    alice.browser.post("/servers", &[]).await.expect(422);
}

/// Shows: throttles.webhook-channel
#[tokio::test]
async fn posts_of_all_webhooks_of_a_channel_are_counted_together() {
    let instance = TestInstance::configured(limited("webhook_channel", 3, 60)).await;
    let (alice, acme, first) = instance.acme_with_webhook().await;
    let second = acme.webhook(&alice, &acme.general).await;
    let side = acme.channel("side").await;
    let elsewhere = acme.webhook(&alice, &side).await;
    first.say("1", &[]).await.expect(200);
    let answer = second.say("2", &[]).await.expect(200);
    assert_eq!(answer.header("RateLimit"), Some(r#""webhook_channel";r=1;t=2"#));
    first.say("3", &[]).await.expect(200);
    for hook in [&first, &second] {
        let refused = hook.say("4", &[]).await.expect(429);
        assert_eq!(refused.json()["code"], "rate_limited");
        assert_eq!(refused.header("Retry-After"), Some("1"));
        assert_eq!(refused.header("RateLimit"), Some(r#""webhook_channel";r=0;t=1"#));
        let policy = r#""webhook_channel";q=3;w=3"#;
        assert_eq!(refused.header("RateLimit-Policy"), Some(policy));
    }
    elsewhere.say("5", &[]).await.expect(200);
    // What is sent from the portal counts too.
    let test = format!("/portal/webhooks/{}/test", second.id());
    alice.browser.post(&test, &[]).await.expect(429);
    instance.clock.advance(Duration::from_secs(1));
    second.say("6", &[]).await.expect(200);
    assert_eq!(first.messages().await.len() + second.messages().await.len(), 4);
}

/// Shows: throttles.webhook-channel
#[tokio::test]
async fn posts_of_all_webhooks_of_a_server_are_counted_together() {
    let instance = TestInstance::configured(limited("webhook_server", 3, 60)).await;
    let (alice, acme, first) = instance.acme_with_webhook().await;
    let side = acme.channel("side").await;
    let second = acme.webhook(&alice, &side).await;
    let other = instance.server("Other", &alice).await;
    let elsewhere = other.webhook(&alice, &other.general).await;
    for hook in [&first, &second, &first] {
        hook.say("In time", &[]).await.expect(200);
    }
    let refused = second.say("Too fast", &[]).await.expect(429);
    assert_eq!(refused.json()["code"], "rate_limited");
    assert_eq!(refused.header("RateLimit"), Some(r#""webhook_server";r=0;t=1"#));
    elsewhere.say("Elsewhere", &[]).await.expect(200);
}

/// Shows: throttles.webhook-channel
#[tokio::test]
async fn posts_of_all_webhooks_of_a_creator_are_counted_together() {
    let instance = TestInstance::configured(limited("webhook_creator", 2, 60)).await;
    let (alice, acme, first) = instance.acme_with_webhook().await;
    let other = instance.server("Other", &alice).await;
    let second = other.webhook(&alice, &other.general).await;
    let bob = instance.person("bob").await;
    let manager = portico_rules::chat::permissions::Permissions::MANAGE_SERVER;
    acme.join_with(&bob, manager).await;
    let of_bob = acme.webhook(&bob, &acme.general).await;
    for hook in [&first, &second] {
        hook.say("In time", &[]).await.expect(200);
    }
    let refused = first.say("Too fast", &[]).await.expect(429);
    assert_eq!(refused.header("RateLimit"), Some(r#""webhook_creator";r=0;t=1"#));
    of_bob.say("Another's", &[]).await.expect(200);
}
