//! What event streams cost: a message is read and rendered once for all streams that see the same of it, everyone is judged
//! in one reading and once for all their streams, and nobody waits for a slow reader.
//! That streams end with a right is tested in `stream_rights`.

use std::time::Duration;

use portico::app::App;
use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::session::IDLE_MS;
use portico_store::models::lifecycle::banning;
use portico_store::models::servers::manage;
use portico_store::models::servers::overwrite::OverwriteDraft;
use portico_store::models::{Channel, Overwrite, Session};
use portico_store::posting::user_messages;
use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::TcpStream;
use rocket::tokio::time::{sleep, timeout};

use crate::support::{Community, ListeningNode, Person, Stream, TestInstance};

/// What was done so far: readings of messages, renders, readings of who may read on, judgements of people.
fn done(served: &ListeningNode) -> [u64; 4] {
    let streams = &served.app.metrics.streams;
    [&streams.message_reads, &streams.renders, &streams.access_reads, &streams.judgements].map(|counter| counter.get())
}

/// What was done since.
fn done_since(served: &ListeningNode, before: [u64; 4]) -> [u64; 4] {
    let mut now = done(served);
    for (now, before) in now.iter_mut().zip(before) {
        *now -= before;
    }
    now
}

/// Lets what happened to accounts so far be old: on SQLite, a process looks for that of the last seconds, as another process may
/// have ended a session, and judges those whom it concerns once more.
fn settle(instance: &TestInstance) {
    instance.clock.advance(Duration::from_secs(60));
}

async fn listen(served: &ListeningNode, person: &Person<'_>, channel: &Channel, n: usize) -> Vec<Stream> {
    let path = format!("/channels/{}/events", channel.id);
    let mut streams = Vec::new();
    for _ in 0..n {
        streams.push(served.listen(person, &path).await);
    }
    streams
}

/// Says something, and waits until every stream has it. Returns what they got.
async fn say_to(
    served: &ListeningNode,
    (alice, channel): (&Person<'_>, &Channel),
    text: &str,
    streams: &mut [Stream],
) -> Vec<String> {
    let id = served.say(alice, channel, text).await.id.to_string();
    let mut got = Vec::new();
    for stream in streams {
        let event = stream.next().await.unwrap();
        assert_eq!((&*event.name, &event.id), ("message", &id));
        got.push(event.data);
    }
    got
}

#[tokio::test]
async fn a_message_is_read_and_rendered_once_for_all_streams_with_an_equal_view() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    let role = acme.join_with(&carol, Permissions::NONE).await;
    let general = &acme.general;
    settle(&instance);
    let mut streams = Vec::new();
    for person in [&alice, &bob, &carol] {
        streams.extend(listen(&served, person, general, 4).await);
    }
    let says = (&alice, general);
    let before = done(&served);
    let sent = served.app.metrics.streams.messages_sent.get();
    let got = say_to(&served, says, "The same for all", &mut streams).await;
    assert_eq!(done_since(&served, before), [1, 1, 1, 3]);
    assert_eq!(served.app.metrics.streams.messages_sent.get() - sent, 12);
    assert!(got.iter().all(|html| *html == got[0]));

    // A mention is highlighted for whom it notified.
    let mention_role = format!("@role_{} hello", role.id);
    for text in ["@bob hello", &mention_role] {
        let before = done(&served);
        let got = say_to(&served, says, text, &mut streams).await;
        assert_eq!(done_since(&served, before), [1, 2, 1, 3], "{text}");
        let theirs = if text == mention_role { 8..12 } else { 4..8 };
        for (n, html) in got.iter().enumerate() {
            let is_theirs = theirs.contains(&n);
            assert_eq!(*html == got[theirs.start], is_theirs, "{text}: {n}");
        }
    }

    // A channel's name leads there for those who see it.
    let vault = acme.channel("vault").await;
    let (all, view) = (acme.all().await, Permissions::VIEW_CHANNEL);
    acme.overwrite_role(&vault, &all, Permissions::NONE, view).await;
    acme.overwrite_role(&vault, &role, view, Permissions::NONE).await;
    let before = done(&served);
    let got = say_to(&served, says, "See #vault", &mut streams).await;
    assert_eq!(done_since(&served, before), [1, 2, 1, 3]);
    let leads = |html: &String| html.contains(&format!("/channels/{}", vault.id));
    let leading: Vec<bool> = got.iter().map(leads).collect();
    assert_eq!(leading, [[true; 4], [false; 4], [true; 4]].concat());
}

