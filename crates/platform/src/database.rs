//! The database: connections, and how a write begins.
//! Queries are in `models` and `posting` alone.

pub mod backup;
mod belongs_to;
mod conn;
pub mod copying;
pub mod deadline;
pub mod expensive_reads;
mod foreign_wal;
pub mod lists;
mod no_relations;
mod opened_file;
mod pools;
pub(crate) mod postgres_url;
pub mod replica;
pub mod restore;
mod rows;
pub mod schema;
pub mod server_state;
mod statements;

use std::fs::OpenOptions;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DbBackend, DbErr, SqliteTransactionMode, Statement, TransactionOptions,
    TransactionTrait,
};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;
use tracing::Instrument;

pub use belongs_to::belongs_to;
pub use conn::Conn;
use conn::{Rules, statement_span};
use deadline::{Commits, Limits};
pub use no_relations::no_relations;
pub use opened_file::OpenedFile;
use pools::{EXPENSIVE_READERS, MIGRATION_SETTINGS, POSTGRES_READERS, WRITER_SETTINGS};
use portico_macros::boxed;
use portico_rules::clock::Clock;
use portico_rules::ids::IdTimes;
pub use rows::Rows;
use statements::Statements;

/// Max time to close a SQLite file at the end of a process.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

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
    #[boxed]
    pub async fn connect(url: &str) -> Result<Self, String> {
        Self::connect_with(url, POSTGRES_READERS).await
    }

    /// The same with at most `max_readers` connections for single statements on Postgres: tests need few, and each is a process
    /// of the server.
    ///
    /// # Errors
    /// As [`Self::connect`].
    #[boxed]
    pub async fn connect_with(url: &str, max_readers: u32) -> Result<Self, String> {
        let (readers, writers) = pools::connect(url, max_readers).await?;
        let rules = Rules::new(Clock::system(), readers.pool.get_database_backend());
        Ok(Self::on(readers, writers, Commits::default(), rules, Arc::default()))
    }

    /// The same database on separate connections, which belong to the current runtime and are opened when needed. For a
    /// background writer, which accesses every row by its key.
    pub fn apart(&self) -> Self {
        let pool = match self.backend() {
            DbBackend::Sqlite => pools::sqlite_writer(self.pool()),
            // A returned connection is tested before it can be used again, so two alternate.
            _ => pools::postgres(&self.writers.pool, 2, &WRITER_SETTINGS),
        };
        self.on_pool(pool)
    }

    /// The same database on connections for reads that take long. They are opened when needed.
    fn for_expensive_reads(&self) -> Self {
        let pool = match self.backend() {
            DbBackend::Sqlite => pools::sqlite_writer(self.pool()),
            _ => pools::postgres_expensive(self.pool()),
        };
        self.on_statements(Statements::interruptible(pool, EXPENSIVE_READERS))
    }

    /// The connections to a replica of this database, which are opened when needed, with the same settings and rules.
    fn at_replica(&self, url: &str) -> Result<Self, String> {
        let statements = pools::replica(&self.statements.pool, url)?;
        // That it takes no writes says nothing about the primary.
        let commits = Commits::default();
        Ok(Self::on(statements.clone(), statements, commits, self.rules.clone(), Arc::default()))
    }

    /// The same database for migrations: statements take as long as they take.
    pub(super) fn for_migrations(&self) -> Self {
        match self.backend() {
            DbBackend::Sqlite => self.clone(),
            // One for the lock, and one for the migrations.
            _ => {
                let rules = Rules { outside_requests: Limits::NONE, ..self.rules.clone() };
                self.on_pool(pools::postgres(&self.writers.pool, 2, &MIGRATION_SETTINGS)).with_rules(rules)
            }
        }
    }

    fn on_pool(&self, pool: DatabaseConnection) -> Self {
        self.on_statements(Statements::on(pool, 1))
    }

    fn on_statements(&self, mut statements: Statements) -> Self {
        if let Some(watcher) = self.statements.watcher() {
            statements.set_watcher(watcher.clone());
        }
        Self::on(statements.clone(), statements, self.commits.clone(), self.rules.clone(), self.writer.clone())
    }

    /// The same database, whose rows expire by this clock rather than by the machine's.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        let rules = Rules { clock, ..self.rules.clone() };
        self.with_rules(rules)
    }

    /// The same database, whose ids are converted to times by these.
    #[must_use]
    pub fn with_id_times(self, id_times: IdTimes) -> Self {
        let rules = Rules { id_times, ..self.rules.clone() };
        self.with_rules(rules)
    }

    /// The same database, of an instance that requires a second step of everyone with power over others, or not.
    #[must_use]
    pub fn requiring_second_step(self, requires_second_step: bool) -> Self {
        let rules = Rules { requires_second_step, ..self.rules.clone() };
        self.with_rules(rules)
    }

    fn with_rules(self, rules: Rules) -> Self {
        Self::on(self.statements, self.writers, self.commits, rules, self.writer)
    }

    fn on(statements: Statements, writers: Statements, commits: Commits, rules: Rules, writer: Arc<Mutex<()>>) -> Self {
        let conn = Conn::of_statements(statements.clone(), writers.clone(), rules.clone(), commits.clone());
        Self { conn: Arc::new(conn), statements, writers, commits, rules, writer }
    }

    /// Reason writes seem to fail at the moment: the last one failed, or a commit takes long. Other processes may know
    /// better.
    pub fn trouble_with_writes(&self) -> Option<String> {
        self.commits.trouble()
    }

    /// True once a statement of this process found that the database is damaged. It stays so until a restart.
    pub fn is_damaged(&self) -> bool {
        self.commits.found_damage()
    }

    /// True if this process has committed anything since then.
    pub fn has_committed_since(&self, then: Instant) -> bool {
        self.commits.succeeded_since(then)
    }

    /// The pool, for APIs that accept nothing else.
    fn pool(&self) -> &DatabaseConnection {
        &self.statements.pool
    }

    /// SQLite or Postgres.
    pub fn backend(&self) -> DbBackend {
        self.pool().get_database_backend()
    }

    /// Size of the database in bytes.
    #[boxed]
    pub async fn size(&self) -> Result<i64, DbErr> {
        let one = async |sql: &str| {
            let ask = Statement::from_string(self.backend(), sql);
            let row = self.query_one_raw(ask).await?;
            row.map_or(Ok(0), |row| row.try_get_by_index(0))
        };
        match self.backend() {
            DbBackend::Sqlite => Ok(one("PRAGMA page_count").await? * one("PRAGMA page_size").await?),
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
    #[boxed]
    pub async fn close(&self) -> Result<(), DbErr> {
        if self.backend() != DbBackend::Sqlite {
            self.writers.close().await?;
        }
        self.statements.close().await
    }

    /// Closes the connections to a SQLite file at the end of a process. First, what is in the WAL is written to the file: a
    /// connection that is still open elsewhere would keep it there. It is no error if that takes too long, since the
    /// next start reads the WAL. Postgres ends connections by itself.
    #[boxed]
    pub async fn close_file(&self) {
        if self.backend() != DbBackend::Sqlite {
            return;
        }
        let closing = async {
            // Unlike the others, this kind waits for no reader, and lets no writer of another process wait.
            let checkpoint = Statement::from_string(DbBackend::Sqlite, "PRAGMA wal_checkpoint(PASSIVE)");
            self.query_one_raw(checkpoint).await?;
            self.close().await
        };
        match timeout(CLOSE_TIMEOUT, closing).await {
            Ok(Ok(())) => {}
            Ok(Err(err)) => tracing::warn!(error = %err, "the SQLite file was not closed"),
            Err(_) => {
                tracing::warn!("closing the SQLite file took too long; what is in its WAL is read at the next start")
            }
        }
    }

    /// Begins a transaction that will write. Dropped without [`Write::commit`], it is rolled back.
    ///
    /// # Errors
    /// When no connection is available.
    #[boxed]
    pub async fn begin(&self) -> Result<Write, DbErr> {
        let begun = deadline::statement(self.rules.outside_requests, async {
            let lock = self.write_lock().await;
            // A deferred transaction that becomes a write fails at once if another one writes.
            let options = TransactionOptions {
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            };
            Ok((lock, self.writers.pool.begin_with_options(options).await?))
        });
        let begun = begun.instrument(statement_span(self.backend(), "BEGIN")).await;
        if let Err(err) = &begun {
            self.commits.failed(err);
        }
        let (lock, transaction) = begun?;
        Ok(Write { conn: Conn::of_transaction(transaction, self.rules.clone(), self.commits.clone()), _lock: lock })
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
pub struct WriteLock(#[expect(dead_code, reason = "released when dropped")] Option<OwnedMutexGuard<()>>);

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
    #[boxed]
    pub async fn commit(self) -> Result<(), DbErr> {
        self.conn.commit().await
    }

    /// Rolls the transaction back and releases its locks before this returns. A dropped transaction is rolled back a
    /// little later.
    ///
    /// # Errors
    /// When the database can't be reached; it then rolls back by itself.
    #[boxed]
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

/// Creates a folder that only its owner can access; an existing one is left unchanged.
///
/// # Errors
/// A message for the operator.
pub fn create_private_folder(folder: &Path) -> Result<(), String> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|err| format!("The folder {} can't be created: {err}.", folder.display()))
}

/// Characters of a path that are encoded in a `sqlite:` URL: `%` begins an encoded character, `?` the options, and `=`
/// would look like one of them.
const ENCODED_IN_URLS: &AsciiSet = &CONTROLS.add(b'%').add(b'?').add(b'=');

/// The `sqlite:` URL of a file.
pub fn sqlite_url(file: &Path) -> String {
    let path = file.to_string_lossy();
    format!("sqlite://{}", utf8_percent_encode(&path, ENCODED_IN_URLS))
}

/// The file in a `sqlite:` URL as it is written there; `None` for an in-memory database.
pub(crate) fn sqlite_file(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    let path = path.split('?').next().unwrap_or(path);
    (!path.is_empty() && path != ":memory:").then(|| Path::new(path))
}

/// The same file by its name in the file system: in a URL, the name may be encoded.
pub fn sqlite_path(url: &str) -> Option<PathBuf> {
    let file = sqlite_file(url)?.to_string_lossy();
    let name = percent_decode_str(&file).decode_utf8_lossy();
    Some(PathBuf::from(&*name))
}

/// Creates a missing SQLite file that only its owner can access. SQLite itself would let others read it, and gives the WAL and
/// its index the mode of the file.
fn create_private_file(file: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // Where it can't be created, opening it says why.
    let _ = options.open(file);
}

/// Logs a warning if others than its owner can read the SQLite file.
#[cfg(unix)]
pub fn warn_of_exposed_file(url: &str) {
    use std::os::unix::fs::PermissionsExt;
    let Some(file) = sqlite_path(url) else {
        return;
    };
    // Where it can't be looked at, opening it says why.
    let Ok(metadata) = std::fs::metadata(&file) else {
        return;
    };
    let mode = metadata.permissions().mode() & 0o7777;
    if mode & 0o044 != 0 {
        tracing::warn!(
            file = %file.display(),
            mode = %format_args!("{mode:04o}"),
            "others can read the database: run `chmod 600` on the file, and on those with -wal and -shm after its name"
        );
    }
}

#[cfg(not(unix))]
pub(crate) fn warn_of_exposed_file(_: &str) {}
