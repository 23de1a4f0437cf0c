//! Slack's blocks and the elements of rich text, as the message's text and its pictures.

use serde_json::{Value, json};

use super::{post, rich, shown, targets};
use portico_dialects::body::Body;
use portico_dialects::slack::*;
use portico_rules::chat::mentions::MentionTarget;

#[test]
fn an_address_in_rich_text_ends_where_its_element_does() {
    let it = post(json!({ "blocks": [{ "type": "rich_text", "elements": [
        { "type": "rich_text_section", "elements": [
            { "type": "link", "url": "https://x.example/1" },
            { "type": "text", "text": "abc " },
            { "type": "link", "url": "https://x.example/2." },
            { "type": "text", "text": " - done" },
        ] },
    ] }] }));
    assert_eq!(it.content, "<https://x.example/1>abc <https://x.example/2.> - done");
    assert_eq!(shown(&it.content), "{https://x.example/1}abc {https://x.example/2.} - done");
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
    assert_eq!(targets(&it), [("@<42>", MentionTarget::User(42.into()))]);
    assert_eq!(it.cards[0].image_url.as_deref(), Some("https://a.example/a.png"));
    assert_eq!(it.dropped, ["blocks/3: image", "blocks/4: button", "blocks/5: video"]);
}

#[test]
fn pictures_that_have_no_place_are_noted_and_keep_their_titles() {
    let picture = |name: &str| {
        json!({ "type": "image", "image_url": format!("https://a.example/{name}.png"), "alt_text": "alt",
            "title": { "type": "plain_text", "text": format!("*{name}* &amp; co") } })
    };
    let it = post(json!({ "attachments": [
        { "blocks": [picture("a"), picture("b")] },
        { "image_url": "https://a.example/own.png", "blocks": [picture("c")] },
    ] }));
    assert_eq!(it.dropped, ["attachments/0/blocks/1: image", "attachments/1/blocks/0: image"]);
    let texts = it.cards.iter().filter_map(|card| card.text.as_deref());
    assert_eq!(texts.map(shown).collect::<Vec<_>>(), ["*a* & co\n*b* & co", "*c* & co"]);
    let images = it.cards.iter().filter_map(|card| card.image_url.as_deref());
    assert_eq!(images.collect::<Vec<_>>(), ["https://a.example/a.png", "https://a.example/own.png"]);
    let it = post(json!({ "text": "t", "blocks": vec![picture("d"); 12] }));
    assert_eq!(it.dropped, ["blocks/10: image", "blocks/11: image"]);
    assert_eq!(it.cards.len(), 10);
    assert_eq!(it.cards[9].title.as_deref(), Some("*d* & co"));
    assert_eq!(shown(&it.content), "t\n*d* & co\n*d* & co");
}

#[test]
fn a_video_is_its_title_and_leads_to_it() {
    let title = json!({ "type": "plain_text", "text": "Demo" });
    let video = |block: Value| post(json!({ "blocks": [block] }));
    let it = video(json!({ "type": "video", "title": title, "title_url": "https://a.example/watch",
        "video_url": "https://a.example/embed", "thumbnail_url": "https://a.example/t.png", "alt_text": "x",
        "description": { "type": "plain_text", "text": "How *to*" } }));
    assert_eq!(it.content, "[Demo](https://a.example/watch)\nHow \\*to\\*");
    assert_eq!(it.dropped, ["blocks/0/thumbnail_url"]);
    let it = video(json!({ "type": "video", "title": title, "video_url": "https://a.example/e" }));
    assert_eq!(it.content, "[Demo](https://a.example/e)");
    assert!(it.dropped.is_empty());
    let it = video(json!({ "type": "video", "title": title, "title_url": "javascript:x" }));
    assert_eq!((it.content.as_str(), it.dropped), ("Demo", vec!["blocks/0: video".to_owned()]));
    let nothing = json!({ "blocks": [{ "type": "video" }] });
    assert_eq!(translate(Body::from(&nothing)), Err(SlackError::NoText));
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
    let expected =
        "**bold** @<42> \\*x\\* @all👋[go](https://a.example)\n1. one\n> a\n> b @<43>\n```\nlet a = `b`;\n```";
    assert_eq!(it.content, expected);
    let expected = [
        ("@<42>", MentionTarget::User(42.into())),
        ("@all", MentionTarget::All),
        ("@<43>", MentionTarget::User(43.into())),
    ];
    assert_eq!(targets(&it), expected);
}

#[test]
fn styles_beside_a_letter_show_no_signs() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let styled = |text: &str, style: &str| json!({ "type": "text", "text": text, "style": { style: true } });
    for (elements, expected) in [
        (json!([styled("12", "bold"), text("th")]), "12th"),
        (json!([text("un"), styled("do", "italic")]), "undo"),
        (json!([styled("a", "strike"), { "type": "date", "fallback": "b" }]), "ab"),
        (json!([styled("12", "bold"), text(" th")]), "**12** th"),
        (json!([styled("12 ", "bold"), text("th")]), "**12** th"),
        (json!([text("("), styled("a", "italic"), text(").")]), "(_a_)."),
        (
            json!([styled("a", "bold"), { "type": "link", "url": "https://a.example", "text": "b" }]),
            "**a**[b](https://a.example)",
        ),
        // Between letters without spaces, only what the chat marks there.
        (json!([text("请"), styled("注意", "bold"), text("安全")]), "请**注意**安全"),
        (json!([text("请"), styled("注意", "italic"), text("安全")]), "请注意安全"),
        (json!([styled("注意。", "bold"), text("安全")]), "注意。安全"),
    ] {
        assert_eq!(rich(elements.clone()), expected, "{elements}");
    }
}

#[test]
fn elements_within_a_line_are_escaped_for_their_place() {
    let color = json!({ "type": "color", "value": "#FF0000" });
    let date = json!({ "type": "date", "timestamp": 0, "fallback": "- tomorrow" });
    let emoji = json!({ "type": "emoji", "name": "-custom" });
    let text = json!({ "type": "text", "text": "a " });
    assert_eq!(rich(json!([text, color])), "a #FF0000");
    assert_eq!(rich(json!([text, date])), "a - tomorrow");
    let date_in_words = json!({ "type": "date", "timestamp": 0, "format": "{date} at {time}", "fallback": "x" });
    assert_eq!(rich(json!([text, date_in_words])), "a <t:0:D> at <t:0:t>");
    assert_eq!(rich(json!([text, emoji])), "a :-custom:");
    assert_eq!(rich(json!([emoji])), ":-custom:");
    // At its beginning they would mark it.
    assert_eq!(rich(json!([date])), "\\- tomorrow");
    assert_eq!(rich(json!([color])), "\\#FF0000");
}
