//! Free space beside every authorization code on Postgres: each is updated once, when it is exchanged, and then stays
//! on its page, so that no index changes. SQLite updates rows in place anyway.

use sea_orm::DbBackend;

use crate::prelude::*;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        set(manager, "SET (fillfactor = 45)").await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        set(manager, "RESET (fillfactor)").await
    }
}

async fn set(manager: &SchemaManager<'_>, what: &str) -> Result<(), DbErr> {
    if manager.get_database_backend() == DbBackend::Postgres {
        let alter = format!("ALTER TABLE authorization_codes {what}");
        manager.get_connection().execute_unprepared(&alter).await?;
    }
    Ok(())
}
