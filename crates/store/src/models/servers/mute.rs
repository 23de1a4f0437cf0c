//! Channels and servers that a person has muted: nothing there is marked as unread or shown as a notification.
//! Mentions still reach the inbox. What is muted now is part of `access`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{Condition, Set};
use serde::Deserialize;

use crate::core::Core;
use crate::live::Access;
use crate::models::User;
use portico_macros::boxed;
use portico_platform::config::caps;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{PlaceId, UserId};

/// A mute, which has ended once its time has come, deleted or not.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Deserialize)]
#[sea_orm(table_name = "mutes")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The channel or server.
    #[sea_orm(primary_key, auto_increment = false)]
    pub place_id: PlaceId,
    /// When it ends; none: when the person lifts it.
    pub ends_at: Option<i64>,
}

portico_platform::database::no_relations!();

/// Mutes a channel or server, which the caller has checked that the user may see, until then or without end. An earlier
/// mute of it is replaced.
///
/// # Errors
/// A fault of the form where the user has muted as many places as they can.
#[boxed]
pub async fn set(core: &Core, user_id: UserId, place_id: PlaceId, ends_at: Option<Millis>) -> Result<()> {
    let write = core.begin().await?;
    // No other mute of this person is added meanwhile.
    if !User::lock_to_count(&write, user_id).await? {
        return Err(Error::SignedOut);
    }
    let limit = core.config.caps.mutes_per_person;
    let others = Entity::find()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::PlaceId.ne(place_id))
        .filter(Condition::any().add(Column::EndsAt.is_null()).add(Column::EndsAt.gt(core.now())))
        .count(&*write)
        .await?;
    if others >= u64::from(limit) {
        return Err(caps::reached(
            "form",
            limit,
            [
                "You have 1 muted channel or server, the most a person can have.",
                "You have {} muted channels and servers, the most a person can have.",
            ],
            "Turn notifications on again for some in your settings.",
        ));
    }
    let mute = ActiveModel { user_id: Set(user_id), place_id: Set(place_id), ends_at: Set(ends_at) };
    Entity::insert(mute)
        .on_conflict(OnConflict::columns([Column::UserId, Column::PlaceId]).update_column(Column::EndsAt).to_owned())
        .exec_without_returning(&*write)
        .await?;
    // Open pages look again.
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(())
}

/// Lifts a mute, if there is one.
#[boxed]
pub async fn lift(core: &Core, user_id: UserId, place_id: PlaceId) -> Result<bool> {
    let write = core.begin().await?;
    let lifted = Entity::delete_by_id((user_id, place_id)).exec(&*write).await?;
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    Ok(lifted.rows_affected > 0)
}
