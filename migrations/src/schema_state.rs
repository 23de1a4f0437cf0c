//! Compares the steps that a database has with those that this version knows.
//! Read-only; applying them is in `migrator`.

use sea_orm::{DbErr, IntoDatabaseExecutor};

use crate::migrator::recorded;
pub use crate::snapshot::REVISION;
use crate::{Migrator, snapshot};

/// A database's schema compared to the steps that this version knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaState {
    /// All steps are applied.
    Current,
    /// Some or all steps are missing.
    Behind,
    /// A newer version has applied these steps, which this one doesn't know.
    Ahead(Vec<String>),
    /// These steps are of a version from before the baseline, and others of it are missing, see [`REVISION`].
    Snapshot(Vec<String>),
}

impl SchemaState {
    pub(crate) fn new(applied: &[String]) -> Self {
        let steps = Migrator::steps();
        let is_known = |name: &str| steps.iter().any(|step| step.name() == name);
        let unknown: Vec<String> = applied.iter().filter(|name| !is_known(name)).cloned().collect();
        if unknown.is_empty() {
            if applied.len() == steps.len() { Self::Current } else { Self::Behind }
        } else if snapshot::is_whole(applied) {
            Self::Behind
        } else if unknown.iter().all(|name| snapshot::has(name)) {
            Self::Snapshot(unknown)
        } else {
            Self::Ahead(unknown)
        }
    }
}

/// Reads which steps are applied, and compares them.
///
/// # Errors
/// When the database can't be reached.
pub async fn schema_state<'c, C>(db: C) -> Result<SchemaState, DbErr>
where
    C: IntoDatabaseExecutor<'c>,
{
    Ok(SchemaState::new(&applied(db).await?))
}

/// The names of the applied steps, sorted; empty if the database is not Portico's.
///
/// # Errors
/// When the database can't be reached.
pub async fn applied<'c, C>(db: C) -> Result<Vec<String>, DbErr>
where
    C: IntoDatabaseExecutor<'c>,
{
    recorded(&db.into_database_executor()).await
}
