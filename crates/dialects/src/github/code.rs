//! Pushes, branches, tags, releases, wiki pages and packages. Discussions are in `threads`, checks in `checks`.

use super::context::{GithubEvent, named};
use crate::TranslatedBody;
use crate::event::commits::{PushKind, amount, branch_or_tag, list, pushed};
use crate::event::markdown::{code, commit, linked, plain};
use crate::event::{BLUE, EventBody, GREEN, YELLOW, after, ignored, words};
use portico_rules::chat::cards::Card;

pub(super) fn push(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let (kind, name) = branch_or_tag(body.text("ref").unwrap_or_default());
    let target = if name.is_empty() { format!("a {kind}") } else { format!("{kind} {}", code(name)) };
    let commits = body.items("commits");
    let total_commits = body.number("total_commits").and_then(|total| usize::try_from(total).ok());
    let total = total_commits.unwrap_or_default().max(commits.len());
    let link = body.link("compare").or_else(|| body.link("compare_url"));
    let with_link = |words: &str| linked(words, link.clone());
    let what = match pushed(body) {
        PushKind::Deleted => format!("deleted {target}"),
        PushKind::Created if total == 0 => format!("created {target}"),
        PushKind::Created => format!("created {target} with {}", with_link(&amount(total))),
        // Back to an older commit: nothing was added to count.
        PushKind::Forced if total == 0 => format!("{} {target}", with_link("force-pushed")),
        PushKind::Forced => format!("force-pushed {} to {target}", with_link(&amount(total))),
        PushKind::Commits => format!("pushed {} to {target}", with_link(&amount(total))),
    };
    let color = if pushed(body) == PushKind::Forced { YELLOW } else { BLUE };
    event.did(&what).card(Card { color: Some(color), text: list(body, total), ..Card::default() }).post()
}

/// A branch or a tag that was created or deleted. A push reports the same, but not every webhook gets pushes.
pub(super) fn reference(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let did = if event.name == "create" { "created" } else { "deleted" };
    let kind = match body.text("ref_type") {
        Some("tag") => "tag",
        Some("repository") => return event.did(&format!("{did} the repository")).post(),
        _ => "branch",
    };
    let name = branch_or_tag(body.text("ref").unwrap_or_default()).1;
    event.did(&format!("{did} {kind} {}", code(name))).post()
}

pub(super) fn commit_comment(event: GithubEvent<'_>) -> TranslatedBody {
    let comment = event.body.at("comment");
    if event.action == "edited" {
        return ignored("edited comments are not posted");
    }
    let id = comment
        .text("commit_id")
        .and_then(|id| commit(id, comment.link("html_url")))
        .unwrap_or_else(|| linked("a commit", comment.link("html_url")));
    let place = after(" in ", comment.text("path").map(code));
    if !matches!(event.action, "created" | "") {
        let did = words(event.action);
        return event.did(&format!("{did} a comment on commit {id}{place}")).post();
    }
    event.did(&format!("commented on commit {id}{place}")).described(BLUE, comment.text("body"), []).post()
}

pub(super) fn release(event: GithubEvent<'_>) -> TranslatedBody {
    let release = event.body.at("release");
    let did = match event.action {
        "published" | "" => "published",
        "updated" | "edited" => "edited",
        "deleted" => "deleted",
        "unpublished" => "unpublished",
        "created" | "released" | "prereleased" => {
            return ignored("release: only the action published is posted for a new release");
        }
        other => {
            return event.did(&format!("{} release {}", plain(other), name_of(release))).post();
        }
    };
    let kind = if release.flag("prerelease") { "pre-release" } else { "release" };
    let text = release.first(&["body", "note"]).filter(|_| did == "published");
    event.did(&format!("{did} {kind} {}", name_of(release))).described(GREEN, text, []).post()
}

fn name_of(release: EventBody<'_>) -> String {
    named(release, &["name", "tag_name"], "without a name")
}

pub(super) fn wiki(event: GithubEvent<'_>) -> TranslatedBody {
    let body = event.body;
    // Gitea names one page, GitHub lists them.
    if let Some(page) = body.text("page") {
        let did = if event.action.is_empty() { "changed" } else { event.action };
        return event
            .did(&format!("{} wiki page {}", plain(did), plain(page)))
            .described(BLUE, body.text("comment"), [])
            .post();
    }
    let pages = body.items("pages");
    let (shown, rest) = pages.split_at(pages.len().min(5));
    let mut names: Vec<String> = shown
        .iter()
        .map(|page| {
            let page = EventBody(page);
            let did = plain(page.text("action").unwrap_or("changed"));
            format!("{did} wiki page {}", named(page, &["title", "page_name"], "without a title"))
        })
        .collect();
    if !rest.is_empty() {
        names.push(format!("and {} more", rest.len()));
    }
    if names.is_empty() {
        names.push("changed the wiki".to_owned());
    }
    event.did(&names.join(", ")).post()
}

pub(super) fn package(event: GithubEvent<'_>) -> TranslatedBody {
    let package = if event.body.has("package") { event.body.at("package") } else { event.body.at("registry_package") };
    let name = named(package, &["name"], "without a name");
    let version = package.first(&["package_version.version", "version"]);
    let version = after(" ", version.map(code));
    let kind = package.first(&["package_type", "type"]).map(|kind| format!(" ({})", plain(kind))).unwrap_or_default();
    let did = match event.action {
        "" => "published".to_owned(),
        action => plain(action),
    };
    event.did(&format!("{did} package {name}{version}{kind}")).post()
}
