//! Messages as a channel's page draws them: who seems to speak, what in a text is a mention or a link, and what is only text.

use std::sync::Arc;

use portico::chat::mentions::OptIn;
use portico::chat::permissions::Permissions;
use portico::delivery::webhook::{Outcome, Payload, post};
use portico::models::webhook::Authenticated;
use portico::models::{user, webhook};
use portico::security::tokens::Hashed;
use sea_orm::{ConnectionTrait, EntityTrait};

use crate::support::{Community, House};

/// A webhook's row, as far as a feed needs one.
async fn webhook(house: &House, community: &Community<'_>, name: &str) -> i64 {
    let id = house.at.id();
    let (server, channel) = (community.id(), community.general.id);
    house
        .at
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
    house: &House,
    id: i64,
    content: &str,
    name: Option<&str>,
    avatar_url: Option<&str>,
) {
    let row = webhook::Entity::find_by_id(id).one(&*house.at.db).await;
    let shown = Authenticated {
        webhook: Arc::new(row.unwrap().unwrap()),
        token_hash: Hashed::of_text(""),
    };
    let payload = Payload {
        content: content.to_owned(),
        name: name.map(str::to_owned),
        avatar_url: avatar_url.map(str::to_owned),
        opt_in: OptIn::NOTHING,
    };
    let posted = post(&house.at, &shown, &payload, None).await.unwrap();
    assert!(matches!(posted, Outcome::Stored(_)));
}

/// Shows: mentions.stored
#[rocket::async_test]
async fn mentions_are_drawn_from_what_was_decided_when_they_were_written() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
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
        [
            "all",
            &role,
            &role,
            &format!("user:{}", bob.id),
            "all",
            &format!("user:{}", alice.id)
        ]
    );
    // Bob may not mention all.
    assert_eq!(
        page.attributes("[data-mention]", "data-fired"),
        ["true", "true", "true", "true", "false", "true"]
    );
    assert_eq!(first("title"), ["@Crew"]);
    assert_eq!(page.all("[data-mention]")[2], format!("@role_{}", crew.id));
    // Everything in the first message calls Bob, nothing in the second.
    assert_eq!(page.all(".mention-me").len(), 4);
    assert_eq!(page.all(".mentions-me").len(), 1);
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".mention-me"), ["@all", "@alice"]);
}

#[rocket::async_test]
async fn webhook_posts_are_marked_and_wear_their_own_name_for_one_message() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    let id = webhook(&house, &acme, "Builds").await;
    let elsewhere = "https://pictures.example/a.png";
    webhook_says(&house, id, "one", None, None).await;
    webhook_says(&house, id, "two", Some("Deploys"), Some(elsewhere)).await;
    let gone = webhook(&house, &acme, "Gone").await;
    webhook_says(&house, gone, "three", None, None).await;
    let row = webhook::Entity::delete_by_id(gone);
    row.exec(&*house.at.db).await.unwrap();
    let page = alice.feed(&acme.general).await;
    assert_eq!(
        page.all(".message-author"),
        ["Builds", "Deploys", "Deleted webhook"]
    );
    assert_eq!(page.all(".badge-bot").len(), 3);
    let (author, gone) = (format!("webhook:{id}"), format!("webhook:{gone}"));
    assert_eq!(
        page.attributes(".message", "data-author"),
        [author.clone(), author, gone]
    );
    let pictures = page.attributes(".message img", "src");
    assert_eq!(pictures[0], format!("/avatars/webhook/{id}"));
    assert_eq!(pictures[1], elsewhere);
    assert_eq!(
        page.attributes(".message img", "referrerpolicy"),
        ["no-referrer"; 3]
    );
}

#[rocket::async_test]
async fn messages_outlive_their_author() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let bob = house.person("bob").await;
    let acme = house.server("Acme", &alice).await;
    acme.join(&bob).await;
    bob.say(&acme.general, "Farewell").await.expect(303);
    user::Entity::delete_by_id(bob.id)
        .exec(&*house.at.db)
        .await
        .unwrap();
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.one(".message-author"), "Deleted user");
    assert_eq!(page.one(".content"), "Farewell");
}

/// Shows: webhook.no-markup
#[rocket::async_test]
async fn names_and_texts_with_markup_render_as_text() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("<b>Acme</b>", &alice).await;
    let script = "<script>alert(1)</script> \"quoted\" &amp; </div>";
    alice.say(&acme.general, script).await.expect(303);
    let id = webhook(&house, &acme, "<i>Builds</i>").await;
    let evil = "https://e.example/\"><script>alert(2)</script>";
    webhook_says(&house, id, evil, Some("<u>x</u>"), Some(evil)).await;
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".content"), [script, evil]);
    assert_eq!(page.all(".message-author"), ["Alice", "<u>x</u>"]);
    assert_eq!(page.attributes(".message img", "src")[1], evil);
    assert!(page.all("main script, main u, main i, main b").is_empty());
}

/// Shows: leaks.referer
#[rocket::async_test]
async fn web_addresses_are_links_that_tell_nobody_where_they_were_found() {
    let house = House::open().await;
    let alice = house.person("alice").await;
    let acme = house.server("Acme", &alice).await;
    alice
        .say(
            &acme.general,
            "See https://example.org/a?b=1&c=2, and javascript:alert(1).",
        )
        .await
        .expect(303);
    let page = alice.feed(&acme.general).await;
    assert_eq!(
        page.attributes(".content a", "href"),
        ["https://example.org/a?b=1&c=2"]
    );
    assert_eq!(
        page.attributes(".content a", "rel"),
        ["noopener noreferrer nofollow"]
    );
}
