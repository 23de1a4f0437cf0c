//! Codes that are sent by text message: how one is made, read, stored, counted and compared.
//! `phone_code` and `password_reset` decide about the effects of a right code.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait;

use crate::core::Core;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::UserId;
use portico_rules::phone::Number;

/// How long a code can be redeemed.
pub(super) const LIFETIME_MS: Millis = 10 * 60 * 1000;
/// How many guesses a code allows.
pub(super) const TRIES: i32 = 5;

/// The use of a code. It is worth nothing for another use, another user, or another number.
#[derive(Debug, Clone, Copy)]
pub(super) struct CodeKind {
    /// The purpose of its hashes with the instance key.
    pub(super) purpose: &'static str,
    /// How many digits it has.
    pub(super) digits: usize,
}

impl CodeKind {
    /// The digits of a code as it was typed, with spaces and hyphens anywhere; none where it can't be a code.
    pub(super) fn read(self, typed: &str) -> Option<Plain> {
        let digits: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        let is_code = digits.len() == self.digits && digits.bytes().all(|b| b.is_ascii_digit());
        is_code.then(|| Plain::from(digits))
    }

    /// The code under the instance key, as it is stored: its few digits would not outlast a plain hash.
    pub(super) fn mac(self, core: &Core, user_id: UserId, number: &Number, code: &Plain) -> SecretHash {
        let user_id = user_id.get().to_be_bytes();
        SecretHash::from(core.key.mac(self.purpose, &parts(&user_id, number, code)))
    }

    /// True if `stored` is this code. It may have been sent before the instance key was changed.
    pub(super) fn matches(
        self,
        core: &Core,
        stored: &[u8],
        (user_id, number): (UserId, &Number),
        code: &Plain,
    ) -> bool {
        let stored = SecretHash::from_bytes(stored);
        let user_id = user_id.get().to_be_bytes();
        core.key.macs(self.purpose, &parts(&user_id, number, code)).any(|mac| stored == Some(SecretHash::from(mac)))
    }
}

fn parts<'a>(user_id: &'a [u8; 8], number: &'a Number, code: &'a Plain) -> [&'a [u8]; 3] {
    [user_id, number.e164().as_bytes(), code.expose().as_bytes()]
}

/// Counts a guess at the code of the row that `row` selects, before it is compared: then no guess is free, however many are
/// sent at once. False where no code there still works.
pub(super) async fn count_guess<E: EntityTrait>(
    write: &Conn,
    (attempts, expires_at): (E::Column, E::Column),
    row: Expr,
    now: Millis,
) -> Result<bool> {
    let counted = E::update_many()
        .col_expr(attempts, Expr::col(attempts).add(1))
        .filter(row)
        .filter(attempts.lt(TRIES))
        .filter(expires_at.gt(now))
        .exec(write)
        .await?;
    Ok(counted.rows_affected > 0)
}

/// How many guesses are left after so many.
pub(super) fn tries_left(attempts: i32) -> i32 {
    Ord::max(TRIES - attempts, 0)
}

/// No code still works: it expired, was used, or was guessed at too often.
pub(super) fn no_longer_works() -> Error {
    Error::fault("code", "This code no longer works. Request a new one.")
}

/// A wrong guess, after which so many are left.
pub(super) fn wrong(tries_left: i32) -> Error {
    let sentence = match tries_left {
        0 => "This code is wrong, and you have no tries left. Request a new one.",
        _ => "This code is wrong. Check it and try again.",
    };
    Error::fault("code", sentence)
}
