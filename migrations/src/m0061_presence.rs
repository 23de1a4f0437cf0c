//! Who has a page open, by the process that serves it.
//! How long that counts is documented with the model.

use crate::prelude::*;
use crate::table::{big, drop_all, index, int, key};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("presence")
                    // No foreign keys: a process writes what it sees, and accounts are deleted meanwhile.
                    .col(big("user_id"))
                    .col(int("node"))
                    .primary_key(&mut key(["user_id", "node"]))
                    .take(),
            )
            .await?;
        manager.create_index(index("presence", ["node"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["presence"]).await
    }
}
