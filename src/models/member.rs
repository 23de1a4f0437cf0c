//! Members: who is in which server, and the roles they hold.
//! What follows from it stands in `standing`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ConnectionTrait, Set};

use crate::clock::Millis;
use crate::error::Result;
use crate::models::server;

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
}

impl Related<server::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Server.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

/// Lets a person in; whoever is in already stays as they are.
///
/// # Errors
/// When the database can't be reached.
pub async fn join(
    db: &impl ConnectionTrait,
    server_id: i64,
    user_id: i64,
    now: Millis,
) -> Result<()> {
    let member = ActiveModel {
        server_id: Set(server_id),
        user_id: Set(user_id),
        joined_at: Set(now),
    };
    Entity::insert(member)
        .on_conflict(
            OnConflict::columns([Column::ServerId, Column::UserId])
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The roles that members hold besides `all`.
pub mod held {
    use sea_orm::entity::prelude::*;

    /// A role held by a member.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "member_roles")]
    pub struct Model {
        /// The server.
        #[sea_orm(primary_key, auto_increment = false)]
        pub server_id: i64,
        /// The person.
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: i64,
        /// The role.
        #[sea_orm(primary_key, auto_increment = false)]
        pub role_id: i64,
        /// Since when. Mentions of the role from before are not theirs.
        pub given_at: i64,
    }

    /// What joins a held role to other rows.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
