//! Members: who is in which server, and the roles they hold.
//! What follows from it is in `membership`.

pub mod held;
pub mod list;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{JoinType, PaginatorTrait, QueryOrder, QuerySelect, Set};

use crate::clock::Millis;
use crate::config::caps;
use crate::core::Core;
use crate::database::{Conn, Write};
use crate::error::Result;
use crate::models::accounts::user;
use crate::models::batch::delete_some_of;
use crate::models::servers::server;

/// A user in a server.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "members")]
pub struct Model {
    /// The server.
    #[sea_orm(primary_key, auto_increment = false)]
    pub server_id: i64,
    /// The user.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: i64,
    /// Since when. Mentions of roles and of all from before are not theirs.
    pub joined_at: i64,
}

/// The relations of a member.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The server.
    #[sea_orm(
        belongs_to = "server::Entity",
        from = "Column::ServerId",
        to = "server::Column::Id"
    )]
    Server,
    /// The user.
    #[sea_orm(
        belongs_to = "user::Entity",
        from = "Column::UserId",
        to = "user::Column::Id"
    )]
    User,
}

impl Related<server::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Server.def()
    }
}

impl Related<user::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::User.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

impl server::Model {
    /// The servers that a user is a member of, in the order they joined them.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of_member(db: &Conn, user_id: i64) -> Result<Vec<Self>> {
        Ok(server::Entity::find()
            .join(JoinType::InnerJoin, Relation::Server.def().rev())
            .filter(Column::UserId.eq(user_id))
            .order_by_asc(Column::JoinedAt)
            .order_by_asc(server::Column::Id)
            .all(db)
            .await?)
    }
}

/// Adds a user; members stay as they are. Returns whether they are new.
///
/// # Errors
/// When the database can't be reached.
pub async fn join(db: &Conn, server_id: i64, user_id: i64, now: Millis) -> Result<bool> {
    let member = ActiveModel {
        server_id: Set(server_id),
        user_id: Set(user_id),
        joined_at: Set(now),
    };
    let rows = Entity::insert(member)
        .on_conflict(
            OnConflict::columns([Column::ServerId, Column::UserId])
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    if rows > 0 {
        // While processes are upgraded one by one, an older one leaves them behind when a member leaves: it relies on a
        // foreign key that is no longer there.
        held::delete_all(db, server_id, user_id).await?;
    }
    Ok(rows > 0)
}

/// Refuses one more server to a user, who is held by now: they join no other one meanwhile.
///
/// # Errors
/// A fault of the form.
pub(super) async fn require_room_to_join(core: &Core, write: &Write, user_id: i64) -> Result<()> {
    let most = core.config.caps.servers_joined;
    let joined = Entity::find().filter(Column::UserId.eq(user_id));
    if joined.count(&**write).await? < u64::from(most) {
        return Ok(());
    }
    Err(caps::reached(
        "form",
        "You are in",
        most,
        "servers",
        "a person can be in",
        "Leave one first.",
    ))
}

/// The member with this id.
///
/// # Errors
/// When the database can't be reached.
pub async fn find(db: &Conn, server_id: i64, user_id: i64) -> Result<Option<Model>> {
    Ok(Entity::find_by_id((server_id, user_id)).one(db).await?)
}

/// Deletes members of a server that was deleted, at most `limit` of them; returns how many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn delete_of_server(
    write: &Conn,
    server_id: i64,
    limit: u64,
) -> Result<u64> {
    let some = Entity::find()
        .filter(Column::ServerId.eq(server_id))
        .limit(limit);
    delete_some_of(write, Column::ServerId.eq(server_id), Column::UserId, some).await
}
