//! Removing all messages of one author in a channel at once, undoing it, and deleting what was removed.
//! How a removal hides messages is defined in `removal`; deleting a single message is in `posting`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, IntoActiveModel, Order, PaginatorTrait, QueryOrder, QuerySelect};

use crate::core::Core;
use crate::live::{self, MessageChange};
use crate::models::accounts::user;
use crate::models::logs::audit::{self, Action, NamedChannel, Poster};
use crate::models::messages::message::{self, DoomedRow};
use crate::models::messages::removal::{Author, Column, Entity, Model, UNDO_MS};
use crate::models::servers::member;
use crate::models::webhooks::webhook;
use crate::models::{Channel, Membership};
use portico_macros::boxed;
use portico_platform::config::caps::{self, CapNoun};
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::{DAY_MS, HOUR_MS, Millis};
use portico_rules::ids::ChannelId;

/// How often a removal is tried again for others in the same channel.
const ATTEMPTS: usize = 5;

/// How far back a removal goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// A week.
    Week,
}

impl Since {
    /// Each of them.
    pub const ALL: [Self; 3] = [Self::Hour, Self::Day, Self::Week];

    /// Its name in forms, and on pages after "the last".
    pub fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
        }
    }

    /// The one with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|since| since.name() == name)
    }

    fn ms(self) -> Millis {
        match self {
            Self::Hour => HOUR_MS,
            Self::Day => DAY_MS,
            Self::Week => 7 * DAY_MS,
        }
    }
}

impl Model {
    /// Removes what an author posted in a channel. From the commit on no reader sees any of it; until a minute has passed
    /// it can be undone.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the user may not view the channel, [`Error::Forbidden`] where they may not manage messages,
    /// a fault of the form where there is nothing to remove or too much is still being deleted.
    #[boxed]
    pub async fn make(core: &Core, user_id: i64, channel_id: ChannelId, author: Author, since: Since) -> Result<Self> {
        managed(&core.db, user_id, channel_id).await?;
        for _ in 0..ATTEMPTS {
            let now = core.now();
            let (first_id, last_id) = (core.id_times().first_id_at(now - since.ms()), core.id());
            // Counted before the transaction: there may be many, and posts don't wait for it.
            let known = Self::ids_of(&core.db, channel_id).await?;
            let removed = count(&core.db, channel_id, author, first_id, last_id).await?;
            if removed == 0 {
                return Err(Error::fault(
                    "form",
                    format!("There are no messages by this author in this channel from the last {}.", since.name()),
                ));
            }
            let write = core.begin().await?;
            let channel = managed_to_change(&write, user_id, channel_id).await?;
            let held = Self::ids_of(&write, channel_id).await?;
            if held != known {
                // Another moderator was faster: some of what was counted may be removed already.
                write.rollback().await?;
                continue;
            }
            let most = core.config.caps.removals_per_channel;
            if held.len() >= most as usize {
                return Err(caps::ReachedCap {
                    field: "form",
                    holder: "This channel has",
                    max: most,
                    what: CapNoun::new("removal that is still being deleted", "removals that are still being deleted"),
                    can: "it can have",
                    remedy: "Try again in a minute.",
                }
                .error());
            }
            let (author_id, webhook_id) = author.ids();
            let removal = Self {
                id: core.id(),
                channel_id,
                author_id,
                webhook_id,
                first_id,
                last_id,
                removed: i32::try_from(removed).unwrap_or(i32::MAX),
                removed_by: user_id,
                created_at: now,
                is_final: false,
                deleted_up_to: first_id - 1,
            };
            Entity::insert(removal.clone().into_active_model()).exec_without_returning(&*write).await?;
            let action = Action::MessagesRemoved {
                hidden: NamedChannel::of(&write, &channel).await?.hidden,
                author: poster(&write, author).await?,
                count: removed,
                since: since.name().to_owned(),
            };
            audit::record(&write, core, channel.server_id, user_id, &channel, action).await?;
            let change = MessageChange::Removed(removal.id);
            commit(core, write, channel_id, change).await?;
            return Ok(removal);
        }
        Err(Error::Unavailable("messages of this channel are being removed by others".into()))
    }

    /// Undoes it: all its messages are back, as they were.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the user may not view the channel, [`Error::Forbidden`] where they may not manage messages, a
    /// fault of the form where the minute is over or there is no such removal: it was undone, or its messages are deleted.
    #[boxed]
    pub async fn undo(core: &Core, user_id: i64, channel_id: ChannelId, id: i64) -> Result<Self> {
        let write = core.begin().await?;
        let channel = managed_to_change(&write, user_id, channel_id).await?;
        let removal = match Self::find(&write, channel_id, id).await {
            Err(Error::NotFound) => {
                return Err(Error::fault(
                    "form",
                    "These messages are restored already, or the time for undoing is over.",
                ));
            }
            found => found?,
        };
        // The cleanup changes the same row: one of the two finds it changed.
        let undone = Entity::delete_many()
            .filter(Column::Id.eq(id))
            .filter(Column::IsFinal.eq(false))
            .filter(Column::CreatedAt.gt(core.now() - UNDO_MS))
            .exec(&*write)
            .await?;
        if undone.rows_affected == 0 {
            return Err(Error::fault("form", "The minute is over. These messages can’t be restored."));
        }
        let action = Action::MessagesRestored {
            hidden: NamedChannel::of(&write, &channel).await?.hidden,
            author: poster(&write, removal.author()).await?,
            count: removal.removed.unsigned_abs().into(),
        };
        audit::record(&write, core, channel.server_id, user_id, &channel, action).await?;
        commit(core, write, channel_id, MessageChange::Any).await?;
        Ok(removal)
    }
}

