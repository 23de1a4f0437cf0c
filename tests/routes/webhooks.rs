//! `POST /webhooks/<app_id>/<token>`: what is stored, what is refused, and with which messages.

use portico_rules::chat::mentions::OptIn;
use portico_rules::ids;
use portico_rules::ids::MessageId;
use portico_rules::payload::Payload;
use portico_store::models::Webhook;
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;
use portico_store::models::webhooks::webhook::{AuthenticatedWebhook, WebhookChanges};
use portico_store::posting::{PostError, submit};
use rocket::futures::future::join_all;
use rocket::http::Method;
use serde_json::json;

use crate::support::{Answer, START, TestInstance, TestWebhook, problem};

/// Shows: webhook.stored
#[tokio::test]
async fn a_post_is_stored_and_answered_with_what_was_stored() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let answer = hook.post(json!({ "content": "Build 214 passed." })).await.expect(200);
    let kept = hook.messages().await.remove(0);
    assert!(answer.content_type.as_ref().unwrap().is_json());
    assert_eq!(
        answer.json(),
        json!({
            "message": {
                "id": kept.id,
                "channel_id": acme.general.id,
                "content": "Build 214 passed.",
                "name": "Builds",
                "avatar_url": format!("http://localhost:8000/avatars/webhook/{}", hook.id()),
                "created_at": "2026-01-01T00:00:00.000Z",
            },
            "mentions": { "fired": [], "silent": [] },
        })
    );
    assert_eq!(kept.content, "Build 214 passed.");
    assert_eq!(kept.channel_id, acme.general.id);
    assert_eq!(kept.webhook_id, Some(hook.id()));
    assert_eq!((kept.author_id, kept.name, kept.avatar_url), (None, None, None));
    assert!(kept.id > 0.into() && kept.id <= ids::MAX_ID.into());
    assert_eq!(instance.app.now(), START);
    drop(alice);
}

/// Shows: webhook.one-message-alone
#[tokio::test]
async fn name_and_avatar_act_for_that_message_alone() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let dressed = hook
        .post(json!({ "content": "a", "name": "  Deploys ", "avatarUrl": "https://example.org/a.png" }))
        .await
        .expect(200)
        .json();
    assert_eq!(dressed["message"]["name"], "Deploys");
    assert_eq!(dressed["message"]["avatar_url"], "https://example.org/a.png");
    let plain = hook.post(json!({ "content": "b" })).await.expect(200).json();
    assert_eq!(plain["message"]["name"], "Builds");
    let kept = hook.messages().await;
    assert_eq!(kept[0].name.as_deref(), Some("Deploys"));
    assert_eq!(kept[1].name, None);
    assert_eq!(hook.row().await.unwrap().name, "Builds");
}

/// Shows: webhook.lenient
#[tokio::test]
async fn null_means_absent_for_what_is_optional() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for body in [
        json!({ "content": "a", "name": null, "avatarUrl": null, "allowedMentions": null }),
        json!({ "content": "a", "allowedMentions": { "parse": null } }),
        json!({ "content": "a", "allowedMentions": {} }),
        json!({ "content": "a", "allowedMentions": { "parse": [] } }),
    ] {
        let answer = hook.post(body).await.expect(200).json();
        assert_eq!(answer["message"]["name"], "Builds");
    }
}

/// Shows: webhook.lenient
#[tokio::test]
async fn unknown_keys_and_query_parameters_are_ignored() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "a", "embeds": [{}], "tts": true, "allowedMentions": { "roles": [1] } });
    instance.post_json(&format!("{}?wait=true&x", hook.path), &[], body.to_string().as_bytes()).await.expect(200);
}

