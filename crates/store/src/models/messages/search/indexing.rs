//! Filling the index: messages that were posted a while ago are put into it, the oldest first, in short transactions.
//! When it runs is decided in `background::indexing`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use crate::core::Core;
use crate::models::Message;
use crate::models::messages::message::{Column, Entity};
use crate::models::messages::search_index::{self, IndexState};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;

/// How long after it was posted a message is indexed at the earliest. The index goes by ids, which go by the clocks of the
/// nodes: these differ by a minute at most, and a post takes a few seconds.
pub const DELAY_MS: Millis = 2 * 60 * 1000;

/// How many messages a step indexes.
pub const ROWS_PER_STEP: u64 = 128;

/// Puts the oldest messages that are not in the index into it; returns how many. None where another process did the same, or
/// one of them was just edited: then nothing was done, and another step may do it.
#[boxed]
pub async fn step(core: &Core) -> Result<Option<u64>> {
    let state = IndexState::read(&core.db).await?;
    let end = core.id_times().first_id_at(core.now() - DELAY_MS);
    // Read and split before the transaction, which other writers wait for.
    let messages = Entity::find()
        .filter(Column::Id.gt(state.indexed_up_to))
        .filter(Column::Id.lt(end))
        .order_by_asc(Column::Id)
        .limit(ROWS_PER_STEP)
        .all(&*core.db)
        .await?;
    let Some(last) = messages.last().map(|message| message.id) else {
        return Ok(Some(0));
    };
    let indexed: Vec<_> = messages.iter().map(Message::indexed).collect();
    let write = core.begin().await?;
    let locked = IndexState::lock_exclusive(&write).await?;
    if locked != state {
        write.rollback().await?;
        return Ok(None);
    }
    // What was edited or deleted in the meantime is left out; edits and deletions wait from here on.
    let now = edits(&write, state.indexed_up_to, last.get()).await?;
    let is_edited =
        messages.iter().any(|message| now.get(&message.id.get()).is_some_and(|at| *at != message.edited_at));
    if is_edited {
        write.rollback().await?;
        return Ok(None);
    }
    let mut indexed = indexed;
    indexed.retain(|message| now.contains_key(&message.id));
    search_index::insert(&write, &indexed, locked.block()).await?;
    locked.advance(&write, last.get(), indexed.len()).await?;
    write.commit().await?;
    Ok(Some(messages.len() as u64))
}

/// When each message after `after` and up to `last` was edited.
async fn edits(write: &Conn, after: i64, last: i64) -> Result<HashMap<i64, Option<Millis>>> {
    let rows: Vec<(i64, Option<Millis>)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::EditedAt])
        .filter(Column::Id.gt(after))
        .filter(Column::Id.lte(last))
        .into_tuple()
        .all(write)
        .await?;
    Ok(rows.into_iter().collect())
}
