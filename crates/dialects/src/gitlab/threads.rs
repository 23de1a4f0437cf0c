//! Issues, merge requests, comments, reactions and milestones. Events of the code itself are in `code`.

use super::context::{GitlabEvent, past, thread};
use crate::TranslatedBody;
use crate::event::markdown::{code, commit, linked, plain};
use crate::event::{BLUE, EventBody, GREEN, PURPLE, YELLOW, field, ignored};

pub(super) fn issue(event: GitlabEvent<'_>) -> TranslatedBody {
    let issue = event.attributes();
    let noun = match issue.text("type") {
        None | Some("Issue") => "issue".to_owned(),
        Some(kind) => plain(kind).to_lowercase(),
    };
    changed(event, &format!("{noun} {}", thread(issue, '#')))
}

pub(super) fn merge_request(event: GitlabEvent<'_>) -> TranslatedBody {
    let request = event.attributes();
    let it = format!("merge request {}", thread(request, '!'));
    if event.action != "merge" {
        return changed(event, &it);
    }
    let into = request.text("target_branch").map(|branch| format!(" into {}", code(branch)));
    event.did(&format!("merged {it}{}", into.unwrap_or_default())).post()
}

fn changed(event: GitlabEvent<'_>, it: &str) -> TranslatedBody {
    let object = event.attributes();
    if event.action == "update" {
        return match event.body.text("changes.title.previous") {
            Some(before) => event.did(&format!("renamed {it} (it was: {})", plain(before))).post(),
            None => ignored("update: only a new title is posted"),
        };
    }
    if matches!(event.action, "open" | "") {
        let branches = object
            .text("source_branch")
            .zip(object.text("target_branch"))
            .map(|(from, to)| format!("{} → {}", code(from), code(to)));
        return event
            .did(&format!("opened {it}"))
            .described(GREEN, object.text("description"), [field("Branches", branches)])
            .post();
    }
    event.did(&format!("{} {it}", past(event.action))).post()
}

pub(super) fn note(event: GitlabEvent<'_>) -> TranslatedBody {
    let note = event.attributes();
    if note.flag("system") {
        return ignored("note: notes that GitLab writes itself are not posted");
    }
    if event.action == "update" {
        return ignored("note: edited comments are not posted");
    }
    event
        .did(&format!("{} on {}", linked("commented", note.link("url")), noted(event.body, note)))
        .described(BLUE, note.first(&["note", "description"]), [])
        .post()
}

/// The object of a comment or a reaction.
fn noted(body: EventBody<'_>, note: EventBody<'_>) -> String {
    if body.has("merge_request") {
        format!("merge request {}", thread(body.at("merge_request"), '!'))
    } else if body.has("issue") {
        format!("issue {}", thread(body.at("issue"), '#'))
    } else if body.has("snippet") {
        let snippet = body.at("snippet");
        format!("snippet {}", linked(snippet.text("title").unwrap_or("without a title"), snippet.link("url")))
    } else if body.has("commit") {
        let object = body.at("commit");
        let id = object.text("id").and_then(|id| commit(id, object.link("url")));
        format!("commit {}", id.unwrap_or_else(|| "without an id".to_owned()))
    } else {
        match note.first(&["noteable_type", "awardable_type"]) {
            Some("MergeRequest") => "a merge request".to_owned(),
            Some(kind) => format!("{}: {}", "an item", plain(kind)),
            None => "an item".to_owned(),
        }
    }
}

pub(super) fn emoji(event: GitlabEvent<'_>) -> TranslatedBody {
    if event.body.text("event_type") == Some("revoke") || event.action == "revoke" {
        return ignored("emoji: removed reactions are not posted");
    }
    let emoji = event.attributes();
    let name = emoji.text("name").map_or_else(|| "an emoji".to_owned(), |name| format!(":{}:", plain(name)));
    let comment = if event.body.has("note") { "a comment on " } else { "" };
    let to = format!("{comment}{}", noted(event.body, emoji));
    let reacted = linked("reacted", emoji.link("awarded_on_url"));
    event.did(&format!("{reacted} with {name} to {to}")).post()
}

pub(super) fn milestone(event: GitlabEvent<'_>) -> TranslatedBody {
    let milestone = event.attributes();
    let title = linked(milestone.text("title").unwrap_or("without a title"), milestone.link("url"));
    let text = milestone.text("description").filter(|_| event.action == "create");
    let color = if event.action == "close" { PURPLE } else { YELLOW };
    event.did(&format!("{} milestone {title}", past(event.action))).described(color, text, []).post()
}
