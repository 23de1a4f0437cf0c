//! The schema of the connected database: whether it is current, and migrating it.
//! The migrations are in `migrations`.

use portico_migrations::{Migrator, SchemaState, schema_state};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use super::Database;

/// The advisory lock of a process that migrates.
const LOCK: i64 = 0x706f_7274_6963_6f02;

/// Whether the database can be reached and its schema is the one this version knows.
///
/// # Errors
/// When it can't be reached.
pub async fn is_current(db: &Database) -> Result<bool, DbErr> {
    Ok(schema_state(&**db).await? == SchemaState::Current)
}

/// Applies the missing migrations. One process does so at a time. After a crash, whole migrations have been applied,
/// and on SQLite none. A database that a newer version has migrated is not changed.
///
/// # Errors
/// One sentence that says what the operator has to fix.
pub async fn bring_up_to_date(db: &Database) -> Result<(), String> {
    let failed = |err: DbErr| format!("The database can't be migrated: {err}.");
    if is_up_to_date(schema_state(&**db).await.map_err(failed)?)? {
        return Ok(());
    }
    // On SQLite this transaction is the only write in progress. On Postgres it has an advisory lock; each migration is
    // its own transaction there, so that its locks are short.
    let write = db.begin().await.map_err(failed)?;
    let is_postgres = write.get_database_backend() == DbBackend::Postgres;
    if is_postgres {
        let wait = "SELECT pg_advisory_xact_lock($1)";
        let wait = Statement::from_sql_and_values(DbBackend::Postgres, wait, [LOCK.into()]);
        write.execute_raw(wait).await.map_err(failed)?;
    }
    // Another process may have migrated in the meantime, perhaps a newer version.
    if !is_up_to_date(schema_state(&*write).await.map_err(failed)?)? {
        let done = if is_postgres {
            Migrator::up(&**db, None).await
        } else {
            Migrator::up(&*write, None).await
        };
        done.map_err(failed)?;
    }
    write.commit().await.map_err(failed)
}

fn is_up_to_date(state: SchemaState) -> Result<bool, String> {
    match state {
        SchemaState::Current => Ok(true),
        SchemaState::Behind => Ok(false),
        SchemaState::Ahead(steps) => Err(format!(
            "The database was migrated by a newer version of the program: it has {}, which this \
             version doesn't know. Start a version at least as new, or restore a backup from before \
             the migration.",
            summary(&steps)
        )),
    }
}

/// The first of these names, and how many others there are.
fn summary(steps: &[String]) -> String {
    let first = steps.first().map_or("a step", String::as_str);
    match steps.len() {
        0 | 1 => format!("`{first}`"),
        2 => format!("`{first}` and one more step"),
        more => format!("`{first}` and {} more steps", more - 1),
    }
}
