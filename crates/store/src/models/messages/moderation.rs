//! Removing all messages of one author in a channel or a server at once, undoing it, and deleting what was removed.
//! How a removal hides messages is defined in `removal`, what one would take is counted in `removal_preview`; deleting a
//! single message is in `posting`.

use std::ops::Range;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{IntoActiveModel, Order, PaginatorTrait, QueryOrder, QuerySelect, Select};

use crate::core::Core;
use crate::live::{self, MessageChange};
use crate::models::accounts::user;
use crate::models::logs::audit::{self, Action, NamedChannel, Poster};
use crate::models::messages::message::{self, DoomedRow};
use crate::models::messages::message_report;
use crate::models::messages::removal::{Author, Column, Entity, Model, UNDO_MS, is_of_many};
use crate::models::servers::access::UserAccess;
use crate::models::servers::member;
use crate::models::webhooks::webhook;
use crate::models::{Channel, Membership};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::{DAY_MS, HOUR_MS, Millis};
use portico_rules::ids::{self, ChannelId, MessageId, RemovalId, ServerId, UserId, WebhookId};

/// How often a removal is tried again for others in the same channel.
pub(in crate::models) const ATTEMPTS: usize = 5;

/// Max deletions of single messages in a channel that can still be undone: each read of its messages looks at all of them.
const MAX_DELETIONS: u64 = 100;

/// How far back a removal goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// A week.
    Week,
    /// The message with this id, and all later ones.
    Message(i64),
}

impl Since {
    /// Each that is a time.
    pub const TIMES: [Self; 3] = [Self::Hour, Self::Day, Self::Week];

    /// Its name in the audit log, and of a time in forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Message(_) => "message",
        }
    }

    /// Its name on pages.
    pub fn label(self) -> &'static str {
        match self {
            Self::Hour => "The last hour",
            Self::Day => "The last day",
            Self::Week => "The last week",
            Self::Message(_) => "This message and all later ones",
        }
    }

    /// Reads the name of a time, or `message:<id>`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("message:") {
            Some(id) => ids::parse(id).map(Self::Message),
            None => Self::TIMES.into_iter().find(|since| since.name() == text),
        }
    }

    pub(super) fn first_id(self, core: &Core) -> i64 {
        let ms = match self {
            Self::Hour => HOUR_MS,
            Self::Day => DAY_MS,
            Self::Week => 7 * DAY_MS,
            Self::Message(id) => return id,
        };
        core.id_times().first_id_at(core.now() - ms)
    }
}

/// A removal in one channel, counted before the transaction that makes it: there may be many messages, and posts don't wait.
#[derive(Debug)]
pub(in crate::models) struct Plan {
    channel_id: ChannelId,
    /// The removals that the channel had.
    known: Vec<RemovalId>,
    first_id: i64,
    counted_to: i64,
    counted: u64,
}

impl Plan {
    /// Counts the messages of an author in these channels. No plan for a channel where they posted nothing.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(in crate::models) async fn count(
        core: &Core,
        mut channel_ids: Vec<ChannelId>,
        author: Author,
        since: Since,
    ) -> Result<Vec<Self>> {
        // Two that lock channels in the same order don't wait for each other.
        channel_ids.sort_unstable();
        let mut plans = Vec::new();
        let first_id = since.first_id(core);
        for channel_id in channel_ids {
            let counted_to: i64 = core.id();
            let known = Model::ids_of(&core.db, channel_id).await?;
            let counted = count(&core.db, channel_id, author, first_id..counted_to + 1).await?;
            if counted > 0 {
                plans.push(Self { channel_id, known, first_id, counted_to, counted });
            }
        }
        Ok(plans)
    }
}

