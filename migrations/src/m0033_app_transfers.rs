//! Apps that are offered to another person, until that person accepts or declines.
//! An offer that expired is deleted by the cleanup.

use crate::prelude::*;
use crate::table::{big, drop_all, id, index, references, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("app_transfers")
                    .col(id())
                    .col(big("app_id"))
                    .col(big("from_id"))
                    .col(big("to_id"))
                    .col(big("expires_at"))
                    .foreign_key(&mut references("app_id", "oauth_apps", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("from_id", "users", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("to_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        // An app is offered to one person at a time.
        manager.create_index(unique("app_transfers", ["app_id"])).await?;
        manager.create_index(index("app_transfers", ["to_id", "id"])).await?;
        manager.create_index(index("app_transfers", ["from_id"])).await?;
        manager.create_index(index("app_transfers", ["expires_at"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["app_transfers"]).await
    }
}
