//! Using the second step: a code of the authenticator app, a passkey or a recovery code. Each code and answer works once.
//! Setting the second step up and removing it is in `second_step_setup`.

use std::sync::Arc;

use crate::core::Core;
use crate::models::User;
use crate::models::accounts::authenticator::Model as Authenticator;
use crate::models::accounts::passkey::{self, Model as Passkey, VerifiedPasskey};
use crate::models::accounts::phone_code::notify;
use crate::models::accounts::recovery_code;
use crate::models::accounts::security_event::{self, Browser, SecurityEventKind, SecurityLog};
use crate::models::accounts::session::{Model as Session, Opening, SecondBy};
use portico_crypto::tokens::{Plain, read_recovery_code};
use portico_crypto::totp;
use portico_crypto::webauthn::PasskeyError;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};

use portico_rules::ids::UserId;

/// The proof that a user presents as the second step.
#[derive(Debug)]
pub enum SecondStepProof<'a> {
    /// A code of the authenticator app, or a recovery code, as it was typed.
    Code(&'a str),
    /// A passkey.
    Passkey(Box<VerifiedPasskey>),
}

/// The proof that was used as the second step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedProof {
    /// A code of the authenticator app.
    Authenticator,
    /// A passkey.
    Passkey,
    /// A recovery code.
    RecoveryCode {
        /// How many are left.
        left: usize,
    },
}

impl UsedProof {
    /// The name of it that a session stores.
    pub fn by(self) -> SecondBy {
        match self {
            Self::Authenticator => SecondBy::Authenticator,
            Self::Passkey => SecondBy::Passkey,
            Self::RecoveryCode { .. } => SecondBy::RecoveryCode,
        }
    }
}

/// True if an account has a second step: an authenticator app or a passkey.
#[boxed]
pub async fn is_set_up(db: &Conn, user_id: UserId) -> Result<bool> {
    Ok(Authenticator::is_set_up(db, user_id).await? || Passkey::is_there_any(db, user_id).await?)
}

/// The same as a condition of a handwritten statement: that the user in a column has none.
pub(in crate::models) fn has_none(user_id: &str) -> String {
    format!(
        "NOT EXISTS (SELECT 1 FROM authenticators \
         WHERE authenticators.user_id = {user_id} AND authenticators.confirmed_at IS NOT NULL) \
         AND NOT EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = {user_id})"
    )
}

/// Requires a second step of a user if the instance requires one of those who own apps.
///
/// # Errors
/// [`Error::SecondStepRequired`] where they have none.
#[boxed]
pub async fn require_if_instance_does(db: &Conn, user_id: UserId) -> Result<()> {
    match db.requires_second_step() && !is_set_up(db, user_id).await? {
        true => Err(Error::SecondStepRequired),
        false => Ok(()),
    }
}

/// Signs `user` in by the password alone; none where the account has a second step, perhaps since a moment ago.
///
/// # Errors
/// [`Error::SignedOut`] when the account, or the password that it was read with, is no more.
#[boxed]
pub async fn start_session_without(core: &Core, user: &User, browser: Browser<'_>) -> Result<Option<(Session, Plain)>> {
    let write = core.begin().await?;
    if !user.lock_unchanged(&write).await? {
        return Err(Error::SignedOut);
    }
    // With the account locked: the first second step ends the sessions that it finds, and this would be one it doesn't.
    if is_set_up(&write, user.id).await? {
        return Ok(None);
    }
    let started = Session::begin(core, &write, user.id, browser, Opening::PASSWORD).await?;
    security_event::record(core, &write, user.id, SecurityEventKind::SignedIn, browser).await?;
    write.commit().await?;
    Ok(Some(started))
}

/// The digits of a code of an app as they were typed; none where it can't be one.
pub(super) fn read_digits(typed: &str) -> Option<Plain> {
    let digits: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let is_code = digits.len() == totp::DIGITS && digits.bytes().all(|b| b.is_ascii_digit());
    is_code.then(|| Plain::from(digits))
}

