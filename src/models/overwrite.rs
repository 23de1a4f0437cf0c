//! Overwrites: what a channel allows or denies a role or a member, over what their roles say.
//! How they add up is pure and stands in `chat::permissions`.

use sea_orm::entity::prelude::*;

use crate::chat::permissions::{self, Permissions};

/// One channel's exception for a role or a member; exactly one of the two is named.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "overwrites")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The channel.
    pub channel_id: i64,
    /// The role it is for.
    pub role_id: Option<i64>,
    /// The member it is for.
    pub user_id: Option<i64>,
    /// What it allows, as bits.
    pub allow: i32,
    /// What it denies, as bits.
    pub deny: i32,
}

/// What joins an overwrite to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// What it says, for the sum.
    pub fn rule(&self) -> permissions::Overwrite {
        permissions::Overwrite {
            allow: Permissions::from_bits_truncate(self.allow),
            deny: Permissions::from_bits_truncate(self.deny),
        }
    }
}
