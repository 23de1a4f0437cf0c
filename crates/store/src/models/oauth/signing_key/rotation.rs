//! Replacing keys: a day ahead, or as soon as possible where one may be in the wrong hands.
//! `schedule` defines the times.

use std::time::Duration;

use sea_orm::Condition;
use sea_orm::entity::prelude::*;

use super::schedule::Use;
use super::{AT_THE_EARLIEST, Algorithm, Column, Entity, GeneratedKey, Model, PUBLISHED_AHEAD};
use super::{all, begin};
use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;

/// The keys that a rotation added.
#[derive(Debug)]
pub struct KeyRotation {
    /// One for each algorithm.
    pub added: Vec<Model>,
    /// When they begin to sign.
    pub signs_from: Millis,
}

/// Adds the next key of each algorithm. It is published from now on, and signs [`PUBLISHED_AHEAD`] from now, so that no
/// client meets a token that it can't check.
///
/// # Errors
/// [`Error::Forbidden`] while the next keys already wait to sign; when the database can't be reached.
#[boxed]
pub async fn rotate(core: &Core) -> Result<KeyRotation> {
    add(core, PUBLISHED_AHEAD, false).await
}

/// Replaces every key as soon as all nodes know the new ones. From then on, whatever the old ones signed is refused, also
/// by clients once they fetch the key set.
#[boxed]
pub async fn revoke_and_rotate(core: &Core) -> Result<KeyRotation> {
    add(core, AT_THE_EARLIEST, true).await
}

async fn add(core: &Core, ahead: Duration, revoke: bool) -> Result<KeyRotation> {
    let mut generated = Vec::new();
    for algorithm in Algorithm::ALL {
        generated.push(GeneratedKey::new(algorithm).await?);
    }
    let write = begin(core).await?;
    let now = core.now();
    let signs_from = now.saturating_add(i64::try_from(ahead.as_millis()).unwrap_or(i64::MAX));
    if revoke {
        // A key that waits may have been read together with those that sign.
        Entity::update_many()
            .col_expr(Column::RevokedAt, Expr::value(signs_from))
            .filter(Condition::any().add(Column::RevokedAt.is_null()).add(Column::RevokedAt.gt(signs_from)))
            .exec(&*write)
            .await?;
    } else {
        let keys = all(&write).await?;
        if keys.iter().any(|key| key.used_for(&keys, now) == Use::Next) {
            return Err(Error::Forbidden("The next keys were added already, and do not sign yet."));
        }
    }
    let mut added = Vec::new();
    for key in generated {
        added.push(key.insert(core, &write, signs_from).await?);
    }
    write.commit().await?;
    Ok(KeyRotation { added, signs_from })
}

/// Deletes a key that is published no more. What it signed can't be checked by this instance either.
///
/// # Errors
/// [`Error::NotFound`], and [`Error::Forbidden`] while it is published.
#[boxed]
pub async fn delete(core: &Core, kid: &str) -> Result<()> {
    let write = begin(core).await?;
    let keys = all(&write).await?;
    let key = keys.iter().find(|key| key.kid == kid);
    let key = key.ok_or(Error::NotFound)?;
    if key.used_for(&keys, core.now()).is_published() {
        return Err(Error::Forbidden("It is still published: tokens that it signed may be valid."));
    }
    Entity::delete_by_id(key.id).exec(&*write).await?;
    write.commit().await?;
    Ok(())
}

/// Erases the private part of at most `limit` keys that sign no more; returns of how many.
pub async fn erase_retired(db: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let keys = all(db).await?;
    let mut erased = 0;
    for key in &keys {
        let is_over = matches!(key.used_for(&keys, now), Use::Retired | Use::Revoked);
        if erased >= limit || !is_over || key.private_sealed.is_none() {
            continue;
        }
        let done = Entity::update_many()
            .col_expr(Column::PrivateSealed, Expr::value(None::<Vec<u8>>))
            .filter(Column::Id.eq(key.id))
            .exec(db)
            .await?;
        erased += done.rows_affected;
    }
    Ok(erased)
}
