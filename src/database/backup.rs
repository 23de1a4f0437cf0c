//! A copy of a SQLite database that is being written to: made in one piece, checked, and only then given its name.
//! Postgres has programs of its own for this.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

use super::sqlite_file;

/// Why there is no copy. Each reads as a sentence for the operator; whatever was written is gone again.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The address is not that of a SQLite file.
    #[error("The database is not a SQLite file")]
    NoFile,
    /// There is nothing to copy.
    #[error("There is no database at {0}; check the setting `database_url`")]
    NoDatabase(PathBuf),
    /// The file to copy to is there.
    #[error("{0} already exists, and a backup never overwrites anything; name another file")]
    Taken(PathBuf),
    /// The folder to copy into is not.
    #[error("There is no folder {0}; create it first")]
    NoFolder(PathBuf),
    /// The disk is full.
    #[error(
        "There is not enough space in {folder}: the copy needs up to {mebibytes} MiB; nothing was left behind"
    )]
    Full {
        /// Where it was to stand.
        folder: PathBuf,
        /// How large the database is, in MiB rounded up.
        mebibytes: u64,
    },
    /// The copy is no database of Portico's that is sound.
    #[error("The copy failed its check and was not kept: {0}")]
    Unsound(String),
    /// The path is one that SQLite can't be told.
    #[error("The path {0} can't be used: it is not UTF-8")]
    Path(PathBuf),
    /// The database can't be read, or the copy not written.
    #[error("The database was not copied: {0}")]
    Sqlite(#[from] sqlx::Error),
    /// The operating system refused.
    #[error("The copy could not be written to {path}: {error}")]
    File {
        /// Where.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
}

/// A copy that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// Its size.
    pub bytes: u64,
    /// How many steps its schema has.
    pub steps: i64,
}

/// Copies the database at `url`, as it is at one moment, to `file`, readable by its owner alone. Nobody waits for it:
/// whoever writes meanwhile does so into the log, which grows until the copy is made. Once this returns, the copy is
/// on the disk. A crash leaves a folder `.portico-backup-…` beside it, and no `file`.
///
/// # Errors
/// [`BackupError`].
pub async fn copy(url: &str, file: &Path) -> Result<Copied, BackupError> {
    let database = sqlite_file(url).ok_or(BackupError::NoFile)?;
    let size = fs::metadata(database)
        .map_err(|_| BackupError::NoDatabase(database.to_owned()))?
        .len();
    if fs::symlink_metadata(file).is_ok() {
        return Err(BackupError::Taken(file.to_owned()));
    }
    let failed = |error: io::Error| BackupError::File {
        path: file.to_owned(),
        error,
    };
    // Absolute, so that SQLite takes no name for an address.
    let file = std::path::absolute(file).map_err(failed)?;
    let folder = file.parent().unwrap_or(Path::new("/"));
    // A folder that its owner alone may enter: SQLite may put a journal beside the draft.
    let drafts = tempfile::Builder::new()
        .prefix(".portico-backup-")
        .tempdir_in(folder)
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => BackupError::NoFolder(folder.into()),
            _ => failed(error),
        })?;
    let made = async {
        let draft = drafts.path().join("portico.db");
        make_private(&draft).map_err(failed)?;
        vacuum(url, &draft).await?;
        File::open(&draft)
            .and_then(|draft| draft.sync_all())
            .map_err(failed)?;
        let steps = check(&draft, steps_of(url).await?).await?;
        let bytes = fs::metadata(&draft).map_err(failed)?.len();
        place(&draft, &file)?;
        Ok(Copied { bytes, steps })
    };
    let made = made.await.map_err(|err| match is_full(&err) {
        true => BackupError::Full {
            folder: folder.to_owned(),
            mebibytes: size.div_ceil(1 << 20),
        },
        false => err,
    });
    remove(drafts).map_err(failed)?;
    let copied = made?;
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(failed)?;
    Ok(copied)
}

fn make_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// SQLite's own backup begins anew whenever another process writes, which under load is for ever. This reads one
/// snapshot from beginning to end.
async fn vacuum(url: &str, draft: &Path) -> Result<(), BackupError> {
    let path = draft
        .to_str()
        .ok_or_else(|| BackupError::Path(draft.to_owned()))?;
    let mut source = source(url).await?;
    let done = sqlx::query("VACUUM INTO ?")
        .bind(path)
        .execute(&mut source)
        .await;
    source.close().await?;
    done?;
    Ok(())
}

async fn source(url: &str) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::from_str(url)?
        .create_if_missing(false)
        .connect()
        .await
}

async fn steps_of(url: &str) -> Result<i64, BackupError> {
    let mut source = source(url).await?;
    let steps = steps(&mut source).await;
    source.close().await?;
    steps
}

/// How many steps a database says it has. One that says nothing is none of ours.
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

/// Reads the copy from end to end. Says how many steps its schema has.
async fn check(copy: &Path, expected: i64) -> Result<i64, BackupError> {
    let mut copy = SqliteConnectOptions::new()
        .filename(copy)
        .read_only(true)
        // Nobody else has it open: so nothing is left beside it.
        .immutable(true)
        .connect()
        .await?;
    let unsound = |what: String| Err(BackupError::Unsound(what));
    let said: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut copy)
        .await?;
    if said != ["ok"] {
        return unsound(said.join("; "));
    }
    let strays = sqlx::query("PRAGMA foreign_key_check")
        .fetch_all(&mut copy)
        .await?
        .len();
    if strays > 0 {
        return unsound(format!("{strays} rows refer to missing rows"));
    }
    let steps = steps(&mut copy).await?;
    if steps < expected || steps == 0 {
        return unsound(format!(
            "its schema has {steps} migrations, and the database has {expected}"
        ));
    }
    copy.close().await?;
    Ok(steps)
}

/// Gives the copy its name, unless something has that name by now.
fn place(draft: &Path, file: &Path) -> Result<(), BackupError> {
    let failed = |error| BackupError::File {
        path: file.to_owned(),
        error,
    };
    match fs::hard_link(draft, file) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(BackupError::Taken(file.to_owned()))
        }
        // A file system without links, where looking first has to do.
        Err(_) if fs::symlink_metadata(file).is_err() => fs::rename(draft, file).map_err(failed),
        Err(_) => Err(BackupError::Taken(file.to_owned())),
    }
}

fn remove(drafts: TempDir) -> io::Result<()> {
    drafts.close()
}

fn is_full(err: &BackupError) -> bool {
    match err {
        BackupError::Sqlite(sqlx::Error::Database(told)) => told.code().as_deref() == Some("13"),
        BackupError::File { error, .. } | BackupError::Sqlite(sqlx::Error::Io(error)) => matches!(
            error.kind(),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
        ),
        _ => false,
    }
}
