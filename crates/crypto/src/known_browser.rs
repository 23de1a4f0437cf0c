//! Browsers that have signed in before: their cookie, and which accounts know them. The sign-in decides which limits
//! and which place in the hashing queue that gives.
//!
//! An entry is random bytes with a keyed hash over them, the account and its password hash. So it needs no table, names
//! no account, becomes invalid with the password, and stays valid during a key rotation for as long as the old key is
//! kept. Only someone who knows the password, or had a reset code, gets one.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::{InstanceKey, random_bytes};
use crate::tokens::SecretHash;
use portico_rules::clock::Millis;

/// Time that a browser stays known after its last sign-in.
pub const LIFETIME_MS: Millis = 365 * 24 * 60 * 60 * 1000;
/// The maximum number of accounts that know a browser; the latest sign-in comes first.
const ACCOUNTS: usize = 4;
/// Longer than any cookie that is issued here.
const MAX_LENGTH: usize = 512;
const ID: usize = 16;
const MAC: usize = 32;
const TIME: usize = 8;
/// The purpose of the keyed hash.
const PURPOSE: &str = "known browser";

/// The account to check.
#[derive(Clone, Copy)]
pub struct Account<'a> {
    /// Its id.
    pub id: i64,
    /// Its stored password hash.
    pub password_hash: &'a str,
}

impl std::fmt::Debug for Account<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Account({})", self.id)
    }
}

/// A browser that has signed in to an account before. Copies of its cookie count as the same browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownBrowser([u8; ID]);

impl KnownBrowser {
    /// The key by which its attempts at this account are counted.
    pub fn subject(self, account_id: i64) -> String {
        format!("{account_id} {}", BASE64_URL_SAFE_NO_PAD.encode(self.0))
    }
}

/// The unverified content of the cookie.
#[derive(Clone, Default)]
pub struct KnownBrowserCookie(Vec<Entry>);

#[derive(Clone, Copy)]
struct Entry {
    browser: [u8; ID],
    signed_in_at: Millis,
    mac: [u8; MAC],
}

impl std::fmt::Debug for KnownBrowserCookie {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "KnownTo({})", self.0.len())
    }
}

impl KnownBrowserCookie {
    /// Parses the cookie. Malformed entries are dropped.
    pub fn read(cookie: &str) -> Self {
        if cookie.len() > MAX_LENGTH {
            return Self::default();
        }
        let entries = cookie.split('.').take(ACCOUNTS).filter_map(Entry::read);
        Self(entries.collect())
    }

    /// True if it claims to be known to any account.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The browser, if it has signed in to this account with the current password.
    pub fn to(&self, key: &InstanceKey, account: Account<'_>, now: Millis) -> Option<KnownBrowser> {
        let entry = self.0.iter().find(|entry| entry.fits(key, account, now))?;
        Some(KnownBrowser(entry.browser))
    }

    /// The browser's cookie after it has signed in to `account`. It keeps its identity there, so that signing in again
    /// gives it no new limit.
    pub fn after_sign_in(&self, key: &InstanceKey, account: Account<'_>, now: Millis) -> String {
        let browser = match self.to(key, account, now) {
            Some(KnownBrowser(browser)) => browser,
            None => random_bytes(),
        };
        let mut newest = Entry { browser, signed_in_at: now, mac: [0; MAC] };
        newest.mac = newest.with_parts(account, |parts| key.mac(PURPOSE, parts));
        let others = self.0.iter().filter(|entry| entry.browser != browser);
        let texts: Vec<String> = std::iter::once(&newest).chain(others).take(ACCOUNTS).map(Entry::text).collect();
        texts.join(".")
    }
}

impl Entry {
    fn read(text: &str) -> Option<Self> {
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(text).ok()?;
        let bytes: [u8; ID + TIME + MAC] = bytes.try_into().ok()?;
        let (browser, rest) = bytes.split_first_chunk::<ID>()?;
        let (time, mac) = rest.split_first_chunk::<TIME>()?;
        Some(Self { browser: *browser, signed_in_at: Millis::from_be_bytes(*time), mac: mac.try_into().ok()? })
    }

