//! The database: connections, and how a write begins.
//! Queries are in `models` and `posting` alone.

pub mod backup;
mod conn;
pub mod copying;
pub(crate) mod lists;
pub mod patience;
pub mod replica;
mod rows;
pub mod schema;
mod statements;

use std::future::ready;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::postgres::PgConnectOptions;
use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::sqlx::{self, Connection, Postgres, SqliteConnection};
use sea_orm::{
    ConnectOptions, ConnectionTrait, Database as SeaOrm, DatabaseConnection, DbBackend, DbErr,
    RuntimeErr, SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{sleep, timeout};
use tracing::Instrument;

use crate::clock::Clock;
pub use conn::Conn;
use conn::{Rules, statement_span};
use patience::Commits;
pub(crate) use rows::Rows;
use statements::STATEMENT_TIMEOUT;
use statements::Statements;

/// Connections to SQLite or Postgres. Reads use them directly; a write begins a transaction.
#[derive(Debug, Clone)]
pub struct Database {
    conn: Arc<Conn>,
    statements: Statements,
    /// Where transactions run, and statements that are one. The same as `statements` on SQLite.
    writers: Statements,
    commits: Commits,
    rules: Rules,
    // SQLite has one writer. Waiting for this lock is fair and wakes at once; waiting inside SQLite is a sleep that
    // gets longer.
    writer: Arc<Mutex<()>>,
}

/// How many statements run at once on SQLite.
const MAX_READERS: u32 = 8;
/// The Postgres connections of statements that only read: a page never waits for one that a commit occupies.
const POSTGRES_READERS: u32 = 16;
/// The Postgres connections of transactions.
const POSTGRES_WRITERS: u32 = 8;
/// A Postgres connection that was idle for longer is pinged before use: after Postgres was unreachable, idle
/// connections are dead, and each would fail a request. Under load connections are not idle for so long, so the round
/// trip is rare.
const PING_AFTER: Duration = Duration::from_secs(1);

/// Planner settings of every Postgres connection: our statements find all rows by an index, whatever their values.
/// `docs/decisions.md` has the measurement for each.
const PLANNER_SETTINGS: [(&str, &str); 6] = [
    // A disabled scan, where there is no other way, counts as so costly that Postgres would compile the statement, which
    // takes longer than to run it.
    ("jit", "off"),
    // The plan is the same for all values, so planning once is enough.
    ("plan_cache_mode", "force_generic_plan"),
    // A plan made while a table is small would otherwise scan the whole table, even when thousands of rows have been added,
    // until the table is analysed.
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    // A page is the end of an index. A bitmap reads everything before it returns the first row.
    ("enable_bitmapscan", "off"),
];

/// Postgres' own limits. A request has given up by then, see [`patience`]; what it left behind must not go on for long,
/// nor hold its locks. The limit of statements does not end a commit.
const LIMITS: [(&str, &str); 2] = [
    ("statement_timeout", "5s"),
    ("idle_in_transaction_session_timeout", "15s"),
];

/// Postgres' timeout for statements of a background writer: short enough that two of them time out before the writer
/// gives up. A refused post must not be stored after all once a lock is released.
const WRITER_SETTINGS: [(&str, &str); 1] = [("statement_timeout", "2s")];

/// The connections to the replica, where one is named.
const REPLICA_READERS: u32 = 8;
/// Those who wait for the replica longer than this ask the primary.
const REPLICA_SETTINGS: [(&str, &str); 1] = [("statement_timeout", "1s")];

/// A migration takes as long as it takes.
const MIGRATION_SETTINGS: [(&str, &str); 2] = [
    ("statement_timeout", "0"),
    ("idle_in_transaction_session_timeout", "0"),
];

/// How long a connection on which a statement was given up gets to be usable again, before it is closed. A server that is
/// gone without a word would occupy it until TCP gives up, a quarter of an hour later.
const READER_RECOVERY: Duration = Duration::from_secs(2);
/// The same where a commit may be waiting for a standby. Postgres goes on waiting when its client is gone, so closing these
/// sooner would only use up its connections.
const WRITER_RECOVERY: Duration = Duration::from_secs(120);

/// A callback that gets every statement after it ran.
#[derive(Clone)]
struct Watcher(Arc<dyn Fn(&Statement) + Send + Sync>);

impl std::fmt::Debug for Watcher {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Watcher")
    }
}

