//! Issues, pull requests, discussions, reviews and comments.
//! What happens to the code itself is in `code`.

use super::context::{Event, named};
use crate::dialects::Translated;
use crate::dialects::event::markdown::{code, linked, plain};
use crate::dialects::event::{BLUE, Body, GRAY, GREEN, PURPLE, RED, YELLOW, field, ignored, words};

/// An issue, a pull request or a discussion: its number, which leads there, and its title.
fn thread(object: Body<'_>) -> String {
    let number = object.number("number").or_else(|| object.number("index"));
    let title = object.text("title").map(plain);
    match (number, title) {
        (Some(number), title) => {
            let number = linked(&format!("#{number}"), object.link("html_url"));
            title.map_or(number.clone(), |title| format!("{number} {title}"))
        }
        (None, _) => named(object, &["title"], "without a title"),
    }
}

pub(super) fn pull_request(event: Event<'_>) -> Translated {
    if matches!(event.action, "reviewed") {
        return gitea_review(event);
    }
    let pull = event.body.at("pull_request");
    if event.action == "closed" && (pull.flag("merged") || pull.flag("has_merged")) {
        let into = pull
            .text("base.ref")
            .map(|base| format!(" into {}", code(base)));
        let what = format!(
            "merged pull request {}{}",
            thread(pull),
            into.unwrap_or_default()
        );
        return event.did(&what).described(PURPLE, None, None).post();
    }
    changed(event, pull, "pull request")
}

pub(super) fn issue(event: Event<'_>) -> Translated {
    changed(event, event.body.at("issue"), "issue")
}

pub(super) fn discussion(event: Event<'_>) -> Translated {
    changed(event, event.body.at("discussion"), "discussion")
}

/// What happened to an issue, a pull request or a discussion.
fn changed(event: Event<'_>, object: Body<'_>, noun: &str) -> Translated {
    let body = event.body;
    let it = format!("{noun} {}", thread(object));
    let person = |path: &str| {
        body.first(&[&format!("{path}.login"), &format!("{path}.username")])
            .map(plain)
    };
    let with = |did: &str, to: &str, whom: Option<String>| match whom {
        Some(whom) => format!("{did} {whom} {to} {it}"),
        None => format!("{did} {it}"),
    };
    let what = match event.action {
        "opened" | "created" => return opened(event, object, &it),
        "closed" if object.text("state_reason") == Some("not_planned") => {
            format!("closed {it} as not planned")
        }
        "reopened" => {
            return event.did(&format!("reopened {it}")).post();
        }
        "edited" => match body.text("changes.title.from") {
            Some(before) => format!("renamed {it} (it was: {})", plain(before)),
            None => return ignored("edited: only a new title is posted"),
        },
        "labeled" | "unlabeled" | "label_updated" | "label_cleared" => {
            return ignored("labels are not posted");
        }
        "synchronize" | "synchronized" => {
            return ignored("synchronize: the push event reports the commits");
        }
        "review_request_removed" => return ignored("review_request_removed is not posted"),
        "assigned" => with("assigned", "to", person("assignee")),
        "unassigned" => with("unassigned", "from", person("assignee")),
        "review_requested" => {
            let team = || body.text("requested_team.name").map(plain);
            match person("requested_reviewer").or_else(team) {
                Some(whom) => format!("requested a review of {it} from {whom}"),
                None => format!("requested a review of {it}"),
            }
        }
        "ready_for_review" => format!("marked {it} as ready for review"),
        "converted_to_draft" => format!("converted {it} to a draft"),
        "milestoned" | "demilestoned" => {
            let first = if event.action == "milestoned" {
                "added"
            } else {
                "removed"
            };
            let to = if first == "added" { "to" } else { "from" };
            let milestone = body.first(&[
                "milestone.title",
                "issue.milestone.title",
                "pull_request.milestone.title",
            ]);
            match milestone {
                Some(milestone) => format!("{first} {it} {to} milestone {}", plain(milestone)),
                None => format!("{first} {it} {to} a milestone"),
            }
        }
        "auto_merge_enabled" => format!("enabled auto-merge for {it}"),
        "auto_merge_disabled" => format!("disabled auto-merge for {it}"),
        "enqueued" => format!("added {it} to the merge queue"),
        "dequeued" => format!("removed {it} from the merge queue"),
        "answered" => {
            let answer = body.at("answer");
            let what = format!(
                "chose an {} to {it}",
                linked("answer", answer.link("html_url"))
            );
            return event
                .did(&what)
                .described(GREEN, answer.text("body"), None)
                .post();
        }
        "unanswered" => format!("unmarked the answer to {it}"),
        "category_changed" => match body.text("discussion.category.name") {
            Some(category) => format!("moved {it} to {}", plain(category)),
            None => format!("moved {it} to another category"),
        },
        // Closed, deleted, locked, unlocked, pinned, unpinned, transferred and what may come.
        "" => format!("changed {it}"),
        action => format!("{} {it}", words(action)),
    };
    event.did(&what).post()
}

