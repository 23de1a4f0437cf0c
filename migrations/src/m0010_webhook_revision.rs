//! A webhook's number of changes. A post compares it to detect that its cached copy is out of date.
//! The application increments and compares it.

use crate::prelude::*;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let revision = ColumnDef::new("revision").big_integer().not_null().default(0).take();
        manager.alter_table(Table::alter().table("webhooks").add_column(revision).take()).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager.alter_table(Table::alter().table("webhooks").drop_column("revision").take()).await
    }
}
