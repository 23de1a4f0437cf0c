//! The dialects of events over recorded and documented bodies: what holds of every message. The files below test single
//! events; escaping and cutting have their tests beside them.

mod alertmanager;
mod github;
mod gitlab;

use proptest::prelude::*;
use serde_json::{Value, json};

use portico_dialects::{self as dialects, TranslatedBody, Translation};
use portico_fuzz::{event_holds, event_is_fit as holds};
use portico_rules::chat::cards::Card;
use portico_rules::chat::markdown::{Part, parse};

/// The visible text of Markdown.
fn seen(markdown: &str) -> String {
    let parts = parse(markdown, &[]).into_iter().map(|part| match part {
        Part::Text(text) | Part::Address(text) | Part::Time(_, text) | Part::Mention(_, text) => text,
        Part::Open(_) | Part::Close(_) => "",
    });
    parts.collect()
}

fn posted(translated: TranslatedBody) -> Translation {
    holds(&translated);
    match translated {
        TranslatedBody::Post(translation) => *translation,
        TranslatedBody::Ignored(reason) => panic!("ignored: {reason}"),
    }
}

/// The visible texts of the line and of the first card.
fn line_and_card(translated: TranslatedBody) -> (String, Card) {
    let translation = posted(translated);
    let card = translation.cards.first().cloned().unwrap_or_default();
    (seen(&translation.content), card)
}

fn ignored(translated: &TranslatedBody) -> bool {
    holds(translated);
    matches!(translated, TranslatedBody::Ignored(_))
}

/// All that a message shows, as Markdown.
fn shown(translation: &Translation) -> String {
    let mut text = translation.content.clone();
    for card in &translation.cards {
        text.extend([card.title.as_deref(), card.text.as_deref()].into_iter().flatten().flat_map(|text| ["\n", text]));
        text.extend(card.fields.iter().flat_map(|field| ["\n", &field.name, ": ", &field.value]));
    }
    text
}

#[test]
fn a_description_full_of_any_sign_takes_steps_in_proportion_to_it() {
    for unit in [
        "`a`",
        "`",
        "``` ",
        "`` ` ",
        "`\n",
        "<",
        "<a",
        "<!--",
        "</",
        "<a href=https://a.example>x",
        "[",
        "[a]",
        "[a][",
        "](",
        "![",
        "\\",
        "&",
        "&lt;",
        "*a",
        "_",
        "~~",
        "@",
        "@a ",
        ":a:",
        "\n> ",
        "\n  -",
        "# ",
        "https://a.example ",
    ] {
        for after in ["", "\n[a]: https://a.example"] {
            let text = unit.repeat(64 * 1024 / unit.len()) + after;
            let issue = json!({ "number": 1, "title": text, "html_url": "https://e.example/1", "body": text });
            event_holds("issues", &json!({ "action": "opened", "issue": issue }));
            let attributes = json!({ "iid": 1, "action": "open", "title": text, "description": text });
            event_holds("Issue Hook", &json!({ "object_kind": "issue", "object_attributes": attributes }));
            let alert =
                json!({ "status": "firing", "labels": { "alertname": text }, "annotations": { "description": text } });
            event_holds("", &json!({ "version": "4", "status": "firing", "alerts": [alert] }));
        }
    }
}

#[test]
fn a_line_that_was_cut_is_noted_where_it_is() {
    let long = "word ".repeat(99);
    let body = json!({
        "action": "opened",
        "issue": { "number": 1, "title": long, "html_url": "https://e.example/1", "body": "short" },
    });
    let of_github = posted(dialects::github::translate("issues", &body));
    assert_eq!(of_github.shortened, ["content"]);
    assert!(seen(&of_github.content).contains(" word…"));
    let alert = json!({ "alerts": [{
        "labels": { "alertname": long, "host": long },
        "annotations": { "summary": long, "description": long.repeat(9) },
    }] });
    let of_alerts = posted(dialects::alertmanager::translate(&alert));
    assert_eq!(
        of_alerts.shortened,
        ["cards/0/text", "content", "cards/0/title", "cards/0/fields/0/value", "cards/0/fields/1/value",]
    );
    let untouched = json!({ "title": "a\u{1a}b", "state": "\u{1a}" });
    let untouched = posted(dialects::alertmanager::translate(&untouched));
    assert!(!shown(&untouched).contains(char::is_control));
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[\\[\\]()*_`~<>@\\\\a-z /:.#\n!&-]{0,40}".prop_map(Value::from),
        "[a-z ]{900,5000}".prop_map(Value::from),
        "(https?://[a-z]{1,9}/[()a-z\\]`]{0,20}|0{40}|[0-9a-f]{40}|failure|success|completed|firing)"
            .prop_map(Value::from),
    ];
    let key = proptest::sample::select(vec![
        "action",
        "ref",
        "commits",
        "id",
        "message",
        "title",
        "number",
        "body",
        "login",
        "sender",
        "repository",
        "full_name",
        "html_url",
        "issue",
        "pull_request",
        "comment",
        "review",
        "alert",
        "alerts",
        "labels",
        "annotations",
        "description",
        "object_attributes",
        "user",
        "name",
        "url",
        "project",
        "status",
        "conclusion",
        "workflow_run",
        "check_run",
        "state",
        "summary",
        "values",
        "iid",
        "release",
        "pages",
        "truncatedAlerts",
    ]);
    leaf.prop_recursive(4, 60, 12, move |inner| {
        prop_oneof![
            1 => proptest::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
            4 => proptest::collection::vec((key.clone(), inner), 0..12)
                .prop_map(|pairs| pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #[test]
    fn any_body_of_any_event_makes_a_message_within_the_limits(
        body in any_json(),
        event in prop_oneof![
            proptest::sample::select(vec!["push", "issues", "pull_request", "release", "gollum", "check_run", "status", "workflow_run",
                "dependabot_alert", "star", "member", "issue_comment", "Push Hook", "Note Hook", "Issue Hook", "Pipeline Hook"]).prop_map(ToOwned::to_owned),
            any::<String>(),
        ],
    ) {
        holds(&dialects::github::translate(&event, &body));
        holds(&dialects::gitlab::translate(&event, &body));
        holds(&dialects::alertmanager::translate(&body));
        holds(&dialects::alertmanager::translate(&json!({"alerts": [body.clone(), body]})));
    }
}

#[test]
fn an_event_whose_name_can_not_be_seen_is_posted_as_an_event() {
    for name in ["", "\u{e0100}", "\u{200b}_"] {
        for translated in
            [dialects::github::translate(name, &Value::Null), dialects::gitlab::translate(name, &Value::Null)]
        {
            let TranslatedBody::Post(translation) = translated else {
                panic!("{name:?} is not posted");
            };
            assert_eq!(translation.content, "event", "{name:?}");
        }
    }
}
