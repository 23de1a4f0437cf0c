//! Messages as they are stored: text, author and mentions.
//! How a message is created is in `posting`.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, LockType, Query, UnionType};
use sea_orm::{JoinType, Order, QueryOrder, QuerySelect, QueryTrait};

use crate::models::key_range::{self, in_key_range};
use crate::models::logs::delivery;
use crate::models::messages::removal::{self, Author};
use crate::models::messages::search_index::{self, IndexedMessage};
use crate::models::messages::{mention, version};
use crate::models::servers::channel;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::cards::{self, Card};
use portico_rules::chat::mentions::{self, MentionTarget, Span};
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, IdTimes, MessageId, UserId, WebhookId};

/// How many attempts of a webhook [`fired_lately`] looks at.
const LATELY: u64 = 50;

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "messages")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MessageId,
    /// Its channel.
    pub channel_id: ChannelId,
    /// The user who wrote it, who may be deleted by now.
    pub author_id: Option<UserId>,
    /// The webhook that posted it, which may be deleted by now.
    pub webhook_id: Option<WebhookId>,
    /// The name it came under, where the payload had one.
    pub name: Option<String>,
    /// The avatar it came under, where the payload had one. Never fetched by the server.
    pub avatar_url: Option<String>,
    /// The text as it is shown; empty only where there are cards.
    pub content: String,
    /// The positions of the mentions in it, see [`mentions::read`].
    pub spans: Option<String>,
    /// Its cards, see [`cards::read`].
    pub cards: Option<String>,
    /// When it was last edited. What it said before is in `message_versions`.
    pub edited_at: Option<Millis>,
    /// The message of the same channel that it replies to, which may be deleted by now.
    pub reply_to_id: Option<MessageId>,
    /// The user whom it notified as the author of that message.
    pub reply_notified_id: Option<UserId>,
}

// There is no foreign key: a channel is deleted at once, its messages in steps.
portico_platform::database::belongs_to!(Channel: channel by ChannelId);

impl Model {
    /// Who wrote it.
    pub fn author(&self) -> Author {
        match self.webhook_id {
            Some(id) => Author::Webhook(id),
            None => Author::User(self.author_id.unwrap_or(UserId::new(0))),
        }
    }

