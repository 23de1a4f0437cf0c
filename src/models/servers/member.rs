//! Members: who is in which server, and the roles they hold.
//! What follows from it stands in `membership`.

pub mod held;
pub mod list;

use std::collections::BTreeSet;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{PaginatorTrait, QuerySelect, QueryTrait, Set};

use crate::chat::permissions::Permissions;
use crate::clock::Millis;
use crate::config::caps;
use crate::core::Core;
use crate::database::{Conn, Write};
use crate::error::{Error, Result};
use crate::ids;
use crate::live::Access;
use crate::models::accounts::user;
use crate::models::logs::audit;
use crate::models::logs::audit::{Action, Target};
use crate::models::servers::{overwrite, role, server};
use crate::models::{Membership, Role, User};

/// A person in a server.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "members")]
pub struct Model {
    /// The server.
    #[sea_orm(primary_key, auto_increment = false)]
    pub server_id: i64,
    /// The person.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: i64,
    /// Since when. Mentions of roles and of all from before are not theirs.
    pub joined_at: i64,
}

/// What joins a member to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {
    /// The server.
    #[sea_orm(
        belongs_to = "server::Entity",
        from = "Column::ServerId",
        to = "server::Column::Id"
    )]
    Server,
    /// The person.
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

/// Lets a person in; whoever is in already stays as they are. Says whether they are new.
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
        held::take_all(db, server_id, user_id).await?;
    }
    Ok(rows > 0)
}

/// Refuses one more server to a person, who is held by now: they join no other one meanwhile.
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

/// Leaves a server, and gives up the roles in it.
///
/// # Errors
/// [`Error::NotFound`] for those who are no members, [`Error::Forbidden`] for the owner.
pub async fn leave(core: &Core, user_id: i64, server_id: i64) -> Result<()> {
    let write = core.begin().await?;
    let standing = Membership::to_change(&write, user_id, server_id, Permissions::NONE).await?;
    if standing.is_owner() {
        return Err(Error::Forbidden(
            "You own this server, so you can’t leave it. Transfer it to another member first, or delete it.",
        ));
    }
    depart(&write, server_id, user_id).await?;
    let user = named(&write, user_id).await?;
    let action = Action::MemberLeft {};
    audit::record(
        &write,
        core,
        server_id,
        user_id,
        Target::member(&user),
        action,
    )
    .await?;
    core.commit_revoking(write, &[Access::User(user_id)])
        .await?;
    Ok(())
}

/// Removes another member from a server. What channels deny them stays, what they allow them goes.
///
/// # Errors
/// A fault of the form for oneself; [`Error::NotFound`] where either is no member, [`Error::Forbidden`] where the
/// person may not manage the server, or would remove the owner, or an administrator without being the owner.
pub async fn remove(core: &Core, by: i64, server_id: i64, user_id: i64) -> Result<()> {
    let write = core.begin().await?;
    let standing = Membership::to_change(&write, by, server_id, Permissions::MANAGE_SERVER).await?;
    if by == user_id {
        return Err(Error::fault(
            "form",
            "You can’t remove yourself. Leave the server from the list of your servers instead.",
        ));
    }
    let theirs = Membership::of_members(&write, standing.server.id, &[user_id])
        .await?
        .remove(&user_id)
        .ok_or(Error::NotFound)?;
    if theirs.is_owner() {
        return Err(Error::Forbidden("The owner of a server can’t be removed."));
    }
    if !standing.is_owner() && theirs.permissions().contains(Permissions::ADMINISTRATOR) {
        return Err(Error::Forbidden(
            "Only the owner of the server can remove an administrator.",
        ));
    }
    overwrite::drop_allowed_to(&write, server_id, user_id).await?;
    depart(&write, server_id, user_id).await?;
    let user = named(&write, user_id).await?;
    let action = Action::MemberRemoved {
        nickname: user.nickname.clone(),
    };
    audit::record(&write, core, server_id, by, Target::member(&user), action).await?;
    core.commit_revoking(write, &[Access::User(user_id)])
        .await?;
    Ok(())
}

