//! Forms that were sent after the session had ended, until the user has signed in again.
//! They are encrypted, and the browser that sent one has the ticket for it.

use crate::prelude::*;
use crate::table::{big, bytes, drop_all, index};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let ticket = bytes("ticket_hash").primary_key().take();
        manager
            .create_table(
                Table::create().table("saved_forms").col(ticket).col(bytes("sealed")).col(big("expires_at")).take(),
            )
            .await?;
        manager.create_index(index("saved_forms", ["expires_at"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["saved_forms"]).await
    }
}
