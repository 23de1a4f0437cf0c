//! The schema of the connected database: whether it is current, and migrating it.
//! The migrations are in `migrations`.

use std::time::{Duration, Instant};

use portico_migrations::{Migrator, REVISION, SchemaState, applied, schema_state};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio::time::sleep;

use super::Database;
use crate::error::cause;
use portico_macros::boxed;

/// The advisory lock of a process that migrates.
const LOCK: i64 = 0x706f_7274_6963_6f02;

/// True if the database can be reached and has every step that this version knows. A newer version may have added others:
/// within a major version they only add, so that a running process goes on until it is restarted.
#[boxed]
pub async fn is_migrated(db: &Database) -> Result<bool, DbErr> {
    let applied = applied(&**db).await?;
    Ok(Migrator::steps().iter().all(|step| applied.iter().any(|name| name == step.name())))
}

/// The encoding of a Postgres database. Texts are sent as UTF-8, and one that has other characters is refused or altered
/// where it is stored as anything else.
async fn encoding(db: &Database) -> Result<Option<String>, DbErr> {
    if db.backend() == DbBackend::Sqlite {
        return Ok(None);
    }
    let ask = "SELECT current_setting('server_encoding')";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, ask)).await?;
    row.map(|row| row.try_get_by_index(0)).transpose()
}

/// True if the database refuses to write: a standby, or one that an operator made read-only. SQLite is asked nothing,
/// since its file is this process's own.
#[boxed]
pub async fn is_read_only(db: &Database) -> Result<bool, DbErr> {
    if db.backend() == DbBackend::Sqlite {
        return Ok(false);
    }
    let ask = "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean";
    let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, ask)).await?;
    row.map_or(Ok(false), |row| row.try_get_by_index(0))
}

/// The first pause after a migration was cut off, and the longest; each is twice the last.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const MAX_WAIT: Duration = Duration::from_secs(10);
/// After this time without success the process gives up.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Applies the missing migrations. One process does so at a time. After a crash, whole migrations have been applied,
/// and on SQLite none. A database that a newer version has migrated is not changed.
///
/// A database that goes away meanwhile, or is read-only, is waited for, for up to five minutes.
///
/// # Errors
/// One sentence that says what the operator has to fix.
#[boxed]
pub async fn bring_up_to_date(db: &Database) -> Result<(), String> {
    let began = Instant::now();
    let mut wait = FIRST_WAIT;
    loop {
        match try_to_migrate(db).await {
            Ok(()) => return Ok(()),
            Err(Failure::Final(sentence)) => return Err(sentence),
            Err(Failure::CutOff(err)) => {
                if began.elapsed() > TIMEOUT {
                    return Err(unmigrated(&err));
                }
                let again_in_ms = u64::try_from(wait.as_millis()).unwrap_or_default();
                tracing::warn!(
                    error = %cause::in_words(&err),
                    again_in_ms,
                    "the migration was cut off; whole steps were applied, and the rest is tried again"
                );
                sleep(wait).await;
                wait = (wait * 2).min(MAX_WAIT);
            }
        }
    }
}

/// Reason the schema is not up to date.
enum Failure {
    /// Trying again may help.
    CutOff(DbErr),
    /// A sentence for the operator.
    Final(String),
}

impl From<DbErr> for Failure {
    fn from(err: DbErr) -> Self {
        if cause::is_temporary(&err) || cause::is_unknown(&err) {
            Self::CutOff(err)
        } else {
            Self::Final(unmigrated(&err))
        }
    }
}

fn unmigrated(err: &DbErr) -> String {
    format!("The database can't be migrated: {}.", cause::in_words(err))
}

async fn try_to_migrate(db: &Database) -> Result<(), Failure> {
    let encoding = encoding(db).await?;
    if let Some(wrong) = encoding.filter(|name| name != "UTF8") {
        return Err(Failure::Final(format!(
            "The database's encoding is {wrong}, which can't store every text: create another one with `createdb --encoding \
             UTF8 --template template0`, and set `database_url` to it."
        )));
    }
    if is_up_to_date(schema_state(&**db).await?).map_err(Failure::Final)? {
        return Ok(());
    }
    let own = db.for_migrations();
    let done = migrate_in_turn(&own).await;
    // On SQLite these are the connections of everyone.
    if own.backend() == DbBackend::Postgres
        && let Err(err) = own.close().await
    {
        tracing::warn!(error = %err, "the connections of the migration were not closed");
    }
    match done {
        // Where the lock was lost, another process may have done the rest, and this one met what that had made.
        Err(Failure::Final(sentence)) => match schema_state(&**db).await {
            Ok(SchemaState::Current) => Ok(()),
            _ => Err(Failure::Final(sentence)),
        },
        done => done,
    }
}

async fn migrate_in_turn(db: &Database) -> Result<(), Failure> {
    // On SQLite this transaction is the only write in progress. On Postgres it has an advisory lock; each migration is
    // its own transaction there, so that its locks are short.
    let write = db.begin().await?;
    let is_postgres = write.get_database_backend() == DbBackend::Postgres;
    if is_postgres {
        let wait = "SELECT pg_advisory_xact_lock($1)";
        let wait = Statement::from_sql_and_values(DbBackend::Postgres, wait, [LOCK.into()]);
        write.execute_raw(wait).await?;
    }
    // Another process may have migrated in the meantime, perhaps a newer version.
    if !is_up_to_date(schema_state(&*write).await?).map_err(Failure::Final)? {
        if is_postgres {
            Migrator::up(&**db, None).await?;
        } else {
            Migrator::up(&*write, None).await?;
        }
    }
    Ok(write.commit().await?)
}

/// True if all steps are applied, and false if the next start applies the missing ones.
///
/// # Errors
/// A sentence on what the operator has to do about a database that this version can't migrate.
pub fn is_up_to_date(state: SchemaState) -> Result<bool, String> {
    match state {
        SchemaState::Current => Ok(true),
        SchemaState::Behind => Ok(false),
        SchemaState::Snapshot(_) => Err(format!(
            "The database was made by a version of the program that was never released: run `portico migrate` of the revision \
             {REVISION} first, then this version."
        )),
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
