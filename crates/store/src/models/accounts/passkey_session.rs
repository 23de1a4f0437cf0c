//! Sessions by a passkey: signing in with one alone, and confirming with one that it is still the same person.
//! Checking a passkey is in `passkey`; as the second step after a password it is used in `second_step`.

use crate::core::Core;
use crate::live::Access;
use crate::models::User;
use crate::models::accounts::passkey::{self, VerifiedPasskey};
use crate::models::accounts::security_event::{self, Browser, SecurityEventKind};
use crate::models::accounts::session::{Model as Session, Opening, SecondBy};
use portico_crypto::tokens::Plain;
use portico_crypto::webauthn::PasskeyError;
use portico_macros::boxed;
use portico_platform::error::{Error, Result};

/// Signs in whose passkey it is; returns the token for the cookie.
///
/// # Errors
/// A fault of `form`.
#[boxed]
pub async fn sign_in(core: &Core, verified: &VerifiedPasskey, browser: Browser<'_>) -> Result<(User, Plain)> {
    let write = core.begin().await?;
    // The account is locked first, as by everything that ends sessions, so that there is no deadlock.
    User::lock_to_count(&write, verified.user_id()).await?;
    let user = User::find(&write, verified.user_id()).await?;
    let user = user.filter(|user| !user.is_disabled());
    let user = user.ok_or_else(|| Error::fault("form", passkey::UNKNOWN))?;
    if !verified.use_up(&write, core.now()).await? {
        return Err(passkey::fault(PasskeyError::Over));
    }
    let opening = Opening::passkey(core.now());
    let (_, token) = Session::begin(core, &write, user.id, browser, opening).await?;
    security_event::record(core, &write, user.id, SecurityEventKind::SignedIn, browser).await?;
    write.commit().await?;
    Ok((user, token))
}

/// Replaces a session by a new one, as [`Session::renew`] does after the password, for a user who used their passkey. That
/// is the second step too.
///
/// # Errors
/// A fault of `form`; [`Error::SignedOut`] when the session or the account is no more.
#[boxed]
pub async fn confirm(
    core: &Core,
    (session, user): (&Session, &User),
    verified: &VerifiedPasskey,
    browser: Browser<'_>,
) -> Result<Plain> {
    let write = core.begin().await?;
    if !user.lock_unchanged(&write).await? {
        return Err(Error::SignedOut);
    }
    if verified.user_id() != user.id || !verified.use_up(&write, core.now()).await? {
        return Err(passkey::fault(PasskeyError::Over));
    }
    let opening = Opening { second: Some((SecondBy::Passkey, core.now())), ..session.opening() };
    let (_, token) = session.replace(core, &write, browser, opening).await?;
    core.commit_revoking(write, &[Access::User(user.id)]).await?;
    Ok(token)
}
