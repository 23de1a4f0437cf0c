//! A message on one node wakes the open pages of another. SQLite is served by a single process.

use std::time::Duration;

use portico_rules::ids::PlaceId;
use portico_store::live::{self, Announcement, Arrival};
use portico_store::models::Channel;
use portico_store::models::messages::message_report;
use portico_store::models::messages::moderation::Since;
use portico_store::models::messages::removal::{self, Author};
use portico_store::posting;
use rocket::http::ContentType;
use rocket::tokio::time::timeout;
use sea_orm::ConnectionTrait;
use sea_orm::sqlx::postgres::PgListener;

use crate::support::{Community, ListeningNode, Person, Stream, TestInstance};

/// Far less than the 20 seconds after which a page looks by itself, and long enough for a busy machine.
const AT_ONCE: Duration = Duration::from_secs(5);

impl TestInstance {
    /// A user writes on this node, and nobody wakes the other one.
    async fn say_here(&self, person: &Person<'_>, acme: &Community<'_>, content: &str) -> String {
        let posted = posting::post(&self.app, person.id, acme.general.id, content);
        posted.await.unwrap().id.to_string()
    }
}

fn events(acme: &Community<'_>) -> String {
    format!("/channels/{}/events", acme.general.id)
}

/// The id of the next event, which must not be long in coming.
async fn next_id(stream: &mut Stream) -> String {
    loop {
        let event = timeout(AT_ONCE, stream.next()).await;
        let event = event.expect("an event at once").expect("an event");
        // After a lost connection, edits may have been missed, too.
        if event.name != "reload" {
            return event.id;
        }
    }
}

#[tokio::test]
async fn a_message_written_on_one_node_arrives_in_a_page_of_another() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mut stream = other.listen(&alice, &events(&acme)).await;
    for text in ["one", "two"] {
        let id = instance.say_here(&alice, &acme, text).await;
        assert_eq!(next_id(&mut stream).await, id);
    }
}

#[tokio::test]
async fn what_a_webhook_posts_on_one_node_arrives_in_a_page_that_another_one_serves() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let mut stream = other.listen(&alice, &events(&acme)).await;
    let answer = hook.say("built", &[]).await.expect(200).json();
    assert_eq!(next_id(&mut stream).await, answer["message"]["id"].to_string());
}

#[tokio::test]
async fn edits_deletions_and_removals_on_one_node_reach_a_page_that_another_one_serves() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let mut stream = other.listen(&alice, &events(&acme)).await;
    let mut next = async || {
        let event = timeout(AT_ONCE, stream.next()).await;
        event.expect("an event at once").expect("an event")
    };
    let answer = hook.say("before", &[]).await.expect(200).json();
    let id = answer["message"]["id"].to_string();
    assert_eq!(next().await.id, id);
    let path = format!("{}/messages/{id}", hook.path);
    let edit = instance.client.patch(path.clone()).header(ContentType::JSON);
    let edit = edit.body(r#"{"content":"after"}"#).dispatch().await;
    assert_eq!(edit.status().code, 200);
    let event = next().await;
    assert_eq!(event.name, "update");
    assert!(event.data.contains("after"), "{}", event.data);
    let delete = instance.client.delete(path).dispatch().await;
    assert_eq!(delete.status().code, 204);
    let event = next().await;
    assert_eq!((event.name.as_str(), event.data.trim()), ("remove", &*id));
    let id = instance.say_here(&alice, &acme, "spam").await;
    assert_eq!(next().await.id, id);
    let (channel, author) = (acme.general.id, Author::User(alice.id));
    let removal = removal::Model::make(&instance.app, alice.id, channel, author, Since::Hour, false);
    let removal = removal.await.unwrap();
    assert_eq!(next().await.name, "remove-all");
    let undone = removal::Model::undo(&instance.app, alice.id, channel, removal.id);
    undone.await.unwrap();
    assert_eq!(next().await.name, "reload");
}

#[tokio::test]
async fn a_mention_on_one_node_is_counted_in_an_inbox_that_another_one_serves() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut inbox = other.listen(&bob, "/inbox/events").await;
    assert_eq!(inbox.next().await.unwrap().data, "0");
    instance.say_here(&alice, &acme, "nobody in particular").await;
    instance.say_here(&alice, &acme, "@bob").await;
    let event = timeout(AT_ONCE, inbox.next()).await;
    assert_eq!(event.expect("an event at once").unwrap().data, "1");
}

