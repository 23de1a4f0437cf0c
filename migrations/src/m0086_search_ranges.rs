//! The index of messages' words on Postgres by ranges of blocks too, so that a search reads as wide a range as it needs by one
//! key. The rows stay as they are.

use sea_orm::DbBackend;

use crate::prelude::*;

pub(crate) struct Migration;

/// Before `words`: what narrows a search most comes first.
const RANGES: &str = "(ARRAY[block << 2, ((block >> 2) << 2) + 1, ((block >> 4) << 2) + 2, ((block >> 6) << 2) + 3])";

async fn replace(manager: &SchemaManager<'_>, old: &str, new: &str, columns: &str) -> Result<(), DbErr> {
    if manager.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let db = manager.get_connection();
    // Searches go on while it is built. Only dropping the old one stops them, for a moment.
    let create = format!("CREATE INDEX {new} ON message_search USING gin ({columns}) WITH (fastupdate = off)");
    db.execute_unprepared(&create).await?;
    db.execute_unprepared(&format!("DROP INDEX {old}")).await?;
    Ok(())
}

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let columns = format!("{RANGES}, words");
        replace(manager, "message_search_words_idx", "message_search_ranges_words_idx", &columns).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        replace(manager, "message_search_ranges_words_idx", "message_search_words_idx", "words").await
    }
}
