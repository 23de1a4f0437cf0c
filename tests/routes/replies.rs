//! Replies: `reply_to` of `/channels/<id>/messages`, what pages show of the message replied to, and whom a reply notifies.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::MessageId;
use portico_store::models::messages::message;
use portico_store::models::servers::overwrite;
use portico_store::models::{Channel, Message};
use sea_orm::{EntityTrait, QueryOrder};

use crate::support::{Answer, Community, ListeningNode, Person, TestInstance};

/// Alice, who owns the server, and Bob, with a message of Alice's.
struct Scene<'h> {
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    original: MessageId,
}

impl<'h> Scene<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
        alice.say(&acme.general, "Who **waters** the plants?").await.expect(303);
        let original = instance.newest_message().await.id;
        Self { alice, bob, acme, original }
    }

    async fn reply(&self, person: &Person<'_>, to: MessageId, content: &str) -> Answer {
        reply(person, &self.acme.general, &to.to_string(), content, "on").await
    }
}

impl TestInstance {
    async fn newest_message(&self) -> Message {
        let newest = message::Entity::find().order_by_desc(message::Column::Id);
        newest.one(&*self.app.db).await.unwrap().unwrap()
    }
}

async fn reply(person: &Person<'_>, channel: &Channel, to: &str, content: &str, notify: &str) -> Answer {
    let path = format!("/channels/{}/messages", channel.id);
    let fields = [("content", content), ("reply_to", to), ("notify", notify)];
    person.browser.post(&path, &fields).await
}

async fn inbox(person: &Person<'_>) -> Answer {
    person.browser.get("/inbox").await.expect(200)
}

async fn notified(person: &Person<'_>) -> usize {
    inbox(person).await.all(".inbox-row").len()
}

#[tokio::test]
async fn a_reply_shows_the_beginning_of_its_original_and_is_in_its_authors_inbox_once() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (alice, bob, original) = (&scene.alice, &scene.bob, scene.original);
    scene.reply(bob, original, "I do, @alice.").await.expect(303);
    let page = alice.feed(&scene.acme.general).await;
    assert_eq!(page.all(".message-reply-author"), ["Alice"]);
    assert_eq!(page.all(".message-reply-text"), ["Who waters the plants?"]);
    let link = format!("/channels/{}?around={original}#message-{original}", scene.acme.general.id);
    assert_eq!(page.attributes(".message-reply a", "href"), [link]);
    assert_eq!(page.all(".message.mentions-me").len(), 1);
    let inbox = inbox(alice).await;
    assert_eq!(inbox.attributes(".inbox-row", "data-reason"), ["user"]);
    assert_eq!(inbox.all(".inbox-place .badge"), ["Reply"]);
    assert_eq!(inbox.all(".message-reply-text"), ["Who waters the plants?"]);
    assert_eq!(notified(bob).await, 0);
}

