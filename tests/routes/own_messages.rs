//! A webhook's own messages, read, edited and deleted after they were posted.

use portico_platform::error::Error;
use portico_rules::chat::cards::Card;
use portico_rules::chat::mentions::OptIn;
use portico_rules::ids::MessageId;
use portico_rules::payload::Edit;
use portico_rules::payload::EditedText;
use portico_store::live::MessageChange;
use portico_store::models::messages::version::MAX_LAST;
use portico_store::models::messages::{mention, message};
use portico_store::models::webhooks::webhook::{AuthenticatedWebhook, WebhookChanges};
use portico_store::models::{Message, MessageVersion, Webhook};
use portico_store::posting::own_messages::{self, OwnMessage, OwnMessageError};
use portico_store::posting::user_messages;
use rocket::futures::future::join_all;
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

use crate::support::{Community, Person, TestInstance, TestWebhook};

/// Alice's server Acme with a webhook, and Bob, a member.
struct Scene<'h> {
    instance: &'h TestInstance,
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    hook: TestWebhook<'h>,
}

impl<'h> Scene<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let (alice, bob, acme) = instance.acme_with_bob().await;
        let hook = acme.webhook(&alice, &acme.general).await;
        Self { instance, alice, bob, acme, hook }
    }

    async fn shown(&self, hook: &TestWebhook<'_>) -> AuthenticatedWebhook {
        let id = hook.id().to_string();
        let app = &self.instance.app;
        let shown = app.posts.authenticate(app, &id, hook.token()).await;
        shown.unwrap().unwrap()
    }

    /// Posts a text with every kind of mention opted in.
    async fn say(&self, content: &str) -> MessageId {
        let answer = self.hook.say(content, &["all", "roles", "users"]).await;
        answer.expect(200).json()["message"]["id"].as_i64().unwrap().into()
    }

    async fn find(&self, id: MessageId) -> Result<OwnMessage, OwnMessageError> {
        let (app, shown) = (&self.instance.app, self.shown(&self.hook).await);
        own_messages::find_own(app, &app.posts, &shown, id).await
    }

    async fn edit(&self, id: MessageId, edit: Edit) -> Result<OwnMessage, OwnMessageError> {
        let shown = self.shown(&self.hook).await;
        own_messages::edit(&self.instance.app, &shown, id, &edit).await
    }

    async fn delete(&self, id: MessageId) -> Result<(), OwnMessageError> {
        let shown = self.shown(&self.hook).await;
        own_messages::delete(&self.instance.app, &shown, id).await
    }

    async fn versions(&self, id: MessageId) -> Vec<String> {
        let versions = MessageVersion::all_of(&self.instance.app.db, id).await;
        let versions = versions.unwrap().into_iter();
        versions.map(|version| version.content).collect()
    }

    async fn mentions(&self) -> u64 {
        let all = mention::Entity::find();
        all.count(&*self.instance.app.db).await.unwrap()
    }

    async fn unread(&self) -> String {
        let page = self.bob.browser.get("/inbox").await.expect(200);
        match page.all("[data-inbox-count][hidden]").is_empty() {
            true => page.one("[data-inbox-count]"),
            false => String::new(),
        }
    }
}

fn text(content: &str, opt_in: OptIn) -> Edit {
    Edit {
        content: Some(EditedText { content: content.into(), allowed_mentions: opt_in.into(), ..EditedText::default() }),
        cards: None,
    }
}

fn cards(titles: &[&str]) -> Vec<Card> {
    let card = |title: &&str| Card { title: Some((*title).to_owned()), ..Card::default() };
    titles.iter().map(card).collect()
}

#[track_caller]
fn done(outcome: Result<OwnMessage, OwnMessageError>) -> (Message, Value) {
    let own = outcome.unwrap();
    (own.message, serde_json::from_str(&own.json).unwrap())
}

fn is_unknown_message<T>(outcome: &Result<T, OwnMessageError>) -> bool {
    matches!(outcome, Err(OwnMessageError::UnknownMessage))
}

fn is_unknown_webhook<T>(outcome: &Result<T, OwnMessageError>) -> bool {
    matches!(outcome, Err(OwnMessageError::UnknownWebhook))
}

fn is_empty<T>(outcome: &Result<T, OwnMessageError>) -> bool {
    matches!(outcome, Err(OwnMessageError::Empty))
}

