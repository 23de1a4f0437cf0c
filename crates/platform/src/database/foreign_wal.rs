//! A write-ahead log that lies beside a SQLite file and belongs to another one: a backup was put in the place of a file whose
//! process had been killed. SQLite would apply the log's pages to it, and tear it.
//! Formats: <https://www.sqlite.org/fileformat2.html>, sections 1.3 (the header) and 4.1 (the log).

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sea_orm::sqlx::{self, ConnectOptions, Connection};

use super::sqlite_path;

/// `PRAGMA user_version` of a backup that was not opened since it was made. Otherwise it is zero.
pub(super) const COPY_MARK: u32 = 0x436f_7079;

/// Max times that both files are read while another process writes to them.
const MAX_TRIES: usize = 5;

const HEADER_BYTES: usize = 100;
const LOG_HEADER_BYTES: usize = 32;
const FRAME_HEADER_BYTES: usize = 24;

/// Refuses a SQLite file beside which another file's log lies, before it is opened; then removes the mark of a copy. A file
/// without a log, a missing file and a database in memory pass. So does a file that this process has open: closing another
/// descriptor of it would give up the locks that keep other processes from removing the log, see section 2.2 of
/// <https://www.sqlite.org/howtocorrupt.html>.
///
/// # Errors
/// A sentence that says which files to move away, or that the mark can't be removed.
pub(super) async fn check(url: &str) -> Result<(), String> {
    let Some(path) = sqlite_path(url) else {
        return Ok(());
    };
    if is_open_here(&path) {
        return Ok(());
    }
    // What can't be read here, SQLite reports itself when it opens the file.
    if let Ok(Some(pair)) = Pair::read(&path)
        && pair.is_foreign()
    {
        let (file, log, index) = (path.display(), beside(&path, "-wal"), beside(&path, "-shm"));
        return Err(format!(
            "The file {log} is no part of {file}: a process that was killed left it, and {file} was replaced since, by a backup \
             for instance. It would damage the database. Run `portico restore` with the backup, or move {log} and {index} to \
             another folder and start again.",
            log = log.display(),
            index = index.display(),
        ));
    }
    match is_marked(&path) {
        true => unmark(url).await.map_err(|err| format!("The database {} can't be opened: {err}.", path.display())),
        false => Ok(()),
    }
}

/// True if a descriptor of this process is open on the file, where the system lists them.
fn is_open_here(path: &Path) -> bool {
    let (Ok(path), Ok(open)) = (fs::canonicalize(path), fs::read_dir("/proc/self/fd")) else {
        return false;
    };
    open.flatten().any(|descriptor| fs::read_link(descriptor.path()).is_ok_and(|file| file == path))
}

/// Marks a copy that was just made, and that nothing else has open.
///
/// # Errors
/// When the copy can't be written.
pub(super) async fn mark(copy: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA user_version = {COPY_MARK}"))).execute(copy).await.map(drop)
}

fn is_marked(path: &Path) -> bool {
    File::open(path).and_then(|file| Header::read(&file)).is_ok_and(|header| header.user_version == COPY_MARK)
}

/// Removes the mark, before the file has a log: a copy has none until it is opened in WAL mode.
async fn unmark(url: &str) -> Result<(), sqlx::Error> {
    let mut db = SqliteConnectOptions::from_str(url)?.connect().await?;
    sqlx::query("PRAGMA user_version = 0").execute(&mut db).await?;
    db.close().await
}

pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A file and the log beside it.
#[derive(Debug)]
struct Pair {
    header: Header,
    log: WalFrames,
}

impl Pair {
    /// Reads both; none where there is no log with a frame, and where another process kept changing them.
    fn read(path: &Path) -> io::Result<Option<Self>> {
        let file = File::open(path)?;
        for _ in 0..MAX_TRIES {
            let Ok(log_file) = File::open(beside(path, "-wal")) else {
                return Ok(None);
            };
            let header = Header::read(&file)?;
            let Some(log) = WalFrames::read(&log_file)? else {
                return Ok(None);
            };
            // A log that began anew meanwhile has other salts.
            if Header::read(&file)? == header && log.is_still(&log_file)? {
                return Ok(Some(Self { header, log }));
            }
        }
        Ok(None)
    }

