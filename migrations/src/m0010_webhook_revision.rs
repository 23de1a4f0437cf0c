//! A count of the changes of a webhook, by which a post knows that what it was told of it still stands.
//! Who counts and who compares stands with the application.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let revision = ColumnDef::new("revision")
            .big_integer()
            .not_null()
            .default(0)
            .take();
        manager
            .alter_table(Table::alter().table("webhooks").add_column(revision).take())
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("webhooks")
                    .drop_column("revision")
                    .take(),
            )
            .await
    }
}
