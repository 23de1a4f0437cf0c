//! How much of a limit of speed is spent, where several processes count together.
//! What is limited, and by how much, is the application's setting.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

use crate::table::{big, bytes, drop_all, index, int};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
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
            // Nothing is lost with these rows that a minute would not give back: so no log is written for
            // them, and no commit waits for the disk.
            db.execute_unprepared("ALTER TABLE throttles SET UNLOGGED")
                .await?;
            // Room for a row's next state on its own page, which then costs no index anything.
            db.execute_unprepared("ALTER TABLE throttles SET (fillfactor = 70)")
                .await?;
        }
        manager
            .create_index(index("throttles", ["forget_at"]))
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        drop_all(manager, &["throttles"]).await
    }
}