#[tokio::test]
async fn a_webhook_reads_its_own_message_as_it_was_answered() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let body = json!({ "content": "a", "name": "Deploys", "cards": [{ "title": "b" }] });
    let answer = scene.hook.post(body).await.expect(200).json();
    let id = answer["message"]["id"].as_i64().unwrap();
    let (message, read) = done(scene.find(id.into()).await);
    assert_eq!(read, json!({ "message": answer["message"] }));
    assert_eq!(message.cards(), cards(&["b"]));
}

#[tokio::test]
async fn messages_of_others_of_other_channels_and_deleted_ones_are_unknown() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let own = scene.say("own").await;
    let deleted = scene.say("deleted").await;
    scene.delete(deleted).await.unwrap();
    let neighbour = scene.acme.webhook(&scene.alice, &scene.acme.general).await;
    let answer = neighbour.say("not yours", &[]).await.expect(200).json();
    let foreign = answer["message"]["id"].as_i64().unwrap();
    scene.alice.say(&scene.acme.general, "a person").await.expect(303);
    let all = message::Entity::find().all(&*instance.app.db).await.unwrap();
    let written = all.iter().find(|message| message.author_id.is_some());
    let written = written.unwrap().id;
    let unknown = [deleted, foreign.into(), written, (own.get() + 1).into(), 0.into(), (-1).into()];
    for id in unknown {
        assert!(is_unknown_message(&scene.find(id).await));
        let edited = scene.edit(id, text("b", OptIn::NOTHING)).await;
        assert!(is_unknown_message(&edited));
        assert!(is_unknown_message(&scene.delete(id).await));
    }
    // Moved, it has no message in its new channel; and none of the old one any more.
    let ops = scene.acme.channel("ops").await;
    let moved = WebhookChanges {
        channel_id: Some(&ops.id.to_string()),
        name: Some("Builds"),
        avatar: Ok(None),
        remove_avatar: false,
    };
    Webhook::edit(&instance.app, scene.alice.id, scene.hook.id(), moved).await.unwrap();
    assert!(is_unknown_message(&scene.find(own).await));
    assert!(is_unknown_message(&scene.delete(own).await));
    let left = message::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(left, all);
}

#[tokio::test]
async fn an_old_url_or_a_paused_webhook_changes_nothing() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("a").await;
    let shown = scene.shown(&scene.hook).await;
    let (app, hook) = (&instance.app, scene.hook.id());
    let unknown = async || {
        let found = own_messages::find_own(app, &app.posts, &shown, id).await;
        assert!(is_unknown_webhook(&found));
        let edited = own_messages::edit(app, &shown, id, &text("b", OptIn::NOTHING)).await;
        assert!(is_unknown_webhook(&edited));
        let deleted = own_messages::delete(app, &shown, id).await;
        assert!(is_unknown_webhook(&deleted));
    };
    Webhook::pause(app, scene.alice.id, hook).await.unwrap();
    unknown().await;
    Webhook::resume(app, scene.alice.id, hook).await.unwrap();
    Webhook::regenerate(app, scene.alice.id, hook).await.unwrap();
    unknown().await;
    Webhook::delete(app, scene.alice.id, hook, "Builds").await.unwrap();
    unknown().await;
    let kept = Message::find(&app.db, id).await.unwrap().unwrap();
    assert_eq!((kept.content.as_str(), kept.edited_at), ("a", None));
}

#[tokio::test]
async fn an_edit_replaces_text_or_cards_and_keeps_the_version_before() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("one").await;
    let now = instance.app.now();
    let (message, answer) = done(scene.edit(id, text("two", OptIn::NOTHING)).await);
    assert_eq!(message.content, "two");
    assert_eq!(message.edited_at, Some(now));
    assert_eq!(answer["message"]["content"], "two");
    assert_eq!(answer["message"]["edited_at"], portico_rules::clock::rfc3339(now));
    assert_eq!(answer["mentions"], json!({ "fired": [], "silent": [] }));
    let with_cards = Edit { content: None, cards: Some(cards(&["a", "b"])) };
    let (message, answer) = done(scene.edit(id, with_cards).await);
    assert_eq!((message.content.as_str(), message.cards()), ("two", cards(&["a", "b"])));
    assert_eq!(answer["message"]["cards"][1]["title"], "b");
    // In the same millisecond, a version of its own.
    assert_eq!(message.edited_at, Some(now + 1));
    let (message, answer) = done(scene.edit(id, text("", OptIn::NOTHING)).await);
    assert_eq!(message.content, "");
    assert_eq!(done(scene.find(id).await), (message, json!({ "message": answer["message"] })));
    assert_eq!(scene.versions(id).await, ["one", "two", "two"]);
}

