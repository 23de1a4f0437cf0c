//! Events of GitHub, Gitea and Forgejo: what each says, and which are ignored.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{ignored, line_and_card, posted, seen, shown};
use portico_dialects::{TranslatedBody, github};
use portico_fuzz::event_is_fit as holds;
use portico_rules::chat::cards::Card;

#[test]
fn every_recorded_event_of_github_makes_a_readable_message_or_is_ignored() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialects/recorded/github.json");
    let examples: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(examples.len() > 150);
    for example in &examples {
        let event = example["event"].as_str().unwrap();
        let translated = github::translate(event, &example["body"]);
        holds(&translated);
        let TranslatedBody::Post(translation) = translated else {
            continue;
        };
        let text = shown(&translation);
        for raw in ["undefined", "null", "[object", "{}", "Someone", "without a", "****", "<!--", "  "] {
            assert!(!text.contains(raw), "{event}: {raw}: {text}");
        }
        // What marks something has been read as such.
        let line = seen(&translation.content);
        assert!(!line.contains("](") && !line.contains("**") && !line.contains('`'), "{event}: {line}");
        println!("{event}: {text}\n");
    }
}

fn of_github(event: &str, body: Value) -> (String, Card) {
    let mut body = body;
    body["repository"] = json!({"full_name": "octo/repo", "html_url": "https://github.example/octo/repo"});
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
    assert!(text.starts_with("0000000 Fix *3* – Bo\n") && text.ends_with("\nand 2 more"), "{text}");
}

#[test]
fn a_push_lists_its_latest_commits_with_the_newest_last_in_whichever_order_it_sends_them() {
    let id = |number: usize| format!("{number:x}").repeat(40);
    let commit = |number: usize| json!({"id": id(number), "message": format!("Fix {number}")});
    let lines = |count: usize, is_newest_first: bool, after: Value| {
        let mut commits: Vec<Value> = (1..=count).map(commit).collect();
        if is_newest_first {
            commits.reverse();
        }
        let mut body = json!({"ref": "refs/heads/main", "before": "a".repeat(40), "commits": commits});
        body.as_object_mut().unwrap().extend(after.as_object().unwrap().clone());
        let text = of_github("push", body).1.text.unwrap_or_default();
        let text = seen(&text);
        let words: Vec<String> = text.lines().map(|line| line.rsplit(' ').next().unwrap().to_owned()).collect();
        words.join(" ")
    };
    for (count, shown) in [(1, "1"), (2, "1 2"), (5, "1 2 3 4 5"), (7, "3 4 5 6 7 more")] {
        let after = json!({"after": id(count)});
        assert_eq!(lines(count, false, after.clone()), shown);
        assert_eq!(lines(count, true, after), shown, "as Gitea sends them");
        let head = json!({"after": "b".repeat(40), "head_commit": {"id": id(count)}});
        assert_eq!(lines(count, true, head), shown);
    }
    // Where no commit is the newest one by its id, they stay as they are.
    assert_eq!(lines(2, true, json!({"after": "b".repeat(40)})), "2 1");
    assert_eq!(lines(2, true, json!({})), "2 1");
}

