//! Bans: who can't join a server again.
//! Banning someone, and lifting a ban, is in `lifecycle::banning`; that no one joins who is banned, in `member`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Query, SelectStatement};
use sea_orm::{QueryOrder, QuerySelect};

use crate::models::User;
use crate::models::batch;
use crate::models::tombstone::{self, TombstoneKind};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;

/// A ban. It holds until it is lifted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bans")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The server.
    pub server_id: i64,
    /// Who can't join it.
    pub user_id: i64,
    /// Who banned them; none once that account is deleted, or until the cleanup an id that no account has.
    pub banned_by: Option<i64>,
    /// Why; empty if no reason was given.
    pub reason: String,
    /// Since when.
    pub created_at: i64,
}

portico_platform::database::no_relations!();

/// A ban with the accounts that it names.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The ban.
    pub ban: Model,
    /// Who is banned.
    pub user: User,
    /// Who banned them, if the account is still there.
    pub banned_by: Option<User>,
}

/// A page of bans.
#[derive(Debug, Clone)]
pub struct Page {
    /// The bans, the newest first.
    pub entries: Vec<Entry>,
    /// Where the next page begins, if there are older ones.
    pub older: Option<i64>,
}

/// The bans of a server, the newest first: those before the one with this id, or all.
#[boxed]
pub async fn page(db: &Conn, server_id: i64, before: Option<i64>, size: u64) -> Result<Page> {
    let mut select = of_server(server_id);
    if let Some(before) = before {
        select = select.filter(Column::Id.lt(before));
    }
    // One more than is shown, to know whether there is another page.
    let select = select.order_by_desc(Column::Id).limit(size + 1);
    let mut bans: Vec<Model> = select.all(db).await?;
    let more = bans.len() as u64 > size;
    bans.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    let older = bans.last().map(|ban| ban.id).filter(|_| more);
    let named: Vec<i64> = bans.iter().flat_map(|ban| [Some(ban.user_id), ban.banned_by]).flatten().collect();
    let users: HashMap<i64, User> = User::all_of(db, &named).await?.into_iter().map(|user| (user.id, user)).collect();
    let entries = bans.into_iter().filter_map(|ban| {
        Some(Entry {
            user: users.get(&ban.user_id)?.clone(),
            banned_by: ban.banned_by.and_then(|id| users.get(&id).cloned()),
            ban,
        })
    });
    Ok(Page { entries: entries.collect(), older })
}

/// The bans of a server. Accounts that were deleted are not among them.
pub(in crate::models) fn of_server(server_id: i64) -> Select<Entity> {
    Entity::find()
        .filter(Column::ServerId.eq(server_id))
        .filter(tombstone::has_none(TombstoneKind::User, Column::UserId))
}

/// Whether a user is banned from a server.
#[boxed]
pub async fn is_banned(db: &Conn, server_id: i64, user_id: i64) -> Result<bool> {
    let found: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::UserId.eq(user_id))
        .into_tuple()
        .one(db)
        .await?;
    Ok(found.is_some())
}

/// The same, for a condition of the statement that joins.
pub(super) fn query(server_id: i64, user_id: i64) -> SelectStatement {
    Query::select()
        .expr(Expr::value(1))
        .from(Entity)
        .and_where(Column::ServerId.eq(server_id))
        .and_where(Column::UserId.eq(user_id))
        .take()
}

/// Deletes the bans of a server that was deleted, at most `limit`; returns how many.
pub(in crate::models) async fn delete_of_server(write: &Conn, server_id: i64, limit: u64) -> Result<u64> {
    batch::delete_where::<Entity>(write, Column::Id, Column::ServerId.eq(server_id), limit).await
}

/// Deletes the bans of a user whose account was deleted, at most `limit`; returns how many.
pub(in crate::models) async fn delete_of_user(write: &Conn, user_id: i64, limit: u64) -> Result<u64> {
    batch::delete_where::<Entity>(write, Column::Id, Column::UserId.eq(user_id), limit).await
}

/// Clears the id of a user whose account was deleted from at most `limit` bans of others; returns how many.
pub(in crate::models) async fn clear_banned_by(write: &Conn, user_id: i64, limit: u64) -> Result<u64> {
    batch::clear_user::<Entity>(write, Column::Id, Column::BannedBy, user_id, limit).await
}
