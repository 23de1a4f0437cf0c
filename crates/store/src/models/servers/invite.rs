//! Invites: links by which users join a server, some until a time or for a number of people.
//! The role `all` decides the permissions of members.

mod sign_up;
mod terms;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, ExprTrait, QueryOrder, Set};

use crate::core::Core;
use crate::live::Access;
use crate::models::logs::audit;
use crate::models::logs::audit::{Action, AuditTarget};
use crate::models::servers::{member, membership, server};
use crate::models::{Membership, Server, User};
use portico_crypto::tokens;
use portico_macros::boxed;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;
use portico_rules::ids::{ServerId, UserId};

pub use terms::Terms;

/// A link into a server. It works until it is deleted, expires or is used up.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "invites")]
pub struct Model {
    /// The last part of the link; every user who has it may join.
    #[sea_orm(primary_key, auto_increment = false)]
    pub code: String,
    /// The server it leads to.
    pub server_id: ServerId,
    /// Who made it; none once that account is deleted, or until the cleanup an id that no account has.
    pub creator_id: Option<UserId>,
    /// How many users have joined by it.
    pub uses: i32,
    /// When it was made.
    pub created_at: i64,
    /// Until when it works; none: until it is deleted.
    pub expires_at: Option<i64>,
    /// How many users can join by it; none: any number.
    pub max_uses: Option<i32>,
}

portico_platform::database::belongs_to!(Server: server by ServerId);

/// The condition that an invite still works.
fn works(now: Millis) -> Condition {
    let is_unlimited = Column::MaxUses.is_null();
    let is_left = Expr::col(Column::Uses).lt(Expr::col(Column::MaxUses));
    Condition::all().add(Column::ExpiresAt.is_null().or(Column::ExpiresAt.gt(now))).add(is_unlimited.or(is_left))
}

impl Model {
    /// Makes an invite without limits.
    ///
    /// # Errors
    /// As [`create_with`](Self::create_with).
    #[boxed]
    pub async fn create(core: &Core, user_id: UserId, server_id: ServerId) -> Result<Self> {
        Self::create_with(core, user_id, server_id, Terms::default()).await
    }

