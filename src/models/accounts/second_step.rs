//! Using a code as the second step: of the authenticator app, or a recovery code. Each works once.
//! Setting the second step up and removing it is in `second_step_setup`.

use std::sync::Arc;

use crate::core::Core;
use crate::database::Conn;
use crate::error::{Error, Result};
use crate::models::User;
use crate::models::accounts::authenticator::Model as Authenticator;
use crate::models::accounts::phone_code::notify;
use crate::models::accounts::recovery_code;
use crate::models::accounts::security_event::{self, Browser, SecurityEventKind, SecurityLog};
use crate::models::accounts::session::{Model as Session, OpenedBy};
use crate::security::tokens::{Plain, read_recovery_code};
use crate::security::totp;

/// The text after a recovery code was used. It has no digits, so that it is not mistaken for a code.
pub const WAS_USED: &str = "A recovery code was used for your Portico account. If this wasn't you, set a new password now \
     and make new recovery codes, or tell the operator.";

/// What was entered as the second step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// A code of the authenticator app.
    Authenticator,
    /// A recovery code.
    RecoveryCode {
        /// How many are left.
        left: usize,
    },
}

impl Used {
    /// How a session that it opens was opened.
    pub fn opens(self) -> OpenedBy {
        match self {
            Self::Authenticator => OpenedBy::Authenticator,
            Self::RecoveryCode { .. } => OpenedBy::RecoveryCode,
        }
    }
}

/// The digits of a code of an app as they were typed; none where it can't be one.
pub(super) fn read_digits(typed: &str) -> Option<Plain> {
    let digits: String = typed
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .collect();
    let is_code = digits.len() == totp::DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
    is_code.then(|| Plain::from(digits))
}

/// Uses a code, if it is right, in a transaction that has locked the account. None if it is wrong or was used before, or
/// the account has no second step.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn use_code(
    core: &Core,
    write: &Conn,
    user_id: i64,
    typed: &str,
) -> Result<Option<Used>> {
    let app = Authenticator::of(write, user_id, core.now()).await?;
    let Some(app) = app.filter(Authenticator::is_confirmed) else {
        return Ok(None);
    };
    if let Some(digits) = read_digits(typed) {
        let Some(step) = app.step_of(core, &digits) else {
            return Ok(None);
        };
        let is_used = app.use_step(write, step, core.now()).await?;
        return Ok(is_used.then_some(Used::Authenticator));
    }
    let Some(code) = read_recovery_code(typed) else {
        return Ok(None);
    };
    if !recovery_code::take(write, user_id, &code).await? {
        return Ok(None);
    }
    let left = recovery_code::Model::left(write, user_id).await?;
    Ok(Some(Used::RecoveryCode { left }))
}

/// Takes the second step in a session that is open. The session stays the same; its password is no fresher by it.
///
/// # Errors
/// A fault of `code`; [`Error::SignedOut`] when the session or the account is no more.
pub async fn step_up(
    core: &Arc<Core>,
    log: &SecurityLog,
    (session, user): (&Session, &User),
    typed: &str,
    browser: Browser<'_>,
) -> Result<Used> {
    let write = core.begin().await?;
    if !user.lock_unchanged(&write).await? {
        return Err(Error::SignedOut);
    }
    let Some(used) = use_code(core, &write, user.id, typed).await? else {
        write.rollback().await?;
        log.note(core, user.id, SecurityEventKind::SecondStepFailed, browser)
            .await?;
        return Err(wrong("code"));
    };
    session.note_second_step(&write, core.now()).await?;
    record_use(core, &write, user.id, used, browser).await?;
    write.commit().await?;
    tell_of_use(core, user, used);
    Ok(used)
}

/// Records that a recovery code was used, with what it was used for.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn record_use(
    core: &Core,
    write: &Conn,
    user_id: i64,
    used: Used,
    browser: Browser<'_>,
) -> Result<()> {
    if let Used::RecoveryCode { .. } = used {
        let kind = SecurityEventKind::RecoveryCodeUsed;
        security_event::record(core, write, user_id, kind, browser).await?;
    }
    Ok(())
}

/// Tells the verified number that a recovery code was used, after the response. One text for each code.
pub(in crate::models) fn tell_of_use(core: &Arc<Core>, user: &User, used: Used) {
    if let (Used::RecoveryCode { .. }, Some(number)) = (used, user.verified_phone()) {
        let node = core.clone();
        core.texts
            .send(async move { notify(&node, &number, WAS_USED).await });
    }
}

/// A wrong code, one that was used before, or one that is no code at all.
pub(in crate::models) fn wrong(field: &'static str) -> Error {
    Error::fault(
        field,
        "This code is wrong or was used before. Wait for the next one, or use a recovery code.",
    )
}
