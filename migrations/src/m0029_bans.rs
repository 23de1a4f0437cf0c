//! Who can't join a server again.
//! Plain IDs, since a server and a person can have many: what is left of a deleted one is deleted in batches.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, id, index, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("bans")
                    .col(id())
                    .col(big("server_id"))
                    .col(big("user_id"))
                    // Who banned them; null once that account was deleted.
                    .col(big_null("banned_by"))
                    // Empty without one.
                    .col(text("reason"))
                    .col(big("created_at"))
                    .take(),
            )
            .await?;
        manager.create_index(unique("bans", ["server_id", "user_id"])).await?;
        for index in [index("bans", ["server_id", "id"]), index("bans", ["user_id"]), index("bans", ["banned_by"])] {
            manager.create_index(index).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["bans"]).await
    }
}