/// Shows: webhook.only-posts
#[tokio::test]
async fn one_trailing_slash_is_accepted() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = br#"{"content":"a"}"#;
    instance.post_json(&format!("{}/", hook.path), &[], body).await.expect(200);
    for path in [format!("{}//", hook.path), format!("{}/messages", hook.path)] {
        problem(instance.post_json(&path, &[], body).await, 404, "unknown_suffix");
    }
    for path in [
        format!("/webhooks//{}/{}", hook.id(), hook.token()),
        format!("/webhooks/{}", hook.id()),
        format!("/webhooks/{}/", hook.id()),
        "/webhooks/".to_owned(),
        "/webhooks".to_owned(),
    ] {
        problem(instance.post_json(&path, &[], body).await, 404, "unknown_webhook");
    }
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: webhook.only-posts
#[tokio::test]
async fn every_other_method_gets_405() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for method in
        [Method::Get, Method::Put, Method::Patch, Method::Delete, Method::Options, Method::Trace, Method::Head]
    {
        for path in [hook.path.clone(), "/webhooks/1/nonsense".into()] {
            let request = instance.client.req(method, path);
            let answer = Answer::read(request.dispatch().await).await.expect(405);
            assert_eq!(answer.header("Allow"), Some("POST"));
            if method == Method::Head {
                assert!(answer.bytes.is_empty());
            } else {
                problem(answer, 405, "method_not_allowed");
            }
        }
    }
    assert!(hook.row().await.is_some(), "a holder of the URL can post and nothing else");
}

/// Everything of an answer that a stranger sees.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    (answer.status, answer.headers.clone(), answer.bytes.clone())
}

/// Shows: webhook.one-answer
#[tokio::test]
async fn every_wrong_webhook_url_gets_the_same_response() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (id, token) = (hook.id(), hook.token().to_owned());
    let old = acme.webhook(&alice, &acme.general).await;
    Webhook::regenerate(&instance.app, alice.id, old.id()).await.unwrap();
    let paused = acme.webhook(&alice, &acme.general).await;
    Webhook::pause(&instance.app, alice.id, paused.id()).await.unwrap();
    let deleted = acme.webhook(&alice, &acme.general).await;
    Webhook::delete(&instance.app, alice.id, deleted.id(), "Builds").await.unwrap();
    let wrong: String = token.chars().rev().collect();
    let body = br#"{"content":"a"}"#;
    let expected = instance.post_json("/webhooks/1/x", &[], body).await;
    problem(instance.post_json("/webhooks/1/x", &[], body).await, 404, "unknown_webhook");
    for path in [
        format!("/webhooks/{}/{token}", instance.app.id::<i64>()),
        format!("/webhooks/{id}/{wrong}"),
        format!("/webhooks/{id}/{}", &token[..42]),
        format!("/webhooks/{id}/{token}0"),
        format!("/webhooks/{id}/{}", token.to_lowercase()),
        format!("/webhooks/{id}/{}", "x".repeat(2_000)),
        format!("/webhooks/{id}/%00%ff"),
        format!("/webhooks/0{id}/{token}"),
        format!("/webhooks/+{id}/{token}"),
        format!("/webhooks/-{id}/{token}"),
        format!("/webhooks/{id}.0/{token}"),
        format!("/webhooks/name/{token}"),
        format!("/webhooks/0/{token}"),
        format!("/webhooks/9007199254740992/{token}"),
        format!("/webhooks/9223372036854775808/{token}"),
        format!("/webhooks/{}/{token}", old.id()),
        old.path.clone(),
        paused.path.clone(),
        deleted.path.clone(),
    ] {
        let answer = instance.post_json(&path, &[], body).await;
        assert_eq!(seen(&answer), seen(&expected), "{path}");
    }
    assert!(hook.messages().await.is_empty() && paused.messages().await.is_empty());
}

/// Shows: webhook.one-answer
#[tokio::test]
async fn an_unknown_url_is_refused_before_the_body_is_checked() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, _hook) = instance.acme_with_webhook().await;
    let request = instance.client.post("/webhooks/1/x").body("not JSON");
    problem(Answer::read(request.dispatch().await).await, 404, "unknown_webhook");
}

/// Shows: webhook.no-request
#[tokio::test]
async fn the_server_never_fetches_an_avatar() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/a.png", listener.local_addr().unwrap());
    hook.post(json!({ "content": url, "avatarUrl": url })).await.expect(200);
    hook.instance.app.log.settled().await;
    assert!(listener.accept().is_err(), "a user asked for the picture");
}