impl Database {
    /// Connects to `url`.
    ///
    /// # Errors
    /// A sentence that says which database can't be reached, without its password.
    pub async fn connect(url: &str) -> Result<Self, String> {
        let redacted = redacted(url);
        let mut options = ConnectOptions::new(with_create_mode(url));
        options
            .sqlx_logging(false)
            .acquire_timeout(STATEMENT_TIMEOUT)
            .connect_timeout(Duration::from_secs(5));
        if url.starts_with("sqlite:") {
            if let Some(folder) = sqlite_file(url).and_then(Path::parent) {
                create_private_folder(folder)?;
            }
            // A response means that the data is on the disk: FULL syncs the log at every commit.
            options
                .max_connections(MAX_READERS)
                // SQLite runs in this process: there is no peer that could have disconnected.
                .test_before_acquire(false)
                .map_sqlx_sqlite_opts(|sqlite| {
                    sqlite
                        .pragma("journal_mode", "WAL")
                        .pragma("synchronous", "FULL")
                        .pragma("foreign_keys", "ON")
                        .pragma("busy_timeout", "5000")
                        // The writer checkpoints the WAL when it has this many pages, while all others wait: the wait
                        // grows with the number of distinct pages among SQLite's default of 1,000.
                        .pragma("wal_autocheckpoint", "250")
                        .pragma("cache_size", "-16000")
                        .statement_cache_capacity(256)
                        // A page of a feed and the extra row that shows whether there is a next page, without a pause
                        // in between.
                        .row_buffer_size(128)
                })
                .map_sqlx_sqlite_before_acquire(|sqlite, _| {
                    Box::pin(ready(Ok(is_outside_transaction(sqlite))))
                });
        } else {
            options
                .max_connections(POSTGRES_READERS)
                .test_before_acquire(false)
                .map_sqlx_postgres_opts(|postgres| {
                    postgres.options(PLANNER_SETTINGS).options(LIMITS)
                })
                .map_sqlx_postgres_before_acquire(|postgres, idle| {
                    Box::pin(async move {
                        if idle.idle_for > PING_AFTER {
                            postgres.ping().await?;
                        }
                        Ok(true)
                    })
                });
        }
        let pool = connect_pool(options).await.map_err(|err| {
            format!(
                "The database at {redacted} can't be reached: {err}. Check the setting `database_url`."
            )
        })?;
        let (readers, writers) = match pool.get_database_backend() {
            DbBackend::Sqlite => {
                let all = Statements::on(pool, MAX_READERS);
                (all.clone(), all)
            }
            _ => {
                let readers = postgres_pool(&pool, POSTGRES_READERS, READER_RECOVERY, &[]);
                let writers = postgres_pool(&pool, POSTGRES_WRITERS, WRITER_RECOVERY, &[]);
                // It found out that there is a database, and had one connection.
                let _ = pool.close().await;
                (
                    Statements::on(readers, POSTGRES_READERS),
                    Statements::on(writers, POSTGRES_WRITERS),
                )
            }
        };
        Ok(Self::on(
            readers,
            writers,
            Commits::default(),
            Rules::of(Clock::system()),
            Arc::default(),
        ))
    }

    /// The same database on separate connections, which belong to the current runtime and are opened when needed. For a
    /// background writer, which accesses every row by its key.
    pub fn apart(&self) -> Self {
        let pool: DatabaseConnection = match self.backend() {
            DbBackend::Sqlite => {
                let pool = self.pool().get_sqlite_connection_pool();
                let options = pool.options().clone().min_connections(0).max_connections(1);
                let connect = (*pool.connect_options()).clone();
                options.connect_lazy_with(connect).into()
            }
            // A returned connection is tested before it can be used again, so two alternate.
            _ => postgres_pool(&self.writers.pool, 2, WRITER_RECOVERY, &WRITER_SETTINGS),
        };
        self.on_pool(pool)
    }

    /// The connections to a replica of this database, which are opened when needed, with the same settings and rules.
    fn at_replica(&self, url: &str) -> Result<Self, String> {
        let connect: PgConnectOptions = url.parse().map_err(|err: sqlx::Error| err.to_string())?;
        let connect = connect
            .options(PLANNER_SETTINGS)
            .options(LIMITS)
            .options(REPLICA_SETTINGS);
        let options =
            postgres_pool_options(&self.statements.pool, REPLICA_READERS, READER_RECOVERY);
        let pool: DatabaseConnection = options.connect_lazy_with(connect).into();
        let statements = Statements::on(pool, REPLICA_READERS);
        // That it takes no writes says nothing about the primary.
        let commits = Commits::default();
        Ok(Self::on(
            statements.clone(),
            statements,
            commits,
            self.rules.clone(),
            Arc::default(),
        ))
    }

    /// The same database for migrations: statements take as long as they take.
    pub(super) fn for_migrations(&self) -> Self {
        match self.backend() {
            DbBackend::Sqlite => self.clone(),
            // One for the lock, and one for the migrations.
            _ => self.on_pool(postgres_pool(
                &self.writers.pool,
                2,
                WRITER_RECOVERY,
                &MIGRATION_SETTINGS,
            )),
        }
    }

