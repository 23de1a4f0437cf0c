//! Admins of the instance, what they and the operator did, and settings that are changed while the instance runs.
//! Settings of the process stay in its configuration.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, id, text};

pub(crate) struct Migration;

/// Display names are searched in any case.
const NAMES: &str = "users_lower_name_idx";

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let add = Table::alter().table("users").add_column(big_null("admin_at")).take();
        manager.alter_table(add).await?;
        // Of an expression, which the builder of statements does not know.
        let names = format!("CREATE INDEX {NAMES} ON users (LOWER(name))");
        manager.get_connection().execute_unprepared(&names).await?;
        manager
            .create_table(
                Table::create()
                    .table("instance_acts")
                    .col(id())
                    // Nobody where it was done on the terminal. No reference: the entry outlives the account.
                    .col(big_null("actor_id"))
                    .col(text("actor_nickname"))
                    .col(text("act"))
                    .col(big_null("target_id"))
                    .col(text("target_name"))
                    .col(text("detail"))
                    .col(text("reason"))
                    .take(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("instance_settings")
                    .col(text("name").primary_key().take())
                    .col(text("value"))
                    .col(big("changed_at"))
                    .take(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["instance_settings", "instance_acts"]).await?;
        let drop = Index::drop().name(NAMES).table("users").to_owned();
        manager.drop_index(drop).await?;
        let drop = Table::alter().table("users").drop_column("admin_at").take();
        manager.alter_table(drop).await
    }
}
