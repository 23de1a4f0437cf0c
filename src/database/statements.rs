//! Where single statements run: on Postgres the pool, on SQLite connections of their own.
//! Transactions begin one level up, on the pool, on both.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rocket::async_trait;
use sea_orm::sqlx::query::Query;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection, Sqlite, SqliteConnection};
use sea_orm::{
    ConnAcquireErr, ConnectionTrait, DatabaseConnection, DbBackend, DbErr, ExecResult, QueryResult,
    RuntimeErr, Statement,
};
use sea_query_sqlx::SqlxValues;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use super::Watcher;

/// Runs statements, each on whatever connection is free.
#[derive(Debug, Clone)]
pub struct Statements {
    pub(super) pool: DatabaseConnection,
    kept: Option<Arc<Kept>>,
    watcher: Option<Watcher>,
}

/// Connections to SQLite that are kept open, and lent for a statement each.
///
/// The pool asks a connection that is given back whether it is still there. To ask SQLite is to wake the connection's
/// thread and to be woken by it, which takes as long as most statements do; and it is always there.
#[derive(Debug)]
struct Kept {
    options: SqliteConnectOptions,
    idle: Mutex<Vec<SqliteConnection>>,
    free: Semaphore,
}

/// How long somebody waits for a connection.
pub(super) const STATEMENT_TIMEOUT: Duration = Duration::from_secs(5);

impl Statements {
    /// On a pool, and for SQLite on at most `most` connections beside it, opened as they are needed.
    pub(super) fn on(pool: DatabaseConnection, most: u32) -> Self {
        let kept = (pool.get_database_backend() == DbBackend::Sqlite).then(|| {
            let options = pool.get_sqlite_connection_pool().connect_options();
            Arc::new(Kept {
                options: (*options).clone(),
                idle: Mutex::default(),
                free: Semaphore::new(most as usize),
            })
        });
        Self {
            pool,
            kept,
            watcher: None,
        }
    }

    /// Shows `watcher` every statement once it was run.
    pub(super) fn show(&mut self, watcher: Watcher) {
        self.watcher = Some(watcher.clone());
        self.pool
            .set_metric_callback(move |info| watcher.0(info.statement));
    }

    /// Closes every connection that is not lent. Whoever comes later is refused.
    ///
    /// # Errors
    /// When the database does not take it.
    pub async fn close(&self) -> Result<(), DbErr> {
        if let Some(kept) = &self.kept {
            kept.free.close();
            let idle = std::mem::take(&mut *kept.idle());
            for connection in idle {
                let closed = connection.close().await;
                closed.map_err(|err| DbErr::Conn(told(err)))?;
            }
        }
        self.pool.clone().close().await
    }

    /// Who is shown every statement.
    pub(super) fn watcher(&self) -> Option<&Watcher> {
        self.watcher.as_ref()
    }

    fn shown(&self, statement: &Statement) {
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
        let Some(kept) = &self.kept else {
            return self.pool.execute_raw(statement).await;
        };
        let mut lent = kept.lend().await?;
        let done = query(&statement).execute(&mut lent.connection).await;
        self.shown(&statement);
        let done = lent.back(done).map_err(|err| DbErr::Exec(told(err)))?;
        Ok(done.into())
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        self.pool.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        let Some(kept) = &self.kept else {
            return self.pool.query_one_raw(statement).await;
        };
        let mut lent = kept.lend().await?;
        let found = query(&statement).fetch_optional(&mut lent.connection).await;
        self.shown(&statement);
        let found = lent.back(found).map_err(|err| DbErr::Query(told(err)))?;
        Ok(found.map(Into::into))
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        let Some(kept) = &self.kept else {
            return self.pool.query_all_raw(statement).await;
        };
        let mut lent = kept.lend().await?;
        let found = query(&statement).fetch_all(&mut lent.connection).await;
        self.shown(&statement);
        let found = lent.back(found).map_err(|err| DbErr::Query(told(err)))?;
        Ok(found.into_iter().map(Into::into).collect())
    }
}

impl Kept {
    async fn lend(&self) -> Result<Lent<'_>, DbErr> {
        let permit = timeout(STATEMENT_TIMEOUT, self.free.acquire()).await;
        let Ok(Ok(permit)) = permit else {
            return Err(DbErr::ConnectionAcquire(ConnAcquireErr::Timeout));
        };
        let idle = self.idle().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => {
                let opened = self.options.connect().await;
                opened.map_err(|err| DbErr::Conn(told(err)))?
            }
        };
        Ok(Lent {
            kept: self,
            connection,
            _permit: permit,
        })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<SqliteConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection while a statement runs on it. Where nobody waits for the statement any more, it ends with it.
struct Lent<'k> {
    kept: &'k Kept,
    connection: SqliteConnection,
    _permit: SemaphorePermit<'k>,
}

impl Lent<'_> {
    /// Gives it back, unless what came of the statement makes it doubtful.
    fn back<T>(self, done: sqlx::Result<T>) -> sqlx::Result<T> {
        let is_sound = matches!(done, Ok(_) | Err(sqlx::Error::Database(_)));
        if is_sound && super::is_at_rest(&self.connection) {
            self.kept.idle().push(self.connection);
        }
        done
    }
}

fn query(statement: &Statement) -> Query<'_, Sqlite, SqlxValues> {
    let values = statement.values.clone();
    let values = values.unwrap_or_else(|| sea_orm::Values(Vec::new()));
    sqlx::query_with(AssertSqlSafe(statement.sql.as_str()), SqlxValues(values))
}

fn told(err: sqlx::Error) -> RuntimeErr {
    RuntimeErr::SqlxError(err.into())
}
