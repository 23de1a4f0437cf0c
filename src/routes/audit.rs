//! Shared code of the pages of audit logs: a page of entries, and the form that filters them. Who may read which log is
//! judged by the pages themselves, in `servers` and `portal`; an entry's words are in `words`.

mod words;

use serde_json::{Value, json};

pub use words::{ChannelVisibility, said_key, shown_facts, word_key};

use crate::app::App;
use crate::routes::page::Words;
use crate::routes::paging::{PAGE_SIZE, has_more};
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_rules::ids::{self, IdTimes, LogId, UserId};
use portico_store::models::logs::audit::{self, ActionGroup, Actor, AuditEntry, AuditFilter};

/// The filter in the query of the URL, unparsed. Values that can't be parsed don't filter.
#[derive(Clone, Copy, Default)]
pub struct FilterQuery<'a> {
    /// Who did it.
    pub actor: Option<&'a str>,
    /// The action that was carried out.
    pub action: Option<&'a str>,
    /// Only entries older than this one.
    pub before: Option<&'a str>,
}

/// A page of a log, as `audit/log` shows it to this user.
pub async fn log(
    app: &App,
    reader_id: UserId,
    log_id: impl Into<LogId>,
    groups: &[ActionGroup],
    asked: FilterQuery<'_>,
    (visibility, words): (&ChannelVisibility<'_>, &Words),
) -> Result<Value> {
    let log_id = log_id.into();
    let mut actions = groups.iter().flat_map(|group| group.actions());
    let action = actions.find(|kind| asked.action == Some(kind.name));
    let wanted = AuditFilter {
        actor_id: asked.actor.and_then(ids::parse),
        action: action.map(|kind| kind.name),
        before: asked.before.and_then(ids::parse),
    };
    app.throttle.check(LimitKind::LogPage, reader_id).await?;
    let (page, open_when_deleted) = app
        .read_expensively(reader_id, |db| async move {
            let page = audit::page(&db, log_id, wanted, app.now(), PAGE_SIZE + 1).await?;
            let unknown = visibility.unknown_in(&page.entries);
            let open = audit::open_when_deleted(&db, log_id, unknown).await?;
            Ok((page, open))
        })
        .await?;
    let audit::AuditPage { mut entries, actors } = page;
    let visibility = visibility.with_deleted(open_when_deleted);
    let more = has_more(&mut entries, PAGE_SIZE);
    Ok(json!({
        "entries": entries.iter().map(|entry| shown(entry, &visibility, app.id_times(), words)).collect::<Vec<_>>(),
        "actors": actors.iter().map(|actor| choice(actor, words)).collect::<Vec<_>>(),
        "actions": groups.iter().map(offered).collect::<Vec<_>>(),
        "actor": wanted.actor_id.map_or_else(String::new, |id| id.to_string()),
        "action": wanted.action.unwrap_or_default(),
        "is_filtered": wanted.actor_id.is_some() || wanted.action.is_some(),
        "is_first": wanted.before.is_none(),
        "older": entries.last().filter(|_| more).map(|entry| entry.id),
        "days": audit::DAYS,
        "most": audit::MAX_SHOWN,
    }))
}

/// An entry, as `audit/entry` shows it. Unless `visibility` is that of a page, deleted channels are not named.
pub fn shown(entry: &AuditEntry, visibility: &ChannelVisibility<'_>, times: &IdTimes, words: &Words) -> Value {
    let text = words::describe(entry, visibility, times, words);
    json!({
        "id": entry.id,
        "at": entry.at(times),
        "name": entry.name,
        "who": {
            "nickname": entry.actor.nickname,
            "avatar_url": entry.actor.avatar_path,
            "is_gone": entry.actor.is_gone(),
            "kind": kind(entry),
        },
        "parts": text.parts,
        "changes": text.changes,
    })
}

/// Kind of the actor: a person, a webhook, or the server or app itself, whose log tells what the operator did.
fn kind(entry: &AuditEntry) -> &'static str {
    if !entry.actor.is_webhook() {
        return "person";
    }
    if entry.actor.id != entry.log_id.get() {
        return "webhook";
    }
    let mut of_apps = ActionGroup::OF_APPS.iter().flat_map(|group| group.actions());
    match of_apps.any(|kind| kind.name == entry.name) {
        true => "app",
        false => "server",
    }
}

fn choice(actor: &Actor, words: &Words) -> Value {
    if actor.is_webhook() {
        return json!({ "value": actor.id, "label": actor.name });
    }
    let mut name = actor.name.clone();
    if actor.is_gone() {
        name = [name, words.translated("deleted account")].join(", ");
    }
    json!({ "value": actor.id, "label": format!("@{} ({name})", actor.nickname) })
}

fn offered(group: &ActionGroup) -> Value {
    let options: Vec<Value> = group.actions().map(|kind| json!({ "value": kind.name, "label": kind.label })).collect();
    json!({ "label": group.label(), "options": options })
}
