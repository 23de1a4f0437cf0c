//! `/channels/<id>/messages/<message_id>`: editing and deleting messages.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, MessageId};
use portico_store::models::messages::{message, removal, version};
use portico_store::models::{Channel, Message};
use rocket::futures::future::join;
use sea_orm::{EntityTrait, IntoActiveModel, QueryOrder};
use serde_json::json;

use crate::support::{ListeningNode, Person, TestInstance};

/// Where a message is edited.
const EDITED: &str = "form[data-in-place=edit] textarea";

fn path(channel: &Channel, id: MessageId) -> String {
    format!("/channels/{}/messages/{id}", channel.id)
}

impl TestInstance {
    /// The messages of all channels, the oldest first.
    async fn all_messages(&self) -> Vec<Message> {
        let all = message::Entity::find().order_by_asc(message::Column::Id);
        all.all(&*self.app.db).await.unwrap()
    }

    /// Posts as a user, and returns the message's id.
    async fn said(&self, person: &Person<'_>, channel: &Channel, text: &str) -> MessageId {
        person.say(channel, text).await.expect(303);
        self.all_messages().await.last().unwrap().id
    }

    /// The same once the deleted ones can't be restored.
    async fn contents_after_a_minute(&self) -> Vec<String> {
        self.clock.advance(Duration::from_secs(60));
        self.run_cleanup().await;
        self.contents().await
    }

    /// The texts of all messages.
    async fn contents(&self) -> Vec<String> {
        let all = self.all_messages().await.into_iter();
        all.map(|message| message.content).collect()
    }
}

/// Shows: messages.marks
#[tokio::test]
async fn of_marks_stacked_on_a_letter_a_message_and_an_edit_keep_four() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (tower, kept) = (format!("a{}", "\u{301}".repeat(40)), format!("a{}", "\u{301}".repeat(4)));
    let id = instance.said(&alice, &acme.general, &tower).await;
    assert_eq!(alice.feed(&acme.general).await.all(".content"), std::slice::from_ref(&kept));
    alice.browser.post(&path(&acme.general, id), &[("content", &format!("{tower}b"))]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), [format!("{kept}b")]);
}

#[tokio::test]
async fn the_author_edits_a_message_and_what_it_said_before_is_kept() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let id = instance.said(&bob, &acme.general, "a tpyo").await;
    let here = path(&acme.general, id);
    let page = bob.browser.get(&here).await.expect(200);
    assert_eq!(page.one(EDITED), "a tpyo");
    let fields = [("content", "a typo\r\nfixed")];
    let answer = bob.browser.post(&here, &fields).await.expect(303);
    let back = format!("/channels/{}?around={id}#message-{id}", acme.general.id);
    assert_eq!(answer.location(), back);
    let feed = bob.feed(&acme.general).await;
    assert_eq!(feed.all(".content"), ["a typo\nfixed"]);
    assert_eq!(feed.all(".message-edited"), ["edited"]);
    let versions = format!("{here}/versions");
    let page = alice.browser.get(&versions).await.expect(200);
    assert_eq!(page.all(".content"), ["a typo\nfixed", "a tpyo"]);
    bob.browser.get(&versions).await.expect(403);
}

#[tokio::test]
async fn saving_the_same_text_is_no_edit() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let id = instance.said(&alice, &acme.general, "as it is").await;
    let fields = [("content", "as it is")];
    let here = path(&acme.general, id);
    alice.browser.post(&here, &fields).await.expect(303);
    assert_eq!(instance.all_messages().await[0].edited_at, None);
    let versions = version::Entity::find().all(&*instance.app.db).await;
    assert_eq!(versions.unwrap(), []);
}

#[tokio::test]
async fn an_edit_notifies_no_one_and_keeps_what_fired_and_still_stands() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    acme.join(&carol).await;
    let id = instance.said(&alice, &acme.general, "@bob look").await;
    let here = path(&acme.general, id);
    let edit = async |text: &str| {
        let fields = [("content", text)];
        alice.browser.post(&here, &fields).await.expect(303);
        alice.feed(&acme.general).await
    };
    let page = edit("@bob and @carol look, @all").await;
    assert_eq!(page.attributes("[data-mention]", "data-fired"), ["true", "false", "false"]);
    assert_eq!(instance.mentions_of(id).await.len(), 1);
    edit("@carol look").await;
    assert_eq!(instance.mentions_of(id).await, []);
    let inbox = bob.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.all(".inbox-row"), [""; 0]);
    let page = edit("@bob look").await;
    assert_eq!(page.attributes("[data-mention]", "data-fired"), ["false"]);
}