    /// True if the log can't have been written to this file.
    ///
    /// A commit that changes the first page counts its change counter up by at most one, and a checkpoint copies one of these
    /// pages to the file. A commit that leaves the first page as it is leaves the number of pages as it is.
    fn is_foreign(&self) -> bool {
        let (header, log) = (&self.header, &self.log);
        if log.page_size != header.page_size || header.user_version == COPY_MARK {
            return true;
        }
        match log.change_counters {
            Some((first, last)) => header.change_counter.saturating_add(1) < first || header.change_counter > last,
            None => match log.pages {
                Some((min, max)) if header.is_size_known => min != header.pages || max != header.pages,
                _ => false,
            },
        }
    }
}

/// The fields of the file's first page that are compared.
#[derive(Debug, PartialEq, Eq)]
struct Header {
    page_size: u32,
    change_counter: u32,
    pages: u32,
    is_size_known: bool,
    user_version: u32,
}

impl Header {
    fn read(file: &File) -> io::Result<Self> {
        let mut bytes = [0; HEADER_BYTES];
        if !reads(file, &mut bytes, 0)? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let page_size = match u16::from_be_bytes([bytes[16], bytes[17]]) {
            1 => 65_536,
            size => u32::from(size),
        };
        let change_counter = number(&bytes, 24);
        Ok(Self {
            page_size,
            change_counter,
            pages: number(&bytes, 28),
            is_size_known: number(&bytes, 92) == change_counter,
            user_version: number(&bytes, 60),
        })
    }
}

/// The frames of a log since it last began anew.
#[derive(Debug)]
struct WalFrames {
    head: [u8; LOG_HEADER_BYTES],
    page_size: u32,
    /// The change counters of the first and the last frame of page one.
    change_counters: Option<(u32, u32)>,
    /// The fewest and the most pages of the database after a commit.
    pages: Option<(u32, u32)>,
}

impl WalFrames {
    fn read(file: &File) -> io::Result<Option<Self>> {
        let mut head = [0; LOG_HEADER_BYTES];
        if !reads(file, &mut head, 0)? {
            return Ok(None);
        }
        let page_size = number(&head, 8);
        let mut log = Self { head, page_size, change_counters: None, pages: None };
        let mut at = LOG_HEADER_BYTES as u64;
        let mut frame = [0; FRAME_HEADER_BYTES];
        while reads(file, &mut frame, at)? && frame[8..16] == head[16..24] {
            if number(&frame, 0) == 1 {
                let mut page = [0; HEADER_BYTES];
                if !reads(file, &mut page, at + FRAME_HEADER_BYTES as u64)? {
                    break;
                }
                let counter = number(&page, 24);
                log.change_counters = Some((log.change_counters.map_or(counter, |(first, _)| first), counter));
            }
            let pages = number(&frame, 4);
            if pages > 0 {
                let (min, max) = log.pages.unwrap_or((pages, pages));
                log.pages = Some((min.min(pages), max.max(pages)));
            }
            at += FRAME_HEADER_BYTES as u64 + u64::from(page_size);
        }
        Ok((at > LOG_HEADER_BYTES as u64).then_some(log))
    }

    fn is_still(&self, file: &File) -> io::Result<bool> {
        let mut head = [0; LOG_HEADER_BYTES];
        Ok(reads(file, &mut head, 0)? && head == self.head)
    }
}

/// Fills the buffer from this offset; false if the file ends before.
fn reads(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<bool> {
    file.seek(SeekFrom::Start(at))?;
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(err) if err.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(err) => Err(err),
    }
}

