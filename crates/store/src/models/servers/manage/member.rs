//! Leaving a server, moving it in one's own list, removing a member, and setting the roles of one.
//! Joining by an invite is in `invite`.

use std::collections::BTreeSet;

use sea_orm::entity::prelude::*;

use super::order::{OrderedList, Side};
use super::role::require_to_move;
use crate::core::Core;
use crate::live::Access;
use crate::models::logs::audit::{self, Action, AuditTarget};
use crate::models::servers::access::UserAccess;
use crate::models::servers::member::{Entity, former, held};
use crate::models::servers::ticked::TickedBoxes;
use crate::models::servers::{membership, overwrite};
use crate::models::{Membership, Role, User};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{self, RoleId, ServerId, UserId};

/// Leaves a server, and gives up the roles in it.
///
/// # Errors
/// [`Error::NotFound`] for those who are no members, [`Error::Forbidden`] for the owner.
#[boxed]
pub async fn leave(core: &Core, user_id: UserId, server_id: ServerId) -> Result<()> {
    let write = core.begin().await?;
    membership::lock_server(&write, server_id).await?;
    // Also while it is suspended.
    let membership = Membership::find_anyway(&write, user_id, server_id).await?.ok_or(Error::NotFound)?;
    if membership.is_owner() {
        return Err(Error::Forbidden(
            "You own this server, so you can’t leave it. Transfer it to another member first, or delete it.",
        ));
    }
    depart(&write, server_id, user_id).await?;
    let user = named(&write, user_id).await?;
    let action = Action::MemberLeft {};
    audit::record(&write, core, server_id, user_id, AuditTarget::member(&user), action).await?;
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(())
}

/// The direction in which a server is moved among those of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Towards the first one.
    Up,
    /// Towards the last one.
    Down,
}

/// Moves a server up or down by one among those of a user, for them alone. Suspended servers, which are listed apart, don't
/// count. The first one can't move up, nor the last one down: they stay.
///
/// # Errors
/// [`Error::NotFound`] where the user is no member of it, [`Error::ServerSuspended`] where it is suspended.
#[boxed]
pub async fn move_server(core: &Core, user_id: UserId, server_id: ServerId, direction: Direction) -> Result<()> {
    let write = core.begin().await?;
    // They move nothing else, and join no other server, meanwhile.
    if !User::lock_to_count(&write, user_id).await? {
        return Err(Error::SignedOut);
    }
    let access = UserAccess::load(&write, user_id).await?;
    access.membership(server_id)?;
    let servers: Vec<ServerId> = access.servers().map(|server| server.id).collect();
    let from = servers.iter().position(|id| *id == server_id).ok_or(Error::NotFound)?;
    let (to, side) = match direction {
        Direction::Up => (from.checked_sub(1), Side::Before),
        Direction::Down => (from.checked_add(1), Side::After),
    };
    if let Some(anchor) = to.and_then(|to| servers.get(to)) {
        OrderedList::ServersOf(user_id).place(&write, server_id.get(), side, anchor.get()).await?;
        write.commit().await?;
    }
    Ok(())
}

/// Removes another member from a server. What channels deny them stays, what they allow them is deleted.
///
/// # Errors
/// A fault of the form for oneself; [`Error::NotFound`] where either is no member, [`Error::Forbidden`] where the
/// user may not manage the server, or would remove the owner, a member whose highest role is not below theirs, or an
/// administrator without being the owner.
#[boxed]
pub async fn remove(core: &Core, by: UserId, server_id: ServerId, user_id: UserId) -> Result<()> {
    let write = core.begin().await?;
    let membership = Membership::load_to_change(&write, by, server_id, Permissions::MANAGE_SERVER).await?;
    if by == user_id {
        return Err(Error::fault(
            "form",
            "You can’t remove yourself. Leave the server from the list of your servers instead.",
        ));
    }
    let theirs = Membership::load_all(&write, membership.server.id, &[user_id])
        .await?
        .remove(&user_id)
        .ok_or(Error::NotFound)?;
    membership.require_to_moderate(&theirs)?;
    expel(&write, server_id, user_id).await?;
    let user = named(&write, user_id).await?;
    let action = Action::MemberRemoved { nickname: user.nickname.clone() };
    audit::record(&write, core, server_id, by, AuditTarget::member(&user), action).await?;
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(())
}

