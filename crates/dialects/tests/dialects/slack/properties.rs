//! Properties of every body in Slack's format, whatever is in it, and of bodies made to cost the most. The modules beside
//! this one test single bodies.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use serde_json::{Value, json};

use super::post;
use portico_dialects::body::Body;
use portico_dialects::lenient_json;
use portico_dialects::slack::*;
use portico_dialects::steps::counted;
use portico_fuzz::slack_holds;

/// The most bytes of a body that is read.
const MAX_BODY: usize = 64 * 1024;

#[test]
fn texts_full_of_addresses_signs_and_names_take_steps_in_proportion() {
    for unit in [
        "https://a.example/*_~ ",
        "https://a.example/*",
        "*_~",
        "*https://a.example/ ",
        "\u{200b}*",
        ":x:",
        "&gt;\n",
        ">",
        "\\*",
        "<!date^0^{date}>",
    ] {
        for read in [translate, translate_markdown] {
            let cost = |times: usize| {
                let body = json!({ "text": unit.repeat(times), "attachments": [{ "text": unit.repeat(times) }] });
                counted(|| drop(read(Body::from(&body)))).1
            };
            assert!(cost(2_000) <= 9 * cost(500), "{unit:?}: {} and {}", cost(500), cost(2_000));
        }
    }
}

#[test]
fn thousands_of_blocks_and_a_megabyte_of_fields_are_bounded() {
    let block = json!({ "type": "section", "text": { "type": "mrkdwn", "text": "word *word* " } });
    let field = json!({ "title": "word ".repeat(2_000), "value": "*_~`<".repeat(2_000) });
    let body = json!({ "blocks": vec![block; 10_000], "attachments": [{ "fields": vec![field; 60] }] });
    slack_holds(&body, &[]);
    let it = post(body);
    assert_eq!(it.dropped[0], "blocks: 9950 after the first 50");
    assert!(it.cards[0].fields.len() <= 25);
}

#[test]
fn a_body_full_of_any_sign_takes_steps_in_proportion_to_it() {
    for unit in [
        "<",
        "<@",
        "*a ",
        "_",
        "~~",
        "`",
        "``` ",
        "\\",
        "&lt;",
        "[](",
        "\n> ",
        "\n  -",
        "<https://a.example|",
        "<https://a.example>",
        "&gt;&gt;&gt;a\n",
        "<!^> ",
    ] {
        let text = unit.repeat(MAX_BODY / unit.len());
        slack_holds(&json!({ "text": text }), &[]);
        slack_holds(&json!({ "text": text, "mrkdwn": false }), &[]);
        let quote = json!({ "type": "rich_text_quote", "elements": [{ "type": "text", "text": text }] });
        slack_holds(&json!({ "blocks": [{ "type": "rich_text", "elements": [quote] }] }), &[]);
    }
}

#[test]
fn thousands_of_elements_in_one_block_are_bounded() {
    for kind in ["text", "link", "user", "broadcast", "emoji", "date", "unknown"] {
        let section = json!({ "type": "rich_text_section", "elements": vec![json!({ "type": kind }); 10_000] });
        let list = json!({ "type": "rich_text_list", "elements": [section] });
        slack_holds(&json!({ "text": "x", "blocks": [{ "type": "rich_text", "elements": [section, list] }] }), &[]);
    }
}

#[test]
fn deep_nesting_is_refused_or_ignored() {
    for (before, after) in [("{\"text\":", "}"), ("{\"blocks\":", "}"), ("{\"attachments\":[{\"blocks\":", "}]}")] {
        let nested = |levels: usize| format!("{before}{}{}{after}", "[".repeat(levels), "]".repeat(levels));
        assert!(lenient_json::parse(nested(10_000).as_bytes()).is_err());
        slack_holds(&lenient_json::parse(nested(100).as_bytes()).unwrap(), &[]);
    }
}

fn values() -> impl Strategy<Value = Value> {
    let words = "(<@[0-9U]{1,3}>|<!here>|<https://a\\.example\\|[a-z*]>|&lt;|[*_~`a@é \n\\\\<>]){0,12}";
    let leaf = prop_oneof![
        6 => words.prop_map(Value::from),
        1 => Just(Value::Null),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        3 => proptest::sample::select(vec!["section", "rich_text", "rich_text_section", "rich_text_list", "text", "user",
            "context", "table", "image", "mrkdwn", "plain_text"]).prop_map(Value::from),
    ];
    let keys = proptest::sample::select(vec![
        "text",
        "blocks",
        "attachments",
        "type",
        "elements",
        "fields",
        "title",
        "value",
        "rows",
        "style",
        "url",
        "user_id",
        "ts",
        "color",
        "username",
        "allowedMentions",
        "parse",
        "offset",
    ]);
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(keys.clone().prop_map(String::from), inner, 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_json_is_refused_or_fits(blocks in prop::collection::vec(values(), 0..4), text in values(), attachment in values()) {
        slack_holds(&json!({ "text": text, "blocks": blocks, "attachments": [attachment] }), &[]);
    }
}
