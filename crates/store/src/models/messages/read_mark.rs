//! How far users have read in each channel.
//! `inbox` computes which of their mentions are still unread.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, OnConflict, Query};
use sea_orm::{ConnectionTrait, Set};

use crate::models::batch;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::ids::{ChannelId, MessageId, UserId};

/// How far a user has read in a channel.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "read_marks")]
pub struct Model {
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The channel.
    #[sea_orm(primary_key, auto_increment = false)]
    pub channel_id: ChannelId,
    /// Everything up to and with this message has been seen.
    pub message_id: MessageId,
}

portico_platform::database::no_relations!();

/// Moves the mark forward, never back; returns whether it moved.
#[boxed]
pub async fn advance(db: &Conn, user_id: UserId, channel_id: ChannelId, message_id: MessageId) -> Result<bool> {
    let mark = ActiveModel { user_id: Set(user_id), channel_id: Set(channel_id), message_id: Set(message_id) };
    let moved = Entity::insert(mark)
        .on_conflict(
            OnConflict::columns([Column::UserId, Column::ChannelId])
                .update_column(Column::MessageId)
                .action_and_where(ExprTrait::lt(Expr::col((Entity, Column::MessageId)), message_id))
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(moved > 0)
}

/// Moves the mark back, so that a message and everything after it is unread. Where nothing was read, nothing changes. Returns
/// whether it moved.
#[boxed]
pub async fn set_before(db: &Conn, user_id: UserId, channel_id: ChannelId, message_id: MessageId) -> Result<bool> {
    let moved = Entity::update_many()
        .col_expr(Column::MessageId, Expr::value(message_id.get() - 1))
        .filter(Column::UserId.eq(user_id))
        .filter(Column::ChannelId.eq(channel_id))
        .filter(Column::MessageId.gte(message_id))
        .exec(db)
        .await?;
    Ok(moved.rows_affected > 0)
}

/// Moves the marks of several channels forward, each given with its message, never back.
pub async fn advance_all(db: &Conn, user_id: UserId, marks: &[(ChannelId, MessageId)]) -> Result<()> {
    let marks = marks.iter().map(|(channel, message)| [channel.get(), message.get()]);
    let [channel_id, message_id, ..] = lists::COLUMNS;
    let rows = Query::select()
        .expr(Expr::value(user_id))
        .columns([channel_id, message_id].map(Alias::new))
        .from_subquery(lists::table_of_ids(db, marks), Alias::new("marks"))
        // SQLite would otherwise take what follows for the condition of a join.
        .and_where(Expr::cust("true"))
        .take();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::UserId, Column::ChannelId, Column::MessageId])
        .select_from(rows)
        .map_err(Error::internal)?
        .on_conflict(
            OnConflict::columns([Column::UserId, Column::ChannelId])
                .update_column(Column::MessageId)
                .action_and_where(ExprTrait::lt(
                    Expr::col((Entity, Column::MessageId)),
                    Expr::col((Alias::new("excluded"), Column::MessageId)),
                ))
                .to_owned(),
        )
        .take();
    db.execute(&insert).await?;
    Ok(())
}

/// How far a user has read in a channel; none: nothing yet.
#[boxed]
pub async fn find(db: &Conn, user_id: UserId, channel_id: ChannelId) -> Result<Option<MessageId>> {
    Ok(Entity::find_by_id((user_id, channel_id)).one(db).await?.map(|mark| mark.message_id))
}

/// Deletes at most `limit` marks of a user whose account is deleted; returns how many.
pub(in crate::models) async fn delete_of_user(write: &Conn, user_id: UserId, limit: u64) -> Result<u64> {
    let owner = (Column::UserId, user_id.get());
    batch::delete_of::<Entity>(write, owner, Column::ChannelId, limit).await
}
