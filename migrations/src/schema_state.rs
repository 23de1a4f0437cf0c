//! Compares the migrations that a database has with those that this version knows.
//! Read-only; applying them is the migrator's job.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::EntityTrait;
use sea_orm_migration::seaql_migrations;

use crate::Migrator;

/// How a database's schema compares to the migrations that this version knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaState {
    /// All migrations are applied.
    Current,
    /// Some or all migrations are missing.
    Behind,
    /// A newer version has applied these migrations, which this one doesn't know.
    Ahead(Vec<String>),
}

/// Reads which migrations are applied, and compares them.
///
/// # Errors
/// When the database can't be reached.
pub async fn schema_state<'c, C>(db: C) -> Result<SchemaState, DbErr>
where
    C: IntoSchemaManagerConnection<'c>,
{
    let applied = applied(db).await?;
    let known: Vec<String> = Migrator::migrations()
        .iter()
        .map(|step| step.name().to_owned())
        .collect();
    let unknown: Vec<String> = applied
        .iter()
        .filter(|name| !known.contains(name))
        .cloned()
        .collect();
    Ok(if !unknown.is_empty() {
        SchemaState::Ahead(unknown)
    } else if known.iter().all(|name| applied.contains(name)) {
        SchemaState::Current
    } else {
        SchemaState::Behind
    })
}

/// The names of the applied migrations, sorted; empty if the database is not Portico's.
///
/// # Errors
/// When the database can't be reached.
pub async fn applied<'c, C>(db: C) -> Result<Vec<String>, DbErr>
where
    C: IntoSchemaManagerConnection<'c>,
{
    let manager = SchemaManager::new(db);
    if !manager.has_table("seaql_migrations").await? {
        return Ok(Vec::new());
    }
    let rows = seaql_migrations::Entity::find()
        .all(manager.get_connection())
        .await?;
    let mut names: Vec<String> = rows.into_iter().map(|row| row.version).collect();
    names.sort();
    Ok(names)
}
