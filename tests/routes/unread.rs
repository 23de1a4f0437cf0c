//! Unread marks of channels and servers in the sidebar, and in the list of servers.

use std::fmt::Display;
use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ChannelId;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::{Channel, Server};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::support::{Answer, ListeningNode, Person, Stream, TestInstance};

const NONE: Permissions = Permissions::NONE;

async fn page(person: &Person<'_>, channel: &Channel) -> Answer {
    let path = format!("/channels/{}", channel.id);
    person.browser.get(&path).await.expect(200)
}

/// What is read out behind the name of a channel or server.
fn words(page: &Answer, kind: &str, id: impl Display) -> String {
    page.one(&format!("[data-unread-in='{kind}:{id}'] [data-unread-words]"))
}

fn of_channel(page: &Answer, channel: &Channel) -> String {
    words(page, "channel", channel.id)
}

fn of_server(page: &Answer, server: &Server) -> String {
    words(page, "server", server.id)
}

/// Every page reads both by one statement, which decides by itself what certainly is hidden.
#[tokio::test]
async fn mentions_are_counted_with_the_places_as_they_are_counted_after_them() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (view, all) = (Permissions::VIEW_CHANNEL, acme.all().await);
    let mut people = Vec::new();
    for (name, permissions) in [
        ("bob", Permissions::DEFAULT_FOR_ALL_ROLE),
        ("cora", NONE),
        ("dan", NONE),
        ("erin", Permissions::ADMINISTRATOR),
    ] {
        let person = instance.person(name).await;
        let role = acme.join_with(&person, permissions).await;
        people.push((person, role));
    }
    let mut channels = Vec::new();
    for name in ["open", "shut", "role", "member", "without-member", "both"] {
        let channel = acme.channel(name).await;
        let hook = acme.webhook(&alice, &channel).await;
        let calls = "@all @alice @bob @cora @dan @erin @of bob @of cora @of dan @of erin";
        for call in ["@all", "@bob", "@of bob", calls] {
            let allowed = ["all", "users", "roles"];
            hook.say(call, &allowed).await.expect(200);
        }
        channels.push(channel);
    }
    let [_, shut, role, member, without, both] = &channels[..] else {
        panic!("six channels");
    };
    let ((bob, of_bob), (cora, _), (dan, of_dan)) = (&people[0], &people[1], &people[2]);
    for closed in [shut, role, member, both] {
        acme.overwrite_role(closed, &all, NONE, view).await;
    }
    acme.overwrite_role(role, of_bob, view, NONE).await;
    acme.overwrite_member(member, cora, view, NONE).await;
    acme.overwrite_member(without, dan, NONE, view).await;
    // Allowed by a role and denied as a member, so not certainly hidden.
    acme.overwrite_role(both, of_bob, view, NONE).await;
    acme.overwrite_member(both, bob, NONE, view).await;
    acme.overwrite_role(both, of_dan, NONE, view).await;

    let db = &instance.app.db;
    let mut totals = Vec::new();
    for sees_by_default in [true, false] {
        if !sees_by_default {
            let none = format!("UPDATE roles SET permissions = 0 WHERE id = {}", all.id);
            db.execute_unprepared(&none).await.unwrap();
        }
        let members = people.iter().map(|(person, _)| person.id);
        for user_id in members.chain([alice.id]) {
            let (access, unread) = UserAccess::with_unread_mentions(db, user_id).await.unwrap();
            let alone = UserAccess::load(db, user_id).await.unwrap();
            let ids = |access: &UserAccess| -> Vec<ChannelId> { access.visible.keys().copied().collect() };
            assert_eq!(ids(&access), ids(&alone));
            assert_eq!(unread, alone.unread_mentions(db).await.unwrap(), "{user_id}");
            totals.push(unread.total());
        }
    }
    // Four messages in each channel call bob, and two of them everyone else.
    let (bob, cora, dan, erin, owner) = (totals[0], totals[1], totals[2], totals[3], totals[4]);
    assert_eq!((bob, cora, dan), (3 * 4, 3 * 2, 2));
    assert_eq!((erin, owner), (6 * 2, 6 * 2));
    assert_eq!(totals[5..], [3 * 4, 2, 0, 6 * 2, 6 * 2]);
}

