//! If one response hides what was wrong, the work behind it is the same as well: the same statements in the same order.

use std::cell::Cell;
use std::net::IpAddr;
use std::thread::available_parallelism;

use portico_crypto::passwords::Caller;
use portico_crypto::tokens::Plain;
use portico_store::models::Webhook;
use rocket::futures::future::{join, join_all};
use serde_json::json;

use crate::support::{CALLBACK, PASSWORD, TestInstance};

/// Shows: passwords.same-work
#[tokio::test]
async fn an_unknown_name_costs_what_a_wrong_password_does() {
    let (instance, statements) = TestInstance::heard().await;
    let alice = instance.person("alice").await;
    let phone = alice.phone.clone().unwrap();
    for (known, unknown) in [("alice", "nobody"), (phone.as_str(), "+4915199999999")] {
        let mut costs = Vec::new();
        for login in [known, unknown] {
            statements.taken();
            let fields = [("login", login), ("password", "wrong")];
            instance.browser().post("/sign-in", &fields).await.expect(422);
            costs.push(statements.taken());
        }
        assert!(!costs[0].is_empty());
        assert_eq!(costs[0], costs[1], "{unknown}");
    }
    let fields = [("login", "alice"), ("password", PASSWORD)];
    instance.browser().post("/sign-in", &fields).await.expect(303);
}

/// Shows: passwords.same-work
#[tokio::test]
async fn a_sign_in_waits_for_the_hashing() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    let closed = instance.person("carol").await;
    assert!(closed.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    let cores = available_parallelism().map_or(1, usize::from);
    for (login, password) in [
        ("alice", "wrong"),
        ("nobody", PASSWORD),
        ("+4915199999999", PASSWORD),
        ("carol", PASSWORD),
        ("carol", "wrong"),
    ] {
        let hashed = Cell::new(0);
        let (instance, hashed) = (&instance, &hashed);
        let others = join_all((0..cores * 3).map(|number| async move {
            // Each from a network of its own, since these take turns.
            let caller = Caller::Stranger(IpAddr::from([192, 0, 2, number as u8]));
            let other = Plain::from("someone else's");
            instance.app.passwords.hash(&other, caller).await.unwrap();
            hashed.set(hashed.get() + 1);
        }));
        let asked = async {
            let fields = [("login", login), ("password", password)];
            instance.browser().post("/sign-in", &fields).await.expect(422);
            hashed.get()
        };
        let (_, before) = join(others, asked).await;
        // They are hashed in turn, one a core: who came last saw all but those of one turn done.
        assert!(before >= cores * 2, "{login}: {before} of {}", cores * 3);
    }
}

/// Shows: token.same-work
#[tokio::test]
async fn an_unknown_app_costs_what_a_wrong_secret_does() {
    let (instance, statements) = TestInstance::heard().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    // A busy app is remembered, and is not told from one that never was by that either.
    app.exchange("x").await.expect(400);
    instance.app.settled().await;
    let mut costs = Vec::new();
    for client_id in [app.id().get(), 7] {
        statements.taken();
        let wrong = json!({ "client_id": client_id, "client_secret": other.secret });
        app.exchange_with("x", wrong).await.expect(401);
        costs.push(statements.taken());
    }
    assert!(!costs[0].is_empty());
    assert_eq!(costs[0], costs[1]);
    // With what could be a code, which is looked up for the app's log.
    let code = format!("7.{}", "A".repeat(43));
    let mut costs = Vec::new();
    for client_id in [app.id().get(), 7] {
        statements.taken();
        let wrong = json!({ "client_id": client_id, "client_secret": other.secret });
        app.exchange_with(&code, wrong).await.expect(401);
        costs.push(statements.taken());
    }
    assert_eq!(costs[0].len(), 2);
    assert_eq!(costs[0], costs[1]);
}

/// Shows: token.same-work
#[tokio::test]
async fn by_form_an_unknown_app_costs_what_a_wrong_or_missing_secret_does() {
    let (instance, statements) = TestInstance::heard().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    let (id, secret) = (app.id().to_string(), Some(&*other.secret));
    for path in ["/oauth/token", "/oauth/revoke", "/oauth/introspect"] {
        for secret in [secret, None] {
            let mut costs = Vec::new();
            for client_id in [&*id, "7", "x"] {
                statements.taken();
                let mut fields = vec![("client_id", client_id), ("token", "x")];
                fields.extend(app.form_of("1.x"));
                fields.extend(secret.map(|secret| ("client_secret", secret)));
                instance.form(path, &fields).await.expect(401);
                costs.push(statements.taken());
            }
            assert!(!costs[0].is_empty());
            assert!(costs.windows(2).all(|pair| pair[0] == pair[1]), "{costs:?}");
        }
    }
}

/// Shows: userinfo.same-work
#[tokio::test]
async fn an_unknown_access_token_costs_what_a_wrong_one_does() {
    let (instance, statements) = TestInstance::heard().await;
    let (alice, app) = instance.alice_with_app().await;
    let token = app.access_token(&alice, "openid").await;
    let secret = "A".repeat(43);
    let wrong = format!("{}.{secret}", token.split_once('.').unwrap().0);
    instance.app.settled().await;
    let mut costs = Vec::new();
    for token in [&wrong, &format!("portico_at_7.{secret}")] {
        statements.taken();
        instance.userinfo(token).await.expect(401);
        costs.push(statements.taken());
    }
    assert!(!costs[0].is_empty());
    assert_eq!(costs[0], costs[1]);
}

/// Shows: webhook.same-work
#[tokio::test]
async fn every_wrong_webhook_url_costs_the_same_work() {
    let (instance, statements) = TestInstance::heard().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let paused = acme.webhook(&alice, &acme.general).await;
    Webhook::pause(&instance.app, alice.id, paused.id()).await.unwrap();
    hook.say("x", &[]).await.expect(200);
    instance.app.settled().await;
    let mut costs = Vec::new();
    for path in [
        "/webhooks/7/x".to_owned(),
        "/webhooks/name/x".to_owned(),
        format!("/webhooks/{}/{}", hook.id(), paused.token()),
        format!("/webhooks/7/{}", hook.token()),
        paused.path.clone(),
        // What follows the token is looked at after the token.
        format!("/webhooks/7/{}/slak", hook.token()),
        format!("/webhooks/{}/{}/slak", hook.id(), paused.token()),
        format!("{}/a/b/c/d/e", paused.path),
    ] {
        statements.taken();
        instance.post_json(&path, &[], br#"{"content":"x"}"#).await.expect(404);
        costs.push(statements.taken());
    }
    assert_eq!(costs[0].len(), 1);
    assert!(costs.windows(2).all(|pair| pair[0] == pair[1]), "{costs:#?}");
}
