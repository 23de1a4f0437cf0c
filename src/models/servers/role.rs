//! Roles: named sets of permissions in a server. Every server has the role `all`, held by every member.
//! Who holds which stands with `member`.

use sea_orm::entity::prelude::*;
use sea_orm::{IntoActiveModel, QueryOrder, Set};

use crate::chat::names::{self, Alike};
use crate::chat::permissions::Permissions;
use crate::core::Core;
use crate::database::{Conn, lists};
use crate::error::{Error, Faults, Result, taken, violates};
use crate::live::Access;
use crate::models::logs::audit;
use crate::models::logs::audit::{Action, Change, action};
use crate::models::servers::{overwrite, server};
use crate::models::{Membership, tombstone};

/// A named set of permissions.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "roles")]
pub struct Model {
    /// Its id, by which `@role_<id>` names it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The server it is of.
    pub server_id: i64,
    /// 1 to 32 characters.
    pub name: String,
    /// The name as it is compared whatever its case, see [`Alike::key`]: unique in the server, and `all` for the role
    /// everyone holds.
    pub name_folded: String,
    /// The name as it looks, see [`Alike::look`]: unique in the server. Not read where only permissions are needed.
    pub name_look: Option<String>,
    /// The same without regard to case, see [`Alike::look_key`].
    pub name_look_key: Option<String>,
    /// Whether everybody may mention it.
    pub mentionable: bool,
    /// The permissions as bits.
    pub permissions: i32,
    /// When it was made.
    pub created_at: i64,
}

/// What joins a role to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What someone types about a role.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wish<'a> {
    /// The wished-for name.
    pub name: &'a str,
    /// Whether everybody may mention it.
    pub mentionable: bool,
    /// The names of the permissions it gives.
    pub permissions: &'a [&'a str],
}

impl Wish<'_> {
    /// `present` is the role's name so far, which may stay whatever the rules say by now.
    fn check(self, present: Option<&str>) -> Result<(String, Permissions)> {
        let mut faults = Faults::none();
        let name = names::changed(self.name, present, names::role_name);
        let name = faults.check("name", name);
        let permissions = faults.check("permissions", self.known_permissions());
        faults.into_result()?;
        Ok((name.unwrap_or_default(), permissions.unwrap_or_default()))
    }

    fn check_permissions(self) -> Result<Permissions> {
        self.known_permissions()
            .map_err(|sentence| Error::fault("permissions", sentence))
    }

    fn known_permissions(self) -> Result<Permissions, &'static str> {
        Permissions::from_names(self.permissions.iter().copied())
            .map_err(|_| "One of these is not a permission. Choose from the list.")
    }
}

impl Model {
    /// Whether every member holds it.
    pub fn is_all(&self) -> bool {
        self.name_folded == names::ALL
    }

    /// What it gives.
    pub fn permissions(&self) -> Permissions {
        Permissions::from_bits_truncate(self.permissions)
    }

