//! Bodies as Discord's clients send them, and what becomes of each.
#![allow(clippy::unwrap_used, clippy::panic)]

mod components;
mod properties;

use serde_json::{Value, json};

use portico_dialects::body::{self, Body, DroppedFile};
use portico_dialects::discord::*;
use portico_dialects::{TranslatedBody, Translation};
use portico_rules::chat::cards::Card;
use portico_rules::chat::markdown::{Part, parse, plain_text};
use portico_rules::chat::mentions::{AllowedMentions, MentionTarget, OptIn, scan_marked};
use portico_rules::ids::ChannelId;

fn post(value: Value) -> Translation {
    match translate(Body::from(&value)) {
        Ok(TranslatedBody::Post(translation)) => *translation,
        other => panic!("{value} became {other:?}"),
    }
}

fn fault(value: Value) -> Value {
    translate(Body::from(&value)).unwrap_err().body()
}

fn targets(translation: &Translation) -> Vec<(&str, MentionTarget)> {
    translation.marks.iter().filter_map(|mark| Some((&translation.content[mark.range.clone()], mark.target?))).collect()
}

#[test]
fn discord_syntax_becomes_readable_text() {
    for (text, expected) in [
        ("**bold** ||spoiler|| __under__", "**bold** ||spoiler|| __under__"),
        ("<#17> <:ok:5> <a:wave_hi:6>", "#17 :ok: :wave_hi:"),
        ("</deploy now:12>", "/deploy now"),
        ("<t:0> <t:0:d> <t:0:T> <t:0:R>", "<t:0:f> <t:0:d> <t:0:T> <t:0:R>"),
        ("\\<t:0:R> `<t:0:R>`", "<\u{2060}t:0:R> `<t:0:R>`"),
        ("-# small\n-# print", "small\nprint"),
        (">>> a\nb\n\nc", "> a\n> b\n> \n> c"),
        ("<https://a.example> <x> < >", "<https://a.example> <x> < >"),
        ("```\n<:ok:5>\n-# x\n```", "```\n<:ok:5>\n-# x\n```"),
        ("\\<:ok:5>", "<:ok:5>"),
        ("<t:99999999999999999999>", "<t:99999999999999999999>"),
    ] {
        assert_eq!(post(json!({ "content": text })).content, expected, "{text}");
    }
}

#[test]
fn names_of_emoji_become_emoji_but_not_in_code_and_addresses() {
    for (from, expected) in [
        ("deploy :white_check_mark: :rocket:", "deploy ✅ 🚀"),
        (":thumbsup::tada:", "👍🎉"),
        ("`:x:` ```\n:x:\n```", "`:x:` \n```\n:x:\n```"),
        ("https://a.example/:x:/#:x: <https://a.example/:x:>", "https://a.example/:x:/#:x: <https://a.example/:x:>"),
        ("[:x: log](https://a.example/#:x:)", "[❌ log](https://a.example/#:x:)"),
        ("\\:x: <:x:12> 10:100:30 a:x:b :nothing:", ":x: :x: 10:100:30 a:x:b :nothing:"),
    ] {
        assert_eq!(post(json!({ "content": from })).content, expected, "{from}");
    }
    let it = post(json!({ "embeds": [{
        "title": ":warning: disk", "description": ":tada: done", "fields": [{ "name": ":x:", "value": ":x: `:x:`" }],
    }] }));
    let card = &it.cards[0];
    assert_eq!((card.title.as_deref(), card.text.as_deref()), (Some("⚠️ disk"), Some("🎉 done")));
    assert_eq!((card.fields[0].name.as_str(), card.fields[0].value.as_str()), ("❌", "❌ `:x:`"));
}

#[test]
fn times_stay_times_in_texts_and_become_words_in_titles() {
    let it = post(json!({ "embeds": [{
        "title": "since <t:0:f>", "description": "<t:0:R>", "fields": [{ "name": "At", "value": "<t:0>" }],
    }] }));
    let card = &it.cards[0];
    assert_eq!(card.title.as_deref(), Some("since 1970-01-01 00:00 UTC"));
    assert_eq!((card.text.as_deref(), card.fields[0].value.as_str()), (Some("<t:0:R>"), "<t:0:f>"));
}

