//! The application's error type, and its public part. The routes show errors, as a page or as JSON.

use std::collections::BTreeMap;
use std::fmt;

use sea_orm::{DbErr, SqlErr};
use validator::ValidationErrors;

use portico_crypto::passwords::PasswordError;
use portico_rules::hex;
use portico_rules::validation;

pub mod cause;
pub mod refusals;
#[cfg(feature = "rocket")]
mod responder;

use refusals::Refusals;

/// The result of anything that can fail. Database calls return [`Error::Unavailable`] or [`Error::OutcomeUnknown`]
/// while the database can't be reached; where a function is documented, only other errors are named.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Reason a request failed. Details are logged, never shown.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request requires signing in.
    #[error("signed out")]
    SignedOut,
    /// The password was entered too long ago for this action.
    #[error("the sign-in is too old")]
    StaleSignIn,
    /// The second step was taken too long ago for this action, or not in this session.
    #[error("the second step is too old")]
    StaleSecondStep,
    /// The user would be allowed to do it, but a second step is required of everyone who is, and they have none.
    #[error("a second step is required")]
    SecondStepRequired,
    /// It doesn't exist, or this user may not see it.
    #[error("not found")]
    NotFound,
    /// The user may see it, but not do this; the sentence says what is missing.
    #[error("forbidden: {0}")]
    Forbidden(&'static str),
    /// The page was opened at another address than this instance's; the sentence names the right one.
    #[error("opened at another address")]
    AnotherAddress(String),
    /// An admin suspended the server; why, for its owner.
    #[error("the server is suspended")]
    ServerSuspended(Option<String>),
    /// The request is malformed; the sentence says what to fix.
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    /// Fields of a form that have to be corrected, or sent again later.
    #[error("refused: {0}")]
    Faults(FieldErrors),
    /// Rate limited, for this many seconds.
    #[error("rate limited; retry after {0} s")]
    TooFast(u64),
    /// A budget of bytes is spent, for `retry_after` seconds; the sentence names it.
    #[error("refused: {sentence}")]
    BudgetSpent {
        /// A sentence about the spent budget.
        sentence: String,
        /// After how many seconds there is enough again.
        retry_after: u64,
    },
    /// Too many passwords are waiting to be hashed; trying again helps.
    #[error("too many passwords wait to be hashed")]
    Busy,
    /// A search, or another read that may take long, took too long or did not get its turn.
    #[error("too much to read at once")]
    TooMuchToRead,
    /// The disk is nearly full: nothing that takes room is stored until there is some again.
    #[error("the disk is nearly full")]
    DiskNearlyFull,
    /// The database can't be reached or can't write at the moment; trying again helps. Nothing was stored.
    #[error("unavailable: {0}")]
    Unavailable(String),
    /// The same, but no answer came to a commit: it may have been done, or be done later.
    #[error("unavailable, outcome unknown: {0}")]
    OutcomeUnknown(String),
    /// A bug or an operational problem.
    #[error("internal: {0}")]
    Internal(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Wraps an internal error.
    pub fn internal(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// One fault of one field.
    pub fn fault(field: &'static str, sentence: impl Into<String>) -> Self {
        Self::Faults(FieldErrors::one(field, sentence))
    }

    /// Rate limited by the value of a field, which can be sent again after `retry_after` seconds.
    pub fn limited(field: &'static str, sentence: impl Into<String>, retry_after: u64) -> Self {
        Self::Faults(FieldErrors::limited(field, sentence, retry_after))
    }
}

impl From<PasswordError> for Error {
    fn from(err: PasswordError) -> Self {
        match err {
            PasswordError::Unavailable => Self::Unavailable(err.to_string()),
            PasswordError::Busy => Self::Busy,
            PasswordError::Malformed => Self::internal(err),
        }
    }
}

impl From<DbErr> for Error {
    fn from(err: DbErr) -> Self {
        if cause::is_nul(&err) {
            return Self::BadRequest("This contains a character that can’t be stored. Remove it and try again.");
        }
        if cause::is_unknown(&err) {
            return Self::OutcomeUnknown(err.to_string());
        }
        if cause::is_temporary(&err) {
            return Self::Unavailable(cause::in_words(&err));
        }
        Self::internal(cause::in_words(&err))
    }
}

/// Converts a violated unique constraint into a fault of a form's field; any other error is converted as usual.
pub fn taken(err: DbErr, table: &str, column: &str, field: &'static str, sentence: &str) -> Error {
    if violates(&err, table, column) { Error::fault(field, sentence) } else { err.into() }
}

/// True if `err` is a violation of the unique constraint on `table.column` (its last column).
pub fn violates(err: &DbErr, table: &str, column: &str) -> bool {
    // SQLite names the columns, Postgres the constraint, which is named after them.
    matches!(err.sql_err(), Some(SqlErr::UniqueConstraintViolation(cause))
        if cause.contains(&format!("{table}.{column}")) || cause.contains(&format!("{column}_key")) && cause.contains(table))
}

/// The answer to a search that took too long.
const TOO_MUCH_TO_READ: &str =
    "There is too much to search at the moment. Narrow your search down, with more or rarer words or a filter.";
/// The answer to a post for which there is no room on the disk.
const DISK_NEARLY_FULL: &str = "This instance is nearly out of disk space, so it stores no messages for now. Nothing was stored. Its operator is told.";
/// After how many seconds a post that found no room may be tried again.
const DISK_RETRY_AFTER: u64 = 60;

/// Faults of a form: for each field a sentence that says what to fix. `form` is the form as a whole. Serialized as an
/// object of these sentences.
#[derive(Debug, Default, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct FieldErrors {
    sentences: BTreeMap<&'static str, String>,
    /// If a rate limit refused a field: after how many seconds to try again.
    #[serde(skip)]
    retry_after: Option<u64>,
}

/// The sentences, without the names of the fields.
impl fmt::Display for FieldErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, sentence) in self.sentences.values().enumerate() {
            if at > 0 {
                formatter.write_str(" ")?;
            }
            formatter.write_str(sentence)?;
        }
        Ok(())
    }
}

