//! The one error of the house, and what the outside is told of it.
//! How it is dressed, as a page or as JSON, stands with the routes.

use std::collections::BTreeMap;

use rocket::Request;
use rocket::http::Status;
use rocket::response::{self, Responder};
use sea_orm::{DbErr, RuntimeErr, SqlErr};
use validator::ValidationErrors;

use crate::validation;

/// What everything that can fail gives back.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not done. The inside of it is logged, never shown.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nobody is signed in, and somebody has to be.
    #[error("signed out")]
    SignedOut,
    /// The password was given too long ago for an act like this.
    #[error("the sign-in is too old")]
    StaleSignIn,
    /// There is no such thing, or none that this person may see.
    #[error("not found")]
    NotFound,
    /// They may see it, but not do this; the sentence says what is missing.
    #[error("forbidden: {0}")]
    Forbidden(&'static str),
    /// The request makes no sense as it stands; the sentence says what to fix.
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    /// Fields of a form that have to be fixed.
    #[error("faults: {0:?}")]
    Faults(Faults),
    /// Too many in too short a time; the number is of seconds to wait.
    #[error("too fast, wait {0} s")]
    TooFast(u64),
    /// The same, of what a field of a form asks for: it is told there.
    #[error("too fast by {field}: {sentence}")]
    Spent {
        /// The field.
        field: &'static str,
        /// When it may be asked for again, for people.
        sentence: String,
        /// The same in seconds.
        retry_after: u64,
    },
    /// Too many passwords wait to be hashed; trying again helps.
    #[error("too many passwords wait to be hashed")]
    Busy,
    /// The database can't be reached or can't write just now; trying again helps.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// Ours to fix.
    #[error("internal: {0}")]
    Internal(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Wraps a fault of our own.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// One fault of one field.
    pub fn fault(field: &'static str, sentence: impl Into<String>) -> Self {
        Self::Faults(Faults::one(field, sentence))
    }
}

impl From<DbErr> for Error {
    fn from(err: DbErr) -> Self {
        match &err {
            DbErr::Exec(RuntimeErr::SqlxError(cause))
            | DbErr::Query(RuntimeErr::SqlxError(cause))
                if holds_nul(cause) =>
            {
                Self::BadRequest(
                    "This contains a character that can’t be stored. Remove it and try again.",
                )
            }
            DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => Self::Unavailable(err.to_string()),
            DbErr::Exec(RuntimeErr::SqlxError(cause))
            | DbErr::Query(RuntimeErr::SqlxError(cause))
                if passes(cause) =>
            {
                Self::Unavailable(err.to_string())
            }
            _ => Self::internal(err),
        }
    }
}

/// Whether Postgres refused a text for its NUL character, the only one that it can't keep.
fn holds_nul(cause: &sea_orm::sqlx::Error) -> bool {
    matches!(cause, sea_orm::sqlx::Error::Database(told) if told.code().as_deref() == Some("22021"))
}

/// Whether a driver's error may be gone at the next try: no connection, a full disk, a locked file.
fn passes(cause: &sea_orm::sqlx::Error) -> bool {
    use sea_orm::sqlx::Error as Sqlx;
    match cause {
        Sqlx::Io(_) | Sqlx::PoolTimedOut | Sqlx::PoolClosed | Sqlx::WorkerCrashed => true,
        Sqlx::Database(told) => matches!(
            told.code().as_deref(),
            // SQLite: busy, locked, read-only, I/O error, full, with their extended forms.
            Some("5" | "6" | "8" | "10" | "13" | "261" | "262" | "517" | "778" | "1032" | "4874")
                // Postgres: connection lost, out of resources, took too long, shutting down, deadlock.
                | Some("08000" | "08003" | "08006" | "53000" | "53100" | "53200" | "53300" | "57014" | "57P01" | "57P02" | "57P03" | "40P01")
        ),
        _ => false,
    }
}

/// Turns a violated unique constraint into the fault of a form's field; anything else stays what it is.
pub fn taken(err: DbErr, table: &str, column: &str, field: &'static str, sentence: &str) -> Error {
    if violates(&err, table, column) {
        Error::fault(field, sentence)
    } else {
        err.into()
    }
}

/// Whether `err` says that the unique constraint on `table.column` (its last column) was violated.
pub fn violates(err: &DbErr, table: &str, column: &str) -> bool {
    // SQLite names the columns, Postgres the constraint, which is named after them.
    matches!(err.sql_err(), Some(SqlErr::UniqueConstraintViolation(told))
        if told.contains(&format!("{table}.{column}")) || told.contains(&format!("{column}_key")) && told.contains(table))
}

/// Faults of a form: for each field a sentence that says what to fix. `form` stands for the whole.
#[derive(Debug, Default, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Faults(BTreeMap<&'static str, String>);

impl Faults {
    /// No fault yet.
    pub fn none() -> Self {
        Self::default()
    }

    /// A single fault.
    pub fn one(field: &'static str, sentence: impl Into<String>) -> Self {
        let mut faults = Self::none();
        faults.add(field, sentence);
        faults
    }

    /// The faults that `validator` found.
    pub fn of(validated: Result<(), ValidationErrors>) -> Self {
        let mut faults = Self::none();
        if let Err(errors) = validated {
            for (field, sentence) in validation::fields(errors) {
                faults.add(field, sentence);
            }
        }
        faults
    }

    /// Adds a fault; the first one of a field stands.
    pub fn add(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.0.entry(field).or_insert_with(|| sentence.into());
    }

    /// Gives the value, or notes the fault and gives none.
    pub fn check<T, S: Into<String>>(
        &mut self,
        field: &'static str,
        checked: Result<T, S>,
    ) -> Option<T> {
        checked.map_err(|sentence| self.add(field, sentence)).ok()
    }

    /// The faults, each with its field.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(field, text)| (*field, text.as_str()))
    }

    /// Whether nothing has to be fixed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Ends a check: an error where anything was found.
    ///
    /// # Errors
    /// The faults themselves.
    pub fn into_result(self) -> Result<()> {
        if self.is_empty() {
            Ok(())
        } else {
            Err(Error::Faults(self))
        }
    }
}