    fn on_pool(&self, pool: DatabaseConnection) -> Self {
        let mut statements = Statements::on(pool, 1);
        if let Some(watcher) = self.statements.watcher() {
            statements.set_watcher(watcher.clone());
        }
        Self::on(
            statements.clone(),
            statements,
            self.commits.clone(),
            self.rules.clone(),
            self.writer.clone(),
        )
    }

    /// The same database, whose rows expire by this clock rather than by the machine's.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        let rules = Rules {
            clock,
            ..self.rules.clone()
        };
        self.with_rules(rules)
    }

    /// The same database, of an instance that requires a second step of everyone with power over others, or not.
    #[must_use]
    pub fn requiring_second_step(self, requires_second_step: bool) -> Self {
        let rules = Rules {
            requires_second_step,
            ..self.rules.clone()
        };
        self.with_rules(rules)
    }

    fn with_rules(self, rules: Rules) -> Self {
        Self::on(
            self.statements,
            self.writers,
            self.commits,
            rules,
            self.writer,
        )
    }

    fn on(
        statements: Statements,
        writers: Statements,
        commits: Commits,
        rules: Rules,
        writer: Arc<Mutex<()>>,
    ) -> Self {
        let conn = Conn::of_statements(
            statements.clone(),
            writers.clone(),
            rules.clone(),
            commits.clone(),
        );
        Self {
            conn: Arc::new(conn),
            statements,
            writers,
            commits,
            rules,
            writer,
        }
    }

    /// Why the database seems not to take writes at the moment: the last one failed, or a commit takes long. Other
    /// processes may know better.
    pub fn trouble_with_writes(&self) -> Option<String> {
        self.commits.trouble()
    }

    /// Whether this process has committed anything since then.
    pub fn has_committed_since(&self, then: Instant) -> bool {
        self.commits.succeeded_since(then)
    }

    /// The pool, for APIs that accept nothing else.
    fn pool(&self) -> &DatabaseConnection {
        &self.statements.pool
    }

    /// Which database it is.
    pub fn backend(&self) -> DbBackend {
        self.pool().get_database_backend()
    }

    /// How many bytes the database takes.
    ///
    /// # Errors
    /// When it can't be reached.
    pub async fn size(&self) -> Result<i64, DbErr> {
        let one = async |sql: &str| {
            let ask = Statement::from_string(self.backend(), sql);
            let row = self.query_one_raw(ask).await?;
            row.map_or(Ok(0), |row| row.try_get_by_index(0))
        };
        match self.backend() {
            DbBackend::Sqlite => {
                Ok(one("PRAGMA page_count").await? * one("PRAGMA page_size").await?)
            }
            _ => one("SELECT pg_database_size(current_database())").await,
        }
    }

    /// Waits for the write lock, for a statement that is its own transaction. On Postgres there is no lock to wait for.
    pub async fn write_lock(&self) -> WriteLock {
        WriteLock(match self.backend() {
            DbBackend::Sqlite => Some(self.writer.clone().lock_owned().await),
            _ => None,
        })
    }

    /// The same database, with `watcher` called for every statement after it ran: for tests that check statements.
    #[must_use]
    pub fn watched(self, watcher: impl Fn(&Statement) + Send + Sync + 'static) -> Self {
        let (mut statements, mut writers) = (self.statements, self.writers);
        let watcher = Watcher(Arc::new(watcher));
        statements.set_watcher(watcher.clone());
        writers.set_watcher(watcher);
        Self::on(statements, writers, self.commits, self.rules, self.writer)
    }

    /// Closes every connection that is not in use. Later statements fail.
    ///
    /// # Errors
    /// When the database can't close them.
    pub async fn close(&self) -> Result<(), DbErr> {
        if self.backend() != DbBackend::Sqlite {
            self.writers.close().await?;
        }
        self.statements.close().await
    }

    /// Begins a transaction that will write. Dropped without [`Write::commit`], it is rolled back.
    ///
    /// # Errors
    /// When no connection is available.
    pub async fn begin(&self) -> Result<Write, DbErr> {
        let begun = patience::statement(async {
            let lock = self.write_lock().await;
            // A deferred transaction that becomes a write fails at once if another one writes.
            let options = TransactionOptions {
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            };
            Ok((lock, self.writers.pool.begin_with_options(options).await?))
        });
        let begun = begun
            .instrument(statement_span(self.backend(), "BEGIN"))
            .await;
        if let Err(err) = &begun {
            self.commits.failed(err);
        }
        let (lock, transaction) = begun?;
        Ok(Write {
            conn: Conn::of_transaction(transaction, self.rules.clone(), self.commits.clone()),
            _lock: lock,
        })
    }
}

