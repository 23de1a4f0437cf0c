//! Pushes, tags, wiki pages, releases and feature flags. Discussions are in `threads`, pipelines and jobs in `runs`.

use super::context::{GitlabEvent, past};
use crate::TranslatedBody;
use crate::event::commits::{PushKind, amount, branch_or_tag, list, pushed};
use crate::event::markdown::{code, linked, plain};
use crate::event::{BLUE, GREEN, ignored};
use portico_rules::chat::cards::Card;

pub(super) fn push(event: GitlabEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let (kind, name) = branch_or_tag(body.text("ref").unwrap_or_default());
    let target = if name.is_empty() { format!("a {kind}") } else { format!("{kind} {}", code(name)) };
    let commits = body.items("commits");
    let total_commits = body.number("total_commits_count").and_then(|total| usize::try_from(total).ok());
    let total = total_commits.unwrap_or_default().max(commits.len());
    let what = match pushed(body) {
        PushKind::Deleted => return event.did(&format!("deleted {target}")).post(),
        PushKind::Created if kind == "tag" || total == 0 => format!("created {target}"),
        PushKind::Created => format!("created {target} with {}", amount(total)),
        PushKind::Commits | PushKind::Forced => format!("pushed {} to {target}", amount(total)),
    };
    // A tag lists the commits of its branch again.
    let text = if kind == "tag" { body.text("message").map(plain) } else { list(body, total) };
    event.did(&what).card(Card { color: Some(BLUE), text, ..Card::default() }).post()
}

pub(super) fn wiki(event: GitlabEvent<'_>) -> TranslatedBody {
    let page = event.attributes();
    let title = linked(page.text("title").unwrap_or("without a title"), page.link("url"));
    event.did(&format!("{} wiki page {title}", past(event.action))).described(BLUE, page.text("message"), []).post()
}

pub(super) fn release(event: GitlabEvent<'_>) -> TranslatedBody {
    let body = event.body;
    let name = body.first(&["name", "tag"]).unwrap_or("without a name");
    let did = match event.action {
        "create" | "" => "published",
        action => past(action),
    };
    let text = body.text("description").filter(|_| did == "published");
    event.says(&format!("release {} was {did}", linked(name, body.link("url")))).described(GREEN, text, []).post()
}

pub(super) fn feature_flag(event: GitlabEvent<'_>) -> TranslatedBody {
    let flag = event.attributes();
    let did = match flag.at("active").0.as_bool() {
        Some(true) => "turned on",
        Some(false) => "turned off",
        None => return ignored("feature_flag: the body doesn't say whether it is active"),
    };
    let name = code(flag.text("name").unwrap_or("without a name"));
    event.did(&format!("{did} feature flag {name}")).described(BLUE, flag.text("description"), []).post()
}
