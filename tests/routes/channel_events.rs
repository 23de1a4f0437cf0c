//! `/channels/<id>/events` and `/inbox/events`, on a real connection.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::messages::message;
use portico_store::models::servers::member;
use portico_store::models::{Channel, Message};
use sea_orm::{ActiveModelTrait, EntityTrait, Set};

use crate::support::{Answer, ListeningNode, Stream, TestInstance};

const NONE: Permissions = Permissions::NONE;

fn events(channel: &Channel) -> String {
    format!("/channels/{}/events", channel.id)
}

#[tokio::test]
async fn a_message_arrives_as_the_page_shows_it_to_this_reader() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut stream = served.listen(&bob, &events(&acme.general)).await;
    let text = "Hello @bob,\n\n  <b>see</b> https://example.org";
    let posted = served.say(&alice, &acme.general, text).await;

    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "message");
    assert_eq!(event.id, posted.id.to_string());
    assert!(event.data.starts_with("<article class=\"message mentions-me\""));
    let page = bob.browser.get(&format!("/channels/{}", acme.general.id)).await.expect(200);
    assert!(page.text().contains(&event.data), "{}", event.data);
    assert!(event.data.contains("&lt;b&gt;see&lt;/b&gt;"));
    // To Alice it is a message like any other.
    let page = alice.browser.get(&format!("/channels/{}", acme.general.id)).await;
    assert!(!page.text().contains(&event.data));
}

#[tokio::test]
async fn an_open_page_gets_every_message_of_its_channel_in_order_and_no_other() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let side = acme.channel("side").await;
    served.say(&alice, &acme.general, "before").await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    let mut posted = Vec::new();
    for n in 0..120 {
        served.say(&alice, &side, "elsewhere").await;
        let said = served.say(&alice, &acme.general, &format!("message {n}")).await;
        posted.push(said.id.to_string());
    }
    for id in posted {
        assert_eq!(stream.next().await.unwrap().id, id);
    }
}

/// On this node no connection listens, so what arrived is forgotten by the clock alone, on both databases.
#[tokio::test]
async fn a_stream_gets_nothing_again_from_after_a_deletion_that_no_stream_saw() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (app, channel) = (&instance.app, acme.general.id);
    let said = async |text: &str, parse: &[&str]| {
        instance.clock.advance(Duration::from_millis(10));
        let posted = hook.say(text, parse).await.expect(200).json();
        posted["message"]["id"].as_i64().unwrap()
    };
    let first = said(&format!("@<{}>", alice.id), &["users"]).await;
    let path = format!("{}/messages/{first}", hook.path);
    let deleted = instance.client.delete(path).dispatch().await;
    Answer::read(deleted).await.expect(204);
    let mut last = first;
    for n in 0..120 {
        last = said(&format!("line {n}"), &[]).await;
    }
    instance.clock.advance(Duration::from_secs(70));
    // As the route opens a stream after the newest message, and looks once it is woken.
    let since = async |above: i64| Message::ids_since(&app.db, channel, above, 4_096).await.unwrap();
    let _wakes = app.live.channel(channel);
    let found = since(app.live.look_from(last)).await;
    let (mut place, lacking) = app.live.open(channel, last, &found);
    assert!(lacking.is_empty(), "{lacking:?}");
    let new = said("one more", &[]).await;
    if let Some(due) = app.live.due(channel) {
        app.live.found(channel, &due, &since(due.above).await);
    }
    assert_eq!(app.live.read(channel, &mut place), Ok(vec![new]));
}

#[tokio::test]
async fn a_lost_connection_goes_on_after_the_last_event() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mut ids = Vec::new();
    for n in 0..4 {
        let posted = served.say(&alice, &acme.general, &format!("message {n}")).await;
        ids.push(posted.id.to_string());
    }
    let path = events(&acme.general);
    let resumed = served.get(&alice, &path, &[("Last-Event-ID", &ids[1])]).await;
    let named = served.get(&alice, &format!("{path}?after={}", ids[1]), &[]).await;
    // What the browser says comes before what the page said when it was opened.
    let both = [("Last-Event-ID", ids[1].as_str())];
    let both = served.get(&alice, &format!("{path}?after={}", ids[0]), &both).await;
    for response in [resumed, named, both] {
        let mut stream = Stream::of(response);
        assert_eq!(stream.next().await.unwrap().id, ids[2]);
        assert_eq!(stream.next().await.unwrap().id, ids[3]);
    }
}

#[tokio::test]
async fn a_message_stored_out_of_order_is_shown_exactly_once() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mut stream = served.listen(&alice, &events(&acme.general)).await;
    let slow = served.app.id();
    let fast = served.say(&alice, &acme.general, "fast").await.id;
    assert_eq!(stream.next().await.unwrap().id, fast.to_string());
    message::ActiveModel {
        id: Set(slow),
        channel_id: Set(acme.general.id),
        author_id: Set(Some(alice.id)),
        webhook_id: Set(None),
        name: Set(None),
        avatar_url: Set(None),
        content: Set("slow".into()),
        spans: Set(None),
        cards: Set(None),
        edited_at: Set(None),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    }
    .insert(&*served.app.db)
    .await
    .unwrap();
    served.app.live.arrived_unknown(acme.general.id, false);
    assert_eq!(stream.next().await.unwrap().id, slow.to_string());
    let last = served.say(&alice, &acme.general, "last").await.id;
    assert_eq!(stream.next().await.unwrap().id, last.to_string());
}

