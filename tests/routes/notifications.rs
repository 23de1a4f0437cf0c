//! `/inbox/notifications/events`: new mentions for the notifications of an open page.

use portico::models::messages::notice::{self, Notices};
use serde_json::Value;

use crate::support::{Community, Person, Served, Stream, TestApp};

const EVENTS: &str = "/inbox/notifications/events";

/// Alice writes in a server that Bob is in.
async fn two(house: &TestApp) -> (Person<'_>, Person<'_>, Community<'_>) {
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    (alice, bob, acme)
}

/// The next mention.
async fn mention(stream: &mut Stream) -> Value {
    loop {
        let event = stream.next().await.expect("an event");
        if event.name == "mention" {
            return serde_json::from_str(&event.data).expect("JSON");
        }
    }
}

#[rocket::async_test]
async fn a_mention_is_told_once_with_what_the_inbox_shows_of_it() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let (alice, bob, acme) = two(&house).await;
    // What came before is in the inbox.
    alice.say(&acme.general, "@bob earlier").await.expect(303);
    house.clock.advance(std::time::Duration::from_secs(1));
    let mut stream = served.listen(&bob, EVENTS).await;
    served.say(&alice, &acme.general, "no one").await;
    let long = format!("@bob **first** {}", "x".repeat(300));
    for text in [long.as_str(), "@all second"] {
        served.say(&alice, &acme.general, text).await;
    }
    let first = mention(&mut stream).await;
    assert_eq!(first["title"], "Alice in #general, Acme");
    let body = first["body"].as_str().unwrap();
    assert!(
        body.starts_with("@bob first x") && body.ends_with('…'),
        "{body}"
    );
    assert_eq!(body.chars().count(), 201);
    assert_eq!(first["tag"], format!("mention-{}", first["id"]));
    let url = first["url"].as_str().unwrap();
    let path = url.split('#').next().unwrap();
    bob.browser.get(path).await.expect(200);
    assert_eq!(mention(&mut stream).await["body"], "@all second");
}

#[rocket::async_test]
async fn muted_and_quiet_mentions_are_not_told() {
    let house = TestApp::open().await;
    let served = Served::beside(&house).await;
    let (alice, bob, acme) = two(&house).await;
    let side = acme.channel("side").await;
    let mute = format!("/channels/{}/mute", side.id);
    bob.browser.post(&mute, &[("for", "8h")]).await.expect(303);
    let mut stream = served.listen(&bob, EVENTS).await;
    served.say(&alice, &side, "@bob muted").await;
    served.say(&alice, &acme.general, "@bob open").await;
    assert_eq!(mention(&mut stream).await["body"], "@bob open");
    // The clock starts at midnight.
    let quiet = [
        ("starts_at", "23:00"),
        ("ends_at", "01:00"),
        ("time_zone", "UTC"),
    ];
    let path = "/settings/notifications/quiet";
    bob.browser.post(path, &quiet).await.expect(303);
    served.say(&alice, &acme.general, "@bob quiet").await;
    let found = notice::after(&house.app, bob.id, 0).await.unwrap();
    assert_eq!(found.shown, []);
    // What is kept back counts as seen, and so is not shown later.
    let newest = found.newest.unwrap();
    bob.browser.post(path, &[("act", "off")]).await.expect(303);
    let found = notice::after(&house.app, bob.id, newest).await.unwrap();
    assert_eq!(found, Notices::default());
}

#[rocket::async_test]
async fn those_who_are_signed_out_are_sent_to_sign_in() {
    let house = TestApp::open().await;
    let answer = house.browser().get(EVENTS).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}
