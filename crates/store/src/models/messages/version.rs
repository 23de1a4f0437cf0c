//! Earlier texts of edited messages: the first version and the last ten.
//! `posting` edits; the pages decide who may read this.

use sea_orm::entity::prelude::*;
use sea_orm::{IntoActiveModel, QueryOrder, QuerySelect};

use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::cards::{self, Card};
use portico_rules::chat::mentions::{self, Span};
use portico_rules::clock::Millis;
use portico_rules::ids::MessageId;

/// How many versions of a message are kept besides the first.
pub const MAX_LAST: usize = 10;

/// An earlier version of a message.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_versions")]
pub struct Model {
    /// The message.
    #[sea_orm(primary_key, auto_increment = false)]
    pub message_id: MessageId,
    /// When an edit replaced this version. Rises with each edit of a message.
    #[sea_orm(primary_key, auto_increment = false)]
    pub edited_at: Millis,
    /// The text.
    pub content: String,
    /// Where the mentions are in it, see [`mentions::read`].
    pub spans: Option<String>,
    /// The cards, see [`cards::read`].
    pub cards: Option<String>,
    /// The name it was posted under, where the payload had one.
    pub name: Option<String>,
}

portico_platform::database::no_relations!();

impl Model {
    /// Where the mentions are in its text.
    pub fn spans(&self) -> Vec<Span> {
        mentions::read(self.spans.as_deref())
    }

    /// Its cards.
    pub fn cards(&self) -> Vec<Card> {
        cards::read(self.cards.as_deref())
    }

    /// The versions of a message that are kept, oldest first.
    #[boxed]
    pub async fn all_of(db: &Conn, message_id: MessageId) -> Result<Vec<Self>> {
        Ok(Entity::find().filter(Column::MessageId.eq(message_id)).order_by_asc(Column::EditedAt).all(db).await?)
    }
}

/// Stores what a message said until an edit, and deletes the version that is neither the first nor one of the last
/// [`MAX_LAST`]. The caller has locked the message's row.
pub(crate) async fn record(write: &Conn, version: Model) -> Result<()> {
    let message_id = version.message_id;
    Entity::insert(version.into_active_model()).exec_without_returning(write).await?;
    let kept: Vec<Millis> = Entity::find()
        .select_only()
        .column(Column::EditedAt)
        .filter(Column::MessageId.eq(message_id))
        .order_by_asc(Column::EditedAt)
        .into_tuple()
        .all(write)
        .await?;
    let surplus = kept.len().saturating_sub(MAX_LAST + 1);
    if surplus > 0 {
        let surplus = kept.into_iter().skip(1).take(surplus);
        Entity::delete_many()
            .filter(Column::MessageId.eq(message_id))
            .filter(lists::is_one_of(write, Column::EditedAt, surplus))
            .exec(write)
            .await?;
    }
    Ok(())
}

/// Deletes all versions of some messages.
pub async fn delete_of(write: &Conn, message_ids: &[MessageId]) -> Result<()> {
    if !message_ids.is_empty() {
        Entity::delete_many()
            .filter(lists::is_one_of(write, Column::MessageId, message_ids.iter().copied()))
            .exec(write)
            .await?;
    }
    Ok(())
}
