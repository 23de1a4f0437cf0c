//! `/channels/<id>/messages/delete`: removing all messages of one author at once: which are gone, and for whom.

mod form;
mod undoing;

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::MessageId;
use portico_store::models::Channel;
use portico_store::models::messages::moderation::Since;
use portico_store::models::messages::removal::Author;
use portico_store::models::messages::{mention, message, removal, version};
use sea_orm::{EntityTrait, IntoActiveModel, PaginatorTrait};
use serde_json::{Value, json};

use crate::support::{Answer, Browser, Community, ListeningNode, Person, TestInstance, TestWebhook};

fn path(channel: &Channel) -> String {
    format!("/channels/{}/messages/delete", channel.id)
}

/// Removes what an author posted in the last hour.
async fn remove(browser: &Browser<'_>, channel: &Channel, author: Author) -> Answer {
    let author = author.to_string();
    let fields = [("author", author.as_str()), ("since", "hour")];
    browser.post(&path(channel), &fields).await
}

/// The form that undoes the removal that was just made.
async fn undo_path(browser: &Browser<'_>, answer: &Answer) -> String {
    let page = browser.get(answer.location()).await.expect(200);
    let form = page.attributes("[data-removed] form", "action");
    assert_eq!(form.len(), 1, "{}", answer.location());
    form[0].clone()
}

/// The counts beside each choice of the form, as they are read: in the channel, and in the server.
fn counted(page: &Answer) -> Vec<String> {
    page.all(".removal-count li").iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

impl TestInstance {
    /// How many rows there are: removals, messages, mentions and versions.
    async fn row_counts(&self) -> [u64; 4] {
        let db = &*self.app.db;
        [
            removal::Entity::find().count(db).await.unwrap(),
            message::Entity::find().count(db).await.unwrap(),
            mention::Entity::find().count(db).await.unwrap(),
            version::Entity::find().count(db).await.unwrap(),
        ]
    }
}

impl TestWebhook<'_> {
    async fn posts(&self, text: &str) -> MessageId {
        let answer = self.say(text, &["all", "users"]).await.expect(200).json();
        answer["message"]["id"].as_i64().unwrap().into()
    }

    /// A request about one of its messages.
    async fn asks(&self, method: &str, id: MessageId) -> u16 {
        use rocket::http::{ContentType, Method};
        let path = format!("{}/messages/{id}", self.path);
        let method: Method = method.parse().unwrap();
        let request = self.instance.client.req(method, path);
        let body = json!({ "content": "changed" }).to_string();
        let answer = request.header(ContentType::JSON).body(body).dispatch().await;
        answer.status().code
    }
}

#[tokio::test]
async fn everything_of_one_author_is_gone_at_once_for_every_reader() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    alice.say(&acme.general, "from a person, @bob").await.expect(303);
    let edited = hook.posts("@all spam 0").await;
    assert_eq!(hook.asks("PATCH", edited).await, 200);
    for turn in 1..5 {
        hook.posts(&format!("@all @bob spam {turn}")).await;
    }
    let last = hook.posts("@bob spam").await;
    let answer = remove(&alice.browser, &acme.general, Author::Webhook(hook.id())).await;
    let answer = answer.expect(303);
    let page = alice.browser.get(answer.location()).await.expect(200);
    assert_eq!(page.one("[data-removed] p"), "Removed 6 messages by Builds.");
    assert_eq!(page.all(".content"), ["from a person, @bob"]);
    // The feed, the inbox, the counts, one message, and the webhook's own requests.
    let feed = bob.feed(&acme.general).await;
    assert_eq!(feed.all(".content"), ["from a person, @bob"]);
    assert_eq!(feed.one("[data-inbox-count]"), "1");
    let inbox = bob.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.all(".content"), ["from a person, @bob"]);
    let newest = format!("/channels/{}", acme.general.id);
    for around in ["around", "before"] {
        let feed = format!("{newest}?{around}={last}");
        let feed = bob.browser.get(&feed).await.expect(200);
        assert!(!feed.text().contains("spam"), "{around}");
    }
    // After them there is nothing left.
    let after = format!("{newest}?after={edited}");
    let led = bob.browser.get(&after).await.expect(303);
    assert_eq!(led.location(), newest);
    let one = format!("/channels/{}/messages/{edited}", acme.general.id);
    alice.browser.get(&one).await.expect(404);
    alice.browser.get(&format!("{one}/versions")).await.expect(404);
    alice.browser.post(&format!("{one}/delete"), &[]).await.expect(404);
    for method in ["GET", "PATCH", "DELETE"] {
        assert_eq!(hook.asks(method, last).await, 404, "{method}");
    }
    let read = [("message_id", last.to_string())];
    let read = read.each_ref().map(|(name, id)| (*name, id.as_str()));
    bob.browser.post("/inbox/read", &read).await.expect(404);
    // Nothing is deleted yet.
    assert_eq!(instance.row_counts().await, [1, 7, 10, 1]);
}

