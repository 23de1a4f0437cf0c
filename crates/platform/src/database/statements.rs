//! Where single statements run: on Postgres in the pool, on SQLite on separate connections.
//! Transactions use the pool, on both.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use sea_orm::sqlx::query::Query;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection, Sqlite, SqliteConnection};
use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr,
    Statement,
};
use sea_query_sqlx::SqlxValues;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::Watcher;

/// Runs statements, each on any free connection.
#[derive(Debug, Clone)]
pub(super) struct Statements {
    pub(super) pool: DatabaseConnection,
    connections: Option<Arc<Connections>>,
    watcher: Option<Watcher>,
}

/// SQLite connections that stay open, each used for one statement at a time.
///
/// The pool tests every returned connection. On SQLite that is two thread switches, as slow as most statements, and
/// never finds a broken connection.
#[derive(Debug)]
struct Connections {
    options: SqliteConnectOptions,
    /// True if a statement is interrupted once its caller is gone, instead of running to its end.
    interrupts: bool,
    idle: Mutex<Vec<OpenConnection>>,
    free: Semaphore,
}

/// An open connection.
#[derive(Debug)]
struct OpenConnection {
    connection: SqliteConnection,
    /// Set to interrupt its statement; none where statements run to their end.
    given_up: Option<Arc<AtomicBool>>,
}

/// After how many of SQLite's steps a statement looks whether someone still waits for it: some microseconds.
const STEPS_BETWEEN_LOOKS: i32 = 1_000;

/// Max time that a statement waits for a connection.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

impl Statements {
    /// Uses a pool, and for SQLite at most `max` separate connections, opened as needed.
    pub(super) fn on(pool: DatabaseConnection, max: u32) -> Self {
        Self::opened(pool, max, false)
    }

    /// The same, and on SQLite a statement ends when the future that waits for it is dropped. On Postgres the connections'
    /// own limit ends it.
    pub(super) fn interruptible(pool: DatabaseConnection, max: u32) -> Self {
        Self::opened(pool, max, true)
    }

    fn opened(pool: DatabaseConnection, max: u32, interrupts: bool) -> Self {
        let connections = (pool.get_database_backend() == DbBackend::Sqlite).then(|| {
            let options = pool.get_sqlite_connection_pool().connect_options();
            Arc::new(Connections {
                options: (*options).clone(),
                interrupts,
                idle: Mutex::default(),
                free: Semaphore::new(max as usize),
            })
        });
        Self { pool, connections, watcher: None }
    }

    /// Calls `watcher` for every statement after it ran.
    pub(super) fn set_watcher(&mut self, watcher: Watcher) {
        self.watcher = Some(watcher.clone());
        self.pool.set_metric_callback(move |info| watcher.0(info.statement));
    }

    /// Closes every connection that is not in use. Later statements fail.
    ///
    /// # Errors
    /// When the database can't close them.
    pub(super) async fn close(&self) -> Result<(), DbErr> {
        if let Some(connections) = &self.connections {
            connections.free.close();
            let idle = std::mem::take(&mut *connections.idle());
            for opened in idle {
                let closed = opened.connection.close().await;
                closed.map_err(|err| DbErr::Conn(runtime_err(err)))?;
            }
        }
        self.pool.clone().close().await
    }

    /// The watcher, if there is one.
    pub(super) fn watcher(&self) -> Option<&Watcher> {
        self.watcher.as_ref()
    }

    fn notify_watcher(&self, statement: &Statement) {
        if let Some(watcher) = &self.watcher {
            watcher.0(statement);
        }
    }
}

