//! Messages, the mentions that fired, and how far people have read.
//! Webhooks, which also write messages, come later.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, id, index, int, key, references, text, text_null};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("messages")
                    .col(id())
                    .col(big("channel_id"))
                    // Plain IDs, not foreign keys: a message outlives its author, and deleting an account must not
                    // rewrite a million rows.
                    .col(big_null("author_id"))
                    .col(big_null("webhook_id"))
                    // Name and avatar from a webhook's payload, for this message only.
                    .col(text_null("name"))
                    .col(text_null("avatar_url"))
                    .col(text("content"))
                    .col(text_null("spans"))
                    .foreign_key(&mut references("channel_id", "channels", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("messages", ["channel_id", "id"])).await?;

        // One row per message and target, however many people the target includes.
        manager
            .create_table(
                Table::create()
                    .table("mentions")
                    .col(int("kind"))
                    // The ID of the user or role; for `all`, of the channel whose viewers are mentioned.
                    .col(big("target_id"))
                    .col(big("message_id"))
                    .col(big("channel_id"))
                    .primary_key(&mut key(["kind", "target_id", "message_id"]))
                    .foreign_key(&mut references("message_id", "messages", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("mentions", ["message_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("read_marks")
                    .col(big("user_id"))
                    .col(big("channel_id"))
                    // Everything up to and including this message has been read.
                    .col(big("message_id"))
                    .primary_key(&mut key(["user_id", "channel_id"]))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("channel_id", "channels", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("read_marks", ["channel_id"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["read_marks", "mentions", "messages"]).await
    }
}
