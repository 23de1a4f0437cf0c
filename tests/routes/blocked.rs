//! `/settings/blocked`: blocking a person, and what that changes for the one who blocked them alone.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::UserId;
use portico_rules::language::ENGLISH;
use portico_store::models::messages::notification;
use portico_store::models::servers::blocked_user;

use crate::support::{Answer, ListeningNode, Person, TestInstance};

const PATH: &str = "/settings/blocked";

async fn block(by: &Person<'_>, user_id: UserId) -> Answer {
    by.browser.post(PATH, &[("user_id", &user_id.to_string())]).await
}

async fn unblock(by: &Person<'_>, user_id: UserId) -> Answer {
    by.browser.post(&format!("{PATH}/{user_id}/delete"), &[]).await
}

async fn inbox(person: &Person<'_>) -> Vec<String> {
    person.browser.get("/inbox").await.expect(200).attributes("[data-reason]", "data-message-id")
}

/// The unread mentions in the header.
async fn unread(person: &Person<'_>) -> Vec<String> {
    let page = person.browser.get("/settings/profile").await.expect(200);
    page.all("[data-inbox-events] .count:not([hidden])")
}

/// Shows: blocked.folded
#[tokio::test]
async fn messages_of_a_blocked_person_are_folded_for_the_one_who_blocked_them_alone() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    bob.say(&acme.general, "hello harbour").await.expect(303);
    let id = alice.feed(&acme.general).await.attributes("[data-message-id]", "data-message-id").remove(0);
    let reply = [("content", "and you"), ("reply_to", id.as_str())];
    carol.browser.post(&format!("/channels/{}/messages", acme.general.id), &reply).await.expect(303);
    assert_eq!(block(&alice, bob.id).await.expect(303).location(), PATH);
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all("details.blocked:not([open]) .content"), ["hello harbour"]);
    assert_eq!(page.all(".message-blocked summary"), ["Blocked message. Show Hide"]);
    assert_eq!(page.all(".message-reply-text"), ["Blocked message"]);
    let search = format!("/servers/{}/search?q=harbour", acme.id());
    assert_eq!(alice.browser.get(&search).await.expect(200).all("details.blocked .search-passage").len(), 1);
    let page = alice.browser.get(&format!("/channels/{}/messages/{id}", acme.general.id)).await.expect(200);
    assert_eq!(page.all("details.blocked .content"), ["hello harbour"]);
    for other in [&bob, &carol] {
        let page = other.feed(&acme.general).await;
        assert_eq!(page.all(".blocked"), [""; 0]);
        assert_eq!(page.all(".message-reply-text"), ["hello harbour"]);
    }
    assert_eq!(unblock(&alice, bob.id).await.expect(303).location(), PATH);
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".blocked"), [""; 0]);
    assert_eq!(page.all(".message-reply-text"), ["hello harbour"]);
}

/// Shows: blocked.folded
#[tokio::test]
async fn a_message_that_arrives_is_folded_as_the_page_folds_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    block(&alice, bob.id).await.expect(303);
    let served = ListeningNode::beside(&instance).await;
    let path = format!("/channels/{}/events", acme.general.id);
    let (mut of_alice, mut of_bob) = (served.listen(&alice, &path).await, served.listen(&bob, &path).await);
    served.say(&bob, &acme.general, "live").await;
    let event = of_alice.next().await.unwrap();
    assert!(event.data.contains("message-blocked") && event.data.contains("Blocked message."), "{}", event.data);
    assert!(!of_bob.next().await.unwrap().data.contains("message-blocked"));
}

