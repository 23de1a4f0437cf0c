//! Whether the members of a server load the pictures of cards on click only. Servers from before load them at once.
//! Which pictures that concerns is decided where messages are rendered.

use crate::prelude::*;
use crate::table::flag;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let column = flag("pictures_on_click").default(false).take();
        let add = Table::alter().table("servers").add_column(column).take();
        manager.alter_table(add).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Table::alter().table("servers").drop_column("pictures_on_click").take();
        manager.alter_table(drop).await
    }
}
