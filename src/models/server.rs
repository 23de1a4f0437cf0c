//! Servers: communities with an owner, members, roles and channels.
//! What somebody may do in one is judged in `standing`.

use sea_orm::entity::prelude::*;

/// A community.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "servers")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// 1 to 64 characters.
    pub name: String,
    /// Who holds everything in it.
    pub owner_id: i64,
    /// When it was made.
    pub created_at: i64,
}

/// What joins a server to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
