//! When an app or a webhook was last used, to the hour, so that the console finds those that were or weren't by an index.
//! Open reports of apps by age.

use crate::prelude::*;
use crate::table::{big, index};

pub(crate) struct Migration;

/// A table, and the id of the last use in the log of each of its rows.
const TABLES: [(&str, &str); 2] = [
    (
        "oauth_apps",
        "SELECT id FROM app_events WHERE app_id = oauth_apps.id AND kind = 'exchanged' ORDER BY id DESC LIMIT 1",
    ),
    ("webhooks", "SELECT MAX(id) FROM deliveries WHERE webhook_id = webhooks.id"),
];

fn drop_index(table: &'static str, columns: &str) -> IndexDropStatement {
    Index::drop().name(format!("{table}_{columns}_idx")).table(table).to_owned()
}

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for (table, last) in TABLES {
            // Zero: never.
            let mut column = big("last_used_at").default(0).take();
            let add = Table::alter().table(table).add_column(&mut column).take();
            manager.alter_table(add).await?;
            // An ID has milliseconds since 2025 above its lower twelve bits.
            let fill = format!(
                "UPDATE {table} SET last_used_at = \
                 COALESCE(({last}) / 14745600000 * 3600000 + 1735689600000, 0)"
            );
            manager.get_connection().execute_unprepared(&fill).await?;
            manager.create_index(index(table, ["last_used_at", "id"])).await?;
        }
        manager.create_index(index("app_reports", ["closed_at", "id"])).await?;
        manager.drop_index(drop_index("app_reports", "closed_at")).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager.create_index(index("app_reports", ["closed_at"])).await?;
        manager.drop_index(drop_index("app_reports", "closed_at_id")).await?;
        for (table, _) in TABLES {
            manager.drop_index(drop_index(table, "last_used_at_id")).await?;
            let drop = Table::alter().table(table).drop_column("last_used_at").take();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