#[test]
fn code_over_several_lines_takes_in_nothing_around_it() {
    for (text, expected) in [
        ("Error: ```py\nx=1\ny=2\n```\nafter **bold**", "Error: \n```py\nx=1\ny=2\n```\nafter **bold**"),
        ("```js\nx\n``` tail **b**", "```js\nx\n```\ntail **b**"),
        ("```diff\n- a\n+ b```after", "```diff\n- a\n+ b\n```\nafter"),
        ("```line one\ntwo```", "```\nline one\ntwo\n```"),
        ("```py\r\nx\r\n```", "```py\nx\r\n```"),
        ("```a\nb``` # c", "```a\nb\n```\n\\# c"),
        ("> ```py\n> x\n> ```", "> ```py\n> x\n> ```"),
        ("> a ```py\nx``` b", "> a \n> ```py\n> x\n> ```\n> b"),
        (">>> a ```\nx``` b", "> a \n> ```\n> x\n> ```\n> b"),
        ("- ```py\n  x\n  ```", "- ```py\n  x\n  ```"),
        ("a ```b``` c", "a ```b``` c"),
        ("a ```\nb", "a ```\nb"),
    ] {
        assert_eq!(post(json!({ "content": text })).content, expected, "{text}");
        let embed = post(json!({ "embeds": [{ "description": text }] }));
        assert_eq!(embed.cards[0].text.as_deref(), Some(expected), "{text}");
    }
    let it = post(json!({ "content": "a ```\n@everyone\n``` @everyone" }));
    assert_eq!(it.content, "a \n```\n@everyone\n```\n@all");
    assert_eq!(targets(&it), [("@all", MentionTarget::All)]);
}

#[test]
fn code_that_is_cut_or_left_open_is_closed() {
    let log = "line of a log\n".repeat(400);
    let it = post(json!({
        "content": format!("```\n{log}```"),
        "embeds": [{ "description": format!("**Log**\n```ansi\n{log}```") }],
    }));
    for text in [Some(&it.content), it.cards[0].text.as_ref()] {
        assert!(text.unwrap().ends_with(" log…\n```"), "{text:?}");
    }
    assert_eq!(it.shortened, ["content", "cards/0/text"]);
    let files = [DroppedFile { name: "a.txt".into(), size: 1 }];
    let body = Body { value: &json!({ "content": "```\nopen" }), files: &files };
    let Ok(TranslatedBody::Post(it)) = translate(body) else {
        panic!("refused");
    };
    assert_eq!(it.content, "```\nopen\n```\nnot kept: a.txt (1 bytes)");
    let text = |content: &str| json!({ "type": 10, "content": content });
    let it = post(json!({ "flags": 32_768, "components": [text("```\nopen"), text("**bold**")] }));
    assert_eq!(it.content, "```\nopen\n```\n**bold**");
}

#[test]
fn a_sign_without_a_space_quotes_nothing_and_hides_no_markup() {
    for (text, expected) in [
        (">**b** x", "\\>**b** x"),
        ("a\n>>b", "a\n\\>>b"),
        ("> a\n>b", "> a\n\\>b"),
        (">>> a\n>b", "> a\n> \\>b"),
        ("> a\n>\n> b", "> a\n>\n> b"),
        ("a >b", "a >b"),
        (">", ">"),
    ] {
        assert_eq!(post(json!({ "content": text })).content, expected, "{text}");
    }
    let it = post(json!({ "embeds": [{ "title": ">90% full" }] }));
    assert_eq!(it.cards[0].title.as_deref(), Some(">90% full"));
}