    /// When it was accepted.
    pub fn created_at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id.get())
    }

    /// The positions of the mentions in its text.
    pub fn spans(&self) -> Vec<Span> {
        mentions::read(self.spans.as_deref())
    }

    /// Its cards.
    pub fn cards(&self) -> Vec<Card> {
        cards::read(self.cards.as_deref())
    }

    /// Its present text, as the version that an edit at `edited_at` replaces.
    pub(crate) fn version(&self, edited_at: Millis) -> version::Model {
        version::Model {
            message_id: self.id,
            edited_at,
            content: self.content.clone(),
            spans: self.spans.clone(),
            cards: self.cards.clone(),
            name: self.name.clone(),
        }
    }

    /// The message with this id; none where its channel was deleted, or where it was removed.
    #[boxed]
    pub async fn find(db: &Conn, id: MessageId) -> Result<Option<Self>> {
        Ok(Entity::find_by_id(id)
            .join(JoinType::InnerJoin, Relation::Channel.def())
            .filter(removal::spares_message())
            .one(db)
            .await?)
    }

    /// The message with this id, where this webhook posted it into this channel.
    #[boxed]
    pub async fn find_own(
        db: &Conn,
        webhook_id: WebhookId,
        channel_id: ChannelId,
        id: MessageId,
    ) -> Result<Option<Self>> {
        Ok(own(webhook_id, channel_id, id).one(db).await?)
    }

    /// The same, about to be changed: until the transaction ends no one else edits or deletes it.
    pub(crate) async fn lock_own(
        write: &Conn,
        webhook_id: WebhookId,
        channel_id: ChannelId,
        id: MessageId,
    ) -> Result<Option<Self>> {
        let own = own(webhook_id, channel_id, id);
        Ok(own.lock(LockType::NoKeyUpdate).one(write).await?)
    }

    /// The message with this id in a channel.
    #[boxed]
    pub async fn find_in(db: &Conn, channel_id: ChannelId, id: MessageId) -> Result<Option<Self>> {
        Ok(in_channel(channel_id, id).one(db).await?)
    }

    /// The same, about to be changed: until the transaction ends no one else edits or deletes it.
    pub(crate) async fn lock_in(write: &Conn, channel_id: ChannelId, id: MessageId) -> Result<Option<Self>> {
        let found = in_channel(channel_id, id);
        Ok(found.lock(LockType::NoKeyUpdate).one(write).await?)
    }

    /// The targets that it notified by its mentions and by being a reply, each once.
    pub(crate) fn fired(&self) -> BTreeSet<MentionTarget> {
        fired(self.spans.as_deref(), self.reply_notified_id)
    }

    /// The targets that the mentions in its text notified, each once.
    pub(crate) fn fired_in_text(&self) -> BTreeSet<MentionTarget> {
        fired(self.spans.as_deref(), None)
    }

    /// Deletes it, with its earlier versions, the mentions that fired in it, and its words in the search index. The caller
    /// has locked the row.
    pub(crate) async fn delete(&self, write: &Conn) -> Result<()> {
        let fired: Vec<_> = self.fired().into_iter().map(|target| (self.id, target)).collect();
        mention::delete_fired(write, self.channel_id, &fired).await?;
        if self.edited_at.is_some() {
            version::delete_of(write, &[self.id]).await?;
        }
        search_index::forget(write, std::iter::once(self.id)).await?;
        Entity::delete_by_id(self.id).exec(write).await?;
        Ok(())
    }

    /// Replaces what it says, in the search index too. The caller has locked the row and recorded the version before.
    pub(crate) async fn replace(&self, write: &Conn) -> Result<()> {
        Entity::update_many()
            .col_expr(Column::Content, Expr::value(self.content.as_str()))
            .col_expr(Column::Spans, Expr::value(self.spans.clone()))
            .col_expr(Column::Cards, Expr::value(self.cards.clone()))
            .col_expr(Column::EditedAt, Expr::value(self.edited_at))
            .filter(Column::Id.eq(self.id))
            .exec(write)
            .await?;
        search_index::replace(write, &self.indexed()).await
    }

    /// The form of it that the search index stores.
    pub(super) fn indexed(&self) -> IndexedMessage {
        let cards = self.cards();
        let text = (self.content.as_str(), cards.as_slice());
        IndexedMessage::new((self.id.get(), self.channel_id), self.author(), text, self.fired())
    }

    /// The ids of what came after `after`, in their order. Reads nothing but the index.
    #[boxed]
    pub async fn ids_since(db: &Conn, channel_id: ChannelId, after: i64, limit: u64) -> Result<Vec<i64>> {
        let ids = Entity::find().select_only().column(Column::Id);
        let since = after + 1..i64::MAX;
        Ok(Self::of_channel(ids, db, channel_id, since, Order::Asc).limit(limit).into_tuple().all(db).await?)
    }

    /// The messages of a channel among `select`, those with an id in `ids`, in their order; without those that were
    /// removed.
    pub(super) fn of_channel(
        select: Select<Entity>,
        db: &Conn,
        channel_id: ChannelId,
        ids: Range<i64>,
        order: Order,
    ) -> Select<Entity> {
        all_of_channel(select, db, channel_id, ids, order).filter(removal::spares_message())
    }

    /// The id of a channel's newest message up to and with `up_to`.
    #[boxed]
    pub async fn newest_id(db: &Conn, channel_id: ChannelId, up_to: i64) -> Result<Option<MessageId>> {
        let ids = Entity::find().select_only().column(Column::Id);
        let until = 0..up_to.saturating_add(1);
        Ok(Self::of_channel(ids, db, channel_id, until, Order::Desc).limit(1).into_tuple().one(db).await?)
    }
}

/// The targets that a message with these spans, which notified this user by being a reply, notified: each once.
pub(super) fn fired(spans: Option<&str>, reply_notified_id: Option<UserId>) -> BTreeSet<MentionTarget> {
    let in_text = mentions::read(spans).into_iter();
    let in_text = in_text.filter(|span| span.fired).map(|span| span.target);
    in_text.chain(reply_notified_id.map(MentionTarget::User)).collect()
}

fn own(webhook_id: WebhookId, channel_id: ChannelId, id: MessageId) -> Select<Entity> {
    in_channel(channel_id, id).filter(Column::WebhookId.eq(webhook_id))
}

