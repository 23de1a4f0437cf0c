//! When a webhook's URL was reported as leaked, and an index that finds the client secret of a report.
//! What a report does is decided where it is received.

use crate::prelude::*;
use crate::table::{big_null, index};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let add = Table::alter().table("webhooks").add_column(big_null("leaked_at")).take();
        manager.alter_table(add).await?;
        manager.create_index(index("client_secrets", ["secret_hash"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Index::drop().name("client_secrets_secret_hash_idx").table("client_secrets").to_owned();
        manager.drop_index(drop).await?;
        let drop = Table::alter().table("webhooks").drop_column("leaked_at").take();
        manager.alter_table(drop).await
    }
}
