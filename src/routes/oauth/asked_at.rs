//! The time at which a user was asked for the password because of a request, as a parameter of the URL to continue at.
//! Freshness of a session is decided in `models::oauth::freshness`.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use crate::app::App;
use portico_crypto::tokens::Plain;
use portico_rules::clock::Millis;

/// How long it counts. Later, the user is asked again.
const VALID_MS: Millis = 60 * 60 * 1000;

/// The purpose of the signature.
const PURPOSE: &str = "asked for the password";

/// The parameter's value for a request, in its canonical query: now.
pub(super) fn write(app: &App, request: &str) -> String {
    let now = app.now();
    let mac = app.key.mac(PURPOSE, &parts(request, &now.to_be_bytes()));
    spelled(now, mac).expose().to_owned()
}

/// The time in a value that was made here for this request. None for every other value, so that the user is asked.
pub(super) fn read(app: &App, request: &str, value: &str) -> Option<Millis> {
    let asked_at: Millis = value.split_once('.')?.0.parse().ok()?;
    let value = Plain::from(value);
    let is_ours =
        app.key.macs(PURPOSE, &parts(request, &asked_at.to_be_bytes())).any(|mac| spelled(asked_at, mac) == value);
    (is_ours && app.now() - asked_at < VALID_MS).then_some(asked_at)
}

fn parts<'a>(request: &'a str, asked_at: &'a [u8; 8]) -> [&'a [u8]; 2] {
    [request.as_bytes(), asked_at]
}

fn spelled(asked_at: Millis, mac: [u8; 32]) -> Plain {
    let mac = BASE64_URL_SAFE_NO_PAD.encode(mac);
    Plain::from(format!("{asked_at}.{mac}"))
}