#[tokio::test]
async fn a_faulty_edit_keeps_what_was_typed_and_changes_nothing() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let id = instance.said(&alice, &acme.general, "before").await;
    let long = "x".repeat(4_001);
    for text in ["", " \r\n ", long.as_str()] {
        let fields = [("content", text)];
        let answer = alice.browser.post(&path(&acme.general, id), &fields).await;
        let answer = answer.expect(422);
        assert_eq!(answer.faults(), ["content"]);
        assert_eq!(answer.one(EDITED), text.trim());
    }
    assert_eq!(instance.contents().await, ["before"]);
}

/// Shows: access.no-permission, access.just-lost
#[tokio::test]
async fn only_the_author_edits_and_only_while_they_may_send() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    let id = instance.said(&bob, &acme.general, "mine").await;
    let fields = [("content", "yours")];
    let here = path(&acme.general, id);
    // Not even the owner.
    alice.browser.post(&here, &fields).await.expect(403);
    let posted = hook.say("the webhook's", &[]).await.expect(200).json();
    let posted = path(&acme.general, posted["message"]["id"].as_i64().unwrap().into());
    alice.browser.post(&posted, &fields).await.expect(403);
    let (send, none) = (Permissions::SEND_MESSAGES, Permissions::NONE);
    acme.overwrite_member(&acme.general, &bob, none, send).await;
    bob.browser.post(&here, &fields).await.expect(403);
    let page = bob.browser.get(&here).await.expect(200);
    assert_eq!(page.all("textarea"), [""; 0]);
    assert_eq!(instance.contents().await, ["mine", "the webhook's"]);
    // Deleting needs no permission to send.
    let delete = format!("{here}/delete");
    bob.browser.post(&delete, &[]).await.expect(303);
    assert_eq!(instance.contents_after_a_minute().await, ["the webhook's"]);
}

#[tokio::test]
async fn an_author_deletes_a_message_with_its_versions_and_mentions() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let id = instance.said(&bob, &acme.general, "@alice one").await;
    let here = path(&acme.general, id);
    let fields = [("content", "@alice two")];
    bob.browser.post(&here, &fields).await.expect(303);
    let before = instance.audited().await;
    let delete = format!("{here}/delete");
    let form = bob.browser.get(&delete).await.expect(303);
    assert_eq!(form.location(), here);
    bob.browser.post(&delete, &[]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), [""; 0]);
    let inbox = alice.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.all(".inbox-row"), [""; 0]);
    assert_eq!(instance.contents_after_a_minute().await, [""; 0]);
    assert_eq!(instance.mentions_of(id).await, []);
    let versions = version::Entity::find().all(&*instance.app.db).await;
    assert_eq!(versions.unwrap(), []);
    assert_eq!(instance.audited().await, before, "it is their own");
    bob.browser.post(&delete, &[]).await.expect(404);
    bob.browser.post(&here, &fields).await.expect(404);
}

#[tokio::test]
async fn those_who_manage_messages_delete_anyones_which_is_logged() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    let theirs = instance.said(&bob, &acme.general, "by bob").await;
    let posted = hook.say("by the webhook", &[]).await.expect(200).json();
    let posted = posted["message"]["id"].as_i64().unwrap();
    let feed = carol.feed(&acme.general).await;
    assert_eq!(feed.all(".message-more").len(), 2);
    // What can be done with a message is on its page, and for others that is no more than its link and reporting it.
    assert_eq!(bob.feed(&acme.general).await.all(".message-more").len(), 2);
    let page = bob.browser.get(&path(&acme.general, posted.into())).await.expect(200);
    let forms = page.attributes("[data-message-acts] form", "action");
    assert_eq!(forms, [format!("{}/report", path(&acme.general, posted.into()))]);
    for id in [theirs, posted.into()] {
        let here = path(&acme.general, id);
        let page = carol.browser.get(&here).await.expect(200);
        assert_eq!(page.all(EDITED), [""; 0]);
        let delete = format!("{here}/delete");
        carol.browser.post(&delete, &[]).await.expect(303);
    }
    assert_eq!(instance.contents_after_a_minute().await, [""; 0]);
    let log = acme.settings("/audit");
    let log = alice.browser.get(&log).await.expect(200);
    let sentences = log.sentences();
    assert!(sentences[0].contains("deleted a message by the webhook Builds in #general"));
    assert!(sentences[1].contains("deleted a message by Bob (@bob) in #general"));
}