#[tokio::test]
async fn the_stream_ends_with_the_server() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mut channel = served.listen(&alice, &events(&acme.general)).await;
    let mut inbox = served.listen(&alice, "/inbox/events").await;
    assert_eq!(inbox.next().await.unwrap().data, "0");
    served.shutdown.clone().notify();
    assert_eq!(channel.next().await, None);
    assert_eq!(inbox.next().await, None);
}

/// Shows: sessions.streams-end
#[tokio::test]
async fn a_signed_out_user_gets_nothing_more() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut channel = served.listen(&bob, &events(&acme.general)).await;
    let mut inbox = served.listen(&bob, "/inbox/events").await;
    assert_eq!(inbox.next().await.unwrap().data, "0");
    bob.browser.post("/sign-out", &[]).await.expect(303);
    served.say(&alice, &acme.general, "@bob secret").await;
    assert_eq!(channel.next().await, None);
    assert_eq!(inbox.next().await, None);
}

/// Shows: access.just-left
#[tokio::test]
async fn a_user_who_can_no_longer_view_the_channel_gets_nothing_more() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await.join(&carol).await;
    let mut of_bob = served.listen(&bob, &events(&acme.general)).await;
    let mut of_carol = served.listen(&carol, &events(&acme.general)).await;
    let first = served.say(&alice, &acme.general, "for all").await.id;
    assert_eq!(of_bob.next().await.unwrap().id, first.to_string());
    assert_eq!(of_carol.next().await.unwrap().id, first.to_string());
    acme.overwrite_member(&acme.general, &bob, NONE, Permissions::VIEW_CHANNEL).await;
    member::Entity::delete_by_id((acme.id(), carol.id)).exec(&*instance.app.db).await.unwrap();
    served.say(&alice, &acme.general, "not for them").await;
    assert_eq!(of_bob.next().await, None);
    assert_eq!(of_carol.next().await, None);
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn a_hidden_channel_has_no_stream() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let mallory = instance.person("mallory").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    acme.overwrite_member(&acme.general, &bob, NONE, Permissions::VIEW_CHANNEL).await;
    let path = events(&acme.general);
    bob.browser.get(&path).await.expect(404);
    mallory.browser.get(&path).await.expect(404);
    let answer = instance.browser().get(&path).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}

#[tokio::test]
async fn the_count_of_unread_mentions_follows_what_arrives() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut inbox = served.listen(&bob, "/inbox/events").await;
    let mut counts = Vec::new();
    for text in ["", "@bob", "nobody", "@all"] {
        if !text.is_empty() {
            served.say(&alice, &acme.general, text).await;
        }
        if text != "nobody" {
            let event = inbox.next().await.unwrap();
            assert_eq!(event.name, "count");
            counts.push(event.data);
        }
    }
    assert_eq!(counts, ["0", "1", "2"]);
}

#[tokio::test]
async fn the_newest_unread_mention_is_named_to_who_asks_also_where_the_count_stays() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let first = served.say(&alice, &acme.general, "@bob one").await;
    let first = first.id.to_string();
    let mut before = served.listen(&bob, "/inbox/events?newest").await;
    assert_eq!(before.next().await.unwrap().data, "1");
    let event = before.next().await.unwrap();
    assert_eq!((event.name.as_str(), event.data), ("newest", first.clone()));
    drop(before);
    let read = [("message_id", first.as_str())];
    bob.browser.post("/inbox/read", &read).await.expect(303);
    let second = served.say(&alice, &acme.general, "@all two").await;
    let mut after = served.listen(&bob, "/inbox/events?newest").await;
    assert_eq!(after.next().await.unwrap().data, "1");
    let event = after.next().await.unwrap();
    assert_eq!(event.data, second.id.to_string());
    // What calls everyone in a channel that they can't see is not named: a later mention is the next event.
    let hidden = acme.channel("hidden").await;
    acme.overwrite_member(&hidden, &bob, NONE, Permissions::VIEW_CHANNEL).await;
    served.say(&alice, &hidden, "@all @bob not here").await;
    let third = served.say(&alice, &acme.general, "@bob three").await;
    assert_eq!(after.next().await.unwrap().data, "2");
    let event = after.next().await.unwrap();
    assert_eq!(event.data, third.id.to_string());
}

/// Shows: headers.no-store
#[tokio::test]
async fn a_stream_is_not_buffered_or_cached() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    for path in [events(&acme.general), "/inbox/events".into()] {
        let response = served.get(&alice, &path, &[]).await;
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
    }
}
