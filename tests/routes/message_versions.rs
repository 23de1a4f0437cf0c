//! Edited messages: the mark on the page, and what they said before.

use portico_store::models::Channel;
use portico_store::models::messages::{message, version};
use portico_store::models::servers::member;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter};
use serde_json::json;

use crate::support::{TestInstance, TestWebhook};
use portico_rules::ids::MessageId;

const EDITED_AT: i64 = 1_767_225_661_234;

impl TestWebhook<'_> {
    /// Posts a message and edits it as often as there are further texts; returns its id.
    async fn post_and_edit(&self, instance: &TestInstance, first: &str, texts: &[&str]) -> MessageId {
        let answer = self.say(first, &[]).await.expect(200).json();
        let id = answer["message"]["id"].as_i64().unwrap();
        let mut before = first;
        for (edit, text) in (0..).zip(texts) {
            let edited_at = EDITED_AT + edit * 60_000;
            let earlier = version::Model {
                message_id: id.into(),
                edited_at,
                content: before.to_owned(),
                spans: None,
                cards: Some(json!([{ "title": format!("card of {before}") }]).to_string()),
                name: None,
            };
            let earlier = earlier.into_active_model();
            earlier.insert(&*instance.app.db).await.unwrap();
            message::Entity::update_many()
                .col_expr(message::Column::Content, Expr::value(*text))
                .col_expr(message::Column::EditedAt, Expr::value(edited_at))
                .filter(message::Column::Id.eq(id))
                .exec(&*instance.app.db)
                .await
                .unwrap();
            before = text;
        }
        id.into()
    }
}

fn path(channel: &Channel, message_id: MessageId) -> String {
    format!("/channels/{}/messages/{message_id}/versions", channel.id)
}

#[tokio::test]
async fn an_edited_message_says_so_with_the_time() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.say("never edited", &[]).await.expect(200);
    let id = hook.post_and_edit(&instance, "one", &["two"]).await;
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".message-edited"), ["edited"]);
    let mark = format!("#message-{id} .message-edited time");
    assert_eq!(page.attributes(&mark, "datetime"), ["2026-01-01T00:01:01Z"]);
    assert_eq!(page.attributes(&mark, "title"), ["1 Jan 2026, 00:01:01 UTC"]);
}

#[tokio::test]
async fn those_who_manage_the_server_see_what_it_said_before() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let id = hook.post_and_edit(&instance, "one", &["two", "three"]).await;
    let page = alice.feed(&acme.general).await;
    let link = page.attributes(".message-edited a", "href");
    assert_eq!(link, [path(&acme.general, id)]);
    let page = alice.browser.get(&link[0]).await.expect(200);
    assert_eq!(page.all(".content"), ["three", "two", "one"]);
    assert_eq!(page.all(".message-card"), ["card of two", "card of one"]);
    let times = page.attributes(".inbox-place time", "datetime");
    let [first, second] = ["2026-01-01T00:01:01Z", "2026-01-01T00:02:01Z"];
    assert_eq!(times, [second, second, first]);
}

/// Shows: access.no-permission
#[tokio::test]
async fn other_members_see_the_mark_and_no_versions() {
    let instance = TestInstance::open().await;
    let (_, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    let id = hook.post_and_edit(&instance, "one", &["two"]).await;
    let page = bob.feed(&acme.general).await;
    assert_eq!(page.all(".message-edited"), ["edited"]);
    assert_eq!(page.all(".message-edited a"), [""; 0]);
    let answer = bob.browser.get(&path(&acme.general, id)).await.expect(403);
    assert_eq!(answer.all(".content"), [""; 0]);
}

/// Shows: access.stranger, access.just-left
#[tokio::test]
async fn there_are_no_versions_for_strangers_and_in_other_channels() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let mallory = instance.person("mallory").await;
    let side = acme.channel("side").await;
    let id = hook.post_and_edit(&instance, "one", &["two"]).await;
    let versions = path(&acme.general, id);
    mallory.browser.get(&versions).await.expect(404);
    alice.browser.get(&path(&side, id)).await.expect(404);
    for odd in ["0", "x", "007", "1"] {
        let odd = format!("/channels/{}/messages/{odd}/versions", acme.general.id);
        alice.browser.get(&odd).await.expect(404);
    }
    member::Entity::delete_by_id((acme.id(), alice.id)).exec(&*instance.app.db).await.unwrap();
    alice.browser.get(&versions).await.expect(404);
}

#[tokio::test]
async fn a_message_that_was_not_edited_has_one_version() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let id = hook.post_and_edit(&instance, "one", &[]).await;
    let page = alice.browser.get(&path(&acme.general, id)).await;
    assert_eq!(page.expect(200).all(".content"), ["one"]);
}
