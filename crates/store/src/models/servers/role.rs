//! Roles: named sets of permissions in a server. Every server has the role `all`, held by every member.
//! Who holds which is in `member`.

use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use serde::Deserialize;
use validator::{Validate, ValidateArgs};

use crate::models::servers::ticked::TickedBoxes;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::names;
#[cfg(doc)]
use portico_rules::chat::names::NameForms;
use portico_rules::chat::names::rules::{self, CurrentNames};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, ServerId};

/// A named set of permissions.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "roles")]
pub struct Model {
    /// Its id, by which `@role_<id>` names it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: RoleId,
    /// The server it is of.
    pub server_id: ServerId,
    /// 1 to 32 characters.
    pub name: String,
    /// The name as it is compared whatever its case, see [`NameForms::key`]: unique in the server, and `all` for the role
    /// everyone holds.
    pub name_folded: String,
    /// The name as it looks, see [`NameForms::look`]: unique in the server. Not read where only permissions are needed.
    pub name_look: Option<String>,
    /// The same without regard to case, see [`NameForms::look_key`].
    pub name_look_key: Option<String>,
    /// True if everyone may mention it.
    pub mentionable: bool,
    /// The permissions as bits.
    pub permissions: i32,
    /// Its place in the order of the server's roles: 0 for `all`, 1 just above it.
    pub position: i32,
    /// When it was made.
    pub created_at: i64,
}

portico_platform::database::no_relations!();

/// The form of a role.
#[derive(Debug, Clone, Copy, Default, Validate)]
#[validate(context = "CurrentNames<'v_a>")]
pub struct RoleDraft<'a> {
    /// The name.
    #[validate(custom(function = "rules::changed_role_name", use_context))]
    pub name: &'a str,
    /// True if everyone may mention it.
    pub mentionable: bool,
    /// The names of the permissions it gives.
    pub permissions: &'a [&'a str],
    /// Its position among the server's roles; none to leave it where it is.
    pub position: Option<&'a str>,
}

/// Changes of a role.
#[derive(Debug, Clone, Copy)]
pub struct RoleChanges<'a> {
    /// The name; none: as it is.
    pub name: Option<&'a str>,
    /// True if everyone may mention it; none leaves it as it is.
    pub mentionable: Option<bool>,
    /// The names of the permissions it gives.
    pub permissions: TickedBoxes<'a>,
    /// Its position among the server's roles; none: as it is.
    pub position: Option<&'a str>,
}

impl RoleChanges<'_> {
    /// The permissions to store, from what the role has and what was `sent`.
    pub(super) fn merged_permissions(self, stored: Permissions, sent: Permissions) -> Permissions {
        let Some(shown) = self.permissions.shown else {
            return sent;
        };
        let shown = shown.iter().filter_map(|name| Permissions::from_name(name).ok()).collect();
        stored.with_changes(shown, sent)
    }
}

impl RoleDraft<'_> {
    /// The name and the permissions to store. The role's `present` name stays valid, even if the rules have changed.
    pub(super) fn check(self, present: Option<&str>) -> Result<(String, Permissions)> {
        let args = CurrentNames { name: present, ..CurrentNames::default() };
        let mut faults = FieldErrors::from_validation(self.validate_with_args(&args));
        let permissions = faults.check("permissions", self.known_permissions());
        faults.into_result()?;
        let name = names::changed_form(self.name, present, names::role_form);
        Ok((name, permissions.unwrap_or_default()))
    }

    pub(super) fn check_permissions(self) -> Result<Permissions> {
        self.known_permissions().map_err(|sentence| Error::fault("permissions", sentence))
    }

    fn known_permissions(self) -> Result<Permissions, &'static str> {
        Permissions::from_names(self.permissions.iter().copied())
            .map_err(|_| "One of these is not a permission. Choose from the list.")
    }
}

impl Model {
    /// True if every member holds it.
    pub fn is_all(&self) -> bool {
        self.name_folded == names::ALL
    }

    /// Permissions of its holders.
    pub fn permissions(&self) -> Permissions {
        Permissions::from_bits_truncate(self.permissions)
    }

    /// The server's roles: `all` first, then from the highest to the lowest.
    #[boxed]
    pub async fn all_of_server(db: &Conn, server_id: ServerId) -> Result<Vec<Self>> {
        let mut roles = Entity::find()
            .filter(Column::ServerId.eq(server_id))
            .order_by_desc(Column::Position)
            .order_by_asc(Column::Id)
            .all(db)
            .await?;
        roles.sort_by_key(|role| !role.is_all());
        Ok(roles)
    }

    /// A role of this server.
    ///
    /// # Errors
    /// [`Error::NotFound`] where the server has no such role.
    #[boxed]
    pub async fn of_server(db: &Conn, server_id: ServerId, id: RoleId) -> Result<Self> {
        Entity::find_by_id(id).filter(Column::ServerId.eq(server_id)).one(db).await?.ok_or(Error::NotFound)
    }
}
