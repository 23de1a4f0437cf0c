//! A copy of a SQLite database that is in use: made as a snapshot, checked, and only then renamed.
//! Postgres has its own backup tools.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

use super::{foreign_wal, sqlite_path};
use crate::error::cause;
use portico_macros::boxed;

/// Reason no copy was made. Each is a sentence for the operator; partial output is deleted.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The URL is not that of a SQLite file.
    #[error("The database is not a SQLite file")]
    NoFile,
    /// The database doesn't exist.
    #[error("There is no database at {0}; check the setting `database_url`")]
    NoDatabase(PathBuf),
    /// The target file exists already.
    #[error("{0} already exists, and a backup never overwrites anything; name another file")]
    Taken(PathBuf),
    /// The target folder doesn't exist.
    #[error("There is no folder {0}; create it first")]
    NoFolder(PathBuf),
    /// The disk is full.
    #[error("There is not enough space in {folder}: the copy needs up to {mebibytes} MiB; nothing was left behind")]
    Full {
        /// The target file.
        folder: PathBuf,
        /// The size of the database, in MiB rounded up.
        mebibytes: u64,
    },
    /// The copy is not an intact Portico database.
    #[error("The copy failed its check and was not kept: {0}")]
    Unsound(String),
    /// SQLite can't use the path.
    #[error("The path {0} can't be used: it is not UTF-8")]
    Path(PathBuf),
    /// The database can't be read, or the copy can't be written.
    #[error("The database was not copied: {}", cause::of_driver_in_words(.0))]
    Sqlite(#[from] sqlx::Error),
    /// An I/O error of the operating system.
    #[error("The copy could not be written to {path}: {error}")]
    File {
        /// The path.
        path: PathBuf,
        /// The operating system's error.
        error: io::Error,
    },
}

/// A finished copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackupSummary {
    /// Its size.
    pub bytes: u64,
    /// Number of migrations applied to it.
    pub steps: i64,
}

/// Copies the database at `url`, as of one moment, to `file`, readable by its owner alone. Blocks no one: others write
/// to the WAL meanwhile, which grows until the copy is done. Once this returns, the copy is on the disk. A crash leaves
/// a folder `.portico-backup-…` beside it, and no `file`.
///
/// # Errors
/// [`BackupError`].
#[boxed]
pub async fn copy(url: &str, file: &Path) -> Result<BackupSummary, BackupError> {
    let database = sqlite_path(url).ok_or(BackupError::NoFile)?;
    let size = match fs::metadata(&database) {
        Ok(metadata) => metadata.len(),
        Err(_) => return Err(BackupError::NoDatabase(database)),
    };
    if fs::symlink_metadata(file).is_ok() {
        return Err(BackupError::Taken(file.to_owned()));
    }
    let failed = |error: io::Error| BackupError::File { path: file.to_owned(), error };
    // Absolute, so that SQLite doesn't take the name for a URI.
    let file = std::path::absolute(file).map_err(failed)?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    // A folder that only its owner can access: SQLite may put a journal beside the draft.
    let drafts =
        tempfile::Builder::new().prefix(".portico-backup-").tempdir_in(folder).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => BackupError::NoFolder(folder.into()),
            _ => failed(error),
        })?;
    let made = async {
        let draft = drafts.path().join("portico.db");
        make_private(&draft).map_err(failed)?;
        vacuum(url, &draft).await?;
        mark(&draft).await?;
        File::open(&draft).and_then(|draft| draft.sync_all()).map_err(failed)?;
        let steps = check(&draft, steps_of(url).await?).await?;
        let bytes = fs::metadata(&draft).map_err(failed)?.len();
        place(&draft, &file)?;
        Ok(BackupSummary { bytes, steps })
    };
    let made = made.await.map_err(|err| match is_full(&err) {
        true => BackupError::Full { folder: folder.to_owned(), mebibytes: size.div_ceil(1 << 20) },
        false => err,
    });
    remove(drafts).map_err(failed)?;
    let copied = made?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(copied)
}

pub(super) fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// SQLite's backup API starts over whenever another process writes, which under load never ends. VACUUM INTO reads one
/// snapshot.
async fn vacuum(url: &str, draft: &Path) -> Result<(), BackupError> {
    let path = draft.to_str().ok_or_else(|| BackupError::Path(draft.to_owned()))?;
    let mut source = source(url).await?;
    let done = sqlx::query("VACUUM INTO ?").bind(path).execute(&mut source).await;
    source.close().await?;
    done?;
    Ok(())
}

/// Marks the copy, so that it is not opened beside a log of the file that it replaces.
async fn mark(draft: &Path) -> Result<(), BackupError> {
    let mut copy = SqliteConnectOptions::new().filename(draft).connect().await?;
    foreign_wal::mark(&mut copy).await?;
    copy.close().await?;
    Ok(())
}

async fn source(url: &str) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::from_str(url)?.create_if_missing(false).connect().await
}

async fn steps_of(url: &str) -> Result<i64, BackupError> {
    let mut source = source(url).await?;
    let steps = steps(&mut source).await;
    source.close().await?;
    steps
}

/// Number of applied migrations. A database without any is not Portico's.
async fn steps(db: &mut SqliteConnection) -> Result<i64, BackupError> {
    let count = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'seaql_migrations'";
    let tables: i64 = sqlx::query_scalar(count).fetch_one(&mut *db).await?;
    if tables == 0 {
        let what = "this is not a Portico database";
        return Err(BackupError::Unsound(what.into()));
    }
    let count = "SELECT COUNT(*) FROM seaql_migrations";
    Ok(sqlx::query_scalar(count).fetch_one(db).await?)
}

/// Reads the whole copy to check it. Returns how many migrations are applied, at least `expected`.
pub(super) async fn check(copy: &Path, expected: i64) -> Result<i64, BackupError> {
    let mut copy = SqliteConnectOptions::new()
        .filename(copy)
        .read_only(true)
        // No other process has it open, so no file is left beside it.
        .immutable(true)
        .connect()
        .await?;
    let unsound = |what: String| Err(BackupError::Unsound(what));
    let problems: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut copy).await?;
    if problems != ["ok"] {
        return unsound(problems.join("; "));
    }
    let strays = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut copy).await?.len();
    if strays > 0 {
        return unsound(format!("{strays} rows refer to missing rows"));
    }
    let steps = steps(&mut copy).await?;
    if steps < expected || steps == 0 {
        return unsound(format!("its schema has {steps} migrations, and the database has {expected}"));
    }
    copy.close().await?;
    Ok(steps)
}

/// Renames the copy, unless the target exists by now.
fn place(draft: &Path, file: &Path) -> Result<(), BackupError> {
    let failed = |error| BackupError::File { path: file.to_owned(), error };
    match fs::hard_link(draft, file) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(BackupError::Taken(file.to_owned())),
        // On a file system without hard links, checking first has to do.
        Err(_) if fs::symlink_metadata(file).is_err() => fs::rename(draft, file).map_err(failed),
        Err(_) => Err(BackupError::Taken(file.to_owned())),
    }
}

fn remove(drafts: TempDir) -> io::Result<()> {
    drafts.close()
}

fn is_full(err: &BackupError) -> bool {
    match err {
        BackupError::File { error, .. } | BackupError::Sqlite(sqlx::Error::Io(error)) => {
            matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge)
        }
        BackupError::Sqlite(err) => cause::may_be_full(err),
        _ => false,
    }
}
