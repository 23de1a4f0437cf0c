//! The dialects of events over recorded and documented bodies: what each says, and what holds of every message.
//! Escaping and cutting have their tests beside them.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Translated, Translation, alertmanager, github, gitlab};
use crate::chat::cards::Card;
use crate::chat::markdown::{Part, parse};
use crate::fuzz::event_is_fit as holds;

/// What a reader sees of Markdown.
fn seen(markdown: &str) -> String {
    let parts = parse(markdown, &[]).into_iter().map(|part| match part {
        Part::Text(text) | Part::Address(text) | Part::Mention(_, text) => text,
        Part::Open(_) | Part::Close(_) => "",
    });
    parts.collect()
}

fn posted(translated: Translated) -> Translation {
    holds(&translated);
    match translated {
        Translated::Post(translation) => *translation,
        Translated::Ignored(reason) => panic!("ignored: {reason}"),
    }
}

/// What a reader sees of the line and of the first card.
fn line_and_card(translated: Translated) -> (String, Card) {
    let translation = posted(translated);
    let card = translation.cards.first().cloned().unwrap_or_default();
    (seen(&translation.content), card)
}

fn ignored(translated: &Translated) -> bool {
    holds(translated);
    matches!(translated, Translated::Ignored(_))
}

/// All that a message shows, as Markdown.
fn shown(translation: &Translation) -> String {
    let mut text = translation.content.clone();
    for card in &translation.cards {
        text.extend(
            [card.title.as_deref(), card.text.as_deref()]
                .into_iter()
                .flatten()
                .flat_map(|text| ["\n", text]),
        );
        text.extend(
            card.fields
                .iter()
                .flat_map(|field| ["\n", &field.name, ": ", &field.value]),
        );
    }
    text
}

#[test]
fn every_recorded_event_of_github_makes_a_readable_message_or_is_ignored() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/events/github.json");
    let examples: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(examples.len() > 150);
    for example in &examples {
        let event = example["event"].as_str().unwrap();
        let translated = github::translate(event, &example["body"]);
        holds(&translated);
        let Translated::Post(translation) = translated else {
            continue;
        };
        let text = shown(&translation);
        for raw in [
            "undefined",
            "null",
            "[object",
            "{}",
            "Someone",
            "without a",
            "****",
            "<!--",
            "  ",
        ] {
            assert!(!text.contains(raw), "{event}: {raw}: {text}");
        }
        // What marks something has been read as such.
        let line = seen(&translation.content);
        assert!(
            !line.contains("](") && !line.contains("**") && !line.contains('`'),
            "{event}: {line}"
        );
        println!("{event}: {text}\n");
    }
}

fn of_github(event: &str, body: Value) -> (String, Card) {
    let mut body = body;
    body["repository"] =
        json!({"full_name": "octo/repo", "html_url": "https://github.example/octo/repo"});
    body["sender"] = json!({"login": "ana_b"});
    line_and_card(github::translate(event, &body))
}

#[test]
fn a_push_lists_five_commits_and_says_how_many_more() {
    let commit = |number: u32| json!({"id": format!("{number:040x}"), "message": format!("Fix *{number}*\n\nmore"), "author": {"name": "Bo"}, "url": "https://github.example/c"});
    let body = json!({
        "ref": "refs/heads/main", "before": "1".repeat(40), "after": "2".repeat(40),
        "compare": "https://github.example/compare",
        "commits": (1..=7).map(commit).collect::<Vec<_>>(),
    });
    let (line, card) = of_github("push", body);
    assert_eq!(line, "octo/repo: ana_b pushed 7 commits to branch main");
    let text = seen(card.text.as_deref().unwrap());
    assert_eq!(text.lines().count(), 6);
    assert!(
        text.starts_with("0000000 Fix *3* – Bo\n") && text.ends_with("\nand 2 more"),
        "{text}"
    );
}

