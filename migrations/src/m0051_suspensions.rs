//! Apps and webhooks that an admin suspended, and the reason that their owners read; apps and webhooks by their owners.
//! What a suspended one can't do is decided where it would be done.

use crate::prelude::*;
use crate::table::{big_null, text};

pub(crate) struct Migration;

const TABLES: [&str; 2] = ["oauth_apps", "webhooks"];

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for table in TABLES {
            let reason = text("suspended_for").default("").take();
            for mut column in [big_null("suspended_at"), reason] {
                let add = Table::alter().table(table).add_column(&mut column).take();
                manager.alter_table(add).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for table in TABLES {
            for column in ["suspended_for", "suspended_at"] {
                let drop = Table::alter().table(table).drop_column(column).take();
                manager.alter_table(drop).await?;
            }
        }
        Ok(())
    }
}
