//! Applies and reverts steps, and records which are applied in the table `seaql_migrations`. Each step's changes are in
//! its own file.

use sea_orm::{
    ConnectionTrait, DatabaseExecutor, DbBackend, DbErr, IntoDatabaseExecutor, SqliteTransactionMode, Statement,
    TransactionOptions, TransactionTrait,
};

use crate::{Migrator, SchemaState, Step, snapshot, sql};

impl Migrator {
    /// Applies the first `limit` of the missing steps, or all; on SQLite all of them or none.
    ///
    /// # Errors
    /// When a step fails, the database can't be reached, or its schema is not of this version or an older one.
    pub async fn up<'c, C>(db: C, limit: Option<usize>) -> Result<(), DbErr>
    where
        C: IntoDatabaseExecutor<'c>,
    {
        migrate(db.into_database_executor(), limit, true).await
    }

    /// Reverts the last `limit` of the applied steps, or all; on SQLite all of them or none.
    ///
    /// # Errors
    /// As [`Self::up`].
    pub async fn down<'c, C>(db: C, limit: Option<usize>) -> Result<(), DbErr>
    where
        C: IntoDatabaseExecutor<'c>,
    {
        migrate(db.into_database_executor(), limit, false).await
    }
}

/// Migrates on one connection. The connections of a pool cache SQLite's schema, each on its own, and SQLite compiles
/// `CREATE INDEX` and `ADD COLUMN` against that cache without checking whether another connection has changed the
/// schema since: what was dropped on one of them would already exist on the next. The first statement of a transaction
/// that reads `sqlite_schema` or creates `seaql_migrations` renews the cache, and no one else changes the schema before
/// the end of the transaction.
async fn migrate(db: DatabaseExecutor<'_>, limit: Option<usize>, up: bool) -> Result<(), DbErr> {
    let DatabaseExecutor::Connection(pool) = &db else {
        return run(&db, limit, up).await;
    };
    if pool.get_database_backend() != DbBackend::Sqlite {
        return run(&db, limit, up).await;
    }
    let transaction = pool
        .begin_with_options(TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        })
        .await?;
    run(&(&transaction).into_database_executor(), limit, up).await?;
    transaction.commit().await
}

async fn run(db: &DatabaseExecutor<'_>, limit: Option<usize>, up: bool) -> Result<(), DbErr> {
    if up {
        let bigint = match db.get_database_backend() {
            DbBackend::Sqlite => "integer",
            _ => "bigint",
        };
        let table = format!(
            "CREATE TABLE IF NOT EXISTS seaql_migrations (version varchar NOT NULL PRIMARY KEY, applied_at {bigint} NOT NULL)"
        );
        db.execute_unprepared(&table).await?;
    }
    let mut applied = recorded(db).await?;
    if up && snapshot::is_whole(&applied) {
        snapshot::adopt(db).await?;
        applied = recorded(db).await?;
    }
    match SchemaState::new(&applied) {
        SchemaState::Current | SchemaState::Behind => {}
        SchemaState::Ahead(unknown) | SchemaState::Snapshot(unknown) => {
            let unknown = unknown.join(", ");
            return Err(DbErr::Migration(format!("unknown migrations: {unknown}")));
        }
    }
    let limit = limit.unwrap_or(usize::MAX);
    let is_applied = |step: &&Step| applied.iter().any(|name| name == step.name);
    let steps = Migrator::steps().iter();
    if up {
        for step in steps.filter(|step| !is_applied(step)).take(limit) {
            take(db, step, up).await?;
        }
    } else {
        for step in steps.rev().filter(is_applied).take(limit) {
            take(db, step, up).await?;
        }
    }
    Ok(())
}

/// Applies or reverts one step, in a transaction of its own on Postgres.
async fn take(db: &DatabaseExecutor<'_>, step: &Step, up: bool) -> Result<(), DbErr> {
    let backend = db.get_database_backend();
    let mut statements = sql::statements(step.sql, up, backend);
    statements.push(record(step.name, up, backend));
    execute(db, &statements).await
}

/// The statement that records a step as applied, or as not.
pub(crate) fn record(name: &str, up: bool, backend: DbBackend) -> String {
    let now = match backend {
        DbBackend::Sqlite => "unixepoch()",
        _ => "EXTRACT(EPOCH FROM now())::bigint",
    };
    if up {
        format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{name}', {now})")
    } else {
        format!("DELETE FROM seaql_migrations WHERE version = '{name}'")
    }
}

/// For so long a step waits for a table that others hold: less than the second after which Postgres looks for deadlocks and ends
/// the request that is in one. Meanwhile all that want the table wait behind the step.
const LOCK_TIMEOUT: &str = "SET LOCAL lock_timeout = '500ms'";

/// Executes statements, all or none. On Postgres, it fails where a table can't be had for half a second.
pub(crate) async fn execute(db: &DatabaseExecutor<'_>, statements: &[String]) -> Result<(), DbErr> {
    if db.get_database_backend() == DbBackend::Sqlite {
        // It is in a transaction already.
        for statement in statements {
            db.execute_unprepared(statement).await?;
        }
        return Ok(());
    }
    let transaction = db.begin().await?;
    transaction.execute_unprepared(LOCK_TIMEOUT).await?;
    for statement in statements {
        transaction.execute_unprepared(statement).await?;
    }
    transaction.commit().await
}

/// The names of the applied steps, sorted; empty if the database has no table of them.
pub(crate) async fn recorded(db: &DatabaseExecutor<'_>) -> Result<Vec<String>, DbErr> {
    let backend = db.get_database_backend();
    let table = match backend {
        DbBackend::Sqlite => "SELECT 1 FROM sqlite_schema WHERE name = 'seaql_migrations'",
        _ => "SELECT 1 WHERE to_regclass('seaql_migrations') IS NOT NULL",
    };
    let table = Statement::from_string(backend, table);
    if db.query_one_raw(table).await?.is_none() {
        return Ok(Vec::new());
    }
    let names = Statement::from_string(backend, "SELECT version FROM seaql_migrations");
    let rows = db.query_all_raw(names).await?;
    let names = rows.iter().map(|row| row.try_get("", "version"));
    let mut names: Vec<String> = names.collect::<Result<_, _>>()?;
    names.sort();
    Ok(names)
}