#[test]
fn a_push_says_what_became_of_its_branch_or_tag() {
    let zeros = "0".repeat(40);
    let id = "1".repeat(40);
    let cases = [
        (
            json!({"ref": "refs/heads/x", "before": zeros, "after": id}),
            "created branch x",
        ),
        (
            json!({"ref": "refs/heads/x", "before": id, "after": zeros}),
            "deleted branch x",
        ),
        (
            json!({"ref": "refs/tags/v1", "created": true}),
            "created tag v1",
        ),
        (
            json!({"ref": "refs/heads/x", "forced": true, "before": id, "after": id}),
            "force-pushed no commits to branch x",
        ),
        (
            json!({"ref": "refs/heads/x", "total_commits": 3, "compare_url": "https://g.example/c"}),
            "pushed 3 commits to branch x",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(
            of_github("push", body).0,
            format!("octo/repo: ana_b {expected}")
        );
    }
}

#[test]
fn pull_requests_and_reviews_read_as_sentences() {
    let pull = json!({"number": 7, "title": "Use a_b_c [x](https://evil.example)", "html_url": "https://g.example/7", "body": "Why <!-- hint -->", "head": {"ref": "f"}, "base": {"ref": "main"}});
    let it = "pull request #7 Use a_b_c [x] (https://evil.example)";
    let merged = json!({"number": 7, "title": "T", "merged": true, "base": {"ref": "main"}});
    let cases = [
        (
            "pull_request",
            json!({"action": "opened", "pull_request": pull}),
            format!("opened {it}"),
        ),
        (
            "pull_request",
            json!({"action": "closed", "pull_request": pull}),
            format!("closed {it}"),
        ),
        (
            "pull_request",
            json!({"action": "closed", "pull_request": merged}),
            "merged pull request #7 T into main".into(),
        ),
        (
            "pull_request",
            json!({"action": "assigned", "pull_request": pull, "assignee": {"login": "bo"}}),
            format!("assigned bo to {it}"),
        ),
        (
            "pull_request_review",
            json!({"action": "submitted", "pull_request": pull, "review": {"state": "approved"}}),
            format!("approved {it}"),
        ),
        // Gitea and Forgejo.
        (
            "pull_request_approved",
            json!({"action": "reviewed", "pull_request": pull, "review": {"type": "pull_request_review_approved", "content": "Good"}}),
            format!("approved {it}"),
        ),
        (
            "pull_request_rejected",
            json!({"action": "reviewed", "pull_request": pull, "review": {"type": "pull_request_review_rejected", "content": "No"}}),
            format!("requested changes to {it}"),
        ),
        (
            "issue_comment",
            json!({"action": "created", "is_pull": true, "issue": pull, "comment": {"body": "Hi"}}),
            format!("commented on {it}"),
        ),
    ];
    for (event, body, expected) in cases {
        assert_eq!(
            of_github(event, body).0,
            format!("octo/repo: ana_b {expected}")
        );
    }
    let (_, card) = of_github(
        "pull_request",
        json!({"action": "opened", "pull_request": pull}),
    );
    assert_eq!(card.text.as_deref(), Some("Why"));
}

#[test]
fn what_happens_often_and_says_little_is_ignored() {
    let cases = [
        (
            "check_run",
            json!({"action": "completed", "check_run": {"conclusion": "success"}}),
        ),
        (
            "workflow_run",
            json!({"action": "requested", "workflow_run": {}}),
        ),
        (
            "pull_request",
            json!({"action": "synchronize", "pull_request": {}}),
        ),
        (
            "pull_request_review",
            json!({"action": "submitted", "review": {"state": "commented", "body": null}}),
        ),
        ("issues", json!({"action": "labeled", "issue": {}})),
        ("star", json!({"action": "deleted"})),
        ("status", json!({"state": "pending"})),
    ];
    for (event, body) in cases {
        assert!(ignored(&github::translate(event, &body)), "{event}");
    }
    assert!(!ignored(&github::translate(
        "check_run",
        &json!({"action": "completed", "check_run": {"conclusion": "failure"}})
    )));
}

#[test]
fn an_unknown_event_is_one_line() {
    let (line, card) = of_github(
        "coffee_break",
        json!({"action": "just_started", "coffee_break": {"title": "Tea"}}),
    );
    assert_eq!(line, "octo/repo: ana_b: coffee break Tea just started");
    assert!(card.is_empty());
    assert_eq!(line_and_card(github::translate("", &json!({}))).0, "event");
}

#[test]
fn a_leaked_secret_is_not_shown() {
    let body = json!({"action": "created", "alert": {"number": 1, "secret_type": "aws_key", "secret": "AKIA1234"}});
    let translation = posted(github::translate("secret_scanning_alert", &body));
    assert!(!shown(&translation).contains("AKIA"));
}

#[test]
fn events_of_gitlab_read_as_sentences() {
    let project =
        json!({"path_with_namespace": "team/app", "web_url": "https://gitlab.example/team/app"});
    let user = json!({"name": "Ana", "username": "ana"});
    let cases = [
        (
            "Push Hook",
            json!({"object_kind": "push", "ref": "refs/heads/main", "before": "1".repeat(40), "after": "2".repeat(40), "user_name": "Ana", "total_commits_count": 4, "commits": [{"id": "3".repeat(40), "message": "Fix", "url": "https://gitlab.example/c", "author": {"name": "Ana"}}]}),
            "Ana pushed 4 commits to branch main",
        ),
        (
            "Tag Push Hook",
            json!({"object_kind": "tag_push", "ref": "refs/tags/v1", "before": "0".repeat(40), "after": "2".repeat(40), "user_name": "Ana"}),
            "Ana created tag v1",
        ),
        (
            "Issue Hook",
            json!({"object_kind": "issue", "user": user, "object_attributes": {"iid": 23, "title": "Bug", "action": "open", "description": "It", "url": "https://gitlab.example/23"}}),
            "Ana opened issue #23 Bug",
        ),
        (
            "Note Hook",
            json!({"object_kind": "note", "user": user, "object_attributes": {"note": "Hi", "action": "create"}, "merge_request": {"iid": 1, "title": "Tempora"}}),
            "Ana commented on merge request !1 Tempora",
        ),
        (
            "Merge Request Hook",
            json!({"object_kind": "merge_request", "user": user, "object_attributes": {"iid": 1, "title": "T", "action": "merge", "target_branch": "main"}}),
            "Ana merged merge request !1 T into main",
        ),
        (
            "Wiki Page Hook",
            json!({"object_kind": "wiki_page", "user": user, "object_attributes": {"title": "Home", "action": "create"}}),
            "Ana created wiki page Home",
        ),
        (
            "Pipeline Hook",
            json!({"object_kind": "pipeline", "user": user, "object_attributes": {"iid": 3, "status": "failed", "ref": "main", "duration": 63}, "builds": [{"name": "test", "status": "failed"}]}),
            "pipeline #3 failed on main",
        ),
        (
            "Job Hook",
            json!({"object_kind": "build", "build_status": "failed", "build_name": "test", "ref": "main", "build_duration": 5.5, "user": user}),
            "job test failed on main",
        ),
        (
            "Deployment Hook",
            json!({"object_kind": "deployment", "status": "success", "environment": "staging", "short_sha": "279484c0", "user": user}),
            "deployment to staging succeeded",
        ),
        (
            "Release Hook",
            json!({"object_kind": "release", "action": "create", "name": "v1.1", "url": "https://gitlab.example/r"}),
            "release v1.1 was published",
        ),
        (
            "Feature Flag Hook",
            json!({"object_kind": "feature_flag", "user": user, "object_attributes": {"name": "flag", "active": true}}),
            "Ana turned on feature flag flag",
        ),
        (
            "Emoji Hook",
            json!({"object_kind": "emoji", "event_type": "award", "user": user, "object_attributes": {"name": "thumbsup"}, "issue": {"iid": 2, "title": "T"}}),
            "Ana reacted with :thumbsup: to issue #2 T",
        ),
        ("Coffee Hook", json!({"user": user}), "Ana: coffee"),
    ];
    for (event, mut body, expected) in cases {
        body["project"] = project.clone();
        assert_eq!(
            line_and_card(gitlab::translate(event, &body)).0,
            format!("team/app: {expected}")
        );
    }
    let cases = [
        (
            json!({"event_name": "user_add_to_group", "user_name": "Ana", "group_name": "g", "group_access": "Guest", "user_email": "a@e.example"}),
            "Ana was added to group g (Guest)",
        ),
        (
            json!({"event_name": "subgroup_create", "full_path": "a/b"}),
            "subgroup a/b was created",
        ),
        (
            json!({"event_name": "project_rename", "path_with_namespace": "a/new", "old_path_with_namespace": "a/old"}),
            "project a/new was renamed (it was: a/old)",
        ),
        (
            json!({"event_name": "user_create", "username": "ana", "email": "a@e.example"}),
            "user ana was created",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(
            line_and_card(gitlab::translate("System Hook", &body)).0,
            expected
        );
    }
}

#[test]
fn notes_of_gitlab_itself_and_running_pipelines_are_ignored() {
    for body in [
        json!({"object_kind": "note", "object_attributes": {"system": true, "note": "x"}}),
        json!({"object_kind": "pipeline", "object_attributes": {"status": "running"}}),
        json!({"object_kind": "build", "build_status": "failed", "build_allow_failure": true}),
        json!({"object_kind": "merge_request", "object_attributes": {"action": "update"}}),
    ] {
        assert!(ignored(&gitlab::translate("", &body)));
    }
}

fn alert(status: &str, severity: &str) -> Value {
    json!({
        "status": status,
        "labels": {"alertname": "HighLatency", "severity": severity, "job": "api_server"},
        "annotations": {"summary": "Slow", "description": "**p99** is high", "runbook_url": "https://run.example/1"},
        "startsAt": "2026-01-02T03:04:05.006Z", "endsAt": "0001-01-01T00:00:00Z",
        "generatorURL": "http://prometheus.example:9090/graph?g0.expr=up",
        "fingerprint": "a", "values": {"A": 1.5}, "imageURL": "javascript:x",
    })
}

#[test]
fn firing_alerts_come_first_with_the_colour_of_their_severity() {
    let body = json!({"version": "4", "status": "firing", "externalURL": "http://am.example", "groupLabels": {"alertname": "HighLatency"}, "alerts": [alert("resolved", "critical"), alert("firing", "warning")]});
    let translation = posted(alertmanager::translate(&body));
    assert_eq!(
        seen(&translation.content),
        "1 firing, 1 resolved: HighLatency"
    );
    let [first, second] = &translation.cards[..] else {
        panic!("two cards")
    };
    assert_eq!(
        (first.color, second.color),
        (Some(0x00bf_8700), Some(0x002d_a44e))
    );
    assert_eq!(first.title.as_deref(), Some("Slow"));
    assert_eq!(first.time, Some(1_767_323_045_006));
    assert_eq!((second.time, first.image_url.as_deref()), (None, None));
    assert!(first.text.as_deref().is_some_and(|text| {
        text.starts_with("**p99** is high\n\n[Runbook](https://run.example/1)")
    }));
    let fields: Vec<(&str, &str)> = first
        .fields
        .iter()
        .map(|field| (&*field.name, &*field.value))
        .collect();
    assert_eq!(
        fields,
        [
            ("alertname", "HighLatency"),
            ("job", "api\\_server"),
            ("severity", "warning"),
            ("Value", "A = 1.5")
        ]
    );
}

#[test]
fn more_than_ten_alerts_are_counted() {
    let alerts: Vec<Value> = (0..13).map(|_| alert("firing", "none")).collect();
    let translation = posted(alertmanager::translate(
        &json!({"alerts": alerts, "truncatedAlerts": 2}),
    ));
    assert_eq!(translation.cards.len(), 10);
    assert!(translation.content.ends_with("\nand 5 more"));
    assert!(ignored(&alertmanager::translate(&json!({"alerts": []}))));
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
        "(https?://[a-z]{1,9}/[()a-z\\]`]{0,20}|0{40}|[0-9a-f]{40}|failure|success|completed|firing)".prop_map(Value::from),
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
        holds(&github::translate(&event, &body));
        holds(&gitlab::translate(&event, &body));
        holds(&alertmanager::translate(&body));
        holds(&alertmanager::translate(&json!({"alerts": [body.clone(), body]})));
    }
}
