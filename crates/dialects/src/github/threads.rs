//! Issues, pull requests, discussions, reviews and comments. Events of the code itself are in `code`.

use super::context::{GithubEvent, named};
use crate::TranslatedBody;
use crate::event::markdown::{code, linked, plain};
use crate::event::{BLUE, EventBody, GRAY, GREEN, PURPLE, RED, YELLOW, after, field, ignored, words};

/// The most options of a field that are named.
const MAX_OPTIONS: usize = 10;

/// An issue, a pull request or a discussion: its number, which leads there, and its title.
fn thread(object: EventBody<'_>) -> String {
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

pub(super) fn pull_request(event: GithubEvent<'_>) -> TranslatedBody {
    if matches!(event.action, "reviewed") {
        return gitea_review(event);
    }
    let pull = event.body.at("pull_request");
    if event.action == "closed" && (pull.flag("merged") || pull.flag("has_merged")) {
        let into = pull.text("base.ref").map(|base| format!(" into {}", code(base)));
        let what = format!("merged pull request {}{}", thread(pull), into.unwrap_or_default());
        return event.did(&what).described(PURPLE, None, []).post();
    }
    changed(event, pull, "pull request")
}

pub(super) fn issue(event: GithubEvent<'_>) -> TranslatedBody {
    changed(event, event.body.at("issue"), "issue")
}

pub(super) fn discussion(event: GithubEvent<'_>) -> TranslatedBody {
    changed(event, event.body.at("discussion"), "discussion")
}

/// A change of an issue, a pull request or a discussion.
fn changed(event: GithubEvent<'_>, object: EventBody<'_>, noun: &str) -> TranslatedBody {
    let body = event.body;
    let it = format!("{noun} {}", thread(object));
    let person = |path: &str| body.first(&[&format!("{path}.login"), &format!("{path}.username")]).map(plain);
    let with = |did: &str, to: &str, whom: Option<String>| match whom {
        Some(whom) => format!("{did} {whom} {to} {it}"),
        None => format!("{did} {it}"),
    };
    let what = match event.action {
        "opened" | "created" => return opened(event, object, &it),
        "closed" if object.text("state_reason") == Some("not_planned") => {
            format!("closed {it} as not planned")
        }
        "closed" if object.text("state_reason") == Some("duplicate") => {
            format!("closed {it} as a duplicate")
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
        // Gitea and Forgejo name who is assigned within the issue alone, and no one who was unassigned.
        "assigned" => {
            let within = || object.first(&["assignee.login", "assignee.username"]);
            let whom = person("assignee").or_else(|| within().map(plain));
            with("assigned", "to", whom)
        }
        "unassigned" => with("unassigned", "from", person("assignee")),
        "typed" => match body.first(&["type.name", "issue.type.name"]) {
            Some(kind) => format!("set the type of {it} to {}", plain(kind)),
            None => format!("set the type of {it}"),
        },
        "untyped" => match body.text("type.name") {
            Some(kind) => format!("removed the type {} of {it}", plain(kind)),
            None => format!("removed the type of {it}"),
        },
        "field_added" => match field_value(body) {
            Some(value) => format!("set {} of {it} to {value}", field_name(body)),
            None => format!("set {} of {it}", field_name(body)),
        },
        "field_removed" => format!("removed {} of {it}", field_name(body)),
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
            let first = if event.action == "milestoned" { "added" } else { "removed" };
            let to = if first == "added" { "to" } else { "from" };
            let milestone = body.first(&["milestone.title", "issue.milestone.title", "pull_request.milestone.title"]);
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
            let what = format!("chose an {} to {it}", linked("answer", answer.link("html_url")));
            return event.did(&what).described(GREEN, answer.text("body"), []).post();
        }
        "unanswered" => format!("unmarked the answer to {it}"),
        "category_changed" => match body.text("discussion.category.name") {
            Some(category) => format!("moved {it} to {}", plain(category)),
            None => format!("moved {it} to another category"),
        },
        "transferred" => match transferred_to(body) {
            Some(to) => format!("transferred {it} to {to}"),
            None => format!("transferred {it}"),
        },
        // Closed, deleted, locked, unlocked, pinned, unpinned and what may come.
        "" => format!("changed {it}"),
        action => format!("{} {it}", words(action)),
    };
    event.did(&what).post()
}

/// Where an issue or a discussion was transferred to: its new number there, or the repository alone.
fn transferred_to(body: EventBody<'_>) -> Option<String> {
    let changes = body.at("changes");
    let repository = changes.at("new_repository");
    let name = repository.first(&["full_name", "name"])?;
    let thread = ["new_issue", "new_discussion"]
        .into_iter()
        .map(|key| changes.at(key))
        .find_map(|thread| Some((thread.number("number")?, thread)));
    Some(match thread {
        Some((number, thread)) => linked(&format!("{name}#{number}"), thread.link("html_url")),
        None => linked(name, repository.link("html_url")),
    })
}

/// A field that an organization added to its issues.
fn field_name(body: EventBody<'_>) -> String {
    let name = body.text("issue_field.name").map(plain);
    name.map_or_else(|| "a field".to_owned(), |name| format!("field {name}"))
}

/// The new value of an issue's field: a text, a number, or one or several options.
fn field_value(body: EventBody<'_>) -> Option<String> {
    let value = body.at("issue_field_value");
    let options: Vec<String> = value
        .items("options")
        .iter()
        .filter_map(|option| EventBody(option).text("name"))
        .take(MAX_OPTIONS)
        .map(plain)
        .collect();
    if !options.is_empty() {
        return Some(options.join(", "));
    }
    value.scalar("option.name").or_else(|| value.scalar("value")).map(|text| plain(&text))
}

/// An issue among several of an event, with its repository where it is in another one.
fn related(event: GithubEvent<'_>, issue: &str, repository: &str) -> String {
    let body = event.body;
    if !body.has(issue) {
        return "an issue".to_owned();
    }
    let here = body.text("repository.full_name");
    let elsewhere = body.at(repository).text("full_name");
    let elsewhere = elsewhere.filter(|name| Some(*name) != here);
    let elsewhere = after(" in ", elsewhere.map(plain));
    format!("issue {}{elsewhere}", thread(body.at(issue)))
}

/// An issue became a part of another one, or no longer is. GitHub tells it for either issue, in the repository of each.
pub(super) fn sub_issues(event: GithubEvent<'_>) -> TranslatedBody {
    let sub = related(event, "sub_issue", "sub_issue_repo");
    let parent = related(event, "parent_issue", "parent_issue_repo");
    let what = match event.action {
        "sub_issue_added" => format!("added {sub} as a sub-issue to {parent}"),
        "sub_issue_removed" => format!("removed {sub} as a sub-issue from {parent}"),
        "parent_issue_added" => format!("made {parent} the parent of {sub}"),
        "parent_issue_removed" => format!("removed {parent} as the parent of {sub}"),
        "" => format!("changed {sub}, a sub-issue of {parent}"),
        action => format!("{} {sub}, a sub-issue of {parent}", words(action)),
    };
    event.did(&what).post()
}

/// An issue waits for another one, or no longer does. GitHub tells it for either issue, in the repository of each.
pub(super) fn issue_dependencies(event: GithubEvent<'_>) -> TranslatedBody {
    let blocked = related(event, "blocked_issue", "blocked_issue_repo");
    let blocking = related(event, "blocking_issue", "blocking_issue_repo");
    let what = match event.action {
        "blocked_by_added" => format!("marked {blocked} as blocked by {blocking}"),
        "blocked_by_removed" => format!("marked {blocked} as no longer blocked by {blocking}"),
        "blocking_added" => format!("marked {blocking} as blocking {blocked}"),
        "blocking_removed" => format!("marked {blocking} as no longer blocking {blocked}"),
        "" => format!("changed {blocked}, blocked by {blocking}"),
        action => format!("{} {blocked}, blocked by {blocking}", words(action)),
    };
    event.did(&what).post()
}

fn opened(event: GithubEvent<'_>, object: EventBody<'_>, it: &str) -> TranslatedBody {
    let color = if object.flag("draft") { GRAY } else { GREEN };
    let draft = if object.flag("draft") { "a draft of " } else { "" };
    let branches = object
        .text("head.ref")
        .zip(object.text("base.ref"))
        .map(|(head, base)| format!("{} → {}", code(head), code(base)));
    let category = object.text("category.name").map(plain);
    event
        .did(&format!("opened {draft}{it}"))
        .described(color, object.text("body"), [field("Branches", branches), field("Category", category)])
        .post()
}

pub(super) fn comment(event: GithubEvent<'_>) -> TranslatedBody {
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
        "created" | "" => {}
        "edited" => return ignored("edited comments are not posted"),
        "deleted" => return event.did(&format!("deleted a comment on {it}")).post(),
        // Pinned, unpinned and what may come.
        action => {
            let comment = linked("comment", comment.link("html_url"));
            let did = words(action);
            return event.did(&format!("{did} a {comment} on {it}")).post();
        }
    }
    let place = after(" in ", comment.text("path").map(code));
    event
        .did(&format!("{} on {it}{place}", linked("commented", comment.link("html_url"))))
        .described(BLUE, comment.text("body"), [])
        .post()
}