#[tokio::test]
async fn a_channel_with_something_newer_than_what_was_read_is_marked() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let seen = page(&bob, &acme.general).await;
    assert_eq!(seen.all(".unread").len(), 0);
    assert_eq!(of_channel(&seen, &side), "");
    alice.say(&side, "one").await.expect(303);

    let seen = page(&bob, &acme.general).await;
    assert_eq!(of_channel(&seen, &side), "(unread)");
    assert_eq!(of_channel(&seen, &acme.general), "");
    assert_eq!(seen.all(".channels a.unread").len(), 1);
    assert_eq!(of_server(&seen, &acme.server), "(unread)");
    assert_eq!(seen.all("[data-unread-count]:not([hidden])").len(), 0);
    assert_eq!(seen.all("[data-unread-elsewhere]:not([hidden])").len(), 1);

    let here = page(&bob, &side).await;
    assert_eq!(here.all("[data-unread-elsewhere][hidden]").len(), 1);
    let newest = here.attributes("[data-message-id]", "data-message-id").remove(0);
    let path = format!("/channels/{}/read", side.id);
    bob.browser.post(&path, &[("up_to", &newest)]).await.expect(303);
    let seen = page(&bob, &acme.general).await;
    assert_eq!(of_channel(&seen, &side), "");
    assert_eq!(of_server(&seen, &acme.server), "");
    // The author has read it.
    assert_eq!(of_channel(&page(&alice, &acme.general).await, &side), "");
}

#[tokio::test]
async fn the_badge_counts_each_message_with_a_mention_once() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    for text in ["@bob", "@all", "@all @bob", "nobody"] {
        alice.say(&side, text).await.expect(303);
    }
    alice.say(&acme.general, "@bob").await.expect(303);
    let seen = page(&bob, &acme.general).await;
    assert_eq!(of_channel(&seen, &side), "(3 unread mentions)");
    assert_eq!(of_channel(&seen, &acme.general), "(1 unread mention)");
    assert_eq!(of_server(&seen, &acme.server), "(4 unread mentions)");
    assert_eq!(seen.one("[data-inbox-count]"), "4");
    let badges = seen.all(".channels [data-unread-count]:not([hidden])");
    assert_eq!(badges, ["1", "3"]);
}

#[tokio::test]
async fn other_servers_are_marked_at_the_side_and_on_their_list() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_bob_and_side().await;
    let other = instance.server("Other", &alice).await;
    other.join(&bob).await;
    alice.say(&other.general, "@bob").await.expect(303);
    let seen = page(&bob, &acme.general).await;
    assert_eq!(of_server(&seen, &other.server), "(1 unread mention)");
    assert_eq!(of_server(&seen, &acme.server), "");
    let list = bob.browser.get("/servers").await.expect(200);
    assert_eq!(of_server(&list, &other.server), "(1 unread mention)");
    assert_eq!(of_server(&list, &acme.server), "");
}

#[tokio::test]
async fn hidden_messages_and_those_from_before_joining_are_not_unread() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let carol = instance.person("carol").await;
    acme.overwrite_member(&side, &bob, NONE, Permissions::VIEW_CHANNEL).await;
    alice.say(&side, "@all").await.expect(303);
    alice.say(&acme.general, "before carol").await.expect(303);
    instance.clock.advance(Duration::from_secs(1));
    acme.join(&carol).await;
    let seen = page(&bob, &acme.general).await;
    assert!(!seen.text().contains(&side.id.to_string()));
    assert_eq!(of_server(&seen, &acme.server), "(unread)");
    let seen = page(&carol, &acme.general).await;
    assert_eq!(seen.all(".unread").len(), 0);
}