#[tokio::test]
async fn an_edit_is_rendered_once_for_each_view_and_never_sent_as_it_was() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let general = &acme.general;
    settle(&instance);
    let mut streams = listen(&served, &bob, general, 5).await;
    streams.extend(listen(&served, &alice, general, 1).await);
    let said = served.say(&alice, general, "before").await.id;
    for stream in &mut streams {
        assert!(stream.next().await.unwrap().data.contains("before"));
    }
    let before = done(&served);
    let edited = user_messages::edit(&served.app, alice.id, general.id, said, "after");
    edited.await.unwrap();
    for stream in &mut streams {
        let event = stream.next().await.unwrap();
        assert_eq!(event.name, "update");
        assert!(event.data.contains("after"), "{}", event.data);
    }
    // The owner may see what it said before.
    assert_eq!(done_since(&served, before), [1, 2, 1, 2]);
}

/// Waits until streams have looked after a change of rights: they wake by themselves.
async fn until_judged(served: &ListeningNode, before: [u64; 4], people: u64) {
    let judged = async {
        while done_since(served, before)[3] < people {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(Duration::from_secs(15), judged).await.unwrap();
}

#[tokio::test]
async fn a_person_is_judged_once_for_all_their_streams() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    let role = acme.join_with(&bob, Permissions::NONE).await;
    acme.join(&carol).await;
    let general = &acme.general;
    let says = (&alice, general);
    settle(&instance);
    let mut streams = listen(&served, &bob, general, 5).await;
    streams.extend(listen(&served, &carol, general, 3).await);
    let before = done(&served);
    for n in 0..5 {
        say_to(&served, says, &format!("{n}"), &mut streams).await;
    }
    assert_eq!(done_since(&served, before), [5, 5, 5, 10]);

    // After a change of one person's they are judged, and no one else.
    let before = done(&served);
    manage::member::set_roles(&served.app, alice.id, acme.id(), bob.id, &[]).await.unwrap();
    until_judged(&served, before, 1).await;
    say_to(&served, says, "a role less", &mut streams).await;
    assert_eq!(done_since(&served, before), [1, 1, 2, 3]);

    // After a change of the server's, everyone is, together.
    let before = done(&served);
    let target = format!("role:{}", role.id);
    let draft = OverwriteDraft { target: &target, allow: &[], deny: &["send_messages"] };
    Overwrite::set(&served.app, alice.id, acme.id(), general.id, draft).await.unwrap();
    until_judged(&served, before, 2).await;
    say_to(&served, says, "an overwrite more", &mut streams).await;
    assert_eq!(done_since(&served, before), [1, 1, 2, 4]);

    // A person who has closed their pages is not judged any more.
    drop(streams.drain(5..));
    let of_carol = async {
        while served.app.live.streams.people().contains(&carol.id) {
            // A server notices only when it writes.
            let mut bobs: Vec<Stream> = std::mem::take(&mut streams);
            say_to(&served, says, "anyone?", &mut bobs).await;
            streams = bobs;
        }
    };
    timeout(Duration::from_secs(15), of_carol).await.unwrap();
    let before = done(&served);
    say_to(&served, says, "only bob", &mut streams).await;
    assert_eq!(done_since(&served, before), [1, 1, 1, 1]);
}

#[tokio::test]
async fn the_readings_of_a_message_do_not_depend_on_how_many_read_it() {
    let mut counts = Vec::new();
    for each in [1, 6] {
        let instance = TestInstance::open().await;
        let served = ListeningNode::beside(&instance).await;
        let (alice, acme) = instance.alice_with_acme().await;
        let mut people = Vec::new();
        for n in 0..each {
            let person = instance.person(&format!("person{n}")).await;
            acme.join(&person).await;
            people.push(person);
        }
        settle(&instance);
        let mut streams = Vec::new();
        for person in &people {
            streams.extend(listen(&served, person, &acme.general, each).await);
        }
        let says = (&alice, &acme.general);
        say_to(&served, says, "one", &mut streams).await;
        let before = done(&served);
        say_to(&served, says, "two", &mut streams).await;
        counts.push(done_since(&served, before)[..3].to_vec());
    }
    assert_eq!(counts[0], [1, 1, 1]);
    assert_eq!(counts[0], counts[1]);
}

/// Takes a right of Bob's away on every node there is, between two messages: the second one is not sent.
async fn ends_between_two_messages(take_away: impl AsyncFn(&App, &Community<'_>, &Person<'_>, &Person<'_>)) {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    for (n, node) in [&*served.app, &*instance.app].into_iter().enumerate() {
        let alice = instance.person(&format!("alice{n}")).await;
        let bob = instance.person(&format!("bob{n}")).await;
        let acme = instance.server(&format!("Acme {n}"), &alice).await;
        let role = acme.join_with(&bob, Permissions::NONE).await;
        let (all, view) = (acme.all().await, Permissions::VIEW_CHANNEL);
        acme.overwrite_role(&acme.general, &role, view, Permissions::NONE).await;
        acme.overwrite_role(&acme.general, &all, Permissions::NONE, view).await;
        let says = (&alice, &acme.general);
        let mut streams = listen(&served, &bob, &acme.general, 3).await;
        for text in ["one", "two"] {
            say_to(&served, says, text, &mut streams).await;
        }
        take_away(node, &acme, &alice, &bob).await;
        served.say(&alice, &acme.general, "not for bob").await;
        for stream in &mut streams {
            // An open page is told that its reader is no member any more.
            let next = match stream.next().await {
                Some(event) if event.name == "closed" => stream.next().await,
                next => next,
            };
            assert_eq!(next, None);
        }
    }
}

/// Shows: access.streams
#[tokio::test]
async fn nothing_is_sent_after_a_role_was_taken_away() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        manage::member::set_roles(node, alice.id, acme.id(), bob.id, &[]).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn nothing_is_sent_after_an_overwrite_denied_the_channel() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        let target = format!("user:{}", bob.id);
        let draft = OverwriteDraft { target: &target, allow: &[], deny: &["view_channel"] };
        Overwrite::set(node, alice.id, acme.id(), acme.general.id, draft).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn nothing_is_sent_after_a_sign_out() {
    ends_between_two_messages(async |node, _, _, bob| {
        let session = Session::all_of(node, bob.id).await.unwrap().remove(0);
        session.end(node).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn nothing_is_sent_after_a_removal() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        manage::member::remove(node, alice.id, acme.id(), bob.id).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn nothing_is_sent_after_a_ban() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        banning::ban(node, alice.id, acme.id(), bob.id, "Spam", None).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[tokio::test]
async fn nothing_is_sent_after_a_session_expired() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut streams = listen(&served, &bob, &acme.general, 2).await;
    say_to(&served, (&alice, &acme.general), "one", &mut streams).await;
    instance.clock.advance(Duration::from_millis(IDLE_MS as u64));
    served.say(&alice, &acme.general, "too late").await;
    for stream in &mut streams {
        assert_eq!(stream.next().await, None);
    }
}

#[tokio::test]
async fn a_reader_who_does_not_read_holds_no_one_up_and_is_not_waited_for() {
    const POSTS: usize = 400;
    /// Posts of one look.
    const BURST: usize = 40;
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = format!("/channels/{}/events", acme.general.id);
    let mut slow = TcpStream::connect(("127.0.0.1", served.port)).await.unwrap();
    let cookie = alice.browser.cookie("portico").unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: portico={cookie}\r\n\r\n");
    slow.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 16];
    slow.read_exact(&mut head).await.unwrap();
    assert!(head.starts_with(b"HTTP/1.1 200"));
    let mut fast = served.listen(&alice, &path).await;
    // Each is six times as long in HTML: together far more than sockets hold.
    let text = "\"".repeat(3_900);
    let sent = served.app.metrics.streams.messages_sent.get();
    for _ in 0..POSTS / BURST {
        let mut said = Vec::new();
        for _ in 0..BURST {
            let posted = served.say(&alice, &acme.general, &text).await;
            said.push(posted.id.to_string());
        }
        for id in said {
            assert_eq!(fast.next().await.unwrap().id, id);
        }
    }
    // What the slow one has not taken is not made for it, and not kept.
    let sent = served.app.metrics.streams.messages_sent.get() - sent;
    assert!((POSTS as u64..2 * POSTS as u64).contains(&sent), "{sent}");
    // It gets all of it once it reads.
    let (mut read, mut chunk) = (Vec::new(), vec![0; 64 * 1024]);
    let last = served.say(&alice, &acme.general, "the last one").await;
    let id = format!("id:{}\n", last.id);
    while !String::from_utf8_lossy(&read).contains(&id) {
        let count = slow.read(&mut chunk).await.unwrap();
        assert!(count > 0);
        // The end of what was read is enough to look at.
        let kept = read.len().saturating_sub(id.len() + 64 * 1024);
        read.drain(..kept);
        read.extend_from_slice(&chunk[..count]);
    }
}
