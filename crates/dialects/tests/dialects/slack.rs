//! Bodies as Slack's, Mattermost's and Rocket.Chat's clients send them, and what becomes of each.
#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;
use serde_json::{Value, json};

use portico_dialects::body::Body;
use portico_dialects::slack::*;
use portico_dialects::steps::counted;
use portico_dialects::{TranslatedBody, Translation, lenient_json, limits};
use portico_fuzz::slack_holds;
use portico_rules::chat::markdown::{Element, Part, parse};
use portico_rules::chat::mentions::{MentionTarget, OptIn};

/// The most bytes of a body that is read.
const MAX_BODY: usize = 64 * 1024;

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

#[test]
fn mrkdwn_becomes_markdown() {
    for (from, expected) in [
        ("*bold* _it_ ~gone~ `*code*`", "**bold** _it_ ~~gone~~ `*code*`"),
        ("*a _b_ c*", "**a _b_ c**"),
        ("2 * 3 * 4, snake_case_name", "2 \\* 3 \\* 4, snake_case_name"),
        ("<https://a.example|Build 7>", "[Build 7](https://a.example)"),
        ("<https://a.example>", "<https://a.example>"),
        ("<https://a.example|https://b.example>", "<https://a.example>"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<javascript:alert(1)|x>", "x (javascript:alert(1))"),
        ("a &lt;b&gt; &amp;amp; &lt;!channel&gt;", "a <b> &amp; <!channel>"),
        ("&gt; quoted\nplain", "> quoted\nplain"),
        ("<!date^1392734382^{date}|Feb 18> <#C1|general> <#C2>", "<t:1392734382:D> #general #C2"),
        ("```a\n&lt;b```", "```\na\n<b\n```"),
        ("**bold** [x](https://a.example)", "**bold** [x](https://a.example)"),
    ] {
        assert_eq!(text(from), expected, "{from}");
    }
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

#[test]
fn an_address_ends_where_its_brackets_do() {
    for (from, expected) in [
        (
            "<https://x.example/1>を確認してください。<https://x.example/2>",
            "{https://x.example/1}を確認してください。{https://x.example/2}",
        ),
        ("<https://x.example/1>abc", "{https://x.example/1}abc"),
        ("<https://x.example/1>*b*", "{https://x.example/1}*b*"),
        ("*<https://x.example/1>*", "*{https://x.example/1}*"),
        ("<https://x.example/a.>", "{https://x.example/a.}"),
        ("<https://x.example/b_>", "{https://x.example/b_}"),
        ("<https://x.example/a_(b)>", "{https://x.example/a_(b)}"),
        ("<https://x.example/?q=\"a\"&amp;r>", "{https://x.example/?q=\"a\"&r}"),
        ("<https://x.example/`a`>", "{https://x.example/%60a%60}"),
        ("<https://x.example/&lt;a&gt;>", "{https://x.example/%3Ca%3E}"),
        ("<https://x.example/a\u{202e}b>", "{https://x.example/a%E2%80%AEb}"),
        ("&lt;<https://x.example/1>&gt;", "<{https://x.example/1}>"),
        ("Done!<https://x.example/1|log>*b*", "Done![https://x.example/1 log]*b*"),
        ("<https://x.example/1|- a>", "[https://x.example/1 - a]"),
        ("<https://x.example/1|C:\\>", "{https://x.example/1} (C:\\)"),
        // With a space in it, it is no address.
        ("<https://x.example/a b>", "{https://x.example/a} b"),
    ] {
        assert_eq!(shown(&text(from)), expected, "{from}");
    }
}

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
fn without_mrkdwn_links_and_entities_keep_their_meaning_and_signs_lose_it() {
    let written = "*App* #12 (<https://ci.example/12|Open>) - `a` &lt;b&gt; <!here>\n- _c_ \\<https://ci.example|d>";
    let read = "*App* #12 ([https://ci.example/12 Open]) - `a` <b> @all\n- _c_ \\[https://ci.example/ d]";
    let it = post(json!({ "text": written, "mrkdwn": false }));
    assert_eq!(shown(&it.content), read);
    assert_eq!(targets(&it), [("@all", MentionTarget::All)]);
    assert_eq!(it.allowed_mentions.kinds, OptIn::NOTHING);
    let it = post(json!({ "attachments": [
        { "text": written, "mrkdwn_in": ["pretext"] },
        { "pretext": written, "text": "*bold*", "mrkdwn_in": ["text"] },
        { "fallback": written },
    ] }));
    let texts = it.cards.iter().filter_map(|card| card.text.as_deref());
    assert_eq!(texts.map(shown).collect::<Vec<_>>(), [read, &format!("{read}\n*bold*"), read]);
}

#[test]
fn plain_text_keeps_its_angle_brackets() {
    let it = post(json!({ "blocks": [
        { "type": "section", "text": { "type": "plain_text", "text": "<b|c> *d*" } },
    ] }));
    assert_eq!(shown(&it.content), "<b|c> *d*");
}

#[test]
fn three_signs_quote_everything_after_them() {
    for (from, expected) in [
        ("a\n&gt;&gt;&gt; multi\nline2\n\n*line4*", "a<quote>multi\nline2\n\n*line4*</quote>"),
        (">>>a\nb", "<quote>a\nb</quote>"),
        ("&gt;&gt;&gt; ```x\ny```", "<quote>*x\ny*</quote>"),
        ("&gt; a\nb", "<quote>a</quote>b"),
        ("a &gt;&gt;&gt; b\nc", "a >>> b\nc"),
    ] {
        assert_eq!(shown(&text(from)), expected, "{from}");
    }
}

#[test]
fn code_over_several_lines_takes_in_nothing_around_it() {
    for (from, expected) in [
        (
            "Build failed: ```line *one*\nline two```\nSee <https://x.example/1|log> and *bold*",
            "Build failed:*line *one*\nline two*See [https://x.example/1 log] and *bold*",
        ),
        ("```a\nb``` *c*", "*a\nb**c*"),
        ("```a\nb``` - c", "*a\nb*- c"),
        ("```a\nb```&gt; c", "*a\nb*> c"),
        ("a ```b\nc``` d ```e\nf``` g", "a*b\nc*d*e\nf*g"),
        ("&gt; a ```b\nc``` d\ne", "<quote>a*b\nc*d</quote>e"),
        ("&gt;&gt;&gt; a ```b\nc``` d\ne", "<quote>a*b\nc*d\ne</quote>"),
        ("&gt; ```a\n&gt; b\n&gt; ```", "<quote>*a\nb*</quote>"),
        ("```a\n````\nb``` c", "*a\n````\nb*c"),
        ("a ```b``` c", "a *b* c"),
    ] {
        assert_eq!(shown(&text(from)), expected, "{from}");
    }
    let of = |blocks: Value| shown(&post(json!({ "blocks": blocks })).content);
    let words = |text: &str| json!({ "type": "mrkdwn", "text": text });
    let blocks = json!([
        { "type": "section", "text": words("*Error*: ```a\nb```"), "fields": [words("*c*")] },
        { "type": "context", "elements": [words("```d\ne```"), words("*f*"), words("```g\nh```")] },
        { "type": "context", "elements": [words("`i`"), words("*j*")] },
    ]);
    assert_eq!(of(blocks), "*Error*:*a\nb**c**d\ne**f**g\nh**i* *j*");
}

#[test]
fn code_that_is_left_open_takes_in_nothing_of_the_next_text() {
    let words = |text: &str| json!({ "type": "mrkdwn", "text": text });
    let it = post(json!({ "blocks": [
        { "type": "section", "text": words("```unclosed\ncode") },
        { "type": "section", "text": words("*bold*") },
        { "type": "markdown", "text": "```\nagain" },
        { "type": "context", "elements": [words("```\nx"), words("*y*")] },
    ] }));
    let expected = "```unclosed\ncode\n```\n**bold**\n```\nagain\n```\n```\nx\n```\n**y**";
    assert_eq!(it.content, expected);
    let it = post(json!({ "attachments": [{ "pretext": "```\na", "text": "*b*" }] }));
    assert_eq!(it.cards[0].text.as_deref(), Some("```\na\n```\n**b**"));
    // What nothing follows stays as it was written.
    assert_eq!(text("```unclosed\ncode"), "```unclosed\ncode");
}

#[test]
fn code_that_is_cut_is_closed() {
    let log = "line of a log\n".repeat(400);
    let it = post(json!({ "text": format!("Failed: ```{log}```") }));
    assert!(it.content.ends_with("…\n```"), "{}", it.content);
    assert!(it.content.chars().count() <= limits::MAX_CONTENT_LENGTH);
    assert!(shown(&it.content).ends_with("…*"));
    assert_eq!(it.shortened, ["content"]);
}

#[test]
fn what_is_no_mention_command_or_address_keeps_its_brackets() {
    for written in [
        "if x<5 and y>3 then Vec<String>, expected <div> but got <span>",
        "cp <src> <dst>",
        "a<b|c>d",
        "connect to <host:port> or <std::string>",
        "<div> and <b|c>",
        "<!DOCTYPE html> <!-- a --> <#include x> <@Override public> <@> <|a>",
    ] {
        assert_eq!(shown(&text(written)), written);
        let it = post(json!({ "text": written, "mrkdwn": false }));
        assert_eq!(shown(&it.content), written);
        assert!(targets(&it).is_empty());
    }
    assert_eq!(shown(&text("<div> *b* <T: *Clone*>")), "<div> *b* <T: *Clone*>");
    let it = post(json!({ "attachments": [{ "title": "Slack API <Doc>" }] }));
    assert_eq!(it.cards[0].title.as_deref(), Some("Slack API <Doc>"));
    for (address, expected) in [
        ("<tel:+4930|call>", "call (tel:+4930)"),
        ("<mailto:a@b.example>", "a@b.example"),
        ("<slack:open|app>", "app (slack:open)"),
        ("<ssh://a.example/b>", "ssh://a.example/b"),
    ] {
        assert_eq!(shown(&text(address)), expected);
    }
}

#[test]
fn a_sign_at_the_beginning_of_a_line_quotes_it() {
    for (from, expected) in [
        ("Result:\n>*Author*: <https://x.example/1|bob>", "Result:<quote>*Author*: [https://x.example/1 bob]</quote>"),
        (">a\n>b\nc", "<quote>a\nb</quote>c"),
        ("&gt;a\n&gt; b", "<quote>a\nb</quote>"),
        ("&gt;&gt;&gt; a\n&gt;*b*", "<quote>a\n>*b*</quote>"),
        ("a >b", "a >b"),
    ] {
        assert_eq!(shown(&text(from)), expected, "{from}");
    }
    let field = json!({ "type": "mrkdwn", "text": "*Q*\n>quoted" });
    let it = post(json!({ "blocks": [{ "type": "section", "fields": [field] }] }));
    assert_eq!(shown(&it.content), "*Q*<quote>quoted</quote>");
    // A title quotes nothing.
    let it = post(json!({ "attachments": [{ "title": ">90% full" }] }));
    assert_eq!(it.cards[0].title.as_deref(), Some(">90% full"));
}

#[test]
fn a_label_is_formatted_where_signs_go_around_all_of_it() {
    for (label, expected) in [
        ("*TypeError*", "**TypeError**"),
        ("_it_", "_it_"),
        ("~s~", "~~s~~"),
        ("`code`", "`code`"),
        ("*_both_*", "**_both_**"),
        ("*a_b*", "**a_b**"),
        ("*a* b", "\\*a\\* b"),
        ("* a *", "\\* a \\*"),
        ("**a**", "\\*\\*a\\*\\*"),
        ("*", "\\*"),
    ] {
        let link = format!("<https://a.example|{label}>");
        assert_eq!(text(&link), format!("[{expected}](https://a.example)"));
    }
    let it = post(json!({ "text": "<https://a.example|*a*>", "mrkdwn": false }));
    assert_eq!(it.content, "[\\*a\\*](https://a.example)");
}

#[test]
fn a_link_alone_in_code_is_a_link() {
    for (from, expected) in [
        ("by `<https://a.example/6dcb|6dcb09b5>`", "by [`6dcb09b5`](https://a.example/6dcb)"),
        ("`<https://a.example>`", "<https://a.example>"),
        ("`<https://a.example|a> b`", "`<https://a.example|a> b`"),
        ("``<https://a.example|a>``", "``<https://a.example|a>``"),
        ("`<!channel>` `<@42>`", "`<!channel>` `<@42>`"),
        ("`<javascript:x|a>`", "`<javascript:x|a>`"),
    ] {
        let it = post(json!({ "text": from }));
        assert_eq!((it.content.as_str(), targets(&it)), (expected, vec![]));
    }
}

#[test]
fn mentions_become_marks_and_stay_silent() {
    let it = post(json!({ "text": "<@42> <@42|bob> <!subteam^7> <!channel> <!here|here> <!everyone>" }));
    let expected = [
        ("@<42>", MentionTarget::User(42)),
        ("@<42>", MentionTarget::User(42)),
        ("@role_7", MentionTarget::Role(7)),
        ("@all", MentionTarget::All),
        ("@all", MentionTarget::All),
        ("@all", MentionTarget::All),
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
    assert_eq!(targets(&it), [("@<42>", MentionTarget::User(42))]);
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
    let expected =
        [("@<42>", MentionTarget::User(42)), ("@all", MentionTarget::All), ("@<43>", MentionTarget::User(43))];
    assert_eq!(targets(&it), expected);
}

/// Translates the elements of one section of rich text.
fn rich(elements: Value) -> String {
    let section = json!({ "type": "rich_text_section", "elements": elements });
    post(json!({ "blocks": [{ "type": "rich_text", "elements": [section] }] })).content
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

#[test]
fn usual_names_of_emoji_become_emoji() {
    for (from, expected) in [
        (":rotating_light: *:x: failed* :tada:", "🚨 **❌ failed** 🎉"),
        (":acme: 10:30:45 `:x:` a:x:b", ":acme: 10:30:45 `:x:` a:x:b"),
        ("<https://a.example|:bug: 7>", "[🐛 7](https://a.example)"),
        ("https://a.example:x:/", "https://a.example:x:/"),
    ] {
        assert_eq!(text(from), expected, "{from}");
    }
    let it = post(json!({ "text": ":x: *a*", "mrkdwn": false }));
    assert_eq!(it.content, "❌ \\*a\\*");
    let header = |emoji: bool| {
        let text = json!({ "type": "plain_text", "text": ":rocket: Deploy", "emoji": emoji });
        post(json!({ "blocks": [{ "type": "header", "text": text }] })).content
    };
    assert_eq!(header(true), "**🚀 Deploy**");
    assert_eq!(header(false), "**:rocket: Deploy**");
    let element = |name: &str| rich(json!([{ "type": "emoji", "name": name }]));
    assert_eq!(element("-1"), "👎");
    assert_eq!(element("acme"), ":acme:");
    assert_eq!(rich(json!([{ "type": "text", "text": ":x:" }])), ":x:");
}

#[test]
fn a_date_has_its_words_or_its_moment_and_leads_to_its_address() {
    for (from, expected) in [
        ("<!date^0^{date}^https://a.example/1|New Year>", "[<t:0:D>](https://a.example/1)"),
        ("<!date^0^Posted {date_num} at {time_secs}, {ago}!|x>", "Posted <t:0:d> at <t:0:T>, <t:0:R>!"),
        ("<!date^0^{other} and *{date}*|x>", "{other} and \\*<t:0:D>\\*"),
        ("<!date^0^{other}|x>", "x"),
        ("<!date^999999999999^{date}|then>", "then"),
        ("<!date^0^{date_num}^https://a.example/?a=1&amp;b=2>", "[<t:0:d>](https://a.example/?a=1&b=2)"),
        ("<!date^0^{date}>", "<t:0:D>"),
        ("<!date^0>", "<t:0:f>"),
        ("<!date^0^{date}^javascript:x|New Year>", "<t:0:D>"),
        ("<!date^soon^{date}>", "date"),
        ("<!other^0^a^https://a.example>", "other"),
    ] {
        assert_eq!(text(from), expected, "{from}");
    }
}

#[test]
fn ten_long_attachments_keep_their_titles() {
    let attachment = |number: usize| json!({ "title": format!("Job {number}"), "text": "word ".repeat(200) });
    let attachments: Vec<Value> = (0..10).map(attachment).collect();
    let it = post(json!({ "attachments": attachments }));
    let titles: Vec<&str> = it.cards.iter().filter_map(|card| card.title.as_deref()).collect();
    assert_eq!(titles.len(), 10);
    assert_eq!(titles.last(), Some(&"Job 9"));
    assert_eq!(it.dropped, ["texts of cards: no room left for 4"]);
}

#[test]
fn a_link_and_a_picture_without_their_words_are_noted() {
    let icon = "https://a.example/i.png";
    let it = post(json!({ "attachments": [
        { "text": "a", "author_icon": icon, "author_link": icon, "footer_icon": icon },
        { "text": "b", "author_name": "bob", "author_icon": icon, "footer": "ci", "footer_icon": icon },
    ] }));
    assert_eq!(it.dropped, ["attachments/0/author_link", "attachments/0/author_icon", "attachments/0/footer_icon",]);
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
    assert_eq!((card.color, card.time), (Some(0xe0_1e_5a), Some(1_767_323_045_000)));
    assert_eq!((card.fields[0].inline, card.fields[1].value.as_str()), (true, "7"));
    assert_eq!(it.cards[1].text.as_deref(), Some("only \\*this\\*"));
    assert_eq!(it.cards[2].color, Some(0x00_aa_ff));
    assert_eq!((it.name.as_deref(), it.marks.len()), (Some("CI"), 0));
    // A picture goes before an emoji.
    assert_eq!((it.icon, it.avatar_url.is_some()), (None, true));
    assert_eq!(it.dropped, ["icon_emoji", "cards/0/thumbnail: not a complete http or https URL"]);
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
fn signs_in_a_bare_address_are_the_address_s() {
    for address in [
        "https://x.example/?q=*a*",
        "https://logs.example/messages?q=*&rangetype=relative&relative=3600",
        "https://kibana.example/app#/?_a=(columns:!(message),index:'logs-*',query:'host:web-1')",
        "https://x.example/_a_/~b~/*c*d",
        "https://x.example/#:x:1",
        "https://x.example/snake_case_/a~b",
    ] {
        let escaped = address.replace('&', "&amp;");
        for (from, expected) in [
            (format!("see {address}"), format!("see {{{address}}}")),
            (format!("see {escaped} *now*"), format!("see {{{address}}} *now*")),
            (format!("*see {address}/ now*"), format!("*see {{{address}/}} now*")),
            (format!("&lt;{address}&gt;"), format!("<{{{address}}}>")),
        ] {
            assert_eq!(shown(&text(&from)), expected, "{from}");
        }
        let it = post(json!({ "attachments": [{ "text": format!("see {address}") }] }));
        assert_eq!(it.cards[0].text.as_deref().map(shown), Some(format!("see {{{address}}}")));
    }
    // A sign at its end is its own too, unless it closes what opened before; one of another kind is none of it.
    for (from, expected) in [
        ("https://x.example/?q=*", "{https://x.example/?q=*}"),
        ("https://x.example/?q=*a*, *b*", "{https://x.example/?q=*a*}, *b*"),
        ("*https://x.example/?q=*", "*{https://x.example/?q=}*"),
        ("*see https://x.example/a*", "*see {https://x.example/a}*"),
        ("https://x.example/a* note", "{https://x.example/a}* note"),
        ("https://x.example/a_b*", "{https://x.example/a_b}*"),
    ] {
        assert_eq!(shown(&text(from)), expected, "{from}");
    }
    // Without a scheme it is no address.
    assert_eq!(text("x.example/?q=*a* *b*"), "x.example/?q=**a** **b**");
    assert_eq!(shown(&text("*https://x.example/a* _b_")), "*{https://x.example/a}* *b*");
}

#[test]
fn a_space_of_no_width_beside_a_sign_is_left_out_and_marks_as_before() {
    for (from, expected) in [
        ("\u{200b}*bold*\u{200b} \u{200b}_it_\u{200b}", "**bold** _it_"),
        ("\u{200b}*\u{200b}_both_\u{200b}*\u{200b}", "**_both_**"),
        ("(\u{200b}*\"a\"*\u{200b})", "(**\"a\"**)"),
        // Between a word and a sign it is what separates them.
        ("a\u{200b}*b*\u{200b}c", "a\u{200b}**b**\u{200b}c"),
        ("a\u{200b}b", "a\u{200b}b"),
        ("`a\u{200b}*`", "`a\u{200b}*`"),
    ] {
        assert_eq!(text(from), expected, "{from:?}");
    }
}

fn markdown(value: Value) -> Translation {
    match translate_markdown(Body::from(&value)) {
        Ok(TranslatedBody::Post(translation)) => *translation,
        other => panic!("{value} became {other:?}"),
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
fn the_keys_of_rocket_chat_are_read() {
    let it = post(json!({ "text": "x", "alias": "CI", "avatar": "https://a.example/i.png", "emoji": ":x:",
        "attachments": [{ "title": "t", "ts": "2026-01-02T03:04:05.000Z" }] }));
    assert_eq!((it.name.as_deref(), it.avatar_url.is_some()), (Some("CI"), true));
    assert_eq!(it.cards[0].time, Some(1_767_323_045_000));
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
