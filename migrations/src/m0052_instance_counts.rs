//! What the processes of the instance counted, by the hour and by the day.
//! What is counted, and how long it is kept, is documented with the model.

use crate::prelude::*;
use crate::table::{big, drop_all, int, key, text};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("instance_counts")
                    // `hour` or `day`.
                    .col(text("span"))
                    .col(big("began_at"))
                    .col(int("node"))
                    .col(text("name"))
                    .col(big("count"))
                    .primary_key(&mut key(["span", "began_at", "node", "name"]))
                    .take(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["instance_counts"]).await
    }
}
