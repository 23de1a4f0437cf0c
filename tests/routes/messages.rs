//! Messages on a channel's page: the author, which texts are mentions or links, and which are only text.

use std::sync::Arc;
use std::time::Duration;

use portico_crypto::tokens::SecretHash;
use portico_rules::chat::mentions::OptIn;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, WebhookId};
use portico_rules::payload::Payload;
use portico_store::models::accounts::user;
use portico_store::models::messages::message;
use portico_store::models::webhooks::webhook;
use portico_store::models::webhooks::webhook::AuthenticatedWebhook;
use portico_store::posting::submit;
use sea_orm::{ActiveModelTrait, ConnectionTrait, EntityTrait, Set};

use crate::support::{Community, START, TestInstance};

/// A webhook's row, as far as a feed needs one.
async fn webhook(instance: &TestInstance, community: &Community<'_>, name: &str) -> WebhookId {
    let id = instance.app.id();
    let (server, channel) = (community.id(), community.general.id);
    instance
        .app
        .db
        .execute_unprepared(&format!(
            "INSERT INTO webhooks (id, server_id, channel_id, name, token_hash, token_sealed, created_at) \
             VALUES ({id}, {server}, {channel}, '{name}', '', '', 0)"
        ))
        .await
        .unwrap();
    id
}

async fn webhook_says(
    instance: &TestInstance,
    id: WebhookId,
    content: &str,
    name: Option<&str>,
    avatar_url: Option<&str>,
) {
    let row = webhook::Entity::find_by_id(id).one(&*instance.app.db).await;
    let shown = AuthenticatedWebhook { webhook: Arc::new(row.unwrap().unwrap()), token_hash: SecretHash::of_text("") };
    let payload = Payload {
        content: content.to_owned(),
        name: name.map(str::to_owned),
        avatar_url: avatar_url.map(str::to_owned),
        allowed_mentions: OptIn::NOTHING.into(),
        ..Payload::default()
    };
    submit(&instance.app, &instance.app.posts, &shown, &payload, None).await.unwrap();
}

/// Shows: mentions.stored
#[tokio::test]
async fn mentions_are_rendered_from_stored_spans() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let crew = acme.role("Crew", Permissions::NONE, true).await;
    acme.give(&crew, &bob).await;
    let text = format!("@all @crew @role_{} @bob @nobody bob@alice", crew.id);
    alice.say(&acme.general, &text).await.expect(303);
    bob.say(&acme.general, "@all @alice").await.expect(303);

    let page = bob.feed(&acme.general).await;
    let first = |attribute| page.attributes(".message:first-of-type [data-mention]", attribute);
    let role = format!("role:{}", crew.id);
    assert_eq!(
        page.attributes("[data-mention]", "data-mention"),
        ["all", &role, &role, &format!("user:{}", bob.id), "all", &format!("user:{}", alice.id)]
    );
    // Bob may not mention all.
    assert_eq!(page.attributes("[data-mention]", "data-fired"), ["true", "true", "true", "true", "false", "true"]);
    assert_eq!(first("title"), ["@Crew"]);
    assert_eq!(page.all("[data-mention]")[2], format!("@role_{}", crew.id));
    // Everything in the first message calls Bob, nothing in the second.
    assert_eq!(page.all(".mention-me").len(), 4);
    assert_eq!(page.all(".mentions-me").len(), 1);
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".mention-me"), ["@all", "@alice"]);
}

#[tokio::test]
async fn webhook_posts_are_marked_and_wear_their_own_name_for_one_message() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let id = webhook(&instance, &acme, "Builds").await;
    let elsewhere = "https://pictures.example/a.png";
    webhook_says(&instance, id, "one", None, None).await;
    webhook_says(&instance, id, "two", Some("Deploys"), Some(elsewhere)).await;
    let gone = webhook(&instance, &acme, "Gone").await;
    webhook_says(&instance, gone, "three", None, None).await;
    let row = webhook::Entity::delete_by_id(gone);
    row.exec(&*instance.app.db).await.unwrap();
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".message-author"), ["Builds", "Deploys", "Deleted webhook"]);
    assert_eq!(page.all(".badge-bot").len(), 3);
    let (author, gone) = (format!("webhook:{id}"), format!("webhook:{gone}"));
    assert_eq!(page.attributes(".message", "data-author"), [author.clone(), author, gone]);
    let pictures = page.attributes(".message img", "src");
    assert_eq!(pictures[0], format!("/avatars/webhook/{id}"));
    assert_eq!(pictures[1], elsewhere);
    // Only that of another site is asked for elsewhere.
    assert_eq!(page.attributes(".message img", "referrerpolicy"), ["no-referrer"]);
}

