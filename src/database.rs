//! The database: how it is reached, and how a write begins.
//! What is asked of it stands in `models` and `posting` alone.

pub mod backup;
mod conn;
pub(crate) mod lists;
mod rows;
pub mod schema;
mod statements;

use std::future::ready;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::sqlx::{Connection, SqliteConnection};
use sea_orm::{
    ConnectOptions, Database as SeaOrm, DatabaseConnection, DbBackend, DbErr, RuntimeErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::sleep;

pub use conn::Conn;
pub(crate) use rows::Rows;
use statements::STATEMENT_TIMEOUT;
use statements::Statements;

/// Connections to SQLite or Postgres. Reads go straight to them; a write begins a transaction.
#[derive(Debug, Clone)]
pub struct Database {
    conn: Arc<Conn>,
    statements: Statements,
    // SQLite has one writer. Waiting for it here is fair and wakes at once; waiting
    // inside SQLite is a sleep that gets longer.
    writer: Arc<Mutex<()>>,
}

/// How many statements run at once on SQLite.
const MOST_READERS: u32 = 8;
/// A connection to Postgres that rested for longer is asked whether it is still there before it is lent: once Postgres was
/// away, those that rested meanwhile are dead, and each would cost a request. To ask is a round trip, which under load,
/// where none rests for so long, would be one for every statement.
const TRUSTED: Duration = Duration::from_secs(1);

/// How Postgres goes about our statements, which look every row up by an index.
const PLANNING: [(&str, &str); 6] = [
    // Ours are many small statements. It would compile those that it expects to take long, above all before a table was
    // first analysed, and take longer over that than over the statement.
    ("jit", "off"),
    // Whatever the values are, the plan is the same: once is enough.
    ("plan_cache_mode", "force_generic_plan"),
    // What it planned while a table was small it would go on doing while thousands of rows come in, until the table is
    // next analysed: walking through all of it.
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    // A page is the end of an index. A bitmap takes in all that lies behind it before the first row is read.
    ("enable_bitmapscan", "off"),
];

/// When Postgres gives up a statement of a thread that writes much: so that two of them are given up before the thread
/// gives up. What is refused must not be stored after all, once a lock is released.
const WRITING: [(&str, &str); 1] = [("statement_timeout", "2s")];

/// Who is shown every statement once it was run.
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
        let shown = shown(url);
        let mut options = ConnectOptions::new(file_is_made(url));
        options
            .sqlx_logging(false)
            .acquire_timeout(STATEMENT_TIMEOUT)
            .connect_timeout(Duration::from_secs(5));
        if url.starts_with("sqlite:") {
            if let Some(folder) = sqlite_file(url).and_then(Path::parent) {
                make_private(folder)?;
            }
            // An answer means that the data is on the disk: FULL syncs the log at every commit.
            options
                .max_connections(MOST_READERS)
                // There is nobody at the other end who might have hung up.
                .test_before_acquire(false)
                .map_sqlx_sqlite_opts(|sqlite| {
                    sqlite
                        .pragma("journal_mode", "WAL")
                        .pragma("synchronous", "FULL")
                        .pragma("foreign_keys", "ON")
                        .pragma("busy_timeout", "5000")
                        // Whoever writes takes the log over into the file when it has this many pages, and everybody
                        // waits meanwhile: the longer, the more different pages are among the usual 1,000.
                        .pragma("wal_autocheckpoint", "250")
                        .pragma("cache_size", "-16000")
                        .statement_cache_capacity(256)
                        // A page of a feed and the one row that tells of another page, without a pause in between.
                        .row_buffer_size(128)
                })
                .map_sqlx_sqlite_before_acquire(|sqlite, _| {
                    Box::pin(ready(Ok(is_at_rest(sqlite))))
                });
        } else {
            options
                .max_connections(24)
                .test_before_acquire(false)
                .map_sqlx_postgres_opts(|postgres| postgres.options(PLANNING))
                .map_sqlx_postgres_before_acquire(|postgres, lent| {
                    Box::pin(async move {
                        if lent.idle_for > TRUSTED {
                            postgres.ping().await?;
                        }
                        Ok(true)
                    })
                });
        }
        let pool = opened(options).await.map_err(|err| {
            format!(
                "The database at {shown} can't be reached: {err}. Check the setting `database_url`."
            )
        })?;
        Ok(Self::on(Statements::on(pool, MOST_READERS), Arc::default()))
    }

    /// The same database on connections of one's own, which live in the runtime that this is called in and are
    /// opened when they are needed. For a thread that writes much, by the key of every row.
    pub fn apart(&self) -> Self {
        let pool = self.pool();
        let pool: DatabaseConnection = match self.backend() {
            DbBackend::Sqlite => {
                let pool = pool.get_sqlite_connection_pool();
                let options = pool.options().clone().min_connections(0).max_connections(1);
                let connect = (*pool.connect_options()).clone();
                options.connect_lazy_with(connect).into()
            }
            _ => {
                let pool = pool.get_postgres_connection_pool();
                // A connection that was given back is looked after before it is given out again: two take turns.
                let options = pool.options().clone().min_connections(0).max_connections(2);
                let connect = (*pool.connect_options()).clone().options(WRITING);
                options
                    .acquire_timeout(Duration::from_secs(2))
                    .connect_lazy_with(connect)
                    .into()
            }
        };
        let mut statements = Statements::on(pool, 1);
        if let Some(watcher) = self.statements.watcher() {
            statements.show(watcher.clone());
        }
        Self::on(statements, self.writer.clone())
    }

    fn on(statements: Statements, writer: Arc<Mutex<()>>) -> Self {
        Self {
            conn: Arc::new(Conn::Statements(statements.clone())),
            statements,
            writer,
        }
    }

    /// The pool, for what takes nothing else.
    fn pool(&self) -> &DatabaseConnection {
        &self.statements.pool
    }

    /// Which database it is.
    pub fn backend(&self) -> DbBackend {
        self.pool().get_database_backend()
    }

    /// Waits for the turn to write, for a statement that is a transaction of its own. On Postgres there are no turns.
    pub async fn turn(&self) -> Turn {
        Turn(match self.backend() {
            DbBackend::Sqlite => Some(self.writer.clone().lock_owned().await),
            _ => None,
        })
    }

    /// The same database, showing `watcher` every statement once it was run: for tests that judge statements.
    #[must_use]
    pub fn watched(self, watcher: impl Fn(&Statement) + Send + Sync + 'static) -> Self {
        let mut statements = self.statements;
        statements.show(Watcher(Arc::new(watcher)));
        Self::on(statements, self.writer)
    }

    /// Closes every connection that is not in use. Later statements are refused.
    ///
    /// # Errors
    /// When the database refuses to close them.
    pub async fn close(&self) -> Result<(), DbErr> {
        self.statements.close().await
    }

    /// Begins a transaction that will write. Dropped without [`Write::commit`], it leaves nothing behind.
    ///
    /// # Errors
    /// When no connection can be had.
    pub async fn begin(&self) -> Result<Write, DbErr> {
        let turn = self.turn().await;
        // A deferred transaction that turns into a write fails at once when another one writes.
        let transaction = self
            .pool()
            .begin_with_options(TransactionOptions {
                sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
                ..TransactionOptions::default()
            })
            .await?;
        Ok(Write {
            conn: Conn::Transaction(transaction),
            _turn: turn,
        })
    }
}

