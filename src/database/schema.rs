//! The schema of the database at hand: whether it is this program's, and bringing it there.
//! Its steps stand in `migrations`.

use portico_migrations::{Migrator, Standing, Steps, standing};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use super::Database;

/// The number of the lock that is held by whoever brings the schema up to date.
const LOCK: i64 = 0x706f_7274_6963_6f02;

/// Whether the database answers and its schema is the one this program knows.
///
/// # Errors
/// When it can't be reached.
pub async fn is_current(db: &Database) -> Result<bool, DbErr> {
    Ok(standing(&**db).await? == Standing::Current)
}

/// Applies the steps that the database lacks. One process does so at a time; what a crash leaves on the way is whole
/// steps, and on SQLite none of them. A database that a newer program has changed is left as it is.
///
/// # Errors
/// One sentence that says what the operator has to fix.
pub async fn bring_up_to_date(db: &Database) -> Result<(), String> {
    let failed = |err: DbErr| format!("The database can't be migrated: {err}.");
    if is_up_to_date(standing(&**db).await.map_err(failed)?)? {
        return Ok(());
    }
    // On SQLite this is the one write under way. On Postgres a lock makes it the only one of its kind; the steps there
    // are transactions of their own, so that what one has changed is locked no longer than it takes.
    let turn = db.begin().await.map_err(failed)?;
    let is_postgres = turn.get_database_backend() == DbBackend::Postgres;
    if is_postgres {
        let wait = "SELECT pg_advisory_xact_lock($1)";
        let wait = Statement::from_sql_and_values(DbBackend::Postgres, wait, [LOCK.into()]);
        turn.execute_raw(wait).await.map_err(failed)?;
    }
    // Another process may have done it in the meantime, and a newer one more than that.
    if !is_up_to_date(standing(&*turn).await.map_err(failed)?)? {
        let done = if is_postgres {
            Migrator::up(&**db, None).await
        } else {
            Migrator::up(&*turn, None).await
        };
        done.map_err(failed)?;
    }
    turn.commit().await.map_err(failed)
}

fn is_up_to_date(standing: Standing) -> Result<bool, String> {
    match standing {
        Standing::Current => Ok(true),
        Standing::Behind => Ok(false),
        Standing::Ahead(steps) => Err(format!(
            "The database was migrated by a newer version of the program: it has {}, which this \
             version doesn't know. Start a version at least as new, or restore a backup from before \
             the migration.",
            in_words(&steps)
        )),
    }
}

/// The first of these names, and how many there are besides.
fn in_words(steps: &[String]) -> String {
    let first = steps.first().map_or("a step", String::as_str);
    match steps.len() {
        0 | 1 => format!("`{first}`"),
        2 => format!("`{first}` and one more step"),
        more => format!("`{first}` and {} more steps", more - 1),
    }
}
