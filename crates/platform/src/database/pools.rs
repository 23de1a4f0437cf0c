//! Pools of connections: what they are opened with, and how many there are. `database` decides what runs on them.

use std::future::ready;
use std::io::ErrorKind;
use std::time::{Duration, Instant};

use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::sqlite::SqliteError;
use sea_orm::sqlx::{self, Connection, Postgres};
use sea_orm::{ConnectOptions, Database as SeaOrm, DatabaseConnection, DbBackend, DbErr, RuntimeErr};
use tokio::time::{sleep, timeout};

use super::statements::{STATEMENT_TIMEOUT, Statements, is_outside_transaction};
use super::{
    create_private_file, create_private_folder, deadline, foreign_wal, postgres_url, sqlite_file, sqlite_path,
};
use crate::error::cause;

/// Max statements at once on SQLite.
const MAX_READERS: u32 = 8;
/// The Postgres connections of statements that only read: a page never waits for one that a commit occupies.
pub(super) const POSTGRES_READERS: u32 = 16;
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

/// Postgres' own limits. A request has given up by then, see [`deadline`](super::deadline); what it left behind must not go on
/// for long, nor hold its locks. The limit of statements does not end a commit.
const LIMITS: [(&str, &str); 2] = [("statement_timeout", "5s"), ("idle_in_transaction_session_timeout", "15s")];

/// Postgres' timeout for statements of a background writer: short enough that two of them time out before the writer
/// gives up. A refused post must not be stored after all once a lock is released.
pub(super) const WRITER_SETTINGS: [(&str, &str); 1] = [("statement_timeout", "2s")];

/// The connections to the replica, where one is named.
const REPLICA_READERS: u32 = 8;
/// Those who wait for the replica longer than this ask the primary.
const REPLICA_SETTINGS: [(&str, &str); 1] = [("statement_timeout", "1s")];

/// The connections of expensive reads, on both databases: one for each turn, see [`expensive_reads`](super::expensive_reads).
pub(super) const EXPENSIVE_READERS: u32 = 3;
/// Who waits for such a read has given up by then.
const EXPENSIVE_SETTINGS: [(&str, &str); 1] = [("statement_timeout", "1s")];

/// A migration takes as long as it takes.
pub(super) const MIGRATION_SETTINGS: [(&str, &str); 2] =
    [("statement_timeout", "0"), ("idle_in_transaction_session_timeout", "0")];

/// Time that a connection gets to recover from a cancelled statement before it is closed. A server that is gone without
/// a word would occupy it until TCP gives up, a quarter of an hour later.
const READER_RECOVERY: Duration = Duration::from_secs(2);
/// The same where a commit may be waiting for a standby. Postgres goes on waiting when its client is gone, so closing these
/// sooner would only use up its connections.
const WRITER_RECOVERY: Duration = Duration::from_secs(120);