#[test]
fn a_backslash_before_a_sign_that_is_no_escape_here_is_left_out() {
    for (text, expected) in [
        (r"a \|\| b \> c \: 1\. \( \! \- \#", "a || b > c : 1. ( ! - #"),
        (r"\*a\* \_b\_ \~c \`d", r"\*a\* \_b\_ \~c \`d"),
        ("\\> a\n\\# b\n\\- c\n> \\- d", "\\> a\n\\# b\n\\- c\n> \\- d"),
        (r"¯\_(ツ)_/¯ ¯\\\_(ツ)_/¯", r"¯\_(ツ)_/¯ ¯\_(ツ)_/¯"),
        (r"C:\dir \é", r"C:\dir \é"),
        (r"`\|` \[note\] [x](https://a.example)", r"`\|` [note] [x](https://a.example)"),
        ("1\\. a", "1.\u{2060} a"),
        (r"</-1:12>", "/-1"),
    ] {
        assert_eq!(post(json!({ "content": text })).content, expected, "{text}");
    }
    for (text, read) in [
        (r"\[x](https://a.example/1)", "[x](https://a.example/1)"),
        (r"[x\](https://a.example/1)", "[x](https://a.example/1)"),
        (r"\[[x]](https://a.example/1)", "[[x]](https://a.example/1)"),
        (r"\\*x\* \!\[", r"\*x* !["),
        (r"\<https://a.example/1>", "<https://a.example/1>"),
        (r"https\://a.example", "https://a.example"),
    ] {
        let content = post(json!({ "content": text })).content;
        let parts = parse(&content, &[]);
        let is_open = |part: &Part<'_>| matches!(part, Part::Open(_));
        assert!(!parts.iter().any(is_open), "{content}");
        let shown = plain_text(&content);
        assert_eq!(shown.replace('\u{2060}', ""), read, "{text}");
    }
    let it = post(json!({ "content": r"\@42 \@role_7" }));
    assert_eq!(it.content, "@42 @role_7");
    assert_eq!(it.marks.len(), 2);
    assert!(targets(&it).is_empty());
    let it = post(json!({ "content": r"@\<42>" }));
    assert_eq!(it.content, "@<42>");
    let found = scan_marked(&it.content, &it.marks);
    assert!(found.lookups(&OptIn::EVERYTHING.into()).users.is_empty());
}

#[test]
fn mentions_become_marks() {
    let translation = post(json!({ "content": "<@1> <@!2> <@&3> @everyone @here <@&12>34" }));
    let expected = [
        ("@<1>", MentionTarget::User(1.into())),
        ("@<2>", MentionTarget::User(2.into())),
        ("@role_3", MentionTarget::Role(3.into())),
        ("@all", MentionTarget::All),
        ("@all", MentionTarget::All),
        ("@role_12", MentionTarget::Role(12.into())),
    ];
    assert_eq!(targets(&translation), expected);
    assert!(translation.content.ends_with("@role_1234"));
    assert_eq!(translation.allowed_mentions, AllowedMentions::default());
}

#[test]
fn escaped_mentions_code_and_foreign_ids_mention_nothing() {
    for (text, expected) in [
        ("\\<@1> \\@everyone", "<@1> @everyone"),
        ("`<@1>` ```@everyone```", "`<@1>` ```@everyone```"),
        ("<@112233445566778899>", "@112233445566778899"),
        ("me@everyone.example", "me@everyone.example"),
    ] {
        let translation = post(json!({ "content": text }));
        assert_eq!(translation.content, expected);
        assert_eq!(targets(&translation), []);
        // And the scan finds none either.
        for (at, _) in translation.content.match_indices('@') {
            let mut marks = translation.marks.iter();
            assert!(marks.any(|mark| mark.range.contains(&at)), "{expected}");
        }
    }
}

#[test]
fn everyone_is_mentioned_where_any_name_would_be() {
    for (text, expected, is_mention) in [
        ("请注意@everyone", "请注意@all", true),
        ("@everyone您好", "@all您好", true),
        ("_@everyone_ __@here__", "_@all_ __@all__", true),
        ("https://social.example/@here", "https://social.example/@here", false),
        ("@@everyone", "@@everyone", false),
        ("@hereford", "@hereford", false),
    ] {
        let translation = post(json!({ "content": text }));
        assert_eq!(translation.content, expected);
        assert_eq!(!targets(&translation).is_empty(), is_mention, "{text}");
    }
}

#[test]
fn only_allowed_mentions_opts_in() {
    let opted = |allowed: Value| {
        let it = post(json!({ "content": "x", "allowed_mentions": allowed }));
        let AllowedMentions { kinds, users, roles } = it.allowed_mentions;
        (kinds.all, kinds.roles, kinds.users, users, roles)
    };
    assert_eq!(opted(json!(null)), (false, false, false, vec![], vec![]));
    assert_eq!(opted(json!({})), (false, false, false, vec![], vec![]));
    assert_eq!(opted(json!({ "parse": ["everyone"] })), (true, false, false, vec![], vec![]));
    assert_eq!(
        opted(json!({ "parse": ["roles"], "users": ["7", 5, "7", "112233445566778899"], "roles": [] })),
        (false, true, false, vec![5.into(), 7.into()], vec![])
    );
}

