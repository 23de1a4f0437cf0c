//! Servers: communities with an owner, members, roles and channels.
//! What somebody may do in one is judged in `standing`.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, JoinType, QueryOrder, QuerySelect, Set};

use crate::chat::names;
use crate::chat::permissions::Permissions;
use crate::error::{Error, Result};
use crate::instance::Instance;
use crate::models::{Channel, channel, member, role};

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
pub enum Relation {
    /// The people in it.
    #[sea_orm(has_many = "member::Entity")]
    Members,
}

impl Related<member::Entity> for Entity {
    fn to() -> RelationDef {
        Relation::Members.def()
    }
}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// Makes a server with the role `all` and a first channel `general`; whoever makes it owns it.
    ///
    /// # Errors
    /// A fault of `name`.
    pub async fn create(at: &Instance, owner_id: i64, name: &str) -> Result<(Self, Channel)> {
        let name = names::server_name(name).map_err(|sentence| Error::fault("name", sentence))?;
        let now = at.now();
        let write = at.begin().await?;
        let server = ActiveModel {
            id: Set(at.id()),
            name: Set(name),
            owner_id: Set(owner_id),
            created_at: Set(now),
        }
        .insert(&*write)
        .await?;
        role::ActiveModel {
            id: Set(at.id()),
            server_id: Set(server.id),
            name: Set(names::ALL.to_owned()),
            name_folded: Set(names::ALL.to_owned()),
            mentionable: Set(false),
            permissions: Set(Permissions::DEFAULT_FOR_ALL_ROLE.bits()),
            created_at: Set(now),
        }
        .insert(&*write)
        .await?;
        member::join(&*write, server.id, owner_id, now).await?;
        let general = channel::ActiveModel {
            id: Set(at.id()),
            server_id: Set(server.id),
            name: Set("general".to_owned()),
            topic: Set(String::new()),
            created_at: Set(now),
        }
        .insert(&*write)
        .await?;
        write.commit().await?;
        Ok((server, general))
    }

    /// The servers that a person is a member of, in the order they joined them.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of_member(db: &impl ConnectionTrait, user_id: i64) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .join(JoinType::InnerJoin, Relation::Members.def())
            .filter(member::Column::UserId.eq(user_id))
            .order_by_asc(member::Column::JoinedAt)
            .order_by_asc(Column::Id)
            .all(db)
            .await?)
    }
    /// The servers that a person owns, the oldest first.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn all_of_owner(db: &impl ConnectionTrait, user_id: i64) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::OwnerId.eq(user_id))
            .order_by_asc(Column::Id)
            .all(db)
            .await?)
    }
}
