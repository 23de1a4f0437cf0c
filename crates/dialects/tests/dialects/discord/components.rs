//! Messages of components: what each kind becomes, and what is left out.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use super::{fault, post, targets};
use portico_dialects::Translation;
use portico_dialects::body::Body;
use portico_dialects::discord::{TranslatedEdit, translate_edit};
use portico_rules::chat::mentions::MentionTarget;

const FLAG: u64 = 32_768;

fn post_components(components: Value) -> Translation {
    post(json!({ "flags": FLAG, "components": components }))
}

fn text(content: &str) -> Value {
    json!({ "type": 10, "content": content })
}

fn button(label: &str, url: &str) -> Value {
    json!({ "type": 2, "style": 5, "label": label, "url": url })
}

fn gallery(urls: &[&str]) -> Value {
    let items: Vec<Value> = urls.iter().map(|url| json!({ "media": { "url": url } })).collect();
    json!({ "type": 12, "items": items })
}

#[test]
fn texts_and_links_become_the_text_of_the_message() {
    let translation = post_components(json!([
        text("# Build 214\n-# by <@5>"),
        { "type": 14, "divider": true, "spacing": 1 },
        { "type": 9, "components": [text("passed"), text("**fast**")], "accessory": button("Log", "https://ci.example/a(b)") },
        { "type": 1, "components": [button("One @everyone", "https://ci.example/1"), button("", "https://ci.example/2")] },
        text("@everyone"),
    ]));
    assert_eq!(
        translation.content,
        "# Build 214\nby @<5>\npassed\n**fast**\n[Log](https://ci.example/a%28b%29)\n\
         [One @everyone](https://ci.example/1) · [Link](https://ci.example/2)\n@all"
    );
    assert_eq!(targets(&translation), [("@<5>", MentionTarget::User(5.into())), ("@all", MentionTarget::All)]);
    assert!(translation.cards.is_empty() && translation.dropped.is_empty());
}

#[test]
fn a_container_becomes_a_card_with_its_colour_and_pictures() {
    let translation = post_components(json!([
        text("Done"),
        {
            "type": 17, "accent_color": 0x3f_48cc, "spoiler": false,
            "components": [
                {
                    "type": 9, "components": [text("## Build")],
                    "accessory": { "type": 11, "media": { "url": "https://ci.example/t.png" } },
                },
                { "type": 14 },
                gallery(&["https://ci.example/1.png", "https://ci.example/2.png"]),
                { "type": 1, "components": [button("Log", "https://ci.example/log")] },
            ],
        },
        gallery(&["https://ci.example/3.png"]),
    ]));
    assert_eq!(translation.content, "Done");
    let [card, second, third] = &translation.cards[..] else {
        panic!("three cards: {:?}", translation.cards);
    };
    assert_eq!(card.text.as_deref(), Some("## Build\n[Log](https://ci.example/log)"));
    let seen = [card, second, third].map(|card| {
        let [thumbnail, image] = [&card.thumbnail_url, &card.image_url].map(Option::as_deref);
        (card.color, thumbnail, image)
    });
    let color = Some(0x003f_48cc);
    assert_eq!(
        seen,
        [
            (color, Some("https://ci.example/t.png"), Some("https://ci.example/1.png")),
            (color, None, Some("https://ci.example/2.png")),
            (None, None, Some("https://ci.example/3.png")),
        ]
    );
    assert!(translation.dropped.is_empty());
}

#[test]
fn what_a_message_here_has_no_place_for_is_noted() {
    let picture = json!({ "media": { "url": "https://ci.example/1.png" } });
    let hidden = json!({ "media": { "url": "https://ci.example/2.png" }, "spoiler": true });
    let described = json!({ "media": { "url": "attachment://a.png" }, "description": "A graph" });
    let translation = post_components(json!([
        text("x"),
        { "type": 1, "components": [{ "type": 2, "style": 1, "label": "Press", "custom_id": "a" }, { "type": 3, "custom_id": "b" }] },
        { "type": 1, "components": [button("x", "javascript:alert(1)")] },
        { "type": 13, "file": { "url": "attachment://log.txt" } },
        { "type": 99 },
        { "content": "of no type" },
        { "type": 12, "items": [hidden, described, picture] },
        {
            "type": 17, "accent_color": "red", "spoiler": true,
            "components": [text("<@&5>"), { "type": 17, "components": [text("within")] }],
        },
        null,
    ]));
    assert_eq!(
        translation.dropped,
        [
            "components/1/components/0: button",
            "components/1/components/1: menu",
            "components/2/components/0/url: not a complete http or https URL",
            "components/3: file",
            "components/4: of an unknown type",
            "components/5: of an unknown type",
            "components/6/items/0: spoiler",
            "components/6/items/1/description",
            "components/7/accent_color",
            "components/7/spoiler",
            "components/7/components/1: container",
            "components/7: mentions in a container",
            "cards/0/image: not a complete http or https URL",
        ]
    );
    assert_eq!((&*translation.content, translation.cards.len()), ("x", 2));
}