#[tokio::test]
async fn others_and_what_is_posted_afterwards_or_elsewhere_or_earlier_stays() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    let side = acme.channel("side").await;
    bob.say(&acme.general, "long ago").await.expect(303);
    instance.clock.advance(Duration::from_secs(61 * 60));
    bob.say(&acme.general, "spam").await.expect(303);
    bob.say(&side, "elsewhere").await.expect(303);
    alice.say(&acme.general, "by alice").await.expect(303);
    hook.posts("by the webhook").await;
    remove(&alice.browser, &acme.general, Author::User(bob.id)).await.expect(303);
    bob.say(&acme.general, "afterwards").await.expect(303);
    let stays = ["long ago", "by alice", "by the webhook", "afterwards"];
    assert_eq!(alice.feed(&acme.general).await.all(".content"), stays);
    assert_eq!(alice.feed(&side).await.all(".content"), ["elsewhere"]);
    instance.clock.advance(Duration::from_secs(60));
    instance.run_cleanup().await;
    assert_eq!(alice.feed(&acme.general).await.all(".content"), stays);
    assert_eq!(alice.feed(&side).await.all(".content"), ["elsewhere"]);
    assert_eq!(instance.row_counts().await[0..2], [0, 5]);
    // A day goes back further.
    let author = Author::User(bob.id).to_string();
    let fields = [("author", author.as_str()), ("since", "day")];
    alice.browser.post(&path(&acme.general), &fields).await.expect(303);
    let feed = alice.feed(&acme.general).await;
    assert_eq!(feed.all(".content"), ["by alice", "by the webhook"]);
}

#[tokio::test]
async fn removals_and_their_undoing_are_in_the_audit_log() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    bob.say(&acme.general, "one").await.expect(303);
    bob.say(&acme.general, "two").await.expect(303);
    let answer = remove(&carol.browser, &acme.general, Author::User(bob.id)).await;
    let undo = undo_path(&carol.browser, &answer.expect(303)).await;
    carol.browser.post(&undo, &[]).await.expect(303);
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    let sentences = log.sentences();
    let [undone, made] = [&sentences[0], &sentences[1]];
    assert!(undone.contains("restored 2 messages by Bob (@bob) in #general"), "{undone}");
    let said = "removed 2 messages by Bob (@bob) from the last hour in #general";
    assert!(made.contains(said), "{made}");
}

#[tokio::test]
async fn from_a_message_on_the_later_ones_of_its_author_are_removed() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.posts("before").await;
    let first = hook.posts("first").await;
    alice.say(&acme.general, "between").await.expect(303);
    hook.posts("later").await;
    let (author, since) = (format!("webhook:{}", hook.id()), format!("message:{first}"));
    let fields = [("author", author.as_str()), ("since", since.as_str())];
    let answer = alice.browser.post(&path(&acme.general), &fields).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["before", "between"]);
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    let said = "removed 2 messages by the webhook Builds from one message on in #general";
    assert!(log.sentences()[0].contains(said), "{:?}", log.sentences()[0]);
    let undo = undo_path(&alice.browser, &answer).await;
    alice.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content").len(), 4);
    for odd in ["message:", "message:x", "message:-1", "month"] {
        let fields = [("author", author.as_str()), ("since", odd)];
        let answer = alice.browser.post(&path(&acme.general), &fields).await.expect(422);
        assert_eq!(answer.faults(), ["since"], "{odd}");
    }
}

/// Three people of Acme, and two more channels: Carol manages messages, and only Bob posts in the hidden one.
struct Channels<'h> {
    alice: Person<'h>,
    bob: Person<'h>,
    carol: Person<'h>,
    acme: Community<'h>,
    ops: Channel,
    secret: Channel,
}

async fn open_and_hidden(instance: &TestInstance) -> Channels<'_> {
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    acme.join_with(&carol, Permissions::MANAGE_MESSAGES).await;
    let (ops, secret) = (acme.channel("ops").await, acme.hidden_channel("secret").await);
    let (may, none) = (Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES, Permissions::NONE);
    acme.overwrite_member(&secret, &bob, may, none).await;
    Channels { alice, bob, carol, acme, ops, secret }
}

#[tokio::test]
async fn everywhere_is_each_channel_of_the_server_that_the_moderator_sees() {
    let instance = TestInstance::open().await;
    let Channels { alice, bob, carol, acme, ops, secret } = open_and_hidden(&instance).await;
    let other = instance.server("Other", &alice).await;
    other.join(&bob).await;
    for channel in [&acme.general, &ops, &secret, &other.general] {
        bob.say(channel, "spam").await.expect(303);
    }
    let author = format!("user:{}", bob.id);
    let fields = [("author", author.as_str()), ("since", "hour"), ("everywhere", "on")];
    let answer = carol.browser.post(&path(&ops), &fields).await.expect(303);
    let shown = async || {
        let mut counts = Vec::new();
        for channel in [&acme.general, &ops, &secret, &other.general] {
            counts.push(alice.feed(channel).await.all(".content").len());
        }
        counts
    };
    assert_eq!(shown().await, [0, 0, 1, 1]);
    let page = carol.browser.get(answer.location()).await.expect(200);
    assert!(page.one("[data-removed] p").starts_with("Removed 2 messages"), "{}", page.text());
    // Another moderator undoes what they see, all at once.
    let undo = undo_path(&carol.browser, &answer).await;
    alice.browser.post(&undo, &[]).await.expect(303);
    assert_eq!(shown().await, [1, 1, 1, 1]);
    carol.browser.post(&undo, &[]).await.expect(422);
}