/// Shows: accounts.deletion
#[tokio::test]
async fn messages_outlive_their_author() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    bob.say(&acme.general, "Farewell").await.expect(303);
    user::Entity::delete_by_id(bob.id).exec(&*instance.app.db).await.unwrap();
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.one(".message-author"), "Deleted user");
    assert_eq!(page.one(".content"), "Farewell");
}

/// Shows: webhook.no-markup
#[tokio::test]
async fn names_and_texts_with_markup_render_as_text() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let acme = instance.server("<b>Acme</b>", &alice).await;
    let script = "<script>alert(1)</script> \"quoted\" &amp; </div>";
    alice.say(&acme.general, script).await.expect(303);
    let id = webhook(&instance, &acme, "<i>Builds</i>").await;
    let evil = "https://e.example/\"><script>alert(2)</script>";
    webhook_says(&instance, id, evil, Some("<u>x</u>"), Some(evil)).await;
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".content"), [script, evil]);
    assert_eq!(page.all(".message-author"), ["Alice", "<u>x</u>"]);
    assert_eq!(page.attributes(".message img", "src")[1], evil);
    assert!(page.all("main script, main u, main i, main b").is_empty());
}

/// Shows: leaks.referer
#[tokio::test]
async fn web_addresses_are_links_without_a_referrer() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    alice.say(&acme.general, "See https://example.org/a?b=1&c=2, and javascript:alert(1).").await.expect(303);
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.attributes(".content a", "href"), ["https://example.org/a?b=1&c=2"]);
    assert_eq!(page.attributes(".content a", "rel"), ["noopener noreferrer nofollow"]);
}

#[tokio::test]
async fn consecutive_messages_share_one_head() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let minutes = |minutes: u64| instance.clock.advance(Duration::from_secs(60 * minutes));
    for (person, wait, text) in [
        (&alice, 0, "one"),
        (&alice, 4, "joined"),
        // Counted from the head, not from the message above.
        (&alice, 1, "later"),
        (&bob, 0, "someone else"),
        (&alice, 0, "in between"),
        (&alice, 0, "joined again"),
    ] {
        minutes(wait);
        person.say(&acme.general, text).await.expect(303);
    }
    let page = alice.feed(&acme.general).await;
    let joined = page.all(".message-joined .content");
    assert_eq!(joined, ["joined", "joined again"]);
    // Screen readers still read the author.
    assert_eq!(page.all(".message-joined .message-author").len(), 2);
}

#[tokio::test]
async fn a_new_day_another_name_and_the_unread_line_separate_messages_of_one_author() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let id = webhook(&instance, &acme, "Builds").await;
    message::ActiveModel {
        id: Set(ids::first_plain_id_at(START - 1_000).into()),
        channel_id: Set(acme.general.id),
        author_id: Set(None),
        webhook_id: Set(Some(id)),
        name: Set(None),
        avatar_url: Set(None),
        content: Set("yesterday".into()),
        spans: Set(None),
        cards: Set(None),
        edited_at: Set(None),
        reply_to_id: Set(None),
        reply_notified_id: Set(None),
    }
    .insert(&*instance.app.db)
    .await
    .unwrap();
    webhook_says(&instance, id, "today", None, None).await;
    webhook_says(&instance, id, "more", None, None).await;
    webhook_says(&instance, id, "in a guise", Some("Deploys"), None).await;
    webhook_says(&instance, id, "itself", None, None).await;
    webhook_says(&instance, id, "last", None, None).await;
    let joined = async || {
        let page = alice.feed(&acme.general).await;
        page.all(".message-joined .content")
    };
    assert_eq!(joined().await, ["more", "last"]);
    let page = alice.feed(&acme.general).await;
    let ids = page.attributes(".message", "data-message-id");
    let read = format!("/channels/{}/read", acme.general.id);
    alice.browser.post(&read, &[("up_to", &ids[4])]).await.expect(303);
    assert_eq!(joined().await, ["more"]);
}

