//! Passkeys that forms carry: reading one, counting it, and checking it. `models::accounts::passkey` checks the
//! answers; what one opens, by the route of its form.

use crate::app::App;
use crate::routes::error_pages::again_in;
use crate::routes::guards::Browser;
use portico_crypto::webauthn::{CredentialResponse, Purpose};
use portico_platform::error::{Error, FieldErrors, Result};
use portico_platform::throttle::{LimitKind, ThrottleError};
use portico_rules::ids::UserId;
use portico_store::models::Passkey;
use portico_store::models::accounts::passkey::VerifiedPasskey;

/// Counts a passkey by the address, since nobody guesses one, and checks it: of any account, or of one alone.
///
/// # Errors
/// A fault of `form`.
pub(super) async fn verify(
    app: &App,
    whose: (Purpose, Option<UserId>),
    sent: CredentialResponse<'_>,
    browser: Browser<'_>,
) -> Result<VerifiedPasskey> {
    count(app, browser).await?;
    Passkey::verify(app, &app.security_log, whose, sent, browser.0).await
}

/// Counts a passkey that is shown or added.
///
/// # Errors
/// [`Error::limited`] by `form`.
pub(in crate::routes) async fn count(app: &App, browser: Browser<'_>) -> Result<()> {
    let kind = LimitKind::PasskeyAddress;
    let counted = app.throttle.check_address(kind, browser.address).await;
    counted.map(drop).map_err(|refused| match refused {
        ThrottleError::TooFast(too_fast) => {
            let seconds = too_fast.retry_after_secs;
            let sentence = format!("Too many passkeys were tried. {}", again_in(seconds));
            Error::Faults(FieldErrors::limited("form", sentence, seconds))
        }
        ThrottleError::Uncounted(err) => err,
    })
}

/// The passkey of a form whose button for passkeys was pressed. Without scripts the button sends itself alone.
pub(super) fn sent<'r>(with: &str, state: &'r str, credential: &'r str) -> Option<CredentialResponse<'r>> {
    (with == "passkey" || !credential.is_empty()).then_some(CredentialResponse { state, credential })
}
