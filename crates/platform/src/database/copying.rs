//! Copies a whole database into an empty one, of the same kind or the other: in batches, resumably, and checked at the end.
//! The command line is `cli::copy`; a backup of a SQLite file is in `backup`.

mod catalog;
mod checksum;
mod journal;
mod side;
mod value;

use std::str::FromStr;

use portico_migrations::{REVISION, SchemaState, schema_state};
use sea_orm::sqlx::{self, postgres::PgConnectOptions};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio::try_join;

use self::catalog::Table;
pub use self::checksum::Sum;
use self::journal::Journal;
use self::side::Side;
use self::value::Value;
use super::{Conn, Database, schema, sqlite_path};
use portico_macros::boxed;
use portico_rules::clock::Millis;

/// Tables that are not copied, each with the reason.
pub const LEFT_OUT: [(&str, &str); 4] = [
    ("seaql_migrations", "each database records the migrations that made its own tables"),
    ("throttles", "it matters for a minute, and stays empty on SQLite"),
    ("message_search", "the index of words has another form in each database"),
    ("search_state", "the target indexes its messages itself, from the first on"),
];

/// Rows in the first batch of a table: rows may be pictures.
const FIRST_ROWS: u32 = 16;
/// The most rows of a batch.
const MAX_ROWS: u32 = 4_096;
/// Batches shrink when one has more bytes than this, and grow when one has less than a quarter.
const BATCH_BYTES: usize = 8 << 20;

/// Reason nothing was copied, or not everything. Each is a sentence for the operator, without its full stop.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// A sentence that says what to change before anything can be copied.
    #[error("{0}")]
    Refused(String),
    /// The target is not what was copied.
    #[error(
        "The table {table} differs after the copy: {source_rows} rows with checksum {source_sum} at the source, {target_rows} \
         rows with checksum {target_sum} in the target. Nothing may be served from the target; run the same command again, \
         which begins anew"
    )]
    Differs {
        /// The first one that differs.
        table: String,
        /// Number of rows at the source.
        source_rows: u64,
        /// Their checksum.
        source_sum: Sum,
        /// Number of rows in the target.
        target_rows: u64,
        /// Their checksum.
        target_sum: Sum,
    },
    /// A statement failed.
    #[error("{what}: {cause}")]
    Database {
        /// The operation.
        what: String,
        /// The database's error.
        cause: sqlx::Error,
    },
}

impl From<DbErr> for CopyError {
    fn from(err: DbErr) -> Self {
        Self::Refused(format!("The database refused it: {err}"))
    }
}

type Result<T> = std::result::Result<T, CopyError>;

/// Phase of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// It writes rows into the target.
    Copying,
    /// It reads both databases again, and compares them.
    Checking,
}

/// Progress of a copy.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'t> {
    /// The current phase.
    pub phase: Phase,
    /// With which table.
    pub table: &'t str,
    /// Number of rows of the table that are done.
    pub rows: u64,
    /// Number of rows in total.
    pub of: u64,
    /// Number of rows of all tables that are done in this phase.
    pub all_rows: u64,
    /// Number of rows in total.
    pub all_of: u64,
}

/// Start of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beginning {
    /// In an empty target.
    Fresh,
    /// Where an earlier run was interrupted.
    Resumed,
    /// From the start, though an earlier run was interrupted: the source was used since, or the check failed.
    Anew,
}

/// A table that was copied, as the check found it on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopiedTable {
    /// Its name.
    pub table: String,
    /// Number of rows.
    pub rows: u64,
    /// The checksum of its rows, in no order.
    pub sum: Sum,
}

/// Two databases between which a copy can be made: the source is locked against writers until this is dropped.
#[derive(Debug)]
pub struct Copy {
    source: Side,
    target: Side,
    tables: Vec<Table>,
    journal: Journal,
    /// Its start.
    pub beginning: Beginning,
}