#[tokio::test]
async fn one_channel_with_many_mentions_hides_no_other() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    for _ in 0..101 {
        alice.say(&acme.general, "@all").await.expect(303);
    }
    alice.say(&side, "@all").await.expect(303);
    let seen = page(&bob, &acme.general).await;
    assert_eq!(of_channel(&seen, &acme.general), "(99+ unread mentions)");
    assert_eq!(of_channel(&seen, &side), "(1 unread mention)");
    assert_eq!(of_server(&seen, &acme.server), "(99+ unread mentions)");
}

/// The next event that tells what is unread where.
async fn marks(stream: &mut Stream) -> Value {
    loop {
        let event = stream.next().await.expect("an event");
        if event.name == "unread" {
            return serde_json::from_str(&event.data).expect("JSON");
        }
    }
}

#[tokio::test]
async fn an_open_page_learns_once_that_a_channel_is_unread_and_again_for_a_mention() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let mut stream = served.listen(&bob, "/inbox/events?unread=true").await;
    let (server, side_id) = (acme.id().to_string(), side.id.to_string());
    let nothing = json!({ "channels": {}, "servers": {} });
    assert_eq!(marks(&mut stream).await, nothing);
    let told = |mentions: u64| json!({ "channels": { &side_id: mentions }, "servers": { &server: mentions } });
    // The second changes nothing, and so is not told.
    for text in ["one", "two"] {
        served.say(&alice, &side, text).await;
    }
    assert_eq!(marks(&mut stream).await, told(0));
    served.say(&alice, &side, "@bob").await;
    assert_eq!(marks(&mut stream).await, told(1));
}

#[tokio::test]
async fn a_page_gets_nothing_of_a_channel_that_its_reader_lost() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme, side) = instance.acme_with_bob_and_side().await;
    let mut stream = served.listen(&bob, "/inbox/events?unread=true").await;
    marks(&mut stream).await;
    acme.overwrite_member(&side, &bob, NONE, Permissions::VIEW_CHANNEL).await;
    served.say(&alice, &side, "behind a door").await;
    served.say(&alice, &acme.general, "in the open").await;
    let general = acme.general.id.to_string();
    let told = marks(&mut stream).await;
    assert_eq!(told["channels"], json!({ general: 0 }));
}

#[tokio::test]
async fn only_pages_that_ask_for_it_get_channel_updates() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, _, side) = instance.acme_with_bob_and_side().await;
    let mut stream = served.listen(&bob, "/inbox/events").await;
    assert_eq!(stream.next().await.unwrap().data, "0");
    served.say(&alice, &side, "one").await;
    served.say(&alice, &side, "@bob").await;
    let event = stream.next().await.unwrap();
    assert_eq!((event.name.as_str(), event.data.as_str()), ("count", "1"));
}

#[tokio::test]
async fn what_is_read_in_one_browser_wakes_the_inboxes_of_the_others_once() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_bob_and_side().await;
    alice.say(&acme.general, "@bob one").await.expect(303);
    let page = bob.feed(&acme.general).await;
    let ids = page.attributes("article", "data-message-id");
    let id = ids.last().unwrap().as_str();
    let (of_bob, of_alice) = (instance.app.live.inbox(bob.id, true), instance.app.live.inbox(alice.id, true));
    let (mut bobs, alices) = (of_bob.changes(), of_alice.changes());
    let channel = format!("/channels/{}", acme.general.id);
    let read = format!("{channel}/read");
    let unread = format!("{channel}/unread");
    for (path, field, wakes) in [
        (&*read, "up_to", true),
        // Nothing moved.
        (&*read, "up_to", false),
        (&*unread, "message_id", true),
        (&*unread, "message_id", false),
        ("/inbox/read", "message_id", true),
    ] {
        bob.browser.post(path, &[(field, id)]).await.expect(303);
        assert_eq!(bobs.has_changed().unwrap(), wakes, "{path}");
        bobs.mark_unchanged();
    }
    assert!(!alices.has_changed().unwrap());
}
