//! What an approval of an app covers: nickname, display name and picture, or the ID alone. Those from before cover all.
//! Which of them a request gives is decided by its scope.

use crate::prelude::*;
use crate::table::flag;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let column = flag("gives_profile").default(true).take();
        let add = Table::alter().table("grants").add_column(column).take();
        manager.alter_table(add).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Table::alter().table("grants").drop_column("gives_profile").take();
        manager.alter_table(drop).await
    }
}
