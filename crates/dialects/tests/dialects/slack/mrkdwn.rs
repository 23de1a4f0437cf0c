//! Slack's texts as Markdown, from its signs to its links, mentions and dates.

use serde_json::{Value, json};

use super::{post, rich, shown, targets, text};
use portico_dialects::limits;
use portico_rules::chat::mentions::{MentionTarget, OptIn};

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
        ("@<42>", MentionTarget::User(42.into())),
        ("@<42>", MentionTarget::User(42.into())),
        ("@role_7", MentionTarget::Role(7.into())),
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