#[tokio::test]
async fn those_who_manage_messages_see_what_edited_ones_said_before() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let carol = instance.person("carol").await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    let id = instance.said(&alice, &acme.general, "one").await;
    let here = path(&acme.general, id);
    alice.browser.post(&here, &[("content", "two")]).await.expect(303);
    let link = carol.feed(&acme.general).await;
    let link = link.attributes(".message-edited a", "href");
    let page = carol.browser.get(&link[0]).await.expect(200);
    assert_eq!(page.all(".content"), ["two", "one"]);
}

/// Shows: access.no-permission, access.stranger, access.signed-out, access.hidden-channel
#[tokio::test]
async fn no_one_else_deletes_and_elsewhere_the_message_does_not_exist() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, mallory) = (instance.person("bob").await, instance.person("mallory").await);
    let others = Permissions::MANAGE_SERVER | Permissions::MANAGE_CHANNELS;
    acme.join_with(&bob, others).await;
    let side = acme.channel("side").await;
    let id = instance.said(&alice, &acme.general, "stays").await;
    let (here, elsewhere) = (path(&acme.general, id), path(&side, id));
    let fields = [("content", "changed")];
    for (browser, path, status) in [
        (&bob.browser, &here, 403),
        (&mallory.browser, &here, 404),
        (&instance.browser(), &here, 303),
        (&alice.browser, &elsewhere, 404),
        (&bob.browser, &elsewhere, 404),
    ] {
        browser.post(path, &fields).await.expect(status);
        let delete = format!("{path}/delete");
        browser.post(&delete, &[]).await.expect(status);
    }
    mallory.browser.get(&here).await.expect(404);
    alice.browser.get(&elsewhere).await.expect(404);
    for odd in ["0", "x", "007"] {
        let odd = format!("/channels/{}/messages/{odd}", acme.general.id);
        alice.browser.post(&odd, &fields).await.expect(404);
    }
    let none = path(&acme.general, ids::MAX_ID.into());
    alice.browser.post(&none, &fields).await.expect(404);
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&acme.general, &bob, none, view).await;
    bob.browser.post(&here, &fields).await.expect(404);
    assert_eq!(instance.contents().await, ["stays"]);
}

#[tokio::test]
async fn of_an_edit_and_a_deletion_at_once_the_deletion_stays() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let carol = instance.person("carol").await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    for turn in 0..10 {
        let id = instance.said(&alice, &acme.general, "race").await;
        let here = path(&acme.general, id);
        let (delete, text) = (format!("{here}/delete"), format!("edit {turn}"));
        let fields = [("content", text.as_str())];
        let both = join(alice.browser.post(&here, &fields), carol.browser.post(&delete, &[]));
        let (edited, deleted) = both.await;
        deleted.expect(303);
        assert!([303, 404].contains(&edited.status), "{}", edited.status);
        assert_eq!(instance.contents_after_a_minute().await, [""; 0]);
        let versions = version::Entity::find().all(&*instance.app.db).await;
        assert_eq!(versions.unwrap(), [], "no version is left behind");
    }
}

#[tokio::test]
async fn open_pages_follow_edits_and_deletions() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let said = served.say(&alice, &acme.general, "before").await;
    let events = format!("/channels/{}/events", acme.general.id);
    let mut stream = served.listen(&alice, &events).await;
    let (channel, id) = (acme.general.id, said.id);
    use portico_store::posting::user_messages::{delete, edit, undo};
    edit(&served.app, alice.id, channel, id, "after").await.unwrap();
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "update");
    assert!(event.data.contains("after"), "{}", event.data);
    let removal = delete(&served.app, alice.id, channel, id).await.unwrap().unwrap();
    let event = stream.next().await.unwrap();
    assert_eq!((event.name.as_str(), event.data.trim()), ("remove", id.to_string().as_str()));
    undo(&served.app, alice.id, channel, removal).await.unwrap();
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "update");
    assert!(event.data.contains(&format!("data-message-id=\"{id}\"")), "{}", event.data);
}

/// Deletes a message, and returns the address of the form that undoes it.
async fn deleted(person: &Person<'_>, channel: &Channel, id: MessageId) -> String {
    let answer = person.browser.post(&format!("{}/delete", path(channel, id)), &[]).await.expect(303);
    let page = person.browser.get(answer.location()).await.expect(200);
    assert_eq!(page.one("[data-removed] p"), "Message deleted.");
    page.attributes("[data-removed] form", "action").remove(0)
}

