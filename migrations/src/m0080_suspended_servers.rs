//! Servers that an admin suspended, and the reason that their owners read; servers by their names, which admins search.
//! A webhook knows it too, so that a post asks for no other row.

use crate::prelude::*;
use crate::table::{big_null, flag, text};

pub(crate) struct Migration;

/// Names are searched in any case.
const NAMES: &str = "servers_lower_name_idx";

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let reason = text("suspended_for").default("").take();
        for mut column in [big_null("suspended_at"), reason] {
            let add = Table::alter().table("servers").add_column(&mut column).take();
            manager.alter_table(add).await?;
        }
        let mut stopped = flag("server_suspended").default(false).take();
        let add = Table::alter().table("webhooks").add_column(&mut stopped).take();
        manager.alter_table(add).await?;
        // Of an expression, which the builder of statements does not know.
        let names = format!("CREATE INDEX {NAMES} ON servers (LOWER(name))");
        manager.get_connection().execute_unprepared(&names).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Index::drop().name(NAMES).table("servers").to_owned();
        manager.drop_index(drop).await?;
        for (table, column) in
            [("webhooks", "server_suspended"), ("servers", "suspended_for"), ("servers", "suspended_at")]
        {
            let drop = Table::alter().table(table).drop_column(column).take();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
