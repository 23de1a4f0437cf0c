//! The index of messages' words anew, with each word as one of its channel: a search reads nothing of other channels.
//! It begins empty, and is filled while the process serves. A process of an earlier version can't write into it.

use sea_orm::DbBackend;

use crate::prelude::*;

pub(crate) struct Migration;

async fn run(manager: &SchemaManager<'_>, sqlite: &[&str], postgres: &[&str]) -> Result<(), DbErr> {
    let statements = match manager.get_database_backend() {
        DbBackend::Sqlite => sqlite,
        _ => postgres,
    };
    let db = manager.get_connection();
    for sql in statements {
        db.execute_unprepared(sql).await?;
    }
    db.execute_unprepared("UPDATE search_state SET indexed_up_to = 0, indexed = 0")
        .await?;
    Ok(())
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// A failure halfway would leave a table that can't be dropped again.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(
            manager,
            &[
                "DROP TABLE message_search",
                "CREATE VIRTUAL TABLE message_search USING fts5(terms, content = '', contentless_delete = 1, \
                 tokenize = 'ascii')",
            ],
            &[
                "DROP TABLE message_search",
                "CREATE TABLE message_search (message_id bigint PRIMARY KEY, block integer NOT NULL, \
                 terms tsvector NOT NULL)",
                "CREATE INDEX message_search_terms_idx ON message_search USING gin ((ARRAY[block << 2, \
                 ((block >> 2) << 2) + 1, ((block >> 4) << 2) + 2, ((block >> 6) << 2) + 3]), terms) WITH (fastupdate = off)",
            ],
        )
        .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        run(
            manager,
            &[
                "DROP TABLE message_search",
                "CREATE VIRTUAL TABLE message_search USING fts5(words, content = '', contentless_delete = 1, \
                 tokenize = 'ascii')",
            ],
            &[
                "DROP TABLE message_search",
                "CREATE TABLE message_search (message_id bigint PRIMARY KEY, block integer NOT NULL, \
                 words tsvector NOT NULL)",
                "CREATE INDEX message_search_ranges_words_idx ON message_search USING gin ((ARRAY[block << 2, \
                 ((block >> 2) << 2) + 1, ((block >> 4) << 2) + 2, ((block >> 6) << 2) + 3]), words) WITH (fastupdate = off)",
            ],
        )
        .await
    }
}