#[tokio::test]
async fn undone_a_deletion_leaves_nothing_changed() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let id = instance.said(&bob, &acme.general, "@alice one").await;
    bob.browser.post(&path(&acme.general, id), &[("content", "@alice two")]).await.expect(303);
    let answer = [("content", "three"), ("reply_to", &*id.to_string())];
    alice.browser.post(&format!("/channels/{}/messages", acme.general.id), &answer).await.expect(303);
    let shown = async || {
        let feed = alice.feed(&acme.general).await;
        let inbox = alice.browser.get("/inbox").await.expect(200);
        (
            feed.attributes("[data-message-id]", "data-message-id"),
            feed.all(".content"),
            feed.attributes("[data-mention]", "data-fired"),
            feed.all(".message-reply"),
            feed.all(".message-edited"),
            inbox.attributes(".inbox-row", "class"),
        )
    };
    let (before, audited) = (shown().await, instance.audited().await);
    let undo = deleted(&bob, &acme.general, id).await;
    assert_eq!(shown().await.1, ["three"]);
    instance.clock.advance(Duration::from_millis(59_999));
    instance.run_cleanup().await;
    let answer = bob.browser.post(&undo, &[]).await.expect(303);
    let page = bob.browser.get(answer.location()).await.expect(200);
    assert!(page.text().contains("1 message is restored."));
    assert_eq!(shown().await, before);
    assert_eq!(instance.audited().await, audited, "it is their own");
    // Pressed twice.
    let again = bob.browser.post(&undo, &[]).await.expect(422);
    assert!(again.one("[data-fault=form]").contains("restored already"));
    assert_eq!(shown().await, before);
}

#[tokio::test]
async fn after_a_minute_a_deletion_stays() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let id = instance.said(&alice, &acme.general, "gone").await;
    let undo = deleted(&alice, &acme.general, id).await;
    instance.clock.advance(Duration::from_secs(60));
    let late = alice.browser.post(&undo, &[]).await.expect(422);
    assert!(late.one("[data-fault=form]").contains("The time for undoing is over."));
    assert_eq!(late.all(".content"), [""; 0]);
    instance.run_cleanup().await;
    alice.browser.post(&undo, &[]).await.expect(422);
    assert_eq!(instance.contents().await, [""; 0]);
}

/// Shows: access.no-permission, access.stranger, access.signed-out, access.hidden-channel
#[tokio::test]
async fn only_who_deleted_a_message_restores_it() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol, mallory) =
        (instance.person("bob").await, instance.person("carol").await, instance.person("mallory").await);
    acme.join(&bob).await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    let id = instance.said(&bob, &acme.general, "bob's").await;
    let undo = deleted(&carol, &acme.general, id).await;
    // Neither the owner nor the author.
    for (browser, status) in
        [(&alice.browser, 403), (&bob.browser, 403), (&mallory.browser, 404), (&instance.browser(), 303)]
    {
        browser.post(&undo, &[]).await.expect(status);
    }
    let notice = undo.replace("/messages/delete/", "?removed=").replace("/undo", "");
    assert_eq!(alice.browser.get(&notice).await.expect(200).all("[data-removed]"), [""; 0]);
    let side = acme.channel("side").await;
    let elsewhere = undo.replace(&acme.general.id.to_string(), &side.id.to_string());
    carol.browser.post(&elsewhere, &[]).await.expect(422);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), [""; 0]);
    carol.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["bob's"]);
    let undo = deleted(&carol, &acme.general, id).await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&acme.general, &carol, none, view).await;
    carol.browser.post(&undo, &[]).await.expect(404);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), [""; 0]);
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    assert!(log.sentences().iter().any(|said| said.contains("restored 1 message by Bob (@bob) in #general")));
}

/// Shows: access.just-lost
#[tokio::test]
async fn who_is_timed_out_restores_nothing() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let id = instance.said(&bob, &acme.general, "gone").await;
    let undo = deleted(&bob, &acme.general, id).await;
    let time_out = acme.settings(&format!("/members/{}/timeout", bob.id));
    alice.browser.post(&time_out, &[("hours", "1")]).await.expect(303);
    bob.browser.post(&undo, &[]).await.expect(403);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), [""; 0]);
}