/// Deletes what the channels of a server allow someone who left it: it would be theirs again if they came back.
pub(in crate::models) async fn disallow(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<()> {
    overwrite::delete_allowed_to(db, server_id, user_id).await
}

/// Ends a membership against the member's will: what channels deny them stays, what they allow them is deleted.
///
/// # Errors
/// [`Error::NotFound`] where they are no member.
pub(in crate::models) async fn expel(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<()> {
    disallow(db, server_id, user_id).await?;
    depart(db, server_id, user_id).await
}

/// The user whose membership is changed.
async fn named(db: &Conn, user_id: UserId) -> Result<User> {
    User::find(db, user_id).await?.ok_or(Error::NotFound)
}

/// Removes a member with their roles. What channels allow and deny them stays for when they come back: otherwise
/// leaving and joining again would lift a denial. That they were here stays, too, so that they can still be banned.
async fn depart(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<()> {
    // The account is locked before the member, as by its deletion.
    if User::lock(db, user_id).await?.is_none() {
        return Err(Error::NotFound);
    }
    former::keep(db, server_id, user_id).await?;
    let deleted = Entity::delete_by_id((server_id, user_id)).exec(db).await?;
    if deleted.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    held::delete_all(db, server_id, user_id).await
}

/// Sets the roles that a member has besides `all`, which can't be removed. A role that they had before keeps its time.
///
/// # Errors
/// Those of [`change_roles`].
#[boxed]
pub async fn set_roles(core: &Core, by: UserId, server_id: ServerId, user_id: UserId, role_ids: &[&str]) -> Result<()> {
    let ticked = TickedBoxes { sent: role_ids, shown: None };
    change_roles(core, by, server_id, user_id, ticked).await
}

/// The same for boxes of a page: roles whose boxes are as the page showed them stay as they are.
///
/// # Errors
/// A fault of `roles` where one of them is not of this server; [`Error::NotFound`] where either is no member,
/// [`Error::Forbidden`] where the user may not manage roles, would move more than they hold, or a role or another member
/// is not below their own highest role.
#[boxed]
pub async fn change_roles(
    core: &Core,
    by: UserId,
    server_id: ServerId,
    user_id: UserId,
    ticked: TickedBoxes<'_>,
) -> Result<()> {
    let write = core.begin().await?;
    let membership = Membership::load_to_change(&write, by, server_id, Permissions::MANAGE_ROLES).await?;
    let theirs = Membership::load(&write, user_id, server_id, Permissions::NONE).await?;
    membership.require_to_set_roles_of(&theirs)?;
    let roles = Role::all_of_server(&write, server_id).await?;
    let is_there = |id: &RoleId| roles.iter().any(|role| role.id == *id);
    let held: BTreeSet<RoleId> = held::of_members(&write, server_id, &[user_id])
        .await?
        .into_iter()
        .map(|held| held.role_id)
        .filter(is_there)
        .collect();
    let wanted = wanted_roles(&roles, &held, ticked)?;
    let given: Vec<RoleId> = wanted.difference(&held).copied().collect();
    let taken: Vec<RoleId> = held.difference(&wanted).copied().collect();
    let is_moved = |role: &&Role| given.contains(&role.id) || taken.contains(&role.id);
    for role in roles.iter().filter(is_moved) {
        membership.require_to_outrank_role(role)?;
        membership.require_to_hand_out(role.permissions())?;
    }
    require_to_move(&write, &membership, &given, &taken).await?;
    held::delete(&write, server_id, user_id, &taken).await?;
    held::insert(&write, server_id, user_id, &given, core.now()).await?;
    if !given.is_empty() || !taken.is_empty() {
        let user = named(&write, user_id).await?;
        let among = |ids: &[RoleId]| {
            let moved = roles.iter().filter(|role| ids.contains(&role.id));
            moved.map(Into::into).collect()
        };
        let action =
            Action::MemberRolesSet { nickname: user.nickname.clone(), given: among(&given), taken: among(&taken) };
        audit::record(&write, core, server_id, by, AuditTarget::member(&user), action).await?;
    }
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(())
}

/// The roles that a member who has those in `held` is to have.
fn wanted_roles(roles: &[Role], held: &BTreeSet<RoleId>, ticked: TickedBoxes<'_>) -> Result<BTreeSet<RoleId>> {
    let Some(shown) = ticked.shown else {
        return read_roles(roles, ticked.sent);
    };
    let shown: BTreeSet<&str> = shown.iter().copied().collect();
    let sent: BTreeSet<&str> = ticked.sent.iter().copied().collect();
    let added: Vec<&str> = sent.difference(&shown).copied().collect();
    // A role that was deleted meanwhile is no one's any more.
    let removed: BTreeSet<RoleId> = shown.difference(&sent).filter_map(|text| ids::parse(text)).collect();
    let mut wanted = read_roles(roles, &added)?;
    wanted.extend(held.difference(&removed));
    Ok(wanted)
}

/// The roles that a form names, without `all`.
fn read_roles(roles: &[Role], role_ids: &[&str]) -> Result<BTreeSet<RoleId>> {
    let mut wanted = BTreeSet::new();
    for text in role_ids {
        let named = ids::parse::<RoleId>(text).and_then(|id| roles.iter().find(|role| role.id == id));
        match named {
            Some(role) if role.is_all() => {}
            Some(role) => {
                wanted.insert(role.id);
            }
            None => {
                return Err(Error::fault("roles", "One of these roles no longer exists in this server. Choose again."));
            }
        }
    }
    Ok(wanted)
}
