//! What a database's error says about the request: temporary or not, and whether its write may have been done all the
//! same.
//! How a request is then answered is in `error`.

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

/// Whether Postgres refused a text for its NUL character, the only one that it can't store.
pub(super) fn is_nul(err: &DbErr) -> bool {
    matches!(driver_error(err), Some(Sqlx::Database(cause)) if cause.code().as_deref() == Some("22021"))
}

/// Whether trying again helps: no connection, a database that is starting, stopping or still read-only, a full disk, a
/// conflict of two transactions.
pub(crate) fn is_temporary(err: &DbErr) -> bool {
    match err {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        _ => match driver_error(err) {
            Some(
                Sqlx::Io(_)
                | Sqlx::PoolTimedOut
                | Sqlx::PoolClosed
                | Sqlx::WorkerCrashed
                | Sqlx::BeginFailed,
            ) => true,
            Some(Sqlx::Database(cause)) => {
                cause.code().is_some_and(|code| is_temporary_code(&code))
            }
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

/// Whether a commit that failed like this may have been done: the connection was lost before the answer, or Postgres ended
/// it while the commit waited for a standby. Every other answer of a database says that it was not.
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
struct Unknown(String);

/// Marks the error of a commit, or of a writing statement that is its own transaction, where it may have been done.
pub(crate) fn of_commit(err: DbErr) -> DbErr {
    if may_be_done(&err) {
        unknown(&err.to_string())
    } else {
        err
    }
}

/// The error of a commit that no answer came to in time.
pub(crate) fn unknown(why: &str) -> DbErr {
    let marked = Sqlx::AnyDriverError(Box::new(Unknown(why.to_owned())));
    DbErr::Exec(RuntimeErr::SqlxError(Arc::new(marked)))
}

/// Whether the error was marked by [`of_commit`] or made by [`unknown`].
pub(crate) fn is_unknown(err: &DbErr) -> bool {
    matches!(driver_error(err), Some(Sqlx::AnyDriverError(cause)) if cause.is::<Unknown>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_by_itself_is_temporary() {
        for code in [
            "08006", "08P01", "25006", "40001", "40P01", "53100", "53300", "57014", "57P01",
            "57P02", "57P03", "5", "8", "13", "261", "517", "1032", "4874", "778",
        ] {
            assert!(is_temporary_code(code), "{code}");
        }
        for code in [
            "23505", "42601", "22021", "42501", "3D000", "1", "19", "1555", "2067",
        ] {
            assert!(!is_temporary_code(code), "{code}");
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
