//! `/channels/<id>/events`: edits and deletions, on a real connection.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::MessageId;
use portico_store::models::Channel;
use portico_store::models::messages::message;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::support::{ListeningNode, Person, TestInstance};

fn events(channel: &Channel) -> String {
    format!("/channels/{}/events", channel.id)
}

impl ListeningNode {
    async fn edit(&self, channel: &Channel, id: MessageId, content: &str) {
        message::Entity::update_many()
            .col_expr(message::Column::Content, Expr::value(content))
            .col_expr(message::Column::EditedAt, Expr::value(self.app.now()))
            .filter(message::Column::Id.eq(id))
            .exec(&*self.app.db)
            .await
            .unwrap();
        self.app.live.changed(channel.id, id);
    }

    async fn delete(&self, channel: &Channel, id: MessageId) {
        message::Entity::delete_by_id(id).exec(&*self.app.db).await.unwrap();
        self.app.live.changed(channel.id, id);
    }
}

#[tokio::test]
async fn an_open_page_gets_an_edited_message_as_the_page_shows_it() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let said = served.say(&alice, &acme.general, "before").await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.edit(&acme.general, said.id, "after").await;
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "update");
    assert_eq!(event.id, "");
    let page = alice.feed(&acme.general).await;
    assert!(page.text().contains(&event.data), "{}", event.data);
    assert!(event.data.contains("after") && event.data.contains("data-edited"));
}

#[tokio::test]
async fn an_edited_message_is_marked_as_a_mention_for_those_alone_whom_it_reached() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join(&carol).await;
    let early = served.say(&alice, &acme.general, "@all early").await;
    instance.clock.advance(Duration::from_secs(1));
    acme.join(&bob).await;
    let late = served.say(&alice, &acme.general, "@all late").await;
    for (said, reached) in [(&early, [false, true]), (&late, [true, true])] {
        for (person, is_reached) in [&bob, &carol].into_iter().zip(reached) {
            let mut stream = served.listen(person, &events(&acme.general)).await;
            served.edit(&acme.general, said.id, "@all edited").await;
            let event = stream.next().await.unwrap();
            assert_eq!(event.name, "update");
            let is_marked = event.data.contains("mentions-me");
            assert_eq!(is_marked, is_reached, "{}: {}", person.nickname, event.data);
        }
    }
}

#[tokio::test]
async fn an_open_page_gets_the_id_of_a_deleted_message() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let said = served.say(&alice, &acme.general, "gone soon").await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.delete(&acme.general, said.id).await;
    let event = stream.next().await.unwrap();
    assert_eq!((event.name.as_str(), event.data.trim()), ("remove", said.id.to_string().as_str()));
}

#[tokio::test]
async fn new_messages_still_arrive_after_a_change() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let said = served.say(&alice, &acme.general, "one").await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.edit(&acme.general, said.id, "edited").await;
    assert_eq!(stream.next().await.unwrap().name, "update");
    let next = served.say(&alice, &acme.general, "two").await;
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "message");
    assert_eq!(event.id, next.id.to_string());
}

/// The address of the stream of a page that was just loaded from this node.
async fn events_of_page(served: &ListeningNode, person: &Person<'_>, channel: &Channel) -> String {
    let path = format!("/channels/{}", channel.id);
    let page = served.get(person, &path, &[]).await.text().await.unwrap();
    let (_, rendered) = page.split_once("data-rendered=\"").unwrap();
    let (rendered, _) = rendered.split_once('"').unwrap();
    format!("{}?rendered={rendered}", events(channel))
}

#[tokio::test]
async fn what_changed_between_a_page_and_its_stream_is_sent_first() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let side = acme.channel("side").await;
    let edited = served.say(&alice, &acme.general, "before").await;
    let deleted = served.say(&alice, &acme.general, "gone soon").await;
    let elsewhere = served.say(&alice, &side, "elsewhere").await;
    served.edit(&acme.general, edited.id, "early").await;
    instance.clock.advance(Duration::from_millis(1));
    let address = events_of_page(&served, &alice, &acme.general).await;
    served.edit(&acme.general, edited.id, "after").await;
    served.edit(&side, elsewhere.id, "secret").await;
    served.delete(&acme.general, deleted.id).await;
    let mut stream = served.listen(&alice, &address).await;
    let [update, remove] = [stream.next().await.unwrap(), stream.next().await.unwrap()];
    assert_eq!(update.name, "update");
    assert!(update.data.contains("after"), "{}", update.data);
    assert_eq!((remove.name.as_str(), remove.data.trim()), ("remove", deleted.id.to_string().as_str()));
    let next = served.say(&alice, &acme.general, "new").await;
    let event = stream.next().await.unwrap();
    assert_eq!(event.id, next.id.to_string());
}

#[tokio::test]
async fn a_page_that_shows_the_latest_changes_is_sent_none() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let said = served.say(&alice, &acme.general, "before").await;
    served.edit(&acme.general, said.id, "after").await;
    instance.clock.advance(Duration::from_millis(1));
    let address = events_of_page(&served, &alice, &acme.general).await;
    let mut stream = served.listen(&alice, &address).await;
    let next = served.say(&alice, &acme.general, "new").await;
    assert_eq!(stream.next().await.unwrap().id, next.id.to_string());
}

#[tokio::test]
async fn what_changed_since_another_node_rendered_a_page_is_sent() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let said = served.say(&alice, &acme.general, "before").await;
    // What a process missed before it started is not what this is about.
    instance.clock.advance(Duration::from_secs(60));
    let now = instance.clock.now();
    // Its clock is ahead.
    instance.clock.set(now + 3_000);
    let page = alice.feed(&acme.general).await;
    let rendered = page.attributes("[data-feed]", "data-rendered").remove(0);
    instance.clock.set(now);
    served.edit(&acme.general, said.id, "after").await;
    let address = format!("{}?rendered={rendered}", events(&acme.general));
    let mut stream = served.listen(&alice, &address).await;
    assert_eq!(stream.next().await.unwrap().name, "update");
}

#[tokio::test]
async fn a_page_from_before_a_restart_reloads_its_messages_and_what_is_no_time_is_ignored() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let address = format!("{}?rendered=0-1", events(&acme.general));
    let mut stream = served.listen(&alice, &address).await;
    assert_eq!(stream.next().await.unwrap().name, "reload");
    for odd in ["", "0", "0-", "0--1", "99-1", "%00"] {
        let address = format!("{}?rendered={odd}", events(&acme.general));
        let mut stream = served.listen(&alice, &address).await;
        let said = served.say(&alice, &acme.general, "new").await;
        let event = stream.next().await.unwrap();
        assert_eq!(event.id, said.id.to_string(), "{odd:?}");
    }
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn a_change_elsewhere_or_after_the_loss_of_a_right_is_not_sent() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let there = served.say(&alice, &side, "elsewhere").await;
    let here = served.say(&alice, &acme.general, "here").await;
    let mut stream = served.listen(&bob, &events(&acme.general)).await;
    // The wrong channel: its text is of a channel that this stream is not for.
    served.edit(&side, there.id, "secret").await;
    acme.overwrite_member(&acme.general, &bob, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    served.edit(&acme.general, here.id, "hidden").await;
    assert!(stream.next().await.is_none(), "the stream ends");
}

#[tokio::test]
async fn after_lost_notifications_the_page_reloads_its_messages() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    served.app.live.catch_up(served.app.now());
    assert_eq!(stream.next().await.unwrap().name, "reload");
}