#[test]
fn a_list_together_with_its_word_is_a_fault() {
    for kind in ["users", "roles"] {
        let body = json!({ "content": "x", "allowed_mentions": { "parse": [kind], kind: ["1"] } });
        let fault = fault(body);
        assert_eq!(fault["code"], 50_035);
        let error = &fault["errors"]["allowed_mentions"]["_errors"][0]["code"];
        assert_eq!(error, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE");
    }
}

#[test]
fn values_of_the_wrong_type_are_reported_by_field() {
    let fault = fault(json!({
        "content": ["x"],
        "embeds": [{ "title": {} }, 5, { "fields": [{ "name": "a", "value": [] }] }],
        "flags": "many",
        "allowed_mentions": { "parse": ["all"], "users": ["bob"] },
    }));
    assert_eq!(fault["message"], "Invalid Form Body");
    let code = |pointer: &str| fault["errors"].pointer(&format!("{pointer}/_errors/0/code")).cloned();
    for (pointer, expected) in [
        ("/content", "STRING_TYPE_CONVERT"),
        ("/embeds/0/title", "STRING_TYPE_CONVERT"),
        ("/embeds/1", "MODEL_TYPE_CONVERT"),
        ("/embeds/2/fields/0/value", "STRING_TYPE_CONVERT"),
        ("/flags", "NUMBER_TYPE_COERCE"),
        ("/allowed_mentions/parse/0", "BASE_TYPE_CHOICES"),
        ("/allowed_mentions/users/0", "NUMBER_TYPE_COERCE"),
    ] {
        assert_eq!(code(pointer), Some(expected.into()), "{pointer}");
    }
}

#[test]
fn nothing_to_post_is_a_fault_of_its_own() {
    for body in [
        json!({}),
        json!({ "content": " ", "embeds": null, "username": "bot" }),
        json!({ "embeds": [{}, null, { "color": 5, "title": "" }] }),
        json!({ "embeds": [{ "title": "x" }], "flags": 4 }),
        json!({ "embeds": [{ "timestamp": "2026-01-02T03:04:05Z", "color": 5 }] }),
        json!({ "embeds": [{ "url": "https://a.example" }] }),
        json!({ "content": "\u{200b}" }),
        json!({ "content": "\u{2800}", "embeds": [{ "title": "\u{200b}" }] }),
    ] {
        assert_eq!(fault(body.clone()), json!({ "message": "Cannot send an empty message", "code": 50_006 }), "{body}");
    }
    assert_eq!(fault(json!([]))["errors"]["_errors"][0]["code"], "MODEL_TYPE_CONVERT");
}

#[test]
fn an_embed_becomes_a_card() {
    let translation = post(json!({
        "content": null, "username": "CI", "avatar_url": "https://ci.example/a.png",
        "embeds": [{
            "title": "**Build** <:ok:1>", "description": "by <@5> *now*", "url": "https://ci.example/7",
            "color": 65_280, "timestamp": "2026-01-02T03:04:05", "type": "rich", "extra": [],
            "author": { "name": "bob", "icon_url": "https://ci.example/b.png", "url": null },
            "footer": { "text": "v1" }, "image": { "url": "attachment://x.png" }, "thumbnail": null, "video": null,
            "fields": [{ "name": "Branch", "value": "`main`", "inline": true }, { "name": "n", "value": 7 }],
        }],
    }));
    assert_eq!(translation.content, "");
    assert_eq!(translation.name.as_deref(), Some("CI"));
    let card = &translation.cards[0];
    assert_eq!(card.title.as_deref(), Some("Build :ok:"));
    assert_eq!(card.text.as_deref(), Some("by @<5> *now*"));
    assert_eq!((card.color, card.time), (Some(65_280), Some(1_767_323_045_000)));
    assert_eq!(card.author.as_ref().unwrap().name, "bob");
    assert_eq!((card.fields[0].inline, card.fields[1].value.as_str()), (true, "7"));
    assert_eq!(translation.dropped, ["cards/0/image: not a complete http or https URL"]);
    assert!(translation.marks.is_empty());
}

#[test]
fn a_colour_has_six_or_three_digits_and_anything_else_is_noted() {
    for (color, expected) in [
        (json!("#ff0000"), Some(0x00ff_0000)),
        (json!("#f00"), Some(0x00ff_0000)),
        (json!(" #1E90ff "), Some(0x001e_90ff)),
        (json!("255"), Some(255)),
        (json!("#f"), None),
        (json!("#ff00"), None),
        (json!("#+12345"), None),
        (json!("#ff000000"), None),
        (json!("red"), None),
        (json!(0x100_0000), None),
    ] {
        let translation = post(json!({ "embeds": [{ "title": "t", "color": color }] }));
        assert_eq!(translation.cards[0].color, expected, "{color}");
        let noted = translation.dropped == ["embeds/0/color"];
        assert_eq!(noted, expected.is_none(), "{color}");
    }
}

#[test]
fn an_author_without_a_name_and_a_footer_without_a_text_are_noted() {
    let icon = "https://a.example/i.png";
    let translation = post(json!({ "embeds": [
        { "title": "t", "author": { "icon_url": icon }, "footer": { "text": null, "icon_url": icon } },
        { "title": "t", "author": { "name": "\u{200b}", "url": "https://a.example" } },
        { "title": "t", "author": {}, "footer": { "text": "" } },
    ] }));
    assert_eq!(
        translation.dropped,
        ["embeds/0/author: it has no name", "embeds/0/footer: it has no text", "embeds/1/author: it has no name",]
    );
}

#[test]
fn a_whole_number_may_have_a_fraction_of_zero() {
    let translation = post(json!({
        "content": "x", "flags": 4_096.0, "embeds": [{ "title": "t", "color": 255.0 }],
        "allowed_mentions": { "users": [17.0] },
    }));
    assert_eq!(translation.cards[0].color, Some(255));
    let allowed = translation.allowed_mentions;
    assert!(allowed.users.is_empty(), "silenced by the flags");
}

#[test]
fn flags_silence_and_drop_embeds() {
    let translation = post(json!({
        "content": "x", "embeds": [{ "title": "t" }], "flags": 4_100,
        "allowed_mentions": { "parse": ["everyone"], "users": ["5"] },
    }));
    assert_eq!(translation.allowed_mentions, AllowedMentions::default());
    assert!(translation.cards.is_empty());
}

#[test]
fn what_is_not_carried_is_noted() {
    let translation = post(json!({
        "content": "x", "tts": true, "poll": { "question": {} }, "components": [], "thread_name": "t",
    }));
    assert_eq!(translation.dropped, ["tts", "poll", "thread_name"]);
}

#[test]
fn fields_of_a_form_are_read_as_their_json() {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let value = body::from_form(&[pair("content", "hi"), pair("tts", "false"), pair("flags", "4096")]);
    let translation = post(value);
    assert_eq!(translation.content, "hi");
    assert!(translation.dropped.is_empty());
}

#[test]
fn a_file_alone_is_named() {
    let files = [DroppedFile { name: "log.txt".into(), size: 2_048 }];
    let body = Body { value: &json!({}), files: &files };
    let Ok(TranslatedBody::Post(translation)) = translate(body) else {
        panic!("refused");
    };
    assert_eq!(translation.content, "not kept: log.txt (2.0 KiB)");
}

#[test]
fn the_answer_has_the_keys_that_clients_read() {
    let cards = [Card { title: Some("t".into()), color: Some(5), time: Some(0), ..Card::default() }];
    let message = message_json(&PostedMessage {
        id: 9_007_199_254_740_991,
        channel_id: ChannelId::new(2),
        webhook_id: 3,
        name: "CI",
        content: "x",
        cards: &cards,
        mentions: &[MentionTarget::All, MentionTarget::Role(8.into())],
        created_at: 0,
        edited_at: Some(1),
        shortened: &[],
        dropped: &["poll".to_owned()],
    });
    let message: Value = serde_json::from_str(&message.unwrap()).unwrap();
    assert_eq!(message["dropped"], json!(["poll"]));
    assert!(message.get("shortened").is_none());
    assert_eq!(message["id"], "9007199254740991");
    assert_eq!(message["timestamp"], "1970-01-01T00:00:00.000000+00:00");
    assert_eq!(message["edited_timestamp"], "1970-01-01T00:00:00.001000+00:00");
    assert_eq!(message["embeds"][0]["color"], 5);
    assert_eq!((&message["mention_everyone"], &message["mention_roles"]), (&json!(true), &json!(["8"])));
    for key in ["attachments", "mentions", "type", "pinned", "tts", "author", "flags", "components"] {
        assert!(!message[key].is_null(), "{key}");
    }
}
