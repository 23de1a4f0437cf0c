//! Setting up the second step and removing it, new recovery codes, and what ends with a password.
//! Using a code is in `second_step`.

use crate::core::Core;
use crate::database::Conn;
use crate::error::{Error, Result};
use crate::models::User;
use crate::models::accounts::authenticator::{self, Model as Authenticator};
use crate::models::accounts::second_step::read_digits;
use crate::models::accounts::security_event::{self, Browser, By, SecurityEventKind};
use crate::models::accounts::session::Model as Session;
use crate::models::accounts::{recovery_code, sign_in_ticket, trusted_browser};
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::security::tokens::Plain;

/// Sets the authenticator app up with its first code; returns the recovery codes, which are stored nowhere else.
///
/// # Errors
/// A fault of `code`; [`Error::NotFound`] where no app waits for its first code; [`Error::SignedOut`] when the session or
/// the account is no more.
pub async fn confirm(
    core: &Core,
    (session, user): (&Session, &User),
    typed: &str,
    browser: Browser<'_>,
) -> Result<Vec<Plain>> {
    let write = core.begin().await?;
    if !user.lock_unchanged(&write).await? {
        return Err(Error::SignedOut);
    }
    let app = Authenticator::of(&write, user.id, core.now()).await?;
    let app = app
        .filter(|app| !app.is_confirmed())
        .ok_or(Error::NotFound)?;
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
    let codes = recovery_code::make(&write, user.id).await?;
    session.note_second_step(&write, core.now()).await?;
    let kinds = [
        SecurityEventKind::SecondStepAdded,
        SecurityEventKind::RecoveryCodesMade,
    ];
    for kind in kinds {
        security_event::record(core, &write, user.id, kind, browser).await?;
    }
    write.commit().await?;
    Ok(codes)
}

/// Makes new recovery codes in place of those that the account had; returns them.
///
/// # Errors
/// [`Error::NotFound`] where the account has no second step.
pub async fn make_codes(core: &Core, user: &User, browser: Browser<'_>) -> Result<Vec<Plain>> {
    let write = core.begin().await?;
    User::hold_to_count(&write, user.id).await?;
    if !Authenticator::is_set_up(&write, user.id).await? {
        return Err(Error::NotFound);
    }
    let codes = recovery_code::make(&write, user.id).await?;
    let kind = SecurityEventKind::RecoveryCodesMade;
    security_event::record(core, &write, user.id, kind, browser).await?;
    write.commit().await?;
    Ok(codes)
}

/// Removes the second step with everything that belongs to it.
///
/// # Errors
/// [`Error::NotFound`] where the account has none.
pub async fn remove(core: &Core, user: &User, browser: Browser<'_>) -> Result<()> {
    let kind = SecurityEventKind::SecondStepRemoved;
    let write = core.begin().await?;
    if !remove_as(core, &write, user.id, kind, browser.into()).await? {
        return Err(Error::NotFound);
    }
    write.commit().await?;
    Ok(())
}

/// The same for the operator, who has verified the user. False where the account has none.
///
/// # Errors
/// When the database can't be reached.
pub async fn reset(core: &Core, user: &User, by: &Operator<'_>) -> Result<bool> {
    let kind = SecurityEventKind::SecondStepReset;
    let write = core.begin().await?;
    if !remove_as(core, &write, user.id, kind, By::Operator).await? {
        return Ok(false);
    }
    let on = Subject::of(user.id, &user.nickname);
    act::record(&write, core, by, Act::SecondStepReset, on).await?;
    write.commit().await?;
    Ok(true)
}

async fn remove_as(
    core: &Core,
    write: &Conn,
    user_id: i64,
    kind: SecurityEventKind<'_>,
    by: By<'_>,
) -> Result<bool> {
    User::hold_to_count(write, user_id).await?;
    if !authenticator::remove(write, user_id).await? {
        return Ok(false);
    }
    recovery_code::remove(write, user_id).await?;
    end_with_password(write, user_id).await?;
    Session::forget_second_steps(write, user_id).await?;
    security_event::record(core, write, user_id, kind, by).await?;
    Ok(true)
}

/// Ends what a password has begun: sign-ins that wait for their second step, and the trust in browsers. Called within a
/// transaction that has locked or changed the account.
///
/// # Errors
/// When the database can't be reached.
pub(in crate::models) async fn end_with_password(write: &Conn, user_id: i64) -> Result<()> {
    sign_in_ticket::end_all(write, user_id).await?;
    trusted_browser::end_all(write, user_id).await
}
