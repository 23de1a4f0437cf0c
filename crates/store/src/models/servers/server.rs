//! Servers: communities with an owner, members, roles and channels.
//! Permissions in a server are computed in `membership`.

use sea_orm::entity::prelude::*;
use sea_orm::{PaginatorTrait, QueryOrder};
use serde::Deserialize;

use crate::models::accounts::picture::{self, PictureKind};
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::database::{Conn, Write};
use portico_platform::error::{Error, Result};
use portico_rules::ids::{ServerId, UserId};

/// A community.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "servers")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ServerId,
    /// 1 to 64 characters.
    pub name: String,
    /// Who holds everything in it.
    pub owner_id: UserId,
    /// When it was made.
    pub created_at: i64,
    /// True if its members' browsers load pictures that webhooks post only when a reader asks for one.
    pub pictures_on_click: bool,
    /// True if those who manage it have to have a second step.
    pub requires_second_step: bool,
    /// When an admin suspended it: no one reads or posts in it.
    pub suspended_at: Option<i64>,
    /// Why it was suspended, for its owner; empty while it is not.
    pub suspended_for: String,
    /// The id under which its picture is stored: random, so that only those find it who were shown it. None: no picture.
    pub picture_id: Option<i64>,
}

portico_platform::database::no_relations!();

impl Model {
    /// True if an admin suspended it.
    pub fn is_suspended(&self) -> bool {
        self.suspended_at.is_some()
    }

    /// The path of its picture; none where it has none. Another upload has another path.
    pub fn picture_path(&self) -> Option<String> {
        self.picture_id.map(|id| picture::path(PictureKind::Server, id, Some(1)))
    }

    /// The refusal that this member gets where it is suspended: the owner reads why.
    pub fn suspension_for(&self, user_id: UserId) -> Option<Error> {
        let reason = (self.owner_id == user_id).then(|| self.suspended_for.clone());
        self.is_suspended().then_some(Error::ServerSuspended(reason))
    }

    /// The servers that a user owns, the oldest first.
    #[boxed]
    pub async fn all_of_owner(db: &Conn, user_id: UserId) -> Result<Vec<Self>> {
        Ok(Entity::find().filter(Column::OwnerId.eq(user_id)).order_by_asc(Column::Id).all(db).await?)
    }
}

/// The remedy where a server has the maximum of something that can be deleted.
pub(in crate::models) const DELETE_ONE: &str = "Delete one first.";

/// Refuses one more where a server has `limit` of something: with the sentence for a limit of one or of more, and what to do. The server is locked, so that no
/// other is added meanwhile.
///
/// # Errors
/// A fault of the form.
pub(in crate::models) async fn require_room<E>(
    write: &Write,
    existing: Select<E>,
    limit: u32,
    sentences: [&str; 2],
    remedy: &'static str,
) -> Result<()>
where
    E: EntityTrait,
    E::Model: Sync,
{
    if existing.count(&**write).await? < u64::from(limit) {
        return Ok(());
    }
    Err(caps::reached("form", limit, sentences, remedy))
}
