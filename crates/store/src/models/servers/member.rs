//! Members: who is in which server, and the roles they hold.
//! `membership` computes their permissions.

pub mod former;
pub mod held;
pub mod list;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, LockType, OnConflict, Query};
use sea_orm::{ConnectionTrait, DbBackend, PaginatorTrait, QuerySelect, Statement};

use crate::core::Core;
use crate::models::accounts::user;
use crate::models::servers::{ban, server};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, ServerId, UserId};

/// A user in a server.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "members")]
pub struct Model {
    /// The server.
    #[sea_orm(primary_key, auto_increment = false)]
    pub server_id: ServerId,
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Since when. Mentions of roles and of all from before are not theirs.
    pub joined_at: i64,
    /// The server's place among those of the user, the first one lowest; none: after all that have one.
    pub position: Option<i32>,
}

portico_platform::database::belongs_to!(Server: server by ServerId, User: user by UserId);

/// Adds a user; members stay as they are, and those who are banned are not added. Returns whether they are new.
#[boxed]
pub async fn join(db: &Conn, server_id: ServerId, user_id: UserId, now: Millis) -> Result<bool> {
    let member = Query::select()
        .exprs([server_id.get(), user_id.get(), now].map(Expr::value))
        .and_where(Expr::exists(ban::query(server_id, user_id)).not())
        .take();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::ServerId, Column::UserId, Column::JoinedAt])
        .select_from(member)
        .map_err(Error::internal)?
        .on_conflict(OnConflict::columns([Column::ServerId, Column::UserId]).do_nothing().to_owned())
        .take();
    Ok(db.execute(&insert).await?.rows_affected() > 0)
}

/// Refuses one more server to a user, who is locked by now: they join no other one meanwhile.
///
/// # Errors
/// A fault of the form.
pub(super) async fn require_room_to_join(core: &Core, write: &Write, user_id: UserId) -> Result<()> {
    let limit = core.config.caps.servers_joined;
    let joined = Entity::find().filter(Column::UserId.eq(user_id));
    if joined.count(&**write).await? < u64::from(limit) {
        return Ok(());
    }
    Err(caps::reached(
        "form",
        limit,
        ["You are in 1 server, the most a person can be in.", "You are in {} servers, the most a person can be in."],
        "Leave one first.",
    ))
}

/// The member with this id.
#[boxed]
pub async fn find(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<Option<Model>> {
    Ok(Entity::find_by_id((server_id, user_id)).one(db).await?)
}

/// Locks a member before they post or moderate in a channel: no one removes, bans or times them out until `write` ends, and
/// what these acts decided is seen from here on. The account is locked first, as by its deletion. Nothing happens for those
/// who are no members: their permissions say so.
pub async fn lock_to_act(write: &Write, user_id: UserId, channel_id: ChannelId) -> Result<()> {
    // SQLite has one writer anyway.
    if write.get_database_backend() == DbBackend::Postgres {
        let lock = Statement::from_sql_and_values(
            DbBackend::Postgres,
            "SELECT 1 FROM channels \
             JOIN members ON members.server_id = channels.server_id AND members.user_id = $1 \
             JOIN users ON users.id = members.user_id \
             WHERE channels.id = $2 FOR KEY SHARE OF users FOR SHARE OF members",
            [user_id.into(), channel_id.into()],
        );
        write.query_one_raw(lock).await?;
    }
    Ok(())
}

/// Locks a member so that no message of theirs is stored until `write` ends; false where they are none. The server is
/// locked before.
pub(super) async fn lock_to_restrict(write: &Write, server_id: ServerId, user_id: UserId) -> Result<bool> {
    let row = Entity::find_by_id((server_id, user_id)).lock(LockType::NoKeyUpdate).one(&**write).await?;
    Ok(row.is_some())
}