/// A big-endian number of four bytes; zero beyond the end.
fn number(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_be_bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::database::sqlite_url;

    /// A database in WAL mode with a table of many rows, as a process has it open.
    struct Running {
        folder: TempDir,
        db: SqliteConnection,
    }

    impl Running {
        async fn open() -> Self {
            let folder = TempDir::new().unwrap();
            let mut db = connect(&folder.path().join("p.db")).await;
            sqlx::query("CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)").execute(&mut db).await.unwrap();
            let mut running = Self { folder, db };
            running.insert(50).await;
            running.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
            running
        }

        fn file(&self) -> PathBuf {
            self.folder.path().join("p.db")
        }

        async fn run(&mut self, sql: &'static str) {
            sqlx::query(sql).fetch_all(&mut self.db).await.unwrap();
        }

        async fn insert(&mut self, rows: usize) {
            for _ in 0..rows {
                self.run("INSERT INTO rows (text) VALUES (printf('%.500c', 'x'))").await;
            }
        }

        /// A copy, marked as `portico backup` marks it.
        async fn backup(&mut self) -> PathBuf {
            let path = self.folder.path().join("backup.db");
            sqlx::query("VACUUM INTO ?").bind(path.to_str().unwrap()).execute(&mut self.db).await.unwrap();
            let mut copy = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
            mark(&mut copy).await.unwrap();
            copy.close().await.unwrap();
            path
        }

        /// The file and its log as a killed process leaves them, in a folder of their own.
        fn kill(&self) -> (TempDir, PathBuf) {
            let left = TempDir::new().unwrap();
            let file = left.path().join("p.db");
            fs::copy(self.file(), &file).unwrap();
            fs::copy(beside(&self.file(), "-wal"), beside(&file, "-wal")).unwrap();
            (left, file)
        }
    }

    async fn connect(file: &Path) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
        options.pragma("journal_mode", "WAL").connect().await.unwrap()
    }

    async fn checked(file: &Path) -> Result<(), String> {
        check(&sqlite_url(file)).await
    }

    #[tokio::test]
    async fn a_killed_process_leaves_a_log_of_its_own_file() {
        let mut running = Running::open().await;
        for rows in [1, 3, 40, 200] {
            running.insert(rows).await;
            let (_left, file) = running.kill();
            checked(&file).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_log_whose_pages_are_partly_in_the_file_is_its_own() {
        let mut running = Running::open().await;
        let mut other = connect(&running.file()).await;
        for round in 0..20 {
            running.insert(1 + round % 7 * 10).await;
            sqlx::query("INSERT INTO rows (text) VALUES (printf('%.3000c', 'y'))").execute(&mut other).await.unwrap();
            if round % 3 == 0 {
                running.run("PRAGMA wal_checkpoint(PASSIVE)").await;
            }
            running.insert(round % 2).await;
            let (_left, file) = running.kill();
            checked(&file).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_backup_beside_the_log_of_the_file_that_it_replaced_is_refused() {
        for rows in [1, 40, 400] {
            let mut running = Running::open().await;
            let backup = running.backup().await;
            running.insert(rows).await;
            let (_left, file) = running.kill();
            fs::copy(&backup, &file).unwrap();
            let refused = checked(&file).await.unwrap_err();
            assert!(refused.contains("p.db-wal") && refused.contains("p.db-shm"), "{refused}");
        }
    }

    #[tokio::test]
    async fn an_older_copy_of_the_file_beside_its_log_is_refused_once_pages_were_added() {
        let mut running = Running::open().await;
        let copy = running.folder.path().join("copy.db");
        fs::copy(running.file(), &copy).unwrap();
        running.insert(200).await;
        running.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
        running.run("UPDATE rows SET text = 'z' WHERE id = 1").await;
        let (_left, file) = running.kill();
        fs::copy(&copy, &file).unwrap();
        assert!(checked(&file).await.is_err());
    }

    #[tokio::test]
    async fn a_backup_without_a_log_loses_its_mark_when_it_is_opened() {
        let mut running = Running::open().await;
        let backup = running.backup().await;
        assert!(is_marked(&backup));
        checked(&backup).await.unwrap();
        assert!(!is_marked(&backup));
        let mut db = connect(&backup).await;
        sqlx::query("INSERT INTO rows (text) VALUES ('new')").execute(&mut db).await.unwrap();
        checked(&backup).await.unwrap();
    }

    #[tokio::test]
    async fn a_file_that_this_process_has_open_is_not_read() {
        let mut running = Running::open().await;
        mark(&mut running.db).await.unwrap();
        running.run("PRAGMA wal_checkpoint(TRUNCATE)").await;
        running.insert(1).await;
        checked(&running.file()).await.unwrap();
        let (_left, file) = running.kill();
        assert!(checked(&file).await.is_err());
    }

    #[tokio::test]
    async fn a_missing_file_an_empty_log_and_a_database_in_memory_pass() {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("p.db");
        checked(&file).await.unwrap();
        let db = connect(&file).await;
        db.close().await.unwrap();
        fs::write(beside(&file, "-wal"), "").unwrap();
        checked(&file).await.unwrap();
        check("sqlite::memory:").await.unwrap();
    }
}
