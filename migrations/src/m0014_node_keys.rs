//! Which instance keys a running process has, so that nothing is encrypted with a key that another process lacks.
//! What a process does with them is up to the application.

use crate::prelude::*;
use crate::table::text_null;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("nodes")
                    // NULL: the process runs an older version.
                    .add_column(text_null("keys"))
                    .take(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager.alter_table(Table::alter().table("nodes").drop_column("keys").take()).await
    }
}
