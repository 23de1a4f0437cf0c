//! Text channels of servers.
//! What is said in them stands with `message`.

use sea_orm::ConnectionTrait;
use sea_orm::entity::prelude::*;

use crate::chat::permissions::Permissions;
use crate::error::{Error, Result};
use crate::models::Standing;

/// A text channel.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "channels")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// The server it is of.
    pub server_id: i64,
    /// Unique in the server.
    pub name: String,
    /// What it is about; may be empty.
    pub topic: String,
    /// When it was made. Channels stand in this order.
    pub created_at: i64,
}

/// What joins a channel to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl Model {
    /// The channel, where this person may view it, with their standing in its server and what they may do in it.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none or they may not view it.
    pub async fn viewed_by(
        db: &impl ConnectionTrait,
        user_id: i64,
        id: i64,
    ) -> Result<(Self, Standing, Permissions)> {
        let channel = Entity::find_by_id(id)
            .one(db)
            .await?
            .ok_or(Error::NotFound)?;
        let standing = Standing::of(db, user_id, channel.server_id)
            .await?
            .ok_or(Error::NotFound)?;
        let here = standing.in_channel(db, id).await?;
        if here.contains(Permissions::VIEW_CHANNEL) {
            Ok((channel, standing, here))
        } else {
            Err(Error::NotFound)
        }
    }
}
