//! `/inbox/notifications/events`: new mentions for the notifications of an open page.

use portico_rules::language::ENGLISH;
use portico_store::models::messages::notification::{self, Notifications};
use portico_store::models::servers::overwrite::OverwriteDraft;
use portico_store::models::{Invite, Overwrite, Server};
use serde_json::Value;

use crate::support::{ListeningNode, Stream, TestInstance};

const EVENTS: &str = "/inbox/notifications/events";

/// The next mention.
async fn mention(stream: &mut Stream) -> Value {
    loop {
        let event = stream.next().await.expect("an event");
        if event.name == "mention" {
            return serde_json::from_str(&event.data).expect("JSON");
        }
    }
}

#[tokio::test]
async fn a_mention_is_told_once_with_what_the_inbox_shows_of_it() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    // What came before is in the inbox.
    alice.say(&acme.general, "@bob earlier").await.expect(303);
    instance.clock.advance(std::time::Duration::from_secs(1));
    let mut stream = served.listen(&bob, EVENTS).await;
    served.say(&alice, &acme.general, "no one").await;
    let long = format!("@bob **first** {}", "x".repeat(300));
    for text in [long.as_str(), "@all second"] {
        served.say(&alice, &acme.general, text).await;
    }
    let first = mention(&mut stream).await;
    assert_eq!(first["title"], "Alice in #general, Acme");
    let body = first["body"].as_str().unwrap();
    assert!(body.starts_with("@bob first x") && body.ends_with('…'), "{body}");
    assert_eq!(body.chars().count(), 201);
    assert_eq!(first["tag"], format!("mention-{}", first["id"]));
    let url = first["url"].as_str().unwrap();
    let path = url.split('#').next().unwrap();
    bob.browser.get(path).await.expect(200);
    assert_eq!(mention(&mut stream).await["body"], "@all second");
}

#[tokio::test]
async fn the_words_around_a_mention_are_in_the_language_of_the_person_who_is_told() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    bob.browser.post("/settings/language", &[("language", "fr")]).await.expect(303);
    let mut stream = served.listen(&bob, EVENTS).await;
    served.say(&alice, &acme.general, "@bob Hello").await;
    let told = mention(&mut stream).await;
    assert_eq!((&told["title"], &told["body"]), (&"Alice dans #general, Acme".into(), &"@bob Hello".into()));
}

#[tokio::test]
async fn muted_and_quiet_mentions_are_not_told() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let side = acme.channel("side").await;
    let mute = format!("/channels/{}/mute", side.id);
    bob.browser.post(&mute, &[("for", "8h")]).await.expect(303);
    let mut stream = served.listen(&bob, EVENTS).await;
    served.say(&alice, &side, "@bob muted").await;
    served.say(&alice, &acme.general, "@bob open").await;
    assert_eq!(mention(&mut stream).await["body"], "@bob open");
    // The clock starts at midnight.
    let quiet = [("starts_at", "23:00"), ("ends_at", "01:00"), ("time_zone", "UTC")];
    let path = "/settings/notifications/quiet";
    bob.browser.post(path, &quiet).await.expect(303);
    served.say(&alice, &acme.general, "@bob quiet").await;
    let found = notification::after(&instance.app, bob.id, 0, &ENGLISH).await.unwrap();
    assert_eq!(found.shown, []);
    // What is kept back counts as seen, and so is not shown later.
    let newest = found.newest.unwrap();
    bob.browser.post(path, &[("act", "off")]).await.expect(303);
    let found = notification::after(&instance.app, bob.id, newest, &ENGLISH).await.unwrap();
    assert_eq!(found, Notifications::default());
}

#[tokio::test]
async fn those_who_are_signed_out_are_sent_to_sign_in() {
    let instance = TestInstance::open().await;
    let answer = instance.browser().get(EVENTS).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}

#[tokio::test]
async fn mentions_in_a_server_that_was_joined_or_created_or_restored_since_are_told() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let (joined, restored) = (instance.server("Joined", &alice).await, instance.server("Restored", &alice).await);
    restored.join(&bob).await;
    restored.suspend_on(&served.app).await;
    let mut stream = served.listen(&bob, EVENTS).await;
    // From here on the stream has looked once.
    served.say(&alice, &acme.general, "@bob open").await;
    assert_eq!(mention(&mut stream).await["body"], "@bob open");

    served.say(&alice, &joined.general, "@all no member").await;
    let invite = Invite::create(&served.app, alice.id, joined.id()).await;
    let code = invite.unwrap().code;
    // What is of the same millisecond counts as after joining.
    instance.clock.advance(std::time::Duration::from_millis(1));
    Invite::join(&served.app, bob.id, &code).await.unwrap();
    served.say(&alice, &joined.general, "@bob joined").await;
    assert_eq!(mention(&mut stream).await["body"], "@bob joined");

    let created = Server::create(&served.app, bob.id, "Created").await;
    let (created, general) = created.unwrap();
    let invite = Invite::create(&served.app, bob.id, created.id).await;
    let code = invite.unwrap().code;
    Invite::join(&served.app, alice.id, &code).await.unwrap();
    served.say(&alice, &general, "@bob created").await;
    assert_eq!(mention(&mut stream).await["body"], "@bob created");

    restored.restore_on(&served.app).await;
    served.say(&alice, &restored.general, "@bob restored").await;
    assert_eq!(mention(&mut stream).await["body"], "@bob restored");
}

#[tokio::test]
async fn old_mentions_of_a_channel_that_was_gained_are_in_the_inbox_alone() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let vault = acme.hidden_channel("vault").await;
    let mut stream = served.listen(&bob, EVENTS).await;
    served.say(&alice, &acme.general, "@bob open").await;
    assert_eq!(mention(&mut stream).await["body"], "@bob open");
    served.say(&alice, &vault, "@all old").await;
    instance.clock.advance(std::time::Duration::from_secs(61));
    served.say(&alice, &vault, "@all lately").await;
    let target = format!("user:{}", bob.id);
    let draft = OverwriteDraft { target: &target, allow: &["view_channel"], deny: &[] };
    Overwrite::set(&served.app, alice.id, acme.id(), vault.id, draft).await.unwrap();
    assert_eq!(mention(&mut stream).await["body"], "@all lately");
    let inbox = bob.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.one("[data-inbox-count]"), "3");
}