/// The person whose membership is changed.
async fn named(db: &Conn, user_id: i64) -> Result<User> {
    User::find(db, user_id).await?.ok_or(Error::NotFound)
}

/// Takes a member out, with their roles. What channels allow and deny them stays for when they come back: otherwise
/// leaving and joining again would lift a denial. To someone who is no member it gives nothing.
async fn depart(db: &Conn, server_id: i64, user_id: i64) -> Result<()> {
    let gone = Entity::delete_by_id((server_id, user_id)).exec(db).await?;
    if gone.rows_affected == 0 {
        return Err(Error::NotFound);
    }
    held::take_all(db, server_id, user_id).await
}

/// Drops members of a server that is gone, at most `limit` of them; says how many.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn drop_of_server(
    write: &Conn,
    server_id: i64,
    limit: u64,
) -> Result<u64> {
    let some = Entity::find()
        .select_only()
        .column(Column::UserId)
        .filter(Column::ServerId.eq(server_id))
        .limit(limit);
    let dropped = Entity::delete_many()
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::UserId.in_subquery(some.into_query()))
        .exec(write)
        .await?;
    Ok(dropped.rows_affected)
}

/// Sets the roles that a member carries besides `all`, which cannot be taken. A role that they keep stays theirs since
/// when it was.
///
/// # Errors
/// A fault of `roles` where one of them is not of this server; [`Error::NotFound`] where either is no member,
/// [`Error::Forbidden`] where the person may not manage roles or would move more than they hold.
pub async fn set_roles(
    core: &Core,
    by: i64,
    server_id: i64,
    user_id: i64,
    role_ids: &[&str],
) -> Result<()> {
    let write = core.begin().await?;
    let standing = Membership::to_change(&write, by, server_id, Permissions::MANAGE_ROLES).await?;
    if find(&write, server_id, user_id).await?.is_none() {
        return Err(Error::NotFound);
    }
    let roles = Role::all_of_server(&write, server_id).await?;
    let wanted = read_roles(&roles, role_ids)?;
    let is_there = |id: &i64| roles.iter().any(|role| role.id == *id);
    let held: BTreeSet<i64> = held::of_members(&write, server_id, &[user_id])
        .await?
        .into_iter()
        .map(|held| held.role_id)
        .filter(is_there)
        .collect();
    let given: Vec<i64> = wanted.difference(&held).copied().collect();
    let taken: Vec<i64> = held.difference(&wanted).copied().collect();
    let moved: Permissions = roles
        .iter()
        .filter(|role| given.contains(&role.id) || taken.contains(&role.id))
        .map(Role::permissions)
        .collect();
    standing.require_to_hand_out(moved)?;
    role::require_to_move(&write, &standing, &given, &taken).await?;
    held::take(&write, server_id, user_id, &taken).await?;
    held::give(&write, server_id, user_id, &given, core.now()).await?;
    if !given.is_empty() || !taken.is_empty() {
        let user = named(&write, user_id).await?;
        let among = |ids: &[i64]| {
            let moved = roles.iter().filter(|role| ids.contains(&role.id));
            moved.map(Into::into).collect()
        };
        let action = Action::MemberRolesSet {
            nickname: user.nickname.clone(),
            given: among(&given),
            taken: among(&taken),
        };
        audit::record(&write, core, server_id, by, Target::member(&user), action).await?;
    }
    core.commit_revoking(write, &[Access::User(user_id)])
        .await?;
    Ok(())
}

/// The roles that a form names, without `all`.
fn read_roles(roles: &[Role], role_ids: &[&str]) -> Result<BTreeSet<i64>> {
    let mut wanted = BTreeSet::new();
    for text in role_ids {
        let named = ids::parse(text).and_then(|id| roles.iter().find(|role| role.id == id));
        match named {
            Some(role) if role.is_all() => {}
            Some(role) => {
                wanted.insert(role.id);
            }
            None => {
                return Err(Error::fault(
                    "roles",
                    "One of these roles no longer exists in this server. Choose again.",
                ));
            }
        }
    }
    Ok(wanted)
}
