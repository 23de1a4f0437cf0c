//! Interprets a database's error for the request: temporary or not, and whether its write may have been done all the
//! same. `error` answers the request.

use std::sync::Arc;

use sea_orm::sqlx::Error as Sqlx;
use sea_orm::{DbErr, RuntimeErr};

/// The driver's error of a statement; none for errors of another kind.
fn driver_error(err: &DbErr) -> Option<&Sqlx> {
    match err {
        DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause))
        | DbErr::Conn(RuntimeErr::SqlxError(cause)) => Some(cause),
        _ => None,
    }
}

/// True if Postgres refused a text for its NUL character, the only one that it can't store.
pub(super) fn is_nul(err: &DbErr) -> bool {
    matches!(driver_error(err), Some(Sqlx::Database(cause)) if cause.code().as_deref() == Some("22021"))
}

/// True if SQLite failed because the disk is full, or because a write failed as it does on a full disk: of the file, or
/// of the index of its WAL, which is made anew at each start.
pub(crate) fn may_be_full(err: &Sqlx) -> bool {
    matches!(err, Sqlx::Database(cause) if cause.code().is_some_and(|code| is_full_code(&code)))
}

/// The same of a statement, or of a connection that could not be opened.
pub(crate) fn is_of_disk(err: &DbErr) -> bool {
    driver_error(err).is_some_and(may_be_full)
}

fn is_full_code(code: &str) -> bool {
    matches!(code, "13" | "778" | "4874")
}

/// True if the database itself is damaged: SQLite's file is malformed or no database, or Postgres found a broken table or
/// index. A damaged search index of SQLite is not meant, which can be made again.
pub(crate) fn is_damage(err: &DbErr) -> bool {
    let Some(Sqlx::Database(cause)) = driver_error(err) else {
        return false;
    };
    let code = cause.code().unwrap_or_default();
    match sqlite_primary(&code) {
        Some(11 | 26) => code != "267",
        Some(_) => false,
        None => matches!(&*code, "XX001" | "XX002"),
    }
}

/// True if trying again helps: no connection, a database that is starting, stopping or still read-only, a full disk, a
/// conflict of two transactions.
pub(crate) fn is_temporary(err: &DbErr) -> bool {
    match err {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        _ => match driver_error(err) {
            Some(Sqlx::Io(_) | Sqlx::PoolTimedOut | Sqlx::PoolClosed | Sqlx::WorkerCrashed | Sqlx::BeginFailed) => true,
            Some(Sqlx::Database(cause)) => cause.code().is_some_and(|code| is_temporary_code(&code)),
            _ => false,
        },
    }
}

/// By code: SQLite's are numbers, Postgres' have five characters.
fn is_temporary_code(code: &str) -> bool {
    if let Some(primary) = sqlite_primary(code) {
        // Busy, locked, read-only, I/O error, full.
        return matches!(primary, 5 | 6 | 8 | 10 | 13);
    }
    // Connection lost or refused by a pooler, out of resources, the server's own I/O.
    if code.starts_with("08") || code.starts_with("53") || code.starts_with("58") {
        return true;
    }
    matches!(
        code,
        // A standby, and for a moment the server that was promoted from one.
        "25006"
            // Idle or running for too long within a transaction.
            | "25P03" | "25P04"
            // A conflict with another transaction.
            | "40001" | "40003" | "40P01" | "55P03"
            // Took too long; shutting down, crashed, starting up, dropped or idle for too long.
            | "57014" | "57P01" | "57P02" | "57P03" | "57P04" | "57P05"
    )
}

/// The primary code of an SQLite error, whose extended codes keep it in their lowest byte.
fn sqlite_primary(code: &str) -> Option<u32> {
    let is_postgres = code.len() == 5;
    let number: u32 = code.parse().ok().filter(|_| !is_postgres)?;
    Some(number & 0xff)
}

/// The error as the operator reads it: with what to do where the database's own words name something else.
pub fn in_words(err: &DbErr) -> String {
    match driver_error(err) {
        Some(cause) if matches!(cause, Sqlx::Database(_)) => of_driver_in_words(cause),
        _ => err.to_string(),
    }
}

/// The same for an error of the driver.
pub(crate) fn of_driver_in_words(err: &Sqlx) -> String {
    let Sqlx::Database(cause) = err else {
        return err.to_string();
    };
    // Not its `Display`, which adds a line of Postgres' own source.
    let (message, code) = (cause.message(), cause.code().unwrap_or_default());
    let advice = match &*code {
        "08P01" if message.contains("startup parameter") => Some(POOLER_DROPS_SETTINGS),
        code => advice(code),
    };
    match advice {
        Some(advice) => format!("{advice} (code {code}: {message})"),
        None if code.is_empty() => message.to_owned(),
        None => format!("{message} (code {code})"),
    }
}

const POOLER_DROPS_SETTINGS: &str = "a pooler stands before Postgres and refuses the settings of a connection: connect to \
                                    Postgres directly, or use a pooler in session mode that passes `options` on";