#[tokio::test]
async fn an_edit_that_leaves_neither_text_nor_cards_is_refused() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("one").await;
    let empty = text("", OptIn::NOTHING);
    assert!(is_empty(&scene.edit(id, empty.clone()).await));
    let with_cards = Edit { cards: Some(cards(&["a"])), ..empty };
    done(scene.edit(id, with_cards).await);
    let without = Edit { content: None, cards: Some(Vec::new()) };
    assert!(is_empty(&scene.edit(id, without).await));
    assert_eq!(done(scene.find(id).await).0.cards(), cards(&["a"]));
    assert_eq!(scene.versions(id).await, ["one"]);
}

#[tokio::test]
async fn an_edit_that_changes_nothing_leaves_no_version() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("one @bob").await;
    let before = done(scene.find(id).await);
    for same in [text("one @bob", OptIn::EVERYTHING), Edit::default()] {
        assert_eq!(done(scene.edit(id, same).await).0, before.0);
    }
    assert_eq!(scene.versions(id).await, [""; 0]);
    assert_eq!(done(scene.find(id).await), before);
}

#[tokio::test]
async fn the_first_and_the_last_ten_versions_are_kept() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("0").await;
    for number in 1..=15 {
        done(scene.edit(id, text(&number.to_string(), OptIn::NOTHING)).await);
    }
    let mut kept = vec!["0".to_owned()];
    kept.extend((5..15).map(|number| number.to_string()));
    assert_eq!(kept.len(), MAX_LAST + 1);
    assert_eq!(scene.versions(id).await, kept);
    assert_eq!(done(scene.find(id).await).0.content, "15");
}

#[tokio::test]
async fn an_edit_notifies_no_one() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("building").await;
    let new = text("@bob @all", OptIn::EVERYTHING);
    let (message, answer) = done(scene.edit(id, new).await);
    let silent = json!([
        { "kind": "user", "text": "@bob", "id": scene.bob.id, "reason": "edited" },
        { "kind": "all", "text": "@all", "reason": "edited" },
    ]);
    assert_eq!(answer["mentions"], json!({ "fired": [], "silent": silent }));
    assert!(message.spans().iter().all(|span| !span.fired));
    assert_eq!(message.spans().len(), 2);
    assert_eq!((scene.mentions().await, scene.unread().await), (0, String::new()));
}

#[tokio::test]
async fn every_mention_that_an_edit_leaves_silent_is_reported_as_edited() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let answer = scene.hook.say("building", &[]).await.expect(200).json();
    let id = answer["message"]["id"].as_i64().unwrap();
    let new = format!("hi @bob @<{}> @all @nobody @<7>", scene.bob.id);
    for opt_in in [OptIn::NOTHING, OptIn::EVERYTHING] {
        let (_, answer) = done(scene.edit(id.into(), text(&new, opt_in)).await);
        assert_eq!(answer["mentions"]["fired"], json!([]));
        let silent = answer["mentions"]["silent"].as_array().unwrap();
        assert!(silent.len() >= 4, "{silent:?}");
        assert!(silent.iter().all(|report| report["reason"] == "edited"));
    }
    assert_eq!(scene.mentions().await, 0);
}

#[tokio::test]
async fn what_fired_and_is_still_there_stays_fired_and_the_rest_leaves_the_inboxes() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say(&format!("@<{}> @alice @all", scene.bob.id)).await;
    assert_eq!((scene.mentions().await, scene.unread().await), (3, "1".into()));
    // Without anything opted in, too: that was decided when it was posted.
    let (message, answer) = done(scene.edit(id, text("done, @bob", OptIn::NOTHING)).await);
    let fired = json!([{ "kind": "user", "text": "@bob", "id": scene.bob.id }]);
    assert_eq!(answer["mentions"], json!({ "fired": fired, "silent": [] }));
    assert!(message.spans()[0].fired);
    assert_eq!((scene.mentions().await, scene.unread().await), (1, "1".into()));
    // An edit of the cards alone leaves the mentions as they are.
    let with_cards = Edit { content: None, cards: Some(cards(&["a"])) };
    let (_, answer) = done(scene.edit(id, with_cards).await);
    assert_eq!(answer["mentions"], json!({ "fired": fired, "silent": [] }));
    // What was taken out does not fire when it comes back.
    done(scene.edit(id, text("done", OptIn::NOTHING)).await);
    assert_eq!((scene.mentions().await, scene.unread().await), (0, String::new()));
    let (_, answer) = done(scene.edit(id, text("@bob", OptIn::EVERYTHING)).await);
    assert_eq!(answer["mentions"]["silent"][0]["reason"], "edited");
    assert_eq!(scene.mentions().await, 0);
}