impl FieldErrors {
    /// No faults.
    pub fn none() -> Self {
        Self::default()
    }

    /// A single fault.
    pub fn one(field: &'static str, sentence: impl Into<String>) -> Self {
        let mut faults = Self::none();
        faults.add(field, sentence);
        faults
    }

    /// A field that a rate limit refuses for `retry_after` seconds.
    pub fn limited(field: &'static str, sentence: impl Into<String>, retry_after: u64) -> Self {
        Self { retry_after: Some(retry_after), ..Self::one(field, sentence) }
    }

    /// The faults that `validator` found.
    pub fn from_validation(validated: Result<(), ValidationErrors>) -> Self {
        let mut faults = Self::none();
        if let Err(errors) = validated {
            for (field, sentence) in validation::fields(errors) {
                faults.add(field, sentence);
            }
        }
        faults
    }

    /// Adds a fault; only the first one of a field is kept.
    pub fn add(&mut self, field: &'static str, sentence: impl Into<String>) {
        self.sentences.entry(field).or_insert_with(|| sentence.into());
    }

    /// Returns the value, or adds the fault and returns `None`.
    pub fn check<T, S: Into<String>>(&mut self, field: &'static str, checked: Result<T, S>) -> Option<T> {
        checked.map_err(|sentence| self.add(field, sentence)).ok()
    }

    /// The faults, each with its field.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.sentences.iter().map(|(field, text)| (*field, text.as_str()))
    }

    /// If a rate limit refused a field: after how many seconds to try again.
    pub fn retry_after(&self) -> Option<u64> {
        self.retry_after
    }

    /// True if there are no faults.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    /// The status of a response with these faults: 422, or 429 if a rate limit refused a field.
    pub fn status(&self) -> u16 {
        match self.retry_after {
            Some(_) => 429,
            None => 422,
        }
    }

    /// An error if there is any fault.
    ///
    /// # Errors
    /// The faults themselves.
    pub fn into_result(self) -> Result<()> {
        if self.is_empty() { Ok(()) } else { Err(Error::Faults(self)) }
    }
}

/// The public part of an error, kept in the request until a catcher renders it.
#[derive(Debug, Clone)]
pub struct PublicError {
    /// The status of the response.
    pub status: u16,
    /// A sentence that says what happened and what to do, if the status alone doesn't.
    pub text: Option<String>,
    /// Identifies the error in the log.
    pub reference: Option<String>,
    /// After how many seconds to try again.
    pub retry_after: Option<u64>,
    /// Details that the status doesn't say.
    pub kind: PublicKind,
}

