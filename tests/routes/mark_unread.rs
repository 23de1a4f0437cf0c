//! `/channels/<id>/unread`: a message and all after it are unread again, for one user.

use std::time::Duration;

use portico_store::models::Channel;

use crate::support::{Answer, Community, Person, TestInstance};

/// Bob has read three messages of Alice.
async fn read_by_bob<'h>(instance: &'h TestInstance) -> (Person<'h>, Person<'h>, Community<'h>, Vec<String>) {
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    for text in ["one", "@bob two", "three"] {
        alice.say(&acme.general, text).await.expect(303);
    }
    let page = bob.feed(&acme.general).await;
    let ids = page.attributes("article", "data-message-id");
    let read = format!("/channels/{}/read", acme.general.id);
    bob.browser.post(&read, &[("up_to", &ids[2])]).await.expect(303);
    (alice, bob, acme, ids)
}

async fn mark(person: &Person<'_>, channel: &Channel, id: &str) -> Answer {
    let path = format!("/channels/{}/unread", channel.id);
    person.browser.post(&path, &[("message_id", id)]).await
}

fn counts(page: &Answer) -> Vec<String> {
    page.all(".channels [data-unread-count]:not([hidden])")
}

#[tokio::test]
async fn a_message_and_all_after_it_are_unread_again_with_their_mentions() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, ids) = read_by_bob(&instance).await;
    assert_eq!(counts(&bob.feed(&acme.general).await), [""; 0]);
    let answer = mark(&bob, &acme.general, &ids[1]).await.expect(303);
    let (page, place) = answer.location().split_once('#').unwrap();
    assert_eq!(place, "unread");
    let page = bob.browser.get(page).await.expect(200);
    assert_eq!(counts(&page), ["1"]);
    assert_eq!(page.all("#unread").len(), 1);
    assert_eq!(page.all("[data-feed][data-keep-unread]").len(), 1);
    assert_eq!(page.all("[data-mark-read]").len(), 1);
    let inbox = bob.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.all(".inbox-row.unread").len(), 1);
    // For no one else, and not for long.
    assert_eq!(counts(&alice.feed(&acme.general).await), [""; 0]);
    let read = format!("/channels/{}/read", acme.general.id);
    bob.browser.post(&read, &[("up_to", &ids[2])]).await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(counts(&page), [""; 0]);
    assert_eq!(page.all("[data-keep-unread]").len(), 0);
}

#[tokio::test]
async fn the_first_message_of_a_page_has_the_line_above_it_once_it_is_marked() {
    let instance = TestInstance::open().await;
    let (_, bob, acme, ids) = read_by_bob(&instance).await;
    let answer = mark(&bob, &acme.general, &ids[0]).await.expect(303);
    let (path, _) = answer.location().split_once('#').unwrap();
    let page = bob.browser.get(path).await.expect(200);
    assert_eq!(page.all("#unread").len(), 1);
    assert_eq!(page.attributes("#unread + article", "data-message-id"), [&*ids[0]]);
    // No other page begins with the line.
    assert_eq!(bob.feed(&acme.general).await.all("#unread").len(), 0);
}

#[tokio::test]
async fn a_message_from_before_the_reader_joined_is_never_unread_and_that_is_said() {
    let instance = TestInstance::open().await;
    let (alice, _, acme, ids) = read_by_bob(&instance).await;
    instance.clock.advance(Duration::from_secs(1));
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    alice.say(&acme.general, "four").await.expect(303);
    let page = carol.feed(&acme.general).await;
    let newest = page.attributes("article", "data-message-id").remove(3);
    let read = format!("/channels/{}/read", acme.general.id);
    let fields = [("up_to", &*newest)];
    carol.browser.post(&read, &fields).await.expect(303);
    for (id, is_offered) in [(&ids[2], false), (&newest, true)] {
        let path = format!("/channels/{}/messages/{id}", acme.general.id);
        let page = carol.browser.get(&path).await.expect(200);
        let actions = page.attributes("[data-message-acts] form", "action");
        let is_there = actions.iter().any(|action| action.ends_with("/unread"));
        assert_eq!(is_there, is_offered, "{id}");
    }
    let refused = mark(&carol, &acme.general, &ids[2]).await.expect(403);
    assert!(refused.text().contains("before you joined"), "{}", refused.text());
    let page = carol.feed(&acme.general).await;
    assert_eq!(page.all("#unread").len(), 0);
    mark(&carol, &acme.general, &newest).await.expect(303);
    let page = carol.feed(&acme.general).await;
    assert_eq!(page.all("#unread").len(), 1);
}

#[tokio::test]
async fn what_is_unread_stays_so() {
    let instance = TestInstance::open().await;
    let (_, bob, acme, ids) = read_by_bob(&instance).await;
    mark(&bob, &acme.general, &ids[1]).await.expect(303);
    mark(&bob, &acme.general, &ids[2]).await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(counts(&page), ["1"]);
    let carol = instance.person("carol").await;
    acme.join(&carol).await;
    mark(&carol, &acme.general, &ids[0]).await.expect(303);
}

#[tokio::test]
async fn only_messages_that_the_user_sees_are_marked() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, ids) = read_by_bob(&instance).await;
    let side = acme.channel("side").await;
    mark(&bob, &side, &ids[1]).await.expect(404);
    for odd in ["", "x", "0", "1", "9007199254740991"] {
        mark(&bob, &acme.general, odd).await.expect(404);
    }
    let eve = instance.person("eve").await;
    mark(&eve, &acme.general, &ids[1]).await.expect(404);
    let signed_out = instance.browser();
    let path = format!("/channels/{}/unread", acme.general.id);
    let answer = signed_out.post(&path, &[("message_id", &ids[1])]).await;
    assert!(answer.expect(303).location().starts_with("/sign-in"));
    let delete = format!("/channels/{}/messages/{}/delete", acme.general.id, ids[1]);
    alice.browser.post(&delete, &[]).await.expect(303);
    mark(&bob, &acme.general, &ids[1]).await.expect(404);
    assert_eq!(counts(&bob.feed(&acme.general).await), [""; 0]);
}

#[tokio::test]
async fn the_page_of_a_message_has_its_link_and_marks_what_was_read() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, ids) = read_by_bob(&instance).await;
    let page = |id: &str| format!("/channels/{}/messages/{id}", acme.general.id);
    let read = bob.browser.get(&page(&ids[1])).await.expect(200);
    let link = format!("/channels/{}?around={}#message-{}", acme.general.id, ids[1], ids[1]);
    assert_eq!(read.one("#message-link"), format!("{}{link}", instance.app.config.base_url.origin()));
    let unread = format!("/channels/{}/unread", acme.general.id);
    assert_eq!(read.attributes("[data-message-acts] form", "action")[0], unread);
    alice.say(&acme.general, "four").await.expect(303);
    let newest = alice.feed(&acme.general).await.attributes("article", "data-message-id");
    let page = bob.browser.get(&page(&newest[3])).await.expect(200);
    assert!(!page.attributes("[data-message-acts] form", "action").iter().any(|path| path.ends_with("/unread")));
}
