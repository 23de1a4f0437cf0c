//! Which keys the tokens of webhooks are sealed under, and sealing them again under the present one.
//! Sealing and opening one token is in `token`; the keys are in `security`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use super::token::{seal, seal_context};
use super::{Column, Entity};
use crate::core::Core;
use crate::database::Conn;
use crate::error::Result;
use crate::security::InstanceKey;
use crate::security::sealing::{self, Opened, Resealed, SealError, SealedCounts};

/// So many are read at a time.
const PAGE: u64 = 250;

/// Counts every token.
///
/// # Errors
/// When the database can't be reached.
pub async fn census(core: &Core) -> Result<SealedCounts> {
    let mut census = SealedCounts::default();
    let mut after = Some(0);
    while let Some(id) = after {
        let page = page_after(&core.db, id).await?;
        after = next_after(&page);
        for (id, sealed) in page {
            census.count(&open(&core.key, id, &sealed));
        }
    }
    Ok(census)
}

/// Seals the tokens of the webhooks after this id again, a page of them, where they are not sealed under the present
/// key. Nothing else of a webhook changes, and posts are not affected.
///
/// Each is a transaction of its own. Several in one would hold several rows, and posts that hold the same ones in
/// another order would wait for each other in a circle.
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
    for (id, sealed) in page {
        if sealing::says_key(&sealed) == Some(core.key.id()) {
            continue;
        }
        let Ok(opened) = open(&core.key, id, &sealed) else {
            done.unreadable += 1;
            continue;
        };
        let resealed = seal(core, id, &opened.secret)?;
        let write = core.begin().await?;
        let changed = Entity::update_many()
            .col_expr(Column::TokenSealed, Expr::value(resealed))
            .filter(Column::Id.eq(id))
            // The token may have been regenerated meanwhile, which must not be lost.
            .filter(Column::TokenSealed.eq(sealed))
            .exec(&*write)
            .await?;
        write.commit().await?;
        done.resealed += changed.rows_affected;
    }
    Ok(done)
}

/// Whether there is any token that is sealed.
///
/// # Errors
/// When the database can't be reached.
pub async fn is_there_any(db: &Conn) -> Result<bool> {
    let any: Option<i64> = Entity::find()
        .select_only()
        .column(Column::Id)
        .limit(1)
        .into_tuple()
        .one(db)
        .await?;
    Ok(any.is_some())
}

/// Whether the newest webhook's token opens under these keys; none where there is no webhook.
///
/// # Errors
/// When the database can't be reached.
pub async fn newest_is_readable(db: &Conn, key: &InstanceKey) -> Result<Option<bool>> {
    let newest: Option<(i64, Vec<u8>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::TokenSealed])
        .order_by_desc(Column::Id)
        .into_tuple()
        .one(db)
        .await?;
    Ok(newest.map(|(id, sealed)| open(key, id, &sealed).is_ok()))
}

fn open(key: &InstanceKey, id: i64, sealed: &[u8]) -> Result<Opened, SealError> {
    sealing::open(key, seal_context(id).as_bytes(), sealed)
}

async fn page_after(db: &Conn, id: i64) -> Result<Vec<(i64, Vec<u8>)>> {
    Ok(Entity::find()
        .select_only()
        .columns([Column::Id, Column::TokenSealed])
        .filter(Column::Id.gt(id))
        .order_by_asc(Column::Id)
        .limit(PAGE)
        .into_tuple()
        .all(db)
        .await?)
}

fn next_after(page: &[(i64, Vec<u8>)]) -> Option<i64> {
    page.last()
        .map(|(id, _)| *id)
        .filter(|_| page.len() as u64 == PAGE)
}
