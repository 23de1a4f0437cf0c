//! Removals of many messages at once, and deletions of one that can be undone: their rows, and the condition that hides what they cover from every reader.
//! Making and undoing one is in `moderation`, as is deleting what one covers.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait;

use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{self, ChannelId, RemovalId, UserId, WebhookId};

/// For how long a removal can be undone.
pub const UNDO_MS: Millis = 60 * 1000;

/// A removal of many messages, or the deletion of one: from its commit on, no reader sees the messages that it covers. Undoing it deletes this row; otherwise the
/// cleanup deletes the messages in steps, and then the row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_removals")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RemovalId,
    /// The channel.
    pub channel_id: ChannelId,
    /// The user whose messages it covers; or none, and then the webhook.
    pub author_id: Option<UserId>,
    /// The webhook whose messages it covers.
    pub webhook_id: Option<WebhookId>,
    /// The lowest id that it covers.
    pub first_id: i64,
    /// The highest one: nothing that is posted afterwards. The deletion of one message has its id here as well.
    pub last_id: i64,
    /// How many messages there were.
    pub removed: i32,
    /// The user who removed them.
    pub removed_by: UserId,
    /// When.
    pub created_at: Millis,
    /// True if it can't be undone any more. Set once, by the cleanup.
    pub is_final: bool,
    /// How far the cleanup has deleted the messages.
    pub deleted_up_to: i64,
}

portico_platform::database::no_relations!();

/// Who wrote some messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// A user.
    User(UserId),
    /// A webhook.
    Webhook(WebhookId),
}

impl Author {
    /// Reads `user:<id>` or `webhook:<id>`.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once(':')?;
        match kind {
            "user" => ids::parse(id).map(Self::User),
            "webhook" => ids::parse(id).map(Self::Webhook),
            _ => None,
        }
    }

    /// The user's id, and the webhook's.
    pub(super) fn ids(self) -> (Option<UserId>, Option<WebhookId>) {
        match self {
            Self::User(id) => (Some(id), None),
            Self::Webhook(id) => (None, Some(id)),
        }
    }
}

impl std::fmt::Display for Author {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::User(id) => write!(f, "user:{id}"),
            Self::Webhook(id) => write!(f, "webhook:{id}"),
        }
    }
}

impl Model {
    /// Whose messages it covers.
    pub fn author(&self) -> Author {
        match self.webhook_id {
            Some(id) => Author::Webhook(id),
            None => Author::User(self.author_id.unwrap_or(UserId::new(0))),
        }
    }

    /// True if it is the deletion of one message. Only who deleted it can undo that.
    pub fn is_deletion(&self) -> bool {
        self.first_id == self.last_id
    }

    /// When it can't be undone any more.
    pub fn undo_until(&self) -> Millis {
        self.created_at + UNDO_MS
    }

    /// The removal with this id in this channel.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none: there never was, it was undone, or its messages are all deleted.
    #[boxed]
    pub async fn find(db: &Conn, channel_id: ChannelId, id: RemovalId) -> Result<Self> {
        Entity::find_by_id(id).filter(Column::ChannelId.eq(channel_id)).one(db).await?.ok_or(Error::NotFound)
    }

    /// The ids of a channel's removals of many messages that are not all deleted yet, in their order. A cap keeps them few.
    pub(super) async fn ids_of(db: &Conn, channel_id: ChannelId) -> Result<Vec<RemovalId>> {
        let ids = Entity::find().select_only().column(Column::Id);
        let of_channel = ids.filter(Column::ChannelId.eq(channel_id)).filter(is_of_many());
        let mut ids: Vec<RemovalId> = of_channel.into_tuple().all(db).await?;
        ids.sort_unstable();
        Ok(ids)
    }

    /// Deletes it within its minute, so that what it covers is back. False where it is too late: the cleanup changes the same
    /// row, and one of the two finds it changed.
    pub(crate) async fn take_back(write: &Conn, ids: &[RemovalId], now: Millis) -> Result<bool> {
        let deleted = Entity::delete_many()
            .filter(lists::is_one_of(write, Column::Id, ids.iter().copied()))
            .filter(Column::IsFinal.eq(false))
            .filter(Column::CreatedAt.gt(now - UNDO_MS))
            .exec(write)
            .await?;
        Ok(deleted.rows_affected == ids.len() as u64)
    }
}

/// The condition on `message_removals`: it is no deletion of one message.
pub(super) fn is_of_many() -> Expr {
    ExprTrait::ne(Expr::col(Column::FirstId), Expr::col(Column::LastId))
}

/// Condition: no row of `message_removals` covers a message. `$message` is its channel, `$and` the rest of the
/// condition.
///
/// The offset keeps Postgres from turning this into a join with the whole table: one look into an index for each
/// message is less, as there is hardly ever a row.
macro_rules! covering {
    ($message:literal, $and:literal) => {
        concat!(
            "NOT EXISTS (SELECT 1 FROM message_removals WHERE message_removals.channel_id = ",
            $message,
            " ",
            $and,
            " LIMIT 1 OFFSET 0)"
        )
    };
}

/// The condition on `messages`: no removal covers the message. Part of every statement that reads messages for someone.
pub(super) const SPARED_MESSAGE: &str = covering!(
    "messages.channel_id",
    "AND message_removals.first_id <= messages.id AND message_removals.last_id >= messages.id \
     AND (message_removals.author_id = messages.author_id OR message_removals.webhook_id = messages.webhook_id)"
);

/// The condition on `mentions`: no removal covers its message.
pub(super) const SPARED_MENTION: &str = covering!(
    "mentions.channel_id",
    "AND message_removals.first_id <= mentions.message_id AND message_removals.last_id >= mentions.message_id \
     AND EXISTS (SELECT 1 FROM messages WHERE messages.id = mentions.message_id \
     AND (messages.author_id = message_removals.author_id OR messages.webhook_id = message_removals.webhook_id))"
);

/// [`SPARED_MESSAGE`] for the query builder.
pub(super) fn spares_message() -> Expr {
    Expr::cust(SPARED_MESSAGE)
}

/// [`SPARED_MENTION`] for the query builder.
pub(super) fn spares_mention() -> Expr {
    Expr::cust(SPARED_MENTION)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_author_is_read_as_it_is_written() {
        for author in [Author::User(7.into()), Author::Webhook(WebhookId::new(ids::MAX_ID))] {
            assert_eq!(Author::parse(&author.to_string()), Some(author));
        }
        for odd in ["", "user", "user:", "user:07", "role:7", "webhook:-1", "user:7 "] {
            assert_eq!(Author::parse(odd), None, "{odd:?}");
        }
    }
}