/// Makes planned removals and announces them; none is made where another moderator was faster, so that some of what was counted
/// may be removed already. [`wake`] is called with them after the commit.
///
/// # Errors
/// As [`Model::make`].
pub(in crate::models) async fn make_planned(
    core: &Core,
    write: &Write,
    user_id: UserId,
    author: Author,
    since: Since,
    plans: &[Plan],
) -> Result<Option<Vec<Model>>> {
    let now = core.now();
    let mut made = Vec::with_capacity(plans.len());
    for plan in plans {
        let channel = managed_to_change(write, user_id, plan.channel_id).await?;
        let held = Model::ids_of(write, channel.id).await?;
        if held != plan.known {
            return Ok(None);
        }
        let max = core.config.caps.removals_per_channel;
        if held.len() >= max as usize {
            return Err(caps::reached(
                "form",
                max,
                [
                    "This channel has 1 removal that is still being deleted, the most it can have.",
                    "This channel has {} removals that are still being deleted, the most it can have.",
                ],
                "Try again in a minute.",
            ));
        }
        // No one posts in the channel now: this is the last message.
        let last_id: i64 = core.id();
        let removed = plan.counted + count(write, channel.id, author, plan.counted_to + 1..last_id + 1).await?;
        let (author_id, webhook_id) = author.ids();
        let removal = Model {
            id: core.id(),
            channel_id: channel.id,
            author_id,
            webhook_id,
            first_id: plan.first_id,
            last_id,
            removed: i32::try_from(removed).unwrap_or(i32::MAX),
            removed_by: user_id,
            created_at: now,
            is_final: false,
            deleted_up_to: plan.first_id - 1,
        };
        Entity::insert(removal.clone().into_active_model()).exec_without_returning(&**write).await?;
        message_report::close_of_removed(write, &removal).await?;
        let action = Action::MessagesRemoved {
            hidden: NamedChannel::load(write, &channel).await?.hidden,
            author: poster(write, author).await?,
            count: removed,
            since: since.name().to_owned(),
        };
        audit::record(write, core, channel.server_id, user_id, &channel, action).await?;
        announce(core, write, channel.id, MessageChange::Removed(removal.id)).await?;
        made.push(removal);
    }
    Ok(Some(made))
}

impl Model {
    /// Removes what an author posted in a channel, or `everywhere` in its server that the user can see. From the commit on no
    /// reader sees any of it; until a minute has passed it can be undone. Returns the removal in this channel, or where
    /// nothing was removed in it another one.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the user may not view the channel, [`Error::Forbidden`] where they may not manage messages,
    /// a fault of the form where there is nothing to remove or too much is still being deleted.
    #[boxed]
    pub async fn make(
        core: &Core,
        user_id: UserId,
        channel_id: ChannelId,
        author: Author,
        since: Since,
        everywhere: bool,
    ) -> Result<Self> {
        let (channel, _) = managed(&core.db, user_id, channel_id).await?;
        for _ in 0..ATTEMPTS {
            let ids = match everywhere {
                true => visible(core, user_id, channel.server_id).await?,
                false => vec![channel_id],
            };
            let plans = Plan::count(core, ids, author, since).await?;
            if plans.is_empty() {
                return Err(Error::fault("form", "There are no messages by this author to remove."));
            }
            let write = core.begin().await?;
            let Some(made) = make_planned(core, &write, user_id, author, since, &plans).await? else {
                write.rollback().await?;
                continue;
            };
            live::commit_change(&core.live, write).await?;
            wake(core, &made);
            let here = made.iter().position(|removal| removal.channel_id == channel_id);
            return made.into_iter().nth(here.unwrap_or_default()).ok_or(Error::NotFound);
        }
        Err(Error::Unavailable("messages of this channel are being removed by others".into()))
    }

    /// The removals that were made together with this one, in the order of their channels.
    async fn together(&self, db: &Conn) -> Result<Vec<Self>> {
        let (author_id, webhook_id) = self.author().ids();
        let all = Entity::find()
            .filter(Column::RemovedBy.eq(self.removed_by))
            .filter(Column::CreatedAt.eq(self.created_at))
            .filter(is_of_many())
            .filter(match author_id {
                Some(id) => Column::AuthorId.eq(id),
                None => Column::WebhookId.eq(webhook_id),
            });
        Ok(all.order_by_asc(Column::ChannelId).all(db).await?)
    }