    /// The server's roles: `all` first, then in the order in which they were made.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of_server(db: &Conn, server_id: i64) -> Result<Vec<Self>> {
        let mut roles = Entity::find()
            .filter(Column::ServerId.eq(server_id))
            .order_by_asc(Column::Id)
            .all(db)
            .await?;
        roles.sort_by_key(|role| !role.is_all());
        Ok(roles)
    }

    /// The role of this member's server.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none or it is of another server.
    pub async fn of_server(db: &Conn, standing: &Membership, id: i64) -> Result<Self> {
        Entity::find_by_id(id)
            .filter(Column::ServerId.eq(standing.server.id))
            .one(db)
            .await?
            .ok_or(Error::NotFound)
    }

    /// Makes a role.
    ///
    /// # Errors
    /// Faults of `name` and `permissions`, or of the form where the server has as many roles as it can; [`Error::NotFound`]
    /// or [`Error::Forbidden`] where the person may not manage roles or does not hold what they would hand out.
    pub async fn create(core: &Core, user_id: i64, server_id: i64, wish: Wish<'_>) -> Result<Self> {
        let checked = wish.check(None);
        let write = core.begin().await?;
        let standing =
            Membership::to_change(&write, user_id, server_id, Permissions::MANAGE_ROLES).await?;
        let (name, permissions) = checked?;
        standing.require_to_hand_out(permissions)?;
        let held = Entity::find().filter(Column::ServerId.eq(server_id));
        let most = core.config.caps.roles_per_server;
        server::require_room(&write, held, most, "roles").await?;
        let alike = Alike::of(&name);
        let role = ActiveModel {
            id: Set(core.id()),
            server_id: Set(server_id),
            name_folded: Set(alike.key),
            name_look: Set(Some(alike.look)),
            name_look_key: Set(Some(alike.look_key)),
            name: Set(name),
            mentionable: Set(wish.mentionable),
            permissions: Set(permissions.bits()),
            created_at: Set(core.now()),
        }
        .insert(&*write)
        .await
        .map_err(name_taken)?;
        let action = Action::RoleCreated {
            mentionable: role.mentionable,
            permissions: action::names(permissions),
        };
        audit::record(&write, core, server_id, user_id, &role, action).await?;
        write.commit().await?;
        Ok(role)
    }

    /// Changes a role. Of the role `all` only the permissions change: its name is what the words `@all` lead to, and
    /// who may use those is a permission.
    ///
    /// # Errors
    /// Faults of `name` and `permissions`; [`Error::NotFound`] where it is not of this server, [`Error::Forbidden`]
    /// where the person may not manage roles or does not hold everything that the role gave and is to give.
    pub async fn edit(
        core: &Core,
        user_id: i64,
        server_id: i64,
        id: i64,
        wish: Wish<'_>,
    ) -> Result<Self> {
        let write = core.begin().await?;
        let standing =
            Membership::to_change(&write, user_id, server_id, Permissions::MANAGE_ROLES).await?;
        let role = Self::of_server(&write, &standing, id).await?;
        standing.require_to_hand_out(role.permissions())?;
        let (name, permissions) = if role.is_all() {
            (None, wish.check_permissions()?)
        } else {
            let (name, permissions) = wish.check(Some(&role.name))?;
            (Some(name), permissions)
        };
        standing.require_to_hand_out(permissions)?;
        if role.is_all() && permissions.contains(Permissions::ADMINISTRATOR) {
            return Err(Error::fault(
                "permissions",
                "Everyone has this role, so it can’t be administrator. Create another role for administrators.",
            ));
        }
        let before = role.clone();
        let mut role = role.into_active_model();
        role.permissions = Set(permissions.bits());
        if let Some(name) = name {
            if name != before.name {
                let alike = Alike::of(&name);
                role.name_folded = Set(alike.key);
                role.name_look = Set(Some(alike.look));
                role.name_look_key = Set(Some(alike.look_key));
                role.name = Set(name);
            }
            role.mentionable = Set(wish.mentionable);
        }
        let role = role.update(&*write).await.map_err(name_taken)?;
        if role != before {
            let (held, holds) = (before.permissions(), role.permissions());
            let action = Action::RoleEdited {
                name: Change::between(before.name.as_str(), role.name.as_str()),
                mentionable: Change::between(before.mentionable, role.mentionable),
                gained: action::names(holds.difference(held)),
                lost: action::names(held.difference(holds)),
            };
            audit::record(&write, core, server_id, user_id, &before, action).await?;
        }
        core.commit_revoking(write, &[Access::Server(server_id)])
            .await?;
        Ok(role)
    }

    /// Deletes a role; whoever carries it loses it, and that they carried it is deleted in steps. The role `all`
    /// stays.
    ///
    /// # Errors
    /// A fault of the form for the role `all`; [`Error::NotFound`] where it is not of this server,
    /// [`Error::Forbidden`] where the person may not manage roles or does not hold what the role gives.
    pub async fn delete(core: &Core, user_id: i64, server_id: i64, id: i64) -> Result<Self> {
        let write = core.begin().await?;
        let standing =
            Membership::to_change(&write, user_id, server_id, Permissions::MANAGE_ROLES).await?;
        let role = Self::of_server(&write, &standing, id).await?;
        if role.is_all() {
            return Err(Error::fault(
                "form",
                "Every member has this role, so it can’t be deleted.",
            ));
        }
        standing.require_to_hand_out(role.permissions())?;
        require_to_move(&write, &standing, &[], &[role.id]).await?;
        overwrite::drop_of_role(&write, id).await?;
        tombstone::note(&write, tombstone::TombstoneKind::Role, id, core.now()).await?;
        Entity::delete_by_id(id).exec(&*write).await?;
        let action = Action::RoleDeleted {};
        audit::record(&write, core, server_id, user_id, &role, action).await?;
        core.commit_revoking(write, &[Access::Server(server_id)])
            .await?;
        Ok(role)
    }
}

/// Goes on only where a member holds, in each channel, what its overwrites would give to whoever gains the roles
/// `given` and loses the roles `taken`. Without this, a role would be a way into every channel that it opens.
///
/// # Errors
/// [`Error::Forbidden`] otherwise.
pub(super) async fn require_to_move(
    db: &Conn,
    standing: &Membership,
    given: &[i64],
    taken: &[i64],
) -> Result<()> {
    let moved = given.iter().chain(taken).copied();
    let touched = overwrite::Entity::find()
        .filter(lists::is_one_of(db, overwrite::Column::RoleId, moved))
        .all(db)
        .await?;
    let channels: Vec<i64> = touched.iter().map(|found| found.channel_id).collect();
    let overwrites = overwrite::concerning(db, standing, &channels).await?;
    let refused = touched.iter().any(|found| {
        let rule = found.rule();
        let is_given = found.role_id.is_some_and(|id| given.contains(&id));
        let gained = if is_given { rule.allow } else { rule.deny };
        !standing.sum(&overwrites, found.channel_id).contains(gained)
    });
    if refused {
        return Err(Error::Forbidden(
            "You can’t give or take this role, because it controls a channel permission you don’t have. Ask the server’s owner.",
        ));
    }
    Ok(())
}

fn name_taken(err: DbErr) -> Error {
    let column = ["name_look", "name_look_key"]
        .into_iter()
        .find(|column| violates(&err, "roles", column))
        .unwrap_or("name_folded");
    taken(
        err,
        "roles",
        column,
        "name",
        "This server already has a role with this name, or with one that looks like it. Choose another name.",
    )
}