/// Shows: webhook.stored
#[tokio::test]
async fn markup_is_stored_as_it_was_sent() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let text = "<script>alert(1)</script> & \"'{{ 7 * 7 }}";
    let answer = hook.post(json!({ "content": text, "name": "<b>x</b>" })).await.expect(200);
    assert_eq!(answer.json()["message"]["content"], text);
    assert_eq!(answer.json()["message"]["name"], "<b>x</b>");
    assert_eq!(hook.messages().await[0].content, text);
}

/// Shows: webhook.too-fast
#[tokio::test]
async fn posts_are_limited_by_webhook_and_refused_ones_are_not_stored() {
    let instance = TestInstance::configured(|figment| {
        let webhook = rocket::figment::map! { "burst" => 2, "per_minute" => 30 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.webhook", webhook))
    })
    .await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    let first = hook.post(json!({ "content": "a" })).await.expect(200);
    assert_eq!(first.header("RateLimit"), Some("\"webhook\";r=1;t=2"));
    assert_eq!(first.header("RateLimit-Policy"), Some("\"webhook\";q=2;w=4"));
    // A refused body counts too.
    let second = hook.post(json!({})).await.expect(400);
    assert_eq!(second.header("RateLimit"), Some("\"webhook\";r=0;t=4"));
    let third = hook.post(json!({ "content": "c" })).await;
    assert_eq!(third.header("Retry-After"), Some("2"));
    assert_eq!(third.header("RateLimit"), Some("\"webhook\";r=0;t=2"));
    assert!(third.header("RateLimit-Policy").is_some());
    assert_eq!(third.header("Via"), Some("1.1 portico"));
    problem(third, 429, "rate_limited");
    assert_eq!(hook.messages().await.len(), 1);
    other.post(json!({ "content": "a" })).await.expect(200);
    instance.clock.advance(std::time::Duration::from_secs(2));
    hook.post(json!({ "content": "d" })).await.expect(200);
}

/// Shows: webhook.too-fast
#[tokio::test]
async fn every_response_of_a_known_webhook_has_rate_limit_headers() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for answer in [
        hook.post(json!({ "content": "a" })).await.expect(200),
        hook.post(json!({})).await.expect(400),
        hook.post_with(&[], "x".repeat(70_000)).await.expect(413),
    ] {
        assert!(answer.header("RateLimit").is_some());
        assert!(answer.header("RateLimit-Policy").is_some());
        assert_eq!(answer.header("Cache-Control"), Some("no-store"));
    }
}

/// Shows: webhook.unavailable
#[tokio::test]
async fn without_its_database_it_is_unavailable_for_a_while() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    instance.app.db.close().await.unwrap();
    let answer = hook.post(json!({ "content": "a" })).await;
    assert_eq!(answer.header("Retry-After"), Some("2"));
    let document = problem(answer, 503, "unavailable");
    assert!(!document.to_string().contains("pool"));
}

/// Shows: webhook.moved
#[tokio::test]
async fn a_post_goes_where_the_webhook_was_moved_to() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let builds = acme.channel("builds").await;
    let changes = WebhookChanges {
        channel_id: Some(&builds.id.to_string()),
        name: Some("Builds"),
        avatar: Ok(None),
        remove_avatar: false,
    };
    Webhook::edit(&instance.app, alice.id, hook.id(), changes).await.unwrap();
    let answer = hook.post(json!({ "content": "a" })).await.expect(200);
    assert_eq!(answer.json()["message"]["channel_id"], builds.id.get());
}

/// Posts that take every way there is: as they are, judged for a mention, and under a key.
fn ways() -> [(Payload, Option<IdempotencyKey>); 3] {
    let payload = |content: &str, opt_in: OptIn| Payload {
        content: content.into(),
        allowed_mentions: opt_in.into(),
        ..Payload::default()
    };
    [
        (payload("late", OptIn::NOTHING), None),
        (payload("late, @all", OptIn::EVERYTHING), None),
        (payload("late", OptIn::NOTHING), IdempotencyKey::read("late", "{}")),
    ]
}