#[tokio::test]
async fn a_user_can_save_again_a_text_that_nicknames_made_too_long() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let long = instance.person("a_nickname_of_thirty-two_letters").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&long).await;
    let token = format!("@<{}>", long.id);
    let text = format!("{} {token}", "x".repeat(3_999 - token.len()));
    let channel = acme.general.id;
    let posted = portico_store::posting::post(&instance.app, alice.id, channel, &text).await;
    let stored = posted.unwrap();
    let length = stored.content.chars().count();
    assert!(length > 4_000, "{length}");
    let edit = async |content: &str| user_messages::edit(&instance.app, alice.id, channel, stored.id, content).await;
    edit(&stored.content).await.unwrap();
    let other = stored.content.replacen('x', "y", 1);
    edit(&other).await.unwrap();
    let longer = format!("{other}.");
    // Within the present length as it is sent, and longer than that as it would be stored.
    let growing = format!("{} {token}", "z".repeat(length - 1 - token.len()));
    for refused in [&longer, &growing] {
        assert!(matches!(edit(refused).await, Err(Error::Faults(_))));
    }
    let kept = Message::find(&instance.app.db, stored.id).await.unwrap();
    assert_eq!(kept.unwrap().content, other);
    edit("short").await.unwrap();
    assert!(matches!(edit(&other).await, Err(Error::Faults(_))));
}

#[tokio::test]
async fn a_deleted_message_is_gone_with_its_versions_and_mentions_and_leaves_an_entry() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("@bob @all").await;
    done(scene.edit(id, text("@bob", OptIn::NOTHING)).await);
    scene.delete(id).await.unwrap();
    assert_eq!(Message::find(&instance.app.db, id).await.unwrap(), None);
    assert_eq!(scene.versions(id).await, [""; 0]);
    assert_eq!((scene.mentions().await, scene.unread().await), (0, String::new()));
    let page = scene.alice.browser.get(&scene.acme.settings("/audit")).await;
    let page = page.expect(200);
    let sentence = "Builds deleted a message that it posted in #general";
    assert_eq!(page.sentences()[0], sentence);
    assert!(page.all(".audit-entry .list-sub")[0].starts_with("webhook · "));
    assert!(page.changes()[0].starts_with("Posted: "), "{:?}", page.changes());
}

#[tokio::test]
async fn of_two_deletions_at_once_one_is_done() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("@bob").await;
    let outcomes = join_all((0..4).map(|_| scene.delete(id))).await;
    assert_eq!(outcomes.iter().filter(|one| one.is_ok()).count(), 1);
    let unknown = outcomes.iter().filter(|one| is_unknown_message(one));
    assert_eq!(unknown.count(), outcomes.len() - 1);
    let entries = instance.audited().await;
    let deletions = entries.iter().filter(|entry| entry.action == "message_deleted");
    assert_eq!(deletions.count(), 1);
}

#[tokio::test]
async fn of_two_same_edits_at_once_one_leaves_a_version() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let id = scene.say("one").await;
    for edited in join_all((0..4).map(|_| scene.edit(id, text("two", OptIn::NOTHING)))).await {
        edited.unwrap();
    }
    assert_eq!(scene.versions(id).await, ["one"]);
    // Different ones each have theirs.
    let many = ["3", "4", "5"].map(|content| scene.edit(id, text(content, OptIn::NOTHING)));
    for edited in join_all(many).await {
        edited.unwrap();
    }
    assert_eq!(scene.versions(id).await.len(), 4);
}

#[tokio::test]
async fn open_pages_are_woken_by_edits_and_deletions() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (one, two) = (scene.say("one").await, scene.say("two").await);
    let mut page = instance.app.live.changes(scene.acme.general.id);
    done(scene.edit(one, text("1", OptIn::NOTHING)).await);
    scene.delete(two).await.unwrap();
    assert_eq!(page.next().await, MessageChange::One(one));
    assert_eq!(page.next().await, MessageChange::One(two));
}