    /// How many messages were removed with this one; only those of this channel for anyone but the user who removed them.
    ///
    /// # Errors
    /// When the database can't be reached.
    #[boxed]
    pub async fn removed_together(&self, db: &Conn, reader: UserId) -> Result<i32> {
        if self.removed_by != reader {
            return Ok(self.removed);
        }
        Ok(self.together(db).await?.iter().fold(0_i32, |sum, removal| sum.saturating_add(removal.removed)))
    }

    /// Undoes it, with what was removed together with it in other channels that the user can see: all messages are back, as they
    /// were. Returns how many.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the user may not view the channel, [`Error::Forbidden`] where they may not manage messages, a
    /// fault of the form where the minute is over or there is no such removal: it was undone, or its messages are deleted.
    #[boxed]
    pub async fn undo(core: &Core, user_id: UserId, channel_id: ChannelId, id: RemovalId) -> Result<i32> {
        let is_gone = || Error::fault("form", "These messages are restored already, or the time for undoing is over.");
        let removal = match Self::find(&core.db, channel_id, id).await {
            Err(Error::NotFound) => {
                Channel::viewed_by(&core.db, user_id, channel_id).await?;
                return Err(is_gone());
            }
            found => found?,
        };
        managed(&core.db, user_id, channel_id).await?;
        let write = core.begin().await?;
        let mut undone = Vec::new();
        for removal in removal.together(&write).await? {
            match managed_to_change(&write, user_id, removal.channel_id).await {
                Ok(channel) => undone.push((removal, channel)),
                Err(Error::NotFound) if removal.channel_id != channel_id => {}
                Err(err) => return Err(err),
            }
        }
        let ids: Vec<RemovalId> = undone.iter().map(|(removal, _)| removal.id).collect();
        if !ids.contains(&id) {
            return Err(is_gone());
        }
        if !Self::take_back(&write, &ids, core.now()).await? {
            return Err(Error::fault("form", "The minute is over. These messages can’t be restored."));
        }
        for (removal, channel) in &undone {
            message_report::reopen_of_removed(&write, removal).await?;
            let action = Action::MessagesRestored {
                hidden: NamedChannel::load(&write, channel).await?.hidden,
                author: poster(&write, removal.author()).await?,
                count: removal.removed.unsigned_abs().into(),
            };
            audit::record(&write, core, channel.server_id, user_id, channel, action).await?;
            announce(core, &write, channel.id, MessageChange::Any).await?;
        }
        live::commit_change(&core.live, write).await?;
        for (removal, _) in &undone {
            woken(core, removal.channel_id, MessageChange::Any);
        }
        Ok(undone.iter().fold(0_i32, |sum, (removal, _)| sum.saturating_add(removal.removed)))
    }
}

/// The channels of a server that a user can see.
pub(in crate::models) async fn visible(core: &Core, user_id: UserId, server_id: ServerId) -> Result<Vec<ChannelId>> {
    let access = UserAccess::load(&core.db, user_id).await?;
    Ok(access.channels_of(server_id).map(|channel| channel.id).collect())
}

/// The membership of a user who manages messages in a channel that they may view, and the channel.
///
/// # Errors
/// [`Error::NotFound`] where they may not view it, [`Error::Forbidden`] where they may not manage messages.
#[boxed]
pub async fn managed(db: &Conn, user_id: UserId, channel_id: ChannelId) -> Result<(Channel, Membership)> {
    let (channel, membership, _) = Channel::viewed_by(db, user_id, channel_id).await?;
    membership.require(Permissions::MANAGE_MESSAGES)?;
    Ok((channel, membership))
}

/// The same; until the transaction ends nothing else is removed or restored in the channel.
async fn managed_to_change(write: &Write, user_id: UserId, channel_id: ChannelId) -> Result<Channel> {
    // A ban or time-out of theirs waits for this, or is seen here. Locked before the channel, as by those who post in it.
    member::lock_to_act(write, user_id, channel_id).await?;
    if !Channel::lock_exclusive(write, channel_id).await? {
        return Err(Error::NotFound);
    }
    Ok(managed(write, user_id, channel_id).await?.0)
}