#[tokio::test]
async fn markdown_is_rendered_and_everything_else_is_text() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let text = "**bold** *it* ~~no~~ `a<b` [here](https://example.org/x)\n\
        > quoted\nanswer\n- one\n- two\n7. seven\n```sh\nls -l  <x>\n```\n`@bob` @bob";
    alice.say(&acme.general, text).await.expect(303);
    let page = bob.feed(&acme.general).await;
    for (tag, shown) in [
        ("strong", "bold"),
        ("em", "it"),
        ("s", "no"),
        ("blockquote", "quoted"),
        ("pre", "ls -l  <x>"),
        ("ol > li", "seven"),
        ("a:not(.mention-link)", "here"),
    ] {
        assert_eq!(page.one(&format!(".content {tag}")), shown);
    }
    assert_eq!(page.all(".content ul > li"), ["one", "two"]);
    assert_eq!(page.attributes(".content ol > li", "value"), ["7"]);
    assert_eq!(page.all(".content code"), ["a<b", "@bob"]);
    assert_eq!(page.attributes(".content a:not(.mention-link)", "href"), ["https://example.org/x"]);
    assert_eq!(page.attributes(".content a:not(.mention-link)", "data-host"), ["example.org"]);
    assert_eq!(page.attributes(".content a:not(.mention-link)", "rel"), ["noopener noreferrer nofollow"]);
    // In code it is text.
    assert!(page.all(".content code [data-mention]").is_empty());
    assert_eq!(page.attributes(".content [data-mention]", "data-fired"), ["true"]);
    // The inbox draws it alike.
    let inbox = bob.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.one(".content strong"), "bold");
}

/// Shows: messages.tables
#[tokio::test]
async fn a_table_is_rendered_with_its_alignment() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    alice.say(&acme.general, "@bob\n| a | b |\n|---|--:|\n| **1** | 2 |").await.expect(303);
    let page = bob.feed(&acme.general).await;
    assert_eq!(page.all(".content-table th"), ["a", "b"]);
    assert_eq!(page.all(".content-table td"), ["1", "2"]);
    assert_eq!(page.attributes(".content-table td", "data-align"), ["right"]);
    assert_eq!(page.one(".content-table strong"), "1");
}

/// Shows: webhook.no-markup
#[tokio::test]
async fn hostile_markdown_is_rendered_as_text() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let texts = [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1)) ![x](data:text/html,<script>) <javascript:alert(1)>",
        "[x](https://e.example/\"onmouseover=\"alert(1))",
        "<img src=x onerror=alert(1)> <a href=\"javascript:x\">x</a> <!-- x",
        "```\"><script>alert(1)</script>\n</code></pre><script>alert(2)</script>\n```",
        "`</code><script>alert(1)</script>`",
    ];
    for text in texts {
        alice.say(&acme.general, text).await.expect(303);
    }
    for text in ["*".repeat(2_000), ">".repeat(1_000), "> ".repeat(1_000) + "x", "[".repeat(3_000)] {
        alice.say(&acme.general, &text).await.expect(303);
    }
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".message").len(), texts.len() + 4);
    assert!(page.all(".content script, .content img, .content [onmouseover]").is_empty());
    assert_eq!(page.all(".content pre"), ["</code></pre><script>alert(2)</script>"]);
    for href in page.attributes(".content a", "href") {
        assert!(href.starts_with("https://"), "{href}");
    }
    let contents = page.all(".content");
    assert_eq!(contents[0], texts[0]);
    assert_eq!(contents[1], texts[1]);
    assert_eq!(contents[texts.len()], "*".repeat(2_000));
}