impl Copy {
    /// Checks both databases and prepares the target. Until then nothing is written.
    ///
    /// # Errors
    /// [`CopyError::Refused`] if the source is in use or has another schema, or if the target has rows that no
    /// interrupted copy left there.
    #[boxed]
    pub async fn begin(from: &str, to: &str, now: Millis) -> Result<Self> {
        if is_same(from, to) {
            return refused("`--from` and `--to` name the same database".to_owned());
        }
        let steps = steps_of(from, "source").await?;
        let mut source = Side::open(from).await?;
        source.lock_source().await?;
        if let Some(number) = source.running_node(now).await? {
            return refused(format!(
                "The source is in use by a running process (node number {number}). Stop it first; a process that died is \
                 forgotten after a minute"
            ));
        }
        let fingerprint = source.fingerprint(&steps).await?;
        let tables = catalog::in_order(source.tables().await?)?;
        may_be_written(to).await?;
        let db = Database::connect(to).await.map_err(of_sentence)?;
        let migrated = schema::bring_up_to_date(&db).await.map_err(of_sentence);
        db.close().await?;
        migrated?;
        let mut target = Side::open(to).await?;
        catalog::must_match(&tables, &target.tables().await?)?;
        let (journal, beginning) = Journal::open(&mut target, &tables, &fingerprint).await?;
        Ok(Self { source, target, tables, journal, beginning })
    }