pub(super) fn review(event: GithubEvent<'_>) -> TranslatedBody {
    let review = event.body.at("review");
    let it = format!("pull request {}", thread(event.body.at("pull_request")));
    let link = |words: &str| linked(words, review.link("html_url"));
    let (what, color) = match (event.action, review.text("state").unwrap_or_default()) {
        ("edited", _) => return ignored("edited reviews are not posted"),
        ("dismissed", _) => (format!("dismissed a {} of {it}", link("review")), GRAY),
        (action, _) if !matches!(action, "submitted" | "") => {
            let what = format!("{} a {} of {it}", words(action), link("review"));
            return event.did(&what).post();
        }
        (_, "approved" | "APPROVED") => (format!("{} {it}", link("approved")), GREEN),
        (_, "changes_requested" | "REQUEST_CHANGES") => (format!("{} to {it}", link("requested changes")), RED),
        _ if review.text("body").is_none() => {
            return ignored("a review without a text or a verdict: its comments are posted");
        }
        _ => (format!("{} {it}", link("reviewed")), BLUE),
    };
    event.did(&what).described(color, review.text("body"), []).post()
}

/// A review as Gitea and Forgejo send it: the verdict is in the event's name and in the review's type.
pub(super) fn gitea_review(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let it = format!("pull request {}", thread(body.at("pull_request")));
    let (what, color) = match body.text("review.type").unwrap_or(event.name) {
        kind if kind.ends_with("approved") => (format!("approved {it}"), GREEN),
        kind if kind.ends_with("rejected") => (format!("requested changes to {it}"), RED),
        _ => (format!("reviewed {it}"), BLUE),
    };
    event.did(&what).described(color, body.first(&["review.content", "review.body"]), []).post()
}

pub(super) fn review_thread(event: GithubEvent<'_>) -> TranslatedBody {
    let did = match event.action {
        "unresolved" => "reopened".to_owned(),
        "" => "resolved".to_owned(),
        action => words(action),
    };
    let it = thread(event.body.at("pull_request"));
    event.did(&format!("{did} a thread on pull request {it}")).post()
}

pub(super) fn milestone(event: GithubEvent<'_>) -> TranslatedBody {
    let milestone = event.body.at("milestone");
    let did = match event.action {
        "" => "changed".to_owned(),
        "edited" => return ignored("edited milestones are not posted"),
        action => words(action),
    };
    let text = milestone.text("description").filter(|_| event.action == "created");
    event
        .did(&format!("{did} milestone {}", named(milestone, &["title"], "without a title")))
        .described(YELLOW, text, [])
        .post()
}
