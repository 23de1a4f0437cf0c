//! Whether a server requires a second step of those who manage it. Servers from before don't.
//! Whose powers wait for one is decided by the program.

use crate::prelude::*;
use crate::table::flag;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let column = flag("requires_second_step").default(false).take();
        let add = Table::alter().table("servers").add_column(column).take();
        manager.alter_table(add).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Table::alter().table("servers").drop_column("requires_second_step").take();
        manager.alter_table(drop).await
    }
}