/// Shows: access.no-permission
#[tokio::test]
async fn a_reply_notifies_only_who_may_see_it_and_is_to_be_notified() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    acme.join(&carol).await;
    bob.say(&acme.general, "hello").await.expect(303);
    let original = instance.newest_message().await.id.to_string();
    let general = &acme.general;
    // Not asked for, and to oneself.
    reply(&carol, general, &original, "silently", "").await.expect(303);
    reply(&bob, general, &original, "to myself", "on").await.expect(303);
    // A webhook has no inbox, and its creator did not write it.
    let posted = hook.say("the webhook's", &[]).await.expect(200).json();
    let posted = posted["message"]["id"].to_string();
    reply(&carol, general, &posted, "to a program", "on").await.expect(303);
    // Bob may not see the channel any more.
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(general, &bob, none, view).await;
    reply(&carol, general, &original, "behind closed doors", "on").await.expect(303);
    let lifted = overwrite::Entity::delete_many().exec(&*instance.app.db).await;
    lifted.unwrap();
    assert_eq!(notified(&bob).await, 0);
    assert_eq!(notified(&alice).await, 0);
    reply(&carol, general, &original, "aloud", "on").await.expect(303);
    assert_eq!(notified(&bob).await, 1);
    // What notified Bob is hidden with the channel.
    acme.overwrite_member(general, &bob, none, view).await;
    assert_eq!(notified(&bob).await, 0);
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn a_reply_is_to_a_message_of_its_channel() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (alice, bob, acme) = (&scene.alice, &scene.bob, &scene.acme);
    let staff = acme.channel("staff").await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&staff, bob, none, view).await;
    alice.say(&staff, "behind closed doors").await.expect(303);
    let hidden = instance.newest_message().await.id;
    let before = instance.newest_message().await.id;
    for to in [hidden.to_string(), "1".into(), "0".into(), "x".into(), "-1".into()] {
        let answer = reply(bob, &acme.general, &to, "me too", "on").await.expect(422);
        assert_eq!(answer.faults(), ["reply_to"], "{to}");
        assert_eq!(answer.one("#f-content"), "me too");
        assert_eq!(answer.all("[name=reply_to]").len(), 0);
        assert!(!answer.text().contains("behind closed doors"));
    }
    let page = format!("/channels/{}?reply={hidden}", acme.general.id);
    let page = bob.browser.get(&page).await.expect(200);
    assert_eq!(page.all("[data-reply-bar]").len(), 0);
    let page = format!("/channels/{}?reply=x", acme.general.id);
    bob.browser.get(&page).await.expect(404);
    assert_eq!(instance.newest_message().await.id, before);
    let send = Permissions::SEND_MESSAGES;
    acme.overwrite_member(&acme.general, bob, none, send).await;
    scene.reply(bob, scene.original, "me too").await.expect(403);
    let stranger = instance.person("eve").await;
    scene.reply(&stranger, scene.original, "me too").await.expect(404);
    assert_eq!(instance.newest_message().await.id, before);
}

#[tokio::test]
async fn a_reply_shows_what_its_original_says_now_or_that_it_is_deleted() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (alice, bob, acme) = (&scene.alice, &scene.bob, &scene.acme);
    scene.reply(bob, scene.original, "I do.").await.expect(303);
    let here = format!("/channels/{}/messages/{}", acme.general.id, scene.original);
    let edit = [("content", "Who feeds the cat?")];
    alice.browser.post(&here, &edit).await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(page.all(".message-reply-text"), ["Who feeds the cat?"]);
    alice.browser.post(&format!("{here}/delete"), &[]).await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(page.all(".message-reply"), ["Original message deleted"]);
    assert_eq!(page.all(".message-reply a").len(), 0);
    let answer = scene.reply(bob, scene.original, "again").await.expect(422);
    assert_eq!(answer.faults(), ["reply_to"]);
}

#[tokio::test]
async fn an_original_on_another_page_is_shown_as_well() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    for turn in 0..55 {
        scene.alice.say(&scene.acme.general, &format!("{turn}")).await.expect(303);
    }
    scene.reply(&scene.bob, scene.original, "late").await.expect(303);
    let page = scene.alice.feed(&scene.acme.general).await;
    assert_eq!(page.all(".message-reply-text"), ["Who waters the plants?"]);
}

#[tokio::test]
async fn a_removal_hides_an_original_until_it_is_undone() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (alice, bob, acme) = (&scene.alice, &scene.bob, &scene.acme);
    scene.reply(bob, scene.original, "I do.").await.expect(303);
    let author = format!("user:{}", alice.id);
    let all = format!("/channels/{}/messages/delete", acme.general.id);
    let fields = [("author", author.as_str()), ("since", "hour")];
    let removed = alice.browser.post(&all, &fields).await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(page.all(".message-reply"), ["Original message deleted"]);
    let page = alice.browser.get(removed.location()).await.expect(200);
    let undo = page.attributes("[data-in-place=undo]", "action");
    alice.browser.post(&undo[0], &[]).await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(page.all(".message-reply-text"), ["Who waters the plants?"]);
}