    /// Copies what is missing, compares both sides, and only then declares the target complete.
    ///
    /// # Errors
    /// [`CopyError`]. The target stays unfinished, no process serves it, and the same copy can be run again.
    pub async fn run(self, mut report: impl FnMut(Progress<'_>)) -> Result<Vec<CopiedTable>> {
        let Self { mut source, mut target, tables, mut journal, .. } = self;
        let mut counted = Vec::new();
        for table in &tables {
            counted.push((table, source.count(table).await?));
        }
        let all_of = counted.iter().map(|(_, of)| of).sum();
        let mut before = 0;
        for (table, of) in &counted {
            let seen = |rows| {
                report(Progress {
                    phase: Phase::Copying,
                    table: &table.name,
                    rows,
                    of: *of,
                    all_rows: before + rows,
                    all_of,
                })
            };
            copy_table(&mut source, &mut target, &mut journal, table, seen).await?;
            before += of;
        }
        let mut copied = Vec::new();
        before = 0;
        for (table, of) in &counted {
            let seen = |rows| {
                report(Progress {
                    phase: Phase::Checking,
                    table: &table.name,
                    rows,
                    of: *of,
                    all_rows: before + rows,
                    all_of,
                })
            };
            let (found, kept) = try_join!(sum_of(&mut source, table, seen), sum_of(&mut target, table, |_| ()),)?;
            if found != kept {
                journal.fail(&mut target).await?;
                return Err(CopyError::Differs {
                    table: table.name.clone(),
                    source_rows: found.0,
                    source_sum: found.1,
                    target_rows: kept.0,
                    target_sum: kept.1,
                });
            }
            copied.push(CopiedTable { table: table.name.clone(), rows: found.0, sum: found.1 });
            before += of;
        }
        journal.finish(&mut target).await?;
        target.analyse().await?;
        target.close().await?;
        source.close().await?;
        Ok(copied)
    }
}

/// Each batch is one transaction with the position after it, so that an interrupted copy goes on after the last whole
/// batch.
async fn copy_table(
    source: &mut Side,
    target: &mut Side,
    journal: &mut Journal,
    table: &Table,
    mut report: impl FnMut(u64),
) -> Result<()> {
    let mut after = journal.position(table)?;
    let mut done = match after {
        Some(_) => target.count(table).await?,
        None => 0,
    };
    let mut max = FIRST_ROWS;
    loop {
        let rows = source.page(table, after.as_deref(), max).await?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        let key = table.key_of(last);
        target.begin().await?;
        target.insert(table, &rows).await?;
        journal.advance(target, table, &key).await?;
        target.commit().await?;
        after = Some(key);
        done += rows.len() as u64;
        report(done);
        if rows.len() < max as usize {
            return Ok(());
        }
        max = next_size(max, rows.iter().flatten().map(Value::size).sum());
    }
}

/// Number of rows and checksum of a table.
async fn sum_of(side: &mut Side, table: &Table, mut report: impl FnMut(u64)) -> Result<(u64, Sum)> {
    let (mut count, mut sum) = (0, Sum::default());
    let (mut after, mut max) = (None, FIRST_ROWS);
    loop {
        let rows = side.page(table, after.as_deref(), max).await?;
        rows.iter().for_each(|row| sum.add(row));
        count += rows.len() as u64;
        report(count);
        match rows.last() {
            Some(last) if rows.len() == max as usize => after = Some(table.key_of(last)),
            _ => return Ok((count, sum)),
        }
        max = next_size(max, rows.iter().flatten().map(Value::size).sum());
    }
}

fn next_size(rows: u32, bytes: usize) -> u32 {
    match bytes {
        _ if bytes > BATCH_BYTES => Ord::max(rows / 2, 1),
        _ if bytes < BATCH_BYTES / 4 => Ord::min(rows * 2, MAX_ROWS),
        _ => rows,
    }
}

/// True if a copy into this database was begun and not finished, so that it must not be served.
#[boxed]
pub async fn is_unfinished(db: &Conn) -> std::result::Result<bool, DbErr> {
    let backend = db.get_database_backend();
    let table = match backend {
        DbBackend::Sqlite => journal::IS_ON_SQLITE,
        _ => journal::IS_ON_POSTGRES,
    };
    let table = Statement::from_string(backend, table);
    Ok(db.query_one_raw(table).await?.is_some())
}

/// The names of the tables that are copied, parents first; the others are [`LEFT_OUT`].
///
/// # Errors
/// [`CopyError::Refused`] if a table could not be copied, for instance because it has no primary key.
pub async fn copied_tables(url: &str) -> Result<Vec<String>> {
    let mut side = Side::open(url).await?;
    let tables = side.tables().await?;
    side.close().await?;
    let tables = catalog::in_order(tables)?;
    Ok(tables.into_iter().map(|table| table.name).collect())
}

/// The migrations that are applied to a database, which have to be all that this version knows.
async fn steps_of(url: &str, which: &str) -> Result<Vec<String>> {
    if let Some(file) = sqlite_path(url)
        && !file.exists()
    {
        return refused(format!("There is no database at {}", file.display()));
    }
    let db = Database::connect(url).await.map_err(of_sentence)?;
    let (state, steps) = (schema_state(&*db).await, portico_migrations::applied(&*db).await);
    let unfinished = is_unfinished(&db).await;
    db.close().await?;
    let steps = steps?;
    if steps.is_empty() {
        return refused(format!("The {which} is not a Portico database"));
    }
    if unfinished? {
        return refused(format!("The {which} is itself an unfinished copy"));
    }
    match state? {
        SchemaState::Current => Ok(steps),
        SchemaState::Behind => refused(format!(
            "The schema of the {which} is older than this version of the program. Migrate it first, with `portico migrate` \
             and its URL in the setting `database_url`"
        )),
        SchemaState::Snapshot(_) => refused(format!(
            "The {which} was made by a version of the program that was never released. Run `portico migrate` of the revision \
             {REVISION} on it first, then that of this version"
        )),
        SchemaState::Ahead(unknown) => refused(format!(
            "The {which} was migrated by a newer version of the program: it has `{}`, which this version doesn't know. \
             Copy it with a version at least as new",
            unknown.first().map_or("a step", String::as_str)
        )),
    }
}

/// Refuses a target with rows, unless an interrupted copy left them there. Before anything is written, migrations
/// included.
async fn may_be_written(url: &str) -> Result<()> {
    if sqlite_path(url).is_some_and(|file| !file.exists()) {
        return Ok(());
    }
    let mut target = Side::open(url).await?;
    if !Journal::is_there(&mut target).await? {
        journal::must_be_empty(&mut target).await?;
    }
    target.close().await
}

/// True if both name one database.
fn is_same(from: &str, to: &str) -> bool {
    match (sqlite_path(from), sqlite_path(to)) {
        (Some(from), Some(to)) => {
            from == to
                || match (from.canonicalize(), to.canonicalize()) {
                    (Ok(from), Ok(to)) => from == to,
                    _ => false,
                }
        }
        (None, None) => match (PgConnectOptions::from_str(from), PgConnectOptions::from_str(to)) {
            (Ok(from), Ok(to)) => {
                (from.get_host(), from.get_port(), from.get_database())
                    == (to.get_host(), to.get_port(), to.get_database())
            }
            _ => from == to,
        },
        _ => false,
    }
}

fn refused<T>(sentence: String) -> Result<T> {
    Err(CopyError::Refused(sentence))
}

fn of_sentence(sentence: String) -> CopyError {
    CopyError::Refused(sentence.trim_end_matches('.').to_owned())
}
