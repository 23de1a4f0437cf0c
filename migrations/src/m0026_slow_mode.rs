//! Slow mode: how many seconds a member has to wait between two messages in a channel, and when each posted last.
//! Channels from before have none.

use crate::prelude::*;
use crate::table::{big, drop_all, index, int, key};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    /// A failure halfway would leave a column that can't be added again.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let column = int("slow_mode").default(0).take();
        let add = Table::alter().table("channels").add_column(column).take();
        manager.alter_table(add).await?;
        manager
            .create_table(
                Table::create()
                    .table("slow_mode_posts")
                    .col(big("user_id"))
                    .col(big("channel_id"))
                    .col(big("posted_at"))
                    // No foreign keys: rows are deleted when they are older than the slowest mode.
                    .primary_key(&mut key(["user_id", "channel_id"]))
                    .take(),
            )
            .await?;
        manager.create_index(index("slow_mode_posts", ["posted_at"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["slow_mode_posts"]).await?;
        let drop = Table::alter().table("channels").drop_column("slow_mode").take();
        manager.alter_table(drop).await
    }
}