#[tokio::test]
async fn a_report_on_one_node_is_counted_on_an_open_page_that_another_one_serves() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut inbox = other.listen(&alice, "/inbox/events?unread=true").await;
    let id = instance.say_here(&alice, &acme, "anchors for sale").await.parse().unwrap();
    while inbox.next().await.expect("an event").name != "reports" {}
    message_report::file(&instance.app, bob.id, acme.general.id, id, "spam").await.unwrap();
    loop {
        let event = timeout(AT_ONCE, inbox.next()).await.expect("an event at once").unwrap();
        if event.name == "reports" {
            assert_eq!(event.data, format!("{{\"{}\":1}}", acme.id()));
            break;
        }
    }
}

#[tokio::test]
async fn a_reply_on_one_node_arrives_in_a_page_and_an_inbox_that_another_one_serves() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut stream = other.listen(&bob, &events(&acme)).await;
    let mut inbox = other.listen(&bob, "/inbox/events").await;
    let mut notices = other.listen(&bob, "/inbox/notifications/events").await;
    assert_eq!(inbox.next().await.unwrap().data, "0");
    let original = instance.say_here(&bob, &acme, "Who waters the plants?").await;
    assert_eq!(next_id(&mut stream).await, original);
    let to = posting::ReplyTo { message_id: original.parse().unwrap(), notifies: true };
    let here = acme.general.id;
    let reply = posting::reply(&instance.app, alice.id, here, "I do.", Some(to));
    let reply = reply.await.unwrap().id.to_string();
    let event = timeout(AT_ONCE, stream.next()).await;
    let event = event.expect("an event at once").expect("an event");
    assert_eq!(event.id, reply);
    assert!(event.data.contains("Who waters the plants?"), "{}", event.data);
    let event = timeout(AT_ONCE, inbox.next()).await;
    assert_eq!(event.expect("an event at once").unwrap().data, "1");
    loop {
        let event = timeout(AT_ONCE, notices.next()).await;
        let event = event.expect("an event at once").expect("an event");
        if event.name == "mention" {
            assert!(event.data.contains("I do."), "{}", event.data);
            break;
        }
    }
}

#[tokio::test]
async fn deleting_a_channel_on_one_node_ends_its_pages_on_another() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    acme.channel("another").await;
    let mut stream = other.listen(&alice, &events(&acme)).await;
    // Once it is heard, the line is there.
    let id = instance.say_here(&alice, &acme, "before").await;
    assert_eq!(next_id(&mut stream).await, id);
    Channel::delete(&instance.app, alice.id, acme.id(), acme.general.id).await.unwrap();
    let ended = timeout(AT_ONCE, stream.next()).await;
    assert_eq!(ended.expect("the end at once"), None);
}

#[tokio::test]
async fn a_node_reconnects_its_listen_connection_and_catches_up() {
    let instance = TestInstance::open().await;
    if !instance.is_on_postgres() {
        return;
    }
    let other = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mut stream = other.listen(&alice, &events(&acme)).await;
    // Once it is heard, the line is there to be cut.
    let before = instance.say_here(&alice, &acme, "before").await;
    assert_eq!(next_id(&mut stream).await, before);
    for round in ["once", "twice"] {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE application_name = 'portico listener' AND datname = current_database()";
        instance.app.db.execute_unprepared(cut).await.unwrap();
        let unheard = instance.say_here(&alice, &acme, round).await;
        assert_eq!(next_id(&mut stream).await, unheard);
    }
    let after = instance.say_here(&alice, &acme, "after").await;
    assert_eq!(next_id(&mut stream).await, after);
}

#[tokio::test]
async fn an_announcement_goes_out_with_its_commit_and_a_post_that_is_rolled_back_announces_nothing() {
    let instance = TestInstance::open().await;
    let (app, channel) = (&instance.app, PlaceId::new(77));
    let (alice, acme) = instance.alice_with_acme().await;
    let rolled_back = app.begin().await.unwrap();
    // SQLite knows no NOTIFY: that this succeeds there says that nothing is announced.
    live::announce(&rolled_back, app.node(), &[(channel, true)]).await.unwrap();
    if !instance.is_on_postgres() {
        return;
    }
    let mut listener = PgListener::connect(instance.database_url()).await.unwrap();
    listener.listen("portico").await.unwrap();
    drop(rolled_back);
    posting::post(app, alice.id, acme.general.id, "  ").await.unwrap_err();
    let said = instance.say_here(&alice, &acme, "heard").await;
    let heard = timeout(AT_ONCE, listener.recv()).await.unwrap().unwrap();
    let arrival = Arrival { mentions: false, message_ids: vec![said.parse().unwrap()] };
    let told = Announcement::new(app.node(), [(acme.general.id.into(), arrival)].into());
    assert_eq!(Announcement::read(heard.payload()), Some(told));
}
