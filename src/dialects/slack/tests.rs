//! Bodies as Slack's, Mattermost's and Rocket.Chat's clients send them, and what becomes of each.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::chat::mentions::Target;
use crate::fuzz::slack_holds;
use crate::routes::webhooks::lenient_json;

/// The most bytes of a body that is read.
const LARGEST_BODY: usize = 64 * 1024;

fn post(value: Value) -> Translation {
    match translate(Body::from(&value)) {
        Ok(Translated::Post(translation)) => *translation,
        other => panic!("{value} became {other:?}"),
    }
}

fn text(text: &str) -> String {
    post(json!({ "text": text })).content
}

fn targets(translation: &Translation) -> Vec<(&str, Target)> {
    let marks = translation.marks.iter();
    marks
        .filter_map(|mark| Some((&translation.content[mark.range.clone()], mark.target?)))
        .collect()
}

#[test]
fn mrkdwn_becomes_markdown() {
    for (from, expected) in [
        (
            "*bold* _it_ ~gone~ `*code*`",
            "**bold** _it_ ~~gone~~ `*code*`",
        ),
        ("*a _b_ c*", "**a _b_ c**"),
        (
            "2 * 3 * 4, snake_case_name",
            "2 \\* 3 \\* 4, snake_case_name",
        ),
        (
            "<https://a.example|Build 7>",
            "[Build 7](https://a.example)",
        ),
        ("<https://a.example>", "https://a.example"),
        ("<https://a.example|https://b.example>", "https://a.example"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<javascript:alert(1)|x>", "x (javascript:alert(1))"),
        (
            "a &lt;b&gt; &amp;amp; &lt;!channel&gt;",
            "a <b> &amp; <!channel>",
        ),
        ("&gt; quoted\nplain", "> quoted\nplain"),
        (
            "<!date^1392734382^{date}|Feb 18> <#C1|general> <#C2>",
            "Feb 18 #general #C2",
        ),
        ("```a\n&lt;b```", "```\na\n<b\n```"),
        (
            "**bold** [x](https://a.example)",
            "**bold** [x](https://a.example)",
        ),
    ] {
        assert_eq!(text(from), expected, "{from}");
    }
}

#[test]
fn mentions_become_marks_and_stay_silent() {
    let it =
        post(json!({ "text": "<@42> <@42|bob> <!subteam^7> <!channel> <!here|here> <!everyone>" }));
    let expected = [
        ("@<42>", Target::User(42)),
        ("@<42>", Target::User(42)),
        ("@role_7", Target::Role(7)),
        ("@all", Target::All),
        ("@all", Target::All),
        ("@all", Target::All),
    ];
    assert_eq!(targets(&it), expected);
    assert_eq!(it.allowed_mentions.kinds, OptIn::NOTHING);
}

#[test]
fn other_ids_code_and_entities_mention_nothing() {
    for (from, expected) in [
        ("<@U012AB> <@U1|all>", "@U012AB @all"),
        ("<!subteam^S1|@ops>", "@ops"),
        ("`<!channel>`", "`<!channel>`"),
        ("&lt;@42&gt;", "<@42>"),
    ] {
        let it = post(json!({ "text": from }));
        assert_eq!((it.content.as_str(), targets(&it)), (expected, vec![]));
    }
}

#[test]
fn only_its_own_key_opts_in() {
    let body = json!({ "text": "x", "allowedMentions": { "parse": ["all", "users"] }, "allowed_mentions": { "parse": ["roles"] } });
    let opted = post(body).allowed_mentions.kinds;
    assert_eq!((opted.all, opted.roles, opted.users), (true, false, true));
}

#[test]
fn bodies_without_a_message_are_refused_in_slacks_words() {
    for (body, word) in [
        (json!([]), "invalid_payload"),
        (json!({ "text": {} }), "invalid_payload"),
        (json!({ "text": "x", "attachments": 5 }), "invalid_payload"),
        (
            json!({ "text": "x", "allowedMentions": { "parse": ["everyone"] } }),
            "invalid_payload",
        ),
        (json!({}), "no_text"),
        (json!({ "text": " ", "attachments": [{}, null] }), "no_text"),
        (json!({ "text": "\u{200b}" }), "no_text"),
    ] {
        let fault = translate(Body::from(&body)).unwrap_err();
        assert_eq!(fault.to_string(), word, "{body}");
    }
}

#[test]
fn blocks_are_walked_in_order() {
    let it = post(json!({
        "text": "for notifications",
        "blocks": [
            { "type": "header", "text": { "type": "plain_text", "text": "Deploy *1*" } },
            { "type": "section", "text": { "type": "mrkdwn", "text": "*ok*" },
              "fields": [{ "type": "mrkdwn", "text": "*Env*\nprod" }, { "type": "plain_text", "text": "<@42>" }],
              "accessory": { "type": "image", "image_url": "https://a.example/a.png", "alt_text": "chart" } },
            { "type": "divider" },
            { "type": "context", "elements": [{ "type": "mrkdwn", "text": "by <@42>" }, { "type": "image", "alt_text": "face" }] },
            { "type": "actions", "elements": [
                { "type": "button", "text": { "type": "plain_text", "text": "Open" }, "url": "https://a.example/7" },
                { "type": "button", "text": { "type": "plain_text", "text": "Approve" }, "value": "1" } ] },
            { "type": "video" },
        ],
    }));
    let expected = "**Deploy \\*1\\***\n**ok**\n**Env**\nprod\n<@42>\n———\nby @<42> face\n[Open](https://a.example/7)";
    assert_eq!(it.content, expected);
    assert_eq!(targets(&it), [("@<42>", Target::User(42))]);
    assert_eq!(
        it.cards[0].image_url.as_deref(),
        Some("https://a.example/a.png")
    );
    assert_eq!(
        it.dropped,
        ["blocks/3: image", "blocks/4: button", "blocks/5: video"]
    );
}

#[test]
fn rich_text_keeps_its_styles_and_mentions() {
    let section = |elements: Value| json!({ "type": "rich_text_section", "elements": elements });
    let it = post(json!({ "blocks": [{ "type": "rich_text", "elements": [
        section(json!([
            { "type": "text", "text": "bold ", "style": { "bold": true } }, { "type": "user", "user_id": "42" },
            { "type": "text", "text": " *x* " }, { "type": "broadcast", "range": "here" },
            { "type": "emoji", "name": "wave", "unicode": "1f44b" }, { "type": "link", "url": "https://a.example", "text": "go" },
        ])),
        { "type": "rich_text_list", "style": "ordered", "elements": [section(json!([{ "type": "text", "text": "one" }]))] },
        { "type": "rich_text_quote", "elements": [{ "type": "text", "text": "a\nb " }, { "type": "user", "user_id": "43" }] },
        { "type": "rich_text_preformatted", "elements": [{ "type": "text", "text": "let a = `b`;" }] },
    ] }] }));
    let expected = "**bold** @<42> \\*x\\* @all👋[go](https://a.example)\n1. one\n> a\n> b @<43>\n```\nlet a = `b`;\n```";
    assert_eq!(it.content, expected);
    let expected = [
        ("@<42>", Target::User(42)),
        ("@all", Target::All),
        ("@<43>", Target::User(43)),
    ];
    assert_eq!(targets(&it), expected);
}

#[test]
fn a_link_and_a_picture_without_their_words_are_noted() {
    let icon = "https://a.example/i.png";
    let it = post(json!({ "attachments": [
        { "text": "a", "author_icon": icon, "author_link": icon, "footer_icon": icon },
        { "text": "b", "author_name": "bob", "author_icon": icon, "footer": "ci", "footer_icon": icon },
    ] }));
    assert_eq!(
        it.dropped,
        [
            "attachments/0/author_link",
            "attachments/0/author_icon",
            "attachments/0/footer_icon",
        ]
    );
}

#[test]
fn an_attachment_becomes_a_card() {
    let it = post(
        json!({ "username": "CI", "icon_url": "https://a.example/i.png", "channel": "#x", "icon_emoji": ":x:",
            "attachments": [{
                "fallback": "f", "color": "danger", "pretext": "*pre*", "author_name": "bob", "author_link": "https://a.example/bob",
                "title": "Build &lt;7&gt;", "title_link": "https://a.example/7", "text": "failed <@42>", "footer": "ci", "ts": "1767323045",
                "fields": [{ "title": "Branch", "value": "main", "short": true }, { "title": "n", "value": 7 }],
                "image_url": "https://a.example/a.png", "thumb_url": "nonsense",
            }, { "fallback": "only *this*" }, { "color": "#0af", "text": "c" }],
        }),
    );
    let card = &it.cards[0];
    assert_eq!(card.title.as_deref(), Some("Build <7>"));
    assert_eq!(card.text.as_deref(), Some("**pre**\nfailed @<42>"));
    assert_eq!(
        (card.color, card.time),
        (Some(0xe0_1e_5a), Some(1_767_323_045_000))
    );
    assert_eq!(
        (card.fields[0].inline, card.fields[1].value.as_str()),
        (true, "7")
    );
    assert_eq!(it.cards[1].text.as_deref(), Some("only \\*this\\*"));
    assert_eq!(it.cards[2].color, Some(0x00_aa_ff));
    assert_eq!((it.name.as_deref(), it.marks.len()), (Some("CI"), 0));
    assert_eq!(
        it.dropped,
        [
            "icon_emoji",
            "cards/0/thumbnail: not a complete http or https URL"
        ]
    );
}

#[test]
fn the_keys_of_rocket_chat_are_read() {
    let it = post(
        json!({ "text": "x", "alias": "CI", "avatar": "https://a.example/i.png", "emoji": ":x:",
        "attachments": [{ "title": "t", "ts": "2026-01-02T03:04:05.000Z" }] }),
    );
    assert_eq!(
        (it.name.as_deref(), it.avatar_url.is_some()),
        (Some("CI"), true)
    );
    assert_eq!(it.cards[0].time, Some(1_767_323_045_000));
}

#[test]
fn thousands_of_blocks_and_a_megabyte_of_fields_are_bounded() {
    let block = json!({ "type": "section", "text": { "type": "mrkdwn", "text": "word *word* " } });
    let field = json!({ "title": "word ".repeat(2_000), "value": "*_~`<".repeat(2_000) });
    let body =
        json!({ "blocks": vec![block; 10_000], "attachments": [{ "fields": vec![field; 60] }] });
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
    ] {
        let text = unit.repeat(LARGEST_BODY / unit.len());
        slack_holds(&json!({ "text": text }), &[]);
        let quote =
            json!({ "type": "rich_text_quote", "elements": [{ "type": "text", "text": text }] });
        slack_holds(
            &json!({ "blocks": [{ "type": "rich_text", "elements": [quote] }] }),
            &[],
        );
    }
}

