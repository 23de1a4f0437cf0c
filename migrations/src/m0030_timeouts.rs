//! Until when a member may only read. Not in `members`: leaving and joining again must not end it.
//! Plain IDs, see `bans`.

use crate::prelude::*;
use crate::table::{big, drop_all, index, key};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("timeouts")
                    .col(big("server_id"))
                    .col(big("user_id"))
                    .col(big("ends_at"))
                    .primary_key(&mut key(["server_id", "user_id"]))
                    .take(),
            )
            .await?;
        for column in ["user_id", "ends_at"] {
            manager.create_index(index("timeouts", [column])).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["timeouts"]).await
    }
}