#[tokio::test]
async fn a_ban_removes_the_messages_that_it_is_asked_to() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol, dan) =
        (instance.person("bob").await, instance.person("carol").await, instance.person("dan").await);
    acme.join_with(&carol, Permissions::MODERATE_MEMBERS | Permissions::MANAGE_MESSAGES).await;
    acme.join_with(&dan, Permissions::MODERATE_MEMBERS).await;
    acme.join(&bob).await;
    let ops = acme.channel("ops").await;
    bob.say(&acme.general, "spam").await.expect(303);
    bob.say(&ops, "spam").await.expect(303);
    let ban = acme.settings(&format!("/members/{}/ban", bob.id));
    // Who may not remove messages may not do it by a ban.
    dan.browser.post(&ban, &[("delete", "hour")]).await.expect(403);
    carol.browser.post(&ban, &[("delete", "month")]).await.expect(422);
    let (general, side) = (&acme.general, &ops);
    let left = async || alice.feed(general).await.all(".content").len() + alice.feed(side).await.all(".content").len();
    assert_eq!(left().await, 2);
    carol.browser.post(&ban, &[("delete", "hour")]).await.expect(303);
    assert_eq!(left().await, 0);
    bob.browser.get(&format!("/channels/{}", ops.id)).await.expect(404);
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    assert_eq!(log.sentences().iter().filter(|said| said.contains("removed 1 message by Bob")).count(), 2);
}

#[tokio::test]
async fn ten_thousand_messages_are_gone_at_once() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    alice.say(&acme.general, "before").await.expect(303);
    for _ in 0..20 {
        let rows = (0..500).map(|_| {
            message::Model {
                id: instance.app.id(),
                channel_id: acme.general.id,
                author_id: None,
                webhook_id: Some(hook.id()),
                name: None,
                avatar_url: None,
                content: "spam".to_owned(),
                spans: None,
                cards: None,
                edited_at: None,
                reply_to_id: None,
                reply_notified_id: None,
            }
            .into_active_model()
        });
        let rows = message::Entity::insert_many(rows);
        rows.exec_without_returning(&*instance.app.db).await.unwrap();
        instance.clock.advance(Duration::from_millis(10));
    }
    let form = format!("{}?author=webhook:{}", path(&acme.general), hook.id());
    let count = async || counted(&alice.browser.get(&form).await.expect(200)).remove(0);
    let exact = count().await;
    assert!(exact.starts_with("#general: 10,000 messages since "), "{exact}");
    hook.posts("one more").await;
    let capped = count().await;
    assert!(capped.starts_with("#general: more than 10,000 messages since "), "{capped}");
    let answer = remove(&alice.browser, &acme.general, Author::Webhook(hook.id())).await;
    let page = alice.browser.get(answer.expect(303).location()).await;
    let page = page.expect(200);
    assert_eq!(page.one("[data-removed] p"), "Removed 10,001 messages by Builds.");
    assert_eq!(page.all(".content"), ["before"]);
    instance.clock.advance(Duration::from_secs(60));
    instance.run_cleanup().await;
    assert_eq!(instance.row_counts().await, [0, 1, 0, 0]);
}

#[tokio::test]
async fn open_pages_receive_what_was_removed_and_that_it_was_restored() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let said = served.say(&alice, &acme.general, "spam").await;
    let events = format!("/channels/{}/events", acme.general.id);
    let mut stream = served.listen(&alice, &events).await;
    let channel = acme.general.id;
    let author = Author::User(alice.id);
    let made = removal::Model::make(&served.app, alice.id, channel, author, Since::Week, false).await;
    let made = made.unwrap();
    let event = stream.next().await.unwrap();
    assert_eq!(event.name, "remove-all");
    let covered: Value = serde_json::from_str(event.data.trim()).unwrap();
    assert_eq!(covered["author"], author.to_string());
    let range = covered["first"].as_i64().unwrap()..=covered["last"].as_i64().unwrap();
    assert!(range.contains(&said.id.get()));
    removal::Model::undo(&served.app, alice.id, channel, made.id).await.unwrap();
    assert_eq!(stream.next().await.unwrap().name, "reload");
}

#[tokio::test]
async fn authors_are_listed_and_named_by_their_nicknames() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    hook.posts("from a program").await;
    bob.say(&acme.general, "from a person").await.expect(303);
    let page = alice.browser.get(&path(&acme.general)).await.expect(200);
    let labels = page.all("[name=author] option");
    for label in ["@bob (Bob)", "Builds (webhook)"] {
        assert!(labels.contains(&label.to_owned()), "{labels:?}");
    }
    let author = Author::User(bob.id);
    let answer = remove(&alice.browser, &acme.general, author).await;
    let answer = answer.expect(303);
    let page = alice.browser.get(answer.location()).await.expect(200);
    assert_eq!(page.one("[data-removed] p"), "Removed 1 message by @bob (Bob).");
}
