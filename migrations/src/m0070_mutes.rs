//! Channels and servers that a person has muted, and the hours in which they want no notifications.
//! Rows without an end stay until the person lifts them.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, index, int, key, references, text};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("mutes")
                    .col(big("user_id"))
                    // A channel or a server: no two of them have the same ID. What is deleted is removed in steps.
                    .col(big("place_id"))
                    // NULL: until the person lifts it.
                    .col(big_null("ends_at"))
                    .primary_key(&mut key(["user_id", "place_id"]))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        for column in ["place_id", "ends_at"] {
            manager.create_index(index("mutes", [column])).await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("quiet_times")
                    .col(big("user_id").primary_key().take())
                    // Minutes after midnight in the zone.
                    .col(int("starts_at"))
                    .col(int("ends_at"))
                    // A bit for each weekday on which it starts, Monday first.
                    .col(int("days"))
                    .col(text("time_zone"))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["quiet_times", "mutes"]).await
    }
}
