//! Pictures in a payload: none can be another URL of this origin.

use portico_store::models::messages::message;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

use crate::support::{TestInstance, pointers, problem};

const BAIT: &str = "http://localhost:8000/oauth/authorize?client_id=1&prompt=none";

/// Shows: webhook.own-pictures
#[tokio::test]
async fn a_picture_on_this_origin_is_one_of_ours_or_refused() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    for bait in [
        BAIT,
        "http://LOCALHOST:8000/inbox",
        "http://localhost.:8000/inbox",
        "http://127.0.0.1:8000/inbox/events",
        "http://[::1]:8000/inbox",
        "http://u@localhost:8000/avatars/user/7",
        "http://localhost:8000/avatars/../inbox",
        "http://localhost:8000/avatars/%2e%2E/inbox",
        "http://localhost:8000/avatars/..%2Finbox",
    ] {
        let refused = hook.post(json!({ "content": "a", "avatarUrl": bait })).await;
        let refused = problem(refused, 400, "invalid_request");
        assert_eq!(pointers(&refused), ["/avatarUrl"], "{bait}");
    }
    for fine in [
        "http://localhost:8000/avatars/user/7",
        "http://localhost:8000/avatars/webhook/7?v=1",
        "http://localhost:9000/a.png",
        "https://pics.example/oauth/authorize",
    ] {
        let stored = hook.post(json!({ "content": "a", "avatarUrl": fine }));
        assert_eq!(stored.await.expect(200).json()["message"]["avatar_url"], fine);
    }
}

/// Shows: webhook.own-pictures
#[tokio::test]
async fn a_picture_that_was_stored_before_is_not_shown() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": format!("@<{}> look", alice.id), "avatarUrl": "https://pics.example/a.png",
        "allowedMentions": { "parse": ["users"] } }))
        .await
        .expect(200);
    message::Entity::update_many()
        .col_expr(message::Column::AvatarUrl, Expr::value(BAIT))
        .filter(message::Column::WebhookId.eq(hook.id()))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    for path in [format!("/channels/{}", acme.general.id), "/inbox".into()] {
        let page = alice.browser.get(&path).await.expect(200);
        let pictures = page.attributes("img", "src");
        let generated = format!("/avatars/webhook/{}", hook.id());
        assert!(pictures.contains(&generated), "{path}: {pictures:?}");
        assert!(pictures.iter().all(|picture| !picture.contains("/oauth/")));
    }
}
