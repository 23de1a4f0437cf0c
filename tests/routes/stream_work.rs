//! What event streams cost: a message is read and rendered once for all streams that see the same of it, a person is judged
//! once for all their streams until something of theirs changes, and nobody waits for a slow reader.
//! That streams end with a right is tested in `stream_rights`.

use std::time::Duration;

use portico::app::App;
use portico::chat::permissions::Permissions;
use portico::models::accounts::session::IDLE_MS;
use portico::models::lifecycle::banning;
use portico::models::servers::manage;
use portico::models::servers::overwrite::Wish;
use portico::models::{Channel, Overwrite, Session};
use portico::posting::user_messages;
use rocket::tokio::io::{AsyncReadExt, AsyncWriteExt};
use rocket::tokio::net::TcpStream;

use crate::support::{Community, Person, Served, Stream, TestApp};

/// What was done so far: readings, renders, judgements of people, looks at sessions.
fn done(served: &Served) -> [u64; 4] {
    let streams = &served.app.metrics.streams;
    [
        &streams.message_reads,
        &streams.renders,
        &streams.judgements,
        &streams.session_checks,
    ]
    .map(|counter| counter.get())
}

/// What was done since.
fn done_since(served: &Served, before: [u64; 4]) -> [u64; 4] {
    let mut now = done(served);
    for (now, before) in now.iter_mut().zip(before) {
        *now -= before;
    }
    now
}

async fn listen(served: &Served, person: &Person<'_>, channel: &Channel, n: usize) -> Vec<Stream> {
    let path = format!("/channels/{}/events", channel.id);
    let mut streams = Vec::new();
    for _ in 0..n {
        streams.push(served.listen(person, &path).await);
    }
    streams
}

/// Says something, and waits until every stream has it. Returns what they got.
async fn say_to(
    served: &Served,
    (alice, channel): (&Person<'_>, &Channel),
    text: &str,
    streams: &mut [Stream],
) -> Vec<String> {
    let id = served
        .say(alice, channel, text)
        .await
        .message
        .id
        .to_string();
    let mut got = Vec::new();
    for stream in streams {
        let event = stream.next().await.unwrap();
        assert_eq!((&*event.name, &event.id), ("message", &id));
        got.push(event.data);
    }
    got
}

#[rocket::async_test]
async fn a_message_is_read_and_rendered_once_for_all_streams_with_an_equal_view() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let carol = house.person("carol").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let role = acme.join_with(&carol, Permissions::NONE).await;
    let general = &acme.general;
    let mut streams = Vec::new();
    for person in [&alice, &bob, &carol] {
        streams.extend(listen(&served, person, general, 4).await);
    }
    let says = (&alice, general);
    let before = done(&served);
    let sent = served.app.metrics.streams.messages_sent.get();
    let got = say_to(&served, says, "The same for all", &mut streams).await;
    assert_eq!(done_since(&served, before), [1, 1, 3, 3]);
    assert_eq!(served.app.metrics.streams.messages_sent.get() - sent, 12);
    assert!(got.iter().all(|html| *html == got[0]));

    // A mention is highlighted for whom it notified.
    let mention_role = format!("@role_{} hello", role.id);
    for text in ["@bob hello", &mention_role] {
        let before = done(&served);
        let got = say_to(&served, says, text, &mut streams).await;
        assert_eq!(done_since(&served, before), [1, 2, 0, 0], "{text}");
        let theirs = if text == mention_role { 8..12 } else { 4..8 };
        for (n, html) in got.iter().enumerate() {
            let is_theirs = theirs.contains(&n);
            assert_eq!(*html == got[theirs.start], is_theirs, "{text}: {n}");
        }
    }

    // A channel's name leads there for those who see it.
    let vault = acme.channel("vault").await;
    let (all, view) = (acme.all().await, Permissions::VIEW_CHANNEL);
    acme.overwrite_role(&vault, &all, Permissions::NONE, view)
        .await;
    acme.overwrite_role(&vault, &role, view, Permissions::NONE)
        .await;
    let before = done(&served);
    let got = say_to(&served, says, "See #vault", &mut streams).await;
    let [reads, renders, ..] = done_since(&served, before);
    assert_eq!([reads, renders], [1, 2]);
    let leads = |html: &String| html.contains(&format!("/channels/{}", vault.id));
    let leading: Vec<bool> = got.iter().map(leads).collect();
    assert_eq!(leading, [[true; 4], [false; 4], [true; 4]].concat());
}

