//! Roles: named sets of permissions in a server. Every server has the role `all`, held by every member.
//! Who holds which stands with `member`.

use sea_orm::entity::prelude::*;

use crate::chat::names;
use crate::chat::permissions::Permissions;

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
    /// The name without regard to case: unique in the server, and `all` for the role everyone holds.
    pub name_folded: String,
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

impl Model {
    /// Whether every member holds it.
    pub fn is_all(&self) -> bool {
        self.name_folded == names::ALL
    }

    /// What it gives.
    pub fn permissions(&self) -> Permissions {
        Permissions::from_bits_truncate(self.permissions)
    }
}
