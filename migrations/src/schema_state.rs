//! Compares the migrations that a database has with those that this version knows.
//! Read-only; applying them is in `migrator`.

use sea_orm::{DbErr, IntoDatabaseExecutor};

use crate::Migrator;
use crate::migrator::recorded;

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

impl SchemaState {
    pub(crate) fn of(applied: &[String]) -> Self {
        let steps = Migrator::migrations();
        let is_known = |name: &str| steps.iter().any(|step| step.name() == name);
        let unknown = applied.iter().filter(|name| !is_known(name));
        let unknown: Vec<String> = unknown.cloned().collect();
        if !unknown.is_empty() {
            Self::Ahead(unknown)
        } else if applied.len() == steps.len() {
            Self::Current
        } else {
            Self::Behind
        }
    }
}

/// Reads which migrations are applied, and compares them.
///
/// # Errors
/// When the database can't be reached.
pub async fn schema_state<'c, C>(db: C) -> Result<SchemaState, DbErr>
where
    C: IntoDatabaseExecutor<'c>,
{
    Ok(SchemaState::of(&applied(db).await?))
}

/// The names of the applied migrations, sorted; empty if the database is not Portico's.
///
/// # Errors
/// When the database can't be reached.
pub async fn applied<'c, C>(db: C) -> Result<Vec<String>, DbErr>
where
    C: IntoDatabaseExecutor<'c>,
{
    recorded(&db.into_database_executor()).await
}