/// Details besides the status for the page of an error, or the page that it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicKind {
    /// Nothing else.
    Plain,
    /// The session has ended.
    SignedOut,
    /// The user has to take the second step first.
    NeedsSecondStep,
    /// They have to set up a second step first.
    LacksSecondStep,
    /// It is of a server that an admin suspended.
    ServerSuspended,
    /// The request may have been carried out all the same.
    OutcomeUnknown,
}

impl PublicError {
    /// An error with this status, and nothing more to say.
    pub fn new(status: u16) -> Self {
        Self { status, text: None, reference: None, retry_after: None, kind: PublicKind::Plain }
    }
}

impl From<&Error> for PublicError {
    fn from(err: &Error) -> Self {
        match err {
            Error::SignedOut => Self { kind: PublicKind::SignedOut, ..Self::new(401) },
            Error::StaleSignIn => Self::new(401),
            Error::StaleSecondStep => Self { kind: PublicKind::NeedsSecondStep, ..Self::new(401) },
            Error::SecondStepRequired => Self { kind: PublicKind::LacksSecondStep, ..Self::new(403) },
            Error::NotFound => Self::new(404),
            Error::Forbidden(text) => Self { text: Some((*text).into()), ..Self::new(403) },
            Error::AnotherAddress(text) => Self { text: Some(text.clone()), ..Self::new(403) },
            Error::ServerSuspended(reason) => Self {
                text: reason.as_ref().map(|reason| format!("The operator suspended it for this reason: {reason}")),
                kind: PublicKind::ServerSuspended,
                ..Self::new(403)
            },
            Error::BadRequest(text) => Self { text: Some((*text).into()), ..Self::new(400) },
            Error::Faults(faults) => Self {
                text: faults.sentences.values().next().cloned(),
                retry_after: faults.retry_after,
                ..Self::new(faults.status())
            },
            Error::TooFast(seconds) => Self { retry_after: Some(*seconds), ..Self::new(429) },
            Error::BudgetSpent { sentence, retry_after } => {
                Self { text: Some(sentence.clone()), retry_after: Some(*retry_after), ..Self::new(429) }
            }
            Error::Busy => Self {
                text: Some("Too many people are signing in at once. Nothing was changed.".into()),
                retry_after: Some(3),
                ..Self::new(503)
            },
            Error::TooMuchToRead => {
                Self { text: Some(TOO_MUCH_TO_READ.into()), retry_after: Some(5), ..Self::new(503) }
            }
            Error::DiskNearlyFull => {
                Self { text: Some(DISK_NEARLY_FULL.into()), retry_after: Some(DISK_RETRY_AFTER), ..Self::new(503) }
            }
            Error::Unavailable(_) => Self { retry_after: Some(2), ..Self::new(503) },
            Error::OutcomeUnknown(_) => {
                Self { retry_after: Some(2), kind: PublicKind::OutcomeUnknown, ..Self::new(503) }
            }
            Error::Internal(_) => Self::new(500),
        }
    }
}

impl Error {
    /// The same error of what came after a write, which was done, or of another attempt at it: not “nothing was stored”.
    #[must_use]
    pub fn after_write(self) -> Self {
        match self {
            Self::Unavailable(why) => Self::OutcomeUnknown(why),
            other => other,
        }
    }

    /// True if the database could not be reached or could not write.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::OutcomeUnknown(_))
    }

    /// Logs what only the operator may know, and returns the public part. While the database is away, one line stands for
    /// many refused requests, see [`Refusals`].
    pub fn log(&self) -> PublicError {
        let mut public = PublicError::from(self);
        let is_logged = match self {
            Self::Unavailable(_) | Self::OutcomeUnknown(_) => {
                Refusals::of_process().note(self, matches!(self, Self::OutcomeUnknown(_)))
            }
            Self::Internal(_) => true,
            _ => false,
        };
        if is_logged {
            let mut bytes = [0; 6];
            // Without randomness the reference is all zeros, and the log line is still written.
            let _ = getrandom::fill(&mut bytes);
            let reference = hex::digits(&bytes);
            tracing::error!(reference, error = %self, "request failed");
            public.reference = Some(reference);
        }
        public
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_logged_as_their_sentences() {
        let mut faults = FieldErrors::one("phone", "Texts can't be sent to this country.");
        faults.add("code", "Enter the code.");
        let logged = Error::Faults(faults).to_string();
        assert_eq!(logged, "refused: Enter the code. Texts can't be sent to this country.");
    }
}
