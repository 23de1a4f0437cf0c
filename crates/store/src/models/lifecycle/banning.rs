//! Banning someone from a server, a member or one who was a member, and lifting a ban.
//! The rows and the list of them are in `servers::ban`.

use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use crate::core::Core;
use crate::live::Access;
use crate::models::logs::audit::{self, Action, AuditTarget};
use crate::models::messages::moderation::{self, Plan, Since};
use crate::models::messages::removal::Author;
use crate::models::servers::ban::{self, ActiveModel, Column, Entity};
use crate::models::servers::manage;
use crate::models::servers::member::former;
use crate::models::{Membership, Role, User};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ServerId, UserId};

/// Bans a user from a server: ends their membership, if they have one, and refuses their joining until the ban is lifted.
/// A message that they post at the same time is stored before this, or not at all. With `delete`, their messages since then are
/// removed in every channel that the user can see, which can be undone for a minute.
///
/// # Errors
/// Faults of `reason`, and of the form for oneself, for those who are banned already, and where the server has as many bans
/// as it can; [`Error::NotFound`] where the user is no member, or the other neither is nor was one, [`Error::Forbidden`]
/// where the user may not moderate members or not act on the other, or with `delete` not manage messages.
#[boxed]
pub async fn ban(
    core: &Core,
    by: UserId,
    server_id: ServerId,
    user_id: UserId,
    reason: &str,
    delete: Option<Since>,
) -> Result<User> {
    let author = Author::User(user_id);
    for _ in 0..moderation::ATTEMPTS {
        let plans = match delete {
            Some(since) => {
                Membership::load(&core.db, by, server_id, Permissions::MANAGE_MESSAGES).await?;
                Plan::count(core, moderation::visible(core, by, server_id).await?, author, since).await?
            }
            None => Vec::new(),
        };
        let write = core.begin().await?;
        let user = ban_within(core, &write, by, server_id, user_id, reason).await?;
        let made = match delete {
            Some(since) => moderation::make_planned(core, &write, by, author, since, &plans).await?,
            None => Some(Vec::new()),
        };
        let Some(made) = made else {
            write.rollback().await?;
            continue;
        };
        core.commit_revoking(write, &[Access::User(user_id)]).await?;
        moderation::wake(core, &made);
        return Ok(user);
    }
    Err(Error::Unavailable("messages of this server are being removed by others".into()))
}

async fn ban_within(
    core: &Core,
    write: &Write,
    by: UserId,
    server_id: ServerId,
    user_id: UserId,
    reason: &str,
) -> Result<User> {
    let membership = Membership::load_to_change(write, by, server_id, Permissions::MODERATE_MEMBERS).await?;
    if by == user_id {
        return Err(Error::fault("form", "You can’t ban yourself."));
    }
    let theirs = Membership::find(write, user_id, server_id).await?;
    if let Some(theirs) = &theirs {
        membership.require_to_moderate(theirs)?;
    } else if !was_here(write, server_id, user_id).await? {
        return Err(Error::NotFound);
    }
    let user = User::find(write, user_id).await?.ok_or(Error::NotFound)?;
    let reason = names::topic(reason).map_err(|sentence| Error::fault("reason", sentence))?;
    require_room(core, write, server_id).await?;
    let row = ActiveModel {
        id: Set(core.id()),
        server_id: Set(server_id),
        user_id: Set(user_id),
        banned_by: Set(Some(by)),
        banned_by_role_id: Set(membership.highest_role().filter(|_| !membership.is_owner()).map(|role| role.id)),
        banned_by_owner: Set(membership.is_owner()),
        reason: Set(reason.clone()),
        created_at: Set(core.now()),
    };
    let banned = Entity::insert(row)
        .on_conflict(OnConflict::columns([Column::ServerId, Column::UserId]).do_nothing().to_owned())
        .exec_without_returning(&**write)
        .await?;
    if banned == 0 {
        return Err(Error::fault("form", "This person is banned already."));
    }
    match theirs {
        Some(_) => manage::member::expel(write, server_id, user_id).await?,
        None => manage::member::disallow(write, server_id, user_id).await?,
    }
    let action = Action::MemberBanned { nickname: user.nickname.clone(), reason };
    audit::record(write, core, server_id, by, AuditTarget::member(&user), action).await?;
    Ok(user)
}

/// Lifts a ban: the user can join again by an invite.
///
/// # Errors
/// [`Error::NotFound`] where the user is not banned or the other is no member, [`Error::Forbidden`] where they may not
/// moderate members, or are below the member who set the ban, as high as that one was then.
#[boxed]
pub async fn lift(core: &Core, by: UserId, server_id: ServerId, user_id: UserId) -> Result<User> {
    let write = core.begin().await?;
    let membership = Membership::load_to_change(&write, by, server_id, Permissions::MODERATE_MEMBERS).await?;
    let user = User::find(&write, user_id).await?.ok_or(Error::NotFound)?;
    let ban = ban::find(&write, server_id, user_id).await?.ok_or(Error::NotFound)?;
    let roles = Role::all_of_server(&write, server_id).await?;
    if !ban.lift_rank(&write, &roles).await?.allows(&membership) {
        return Err(Error::Forbidden("Only the owner, or someone not below the member who set this ban, can lift it."));
    }
    let lifted = Entity::delete_many()
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::UserId.eq(user_id))
        .exec(&*write)
        .await?;
    if lifted.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    let action = Action::BanLifted { nickname: user.nickname.clone() };
    audit::record(&write, core, server_id, by, AuditTarget::member(&user), action).await?;
    write.commit().await?;
    Ok(user)
}

/// True if someone who is no member was one: they left, were removed or are banned. No one else can be banned, so that
/// an id says nothing about people of other servers.
#[boxed]
pub async fn was_here(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<bool> {
    Ok(former::is_one(db, server_id, user_id).await? || ban::is_banned(db, server_id, user_id).await?)
}

/// Refuses one more ban where the server, which is locked, has as many as it can.
async fn require_room(core: &Core, write: &Write, server_id: ServerId) -> Result<()> {
    let limit = core.config.caps.bans_per_server;
    if ban::of_server(server_id).count(&**write).await? < u64::from(limit) {
        return Ok(());
    }
    Err(caps::reached(
        "form",
        limit,
        ["This server has 1 ban, the most it can have.", "This server has {} bans, the most it can have."],
        "Lift one first.",
    ))
}
