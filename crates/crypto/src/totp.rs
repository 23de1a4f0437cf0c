//! Codes of authenticator apps (RFC 6238): keys, codes, and how a key gets into an app. `models::accounts::second_step`
//! decides which code is accepted, and accepts it once.

use qrcodegen::{QrCode, QrCodeEcc};
use totp_rs::{Algorithm, Builder, Secret};

use super::random_bytes;
use super::tokens::{Plain, base32, from_base32};
use portico_rules::clock::Millis;

/// Digits of a code. Every app supports six, SHA-1 and thirty seconds.
pub const DIGITS: usize = 6;
/// Time that a code is current.
pub const STEP_SECS: u64 = 30;
/// Max steps that an app's clock may be off, either way.
pub const DRIFT: i64 = 1;
/// The size of a key, as RFC 4226 recommends it (section 4).
const KEY: usize = 20;
/// The light border that readers of QR codes need, in modules.
const BORDER: i32 = 4;

/// A new key, in base32.
pub fn new_key() -> Plain {
    base32(&random_bytes::<KEY>()).into()
}

/// The number of the step at this time.
pub fn step_at(now: Millis) -> i64 {
    now.div_euclid(STEP_SECS as i64 * 1_000)
}

/// The code of a key in a step; none for what is no key.
pub fn code(key: &Plain, step: i64) -> Option<Plain> {
    let key: [u8; KEY] = from_base32(key.expose())?.try_into().ok()?;
    let totp = Builder::new()
        .with_algorithm(Algorithm::SHA1)
        .with_digits(6)
        .with_step_duration(STEP_SECS)
        .with_secret(Secret::new_stack(key))
        .build()
        .ok()?;
    let time = u64::try_from(step).ok()?.checked_mul(STEP_SECS)?;
    Some(totp.generate(time).to_string().into())
}

/// The step around the present one, later than `last`, in which a key has this code.
pub fn step_of(key: &Plain, typed: &Plain, last: i64, now: Millis) -> Option<i64> {
    let present = step_at(now);
    (present - DRIFT..=present + DRIFT)
        .filter(|step| *step > last)
        .find(|step| code(key, *step).as_ref() == Some(typed))
}

/// The address that an app reads from a QR code (the Key URI Format). `issuer` is where the account is, `account` its
/// name there.
pub fn uri(key: &Plain, issuer: &str, account: &str) -> Plain {
    let encoded =
        |text: &str| percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string();
    let (issuer, account) = (encoded(issuer), encoded(account));
    Plain::from(format!(
        "otpauth://totp/{issuer}:{account}?secret={}&issuer={issuer}&algorithm=SHA1&digits={DIGITS}&period={STEP_SECS}",
        key.expose()
    ))
}

/// A text as a QR code in SVG, dark on light in every theme; none for a text that is too long for one.
pub fn qr_svg(text: &Plain) -> Option<Plain> {
    let qr = QrCode::encode_text(text.expose(), QrCodeEcc::Medium).ok()?;
    let size = qr.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| qr.get_module(*x, y)) {
            path.push_str(&format!("M{} {}h1v1h-1z", x + BORDER, y + BORDER));
        }
    }
    let side = size + 2 * BORDER;
    Some(Plain::from(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" width=\"220\" height=\"220\" role=\"img\" aria-label=\"QR code with the key\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    )))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    /// The key of RFC 6238, appendix B, for SHA-1.
    fn key() -> Plain {
        base32(b"12345678901234567890").into()
    }

    /// Shows: second-step.standard
    #[test]
    fn codes_are_those_that_the_standard_publishes() {
        // The appendix has eight digits, of which a shorter code is the end.
        for (time, published) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            let made = code(&key(), step_at(time * 1_000)).unwrap();
            assert_eq!(made.expose(), &published[2..], "{time}");
        }
    }

    /// Shows: second-step.drift
    #[test]
    fn a_clock_may_be_one_step_off_either_way_and_no_more() {
        let now = 1_111_111_111_000;
        let present = step_at(now);
        for (off, accepted) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let typed = code(&key(), present + off).unwrap();
            let step = step_of(&key(), &typed, 0, now);
            assert_eq!(step, accepted.then_some(present + off), "{off}");
        }
    }

    /// Shows: second-step.once
    #[test]
    fn a_step_that_was_used_and_those_before_it_are_over() {
        let now = 1_111_111_111_000;
        let present = step_at(now);
        let typed = code(&key(), present).unwrap();
        assert_eq!(step_of(&key(), &typed, present - 1, now), Some(present));
        assert_eq!(step_of(&key(), &typed, present, now), None);
        assert_eq!(step_of(&key(), &typed, present + 1, now), None);
    }

    #[test]
    fn a_key_is_never_the_same_and_what_is_no_key_has_no_codes() {
        assert_eq!(new_key().expose().len(), 32);
        assert_ne!(new_key(), new_key());
        for text in ["", "short", "1111", "é"] {
            assert!(code(&text.into(), 5).is_none(), "{text}");
        }
        assert!(code(&key(), -1).is_none());
    }

    #[test]
    fn the_address_names_issuer_and_account_and_fits_into_a_qr_code() {
        let uri = uri(&key(), "chat.example.org:8000", "alice");
        assert!(
            uri.expose().starts_with(
                "otpauth://totp/chat%2Eexample%2Eorg%3A8000:alice?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&"
            ),
            "{}",
            uri.expose()
        );
        let svg = qr_svg(&uri).unwrap();
        assert!(svg.expose().len() < 40_000, "{}", svg.expose().len());
        assert!(qr_svg(&"x".repeat(5_000).into()).is_none());
    }
}