#[test]
fn a_push_says_what_became_of_its_branch_or_tag() {
    let zeros = "0".repeat(40);
    let id = "1".repeat(40);
    let cases = [
        (json!({"ref": "refs/heads/x", "before": zeros, "after": id}), "created branch x"),
        (json!({"ref": "refs/heads/x", "before": id, "after": zeros}), "deleted branch x"),
        (json!({"ref": "refs/tags/v1", "created": true}), "created tag v1"),
        (json!({"ref": "refs/heads/x", "forced": true, "before": id, "after": id}), "force-pushed branch x"),
        (
            json!({"ref": "refs/heads/x", "forced": true, "before": id, "after": id, "commits": [{"id": id}]}),
            "force-pushed 1 commit to branch x",
        ),
        (
            json!({"ref": "refs/heads/x", "total_commits": 3, "compare_url": "https://g.example/c"}),
            "pushed 3 commits to branch x",
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(of_github("push", body).0, format!("octo/repo: ana_b {expected}"));
    }
}

#[test]
fn a_force_push_back_to_an_older_commit_leads_to_the_comparison() {
    let mut body = json!({"ref": "refs/heads/main", "forced": true, "commits": [], "before": "1".repeat(40), "after": "2".repeat(40)});
    let content = |body: &Value| posted(github::translate("push", body)).content;
    assert!(content(&body).ends_with(" force-pushed branch `main`"));
    body["compare"] = json!("https://g.example/compare");
    assert!(content(&body).ends_with(" [force-pushed](https://g.example/compare) branch `main`"));
}

#[test]
fn a_screenshot_in_a_description_is_a_link_or_noted() {
    let of_image = |src: &str| {
        let text = format!("Broken:\n\n<img width=\"800\" alt=\"Image\" src=\"{src}\" />");
        let issue = json!({"number": 7, "title": "Crash", "body": text});
        posted(github::translate("issues", &json!({"action": "opened", "issue": issue})))
    };
    let linked = of_image("https://github.com/user-attachments/assets/1");
    let text = "Broken:\n\n[Image](https://github.com/user-attachments/assets/1)";
    assert_eq!(linked.cards[0].text.as_deref(), Some(text));
    assert!(linked.dropped.is_empty());
    let noted = of_image("/assets/1");
    assert_eq!(noted.cards[0].text.as_deref(), Some("Broken:"));
    assert_eq!(noted.dropped, ["cards/0/text: a picture without a complete http or https URL"]);
}

#[test]
fn why_an_issue_was_closed_is_told() {
    let line = |reason: Value| {
        let issue = json!({"number": 7, "title": "Crash", "state_reason": reason});
        of_github("issues", json!({"action": "closed", "issue": issue})).0
    };
    for (reason, expected) in [
        (json!("duplicate"), "closed issue #7 Crash as a duplicate"),
        (json!("not_planned"), "closed issue #7 Crash as not planned"),
        (json!("completed"), "closed issue #7 Crash"),
        (json!(null), "closed issue #7 Crash"),
    ] {
        assert_eq!(line(reason), format!("octo/repo: ana_b {expected}"));
    }
}

#[test]
fn a_deployment_of_a_commit_shows_the_beginning_of_its_id() {
    let line = |name: &str| {
        let deployment = json!({"ref": name, "environment": "production"});
        of_github("deployment", json!({"action": "created", "deployment": deployment})).0
    };
    let started = |name: &str| format!("octo/repo: ana_b started a deployment of {name} to production");
    assert_eq!(line(&"0123456789".repeat(4)), started("0123456"));
    // A branch, whatever its name looks like.
    for name in ["main", "deadbeef", &"x".repeat(40)] {
        assert_eq!(line(name), started(name));
    }
}

#[test]
fn pull_requests_and_reviews_read_as_sentences() {
    let pull = json!({"number": 7, "title": "Use a_b_c [x](https://evil.example)", "html_url": "https://g.example/7", "body": "Why <!-- hint -->", "head": {"ref": "f"}, "base": {"ref": "main"}});
    let it = "pull request #7 Use a_b_c [x] (https://evil.example)";
    let merged = json!({"number": 7, "title": "T", "merged": true, "base": {"ref": "main"}});
    let cases = [
        ("pull_request", json!({"action": "opened", "pull_request": pull}), format!("opened {it}")),
        ("pull_request", json!({"action": "closed", "pull_request": pull}), format!("closed {it}")),
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
        assert_eq!(of_github(event, body).0, format!("octo/repo: ana_b {expected}"));
    }
    let (_, card) = of_github("pull_request", json!({"action": "opened", "pull_request": pull}));
    assert_eq!(card.text.as_deref(), Some("Why"));
}

#[test]
fn only_a_new_comment_reads_as_one() {
    let link = "https://g.example/7#c1";
    let comment = json!({"html_url": link, "body": "Hi", "commit_id": "1".repeat(40)});
    let thread = json!({"number": 7, "title": "T", "html_url": "https://g.example/7"});
    for (event, object, on) in [
        ("issue_comment", "issue", "issue #7 T"),
        ("pull_request_comment", "pull_request", "pull request #7 T"),
        ("pull_request_review_comment", "pull_request", "pull request #7 T"),
        ("discussion_comment", "discussion", "discussion #7 T"),
        ("commit_comment", "", "commit 1111111"),
    ] {
        let body = |action: &str| {
            let mut body = json!({"comment": comment});
            if !action.is_empty() {
                body["action"] = action.into();
            }
            if !object.is_empty() {
                body[object] = thread.clone();
            }
            body
        };
        for action in ["created", ""] {
            let (line, card) = of_github(event, body(action));
            assert_eq!(line, format!("octo/repo: ana_b commented on {on}"));
            assert_eq!(card.text.as_deref(), Some("Hi"));
        }
        for action in ["deleted", "pinned", "unpinned", "marked_as_spam"] {
            let (line, card) = of_github(event, body(action));
            let did = action.replace('_', " ");
            assert_eq!(line, format!("octo/repo: ana_b {did} a comment on {on}"));
            assert!(card.is_empty(), "{action}");
        }
        assert!(ignored(&github::translate(event, &body("edited"))));
    }
    let review = |action: &str| json!({"action": action, "pull_request": thread, "review": {"state": "approved", "body": "Good"}});
    for (action, said) in [
        ("submitted", "approved pull request #7 T"),
        ("dismissed", "dismissed a review of pull request #7 T"),
        ("pinned", "pinned a review of pull request #7 T"),
    ] {
        let (line, _) = of_github("pull_request_review", review(action));
        assert_eq!(line, format!("octo/repo: ana_b {said}"));
    }
    for (action, said) in [("resolved", "resolved"), ("unresolved", "reopened"), ("hidden", "hidden")] {
        let body = json!({"action": action, "pull_request": thread, "thread": {"comments": []}});
        assert_eq!(
            of_github("pull_request_review_thread", body).0,
            format!("octo/repo: ana_b {said} a thread on pull request #7 T")
        );
    }
}

#[test]
fn events_about_two_issues_name_both() {
    let issue = |number: u32, title: &str| json!({"id": 9, "number": number, "title": title, "html_url": format!("https://github.example/octo/repo/issues/{number}")});
    let here = json!({"full_name": "octo/repo"});
    let family = |action: &str| {
        json!({
            "action": action, "parent_issue_id": 1, "parent_issue": issue(1, "Epic"), "parent_issue_repo": here,
            "sub_issue_id": 2, "sub_issue": issue(2, "Part"), "sub_issue_repo": here,
        })
    };
    let blocked = |action: &str| {
        json!({
            "action": action, "blocked_issue_id": 2, "blocked_issue": issue(2, "Part"), "blocked_issue_repo": here,
            "blocking_issue_id": 1, "blocking_issue": issue(1, "Epic"), "blocking_issue_repo": here,
        })
    };
    let (one, two) = ("issue #1 Epic", "issue #2 Part");
    for (event, action, said) in [
        ("sub_issues", "sub_issue_added", format!("added {two} as a sub-issue to {one}")),
        ("sub_issues", "sub_issue_removed", format!("removed {two} as a sub-issue from {one}")),
        ("sub_issues", "parent_issue_added", format!("made {one} the parent of {two}")),
        ("sub_issues", "parent_issue_removed", format!("removed {one} as the parent of {two}")),
        ("sub_issues", "reprioritized", format!("reprioritized {two}, a sub-issue of {one}")),
        ("issue_dependencies", "blocked_by_added", format!("marked {two} as blocked by {one}")),
        ("issue_dependencies", "blocked_by_removed", format!("marked {two} as no longer blocked by {one}")),
        ("issue_dependencies", "blocking_added", format!("marked {one} as blocking {two}")),
        ("issue_dependencies", "blocking_removed", format!("marked {one} as no longer blocking {two}")),
    ] {
        let body = if event == "sub_issues" { family(action) } else { blocked(action) };
        assert_eq!(of_github(event, body.clone()).0, format!("octo/repo: ana_b {said}"));
        let content = posted(github::translate(event, &body)).content;
        for number in ["#1", "#2"] {
            let link = format!("[{number}](https://github.example/octo/repo/issues/");
            assert!(content.contains(&link), "{content}");
        }
    }
    let mut abroad = family("parent_issue_added");
    abroad["parent_issue_repo"] = json!({"full_name": "octo/plans"});
    assert_eq!(
        of_github("sub_issues", abroad).0,
        "octo/repo: ana_b made issue #1 Epic in octo/plans the parent of issue #2 Part"
    );
    let nothing = json!({"action": "sub_issue_added"});
    assert_eq!(of_github("sub_issues", nothing).0, "octo/repo: ana_b added an issue as a sub-issue to an issue");
}

#[test]
fn changes_of_an_issue_name_its_type_its_field_and_its_assignee() {
    let issue = json!({"number": 7, "title": "T", "type": {"name": "Bug"}, "assignee": {"login": "bo"}});
    let option = |name: &str| json!({"id": 1, "name": name, "color": "red"});
    let field = json!({"id": 3, "name": "Priority"});
    for (body, said) in [
        (json!({"action": "typed", "type": {"name": "Bug"}}), "set the type of issue #7 T to Bug"),
        (json!({"action": "typed", "type": null}), "set the type of issue #7 T to Bug"),
        (json!({"action": "untyped", "type": {"name": "Bug"}}), "removed the type Bug of issue #7 T"),
        (json!({"action": "untyped", "type": null}), "removed the type of issue #7 T"),
        (
            json!({"action": "field_added", "issue_field": field, "issue_field_value": {"id": 1, "option": option("High")}}),
            "set field Priority of issue #7 T to High",
        ),
        (
            json!({"action": "field_added", "issue_field": field, "issue_field_value": {"id": 1, "options": [option("a"), option("b_c")]}}),
            "set field Priority of issue #7 T to a, b_c",
        ),
        (
            json!({"action": "field_added", "issue_field": field, "issue_field_value": {"id": 1, "value": 2.5}}),
            "set field Priority of issue #7 T to 2.5",
        ),
        (json!({"action": "field_added", "issue_field": null}), "set a field of issue #7 T"),
        (json!({"action": "field_removed", "issue_field": field}), "removed field Priority of issue #7 T"),
        // Gitea and Forgejo.
        (json!({"action": "assigned"}), "assigned bo to issue #7 T"),
        (json!({"action": "assigned", "assignee": {"login": "cy"}}), "assigned cy to issue #7 T"),
        // Who is still assigned is not who was unassigned.
        (json!({"action": "unassigned"}), "unassigned issue #7 T"),
    ] {
        let mut body = body;
        body["issue"] = issue.clone();
        assert_eq!(of_github("issues", body).0, format!("octo/repo: ana_b {said}"));
    }
    let pull =
        json!({"action": "assigned", "pull_request": {"number": 8, "title": "P", "assignee": {"username": "bo"}}});
    assert_eq!(of_github("pull_request", pull).0, "octo/repo: ana_b assigned bo to pull request #8 P");
}

#[test]
fn what_happens_often_and_says_little_is_ignored() {
    let cases = [
        ("check_run", json!({"action": "completed", "check_run": {"conclusion": "success"}})),
        ("workflow_run", json!({"action": "requested", "workflow_run": {}})),
        ("pull_request", json!({"action": "synchronize", "pull_request": {}})),
        ("pull_request_review", json!({"action": "submitted", "review": {"state": "commented", "body": null}})),
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
    let (line, card) = of_github("coffee_break", json!({"action": "just_started", "coffee_break": {"title": "Tea"}}));
    assert_eq!(line, "octo/repo: ana_b: coffee break Tea just started");
    assert!(card.is_empty());
    assert_eq!(line_and_card(github::translate("", &json!({}))).0, "event");
}

#[test]
fn code_that_is_cut_in_a_description_is_closed() {
    let log = "line of a log\n".repeat(150);
    let issue = json!({"number": 1, "title": "T", "html_url": "https://g.example/1", "body": format!("Log:\n```text\n{log}```\nend")});
    let translation = posted(github::translate("issues", &json!({"action": "opened", "issue": issue})));
    let text = translation.cards[0].text.clone().unwrap_or_default();
    assert!(text.ends_with(" log…\n```"), "{text}");
    assert!(text.chars().count() <= 1_000 && !seen(&text).contains('`'));
    assert_eq!(translation.shortened, ["cards/0/text"]);
}

#[test]
fn a_leaked_secret_is_not_shown() {
    let body = json!({"action": "created", "alert": {"number": 1, "secret_type": "aws_key", "secret": "AKIA1234"}});
    let translation = posted(github::translate("secret_scanning_alert", &body));
    assert!(!shown(&translation).contains("AKIA"));
    let body = json!({
        "action": "created",
        "alert": {"number": 42, "html_url": "https://g.example/42", "secret_type": "aws_key", "secret": "AKIA1234"},
        "location": {"type": "commit", "details": {"path": "deploy.env", "start_line": 1, "commit_sha": "1".repeat(40)}},
    });
    let translation = posted(github::translate("secret_scanning_alert_location", &body));
    assert_eq!(seen(&translation.content), "secret scanning alert #42 has a new location: aws key");
    assert!(translation.content.contains("[#42](https://g.example/42)"));
    let shown = shown(&translation);
    assert!(shown.contains("\nFile: `deploy.env`") && shown.contains("\nCommit: `1111111`"));
    assert!(!shown.contains("AKIA"));
}

#[test]
fn a_transferred_issue_says_where_it_is_now() {
    let issue = json!({"number": 7, "title": "Crash"});
    let line = |changes: Value| {
        let body = json!({"action": "transferred", "issue": issue, "changes": changes});
        let translation = posted(github::translate("issues", &body));
        (seen(&translation.content), translation.content)
    };
    let moved = json!({
        "new_issue": {"number": 12, "html_url": "https://g.example/octo/other/issues/12"},
        "new_repository": {"full_name": "octo/other", "html_url": "https://g.example/octo/other"},
    });
    let (said, content) = line(moved);
    assert!(said.ends_with("transferred issue #7 Crash to octo/other#12"), "{said}");
    assert!(content.contains("(https://g.example/octo/other/issues/12)"));
    let (said, _) = line(json!({"new_repository": {"full_name": "octo/other"}}));
    assert!(said.ends_with("transferred issue #7 Crash to octo/other"), "{said}");
    let (said, _) = line(json!(null));
    assert!(said.ends_with("transferred issue #7 Crash"), "{said}");
}

#[test]
fn a_branch_or_a_tag_that_is_created_or_deleted_is_posted_whichever_event_says_so() {
    let ana = json!({"login": "ana"});
    for (event, kind, said) in [
        ("create", "branch", "ana created branch x"),
        ("delete", "tag", "ana deleted tag x"),
        ("create", "repository", "ana created the repository"),
    ] {
        let body = json!({"ref": "x", "ref_type": kind, "sender": ana});
        assert_eq!(line_and_card(github::translate(event, &body)).0, said);
    }
    let zeros = "0".repeat(40);
    for (body, said) in [
        (
            json!({"ref": "refs/heads/x", "before": zeros, "after": "1".repeat(40), "created": true, "commits": []}),
            "created branch x",
        ),
        (
            json!({"ref": "refs/tags/v1", "before": "1".repeat(40), "after": zeros, "deleted": true, "commits": []}),
            "deleted tag v1",
        ),
    ] {
        let (line, card) = of_github("push", body);
        assert_eq!(line, format!("octo/repo: ana_b {said}"));
        assert!(card.is_empty());
    }
}