#[test]
fn a_text_and_embeds_beside_components_come_before_them() {
    let translation = post(json!({
        "flags": FLAG + 4_096, "content": "first", "embeds": [{ "title": "card" }],
        "components": [text("second @everyone"), { "type": 17, "components": [text("third")] }],
        "allowed_mentions": { "parse": ["everyone"] },
    }));
    assert_eq!(translation.content, "first\nsecond @all");
    assert_eq!(translation.cards[0].title.as_deref(), Some("card"));
    assert_eq!(translation.cards[1].text.as_deref(), Some("third"));
    assert!(!translation.allowed_mentions.kinds.all, "silenced by the flags");
}

#[test]
fn components_are_read_up_to_the_limit_and_cut_like_any_text() {
    let translation = post_components(vec![text("word ".repeat(30).trim_end()); 50].into());
    assert_eq!(translation.dropped, ["components: 10 after the first 40"]);
    assert_eq!(translation.shortened, ["content"]);
    let urls = vec!["https://ci.example/1.png"; 12];
    let translation = post_components(json!([gallery(&urls)]));
    assert_eq!(translation.cards.len(), 10);
    assert_eq!(translation.dropped, ["components/0/items: 2 after the first 10"]);
}

#[test]
fn buttons_under_an_ordinary_message_that_are_links_become_links_of_its_card() {
    let row = json!({ "type": 1, "components": [
        button("Log @everyone", "https://ci.example/log"),
        { "type": 2, "style": 1, "label": "Press", "custom_id": "a" },
        button("", "https://ci.example/2"),
        button("x", "javascript:alert(1)"),
    ] });
    let links = "[Log @everyone](https://ci.example/log) · [Link](https://ci.example/2)";
    let dropped = [
        "components/0/components/1: button",
        "components/0/components/3/url: not a complete http or https URL",
        "components/1: menu",
    ];
    let components = json!([row, { "type": 3, "custom_id": "b" }]);
    let it = post(json!({ "content": "x", "components": components }));
    assert_eq!((it.content.as_str(), it.cards.len(), it.marks.len()), ("x", 1, 0));
    assert_eq!((it.cards[0].text.as_deref(), &it.dropped[..]), (Some(links), &dropped.map(String::from)[..]));
    let embeds = json!([{ "title": "first" }, { "description": "second" }]);
    let it = post(json!({ "embeds": embeds, "components": components }));
    assert_eq!(it.cards.len(), 2);
    assert_eq!(it.cards[1].text.as_deref(), Some(&*format!("second\n{links}")));
    // With no room left in the card, they have one of their own.
    let it = post(json!({ "embeds": [{ "description": "a ".repeat(2_040) }], "components": [row] }));
    assert_eq!((it.cards.len(), it.cards[1].text.as_deref()), (2, Some(links)));
}

#[test]
fn components_of_no_shape_under_an_ordinary_message_are_noted_and_refuse_nothing() {
    for components in [json!("x"), json!({ "type": 1 }), json!(["x"]), json!([{ "type": "row", "components": 1 }])] {
        let it = post(json!({ "content": "x", "components": components }));
        assert_eq!((it.cards.len(), it.dropped.is_empty()), (0, false), "{components}");
    }
    for components in [json!(null), json!([]), json!([{ "type": 1, "components": [] }])] {
        let it = post(json!({ "content": "x", "components": components }));
        assert_eq!((it.cards.len(), it.dropped.len()), (0, 0), "{components}");
    }
}

#[test]
fn components_without_their_flag_are_noted_and_no_message() {
    let components = json!([text("hello")]);
    let translation = post(json!({ "content": "x", "components": components }));
    let dropped = ["components/0: text".to_owned()];
    assert_eq!((&*translation.content, &translation.dropped[..]), ("x", &dropped[..]));
    for body in [
        json!({ "components": components }),
        json!({ "flags": 0, "components": components }),
        json!({ "flags": FLAG, "components": [] }),
        json!({ "flags": FLAG, "components": [{ "type": 14 }, text(" ")] }),
        json!({ "flags": FLAG }),
    ] {
        assert_eq!(fault(body.clone())["code"], 50_006, "{body}");
    }
}

