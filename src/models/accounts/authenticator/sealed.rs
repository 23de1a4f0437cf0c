//! Which instance keys the keys of authenticator apps are sealed under, and sealing them again under the present one.
//! Sealing and opening one is in `authenticator`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use super::{Column, Entity, seal, seal_context};
use crate::core::Core;
use crate::database::Conn;
use crate::error::Result;
use crate::security::sealing::{self, Opened, Resealed, SealError, SealedCounts};

/// So many are read at a time.
const PAGE: u64 = 250;

/// Counts every key.
///
/// # Errors
/// When the database can't be reached.
pub async fn census(core: &Core) -> Result<SealedCounts> {
    let mut census = SealedCounts::default();
    let mut after = Some(0);
    while let Some(user_id) = after {
        let page = page_after(&core.db, user_id).await?;
        after = next_after(&page);
        for (user_id, sealed) in page {
            census.count(&open(core, user_id, &sealed));
        }
    }
    Ok(census)
}

/// Seals the keys of the accounts after this id again, a page of them, where they are not sealed under the present instance
/// key. Each is a transaction of its own.
///
/// # Errors
/// When the database can't be reached; what was sealed again until then stays so, and the step can be made again.
pub async fn reseal(core: &Core, after: i64) -> Result<Resealed> {
    let page = page_after(&core.db, after).await?;
    let mut done = Resealed {
        resealed: 0,
        unreadable: 0,
        next: next_after(&page),
    };
    for (user_id, sealed) in page {
        if sealing::says_key(&sealed) == Some(core.key.id()) {
            continue;
        }
        let Ok(opened) = open(core, user_id, &sealed) else {
            done.unreadable += 1;
            continue;
        };
        let resealed = seal(core, user_id, &opened.secret)?;
        let write = core.begin().await?;
        let changed = Entity::update_many()
            .col_expr(Column::SecretSealed, Expr::value(resealed))
            .filter(Column::UserId.eq(user_id))
            // Another key may have taken its place, which must not be lost.
            .filter(Column::SecretSealed.eq(sealed))
            .exec(&*write)
            .await?;
        write.commit().await?;
        done.resealed += changed.rows_affected;
    }
    Ok(done)
}

/// Whether there is any key that is sealed.
///
/// # Errors
/// When the database can't be reached.
pub async fn is_there_any(db: &Conn) -> Result<bool> {
    let any: Option<i64> = Entity::find()
        .select_only()
        .column(Column::UserId)
        .limit(1)
        .into_tuple()
        .one(db)
        .await?;
    Ok(any.is_some())
}

fn open(core: &Core, user_id: i64, sealed: &[u8]) -> Result<Opened, SealError> {
    sealing::open(&core.key, seal_context(user_id).as_bytes(), sealed)
}

async fn page_after(db: &Conn, user_id: i64) -> Result<Vec<(i64, Vec<u8>)>> {
    Ok(Entity::find()
        .select_only()
        .columns([Column::UserId, Column::SecretSealed])
        .filter(Column::UserId.gt(user_id))
        .order_by_asc(Column::UserId)
        .limit(PAGE)
        .into_tuple()
        .all(db)
        .await?)
}

fn next_after(page: &[(i64, Vec<u8>)]) -> Option<i64> {
    page.last()
        .map(|(user_id, _)| *user_id)
        .filter(|_| page.len() as u64 == PAGE)
}