fn opened(event: Event<'_>, object: Body<'_>, it: &str) -> Translated {
    let color = if object.flag("draft") { GRAY } else { GREEN };
    let draft = if object.flag("draft") {
        "a draft of "
    } else {
        ""
    };
    let branches = object
        .text("head.ref")
        .zip(object.text("base.ref"))
        .map(|(head, base)| format!("{} → {}", code(head), code(base)));
    let category = object.text("category.name").map(plain);
    event
        .did(&format!("opened {draft}{it}"))
        .described(
            color,
            object.text("body"),
            [field("Branches", branches), field("Category", category)]
                .into_iter()
                .flatten(),
        )
        .post()
}

pub(super) fn comment(event: Event<'_>) -> Translated {
    let body = event.body;
    let comment = body.at("comment");
    let (object, noun) = if body.has("pull_request") {
        (body.at("pull_request"), "pull request")
    } else if body.has("discussion") {
        (body.at("discussion"), "discussion")
    } else if body.flag("is_pull") || body.has("issue.pull_request") {
        (body.at("issue"), "pull request")
    } else {
        (body.at("issue"), "issue")
    };
    let it = format!("{noun} {}", thread(object));
    match event.action {
        "edited" => return ignored("edited comments are not posted"),
        "deleted" => return event.did(&format!("deleted a comment on {it}")).post(),
        _ => {}
    }
    let place = comment
        .text("path")
        .map(|path| format!(" in {}", code(path)))
        .unwrap_or_default();
    event
        .did(&format!(
            "{} on {it}{place}",
            linked("commented", comment.link("html_url"))
        ))
        .described(BLUE, comment.text("body"), None)
        .post()
}

pub(super) fn review(event: Event<'_>) -> Translated {
    let review = event.body.at("review");
    let it = format!("pull request {}", thread(event.body.at("pull_request")));
    let link = |words: &str| linked(words, review.link("html_url"));
    let (what, color) = match (event.action, review.text("state").unwrap_or_default()) {
        ("edited", _) => return ignored("edited reviews are not posted"),
        ("dismissed", _) => (format!("dismissed a {} of {it}", link("review")), GRAY),
        (_, "approved" | "APPROVED") => (format!("{} {it}", link("approved")), GREEN),
        (_, "changes_requested" | "REQUEST_CHANGES") => {
            (format!("{} to {it}", link("requested changes")), RED)
        }
        _ if review.text("body").is_none() => {
            return ignored("a review without a text or a verdict: its comments are posted");
        }
        _ => (format!("{} {it}", link("reviewed")), BLUE),
    };
    event
        .did(&what)
        .described(color, review.text("body"), None)
        .post()
}

/// A review as Gitea and Forgejo send it: the verdict is in the event's name and in the review's type.
pub(super) fn gitea_review(event: Event<'_>) -> Translated {
    let body = event.body;
    let it = format!("pull request {}", thread(body.at("pull_request")));
    let (what, color) = match body.text("review.type").unwrap_or(event.name) {
        kind if kind.ends_with("approved") => (format!("approved {it}"), GREEN),
        kind if kind.ends_with("rejected") => (format!("requested changes to {it}"), RED),
        _ => (format!("reviewed {it}"), BLUE),
    };
    event
        .did(&what)
        .described(color, body.first(&["review.content", "review.body"]), None)
        .post()
}

pub(super) fn review_thread(event: Event<'_>) -> Translated {
    let did = if event.action == "unresolved" {
        "reopened"
    } else {
        "resolved"
    };
    let it = thread(event.body.at("pull_request"));
    event
        .did(&format!("{did} a thread on pull request {it}"))
        .post()
}

pub(super) fn milestone(event: Event<'_>) -> Translated {
    let milestone = event.body.at("milestone");
    let did = match event.action {
        "" => "changed".to_owned(),
        "edited" => return ignored("edited milestones are not posted"),
        action => words(action),
    };
    let text = milestone
        .text("description")
        .filter(|_| event.action == "created");
    event
        .did(&format!(
            "{did} milestone {}",
            named(milestone, &["title"], "without a title")
        ))
        .described(YELLOW, text, None)
        .post()
}
