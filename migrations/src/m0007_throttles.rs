//! How much of a rate limit is used, where several processes count together.
//! What is limited, and by how much, is a setting of the application.

use sea_orm::DbBackend;

use crate::prelude::*;
use crate::table::{big, bytes, drop_all, index, int};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("throttles")
                    .col(bytes("key").primary_key())
                    .col(big("full_at_us"))
                    .col(int("taken"))
                    .col(big("forget_at"))
                    .take(),
            )
            .await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            let db = manager.get_connection();
            // These rows are worthless after a minute: they are not written to the WAL, and no commit waits for the
            // disk.
            db.execute_unprepared("ALTER TABLE throttles SET UNLOGGED").await?;
            // Room for a row's next version on the same page, so that an update changes no index.
            db.execute_unprepared("ALTER TABLE throttles SET (fillfactor = 70)").await?;
        }
        manager.create_index(index("throttles", ["forget_at"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["throttles"]).await
    }
}
