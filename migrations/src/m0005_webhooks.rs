//! Webhook apps, their idempotency keys, and the log of their deliveries.
//! The messages they post are in `messages`.

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, id, index, int, key, references, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("webhooks")
                    .col(id())
                    .col(big("server_id"))
                    .col(big("channel_id"))
                    // NULL once the account is deleted: its mentions are then judged without any permission.
                    .col(big_null("creator_id"))
                    .col(text("name"))
                    .col(big_null("picture_at"))
                    .col(bytes("token_hash"))
                    .col(bytes("token_sealed"))
                    .col(big("created_at"))
                    .col(big_null("paused_at"))
                    .foreign_key(&mut references("server_id", "servers", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("channel_id", "channels", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("creator_id", "users", ForeignKeyAction::SetNull))
                    .take(),
            )
            .await?;
        manager.create_index(index("webhooks", ["server_id"])).await?;
        manager.create_index(index("webhooks", ["channel_id"])).await?;
        manager.create_index(index("webhooks", ["creator_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("idempotency_keys")
                    .col(big("webhook_id"))
                    .col(text("key"))
                    .col(bytes("body_hash"))
                    .col(text("answer"))
                    .col(big("created_at"))
                    .primary_key(&mut key(["webhook_id", "key"]))
                    .foreign_key(&mut references("webhook_id", "webhooks", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("idempotency_keys", ["created_at"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("deliveries")
                    .col(id())
                    .col(big("webhook_id"))
                    .col(int("status"))
                    .col(int("latency_us"))
                    .col(big_null("message_id"))
                    // What was refused and why, or which mentions fired: JSON, without the token.
                    .col(text("report"))
                    .foreign_key(&mut references("webhook_id", "webhooks", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("deliveries", ["webhook_id", "id"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["deliveries", "idempotency_keys", "webhooks"]).await
    }
}
