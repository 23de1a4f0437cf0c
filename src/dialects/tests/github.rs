//! Events of GitHub, Gitea and Forgejo: what each says, and which are ignored.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{ignored, line_and_card, posted, seen, shown};
use crate::chat::cards::Card;
use crate::dialects::{Translated, github};
use crate::fuzz::event_is_fit as holds;

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
