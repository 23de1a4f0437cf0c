//! Cards in the native payload: what is stored and answered, and every fault with its place.

use portico_rules::chat::cards::{Card, CardAuthor, CardField, CardFooter};
use serde_json::{Value, json};

use crate::support::{TestInstance, pointers, problem};

fn full() -> Value {
    json!({
        "title": "Build 214",
        "url": "https://ci.example/214",
        "text": "**passed**",
        "color": "#1E90ff",
        "author": { "name": "mira", "url": "https://ci.example/mira", "iconUrl": "https://ci.example/m.png" },
        "fields": [
            { "name": "Branch", "value": "main", "inline": true },
            { "name": "Tests", "value": "1,214" },
        ],
        "thumbnailUrl": "https://ci.example/t.png",
        "imageUrl": "http://localhost:8000/avatars/app/7",
        "footer": { "text": "ci.example", "iconUrl": "https://ci.example/f.png" },
        "time": "2026-03-01T10:30:00.1239+01:00",
    })
}

#[tokio::test]
async fn a_full_card_is_stored_and_answered() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "done", "cards": [full()] });
    let answer = hook.post(body).await.expect(200);
    let mut answered = full();
    answered["color"] = 0x1e_90_ff.into();
    answered["fields"][1]["inline"] = false.into();
    answered["time"] = "2026-03-01T09:30:00.123Z".into();
    assert_eq!(answer.json()["message"]["cards"], json!([answered]));
    let stored = Card {
        title: Some("Build 214".into()),
        url: Some("https://ci.example/214".into()),
        text: Some("**passed**".into()),
        color: Some(0x1e_90_ff),
        author: Some(CardAuthor {
            name: "mira".into(),
            url: Some("https://ci.example/mira".into()),
            icon_url: Some("https://ci.example/m.png".into()),
        }),
        fields: [("Branch", "main", true), ("Tests", "1,214", false)]
            .map(|(name, value, inline)| CardField { name: name.into(), value: value.into(), inline })
            .into(),
        thumbnail_url: Some("https://ci.example/t.png".into()),
        image_url: Some("http://localhost:8000/avatars/app/7".into()),
        footer: Some(CardFooter { text: "ci.example".into(), icon_url: Some("https://ci.example/f.png".into()) }),
        time: Some(1_772_357_400_123),
    };
    assert_eq!(hook.messages().await[0].cards(), [stored]);
    // What is answered can be posted again.
    let again = json!({ "cards": answer.json()["message"]["cards"] });
    hook.post(again).await.expect(200);
    let stored = hook.messages().await;
    assert_eq!(stored[0].cards, stored[1].cards);
}

#[tokio::test]
async fn a_message_may_consist_of_cards() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for content in [json!(null), json!(""), json!(" \n"), json!("\u{200b}")] {
        let body = json!({ "content": content, "cards": [{ "title": "a" }] });
        let answer = hook.post(body).await.expect(200);
        assert_eq!(answer.json()["message"]["content"], "");
    }
    hook.post(json!({ "cards": [{ "time": "2026-03-01T09:30:00Z" }] })).await.expect(200);
    assert!(hook.messages().await.iter().all(|message| message.content.is_empty()));
}

#[tokio::test]
async fn without_cards_the_text_is_required_and_nothing_is_said_of_cards() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    for cards in [json!(null), json!([])] {
        let refused = hook.post(json!({ "cards": cards })).await;
        assert_eq!(pointers(&problem(refused, 400, "invalid_request")), ["/content"]);
        let body = json!({ "content": "a", "cards": cards });
        let answer = hook.post(body).await.expect(200);
        assert!(answer.json()["message"].get("cards").is_none());
    }
    assert!(hook.messages().await.iter().all(|message| message.cards.is_none()));
}

#[tokio::test]
async fn nulls_blank_texts_and_unknown_keys_count_as_absent() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "cards": [{
        "title": "a", "url": "", "text": null, "color": null, "author": { "name": " " }, "type": "rich",
        "fields": [{ "name": "", "value": "" }, { "name": "b", "value": null, "inline": null }],
        "thumbnailUrl": null, "imageUrl": " ", "footer": {}, "time": "",
    }] });
    let answer = hook.post(body).await.expect(200);
    let kept = json!([{ "title": "a", "fields": [{ "name": "b", "value": "", "inline": false }] }]);
    assert_eq!(answer.json()["message"]["cards"], kept);
}

#[tokio::test]
async fn a_field_with_a_value_may_have_an_invisible_name() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let fields = json!([
        { "name": "\u{200b}", "value": "a", "inline": true },
        { "name": "\u{200b}", "value": "\u{200b}", "inline": true },
    ]);
    let body = json!({ "cards": [{ "fields": fields }] });
    let answer = hook.post(body).await.expect(200).json();
    let kept = json!([{ "fields": [fields[0]] }]);
    assert_eq!(answer["message"]["cards"], kept);
    // What is answered can be posted again.
    hook.post(json!({ "cards": kept })).await.expect(200);
}

