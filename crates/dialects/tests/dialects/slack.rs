//! Bodies as Slack's, Mattermost's and Rocket.Chat's clients send them, and what becomes of each. Here: the keys of a body as
//! a whole; its texts, blocks and attachments have modules of their own.
#![allow(clippy::unwrap_used, clippy::panic)]

mod attachments;
mod blocks;
mod mrkdwn;
mod properties;

use serde_json::{Value, json};

use portico_dialects::body::Body;
use portico_dialects::slack::*;
use portico_dialects::{TranslatedBody, Translation};
use portico_rules::chat::markdown::{Element, Part, parse};
use portico_rules::chat::mentions::MentionTarget;

fn post(value: Value) -> Translation {
    match translate(Body::from(&value)) {
        Ok(TranslatedBody::Post(translation)) => *translation,
        other => panic!("{value} became {other:?}"),
    }
}

fn text(text: &str) -> String {
    post(json!({ "text": text })).content
}

fn targets(translation: &Translation) -> Vec<(&str, MentionTarget)> {
    let marks = translation.marks.iter();
    marks.filter_map(|mark| Some((&translation.content[mark.range.clone()], mark.target?))).collect()
}

/// The visible text, with each address that is a link in braces.
fn shown(markdown: &str) -> String {
    let parts = parse(markdown, &[]).into_iter().map(|part| match part {
        Part::Text(text) | Part::Mention(_, text) => text.to_owned(),
        Part::Address(text) => format!("{{{text}}}"),
        Part::Time(time, _) => format!("{{{}}}", time.written()),
        Part::Open(Element::Link { to, .. }) => format!("[{to} "),
        Part::Close(Element::Link { .. }) => "]".to_owned(),
        Part::Open(Element::Quote) => "<quote>".to_owned(),
        Part::Close(Element::Quote) => "</quote>".to_owned(),
        Part::Open(_) | Part::Close(_) => "*".to_owned(),
    });
    parts.collect::<String>().replace('\u{2060}', "")
}

/// Translates the elements of one section of rich text.
fn rich(elements: Value) -> String {
    let section = json!({ "type": "rich_text_section", "elements": elements });
    post(json!({ "blocks": [{ "type": "rich_text", "elements": [section] }] })).content
}

fn markdown(value: Value) -> Translation {
    match translate_markdown(Body::from(&value)) {
        Ok(TranslatedBody::Post(translation)) => *translation,
        other => panic!("{value} became {other:?}"),
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
        (json!({ "text": "x", "allowedMentions": { "parse": ["everyone"] } }), "invalid_payload"),
        (json!({}), "no_text"),
        (json!({ "text": " ", "attachments": [{}, null] }), "no_text"),
        (json!({ "attachments": [{ "ts": 1_767_323_045 }] }), "no_text"),
        (json!({ "attachments": [{ "color": "good", "title_link": "https://a.example" }] }), "no_text"),
        (json!({ "text": "\u{200b}" }), "no_text"),
    ] {
        let fault = translate(Body::from(&body)).unwrap_err();
        assert_eq!(fault.to_string(), word, "{body}");
    }
}

#[test]
fn an_emoji_as_icon_is_the_picture_where_it_is_known_and_no_other_is_named() {
    for (icon, expected) in [
        (":rocket:", Some("🚀")),
        ("rocket", Some("🚀")),
        (" :+1: ", Some("👍")),
        ("🔥", Some("🔥")),
        (":acme-logo:", None),
        ("<script>", None),
    ] {
        for key in ["icon_emoji", "emoji"] {
            let it = post(json!({ "text": "x", key: icon }));
            assert_eq!((it.icon, it.dropped.is_empty()), (expected, expected.is_some()), "{key} {icon}");
        }
    }
    for icon in [json!(""), json!(null), json!({})] {
        let it = post(json!({ "text": "x", "icon_emoji": icon }));
        assert_eq!((it.icon, it.dropped.len()), (None, 0));
    }
}

#[test]
fn mattermost_s_and_rocket_chat_s_texts_are_markdown() {
    for (from, expected) in [
        ("**bold** *it* _it_ ~~gone~~ \\*plain\\*", "**bold** *it* _it_ ~~gone~~ \\*plain\\*"),
        ("2 * 3, snake_case_name", "2 * 3, snake_case_name"),
        ("```rust\nlet a = *b;\n```", "```rust\nlet a = *b;\n```"),
        ("```\n&lt;b :x:\n```", "```\n&lt;b :x:\n```"),
        ("[label](https://a.example/?q=*a*&b=:x:)", "[label](https://a.example/?q=*a*&b=:x:)"),
        ("<https://a.example|*Build* 7>", "[\\*Build\\* 7](https://a.example)"),
        ("# head\n- item\n1. one", "# head\n- item\n1. one"),
        (">quoted\n>> deep\n&gt; text", "> quoted\n> deep\n\\> text"),
        ("a &lt;b&gt; &amp;amp; :tada:", "a <b> &amp; 🎉"),
        ("C:\\dir \\[x](y)", "C:\\dir [x]\u{2060}(y)"),
    ] {
        assert_eq!(markdown(json!({ "text": from })).content, expected, "{from}");
    }
    let it = markdown(json!({ "text": "**@all** <!channel> `@all`", "allowedMentions": { "parse": ["all"] } }));
    assert_eq!(targets(&it), [("@all", MentionTarget::All)]);
    let it = markdown(json!({ "attachments": [{
        "pretext": "**pre**", "text": "*it* and **bold**", "title": "**T** *t*", "mrkdwn_in": [],
        "fields": [{ "title": "**N**", "value": "**v** _w_" }],
    }] }));
    let card = &it.cards[0];
    assert_eq!((card.title.as_deref(), card.text.as_deref()), (Some("T t"), Some("**pre**\n*it* and **bold**")));
    assert_eq!((card.fields[0].name.as_str(), card.fields[0].value.as_str()), ("N", "**v** _w_"));
    // Slack's texts stay Slack's.
    assert_eq!(text("*bold*"), "**bold**");
    assert_eq!(translate_markdown(Body::from(&json!({}))), Err(SlackError::NoText));
    assert_eq!(translate_markdown(Body::from(&json!([]))), Err(SlackError::InvalidPayload));
}

#[test]
fn the_keys_of_rocket_chat_are_read() {
    let it = post(json!({ "text": "x", "alias": "CI", "avatar": "https://a.example/i.png", "emoji": ":x:",
        "attachments": [{ "title": "t", "ts": "2026-01-02T03:04:05.000Z" }] }));
    assert_eq!((it.name.as_deref(), it.avatar_url.is_some()), (Some("CI"), true));
    assert_eq!(it.cards[0].time, Some(1_767_323_045_000));
}
