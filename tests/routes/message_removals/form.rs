//! The form: who sees and sends it, its counts, and faulty fields.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::messages::removal::Author;

use super::{Channels, counted, open_and_hidden, path, remove, undo_path};
use crate::support::{Browser, Person, TestInstance};

#[tokio::test]
async fn before_the_button_each_choice_says_what_it_would_take() {
    let instance = TestInstance::open().await;
    let Channels { alice, bob, carol, acme, ops, secret } = open_and_hidden(&instance).await;
    bob.say(&acme.general, "two hours ago").await.expect(303);
    instance.clock.advance(Duration::from_secs(2 * 60 * 60));
    alice.say(&acme.general, "by alice").await.expect(303);
    let ids = alice.feed(&acme.general).await.attributes("[data-message-id]", "data-message-id");
    let reply = [("content", "a reply"), ("reply_to", &*ids[1])];
    bob.browser.post(&format!("/channels/{}/messages", acme.general.id), &reply).await.expect(303);
    for channel in [&acme.general, &ops, &secret] {
        bob.say(channel, "spam").await.expect(303);
    }
    let ids = alice.feed(&acme.general).await.attributes("[data-message-id]", "data-message-id");
    let query = format!("?author=user:{}&since=message:{}", bob.id, ids[3]);
    let page = carol.browser.get(&format!("{}{query}", path(&acme.general))).await.expect(200);
    assert_eq!(page.attributes("[name=since][checked]", "value"), [format!("message:{}", ids[3])]);
    let starts = |line: &String, words: &str| assert!(line.starts_with(words), "{line}");
    let counts = counted(&page);
    starts(&counts[0], "#general: 1 message from ");
    // Of the channel that she can't see, she learns nothing.
    starts(&counts[1], "Whole server: 2 messages in 2 channels (#general 1, #ops 1)");
    starts(&counts[2], "#general: 2 messages since ");
    assert!(counts[2].ends_with(" · 1 from before this message · 1 is a reply"), "{}", counts[2]);
    starts(&counts[4], "#general: 3 messages");
    assert!(counts[4].ends_with(" · 2 from before this message · 1 is a reply"), "{}", counts[4]);
    starts(&counts[5], "Whole server: 4 messages in 2 channels (#general 3, #ops 1)");
    assert_eq!(page.attributes("#f-since-hour", "data-everywhere"), ["Remove 3 messages"]);
    // The page of the message says the same, and the removal takes as many.
    let message = format!("/channels/{}/messages/{}", acme.general.id, ids[3]);
    assert_eq!(counted(&carol.browser.get(&message).await.expect(200)), counts);
    let author = format!("user:{}", bob.id);
    let fields = [("author", author.as_str()), ("since", "hour"), ("everywhere", "on")];
    let answer = carol.browser.post(&path(&acme.general), &fields).await.expect(303);
    let page = carol.browser.get(answer.location()).await.expect(200);
    assert!(page.one("[data-removed] p").starts_with("Removed 3 messages"));
    let page = carol.browser.get(&format!("{}{query}", path(&acme.general))).await.expect(200);
    starts(&counted(&page)[1], "Whole server: no messages");
}

/// Shows: access.no-permission, access.stranger, access.signed-out
#[tokio::test]
async fn only_those_who_manage_messages_see_counts() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let mallory = instance.person("mallory").await;
    alice.say(&acme.general, "one").await.expect(303);
    let page = format!("{}?author=user:{}", path(&acme.general), alice.id);
    for (browser, status) in [(&bob.browser, 403), (&mallory.browser, 404), (&instance.browser(), 303)] {
        let answer = browser.get(&page).await.expect(status);
        assert!(!answer.text().contains("1 message"));
    }
    let [id] = &alice.feed(&acme.general).await.attributes("[data-message-id]", "data-message-id")[..] else {
        panic!("one message");
    };
    let message = format!("/channels/{}/messages/{id}", acme.general.id);
    assert_eq!(counted(&bob.browser.get(&message).await.expect(200)), [""; 0]);
    assert_eq!(counted(&alice.browser.get(&message).await.expect(200)).len(), 8);
    // Without an author there is nothing to count.
    assert_eq!(counted(&alice.browser.get(&path(&acme.general)).await.expect(200)), [""; 0]);
}

