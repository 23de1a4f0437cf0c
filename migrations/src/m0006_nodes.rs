//! Which running process has which node number, so that no two generate the same ID.
//! The application generates the IDs.

use crate::prelude::*;
use crate::table::{big, bytes, drop_all, int};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("nodes")
                    .col(int("number").primary_key().take())
                    .col(bytes("holder"))
                    .col(big("leased_until"))
                    .take(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["nodes"]).await
    }
}
