//! Reading a log: a page of it, and the users who did something in it.
//! Permission to read it is checked where its subject is loaded: `membership`, `oauth_app`.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use super::action::{CHANNEL_DELETED, WITHOUT_PERMISSION};
use super::{Action, AuditTarget, Column, Entity, Model, TargetKind, oldest_shown};
use crate::models::User;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{AppId, ChannelId, IdTimes, LogId, UserId};

/// How many users the filter offers.
const ACTORS: usize = 100;

/// A user who did something in a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Who.
    pub id: i64,
    /// Their display name, or the one at that time, where the account was deleted.
    pub name: String,
    /// Their nickname, likewise; empty for a webhook or an app.
    pub nickname: String,
    /// The path of their picture; none where the account was deleted.
    pub avatar_path: Option<String>,
}

impl Actor {
    /// True if the account was deleted since.
    pub fn is_gone(&self) -> bool {
        self.avatar_path.is_none() && !self.is_webhook()
    }

    /// True if a webhook or an app did it by itself.
    pub fn is_webhook(&self) -> bool {
        self.nickname.is_empty()
    }

    fn from_entry(entry: &Model, users: &HashMap<UserId, User>) -> Self {
        match users.get(&UserId::new(entry.actor_id)) {
            Some(user) => Self {
                id: user.id.get(),
                name: user.name.clone(),
                nickname: user.nickname.clone(),
                avatar_path: Some(user.avatar_path()),
            },
            None => Self {
                id: entry.actor_id,
                name: entry.actor_name.clone(),
                nickname: entry.actor_nickname.clone(),
                avatar_path: None,
            },
        }
    }
}

/// An entry as it is read.
#[derive(Debug, Clone)]
pub struct AuditEntry {
    /// Its id.
    pub id: i64,
    /// The server or app whose log it is in.
    pub log_id: LogId,
    /// Who did it.
    pub actor: Actor,
    /// The name of what was done.
    pub name: String,
    /// None where a later version of the program wrote it.
    pub action: Option<Action>,
    /// The thing it was done to.
    pub target: AuditTarget,
}

impl AuditEntry {
    fn from_row(entry: Model, users: &HashMap<UserId, User>) -> Self {
        Self {
            id: entry.id,
            log_id: entry.log_id,
            actor: Actor::from_entry(&entry, users),
            action: Action::read(&entry.action, &entry.detail),
            name: entry.action,
            target: AuditTarget { id: entry.target_id, name: entry.target_name },
        }
    }