    fn text(&self) -> String {
        let mut bytes = [0; ID + TIME + MAC];
        bytes[..ID].copy_from_slice(&self.browser);
        bytes[ID..ID + TIME].copy_from_slice(&self.signed_in_at.to_be_bytes());
        bytes[ID + TIME..].copy_from_slice(&self.mac);
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    fn fits(&self, key: &InstanceKey, account: Account<'_>, now: Millis) -> bool {
        let claimed = SecretHash::from(self.mac);
        let fits =
            self.with_parts(account, |parts| key.macs(PURPOSE, parts).any(|mac| SecretHash::from(mac) == claimed));
        fits && now.saturating_sub(self.signed_in_at) < LIFETIME_MS
    }

    /// Passes the input of the keyed hash to `hash`.
    fn with_parts<T>(&self, account: Account<'_>, hash: impl FnOnce(&[&[u8]]) -> T) -> T {
        hash(&[
            &self.browser,
            &self.signed_in_at.to_be_bytes(),
            &account.id.to_be_bytes(),
            account.password_hash.as_bytes(),
        ])
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    const NOW: Millis = 1_800_000_000_000;

    fn key(byte: &str) -> String {
        format!("{byte}00").repeat(16)
    }

    fn account(id: i64, password_hash: &str) -> Account<'_> {
        Account { id, password_hash }
    }

    fn ring(current: &str, further: &[&str]) -> InstanceKey {
        let further: Vec<_> = further.iter().map(|byte| key(byte).into()).collect();
        InstanceKey::from_settings(&key(current).into(), &further).unwrap()
    }

    /// Shows: known-browsers.bound
    #[test]
    fn an_entry_fits_its_account_with_its_password_and_nothing_else() {
        let (key, alice) = (ring("1f", &[]), account(7, "$argon2id$one"));
        let cookie = KnownBrowserCookie::default().after_sign_in(&key, alice, NOW);
        let known = KnownBrowserCookie::read(&cookie);
        assert!(known.to(&key, alice, NOW).is_some());
        for (other, why) in
            [(account(8, "$argon2id$one"), "another account"), (account(7, "$argon2id$two"), "a new password")]
        {
            assert!(known.to(&key, other, NOW).is_none(), "{why}");
        }
        assert!(known.to(&ring("2e", &[]), alice, NOW).is_none());
        for at in [0, 20, 30, 74] {
            let mut forged = cookie.clone().into_bytes();
            forged[at] = if forged[at] == b'A' { b'B' } else { b'A' };
            let forged = KnownBrowserCookie::read(std::str::from_utf8(&forged).unwrap());
            assert!(forged.to(&key, alice, NOW).is_none(), "altered at {at}");
        }
    }

    /// Shows: known-browsers.bound
    #[test]
    fn a_browser_stays_known_for_a_year_and_through_a_change_of_the_key() {
        let (old, alice) = (ring("1f", &[]), account(7, "$argon2id$one"));
        let known = KnownBrowserCookie::read(&KnownBrowserCookie::default().after_sign_in(&old, alice, NOW));
        let between = ring("2e", &["1f"]);
        let browser = known.to(&between, alice, NOW + LIFETIME_MS - 1).unwrap();
        assert!(known.to(&between, alice, NOW + LIFETIME_MS).is_none());
        let again = KnownBrowserCookie::read(&known.after_sign_in(&between, alice, NOW + 1));
        assert_eq!(again.to(&ring("2e", &[]), alice, NOW + 1), Some(browser));
    }

    /// Shows: known-browsers.one-limit
    #[test]
    fn signing_in_again_gives_a_browser_no_new_identity() {
        let (key, alice) = (ring("1f", &[]), account(7, "$argon2id$one"));
        let first = KnownBrowserCookie::read(&KnownBrowserCookie::default().after_sign_in(&key, alice, NOW));
        let again = KnownBrowserCookie::read(&first.after_sign_in(&key, alice, NOW + 1));
        assert_eq!(again.0.len(), 1);
        let same = [&first, &again].map(|known| known.to(&key, alice, NOW + 1).unwrap());
        assert_eq!(same[0], same[1]);
        assert_ne!(same[0].subject(7), same[0].subject(8));
    }

    /// Shows: known-browsers.bounded
    #[test]
    fn the_cookie_holds_four_accounts_and_drops_the_one_that_signed_in_first() {
        let key = ring("1f", &[]);
        let mut cookie = String::new();
        for id in 1..=5 {
            cookie = KnownBrowserCookie::read(&cookie).after_sign_in(&key, account(id, "x"), NOW);
            assert!(cookie.len() <= 303, "{}", cookie.len());
        }
        let known = KnownBrowserCookie::read(&cookie);
        let to = |id| known.to(&key, account(id, "x"), NOW).is_some();
        assert_eq!([1, 2, 3, 4, 5].map(to), [false, true, true, true, true]);
        for broken in ["", ".", "....", "x.y", "A\u{fffd}", &"A".repeat(75), &"A.".repeat(9_999)] {
            let known = KnownBrowserCookie::read(broken);
            assert!(known.0.len() <= ACCOUNTS);
            assert!(known.to(&key, account(1, "x"), NOW).is_none());
        }
        let five = format!("{cookie}.{cookie}");
        assert_eq!(KnownBrowserCookie::read(&five).0.len(), 0, "too long");
    }
}