#[async_trait]
impl ConnectionTrait for Statements {
    fn get_database_backend(&self) -> DbBackend {
        self.pool.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        let Some(connections) = &self.connections else {
            return self.pool.execute_raw(statement).await;
        };
        let mut acquired = connections.acquire().await?;
        let done = query(&statement).execute(acquired.connection()?).await;
        self.notify_watcher(&statement);
        let done = acquired.release(done).map_err(|err| DbErr::Exec(runtime_err(err)))?;
        Ok(done.into())
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.pool.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let Some(connections) = &self.connections else {
            return self.pool.query_one_raw(statement).await;
        };
        let mut acquired = connections.acquire().await?;
        let row = query(&statement).fetch_optional(acquired.connection()?).await;
        self.notify_watcher(&statement);
        let row = acquired.release(row).map_err(|err| DbErr::Query(runtime_err(err)))?;
        Ok(row.map(Into::into))
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let Some(connections) = &self.connections else {
            return self.pool.query_all_raw(statement).await;
        };
        let mut acquired = connections.acquire().await?;
        let rows = query(&statement).fetch_all(acquired.connection()?).await;
        self.notify_watcher(&statement);
        let rows = acquired.release(rows).map_err(|err| DbErr::Query(runtime_err(err)))?;
        Ok(rows.into_iter().map(Into::into).collect())
    }
}

impl Connections {
    async fn acquire(&self) -> Result<AcquiredConnection<'_>, DbErr> {
        let permit = timeout(STATEMENT_TIMEOUT, self.free.acquire()).await;
        let Ok(Ok(permit)) = permit else {
            return Err(DbErr::ConnectionAcquire(ConnAcquireErr::Timeout));
        };
        let idle = self.idle().pop();
        let opened = match idle {
            Some(opened) => opened,
            None => self.open().await.map_err(|err| DbErr::Conn(runtime_err(err)))?,
        };
        Ok(AcquiredConnection { connections: self, opened: Some(opened), _permit: permit })
    }

    async fn open(&self) -> sqlx::Result<OpenConnection> {
        let mut connection = self.options.connect().await?;
        if !self.interrupts {
            return Ok(OpenConnection { connection, given_up: None });
        }
        let given_up = Arc::new(AtomicBool::new(false));
        let watched = Arc::clone(&given_up);
        let is_awaited = move || !watched.load(Ordering::Relaxed);
        connection.lock_handle().await?.set_progress_handler(STEPS_BETWEEN_LOOKS, is_awaited);
        Ok(OpenConnection { connection, given_up: Some(given_up) })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<OpenConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection during a statement. If the statement is cancelled, the connection is closed.
struct AcquiredConnection<'k> {
    connections: &'k Connections,
    /// None once it is released.
    opened: Option<OpenConnection>,
    _permit: SemaphorePermit<'k>,
}

impl AcquiredConnection<'_> {
    fn connection(&mut self) -> Result<&mut SqliteConnection, DbErr> {
        let opened = self.opened.as_mut().ok_or(DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed))?;
        Ok(&mut opened.connection)
    }

    /// Returns the connection, unless the result of the statement makes its state uncertain.
    fn release<T>(mut self, done: sqlx::Result<T>) -> sqlx::Result<T> {
        let is_sound = matches!(done, Ok(_) | Err(sqlx::Error::Database(_)));
        if let Some(opened) = self.opened.take()
            && is_sound
            && is_outside_transaction(&opened.connection)
        {
            self.connections.idle().push(opened);
        }
        done
    }
}

impl Drop for AcquiredConnection<'_> {
    fn drop(&mut self) {
        if let Some(OpenConnection { given_up: Some(given_up), .. }) = &self.opened {
            given_up.store(true, Ordering::Relaxed);
        }
    }
}

fn query(statement: &Statement) -> Query<'_, Sqlite, SqlxValues> {
    let values = statement.values.clone();
    let values = values.unwrap_or_else(|| sea_orm::Values(Vec::new()));
    sqlx::query_with(AssertSqlSafe(statement.sql.as_str()), SqlxValues(values))
}

fn runtime_err(err: sqlx::Error) -> RuntimeErr {
    RuntimeErr::SqlxError(err.into())
}

/// True if a transaction may begin on a connection. A full disk makes SQLite roll back by itself; the driver's own
/// rollback then fails, and it still considers the connection to be in a transaction. The next transaction would begin
/// as a savepoint, and its commit would make nothing durable. Such a connection is closed.
pub(super) fn is_outside_transaction(sqlite: &SqliteConnection) -> bool {
    !sqlite.is_in_transaction()
}
