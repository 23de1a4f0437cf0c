//! Puts a backup in the place of a SQLite database that no process serves. The files from before stay beside it.
//! A crash at any moment leaves the old database complete, or the new one beside a log that `foreign_wal` refuses.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use portico_migrations::{SchemaState, schema_state};
use sea_orm::Database as SeaOrm;
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{self, ConnectOptions, Connection};

use super::backup::{self, BackupError, BackupSummary};
use super::foreign_wal::{self, beside};
use super::{create_private_folder, schema, sqlite_path, sqlite_url};
use crate::error::cause;
use portico_macros::boxed;

/// Reason no backup was restored. Each is a sentence for the operator; the database from before is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The URL is not that of a SQLite file.
    #[error("The database is not a SQLite file")]
    NoFile,
    /// The backup doesn't exist, or can't be read.
    #[error("The backup {0} can't be read: {1}")]
    NoBackup(PathBuf, io::Error),
    /// The backup is the database itself.
    #[error("{0} is the database itself; name a backup of it")]
    Itself(PathBuf),
    /// A log lies beside the backup, which is then no finished copy.
    #[error(
        "{0} lies beside the backup, which is the file of a running or killed process then; name a file that `portico backup` made"
    )]
    Unfinished(PathBuf),
    /// A process has the database open.
    #[error("A process uses {0}: stop Portico and every command, and restore again")]
    InUse(PathBuf),
    /// SQLite has not finished a change of the old file.
    #[error(
        "{0} belongs to the database from before, and would damage the restored one; move it and the database to another folder, and restore again"
    )]
    Journal(PathBuf),
    /// The backup is not an intact Portico database.
    #[error("The backup can't be restored: {0}")]
    Unsound(String),
    /// SQLite can't read the backup.
    #[error("The backup can't be restored: {}", cause::of_driver_in_words(.0))]
    Sqlite(#[from] sqlx::Error),
    /// An I/O error of the operating system.
    #[error("The backup could not be restored to {path}: {error}")]
    File {
        /// The path.
        path: PathBuf,
        /// The operating system's error.
        error: io::Error,
    },
}

/// A restored backup.
#[derive(Debug, PartialEq, Eq)]
pub struct RestoreSummary {
    /// Its size, and how many migrations are applied to it.
    pub restored: BackupSummary,
    /// The files from before, under their new names.
    pub moved: Vec<PathBuf>,
}

/// Checks `backup`, which stays as it is, and puts a copy of it in the place of the database at `url`. The files from
/// before get `.before-restore-` and `now` (digits and letters) in their names. Once this returns, everything is on the disk.
///
/// # Errors
/// [`RestoreError`].
#[boxed]
pub async fn restore(url: &str, backup: &Path, now: &str) -> Result<RestoreSummary, RestoreError> {
    let target = sqlite_path(url).filter(|_| !url.contains("mode=memory")).ok_or(RestoreError::NoFile)?;
    let failed = |error: io::Error| RestoreError::File { path: target.clone(), error };
    let target = std::path::absolute(&target).map_err(failed)?;
    let folder = target.parent().unwrap_or(Path::new("/"));
    let unread = |error| RestoreError::NoBackup(backup.to_owned(), error);
    let mut source = File::open(backup).map_err(unread)?;
    if !source.metadata().map_err(unread)?.is_file() {
        return Err(unread(ErrorKind::InvalidInput.into()));
    }
    if is_same(backup, &target) {
        return Err(RestoreError::Itself(target));
    }
    for suffix in ["-wal", "-journal"] {
        let log = beside(backup, suffix);
        if fs::metadata(&log).is_ok_and(|metadata| metadata.len() > 0) {
            return Err(RestoreError::Unfinished(log));
        }
    }
    create_private_folder(folder).map_err(|why| failed(io::Error::other(why)))?;
    let _lock = Lock::take(&target)?;
    let journal = beside(&target, "-journal");
    if fs::symlink_metadata(&journal).is_ok() {
        return Err(RestoreError::Journal(journal));
    }
    // A folder that only its owner can access; SQLite may put files beside the draft.
    let drafts = tempfile::Builder::new().prefix(".portico-restore-").tempdir_in(folder).map_err(failed)?;
    let draft = drafts.path().join("portico.db");
    backup::make_private(&draft).map_err(failed)?;
    let mut copy = OpenOptions::new().write(true).open(&draft).map_err(failed)?;
    io::copy(&mut source, &mut copy).map_err(failed)?;
    drop(copy);
    let restored = check(&draft).await?;
    give_to_owner(&draft, &target).map_err(failed)?;
    File::open(&draft).and_then(|draft| draft.sync_all()).map_err(failed)?;
    let moved = replace(&draft, &target, now).map_err(failed)?;
    drafts.close().map_err(failed)?;
    Ok(RestoreSummary { restored, moved })
}

fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// Locks the whole file as SQLite locks it, for as long as this is held: every process that has it open holds a lock, which
/// ends with the process even if it was killed.
struct Lock(#[expect(dead_code, reason = "closing the file releases the lock")] Option<File>);

impl Lock {
    fn take(target: &Path) -> Result<Self, RestoreError> {
        let file = match OpenOptions::new().read(true).write(true).open(target) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self(None)),
            Err(error) => return Err(RestoreError::File { path: target.to_owned(), error }),
        };
        #[cfg(unix)]
        match rustix::fs::fcntl_lock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::ACCESS) => {
                return Err(RestoreError::InUse(target.to_owned()));
            }
            Err(error) => return Err(RestoreError::File { path: target.to_owned(), error: error.into() }),
        }
        Ok(Self(Some(file)))
    }
}

/// Reads the whole draft to check it, and marks it as a copy, so that no log of another file is applied to it.
async fn check(draft: &Path) -> Result<BackupSummary, RestoreError> {
    let steps = backup::check(draft, 1).await.map_err(|err| match err {
        BackupError::Sqlite(err) => RestoreError::Sqlite(err),
        BackupError::Unsound(what) => RestoreError::Unsound(what),
        other => RestoreError::Unsound(other.to_string()),
    })?;
    let state = async {
        let db = SeaOrm::connect(sqlite_url(draft)).await?;
        let state = schema_state(&db).await;
        db.close().await?;
        state
    };
    let state = state.await.map_err(|err| RestoreError::Unsound(cause::in_words(&err)))?;
    if matches!(state, SchemaState::Ahead(_) | SchemaState::Snapshot(_))
        && let Err(sentence) = schema::is_up_to_date(state)
    {
        return Err(RestoreError::Unsound(sentence.trim_end_matches('.').to_owned()));
    }
    // Of a file that was copied rather than backed up, the header may say that there is a log.
    let mut copy = SqliteConnectOptions::new().filename(draft).pragma("journal_mode", "DELETE").connect().await?;
    foreign_wal::mark(&mut copy).await?;
    copy.close().await?;
    let bytes = fs::metadata(draft).map_err(|error| RestoreError::File { path: draft.to_owned(), error })?.len();
    Ok(BackupSummary { bytes, steps })
}

/// The superuser may restore: the file then belongs to whom the old one did, or the folder does.
#[cfg(unix)]
fn give_to_owner(draft: &Path, target: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let folder = || fs::metadata(target.parent().unwrap_or(Path::new("/")));
    let (wanted, own) = (fs::metadata(target).or_else(|_| folder())?, fs::metadata(draft)?);
    match own.uid() {
        0 if wanted.uid() != 0 => chown(draft, Some(wanted.uid()), Some(wanted.gid())),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn give_to_owner(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Gives the old files further names, puts the draft in the place of the database, and removes the old log, in an order in
/// which no moment leaves a database that starts with another one's log, or without its own.
fn replace(draft: &Path, target: &Path, now: &str) -> io::Result<Vec<PathBuf>> {
    let folder = target.parent().unwrap_or(Path::new("/"));
    let sync = || File::open(folder).and_then(|folder| folder.sync_all());
    let aside = beside(target, &format!(".before-restore-{now}"));
    let mut moved = Vec::new();
    for suffix in ["", "-wal"] {
        let (from, to) = (beside(target, suffix), beside(&aside, suffix));
        match fs::hard_link(&from, &to) {
            Ok(()) => moved.push(to),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
            // On a file system without hard links.
            Err(_) => {
                fs::copy(&from, &to)?;
                File::open(&to)?.sync_all()?;
                moved.push(to);
            }
        }
    }
    sync()?;
    fs::rename(draft, target)?;
    sync()?;
    // The index of the log, -shm, is made anew from the log where it is needed.
    for suffix in ["-wal", "-shm"] {
        match fs::remove_file(beside(target, suffix)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync()?;
    Ok(moved)
}