#[tokio::test]
async fn every_fault_of_a_card_is_reported_with_its_pointer() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let long = |length: usize| "x".repeat(length);
    let address = format!("https://a.example/{}", long(2_048));
    for (card, at) in [
        (json!("text"), vec![""]),
        (json!({}), vec![""]),
        (json!({ "color": 5 }), vec![""]),
        (json!({ "title": "\u{200b}", "text": "\u{2800}" }), vec![""]),
        (json!({ "author": { "name": "\u{2060}" } }), vec![""]),
        (json!({ "title": 5, "text": [] }), vec!["/title", "/text"]),
        (json!({ "title": long(257), "text": long(4_097) }), vec!["/title", "/text"]),
        (json!({ "title": "a\0" }), vec!["/title"]),
        (json!({ "title": "a", "url": "javascript:alert(1)" }), vec!["/url"]),
        (json!({ "title": "a", "url": address }), vec!["/url"]),
        (json!({ "imageUrl": "http://localhost:8000/oauth/authorize" }), vec!["/imageUrl"]),
        (json!({ "thumbnailUrl": "/a.png" }), vec!["/thumbnailUrl"]),
        (json!({ "title": "a", "color": 0x100_0000 }), vec!["/color"]),
        (json!({ "title": "a", "color": "red" }), vec!["/color"]),
        (json!({ "title": "a", "color": "#+12345" }), vec!["/color"]),
        (json!({ "title": "a", "color": -1 }), vec!["/color"]),
        (json!({ "author": "mira" }), vec!["/author"]),
        (json!({ "author": { "iconUrl": "https://a.example/p.png" } }), vec!["/author/name"]),
        (json!({ "author": { "name": long(257), "url": "x" } }), vec!["/author/url", "/author/name"]),
        (json!({ "footer": { "text": long(2_049) } }), vec!["/footer/text"]),
        (json!({ "fields": {} }), vec!["/fields"]),
        (json!({ "fields": vec![json!({ "name": "a" }); 26] }), vec!["/fields"]),
        (
            json!({ "fields": [{ "name": "a" }, 5, { "value": "b" }, { "name": long(257), "value": long(1_025), "inline": 1 }] }),
            vec!["/fields/1", "/fields/2/name", "/fields/3/value", "/fields/3/inline", "/fields/3/name"],
        ),
        (json!({ "title": "a", "time": "yesterday" }), vec!["/time"]),
        (json!({ "title": "a", "time": "2026-03-01T09:30:00" }), vec!["/time"]),
    ] {
        let refused = hook.post(json!({ "cards": [{ "title": "good" }, card] })).await;
        let expected: Vec<String> = at.iter().map(|at| format!("/cards/1{at}")).collect();
        assert_eq!(pointers(&problem(refused, 400, "invalid_request")), expected);
    }
    for cards in [
        json!("a"),
        json!({ "title": "a" }),
        json!(vec![json!({ "title": "a" }); 11]),
        json!([{ "text": long(4_096) }, { "text": long(1_904) , "title": "a" }]),
    ] {
        let refused = hook.post(json!({ "content": "a", "cards": cards })).await;
        assert_eq!(pointers(&problem(refused, 400, "invalid_request")), ["/cards"]);
    }
    assert!(hook.messages().await.is_empty());
}

#[tokio::test]
async fn ten_cards_of_the_longest_texts_are_stored() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let long = |length: usize| "é".repeat(length);
    let mut cards = vec![json!({ "title": "a" }); 8];
    cards.push(json!({ "text": long(4_096), "title": long(256) }));
    cards.push(json!({ "fields": [{ "name": long(256), "value": long(1_024) }], "footer": { "text": long(360) } }));
    hook.post(json!({ "cards": cards })).await.expect(200);
    let stored = hook.messages().await[0].cards();
    assert_eq!(stored.iter().map(Card::characters).sum::<usize>(), 6_000);
}

#[tokio::test]
async fn mentions_in_cards_never_fire() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({
        "content": "see below",
        "cards": [{ "title": "@all", "text": "@alice @all", "fields": [{ "name": "@alice", "value": "@all" }] }],
        "allowedMentions": { "parse": ["all", "users", "roles"] },
    });
    let answer = hook.post(body).await.expect(200);
    assert_eq!(answer.json()["mentions"], json!({ "fired": [], "silent": [] }));
}

#[tokio::test]
async fn an_idempotency_key_gives_the_same_cards_again() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({ "content": "@all", "cards": [full()], "allowedMentions": { "parse": ["all"] } }).to_string();
    let key = [("Idempotency-Key", "build-214")];
    let first = hook.post_with(&key, &body).await.expect(200);
    let again = hook.post_with(&key, &body).await.expect(200);
    assert_eq!(again.header("Idempotency-Replayed"), Some("true"));
    assert_eq!(again.bytes, first.bytes);
    assert_eq!(hook.messages().await.len(), 1);
}