/// The membership of a user who manages messages in a channel that they may view, and the channel.
///
/// # Errors
/// [`Error::NotFound`] where they may not view it, [`Error::Forbidden`] where they may not manage messages.
#[boxed]
pub async fn managed(db: &Conn, user_id: i64, channel_id: ChannelId) -> Result<(Channel, Membership)> {
    let (channel, membership, _) = Channel::viewed_by(db, user_id, channel_id).await?;
    membership.require(Permissions::MANAGE_MESSAGES)?;
    Ok((channel, membership))
}

/// The same; until the transaction ends nothing else is removed or restored in the channel.
async fn managed_to_change(write: &Write, user_id: i64, channel_id: ChannelId) -> Result<Channel> {
    // A ban or time-out of theirs waits for this, or is seen here. Locked before the channel, as by those who post in it.
    member::lock_to_act(write, user_id, channel_id).await?;
    if !Channel::lock_exclusive(write, channel_id).await? {
        return Err(Error::NotFound);
    }
    Ok(managed(write, user_id, channel_id).await?.0)
}

async fn count(db: &Conn, channel_id: ChannelId, author: Author, first_id: i64, last_id: i64) -> Result<u64> {
    let ids = message::Entity::find().select_only().column(message::Column::Id);
    let range = first_id..last_id + 1;
    let all = message::Model::of_channel(ids, db, channel_id, range, Order::Asc);
    let by = match author {
        Author::User(id) => message::Column::AuthorId.eq(id),
        Author::Webhook(id) => message::Column::WebhookId.eq(id),
    };
    Ok(all.filter(Condition::all().add(by)).count(db).await?)
}

/// Who an author is, by the names of this time.
#[boxed]
pub async fn poster(db: &Conn, author: Author) -> Result<Poster> {
    Ok(match author {
        Author::User(id) => {
            let found: Option<(String, String)> = user::Entity::find_by_id(id)
                .select_only()
                .columns([user::Column::Name, user::Column::Nickname])
                .into_tuple()
                .one(db)
                .await?;
            match found {
                Some((name, nickname)) => Poster { id, name, nickname, is_webhook: false },
                None => Poster::gone(id, "Deleted user", false),
            }
        }
        Author::Webhook(id) => {
            let found: Option<String> = webhook::Entity::find_by_id(id)
                .select_only()
                .column(webhook::Column::Name)
                .into_tuple()
                .one(db)
                .await?;
            let name = found.as_deref().unwrap_or("Deleted webhook");
            Poster::gone(id, name, true)
        }
    })
}

/// Commits, and wakes the pages that show the channel and the inboxes.
async fn commit(core: &Core, write: Write, channel_id: ChannelId, change: MessageChange) -> Result<()> {
    let node = core.node();
    live::announce_change(&write, node, channel_id, change).await?;
    live::announce(&write, node, &[(channel_id.into(), true)]).await?;
    live::commit_change(&core.live, write).await?;
    core.live.changed_by(channel_id, change);
    core.live.arrived_unknown(channel_id, true);
    Ok(())
}

/// A message that a removal may cover, as far as deleting it needs.
type Examined = (i64, Option<String>, Option<Millis>, Option<i64>, Option<i64>, Option<i64>);

/// Deletes messages of the oldest removal that can't be undone any more: looks at its next `limit` messages of any author,
/// and deletes the removal after the last. Returns how many messages, and whether there may be more to do.
pub async fn delete_due(write: &Conn, now: Millis, limit: u64) -> Result<(u64, bool)> {
    let is_due = Column::CreatedAt.lte(now - UNDO_MS);
    Entity::update_many()
        .col_expr(Column::IsFinal, Expr::value(true))
        .filter(is_due.clone())
        .filter(Column::IsFinal.eq(false))
        .exec(write)
        .await?;
    let due = Entity::find().filter(is_due).filter(Column::IsFinal.eq(true)).order_by_asc(Column::CreatedAt).limit(1);
    let Some(removal) = due.one(write).await? else {
        return Ok((0, false));
    };
    let rows = message::Entity::find().select_only().columns([
        message::Column::Id,
        message::Column::Spans,
        message::Column::EditedAt,
        message::Column::ReplyNotifiedId,
        message::Column::AuthorId,
        message::Column::WebhookId,
    ]);
    let range = removal.deleted_up_to + 1..removal.last_id + 1;
    let next = message::all_of_channel(rows, write, removal.channel_id, range, Order::Asc);
    let examined: Vec<Examined> = next.limit(limit).into_tuple().all(write).await?;
    let last = examined.last().map(|(id, ..)| *id);
    let is_done = (examined.len() as u64) < limit;
    let (author_id, webhook_id) = removal.author().ids();
    let doomed: Vec<DoomedRow> = examined
        .into_iter()
        .filter(|(.., user, webhook)| {
            (author_id.is_some() && *user == author_id) || (webhook_id.is_some() && *webhook == webhook_id)
        })
        .map(|(id, spans, edited_at, notified, ..)| (id, spans, edited_at, notified))
        .collect();
    let deleted = message::delete_all(write, removal.channel_id, &doomed).await?;
    if is_done {
        Entity::delete_by_id(removal.id).exec(write).await?;
    } else if let Some(last) = last {
        Entity::update_many()
            .col_expr(Column::DeletedUpTo, Expr::value(last))
            .filter(Column::Id.eq(removal.id))
            .exec(write)
            .await?;
    }
    Ok((deleted, true))
}
