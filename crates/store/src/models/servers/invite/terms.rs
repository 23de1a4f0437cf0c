//! The limits of an invite, as users type them.
//! Which invites still work is in `invite`.

use std::str::FromStr;

use portico_platform::error::{FieldErrors, Result};
use portico_rules::clock::{HOUR_MS, Millis};

/// The longest that an invite can be set to work: a year.
const MAX_HOURS: i64 = 365 * 24;
/// The most people that a limited invite can let in.
const MAX_USES: i32 = 10_000;

/// The form of an invite; an empty field sets no limit.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terms<'a> {
    /// After how many hours it stops working.
    pub expires_hours: &'a str,
    /// For how many people it works.
    pub uses: &'a str,
}

impl Terms<'_> {
    /// Until when, and for how many people.
    ///
    /// # Errors
    /// Faults of `expires_hours` and `uses`.
    pub(super) fn check(self, now: Millis) -> Result<(Option<Millis>, Option<i32>)> {
        let mut faults = FieldErrors::none();
        let hours = limit(self.expires_hours, MAX_HOURS);
        let hours = hours.ok_or("Choose from 1 to 8,760 hours, or leave it empty for no limit.");
        let hours = faults.check("expires_hours", hours);
        let uses = limit(self.uses, MAX_USES);
        let uses = uses.ok_or("Choose from 1 to 10,000 people, or leave it empty for no limit.");
        let uses = faults.check("uses", uses);
        faults.into_result()?;
        let expires_at = hours.flatten().map(|hours| now + hours * HOUR_MS);
        Ok((expires_at, uses.flatten()))
    }
}

/// A number from 1 to `limit`, or no limit; `None` for anything else.
#[allow(clippy::option_option)]
fn limit<N: FromStr + PartialOrd + From<u8>>(typed: &str, max: N) -> Option<Option<N>> {
    match typed.trim() {
        "" => Some(None),
        typed => {
            let number = typed.parse().ok();
            number.filter(|number| (N::from(1)..=max).contains(number)).map(Some)
        }
    }
}