#[tokio::test]
async fn deletions_at_once_are_undone_one_by_one_and_leave_removals_their_cap() {
    let instance = TestInstance::configured(|figment| figment.merge(("caps", json!({ "removals_per_channel": 1 }))));
    let instance = instance.await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let (one, two) = (instance.said(&bob, &acme.general, "one").await, instance.said(&bob, &acme.general, "two").await);
    instance.said(&bob, &acme.general, "three").await;
    let undo = deleted(&bob, &acme.general, one).await;
    let other = deleted(&bob, &acme.general, two).await;
    bob.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["one", "three"]);
    // A moderator removes what is left, and what is restored then is removed as well.
    let author = format!("user:{}", bob.id);
    let fields = [("author", author.as_str()), ("since", "hour")];
    let removals = format!("/channels/{}/messages/delete", acme.general.id);
    let answer = alice.browser.post(&removals, &fields).await.expect(303);
    let page = alice.browser.get(answer.location()).await.expect(200);
    assert!(page.one("[data-removed] p").starts_with("Removed 2 messages"));
    let late = bob.browser.post(&other, &[]).await.expect(422);
    assert!(late.one("[data-fault=form]").contains("A moderator has removed this message."));
    let undo = page.attributes("[data-removed] form", "action").remove(0);
    alice.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["one", "three"]);
    bob.browser.post(&other, &[]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["one", "two", "three"]);
}

#[tokio::test]
async fn beyond_a_hundred_deletions_at_once_a_message_is_deleted_for_good() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let kept = instance.said(&alice, &acme.general, "kept").await;
    let last = instance.said(&alice, &acme.general, "last").await;
    let rows = (0..99).map(|turn| {
        removal::Model {
            id: instance.app.id(),
            channel_id: acme.general.id,
            author_id: Some(alice.id),
            webhook_id: None,
            first_id: 1 + turn,
            last_id: 1 + turn,
            removed: 1,
            removed_by: alice.id,
            created_at: instance.app.now(),
            is_final: false,
            deleted_up_to: turn,
        }
        .into_active_model()
    });
    removal::Entity::insert_many(rows).exec_without_returning(&*instance.app.db).await.unwrap();
    deleted(&alice, &acme.general, kept).await;
    let delete = format!("{}/delete", path(&acme.general, last));
    let answer = alice.browser.post(&delete, &[]).await.expect(303);
    assert_eq!(answer.location(), format!("/channels/{}", acme.general.id));
    assert_eq!(instance.contents().await, ["kept"]);
}

#[tokio::test]
async fn the_menu_of_a_message_has_what_its_reader_may_do() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, mallory) = (instance.person("bob").await, instance.person("mallory").await);
    acme.join(&bob).await;
    let posted = hook.say("posted", &[]).await.expect(200).json();
    let posted = format!("{}?menu", path(&acme.general, posted["message"]["id"].as_i64().unwrap().into()));
    let said = format!("{}?menu", path(&acme.general, instance.said(&bob, &acme.general, "*raw*").await));
    let words = async |person: &Person<'_>, menu: &str| {
        let menu = person.browser.get(menu).await.expect(200);
        menu.all("[data-message-menu] li")
    };
    let always = ["Reply", "Copy link", "Mark as unread", "Mute #general for an hour", "Report…"];
    assert_eq!(words(&bob, &posted).await, always);
    let manages = ["Pause this webhook", "Report as leaked", "Delete", "Remove messages…"];
    // She has not read it yet.
    let unread = always.into_iter().filter(|words| *words != "Mark as unread");
    assert_eq!(words(&alice, &posted).await, unread.chain(manages).collect::<Vec<_>>());
    let own = ["Reply", "Edit", "Copy link", "Mark as unread", "Mute #general for an hour", "Delete"];
    assert_eq!(words(&bob, &said).await, own);
    let of_others = words(&alice, &said).await;
    assert_eq!(of_others[of_others.len() - 4..], ["Report…", "Block Bob", "Delete", "Remove messages…"]);
    let menu = bob.browser.get(&said).await.expect(200);
    assert!(menu.text().contains("*raw*</textarea>"));
    mallory.browser.get(&said).await.expect(404);
    instance.browser().get(&said).await.expect(303);
}

#[tokio::test]
async fn of_many_messages_in_a_row_every_tenth_says_again_whose_they_are() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    for turn in 0..21 {
        hook.say(&format!("spam {turn}"), &[]).await.expect(200);
    }
    let feed = alice.feed(&acme.general).await;
    let joined = feed.attributes("[data-message-id]", "class");
    let heads = joined.iter().enumerate().filter(|(_, class)| !class.contains("message-joined"));
    assert_eq!(heads.map(|(at, _)| at).collect::<Vec<_>>(), [0, 10, 20]);
    assert_eq!(feed.all(".message:not(.message-joined) .badge"), ["Bot"; 3]);
}
