//! The index of messages' words anew, with each word as one of its channel: a search reads nothing of other channels.
//! It begins empty, and is filled while the process serves. A process of an earlier version can't write into it.

use sea_orm::DbBackend;

use crate::prelude::*;

pub(crate) struct Migration;

/// Makes the index again, empty: its words are in `column`, and on Postgres in the index `name`.
async fn begin_anew(manager: &SchemaManager<'_>, column: &str, name: &str) -> Result<(), DbErr> {
    let db = manager.get_connection();
    db.execute_unprepared("DROP TABLE message_search").await?;
    let create = match manager.get_database_backend() {
        DbBackend::Sqlite => format!(
            "CREATE VIRTUAL TABLE message_search USING fts5({column}, content = '', contentless_delete = 1, tokenize = 'ascii')"
        ),
        _ => format!(
            "CREATE TABLE message_search (message_id bigint PRIMARY KEY, block integer NOT NULL, {column} tsvector NOT NULL); \
             CREATE INDEX {name} ON message_search USING gin ((ARRAY[block << 2, ((block >> 2) << 2) + 1, \
             ((block >> 4) << 2) + 2, ((block >> 6) << 2) + 3]), {column}) WITH (fastupdate = off)"
        ),
    };
    db.execute_unprepared(&create).await?;
    db.execute_unprepared("UPDATE search_state SET indexed_up_to = 0, indexed = 0").await?;
    Ok(())
}

impl MigrationTrait for Migration {
    /// A failure halfway would leave no table to drop.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        begin_anew(manager, "terms", "message_search_terms_idx").await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        begin_anew(manager, "words", "message_search_ranges_words_idx").await
    }
}
