//! Cards of messages, earlier versions of edited ones, and what a delivery in another dialect left out.
//! Rows from before have none of it: every new column may be null.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, key, text, text_null};

pub(crate) struct Migration;

/// The new columns, in the order in which they are added.
fn columns() -> [(&'static str, ColumnDef); 5] {
    [
        ("messages", text_null("cards")),
        ("messages", big_null("edited_at")),
        ("deliveries", text_null("dialect")),
        ("deliveries", text_null("event")),
        ("deliveries", text_null("notes")),
    ]
}

impl MigrationTrait for Migration {
    /// A failure halfway would leave a column that can't be added again.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for (table, column) in columns() {
            // SQLite adds one column at a time.
            let add = Table::alter().table(table).add_column(column).take();
            manager.alter_table(add).await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("message_versions")
                    // No foreign key: messages of a deleted channel are deleted in steps, their versions with them.
                    .col(big("message_id"))
                    .col(big("edited_at"))
                    .col(text("content"))
                    .col(text_null("spans"))
                    .col(text_null("cards"))
                    .col(text_null("name"))
                    .primary_key(&mut key(["message_id", "edited_at"]))
                    .take(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["message_versions"]).await?;
        for (table, column) in columns().into_iter().rev() {
            let drop = Table::alter().table(table).drop_column(column.get_column_name()).take();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