/// What the outside is told: kept with the request until a catcher dresses it.
#[derive(Debug, Clone)]
pub struct PublicError {
    /// The status of the answer.
    pub status: Status,
    /// What happened and what to do, where the status alone does not say it.
    pub text: Option<String>,
    /// Finds the inside of it in the log.
    pub reference: Option<String>,
    /// Seconds after which trying again makes sense.
    pub retry_after: Option<u64>,
}

impl PublicError {
    fn new(status: Status) -> Self {
        Self {
            status,
            text: None,
            reference: None,
            retry_after: None,
        }
    }

    /// What was told of this request's error, if there was one.
    pub fn of(request: &Request<'_>) -> Option<Self> {
        request.local_cache(|| None::<Self>).clone()
    }
}

impl From<&Error> for PublicError {
    fn from(err: &Error) -> Self {
        match err {
            Error::SignedOut => Self::new(Status::Unauthorized),
            Error::StaleSignIn => Self::new(Status::Unauthorized),
            Error::NotFound => Self::new(Status::NotFound),
            Error::Forbidden(text) => Self {
                text: Some((*text).into()),
                ..Self::new(Status::Forbidden)
            },
            Error::BadRequest(text) => Self {
                text: Some((*text).into()),
                ..Self::new(Status::BadRequest)
            },
            Error::Faults(faults) => Self {
                text: faults.0.values().next().cloned(),
                ..Self::new(Status::UnprocessableEntity)
            },
            Error::TooFast(seconds) => Self {
                retry_after: Some(*seconds),
                ..Self::new(Status::TooManyRequests)
            },
            Error::Spent {
                sentence,
                retry_after,
                ..
            } => Self {
                text: Some(sentence.clone()),
                retry_after: Some(*retry_after),
                ..Self::new(Status::TooManyRequests)
            },
            Error::Busy => Self {
                text: Some("Too many people are signing in at once. Nothing was changed.".into()),
                retry_after: Some(3),
                ..Self::new(Status::ServiceUnavailable)
            },
            Error::Unavailable(_) => Self {
                retry_after: Some(2),
                ..Self::new(Status::ServiceUnavailable)
            },
            Error::Internal(_) => Self::new(Status::InternalServerError),
        }
    }
}

impl Error {
    /// Logs what only the operator may know, and gives what the outside may.
    pub fn tell(&self) -> PublicError {
        let mut told = PublicError::from(self);
        if matches!(self, Self::Unavailable(_) | Self::Internal(_)) {
            let mut bytes = [0; 6];
            // Without randomness the reference is all zeros, and the log line is still there.
            let _ = getrandom::fill(&mut bytes);
            let reference: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            tracing::error!(reference, error = %self, "request failed");
            told.reference = Some(reference);
        }
        told
    }
}

impl<'r> Responder<'r, 'static> for Error {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'static> {
        let told = self.tell();
        let status = told.status;
        request.local_cache(|| Some(told));
        Err(status)
    }
}