impl Deref for Database {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

/// The lock that SQLite's writers wait for. Released when dropped; empty on Postgres.
#[derive(Debug)]
pub struct WriteLock(
    #[expect(dead_code, reason = "released when dropped")] Option<OwnedMutexGuard<()>>,
);

/// A transaction in progress.
#[derive(Debug)]
pub struct Write {
    conn: Conn,
    _lock: WriteLock,
}

impl Write {
    /// Commits the transaction.
    ///
    /// # Errors
    /// When the database fails to commit. Then nothing was changed, unless the error becomes an
    /// [`OutcomeUnknown`](crate::error::Error::OutcomeUnknown).
    pub async fn commit(self) -> Result<(), DbErr> {
        self.conn.commit().await
    }

    /// Rolls the transaction back and releases its locks before this returns. A dropped transaction is rolled back a
    /// little later.
    ///
    /// # Errors
    /// When the database can't be reached; it then rolls back by itself.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.conn.rollback().await
    }
}

impl Deref for Write {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

/// Another pool of the same Postgres database, whose connections are opened when needed.
fn postgres_pool(
    of: &DatabaseConnection,
    most: u32,
    recovery: Duration,
    settings: &[(&str, &str)],
) -> DatabaseConnection {
    let pool = of.get_postgres_connection_pool();
    let connect = (*pool.connect_options())
        .clone()
        .options(settings.iter().copied());
    let mut options = postgres_pool_options(of, most, recovery);
    if !settings.is_empty() {
        options = options.acquire_timeout(Duration::from_secs(2));
    }
    options.connect_lazy_with(connect).into()
}

/// The options of another pool.
fn postgres_pool_options(
    of: &DatabaseConnection,
    most: u32,
    recovery: Duration,
) -> PoolOptions<Postgres> {
    let pool = of.get_postgres_connection_pool();
    let options: PoolOptions<Postgres> = pool.options().clone();
    let options = options.min_connections(0).max_connections(most);
    // The pool itself waits for a statement that was given up without a limit.
    options.after_release(move |postgres, _| {
        Box::pin(async move {
            if patience::gave_up_lately() {
                let ping = timeout(recovery, postgres.ping()).await;
                ping.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())))?;
            }
            Ok(true)
        })
    })
}

/// Opens the first connection. Switching a file to WAL mode locks it, and SQLite fails at once instead of waiting if
/// another process is doing the same: processes that start together on a new file wait for each other here.
async fn connect_pool(options: ConnectOptions) -> Result<DatabaseConnection, DbErr> {
    let until = Instant::now() + STATEMENT_TIMEOUT;
    loop {
        match SeaOrm::connect(options.clone()).await {
            Err(err) if is_locked(&err) && Instant::now() < until => {
                sleep(Duration::from_millis(10)).await;
            }
            done => return done,
        }
    }
}

/// Whether SQLite refused a connection because another one has locked the file.
fn is_locked(err: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(cause)) = err else {
        return false;
    };
    cause.as_database_error().is_some_and(|cause| {
        cause.try_downcast_ref::<SqliteError>().is_some() && cause.code().as_deref() == Some("5")
    })
}

/// Whether a transaction may begin on a connection. A full disk makes SQLite roll back by itself; the driver's own
/// rollback then fails, and it still considers the connection to be in a transaction. The next transaction would begin
/// as a savepoint, and its commit would make nothing durable. Such a connection is closed.
fn is_outside_transaction(sqlite: &SqliteConnection) -> bool {
    !sqlite.is_in_transaction()
}

/// Creates a folder that only its owner can access; an existing one is left unchanged.
///
/// # Errors
/// A message for the operator.
pub(crate) fn create_private_folder(folder: &Path) -> Result<(), String> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|err| format!("The folder {} can't be created: {err}.", folder.display()))
}

/// The file in a `sqlite:` URL; `None` for an in-memory database.
pub(crate) fn sqlite_file(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    let path = path.split('?').next().unwrap_or(path);
    (!path.is_empty() && path != ":memory:").then(|| Path::new(path))
}

/// SQLite creates a missing file only with `mode=rwc`.
fn with_create_mode(url: &str) -> String {
    if url.starts_with("sqlite:") && sqlite_file(url).is_some() && !url.contains("mode=") {
        let joint = if url.contains('?') { '&' } else { '?' };
        format!("{url}{joint}mode=rwc")
    } else {
        url.to_owned()
    }
}

/// The URL without user, password and query, for messages to the operator.
fn redacted(url: &str) -> String {
    match url::Url::parse(url) {
        Ok(mut parsed) if parsed.has_host() => {
            let _ = parsed.set_password(None);
            let _ = parsed.set_username("");
            parsed.set_query(None);
            parsed.to_string()
        }
        _ => url.split('?').next().unwrap_or(url).to_owned(),
    }
}