#[rocket::async_test]
async fn an_edit_is_rendered_once_for_each_view_and_never_sent_as_it_was() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let general = &acme.general;
    let mut streams = listen(&served, &bob, general, 5).await;
    streams.extend(listen(&served, &alice, general, 1).await);
    let said = served.say(&alice, general, "before").await.message.id;
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
    assert_eq!(done_since(&served, before), [1, 2, 0, 0]);
}

#[rocket::async_test]
async fn a_person_is_judged_once_and_again_only_when_something_of_theirs_changes() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let carol = house.person("carol").await;
    let acme = house.server("Acme", &alice).await;
    let role = acme.join_with(&bob, Permissions::NONE).await;
    acme.join(&carol).await;
    let general = &acme.general;
    let says = (&alice, general);
    let mut streams = listen(&served, &bob, general, 5).await;
    streams.extend(listen(&served, &carol, general, 3).await);
    let before = done(&served);
    for n in 0..5 {
        say_to(&served, says, &format!("{n}"), &mut streams).await;
    }
    assert_eq!(done_since(&served, before), [5, 5, 2, 2]);

    // A change of one person's, and they are judged again, once; of a server's, everyone.
    let before = done(&served);
    manage::member::set_roles(&served.app, alice.id, acme.id(), bob.id, &[])
        .await
        .unwrap();
    say_to(&served, says, "a role less", &mut streams).await;
    say_to(&served, says, "and on", &mut streams).await;
    assert_eq!(done_since(&served, before), [2, 2, 1, 1]);
    let before = done(&served);
    let target = format!("role:{}", role.id);
    let wish = Wish {
        target: &target,
        allow: &[],
        deny: &["send_messages"],
    };
    Overwrite::set(&served.app, alice.id, acme.id(), general.id, wish)
        .await
        .unwrap();
    say_to(&served, says, "an overwrite more", &mut streams).await;
    say_to(&served, says, "and on", &mut streams).await;
    assert_eq!(done_since(&served, before), [2, 2, 2, 0]);

    // Of a stranger's, no one.
    let before = done(&served);
    let mallory = house.person("mallory").await;
    let session = Session::all_of(&served.app, mallory.id).await.unwrap();
    session[0].end(&served.app).await.unwrap();
    say_to(&served, says, "still here", &mut streams).await;
    assert_eq!(done_since(&served, before), [1, 1, 0, 0]);
}

/// Takes a right of Bob's away on every node there is, between two messages: the second one is not sent.
async fn ends_between_two_messages(
    take_away: impl AsyncFn(&App, &Community<'_>, &Person<'_>, &Person<'_>),
) {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    for (n, node) in [&*served.app, &*house.app].into_iter().enumerate() {
        let alice = house.person(&format!("alice{n}")).await;
        let bob = house.person(&format!("bob{n}")).await;
        let acme = house.server(&format!("Acme {n}"), &alice).await;
        let role = acme.join_with(&bob, Permissions::NONE).await;
        let (all, view) = (acme.all().await, Permissions::VIEW_CHANNEL);
        acme.overwrite_role(&acme.general, &role, view, Permissions::NONE)
            .await;
        acme.overwrite_role(&acme.general, &all, Permissions::NONE, view)
            .await;
        let says = (&alice, &acme.general);
        let mut streams = listen(&served, &bob, &acme.general, 3).await;
        for text in ["one", "two"] {
            say_to(&served, says, text, &mut streams).await;
        }
        take_away(node, &acme, &alice, &bob).await;
        served.say(&alice, &acme.general, "not for bob").await;
        for stream in &mut streams {
            assert_eq!(stream.next().await, None);
        }
    }
}

/// Shows: access.streams
#[rocket::async_test]
async fn nothing_is_sent_after_a_role_was_taken_away() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        manage::member::set_roles(node, alice.id, acme.id(), bob.id, &[])
            .await
            .unwrap();
    })
    .await;
}

