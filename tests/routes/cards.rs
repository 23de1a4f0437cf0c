//! Cards of messages, as the pages show them.

use portico_store::models::messages::message;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

use crate::support::{Answer, Person, TestInstance, TestWebhook};
use portico_rules::ids::UserId;

impl TestWebhook<'_> {
    /// Posts a message that mentions a user and has these cards, stored as they are.
    async fn post_cards(&self, instance: &TestInstance, user_id: UserId, cards: Value) {
        let content = format!("@<{user_id}> look");
        self.say(&content, &["users"]).await.expect(200);
        message::Entity::update_many()
            .col_expr(message::Column::Cards, Expr::value(cards.to_string()))
            .filter(message::Column::WebhookId.eq(self.id()))
            .exec(&*instance.app.db)
            .await
            .unwrap();
    }
}

async fn inbox(person: &Person<'_>) -> Answer {
    person.browser.get("/inbox").await.expect(200)
}

fn full() -> Value {
    json!([{
        "title": "Disk almost full",
        "url": "https://alerts.example/7",
        "text": "**db-1** has [little space](https://disks.example/db-1)",
        "color": 0x00C0_FFEE,
        "author": { "name": "Watch", "url": "https://watch.example", "iconUrl": "https://pics.example/w.png" },
        "fields": [
            { "name": "Host", "value": "`db-1`", "inline": true },
            { "name": "Free", "value": "3 %", "inline": true },
            { "name": "What to do", "value": "- remove logs", "inline": false },
        ],
        "thumbnailUrl": "https://pics.example/t.png",
        "imageUrl": "https://pics.example/i.png",
        "footer": { "text": "Every minute", "iconUrl": "https://pics.example/f.png" },
        "time": 1_767_225_661_234_i64,
    }])
}

#[tokio::test]
async fn a_card_shows_all_its_parts() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.post_cards(&instance, alice.id, full()).await;
    let page = alice.feed(&acme.general).await;
    let card = |css: &str| format!(".message-card {css}");
    let link = |css: &str, name: &str| page.attributes(&card(css), name);
    assert_eq!(page.one(&card(".message-card-author")), "Watch");
    assert_eq!(link(".message-card-author a", "href"), ["https://watch.example/"]);
    assert_eq!(page.one(&card(".message-card-title")), "Disk almost full");
    assert_eq!(link(".message-card-title a", "href"), ["https://alerts.example/7"]);
    assert_eq!(link(".message-card-title a", "data-host"), ["alerts.example"]);
    assert_eq!(page.one(&card(".message-card-main > .message-card-text")), "db-1 has little space");
    assert_eq!(page.one(&card(".message-card-main > .message-card-text strong")), "db-1");
    assert_eq!(page.all(&card("dt")), ["Host", "Free", "What to do"]);
    assert_eq!(page.all(&card("dd")), ["db-1", "3 %", "remove logs"]);
    assert_eq!(page.all(&card("div.inline dt")), ["Host", "Free"]);
    assert_eq!(page.one(&card("dd li")), "remove logs");
    assert_eq!(link("rect", "fill"), ["#c0ffee"]);
    let footer = page.one(&card(".message-card-footer"));
    assert_eq!(footer, "Every minute1 Jan 2026, 00:01 UTC");
    let pictures = link("img", "src");
    let names = ["w", "t", "i", "f"].map(|name| format!("https://pics.example/{name}.png"));
    assert_eq!(pictures, names);
    for (attribute, value) in [("loading", "lazy"), ("referrerpolicy", "no-referrer"), ("alt", "")] {
        assert_eq!(link("img", attribute), [value; 4], "{attribute}");
    }
    let links = link("a", "rel");
    assert_eq!(links, ["noopener noreferrer nofollow"; 4]);
    assert!(!page.text().contains(" style="));
}

#[tokio::test]
async fn a_sparse_card_shows_only_what_it_has() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let cards = json!([{ "title": "Done" }, {}, { "color": 255 }, { "url": "https://example.org/7" }]);
    hook.post_cards(&instance, alice.id, cards).await;
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".message-card"), ["Done", "https://example.org/7"], "empty cards are not shown");
    for part in ["dl", "img", ".message-card-footer", ".message-card-text", "[fill]"] {
        assert_eq!(page.all(&format!(".message-card {part}")), [""; 0], "{part}");
    }
}