    /// Makes an invite.
    ///
    /// # Errors
    /// Faults of `expires_hours` and `uses`, and of the form where the server has as many invites as it can;
    /// [`Error::NotFound`] or [`Error::Forbidden`] where the user may not manage the server.
    #[boxed]
    pub async fn create_with(core: &Core, user_id: UserId, server_id: ServerId, terms: Terms<'_>) -> Result<Self> {
        let write = core.begin().await?;
        Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_SERVER).await?;
        let (expires_at, max_uses) = terms.check(core.now())?;
        let existing = Entity::find().filter(Column::ServerId.eq(server_id));
        let limit = core.config.caps.invites_per_server;
        let sentences =
            ["This server has 1 invite, the most it can have.", "This server has {} invites, the most it can have."];
        server::require_room(&write, existing, limit, sentences, server::DELETE_ONE).await?;
        let invite = ActiveModel {
            code: Set(tokens::invite_code()),
            server_id: Set(server_id),
            creator_id: Set(Some(user_id)),
            uses: Set(0),
            created_at: Set(core.now()),
            expires_at: Set(expires_at),
            max_uses: Set(max_uses),
        }
        .insert(&*write)
        .await?;
        let target = AuditTarget::invite(&invite.code);
        audit::record(&write, core, server_id, user_id, target, Action::InviteCreated { expires_at, max_uses }).await?;
        write.commit().await?;
        Ok(invite)
    }

    /// True if users can join by it at this time.
    pub fn works(&self, now: Millis) -> bool {
        let is_expired = self.expires_at.is_some_and(|at| at <= now);
        !is_expired && self.max_uses.is_none_or(|limit| self.uses < limit)
    }

    /// The server's invites, the newest first, those that don't work any more among them.
    #[boxed]
    pub async fn all_of_server(db: &Conn, server_id: ServerId) -> Result<Vec<Self>> {
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
    #[boxed]
    pub async fn delete(core: &Core, user_id: UserId, server_id: ServerId, code: &str) -> Result<()> {
        let write = core.begin().await?;
        Membership::load_to_change(&write, user_id, server_id, Permissions::MANAGE_SERVER).await?;
        let deleted = Entity::delete_many()
            .filter(Column::Code.eq(stored(code)?))
            .filter(Column::ServerId.eq(server_id))
            .exec(&*write)
            .await?;
        if deleted.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        let target = AuditTarget::invite(code);
        audit::record(&write, core, server_id, user_id, target, Action::InviteDeleted {}).await?;
        write.commit().await?;
        Ok(())
    }

    /// The server that a code leads to.
    ///
    /// # Errors
    /// [`Error::NotFound`] where it leads nowhere: it is unknown, deleted, expired or used up, or its server is suspended,
    /// which is not told apart.
    #[boxed]
    pub async fn server(db: &Conn, code: &str) -> Result<Server> {
        Ok(Self::find_working(db, code).await?.1)
    }

    /// The invite with a code, and its server.
    ///
    /// # Errors
    /// As [`server`](Self::server).
    #[boxed]
    pub async fn find_working(db: &Conn, code: &str) -> Result<(Self, Server)> {
        let row =
            Entity::find_by_id(stored(code)?).filter(works(db.now())).find_also_related(server::Entity).one(db).await?;
        let row = row.and_then(|(invite, server)| Some((invite, server?)));
        row.filter(|(_, server)| !server.is_suspended()).ok_or(Error::NotFound)
    }

    /// The account that created it; none if that was deleted or is disabled.
    #[boxed]
    pub async fn creator(&self, db: &Conn) -> Result<Option<User>> {
        let Some(creator_id) = self.creator_id else {
            return Ok(None);
        };
        Ok(User::find(db, creator_id).await?.filter(|creator| !creator.is_disabled()))
    }

    /// Adds a user to the server that a code leads to. Members stay as they are, and are not counted.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the code leads nowhere; [`Error::Forbidden`] for those who are banned; a fault of the form
    /// where they are in as many servers as a user can be.
    #[boxed]
    pub async fn join(core: &Core, user_id: UserId, code: &str) -> Result<Server> {
        let write = core.begin().await?;
        let invite = Entity::find_by_id(stored(code)?).one(&*write).await?;
        let server_id = invite.ok_or(Error::NotFound)?.server_id;
        let server = membership::lock_server(&write, server_id).await?;
        if !User::lock_to_count(&write, user_id).await? {
            return Err(Error::SignedOut);
        }
        if server.is_suspended() {
            return Err(Error::NotFound);
        }
        if member::find(&write, server_id, user_id).await?.is_some() {
            return Ok(server);
        }
        admit(core, &write, &server, user_id, code).await?;
        // Open pages of theirs listen there from now on.
        core.commit_revoking(write, &[Access::User(user_id)]).await?;
        Ok(server)
    }
}

/// Adds a user by an invite to its server, of which they are no member, and counts them. The server and the user are locked.
///
/// # Errors
/// [`Error::NotFound`] where the invite works no more; [`Error::Forbidden`] for those who are banned; a fault of the form
/// where they are in as many servers as a user can be.
async fn admit(core: &Core, write: &Write, server: &Server, user_id: UserId, code: &str) -> Result<()> {
    // This decides who gets the last use, and refuses a code that was deleted since it was looked up.
    let counted = Entity::update_many()
        .col_expr(Column::Uses, Expr::col(Column::Uses).add(1))
        .filter(Column::Code.eq(code))
        .filter(works(core.now()))
        .exec(&**write)
        .await?;
    if counted.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    member::require_room_to_join(core, write, user_id).await?;
    if !member::join(write, server.id, user_id, core.now()).await? {
        return Err(Error::Forbidden(BANNED));
    }
    let (target, action) = (AuditTarget::invite(code), Action::MemberJoined {});
    audit::record(write, core, server.id, user_id, target, action).await
}

/// Shown to people who are banned from the server that they would join.
pub const BANNED: &str = "You are banned from this server, so you can’t join it.";

/// A code, where one could be stored so. Anything else (a NUL, which Postgres refuses) is not looked up.
fn stored(code: &str) -> Result<&str> {
    if code.bytes().all(|byte| byte.is_ascii_alphanumeric()) { Ok(code) } else { Err(Error::NotFound) }
}