/// Shows: access.no-permission, access.stranger, access.signed-out
#[tokio::test]
async fn the_menu_of_a_webhooks_message_leads_those_who_manage_it_to_the_webhook() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, mallory) = (instance.person("bob").await, instance.person("mallory").await);
    acme.join_with(&bob, Permissions::MANAGE_MESSAGES).await;
    let id = hook.posts("by any name").await;
    let menu = format!("/channels/{}/messages/{id}", acme.general.id);
    let webhook = format!("/portal/webhooks/{}", hook.id());
    let page = alice.browser.get(&menu).await.expect(200);
    assert_eq!(page.all(&format!("[aria-labelledby=webhook] a[href='{webhook}']")), ["Builds"]);
    let pause = format!("{webhook}/pause");
    assert_eq!(page.attributes(&format!("form[action='{pause}']"), "method"), ["post"]);
    alice.browser.post(&pause, &[]).await.expect(303);
    let page = alice.browser.get(&menu).await.expect(200);
    assert!(page.one("[aria-labelledby=webhook] p").ends_with("paused"));
    assert!(page.all(&format!("form[action='{pause}']")).is_empty());
    let page = bob.browser.get(&menu).await.expect(200);
    assert!(page.all("[aria-labelledby=webhook]").is_empty());
    mallory.browser.get(&menu).await.expect(404);
    instance.browser().get(&menu).await.expect(303);
}

/// Shows: access.no-permission, access.stranger, access.signed-out, access.hidden-channel
#[tokio::test]
async fn only_those_who_manage_messages_remove_and_undo() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, mallory) = (instance.person("bob").await, instance.person("mallory").await);
    let others = Permissions::MANAGE_SERVER | Permissions::MANAGE_CHANNELS;
    acme.join_with(&bob, others).await;
    hook.posts("stays").await;
    let author = Author::Webhook(hook.id());
    let asked = async |browser: &Browser<'_>, status| {
        remove(browser, &acme.general, author).await.expect(status);
        browser.get(&path(&acme.general)).await.expect(status);
    };
    asked(&bob.browser, 403).await;
    asked(&mallory.browser, 404).await;
    asked(&instance.browser(), 303).await;
    assert_eq!(instance.row_counts().await[0], 0);
    let answer = remove(&alice.browser, &acme.general, author).await.expect(303);
    let undo = undo_path(&alice.browser, &answer).await;
    bob.browser.post(&undo, &[]).await.expect(403);
    mallory.browser.post(&undo, &[]).await.expect(404);
    instance.browser().post(&undo, &[]).await.expect(303);
    // A member without the permission does not see it.
    let page = bob.browser.get(answer.location()).await.expect(200);
    assert_eq!(page.all("[data-removed]"), [""; 0]);
    // In another channel there is no such removal.
    let side = acme.channel("side").await;
    let general = acme.general.id.to_string();
    let elsewhere = undo.replace(&general, &side.id.to_string());
    alice.browser.post(&elsewhere, &[]).await.expect(422);
    // Where a moderator may not view the channel, it does not exist.
    let carol = instance.person("carol").await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&acme.general, &carol, none, view).await;
    asked(&carol.browser, 404).await;
    carol.browser.post(&undo, &[]).await.expect(404);
    assert_eq!(instance.row_counts().await[0], 1);
}

#[tokio::test]
async fn a_faulty_form_says_what_is_wrong_and_removes_nothing() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.posts("stays").await;
    let mallory: Person<'_> = instance.person("mallory").await;
    let author = Author::Webhook(hook.id()).to_string();
    let stranger = Author::User(mallory.id).to_string();
    for (author, since, faults) in [
        ("", "", &["author", "since"][..]),
        ("role:7", "hour", &["author"]),
        ("user:07", "hour", &["author"]),
        (&*author, "year", &["since"]),
        // Nothing of theirs is here; the form reveals no name.
        (&*stranger, "week", &["form"]),
    ] {
        let fields = [("author", author), ("since", since)];
        let answer = alice.browser.post(&path(&acme.general), &fields).await;
        let answer = answer.expect(422);
        assert_eq!(answer.faults(), faults, "{author} {since}");
        assert!(!answer.text().contains("Mallory"));
    }
    let page = alice.browser.get(&path(&acme.general)).await.expect(200);
    assert!(page.text().contains("Builds (webhook)"));
    assert_eq!(instance.row_counts().await[0..2], [0, 1]);
}