fn in_channel(channel_id: ChannelId, id: MessageId) -> Select<Entity> {
    Entity::find_by_id(id).filter(Column::ChannelId.eq(channel_id)).filter(removal::spares_message())
}

/// As [`Model::of_channel`], with those that were removed.
pub(super) fn all_of_channel(
    select: Select<Entity>,
    db: &Conn,
    channel_id: ChannelId,
    ids: Range<i64>,
    order: Order,
) -> Select<Entity> {
    let channel = (Column::ChannelId, channel_id);
    in_key_range(select, db, channel, Column::Id, ids, order)
}

/// Which of these ids are no message's. One that was removed is still a message's.
pub async fn missing(db: &Conn, ids: impl Iterator<Item = MessageId>) -> Result<HashSet<MessageId>> {
    let mut missing: HashSet<MessageId> = ids.collect();
    let rows: Vec<MessageId> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(lists::is_one_of(db, Column::Id, missing.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    for id in rows {
        missing.remove(&id);
    }
    Ok(missing)
}

/// Deletes the oldest messages of a deleted channel, at most `limit`, with the mentions that fired in them and their
/// earlier versions; returns how many messages.
pub(in crate::models) async fn delete_of_channel(write: &Conn, channel_id: ChannelId, limit: u64) -> Result<u64> {
    let rows =
        Entity::find().select_only().columns([Column::Id, Column::Spans, Column::EditedAt, Column::ReplyNotifiedId]);
    let oldest = all_of_channel(rows, write, channel_id, key_range::ALL, Order::Asc).limit(limit);
    let batch: Vec<DoomedRow> = oldest.into_tuple().all(write).await?;
    delete_all(write, channel_id, &batch).await
}

/// The columns that deleting a message needs: its id, its spans, when it was edited, and whom it notified as a reply.
pub(super) type DoomedRow = (MessageId, Option<String>, Option<Millis>, Option<UserId>);

/// Deletes these messages of a channel, with the mentions that fired in them and their earlier versions; returns how many
/// messages.
pub(super) async fn delete_all(write: &Conn, channel_id: ChannelId, batch: &[DoomedRow]) -> Result<u64> {
    let fired: BTreeSet<(MessageId, MentionTarget)> = batch
        .iter()
        .flat_map(|(id, spans, _, notified)| {
            let fired = fired(spans.as_deref(), *notified).into_iter();
            fired.map(|target| (*id, target))
        })
        .collect();
    let fired: Vec<(MessageId, MentionTarget)> = fired.into_iter().collect();
    mention::delete_fired(write, channel_id, &fired).await?;
    if batch.is_empty() {
        return Ok(0);
    }
    let edited = batch.iter().filter(|(_, _, edited_at, _)| edited_at.is_some());
    let edited: Vec<MessageId> = edited.map(|(id, ..)| *id).collect();
    version::delete_of(write, &edited).await?;
    search_index::forget(write, batch.iter().map(|(id, ..)| *id)).await?;
    let deleted = Entity::delete_many()
        .filter(lists::is_one_of(write, Column::Id, batch.iter().map(|(id, ..)| *id)))
        .exec(write)
        .await?;
    Ok(deleted.rows_affected)
}

/// True if a mention fired in one of the latest messages of a few webhooks.
#[boxed]
pub async fn fired_lately(db: &Conn, webhook_ids: &[WebhookId]) -> Result<bool> {
    let latest_of = |webhook_id: &WebhookId| {
        let latest = delivery::Entity::find()
            .select_only()
            .column(delivery::Column::MessageId)
            .filter(delivery::Column::WebhookId.eq(*webhook_id))
            .order_by_desc(delivery::Column::Id)
            .limit(LATELY);
        Query::select().column(Alias::new("message_id")).from_subquery(latest.into_query(), Alias::new("latest")).take()
    };
    let mut latest = webhook_ids.iter().map(latest_of);
    let Some(mut ids) = latest.next() else {
        return Ok(false);
    };
    ids.unions(latest.map(|of_webhook| (UnionType::All, of_webhook)));
    let messages = Entity::find().filter(Column::Id.in_subquery(ids)).all(db).await?;
    Ok(messages.iter().any(|message| !message.fired().is_empty()))
}
