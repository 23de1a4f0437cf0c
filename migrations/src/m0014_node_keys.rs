//! Which instance keys a running process has, so that nothing is sealed under one that another process can't open.
//! What a process does with them stands with the application.

use sea_orm_migration::prelude::*;

use crate::table::text_null;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("nodes")
                    // None: held by a program of before.
                    .add_column(text_null("keys"))
                    .take(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(Table::alter().table("nodes").drop_column("keys").take())
            .await
    }
}