/// Shows: access.streams
#[rocket::async_test]
async fn nothing_is_sent_after_an_overwrite_denied_the_channel() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        let target = format!("user:{}", bob.id);
        let wish = Wish {
            target: &target,
            allow: &[],
            deny: &["view_channel"],
        };
        Overwrite::set(node, alice.id, acme.id(), acme.general.id, wish)
            .await
            .unwrap();
    })
    .await;
}

/// Shows: access.streams
#[rocket::async_test]
async fn nothing_is_sent_after_a_sign_out() {
    ends_between_two_messages(async |node, _, _, bob| {
        let session = Session::all_of(node, bob.id).await.unwrap().remove(0);
        session.end(node).await.unwrap();
    })
    .await;
}

/// Shows: access.streams
#[rocket::async_test]
async fn nothing_is_sent_after_a_removal() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        manage::member::remove(node, alice.id, acme.id(), bob.id)
            .await
            .unwrap();
    })
    .await;
}

/// Shows: access.streams
#[rocket::async_test]
async fn nothing_is_sent_after_a_ban() {
    ends_between_two_messages(async |node, acme, alice, bob| {
        banning::ban(node, alice.id, acme.id(), bob.id, "Spam")
            .await
            .unwrap();
    })
    .await;
}

/// Shows: access.streams
#[rocket::async_test]
async fn nothing_is_sent_after_a_session_expired() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let (alice, bob) = (house.person("alice").await, house.person("bob").await);
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    let mut streams = listen(&served, &bob, &acme.general, 2).await;
    say_to(&served, (&alice, &acme.general), "one", &mut streams).await;
    house.clock.advance(Duration::from_millis(IDLE_MS as u64));
    served.say(&alice, &acme.general, "too late").await;
    for stream in &mut streams {
        assert_eq!(stream.next().await, None);
    }
}

#[rocket::async_test]
async fn a_reader_who_does_not_read_holds_no_one_up_and_is_not_waited_for() {
    const POSTS: usize = 400;
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let path = format!("/channels/{}/events", acme.general.id);
    let mut slow = TcpStream::connect(("127.0.0.1", served.port))
        .await
        .unwrap();
    let cookie = alice.browser.cookie("portico").unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: portico={cookie}\r\n\r\n");
    slow.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 16];
    slow.read_exact(&mut head).await.unwrap();
    assert!(head.starts_with(b"HTTP/1.1 200"));
    let mut fast = served.listen(&alice, &path).await;
    // Each is six times as long in HTML: together far more than sockets hold.
    let text = "\"".repeat(3_900);
    let sent = served.app.metrics.streams.messages_sent.get();
    for n in 0..POSTS {
        let id = served.say(&alice, &acme.general, &text).await.message.id;
        let event = fast.next().await.unwrap();
        assert_eq!(event.id, id.to_string(), "{n}");
    }
    // What the slow one has not taken is not made for it, and not kept.
    let sent = served.app.metrics.streams.messages_sent.get() - sent;
    assert!((POSTS as u64..2 * POSTS as u64).contains(&sent), "{sent}");
    // It gets all of it once it reads.
    let (mut read, mut chunk) = (Vec::new(), vec![0; 64 * 1024]);
    let last = served.say(&alice, &acme.general, "the last one").await;
    let id = format!("id:{}\n", last.message.id);
    while !String::from_utf8_lossy(&read).contains(&id) {
        let count = slow.read(&mut chunk).await.unwrap();
        assert!(count > 0);
        // The end of what was read is enough to look at.
        let kept = read.len().saturating_sub(id.len() + 64 * 1024);
        read.drain(..kept);
        read.extend_from_slice(&chunk[..count]);
    }
}
