//! The token of a consent form: it proves that exactly this request was shown in this session, and when.
//! It is not stored. `models::oauth::authorization_code` ensures that a form creates at most one code.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::app::App;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_rules::clock::Millis;
use portico_store::models::Session;

/// How long a page may be open before it is submitted.
const OPEN_MS: Millis = 10 * 60 * 1000;

/// Why a form is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormRejection {
    /// It was not made here for this session and this request.
    Foreign,
    /// It was open for too long.
    Expired,
}

/// The token of a form that shows `request` in `session`.
pub(super) fn token(app: &App, session: &Session, request: &str) -> Plain {
    let (now, nonce) = (app.now(), Plain::random());
    let parts = FormParts::new(session, request, now, nonce.expose());
    spelled(&parts, app.key.mac(PURPOSE, &parts.bytes()))
}

/// Checks that a form was recently shown in this session for this request. Returns what identifies it in the database.
///
/// # Errors
/// [`FormRejection`].
pub(super) fn check(app: &App, session: &Session, request: &str, token: &Plain) -> Result<SecretHash, FormRejection> {
    let mut split = token.expose().splitn(3, '.');
    let (Some(Ok(issued_at)), Some(nonce)) = (split.next().map(str::parse), split.next()) else {
        return Err(FormRejection::Foreign);
    };
    let parts = FormParts::new(session, request, issued_at, nonce);
    // Compared as a whole, since another spelling of the same token would count as another form. The page may have been
    // shown before the instance key was changed.
    let is_ours = app.key.macs(PURPOSE, &parts.bytes()).any(|mac| spelled(&parts, mac) == *token);
    if !is_ours {
        return Err(FormRejection::Foreign);
    }
    if app.now() - issued_at >= OPEN_MS {
        return Err(FormRejection::Expired);
    }
    Ok(SecretHash::new(token))
}

/// The purpose of the signature.
const PURPOSE: &str = "consent";

/// The signed parts of a form.
struct FormParts<'a> {
    session_id: [u8; 8],
    request: &'a str,
    issued_at: Millis,
    issued_at_bytes: [u8; 8],
    nonce: &'a str,
}

impl<'a> FormParts<'a> {
    fn new(session: &Session, request: &'a str, issued_at: Millis, nonce: &'a str) -> Self {
        Self {
            session_id: session.id.get().to_be_bytes(),
            request,
            issued_at,
            issued_at_bytes: issued_at.to_be_bytes(),
            nonce,
        }
    }

    fn bytes(&self) -> [&[u8]; 4] {
        [&self.session_id, self.request.as_bytes(), &self.issued_at_bytes, self.nonce.as_bytes()]
    }
}

fn spelled(parts: &FormParts<'_>, mac: [u8; 32]) -> Plain {
    let mac = BASE64_URL_SAFE_NO_PAD.encode(mac);
    Plain::from(format!("{}.{}.{mac}", parts.issued_at, parts.nonce))
}