/// Panics unless none of them is stored any more, and each is told what an unknown address is.
async fn expect_none_stored(hook: &TestWebhook<'_>, shown: &AuthenticatedWebhook) {
    for (payload, key) in ways() {
        let outcome = submit(&hook.instance.app, &hook.instance.app.posts, shown, &payload, key).await;
        assert!(matches!(outcome, Err(PostError::UnknownWebhook)), "{payload:?}");
    }
    assert!(hook.messages().await.is_empty());
}

/// Shows: webhook.regenerated
#[tokio::test]
async fn a_post_that_was_let_in_before_a_regenerate_is_not_stored_after_it() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let id = hook.id().to_string();
    let shown = instance.app.posts.authenticate(&instance.app, &id, hook.token()).await.unwrap().unwrap();
    Webhook::regenerate(&instance.app, alice.id, hook.id()).await.unwrap();
    expect_none_stored(&hook, &shown).await;
}

/// Shows: webhook.paused-or-deleted
#[tokio::test]
async fn a_post_that_was_let_in_before_a_pause_or_a_deletion_is_not_stored_after_it() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let id = hook.id().to_string();
    let shown = instance.app.posts.authenticate(&instance.app, &id, hook.token()).await.unwrap().unwrap();
    Webhook::pause(&instance.app, alice.id, hook.id()).await.unwrap();
    expect_none_stored(&hook, &shown).await;
    Webhook::delete(&instance.app, alice.id, hook.id(), "Builds").await.unwrap();
    expect_none_stored(&hook, &shown).await;
}

/// Shows: webhook.moved
#[tokio::test]
async fn a_post_that_was_let_in_before_a_move_goes_where_the_webhook_is_now() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let id = hook.id().to_string();
    let shown = instance.app.posts.authenticate(&instance.app, &id, hook.token()).await.unwrap().unwrap();
    let builds = acme.channel("builds").await;
    let changes = WebhookChanges {
        channel_id: Some(&builds.id.to_string()),
        name: Some("Builds"),
        avatar: Ok(None),
        remove_avatar: false,
    };
    Webhook::edit(&instance.app, alice.id, hook.id(), changes).await.unwrap();
    for (payload, key) in ways() {
        submit(&instance.app, &instance.app.posts, &shown, &payload, key).await.unwrap();
    }
    let kept = hook.messages().await;
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().all(|message| message.channel_id == builds.id));
}

/// Shows: webhook.regenerated
#[tokio::test]
async fn among_posts_in_full_flow_none_is_stored_after_a_regenerate_is_answered() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let posts = join_all((0..40).map(|n| hook.post(json!({ "content": format!("{n}") }))));
    let regenerate = async {
        Webhook::regenerate(&instance.app, alice.id, hook.id()).await.unwrap();
        hook.messages().await.len()
    };
    let (answers, stored_by_then) = rocket::tokio::join!(posts, regenerate);
    let stored = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(answers.iter().all(|answer| matches!(answer.status, 200 | 404)));
    assert_eq!(hook.messages().await.len(), stored);
    assert_eq!(stored, stored_by_then);
    hook.post(json!({ "content": "late" })).await.expect(404);
}

#[tokio::test]
async fn simultaneous_posts_are_all_stored_under_ids_of_their_own() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let answers = join_all((0..50).map(|n| hook.post(json!({ "content": format!("{n}") })))).await;
    let mut ids: Vec<MessageId> =
        answers.into_iter().map(|answer| answer.expect(200).json()["message"]["id"].as_i64().unwrap().into()).collect();
    ids.sort_unstable();
    ids.dedup();
    let kept: Vec<MessageId> = hook.messages().await.iter().map(|message| message.id).collect();
    assert_eq!(kept, ids);
    assert_eq!(ids.len(), 50);
}

/// Shows: cross-site.webhooks
#[tokio::test]
async fn a_cross_site_page_gains_nothing_from_posting() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    // The address is the only credential, so a page of another site may use it, but reads no answer.
    let answer = hook
        .post_with(&[("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")], r#"{"content":"a"}"#)
        .await
        .expect(200);
    assert_eq!(answer.header("Access-Control-Allow-Origin"), None);
}