/// Advice for an error whose message names only a symptom.
fn advice(code: &str) -> Option<&'static str> {
    if code == "25006" {
        return Some("the server takes no writes: it may be a replica, or set to read-only");
    }
    match code {
        "42501" => {
            return Some(
                "the user of `database_url` lacks a right, as Postgres 15 and later grant none in the schema public: as \
                 superuser, run ALTER DATABASE … OWNER TO … for it, or GRANT USAGE, CREATE ON SCHEMA public TO … in that \
                 database",
            );
        }
        "55P03" => {
            return Some("another transaction holds a table, such as that of `pg_dump`: end it, or wait for its end");
        }
        "26000" | "42P05" => {
            return Some(
                "a pooler in transaction mode stands before Postgres, and Portico keeps prepared statements: set its \
                 pool_mode to session, or connect to Postgres directly",
            );
        }
        _ => {}
    }
    if is_full_code(code) {
        return Some("the disk may be full: free some space, or raise the quota");
    }
    match sqlite_primary(code)? {
        8 => Some(
            "the file can't be written by this user: run commands with `portico-run`, or correct the owner of the file \
             and of its folder",
        ),
        11 | 26 => {
            Some("the file is damaged, or is not a SQLite database: restore a backup, or correct `database_url`")
        }
        14 => Some(
            "the file can't be opened by this user: run commands with `portico-run`, or correct the owner of the file \
             and of its folder",
        ),
        _ => None,
    }
}

/// True if a commit that failed like this may have been done: the connection was lost before the answer, or Postgres
/// ended it while the commit waited for a standby. Every other answer of a database says that it was not.
fn may_be_done(err: &DbErr) -> bool {
    match driver_error(err) {
        Some(Sqlx::Io(_) | Sqlx::Protocol(_) | Sqlx::Tls(_) | Sqlx::WorkerCrashed) => true,
        Some(Sqlx::Database(cause)) => cause.code().is_some_and(|code| {
            sqlite_primary(&code) == Some(10)
                || code.starts_with("08")
                || matches!(&*code, "40003" | "57P01" | "57P02" | "57P04")
        }),
        _ => false,
    }
}

/// Within a [`DbErr`]: whether the write was done is unknown.
#[derive(Debug, Clone, thiserror::Error)]
#[error("whether it was done is unknown: {0}")]
struct UnknownOutcome(String);

/// Marks the error of a commit, or of a writing statement that is its own transaction, where it may have been done.
pub(crate) fn of_commit(err: DbErr) -> DbErr {
    if may_be_done(&err) { unknown(&in_words(&err)) } else { err }
}

/// The error of a commit that no answer came to in time.
pub(crate) fn unknown(why: &str) -> DbErr {
    let marked = Sqlx::AnyDriverError(Box::new(UnknownOutcome(why.to_owned())));
    DbErr::Exec(RuntimeErr::SqlxError(Arc::new(marked)))
}

/// True if the error was marked by `of_commit` or made by `unknown`.
pub fn is_unknown(err: &DbErr) -> bool {
    matches!(driver_error(err), Some(Sqlx::AnyDriverError(cause)) if cause.is::<UnknownOutcome>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_by_itself_is_temporary() {
        for code in [
            "08006", "08P01", "25006", "40001", "40P01", "53100", "53300", "57014", "57P01", "57P02", "57P03", "5",
            "8", "13", "261", "517", "1032", "4874", "778",
        ] {
            assert!(is_temporary_code(code), "{code}");
        }
        for code in ["23505", "42601", "22021", "42501", "3D000", "1", "19", "1555", "2067"] {
            assert!(!is_temporary_code(code), "{code}");
        }
    }

    #[test]
    fn errors_that_name_a_symptom_say_what_to_do() {
        for (code, words) in [
            ("8", "portico-run"),
            ("1032", "can't be written"),
            ("11", "restore a backup"),
            ("26", "restore a backup"),
            ("267", "is damaged"),
            ("14", "can't be opened"),
            ("25006", "replica"),
            ("13", "disk may be full"),
            ("778", "disk may be full"),
            ("4874", "disk may be full"),
            ("42501", "OWNER TO"),
            ("26000", "pool_mode"),
            ("42P05", "pool_mode"),
        ] {
            let said = advice(code).unwrap_or_default();
            assert!(said.contains(words), "{code}: {said}");
        }
        for code in ["", "5", "10", "266", "19", "28P01", "3D000", "57P03", "00014"] {
            assert_eq!(advice(code), None, "{code}");
        }
    }

    #[test]
    fn a_lost_connection_leaves_a_commit_unknown_and_a_refusal_does_not() {
        let io = || Sqlx::Io(std::io::ErrorKind::ConnectionReset.into());
        let of = |cause: Sqlx| DbErr::Exec(RuntimeErr::SqlxError(Arc::new(cause)));
        assert!(is_unknown(&of_commit(of(io()))));
        assert!(is_unknown(&unknown("no answer")));
        for known in [Sqlx::PoolTimedOut, Sqlx::PoolClosed, Sqlx::RowNotFound] {
            assert!(!is_unknown(&of_commit(of(known))));
        }
        assert!(!is_unknown(&of(io())));
    }
}
