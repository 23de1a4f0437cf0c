//! Setting up the second step and removing it, new recovery codes, and what ends with a password.
//! Using a code is in `second_step`.

use crate::core::Core;
use crate::live::Access;
use crate::models::User;
use crate::models::accounts::authenticator::{self, Model as Authenticator};
use crate::models::accounts::passkey;
use crate::models::accounts::recovery_code::{self, Model as RecoveryCode};
use crate::models::accounts::second_step::{self, read_digits};
use crate::models::accounts::security_event::{self, Browser, EventActor, SecurityEventKind};
use crate::models::accounts::session::{Model as Session, SecondBy};
use crate::models::accounts::{sign_in_ticket, trusted_browser};
use crate::models::instance::act::{self, Act, Operator, Subject};
use portico_crypto::tokens::Plain;
use portico_crypto::webauthn::{CredentialResponse, Purpose};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::names;
use portico_rules::ids::{PasskeyId, UserId};

/// Sets the authenticator app up with its first code. With the first second step of an account come its recovery codes,
/// which are stored nowhere else.
///
/// # Errors
/// A fault of `code`; [`Error::NotFound`] where no app waits for its first code; [`Error::SignedOut`] when the session or
/// the account is no more.
#[boxed]
pub async fn confirm(
    core: &Core,
    (session, user): (&Session, &User),
    typed: &str,
    browser: Browser<'_>,
) -> Result<Vec<Plain>> {
    let write = core.begin().await?;
    session.lock_active(core, &write, user).await?;
    let is_first = !second_step::is_set_up(&write, user.id).await?;
    let app = Authenticator::find_by_user(&write, user.id, core.now()).await?;
    let app = app.filter(|app| !app.is_confirmed()).ok_or(Error::NotFound)?;
    let step = read_digits(typed).and_then(|digits| app.step_of(core, &digits));
    let Some(step) = step else {
        return Err(Error::fault(
            "code",
            "This code is wrong. Enter the six digits that the app shows now. If they stay wrong, check the clock of \
             the device.",
        ));
    };
    if !app.use_step(&write, step, core.now()).await? {
        return Err(Error::NotFound);
    }
    session.note_second_step(&write, SecondBy::Authenticator, core.now()).await?;
    let kind = SecurityEventKind::SecondStepAdded;
    security_event::record(core, &write, user.id, kind, browser).await?;
    let codes = first_codes(core, &write, user.id, browser).await?;
    if is_first {
        // The password alone opened them.
        session.end_others_in(&write).await?;
    }
    core.commit_revoking(write, &[Access::User(user.id)]).await?;
    Ok(codes)
}