#[tokio::test]
async fn a_deleted_or_removed_reply_leaves_the_inbox_and_an_edited_one_stays() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (alice, bob, acme) = (&scene.alice, &scene.bob, &scene.acme);
    scene.reply(bob, scene.original, "I do, @alice").await.expect(303);
    let id = instance.newest_message().await.id;
    let here = format!("/channels/{}/messages/{id}", acme.general.id);
    bob.browser.post(&here, &[("content", "I don’t")]).await.expect(303);
    assert_eq!(notified(alice).await, 1);
    bob.browser.post(&here, &[("content", "@alice, I do")]).await.expect(303);
    // Its mention is new, and an edit notifies no one.
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.attributes("[data-mention]", "data-fired"), ["false"]);
    assert_eq!(notified(alice).await, 1);
    bob.browser.post(&format!("{here}/delete"), &[]).await.expect(303);
    assert_eq!(notified(alice).await, 0);
    // Until then that can be undone.
    instance.clock.advance(Duration::from_secs(60));
    instance.run_cleanup().await;
    assert_eq!(instance.mentions_of(id).await, []);
}

#[tokio::test]
async fn without_scripts_a_message_leads_to_the_composer_that_replies_to_it() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (bob, acme, original) = (&scene.bob, &scene.acme, scene.original);
    let actions = format!("/channels/{}/messages/{original}", acme.general.id);
    let page = bob.browser.get(&actions).await.expect(200);
    let link = page.attributes("[data-reply]", "href").remove(0);
    let (link, place) = link.split_once('#').unwrap();
    assert_eq!(place, "f-content");
    let page = bob.browser.get(link).await.expect(200);
    assert_eq!(page.attributes("[name=reply_to]", "value"), [original.to_string()]);
    assert_eq!(page.all("[name=notify][checked]").len(), 1);
    assert_eq!(page.one("[data-reply-bar] .message-reply-author"), "Alice");
    // A faulty text keeps what it replies to, and the choice.
    let blank = reply(bob, &acme.general, &original.to_string(), " ", "").await.expect(422);
    assert_eq!(blank.faults(), ["content"]);
    assert_eq!(blank.attributes("[name=reply_to]", "value"), [original.to_string()]);
    assert_eq!(blank.all("[name=notify][checked]").len(), 0);
    // Nobody is asked whether to notify themselves.
    let page = scene.alice.browser.get(link).await.expect(200);
    assert_eq!(page.all("[name=notify]").len(), 0);
    let (send, none) = (Permissions::SEND_MESSAGES, Permissions::NONE);
    acme.overwrite_member(&acme.general, bob, none, send).await;
    let page = bob.browser.get(&actions).await.expect(200);
    assert_eq!(page.all("[data-reply]").len(), 0);
    let page = bob.browser.get(link).await.expect(200);
    assert_eq!(page.all("[data-reply-bar]").len(), 0);
}

#[tokio::test]
async fn an_open_page_gets_a_reply_with_what_it_replies_to() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let node = ListeningNode::beside(&instance).await;
    let path = format!("/channels/{}/events?after={}", scene.acme.general.id, scene.original);
    let mut stream = node.listen(&scene.alice, &path).await;
    let to = portico_store::posting::ReplyTo { message_id: scene.original, notifies: true };
    portico_store::posting::reply(&node.app, scene.bob.id, scene.acme.general.id, "I do.", Some(to)).await.unwrap();
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "message");
    assert!(event.data.contains("Who waters the plants?"), "{}", event.data);
}

#[tokio::test]
async fn the_search_for_what_mentions_me_finds_replies() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let (alice, bob, acme) = (&scene.alice, &scene.bob, &scene.acme);
    scene.reply(bob, scene.original, "I do.").await.expect(303);
    let path = format!("/servers/{}/search?q=mentions:me", acme.id());
    for indexed in [false, true] {
        if indexed {
            instance.index_messages().await;
        }
        let found = alice.browser.get(&path).await.expect(200);
        assert_eq!(found.all(".search-passage"), ["I do."], "{indexed}");
        let none = bob.browser.get(&path).await.expect(200);
        assert_eq!(none.all(".search-passage").len(), 0, "{indexed}");
    }
}
