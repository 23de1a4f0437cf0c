//! Invites: links by which users join a server.
//! Their permissions follow from the role `all`.

use sea_orm::entity::prelude::*;
use sea_orm::{ExprTrait, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::chat::permissions::Permissions;
use crate::core::Core;
use crate::database::Conn;
use crate::error::{Error, Result};
use crate::models::logs::audit;
use crate::models::logs::audit::{Action, Target};
use crate::models::servers::{member, membership, server};
use crate::models::{Membership, Server, User};
use crate::security::tokens;

/// A link into a server. It works until it is deleted, for any number of users.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invites")]
pub struct Model {
    /// The last part of the link; every user who has it may join.
    #[sea_orm(primary_key, auto_increment = false)]
    pub code: String,
    /// The server it leads to.
    pub server_id: i64,
    /// Who made it; none once that account is deleted, or until the cleanup an id that no account has.
    pub creator_id: Option<i64>,
    /// How many users have joined by it.
    pub uses: i32,
    /// When it was made.
    pub created_at: i64,
}

/// The relations of an invite.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The server.
    #[sea_orm(
        belongs_to = "server::Entity",
        from = "Column::ServerId",
        to = "server::Column::Id"
    )]
    Server,
}

impl Related<server::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Server.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Makes an invite.
    ///
    /// # Errors
    /// A fault of the form where the server has as many invites as it can; [`Error::NotFound`] or [`Error::Forbidden`] where
    /// the user may not manage the server.
    pub async fn create(core: &Core, user_id: i64, server_id: i64) -> Result<Self> {
        let write = core.begin().await?;
        Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_SERVER).await?;
        let held = Entity::find().filter(Column::ServerId.eq(server_id));
        let most = core.config.caps.invites_per_server;
        server::require_room(&write, held, most, "invites").await?;
        let invite = ActiveModel {
            code: Set(tokens::invite_code()),
            server_id: Set(server_id),
            creator_id: Set(Some(user_id)),
            uses: Set(0),
            created_at: Set(core.now()),
        }
        .insert(&*write)
        .await?;
        let target = Target::invite(&invite.code);
        audit::record(
            &write,
            core,
            server_id,
            user_id,
            target,
            Action::InviteCreated {},
        )
        .await?;
        write.commit().await?;
        Ok(invite)
    }

    /// The server's invites, the newest first.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of_server(db: &Conn, server_id: i64) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::ServerId.eq(server_id))
            .order_by_desc(Column::CreatedAt)
            .order_by_asc(Column::Code)
            .all(db)
            .await?)
    }

    /// Deletes an invite: no one joins by it any more. Those who did stay members.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none in this server or the user is no member of it,
    /// [`Error::Forbidden`] where they may not manage the server.
    pub async fn delete(core: &Core, user_id: i64, server_id: i64, code: &str) -> Result<()> {
        let write = core.begin().await?;
        Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_SERVER).await?;
        Self::server(&write, code).await?;
        let deleted = Entity::delete_many()
            .filter(Column::Code.eq(code))
            .filter(Column::ServerId.eq(server_id))
            .exec(&*write)
            .await?;
        if deleted.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        let target = Target::invite(code);
        audit::record(
            &write,
            core,
            server_id,
            user_id,
            target,
            Action::InviteDeleted {},
        )
        .await?;
        write.commit().await?;
        Ok(())
    }

    /// The server that a code leads to.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it leads nowhere.
    pub async fn server(db: &Conn, code: &str) -> Result<Server> {
        if !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Error::NotFound);
        }
        let found = Entity::find_by_id(code)
            .find_also_related(server::Entity)
            .one(db)
            .await?;
        found.and_then(|(_, server)| server).ok_or(Error::NotFound)
    }

    /// Adds a user to the server that a code leads to. Members stay as they are, and are not counted.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the code leads nowhere; a fault of the form where they are in as many servers as a
    /// user can be.
    pub async fn join(core: &Core, user_id: i64, code: &str) -> Result<Server> {
        let write = core.begin().await?;
        let server = Self::server(&write, code).await?;
        let server = membership::hold(&write, server.id).await?;
        if !User::hold_to_count(&write, user_id).await? {
            return Err(Error::SignedOut);
        }
        if member::find(&write, server.id, user_id).await?.is_none() {
            member::require_room_to_join(core, &write, user_id).await?;
        }
        let is_new = member::join(&write, server.id, user_id, core.now()).await?;
        let counted = Entity::update_many()
            .col_expr(Column::Uses, Expr::col(Column::Uses).add(i32::from(is_new)))
            .filter(Column::Code.eq(code))
            .exec(&*write)
            .await?;
        // Deleted since it was looked up.
        if counted.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        if is_new {
            let (log, target) = (server.id, Target::invite(code));
            audit::record(&write, core, log, user_id, target, Action::MemberJoined {}).await?;
        }
        write.commit().await?;
        Ok(server)
    }
}

/// Clears the id of a user whose account was deleted from at most `limit` invites; returns how many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn clear_creator(
    write: &Conn,
    user_id: i64,
    limit: u64,
) -> Result<u64> {
    let some = Entity::find()
        .select_only()
        .column(Column::Code)
        .filter(Column::CreatorId.eq(user_id))
        .limit(limit);
    let changed = Entity::update_many()
        .col_expr(Column::CreatorId, Expr::value(None::<i64>))
        .filter(Column::Code.in_subquery(some.into_query()))
        .exec(write)
        .await?;
    Ok(changed.rows_affected)
}
