//! Which message a message replies to, and whom that notified.
//! Messages from before reply to none.

use crate::prelude::*;
use crate::table::big_null;

pub(crate) struct Migration;

const COLUMNS: [&str; 2] = ["reply_to_id", "reply_notified_id"];

impl MigrationTrait for Migration {
    /// A failure halfway would leave a column that can't be added again.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        // No foreign keys: a reply outlives what it replies to, and accounts. SQLite adds one column at a time.
        for name in COLUMNS {
            let column = big_null(name);
            let add = Table::alter().table("messages").add_column(column).take();
            manager.alter_table(add).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for name in COLUMNS {
            let drop = Table::alter().table("messages").drop_column(name).take();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