async fn count(db: &Conn, channel_id: ChannelId, author: Author, range: Range<i64>) -> Result<u64> {
    Ok(covered(db, channel_id, author, range, Order::Asc).count(db).await?)
}

/// The ids of the messages that a removal with this range would cover in a channel, in this order.
pub(super) fn covered(
    db: &Conn,
    channel_id: ChannelId,
    author: Author,
    range: Range<i64>,
    order: Order,
) -> Select<message::Entity> {
    let ids = message::Entity::find().select_only().column(message::Column::Id);
    message::Model::of_channel(ids, db, channel_id, range, order).filter(match author {
        Author::User(id) => message::Column::AuthorId.eq(id),
        Author::Webhook(id) => message::Column::WebhookId.eq(id),
    })
}

/// Hides a message as deleted; the cleanup deletes it after a minute, until when that can be undone. Returns the
/// removal; none where the caller has to delete the message: one of no known author, or beyond [`MAX_DELETIONS`].
pub(crate) async fn hide_deleted(
    core: &Core,
    write: &Write,
    user_id: UserId,
    message: &message::Model,
) -> Result<Option<RemovalId>> {
    let of_channel = Entity::find().filter(Column::ChannelId.eq(message.channel_id));
    if (message.author_id.is_none() && message.webhook_id.is_none())
        || of_channel.count(&**write).await? >= MAX_DELETIONS
    {
        return Ok(None);
    }
    let (author_id, webhook_id) = message.author().ids();
    let removal = Model {
        id: core.id(),
        channel_id: message.channel_id,
        author_id,
        webhook_id,
        first_id: message.id.get(),
        last_id: message.id.get(),
        removed: 1,
        removed_by: user_id,
        created_at: core.now(),
        is_final: false,
        deleted_up_to: message.id.get() - 1,
    };
    Entity::insert(removal.clone().into_active_model()).exec_without_returning(&**write).await?;
    // Who deletes their own is no moderator who has decided.
    if message.author() != Author::User(user_id) {
        message_report::close_of_removed(write, &removal).await?;
    }
    Ok(Some(removal.id))
}

/// Who an author is, by the names of this time.
#[boxed]
pub async fn poster(db: &Conn, author: Author) -> Result<Poster> {
    Ok(match author {
        Author::User(id) => {
            let row: Option<(String, String)> = user::Entity::find_by_id(id)
                .select_only()
                .columns([user::Column::Name, user::Column::Nickname])
                .into_tuple()
                .one(db)
                .await?;
            match row {
                Some((name, nickname)) => Poster { id: id.get(), name, nickname, is_webhook: false },
                None => Poster::gone(id.get(), "Deleted user", false),
            }
        }
        Author::Webhook(id) => {
            let row: Option<String> = webhook::Entity::find_by_id(id)
                .select_only()
                .column(webhook::Column::Name)
                .into_tuple()
                .one(db)
                .await?;
            let name = row.as_deref().unwrap_or("Deleted webhook");
            Poster::gone(id.get(), name, true)
        }
    })
}

/// Announces a change to the pages that show the channel and to the inboxes.
async fn announce(core: &Core, write: &Write, channel_id: ChannelId, change: MessageChange) -> Result<()> {
    let node = core.node();
    live::announce_change(write, node, channel_id, change).await?;
    live::announce(write, node, &[(channel_id.into(), true)]).await?;
    Ok(())
}

/// Wakes this process's pages and inboxes after removals were committed.
pub(in crate::models) fn wake(core: &Core, made: &[Model]) {
    for removal in made {
        woken(core, removal.channel_id, MessageChange::Removed(removal.id));
    }
}

fn woken(core: &Core, channel_id: ChannelId, change: MessageChange) {
    core.live.changed_by(channel_id, change);
    core.live.arrived_unknown(channel_id, true);
}

/// A message that a removal may cover, as far as deleting it needs.
type ExaminedMessage = (MessageId, Option<String>, Option<Millis>, Option<UserId>, Option<UserId>, Option<WebhookId>);

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
    let examined: Vec<ExaminedMessage> = next.limit(limit).into_tuple().all(write).await?;
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