/// Shows: webhook.no-markup
#[tokio::test]
async fn nothing_in_a_card_is_markup_a_mention_or_a_script() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let evil = "<img src=x onerror=alert(1)>\"'>";
    let cards = json!([{
        "title": evil, "url": "javascript:alert(1)", "text": format!("{evil} @all @alice"),
        "author": { "name": evil, "url": "data:text/html,x" },
        "fields": [{ "name": evil, "value": format!("{evil} @<{}>", alice.id) }],
        "imageUrl": "javascript:alert(1)",
        "footer": { "text": evil },
    }]);
    hook.post_cards(&instance, alice.id, cards).await;
    let page = alice.feed(&acme.general).await;
    for part in ["title", "author", "footer"] {
        assert_eq!(page.one(&format!(".message-card-{part}")), evil);
    }
    assert_eq!(page.one("dt"), evil);
    for part in ["a", "img", "[data-mention]"] {
        assert_eq!(page.all(&format!(".message-card {part}")), [""; 0], "{part}");
    }
}

#[tokio::test]
async fn a_title_that_looks_like_another_address_is_no_link() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let linked = |title| json!({ "title": title, "url": "https://evil.example/" });
    let cards = [linked("https://bank.example/"), linked("https://evil.example/")];
    hook.post_cards(&instance, alice.id, json!(cards)).await;
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".message-card-title"), ["https://bank.example/", "https://evil.example/"]);
    assert_eq!(page.all(".message-card-title a"), ["https://evil.example/"]);
}

/// Shows: webhook.own-pictures
#[tokio::test]
async fn a_picture_in_a_card_is_never_another_url_of_this_origin() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let with = |url: &str| {
        json!([{
            "title": "Look", "thumbnailUrl": url, "imageUrl": url,
            "author": { "name": "a", "iconUrl": url }, "footer": { "text": "f", "iconUrl": url },
        }])
    };
    let avatar = "http://localhost:8000/avatars/user/7";
    for (url, shown) in [("http://localhost:8000/inbox", 0), (avatar, 4)] {
        hook.post_cards(&instance, alice.id, with(url)).await;
        let page = alice.feed(&acme.general).await;
        let newest = ".message:last-of-type .message-card img";
        assert_eq!(page.attributes(newest, "src"), vec![url; shown]);
    }
}

#[tokio::test]
async fn the_inbox_shows_cards_as_text() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    hook.post_cards(&instance, alice.id, full()).await;
    let page = inbox(&alice).await;
    let text = "Watch\nDisk almost full\ndb-1 has little space\nHost: db-1\nFree: 3 %\nWhat to do: remove logs";
    assert_eq!(page.one(".inbox-cards"), text);
    assert_eq!(page.all(".message-card"), [""; 0]);
}

#[tokio::test]
async fn the_inbox_shortens_long_cards_and_shows_nothing_for_none() {
    let instance = TestInstance::open().await;
    let (alice, _, hook) = instance.acme_with_webhook().await;
    let long = json!([{ "text": "word ".repeat(800) }]);
    hook.post_cards(&instance, alice.id, long).await;
    let text = inbox(&alice).await.one(".inbox-cards");
    assert!(text.chars().count() <= 300 && text.ends_with("word…"));
    hook.post_cards(&instance, alice.id, json!([])).await;
    assert_eq!(inbox(&alice).await.all(".inbox-cards"), [""; 0]);
}

#[tokio::test]
async fn a_message_of_cards_alone_has_no_empty_text() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    hook.post_cards(&instance, alice.id, json!([{ "title": "Done" }])).await;
    message::Entity::update_many()
        .col_expr(message::Column::Content, Expr::value(""))
        .col_expr(message::Column::Spans, Expr::value(sea_orm::Value::String(None)))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    let page = alice.feed(&acme.general).await;
    assert_eq!(page.all(".content"), [""; 0]);
    assert_eq!(page.one(".message-card"), "Done");
}