impl Deref for Database {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

/// The turn to write. It ends when this is dropped.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "held, never looked at")] Option<OwnedMutexGuard<()>>);

/// A transaction under way.
#[derive(Debug)]
pub struct Write {
    conn: Conn,
    _turn: Turn,
}

impl Write {
    /// Makes everything done in it durable.
    ///
    /// # Errors
    /// When the database could not; then nothing of it was done.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.conn.commit().await
    }

    /// Takes everything done in it back before this returns, with its locks. One that is dropped is taken back a little
    /// later.
    ///
    /// # Errors
    /// When the database could not be told; it will find out.
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

/// Opens the first connection. A file that is turned over to a write-ahead log is locked meanwhile, and SQLite, which makes
/// everybody else wait for such a lock, refuses whoever wants to turn it over as well: programs that start at once on a new
/// file wait for each other here.
async fn opened(options: ConnectOptions) -> Result<DatabaseConnection, DbErr> {
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

/// Whether SQLite refused a connection because another one holds the file.
fn is_locked(err: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(cause)) = err else {
        return false;
    };
    cause.as_database_error().is_some_and(|told| {
        told.try_downcast_ref::<SqliteError>().is_some() && told.code().as_deref() == Some("5")
    })
}

/// Whether a connection is where a transaction may begin. A full disk makes SQLite roll back by itself; the driver's own
/// rollback then fails, and it goes on to take the connection for one within a transaction. The next one would begin as
/// a savepoint, and its commit would make nothing durable. Such a connection is closed.
fn is_at_rest(sqlite: &SqliteConnection) -> bool {
    !sqlite.is_in_transaction()
}

/// Makes a folder that its owner alone may enter; one that is there already stays as it is.
///
/// # Errors
/// A sentence for the operator.
pub(crate) fn make_private(folder: &Path) -> Result<(), String> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(|err| format!("The folder {} can't be created: {err}.", folder.display()))
}

/// The file behind a `sqlite:` address; none for a database in memory.
pub(crate) fn sqlite_file(url: &str) -> Option<&Path> {
    let path = url.strip_prefix("sqlite:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    let path = path.split('?').next().unwrap_or(path);
    (!path.is_empty() && path != ":memory:").then(|| Path::new(path))
}

/// SQLite makes a missing file only when asked to.
fn file_is_made(url: &str) -> String {
    if url.starts_with("sqlite:") && sqlite_file(url).is_some() && !url.contains("mode=") {
        let joint = if url.contains('?') { '&' } else { '?' };
        format!("{url}{joint}mode=rwc")
    } else {
        url.to_owned()
    }
}

/// The address without user and password, for a sentence to the operator.
fn shown(url: &str) -> String {
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
