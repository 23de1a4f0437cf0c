//! Which instance keys the private keys are sealed under, and sealing them again under the present one.
//! The same for the tokens of webhooks is in `webhooks::webhook`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, Set};

use super::held::pair_of;
use super::schedule::Use;
use super::{ActiveModel, Column, Entity, all, begin, seal, seal_context};
use crate::core::Core;
use portico_crypto::InstanceKey;
use portico_crypto::sealing::{self, SealedCounts};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;

/// Counts every private key, each of which is opened.
#[boxed]
pub async fn count_sealed(core: &Core) -> Result<SealedCounts> {
    let mut counts = SealedCounts::default();
    for row in all(&core.db).await? {
        let Some(sealed) = row.private_sealed else {
            continue;
        };
        counts.count(&sealing::open(&core.key, seal_context(row.id).as_bytes(), &sealed));
    }
    Ok(counts)
}

/// Seals the private keys again where they are not sealed under the present instance key; returns how many were, and how
/// many no key of the instance opens.
///
/// # Errors
/// When the database can't be reached; then none was sealed again.
#[boxed]
pub async fn reseal(core: &Core) -> Result<(u64, u64)> {
    let (mut resealed, mut unreadable) = (0, 0);
    let write = begin(core).await?;
    for row in all(&write).await? {
        let Some(sealed) = &row.private_sealed else {
            continue;
        };
        if sealing::says_key(sealed) == Some(core.key.id()) {
            continue;
        }
        let Ok(opened) = sealing::open(&core.key, seal_context(row.id).as_bytes(), sealed) else {
            unreadable += 1;
            continue;
        };
        let sealed = seal(core, row.id, &opened.secret)?;
        let changed = ActiveModel { private_sealed: Set(Some(sealed)), ..Default::default() };
        let done = Entity::update_many()
            .set(changed)
            .filter(Column::Id.eq(row.id))
            // It may have been erased meanwhile, and stays so.
            .filter(Column::PrivateSealed.is_not_null())
            .exec(&*write)
            .await?;
        resealed += done.rows_affected;
    }
    write.commit().await?;
    Ok((resealed, unreadable))
}

/// True if there is any private key that is sealed.
#[boxed]
pub async fn any_sealed(db: &Conn) -> Result<bool> {
    let any: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Id.gt(0))
        .filter(Column::PrivateSealed.is_not_null())
        .limit(1)
        .into_tuple()
        .one(db)
        .await?;
    Ok(any.is_some())
}

/// True if the newest private key can be opened with this process's instance keys; `None` if there is none.
#[boxed]
pub async fn newest_is_readable(db: &Conn, key: &InstanceKey) -> Result<Option<bool>> {
    let newest: Option<(i64, Vec<u8>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::PrivateSealed])
        .filter(Column::PrivateSealed.is_not_null())
        .order_by_desc(Column::Id)
        .into_tuple()
        .one(db)
        .await?;
    Ok(newest.map(|(id, sealed)| sealing::open(key, seal_context(id).as_bytes(), &sealed).is_ok()))
}

/// The keys that sign now or later and can't be used by this process, each with the reason.
#[boxed]
pub async fn unusable(core: &Core) -> Result<Vec<(String, String)>> {
    let rows = all(&core.db).await?;
    let now = core.now();
    Ok(rows
        .iter()
        .filter(|row| matches!(row.used_for(&rows, now), Use::Signs | Use::Next))
        .filter_map(|row| Some((row.kid.clone(), pair_of(&core.key, row).err()?)))
        .collect())
}