    /// When it was done.
    pub fn at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id)
    }

    /// The channels that it names.
    pub fn channel_ids(&self) -> Vec<ChannelId> {
        match &self.action {
            Some(
                Action::WebhookCreated { channel }
                | Action::WebhookDeleted { channel }
                | Action::MessageDeleted { channel, .. },
            ) => vec![channel.id],
            Some(Action::WebhookMoved { channel, .. }) => vec![channel.from.id, channel.to.id],
            Some(action) if action.kind().target == TargetKind::Channel => {
                self.target.id.into_iter().map(ChannelId::new).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The filter of a log.
#[derive(Debug, Clone, Copy, Default)]
pub struct AuditFilter<'a> {
    /// Only of this user.
    pub actor_id: Option<i64>,
    /// Only of this action.
    pub action: Option<&'a str>,
    /// Only older than this entry.
    pub before: Option<i64>,
}

/// A page of a log, with all who did anything in it.
#[derive(Debug)]
pub struct AuditPage {
    /// The entries, the newest first.
    pub entries: Vec<AuditEntry>,
    /// The users who did something in it, in the order of their nicknames. Of very many, the last ones; those who only
    /// joined or left are not included.
    pub actors: Vec<Actor>,
}

/// Reads a page of a log. The caller has checked that the user may read it.
#[boxed]
pub async fn page(db: &Conn, log_id: LogId, wanted: AuditFilter<'_>, now: Millis, limit: u64) -> Result<AuditPage> {
    let of_log = Entity::find().filter(Column::LogId.eq(log_id)).filter(Column::Id.gte(oldest_shown(db, now)));
    let mut latest: Vec<(i64, i64)> = of_log
        .clone()
        .select_only()
        .column(Column::ActorId)
        .column_as(Column::Id.max(), "latest")
        .filter(Column::Action.is_not_in(WITHOUT_PERMISSION))
        .group_by(Column::ActorId)
        .into_tuple()
        .all(db)
        .await?;
    latest.sort_by_key(|(_, id)| Reverse(*id));
    latest.truncate(ACTORS);
    let latest =
        Entity::find().filter(lists::is_one_of(db, Column::Id, latest.iter().map(|(_, id)| *id))).all(db).await?;
    let mut found = of_log.order_by_desc(Column::Id).limit(limit);
    if let Some(id) = wanted.actor_id {
        found = found.filter(Column::ActorId.eq(id));
    }
    if let Some(action) = wanted.action {
        found = found.filter(Column::Action.eq(action));
    }
    if let Some(id) = wanted.before {
        found = found.filter(Column::Id.lt(id));
    }
    let found = found.all(db).await?;
    let ids: BTreeSet<UserId> = latest.iter().chain(&found).map(|entry| entry.actor_id.into()).collect();
    let ids: Vec<UserId> = ids.into_iter().collect();
    let users: HashMap<UserId, User> = User::all_of(db, &ids).await?.into_iter().map(|user| (user.id, user)).collect();
    let mut actors: Vec<Actor> = latest.iter().map(|entry| Actor::from_entry(entry, &users)).collect();
    actors.sort_by(|one, other| one.nickname.cmp(&other.nickname));
    let entries = found.into_iter().map(|entry| AuditEntry::from_row(entry, &users)).collect();
    Ok(AuditPage { entries, actors })
}

/// Which of these channels were deleted while everyone could see them, as the entries of their deletion say. A channel
/// without such an entry is left out; only entries of messages that a webhook deleted are stored longer than it.
#[boxed]
pub async fn open_when_deleted(
    db: &Conn,
    log_id: LogId,
    channel_ids: BTreeSet<ChannelId>,
) -> Result<BTreeSet<ChannelId>> {
    if channel_ids.is_empty() {
        return Ok(channel_ids);
    }
    let deletions = Entity::find()
        .filter(Column::LogId.eq(log_id))
        .filter(Column::Action.eq(CHANNEL_DELETED))
        .filter(lists::is_one_of(db, Column::TargetId, channel_ids))
        .all(db)
        .await?;
    let open = deletions.into_iter().filter(|entry| {
        matches!(Action::read(&entry.action, &entry.detail), Some(Action::ChannelDeleted { hidden: false, .. }))
    });
    Ok(open.filter_map(|entry| entry.target_id).map(ChannelId::new).collect())
}

/// The newest entries of the log of an app, the newest first. `owner` did most of it.
#[boxed]
pub async fn newest(db: &Conn, app_id: AppId, owner: &User, now: Millis, limit: u64) -> Result<Vec<AuditEntry>> {
    let mut users = HashMap::from([(owner.id, owner.clone())]);
    let found = Entity::find()
        .filter(Column::LogId.eq(app_id))
        .filter(Column::Id.gte(oldest_shown(db, now)))
        .order_by_desc(Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    let others: BTreeSet<UserId> = found
        .iter()
        .filter(|entry| !entry.actor_nickname.is_empty())
        .map(|entry| entry.actor_id.into())
        .filter(|id| *id != owner.id)
        .collect();
    if !others.is_empty() {
        let others: Vec<UserId> = others.into_iter().collect();
        let found = User::all_of(db, &others).await?;
        users.extend(found.into_iter().map(|user| (user.id, user)));
    }
    Ok(found.into_iter().map(|entry| AuditEntry::from_row(entry, &users)).collect())
}

/// The newest entry of a log with one of these actions, if it is not older than `since`.
#[boxed]
pub async fn last_of(db: &Conn, log_id: LogId, actions: &[&str], since: Millis) -> Result<Option<AuditEntry>> {
    let row = Entity::find()
        .filter(Column::LogId.eq(log_id))
        .filter(lists::is_one_of(db, Column::Action, actions.iter().map(|&action| String::from(action))))
        .filter(Column::Id.gte(db.id_times().first_id_at(since)))
        .order_by_desc(Column::Id)
        .one(db)
        .await?;
    Ok(row.map(|entry| AuditEntry::from_row(entry, &HashMap::new())))
}