/// Uses what was presented, if it is right, in a transaction that has locked the account. None if it is wrong or was used
/// before, or the account has no second step.
pub(in crate::models) async fn use_up(
    core: &Core,
    write: &Conn,
    user_id: UserId,
    proof: &SecondStepProof<'_>,
) -> Result<Option<UsedProof>> {
    match proof {
        SecondStepProof::Code(typed) => use_code(core, write, user_id, typed).await,
        SecondStepProof::Passkey(verified) => {
            let is_used = verified.user_id() == user_id && verified.use_up(write, core.now()).await?;
            Ok(is_used.then_some(UsedProof::Passkey))
        }
    }
}

async fn use_code(core: &Core, write: &Conn, user_id: UserId, typed: &str) -> Result<Option<UsedProof>> {
    if let Some(digits) = read_digits(typed) {
        let app = Authenticator::find_by_user(write, user_id, core.now()).await?;
        let Some(app) = app.filter(Authenticator::is_confirmed) else {
            return Ok(None);
        };
        let Some(step) = app.step_of(core, &digits) else {
            return Ok(None);
        };
        let is_used = app.use_step(write, step, core.now()).await?;
        return Ok(is_used.then_some(UsedProof::Authenticator));
    }
    let Some(code) = read_recovery_code(typed) else {
        return Ok(None);
    };
    if !recovery_code::take(write, user_id, &code).await? {
        return Ok(None);
    }
    let left = recovery_code::Model::left(write, user_id).await?;
    Ok(Some(UsedProof::RecoveryCode { left }))
}

/// Takes the second step in a session that is open. The session stays the same; its password is no fresher by it.
///
/// # Errors
/// A fault of `code`; [`Error::SignedOut`] when the session or the account is no more.
#[boxed]
pub async fn step_up(
    core: &Arc<Core>,
    log: &SecurityLog,
    (session, user): (&Session, &User),
    proof: &SecondStepProof<'_>,
    browser: Browser<'_>,
) -> Result<UsedProof> {
    let write = core.begin().await?;
    session.lock_active(core, &write, user).await?;
    let Some(used) = use_up(core, &write, user.id, proof).await? else {
        write.rollback().await?;
        return Err(refused(core, log, user.id, (proof, "code"), browser).await?);
    };
    session.note_second_step(&write, used.by(), core.now()).await?;
    record_use(core, &write, user.id, used, browser).await?;
    write.commit().await?;
    tell_of_use(core, user, used);
    Ok(used)
}

/// Records that a recovery code was used, with what it was used for.
pub(in crate::models) async fn record_use(
    core: &Core,
    write: &Conn,
    user_id: UserId,
    used: UsedProof,
    browser: Browser<'_>,
) -> Result<()> {
    if let UsedProof::RecoveryCode { .. } = used {
        let kind = SecurityEventKind::RecoveryCodeUsed;
        security_event::record(core, write, user_id, kind, browser).await?;
    }
    Ok(())
}

/// Tells the verified number that a recovery code was used, after the response.
pub(in crate::models) fn tell_of_use(core: &Arc<Core>, user: &User, used: UsedProof) {
    if let (UsedProof::RecoveryCode { .. }, Some(number)) = (used, user.verified_phone()) {
        let (node, account) = (core.clone(), (user.id, user.language().unwrap_or(core.config.default_language)));
        core.texts.send(async move { notify(&node, account, &number, "text-recovery-code-used").await });
    }
}

/// The fault of what was presented and was not right. A wrong code is noted in the security log.
pub(in crate::models) async fn refused(
    core: &Core,
    log: &SecurityLog,
    user_id: UserId,
    (proof, field): (&SecondStepProof<'_>, &'static str),
    browser: Browser<'_>,
) -> Result<Error> {
    if let SecondStepProof::Passkey(_) = proof {
        return Ok(passkey::fault(PasskeyError::Over));
    }
    log.note(core, user_id, SecurityEventKind::SecondStepFailed, browser).await?;
    Ok(Error::fault(field, "This code is wrong or was used before. Wait for the next one, or use a recovery code."))
}
