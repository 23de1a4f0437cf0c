//! Lists of commits, and what a push did to its branch or tag: GitHub, Gitea, Forgejo and GitLab write both alike.
//! Who pushed where is up to each dialect.

use serde_json::Value;

use super::markdown::{commit, plain, short};
use super::{EventBody, counted};

/// The most commits that are listed.
const MAX_COMMITS: usize = 5;
/// The most characters of the first line of a commit's message.
const MAX_SUBJECT_LENGTH: usize = 120;

/// The commits of a push, one a line and the newest one last, the latest ones where there are more than five; none for an
/// empty list. `total` is how many there are, which may be more than are listed in the body.
pub(crate) fn list(body: EventBody<'_>, total: usize) -> Option<String> {
    let commits = body.items("commits");
    // Gitea and Forgejo list the newest one first.
    let is_newest = |commit: &Value| {
        let id = id_of(EventBody(commit));
        id.is_some() && (id == body.text("after") || id == body.text("head_commit.id"))
    };
    let latest: Vec<&Value> = if commits.first().is_some_and(is_newest) {
        commits.iter().take(MAX_COMMITS).rev().collect()
    } else {
        let first = commits.len().saturating_sub(MAX_COMMITS);
        commits.iter().skip(first).collect()
    };
    let mut lines: Vec<String> = latest.iter().map(|commit| entry(EventBody(commit))).collect();
    lines.retain(|line| !line.is_empty());
    if lines.is_empty() {
        return None;
    }
    let more = total.max(commits.len()) - latest.len();
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    Some(lines.join("\n"))
}

fn id_of(commit: EventBody<'_>) -> Option<&str> {
    commit.first(&["id", "sha"])
}

fn entry(body: EventBody<'_>) -> String {
    let id = id_of(body).and_then(|id| commit(id, body.link("url")));
    let subject = body
        .text("message")
        .and_then(|message| message.lines().next())
        .map(|subject| short(subject, MAX_SUBJECT_LENGTH));
    let author =
        body.first(&["author.username", "author.login", "author.name"]).map(|author| format!("– {}", plain(author)));
    [id, subject, author].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Kind of a push.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PushKind {
    Commits,
    Created,
    Deleted,
    Forced,
}

/// Kind of a push, from the commits before and after it: an id of zeros means that there was, or is, none.
pub(crate) fn pushed(body: EventBody<'_>) -> PushKind {
    let is_none = |path| body.text(path).is_some_and(|id| id.bytes().all(|byte| byte == b'0'));
    if body.flag("deleted") || is_none("after") {
        PushKind::Deleted
    } else if body.flag("created") || is_none("before") {
        PushKind::Created
    } else if body.flag("forced") {
        PushKind::Forced
    } else {
        PushKind::Commits
    }
}

/// The kind and the name that a full ref names, such as `refs/heads/main`.
pub(crate) fn branch_or_tag(full: &str) -> (&'static str, &str) {
    if let Some(tag) = full.strip_prefix("refs/tags/") {
        ("tag", tag)
    } else {
        ("branch", full.strip_prefix("refs/heads/").unwrap_or(full))
    }
}

/// `2 commits`, or `no commits`.
pub(crate) fn amount(total: usize) -> String {
    match total {
        0 => "no commits".to_owned(),
        total => counted(total, "commit"),
    }
}
