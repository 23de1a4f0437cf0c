//! Removals of many messages at once: which messages of a channel no reader sees any more. Their rows are deleted in steps.
//! Until a minute has passed a removal can be undone.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, flag, id, index, int, references};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("message_removals")
                    .col(id())
                    .col(big("channel_id"))
                    // Whose messages: one of the two.
                    .col(big_null("author_id"))
                    .col(big_null("webhook_id"))
                    .col(big("first_id"))
                    .col(big("last_id"))
                    // How many messages it removed when it was made.
                    .col(int("removed"))
                    .col(big("removed_by"))
                    .col(big("created_at"))
                    // Set once, by the cleanup: from then on it can't be undone.
                    .col(flag("is_final"))
                    // How far the cleanup has come.
                    .col(big("deleted_up_to"))
                    .foreign_key(&mut references("channel_id", "channels", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        for column in ["channel_id", "created_at"] {
            manager.create_index(index("message_removals", [column])).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        // What it hides must not come back.
        manager
            .get_connection()
            .execute_unprepared(
                "DELETE FROM messages WHERE EXISTS (SELECT 1 FROM message_removals \
                 WHERE message_removals.channel_id = messages.channel_id \
                 AND messages.id BETWEEN message_removals.first_id AND message_removals.last_id \
                 AND (message_removals.author_id = messages.author_id \
                 OR message_removals.webhook_id = messages.webhook_id))",
            )
            .await?;
        drop_all(manager, &["message_removals"]).await
    }
}