/// Adds a passkey. With the first second step of an account come its recovery codes, which are stored nowhere else.
///
/// # Errors
/// Faults of `form` and `name`; [`Error::SignedOut`] when the session or the account is no more.
#[boxed]
pub async fn add_passkey(
    core: &Core,
    (session, user): (&Session, &User),
    (sent, name): (CredentialResponse<'_>, &str),
    browser: Browser<'_>,
) -> Result<Vec<Plain>> {
    names::display_name(name).map_err(|sentence| Error::fault("name", sentence))?;
    let new = passkey::check_new(core, Purpose::Add(session.id.get()), sent)?;
    let write = core.begin().await?;
    session.lock_active(core, &write, user).await?;
    let is_first = !second_step::is_set_up(&write, user.id).await?;
    passkey::insert(core, &write, user.id, (&new, name)).await?;
    session.note_second_step(&write, SecondBy::Passkey, core.now()).await?;
    let kind = SecurityEventKind::PasskeyAdded(name);
    security_event::record(core, &write, user.id, kind, browser).await?;
    let codes = first_codes(core, &write, user.id, browser).await?;
    if is_first {
        // The password alone opened them.
        session.end_others_in(&write).await?;
    }
    core.commit_revoking(write, &[Access::User(user.id)]).await?;
    Ok(codes)
}

/// The recovery codes that come with the first second step; none where the account has some.
async fn first_codes(core: &Core, write: &Conn, user_id: UserId, browser: Browser<'_>) -> Result<Vec<Plain>> {
    if RecoveryCode::left(write, user_id).await? > 0 {
        return Ok(Vec::new());
    }
    let codes = recovery_code::make(write, user_id).await?;
    let kind = SecurityEventKind::RecoveryCodesMade;
    security_event::record(core, write, user_id, kind, browser).await?;
    Ok(codes)
}

/// Makes new recovery codes in place of those that the account had; returns them.
///
/// # Errors
/// [`Error::NotFound`] where the account has no second step; [`Error::SignedOut`] when the session, the account or the
/// password that it was read with is no more.
#[boxed]
pub async fn make_codes(core: &Core, (session, user): (&Session, &User), browser: Browser<'_>) -> Result<Vec<Plain>> {
    let write = core.begin().await?;
    session.lock_active(core, &write, user).await?;
    if !second_step::is_set_up(&write, user.id).await? {
        return Err(Error::NotFound);
    }
    let codes = recovery_code::make(&write, user.id).await?;
    let kind = SecurityEventKind::RecoveryCodesMade;
    security_event::record(core, &write, user.id, kind, browser).await?;
    write.commit().await?;
    Ok(codes)
}

/// Removes the authenticator app.
///
/// # Errors
/// [`Error::NotFound`] where the account has none; [`Error::SignedOut`] when the session or the account is no more.
#[boxed]
pub async fn remove_app(core: &Core, (session, user): (&Session, &User), browser: Browser<'_>) -> Result<()> {
    let write = core.begin().await?;
    session.lock_active(core, &write, user).await?;
    if !authenticator::remove(&write, user.id).await? {
        return Err(Error::NotFound);
    }
    let kind = SecurityEventKind::SecondStepRemoved;
    security_event::record(core, &write, user.id, kind, browser).await?;
    end_what_it_protected(&write, session).await?;
    write.commit().await?;
    Ok(())
}

/// Removes a passkey.
///
/// # Errors
/// [`Error::NotFound`] where the account has no such passkey; [`Error::SignedOut`] when the session or the account is no
/// more.
#[boxed]
pub async fn remove_passkey(
    core: &Core,
    (session, user): (&Session, &User),
    id: PasskeyId,
    browser: Browser<'_>,
) -> Result<()> {
    let write = core.begin().await?;
    session.lock_active(core, &write, user).await?;
    let name = passkey::remove(&write, user.id, id).await?;
    let name = name.ok_or(Error::NotFound)?;
    let kind = SecurityEventKind::PasskeyRemoved(&name);
    security_event::record(core, &write, user.id, kind, browser).await?;
    end_what_it_protected(&write, session).await?;
    write.commit().await?;
    Ok(())
}

/// After a second step was removed in a session: what others showed may be what was lost. With the last one, everything
/// that belongs to it goes.
async fn end_what_it_protected(write: &Conn, session: &Session) -> Result<()> {
    let user_id = session.user_id;
    if second_step::is_set_up(write, user_id).await? {
        return Session::forget_second_steps(write, user_id, Some(session.id)).await;
    }
    end_all(write, user_id).await
}

async fn end_all(write: &Conn, user_id: UserId) -> Result<()> {
    recovery_code::remove(write, user_id).await?;
    end_with_password(write, user_id).await?;
    Session::forget_second_steps(write, user_id, None).await
}

/// Removes every second step for the operator, who has verified the user. False where the account has none.
#[boxed]
pub async fn reset(core: &Core, user: &User, by: &Operator<'_>) -> Result<bool> {
    let write = core.begin().await?;
    User::lock_to_count(&write, user.id).await?;
    let had_app = authenticator::remove(&write, user.id).await?;
    if passkey::remove_all(&write, user.id).await? == 0 && !had_app {
        return Ok(false);
    }
    end_all(&write, user.id).await?;
    let kind = SecurityEventKind::SecondStepReset;
    security_event::record(core, &write, user.id, kind, EventActor::Operator).await?;
    let on = Subject::new(user.id.get(), &user.nickname);
    act::record(&write, core, by, Act::SecondStepReset, on).await?;
    write.commit().await?;
    Ok(true)
}

/// Ends what a password has begun: sign-ins that wait for their second step, and the trust in browsers. Called within a
/// transaction that has locked or changed the account.
pub(in crate::models) async fn end_with_password(write: &Conn, user_id: UserId) -> Result<()> {
    sign_in_ticket::end_all(write, user_id).await?;
    trusted_browser::end_all(write, user_id).await
}