/// Connects to `url`. Returns the connections of single statements, on Postgres at most `readers`, and those of transactions, which are the same on SQLite.
///
/// # Errors
/// A sentence that says which database can't be reached, without its password, or which file beside it has to be moved away.
pub(super) async fn connect(url: &str, readers: u32) -> Result<(Statements, Statements), String> {
    let redacted = shown(url);
    if !url.starts_with("sqlite:") {
        // The driver's own error would quote it.
        postgres_url::check(url).map_err(|wrong| format!("The URL of the database at {redacted} {wrong}."))?;
    }
    let opened = with_create_mode(url);
    let mut options = ConnectOptions::new(opened.as_str());
    options.sqlx_logging(false).acquire_timeout(STATEMENT_TIMEOUT).connect_timeout(Duration::from_secs(5));
    if url.starts_with("sqlite:") {
        foreign_wal::check(url).await?;
        if let Some(file) = sqlite_path(url) {
            if let Some(folder) = file.parent() {
                create_private_folder(folder)?;
            }
            if opened.contains("mode=rwc") {
                create_private_file(&file);
            }
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
            .map_sqlx_sqlite_before_acquire(|sqlite, _| Box::pin(ready(Ok(is_outside_transaction(sqlite)))));
    } else {
        options
            .max_connections(readers)
            .test_before_acquire(false)
            .map_sqlx_postgres_opts(|postgres| postgres.options(PLANNER_SETTINGS).options(LIMITS))
            .map_sqlx_postgres_pool_opts(|pool| recovering(pool, READER_RECOVERY))
            .map_sqlx_postgres_before_acquire(|postgres, idle| {
                Box::pin(async move {
                    if idle.idle_for > PING_AFTER {
                        postgres.ping().await?;
                    }
                    Ok(true)
                })
            });
    }
    let pool = match connect_pool(options).await {
        Ok(pool) => pool,
        Err(err) => {
            let why = why_not_connected(url, &err).await;
            let stop = if why.ends_with('?') { "" } else { "." };
            let advice = match cause::is_of_disk(&err) {
                true => "",
                false => " Check the setting `database_url`.",
            };
            return Err(format!("The database at {redacted} can't be reached: {why}{stop}{advice}"));
        }
    };
    Ok(match pool.get_database_backend() {
        DbBackend::Sqlite => {
            let all = Statements::on(pool, MAX_READERS);
            (all.clone(), all)
        }
        _ => {
            let writers = postgres_pool(&pool, POSTGRES_WRITERS, WRITER_RECOVERY, &[]);
            (Statements::on(pool, readers), Statements::on(writers, POSTGRES_WRITERS))
        }
    })
}

/// Another connection to the same SQLite file, for a background writer.
pub(super) fn sqlite_writer(of: &DatabaseConnection) -> DatabaseConnection {
    let pool = of.get_sqlite_connection_pool();
    let options = pool.options().clone().min_connections(0).max_connections(1);
    let connect = (*pool.connect_options()).clone();
    options.connect_lazy_with(connect).into()
}

/// `max` more connections for transactions on the same Postgres database, with `settings`.
pub(super) fn postgres(of: &DatabaseConnection, max: u32, settings: &[(&str, &str)]) -> DatabaseConnection {
    postgres_pool(of, max, WRITER_RECOVERY, settings)
}

/// The connections of expensive reads of the same Postgres database.
pub(super) fn postgres_expensive(of: &DatabaseConnection) -> DatabaseConnection {
    postgres_pool(of, EXPENSIVE_READERS, READER_RECOVERY, &EXPENSIVE_SETTINGS)
}

/// The connections to a replica of a Postgres database, with the same settings.
///
/// # Errors
/// Reason the URL can't be used.
pub(super) fn replica(of: &DatabaseConnection, url: &str) -> Result<Statements, String> {
    let connect: PgConnectOptions = url.parse().map_err(|err: sqlx::Error| err.to_string())?;
    let connect = connect.options(PLANNER_SETTINGS).options(LIMITS).options(REPLICA_SETTINGS);
    let options = postgres_pool_options(of, REPLICA_READERS, READER_RECOVERY);
    let pool: DatabaseConnection = options.connect_lazy_with(connect).into();
    Ok(Statements::on(pool, REPLICA_READERS))
}

/// Another pool of the same Postgres database, whose connections are opened when needed.
fn postgres_pool(
    of: &DatabaseConnection,
    max: u32,
    recovery: Duration,
    settings: &[(&str, &str)],
) -> DatabaseConnection {
    let pool = of.get_postgres_connection_pool();
    let connect = (*pool.connect_options()).clone().options(settings.iter().copied());
    let mut options = postgres_pool_options(of, max, recovery);
    if !settings.is_empty() {
        options = options.acquire_timeout(Duration::from_secs(2));
    }
    options.connect_lazy_with(connect).into()
}

/// The options of another pool.
fn postgres_pool_options(of: &DatabaseConnection, max: u32, recovery: Duration) -> PoolOptions<Postgres> {
    let pool = of.get_postgres_connection_pool();
    let options: PoolOptions<Postgres> = pool.options().clone();
    recovering(options.min_connections(0).max_connections(max), recovery)
}

/// Closes a connection on which a statement was given up, unless it can be used again within `recovery`. The pool itself
/// waits for it without a limit.
fn recovering(options: PoolOptions<Postgres>, recovery: Duration) -> PoolOptions<Postgres> {
    options.after_release(move |postgres, _| {
        Box::pin(async move {
            if deadline::gave_up_lately() {
                let ping = timeout(recovery, postgres.ping()).await;
                ping.unwrap_or_else(|_| Err(sqlx::Error::Io(ErrorKind::TimedOut.into())))?;
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

/// True if SQLite refused a connection because another one has locked the file.
fn is_locked(err: &DbErr) -> bool {
    let DbErr::Conn(RuntimeErr::SqlxError(cause)) = err else {
        return false;
    };
    cause
        .as_database_error()
        .is_some_and(|cause| cause.try_downcast_ref::<SqliteError>().is_some() && cause.code().as_deref() == Some("5"))
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

/// Reason the first connection could not be opened. The pool tries again until its time is over, and then says no more
/// than that; so Postgres is asked once more, directly.
async fn why_not_connected(url: &str, err: &DbErr) -> String {
    if let DbErr::Conn(RuntimeErr::SqlxError(cause)) = err
        && matches!(**cause, sqlx::Error::PoolTimedOut)
        && let Ok(options) = url.parse::<PgConnectOptions>()
        && let Some(why) = why_unreachable(&options, STATEMENT_TIMEOUT).await
    {
        return why;
    }
    cause::in_words(err)
}

/// Reason no connection to Postgres can be opened; none: one can.
pub(super) async fn why_unreachable(options: &PgConnectOptions, longest: Duration) -> Option<String> {
    let server = match options.get_socket() {
        Some(folder) => folder.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    match timeout(longest, PgConnection::connect_with(options)).await {
        Ok(Ok(connection)) => {
            let _ = connection.close().await;
            None
        }
        Ok(Err(sqlx::Error::Io(err))) if err.kind() == ErrorKind::ConnectionRefused => {
            Some(format!("nothing answers at {server} (connection refused): is Postgres running?"))
        }
        Ok(Err(sqlx::Error::Io(err))) => Some(format!("{server} can't be reached ({err})")),
        Ok(Err(err)) => Some(cause::of_driver_in_words(&err)),
        Err(_) => Some(format!(
            "{server} does not answer in time: is the address right, and does a firewall let this machine through?"
        )),
    }
}

/// A URL as messages to the operator show it.
pub(super) fn shown(url: &str) -> String {
    if url.starts_with("sqlite:") {
        url.split('?').next().unwrap_or(url).to_owned()
    } else {
        postgres_url::redacted(url)
    }
}
