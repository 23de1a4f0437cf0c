//! The index of messages' words, and how far it has come. Messages from before are indexed in steps while the process serves.
//! Words are split and folded by the application; the databases store them as they come.

use sea_orm::DbBackend;

use crate::prelude::*;
use crate::table::{big, drop_all, int};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    /// A failure halfway would leave a table that can't be created again.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let index: &[&str] = match manager.get_database_backend() {
            // The row's ID is that of the message. The words themselves are not stored, only where each one is.
            DbBackend::Sqlite => {
                &["CREATE VIRTUAL TABLE message_search USING fts5(words, content = '', contentless_delete = 1, \
                 tokenize = 'ascii')"]
            }
            _ => &[
                "CREATE TABLE message_search (message_id bigint PRIMARY KEY, block integer NOT NULL, \
                 words tsvector NOT NULL)",
                // A list of what is not in the index yet would be read by every search.
                "CREATE INDEX message_search_words_idx ON message_search USING gin (words) WITH (fastupdate = off)",
            ],
        };
        for sql in index {
            db.execute_unprepared(sql).await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("search_state")
                    // The only row has the ID 1.
                    .col(int("id").primary_key().take())
                    // Every message up to and including this one is in the index.
                    .col(big("indexed_up_to"))
                    // How many messages were indexed.
                    .col(big("indexed"))
                    .take(),
            )
            .await?;
        db.execute_unprepared("INSERT INTO search_state (id, indexed_up_to, indexed) VALUES (1, 0, 0)").await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["search_state", "message_search"]).await
    }
}