#[test]
fn components_of_the_wrong_type_are_reported_by_field() {
    let fault = fault(json!({ "flags": FLAG, "components": [
        5,
        { "type": "text" },
        text("x"),
        { "type": 10, "content": {} },
        { "type": 17, "components": [{ "type": 12, "items": [{ "media": "https://ci.example/1.png" }] }] },
        { "type": 1, "components": {} },
    ] }));
    assert_eq!(fault["code"], 50_035);
    for (pointer, expected) in [
        ("/0", "MODEL_TYPE_CONVERT"),
        ("/1/type", "NUMBER_TYPE_COERCE"),
        ("/3/content", "STRING_TYPE_CONVERT"),
        ("/4/components/0/items/0/media", "MODEL_TYPE_CONVERT"),
        ("/5/components", "LIST_TYPE_CONVERT"),
    ] {
        let code = fault["errors"].pointer(&format!("/components{pointer}/_errors/0/code"));
        assert_eq!(code, Some(&Value::from(expected)), "{pointer}");
    }
}

fn edit(body: Value) -> TranslatedEdit {
    translate_edit(Body::from(&body)).unwrap()
}

#[test]
fn an_edit_of_components_alone_is_the_whole_message_even_without_the_flag() {
    let container = json!({ "type": 17, "components": [text("card")] });
    for body in [
        json!({ "components": [text("x"), container] }),
        json!({ "flags": 4, "components": [text("x"), container] }),
        json!({ "content": null, "embeds": [], "components": [text("x"), container] }),
    ] {
        let edited = edit(body.clone());
        assert!(edited.replaces_text && edited.replaces_cards, "{body}");
        assert_eq!(edited.translation.content, "x");
        assert_eq!(edited.translation.cards.len(), 1);
        assert!(edited.translation.dropped.is_empty(), "{body}");
    }
}

#[test]
fn an_edit_of_anything_else_keeps_the_rest_and_notes_the_components() {
    let row = json!({ "type": 1, "components": [button("Log", "https://ci.example/log")] });
    for (body, replaces_text, replaces_cards, dropped) in [
        (json!({ "components": [row] }), false, false, "components"),
        (json!({ "content": "y", "components": [text("x")] }), true, false, "components/0: text"),
        (json!({ "embeds": [{ "title": "y" }], "components": [text("x")] }), false, true, "components/0: text"),
    ] {
        let edited = edit(body.clone());
        assert_eq!((edited.replaces_text, edited.replaces_cards), (replaces_text, replaces_cards), "{body}");
        assert_eq!(edited.translation.dropped, [dropped], "{body}");
    }
    let empty = edit(json!({ "tts": true, "poll": { "question": {} } }));
    assert!(!empty.replaces_text && !empty.replaces_cards);
    assert_eq!(empty.translation.dropped, ["tts", "poll"]);
}

#[test]
fn the_flag_that_suppresses_embeds_removes_the_cards_of_a_message() {
    let suppressed = edit(json!({ "flags": 4 }));
    assert!(suppressed.replaces_cards && !suppressed.replaces_text);
    assert!(suppressed.translation.cards.is_empty());
    let with_embeds = edit(json!({ "flags": 4, "embeds": [{ "title": "x" }] }));
    assert!(with_embeds.replaces_cards && with_embeds.translation.cards.is_empty());
    for body in [json!({}), json!({ "flags": 0 }), json!({ "flags": 4_096 })] {
        assert!(!edit(body.clone()).replaces_cards, "{body}");
    }
}

#[test]
fn the_emoji_of_a_button_comes_before_its_label() {
    let url = "https://ci.example/1";
    let link = |emoji: Value, label: &str| {
        let button = json!({ "type": 2, "style": 5, "label": label, "url": url, "emoji": emoji });
        let translation = post_components(json!([{ "type": 1, "components": [button] }]));
        (translation.content, translation.dropped.len())
    };
    let rocket = json!({ "id": null, "name": "🚀" });
    assert_eq!(link(rocket.clone(), "Deploy"), (format!("[🚀 Deploy]({url})"), 0));
    assert_eq!(link(rocket, ""), (format!("[🚀]({url})"), 0));
    assert_eq!(link(Value::Null, "Deploy"), (format!("[Deploy]({url})"), 0));
    // One of Discord's own servers can't be shown.
    for emoji in [json!({ "id": "5", "name": "ok" }), json!({ "name": " " }), json!("x")] {
        assert_eq!(link(emoji.clone(), "Deploy"), (format!("[Deploy]({url})"), 1));
        assert_eq!(link(emoji, ""), (format!("[Link]({url})"), 1));
    }
    let custom = json!({ "type": 2, "style": 5, "label": "Log", "url": url, "emoji": { "id": "5", "name": "ok" } });
    assert_eq!(
        post_components(json!([{ "type": 1, "components": [custom] }])).dropped,
        ["components/0/components/0/emoji"]
    );
}
