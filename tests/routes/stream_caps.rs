//! Event streams: how many can be open at once, and which ones a message wakes.

use portico_store::models::Channel;
use rocket::futures::future::join_all;
use rocket::tokio::sync::watch;
use rocket::tokio::time::{Duration, timeout};

use crate::support::{ListeningNode, Person, Stream, TestInstance};

/// What has not happened by then doesn't happen.
const DEADLINE: Duration = Duration::from_secs(15);

fn events(channel: &Channel) -> String {
    format!("/channels/{}/events", channel.id)
}

async fn open(served: &ListeningNode, person: &Person<'_>, path: &str, count: usize) -> Vec<Stream> {
    join_all((0..count).map(|_| served.listen(person, path))).await
}

/// Waits until the server has noticed which streams are gone.
async fn until_open(served: &ListeningNode, count: usize) {
    let noticed = async {
        while served.app.live.streams.count() != count {
            rocket::tokio::task::yield_now().await;
        }
    };
    timeout(DEADLINE, noticed).await.unwrap();
}

/// Shows: caps.streams
#[tokio::test]
async fn a_session_has_no_more_streams_open_than_the_cap_and_closed_ones_make_room() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let path = events(&acme.general);
    let mut streams = open(&served, &alice, &path, 10).await;
    streams.extend(open(&served, &alice, "/inbox/events?unread", 10).await);
    for path in [&path, "/inbox/events", "/inbox/events?unread"] {
        let refused = served.get(&alice, path, &[]).await;
        assert_eq!(refused.status(), 429, "{path}");
        assert_eq!(refused.headers()["Retry-After"], "10");
        let text = refused.text().await.unwrap();
        assert!(text.contains("20 event streams open, the most one session can have"), "{text}");
    }
    // Someone else is not concerned, and the pages themselves go on.
    let mut of_bob = served.listen(&bob, &path).await;
    assert_eq!(served.get(&alice, "/inbox", &[]).await.status(), 200);
    // Browsers go away without a word.
    streams.truncate(19);
    streams.push(served.listen(&alice, &path).await);
    streams.clear();
    let mut again = open(&served, &alice, &path, 20).await;
    served.say(&alice, &acme.general, "Still heard").await;
    assert!(again[7].next().await.unwrap().data.contains("Still heard"));
    assert!(of_bob.next().await.unwrap().data.contains("Still heard"));
}

/// Shows: caps.streams
#[tokio::test]
async fn streams_count_no_more_once_the_server_stops_or_the_session_ends() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let _of_alice = open(&served, &alice, &events(&acme.general), 5).await;
    let mut of_bob = served.listen(&bob, &events(&acme.general)).await;
    until_open(&served, 6).await;
    bob.browser.post("/sign-out", &[]).await.expect(303);
    served.say(&alice, &acme.general, "Never seen by Bob").await;
    assert_eq!(of_bob.next().await, None);
    until_open(&served, 5).await;
    served.shutdown.clone().notify();
    until_open(&served, 0).await;
}

/// Waits until these inboxes were woken, for the listener may wake them a moment after the post is answered, and checks that no
/// other was.
async fn assert_woken(watched: &mut [watch::Receiver<()>; 3], expected: [bool; 3]) {
    for (changes, _) in watched.iter_mut().zip(expected).filter(|(_, woken)| *woken) {
        timeout(DEADLINE, changes.changed()).await.unwrap().unwrap();
    }
    let others = watched.iter().zip(expected).filter(|(_, woken)| !woken);
    for (changes, _) in others {
        assert!(!changes.has_changed().unwrap());
    }
}

/// Shows: caps.wake-ups
#[tokio::test]
async fn a_mention_wakes_only_the_inboxes_of_those_who_may_see_its_channel() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, mallory) =
        (instance.person("alice").await, instance.person("bob").await, instance.person("mallory").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    let secret = acme.channel("secret").await;
    let hide = portico_rules::chat::permissions::Permissions::VIEW_CHANNEL;
    let none = portico_rules::chat::permissions::Permissions::NONE;
    acme.overwrite_role(&secret, &acme.all().await, none, hide).await;
    let evil = instance.server("Evil", &mallory).await;

    let mut streams = Vec::new();
    for person in [&alice, &bob, &mallory] {
        let mut stream = served.listen(person, "/inbox/events?unread").await;
        assert_eq!(stream.next().await.unwrap().name, "count");
        assert_eq!(stream.next().await.unwrap().name, "unread");
        streams.push(stream);
    }
    let changes = |person: &Person<'_>| served.app.live.inbox(person.id, true).changes();
    let mut watched = [changes(&alice), changes(&bob), changes(&mallory)];
    served.say(&mallory, &evil.general, "@all @mallory").await;
    assert_woken(&mut watched, [false, false, true]).await;
    served.say(&alice, &secret, "@all").await;
    assert_woken(&mut watched, [true, false, false]).await;
    served.say(&alice, &acme.general, "@all").await;
    assert_woken(&mut watched, [true, true, false]).await;
    let count = streams[1].next().await.unwrap();
    assert_eq!((count.name.as_str(), count.data.as_str()), ("count", "1"));
}

/// Shows: caps.wake-ups
#[tokio::test]
async fn a_mention_in_a_channel_that_was_just_made_reaches_an_open_inbox() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mut stream = served.listen(&bob, "/inbox/events").await;
    assert_eq!(stream.next().await.unwrap().data, "0");
    let about = portico_store::models::servers::channel::ChannelFields { name: "new", topic: "", ..Default::default() };
    let new = Channel::create(&served.app, alice.id, acme.id(), about).await.unwrap();
    served.say(&alice, &new, "@all").await;
    assert_eq!(stream.next().await.unwrap().data, "1");
}
