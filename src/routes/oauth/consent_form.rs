//! The token of a consent form: it proves that this very request was shown in this very session, and when.
//! Nothing is kept for it. That a form makes one code at most is held by `models::authorization_code`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::clock::Millis;
use crate::instance::Instance;
use crate::models::Session;
use crate::security::tokens::{Hashed, Plain};

/// How long a page may stand open before it is answered.
const OPEN_MS: Millis = 10 * 60 * 1000;

/// Why a form is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// It was not made here for this session and this request.
    Foreign,
    /// It stood open for too long.
    Expired,
}

/// The token of a form that shows `request` in `session`.
pub(super) fn token(at: &Instance, session: &Session, request: &str) -> Plain {
    signed(at, session, request, at.now(), Plain::random().expose())
}

/// Whether a form is one that was shown in this session for this request, a short while ago. Gives
/// what stands for it in the database.
///
/// # Errors
/// [`Unfit`].
pub(super) fn check(
    at: &Instance,
    session: &Session,
    request: &str,
    token: &Plain,
) -> Result<Hashed, Unfit> {
    let mut parts = token.expose().splitn(3, '.');
    let (Some(Ok(issued_at)), Some(nonce)) = (parts.next().map(str::parse), parts.next()) else {
        return Err(Unfit::Foreign);
    };
    // Compared whole: another spelling of the same token would count as another form.
    if signed(at, session, request, issued_at, nonce) != *token {
        return Err(Unfit::Foreign);
    }
    if at.now() - issued_at >= OPEN_MS {
        return Err(Unfit::Expired);
    }
    Ok(Hashed::of(token))
}

fn signed(
    at: &Instance,
    session: &Session,
    request: &str,
    issued_at: Millis,
    nonce: &str,
) -> Plain {
    let mac = at.key.mac(
        "consent",
        &[
            &session.id.to_be_bytes(),
            request.as_bytes(),
            &issued_at.to_be_bytes(),
            nonce.as_bytes(),
        ],
    );
    let mac = BASE64_URL_SAFE_NO_PAD.encode(mac);
    Plain::from(format!("{issued_at}.{nonce}.{mac}"))
}
