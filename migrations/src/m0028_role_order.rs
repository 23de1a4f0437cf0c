//! Roles have an order: the oldest is the highest, as new ones come in below the others. The role `all` is the lowest.
//! What the order decides is in the application.

use crate::prelude::*;
use crate::table::int;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    /// A partial run would leave roles without a place, which anyone above `all` could act on.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let column = int("position").default(0).take();
        let add = Table::alter().table("roles").add_column(column).take();
        manager.alter_table(add).await?;
        manager
            .get_connection()
            .execute_unprepared(
                "UPDATE roles SET position = (SELECT COUNT(*) FROM roles AS others \
                 WHERE others.server_id = roles.server_id AND others.name_folded <> 'all' AND others.id >= roles.id) \
                 WHERE name_folded <> 'all'",
            )
            .await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Table::alter().table("roles").drop_column("position").take();
        manager.alter_table(drop).await
    }
}