/// Shows: blocked.silent
#[tokio::test]
async fn no_mention_and_no_reply_of_a_blocked_person_notifies_and_others_are_notified() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join_with(&bob, Permissions::MENTION_ALL).await;
    acme.join(&carol).await;
    let crew = acme.role("Crew", Permissions::NONE, true).await;
    acme.give(&crew, &alice).await;
    acme.give(&crew, &carol).await;
    bob.say(&acme.general, "@alice before").await.expect(303);
    assert_eq!((inbox(&alice).await.len(), unread(&alice).await), (1, vec!["1".to_owned()]));
    block(&alice, bob.id).await.expect(303);
    assert_eq!((inbox(&alice).await.len(), unread(&alice).await), (0, vec![]));
    alice.say(&acme.general, "anyone?").await.expect(303);
    let ids = alice.feed(&acme.general).await.attributes("[data-message-id]", "data-message-id");
    for text in ["@alice direct", "@all everyone", "@Crew role", "@carol and @alice"] {
        bob.say(&acme.general, text).await.expect(303);
    }
    let reply = [("content", "me"), ("reply_to", ids[1].as_str()), ("notify", "on")];
    bob.browser.post(&format!("/channels/{}/messages", acme.general.id), &reply).await.expect(303);
    assert_eq!((inbox(&alice).await.len(), unread(&alice).await), (0, vec![]));
    let beside = alice.browser.get(&format!("/servers/{}/search", acme.id())).await.expect(200);
    assert_eq!(beside.all("[data-unread-count]:not([hidden])"), [""; 0]);
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".mentions-me"), [""; 0]);
    let pushed = notification::after(&instance.app, alice.id, 0, &ENGLISH).await.unwrap();
    assert_eq!(pushed.shown, []);
    assert_eq!(inbox(&carol).await.len(), 3);
    // The blocked person sees what they always see.
    let fired = bob.feed(&acme.general).await.attributes("[data-mention]", "data-fired");
    assert!(fired.iter().all(|fired| fired == "true"), "{fired:?}");
    // Others, and webhooks, still reach her.
    carol.say(&acme.general, "@alice hi").await.expect(303);
    hook.say("@all hi", &["all"]).await.expect(200);
    assert_eq!((inbox(&alice).await.len(), unread(&alice).await), (2, vec!["2".to_owned()]));
    unblock(&alice, bob.id).await.expect(303);
    assert_eq!(inbox(&alice).await.len(), 8);
}

#[tokio::test]
async fn the_list_names_who_is_blocked_and_blocking_twice_is_once() {
    let instance = TestInstance::open().await;
    let (alice, bob, _acme) = instance.acme_with_bob().await;
    block(&alice, bob.id).await.expect(303);
    block(&alice, bob.id).await.expect(303);
    let page = alice.browser.get(PATH).await.expect(200);
    assert_eq!(page.attributes("[data-blocked]", "data-blocked"), [bob.id.to_string()]);
    assert!(page.text().contains("@bob"));
    // Bob learns nothing.
    assert_eq!(bob.browser.get(PATH).await.expect(200).all("[data-blocked]"), [""; 0]);
    unblock(&alice, bob.id).await.expect(303);
    unblock(&alice, bob.id).await.expect(404);
    assert_eq!(alice.browser.get(PATH).await.expect(200).all("[data-blocked]"), [""; 0]);
}

/// Shows: blocked.no-names
#[tokio::test]
async fn no_one_blocks_themselves_or_someone_who_never_was_in_a_server_of_theirs() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let eve = instance.person("eve").await;
    instance.server("Other", &eve).await;
    assert_eq!(block(&alice, alice.id).await.expect(422).faults(), ["form"]);
    for id in [eve.id, 77.into()] {
        block(&alice, id).await.expect(404);
    }
    for id in ["", "x", "-1", "007"] {
        alice.browser.post(PATH, &[("user_id", id)]).await.expect(404);
    }
    let signed_out = instance.browser();
    assert!(signed_out.get(PATH).await.expect(303).location().starts_with("/sign-in"));
    signed_out.post(PATH, &[("user_id", &bob.id.to_string())]).await.expect(303);
    assert_eq!(instance.rows(blocked_user::Entity).await, 0);
    // Someone who left has left messages.
    bob.browser.post(&format!("/servers/{}/leave", acme.id()), &[]).await.expect(303);
    block(&alice, bob.id).await.expect(303);
}

#[tokio::test]
async fn a_person_blocks_a_bounded_number_of_people() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps.blocked_per_person", 1))).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    block(&alice, bob.id).await.expect(303);
    block(&alice, bob.id).await.expect(303);
    let answer = block(&alice, carol.id).await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    unblock(&alice, bob.id).await.expect(303);
    block(&alice, carol.id).await.expect(303);
}
