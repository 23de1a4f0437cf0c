//! Browsers that get notifications through their push services, what waits to be sent, and the key that it is sent with.
//! Without subscriptions nothing is queued.

use crate::prelude::*;
use crate::table::{big, bytes, drop_all, id, index, int, key, references, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let (users, sessions) = ("users", "sessions");
        let tables = [
            Table::create()
                .table("push_keys")
                .col(id())
                // Encrypted with the instance key.
                .col(bytes("private_sealed"))
                .take(),
            Table::create()
                .table("push_subscriptions")
                .col(id())
                .col(big("user_id"))
                .col(big("session_id"))
                .col(text("endpoint"))
                .col(bytes("endpoint_hash"))
                .col(bytes("point"))
                .col(bytes("secret"))
                .foreign_key(&mut references("user_id", users, ForeignKeyAction::Cascade))
                .foreign_key(&mut references("session_id", sessions, ForeignKeyAction::Cascade))
                .take(),
            // A copy of mentions that were stored while there was any subscription. No references: what is deleted meanwhile
            // is not found when it is looked up.
            Table::create()
                .table("push_mentions")
                .col(big("message_id"))
                .col(int("kind"))
                .col(big("target_id"))
                .col(big("channel_id"))
                .primary_key(&mut key(["message_id", "kind", "target_id"]))
                .take(),
            Table::create()
                .table("push_deliveries")
                .col(big("subscription_id"))
                .col(big("message_id"))
                .col(big("due_at"))
                .col(int("attempts"))
                .primary_key(&mut key(["subscription_id", "message_id"]))
                .foreign_key(&mut references("subscription_id", "push_subscriptions", ForeignKeyAction::Cascade))
                .take(),
        ];
        for table in tables {
            manager.create_table(table).await?;
        }
        for index in [
            unique("push_subscriptions", ["endpoint_hash"]),
            index("push_subscriptions", ["user_id", "id"]),
            index("push_subscriptions", ["session_id"]),
            index("push_deliveries", ["due_at"]),
        ] {
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let tables = ["push_deliveries", "push_mentions", "push_subscriptions", "push_keys"];
        drop_all(manager, &tables).await
    }
}