#[test]
fn thousands_of_elements_in_one_block_are_bounded() {
    for kind in [
        "text",
        "link",
        "user",
        "broadcast",
        "emoji",
        "date",
        "unknown",
    ] {
        let section = json!({ "type": "rich_text_section", "elements": vec![json!({ "type": kind }); 10_000] });
        let list = json!({ "type": "rich_text_list", "elements": [section] });
        slack_holds(
            &json!({ "text": "x", "blocks": [{ "type": "rich_text", "elements": [section, list] }] }),
            &[],
        );
    }
}

#[test]
fn deep_nesting_is_refused_or_ignored() {
    for (before, after) in [
        ("{\"text\":", "}"),
        ("{\"blocks\":", "}"),
        ("{\"attachments\":[{\"blocks\":", "}]}"),
    ] {
        let nested = |levels: usize| {
            format!(
                "{before}{}{}{after}",
                "[".repeat(levels),
                "]".repeat(levels)
            )
        };
        assert!(lenient_json::parse(nested(10_000).as_bytes()).is_err());
        slack_holds(&lenient_json::parse(nested(100).as_bytes()).unwrap(), &[]);
    }
}

fn values() -> impl Strategy<Value = Value> {
    let words =
        "(<@[0-9U]{1,3}>|<!here>|<https://a\\.example\\|[a-z*]>|&lt;|[*_~`a@é \n\\\\<>]){0,12}";
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
