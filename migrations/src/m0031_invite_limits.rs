//! Until when an invite works, and for how many people. Those from before have no limits.
//! Which invites still work is decided by the statement that joins.

use crate::prelude::*;
use crate::table::{big_null, index};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let most = ColumnDef::new("max_uses").integer().null().take();
        for column in [big_null("expires_at"), most] {
            let add = Table::alter().table("invites").add_column(column).take();
            manager.alter_table(add).await?;
        }
        manager.create_index(index("invites", ["expires_at"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let cut = Index::drop().name("invites_expires_at_idx").table("invites").to_owned();
        manager.drop_index(cut).await?;
        for column in ["expires_at", "max_uses"] {
            let drop = Table::alter().table("invites").drop_column(column).take();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
