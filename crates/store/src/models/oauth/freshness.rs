//! How recently the password must have been entered for a sign-in to an app. Pure.
//! Reading it from the request is in `routes::oauth`.

use portico_rules::clock::Millis;

/// How long after the password was entered for a request it counts as fresh for it, whatever age the request allows: time to
/// read the page after it. Within it the request can be repeated, too.
const FRESH_FOR_REQUEST_MS: Millis = 10 * 60 * 1000;

/// The age of the password that a request demands (OpenID Connect Core, section 3.1.2.1). The default allows every
/// session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freshness {
    /// True if it has to be entered for this request (`prompt=login`).
    pub login: bool,
    /// How many seconds ago it may have been entered (`max_age`).
    pub max_age: Option<i64>,
    /// When the user was asked for it because of this request, if they were. A password that was entered since then is
    /// fresh for ten minutes, in which they read the page after it.
    pub asked_at: Option<Millis>,
}

impl Freshness {
    /// True if a password can be too old for the request.
    pub fn is_required(self) -> bool {
        self.login || self.max_age.is_some()
    }

    /// True if a session in which the password was entered at `authenticated_at` is fresh enough.
    pub fn allows(self, authenticated_at: Millis, now: Millis) -> bool {
        let age = now.saturating_sub(authenticated_at);
        let is_for_request = |asked_at| authenticated_at >= asked_at && age <= FRESH_FOR_REQUEST_MS;
        if self.asked_at.is_some_and(is_for_request) {
            return true;
        }
        let is_young = |max_age: i64| {
            // Zero means “now”, which no session is (Core, section 3.1.2.1).
            max_age > 0 && age <= max_age.saturating_mul(1_000)
        };
        !self.login && self.max_age.is_none_or(is_young)
    }
}

#[cfg(test)]
mod tests {
    use super::Freshness;

    const NOW: i64 = 1_000_000;

    fn asks(login: bool, max_age: Option<i64>, asked_at: Option<i64>) -> Freshness {
        Freshness { login, max_age, asked_at }
    }

    /// Shows: authorize.max-age
    #[test]
    fn a_password_is_fresh_within_the_age_and_for_ten_minutes_after_it_was_asked_for() {
        for (freshness, entered, fresh) in [
            (Freshness::default(), 0, true),
            (asks(false, Some(10), None), NOW - 10_000, true),
            (asks(false, Some(10), None), NOW - 10_001, false),
            (asks(false, Some(0), None), NOW, false),
            (asks(false, Some(9_999_999_999), None), 0, true),
            (asks(true, None, None), NOW, false),
            (asks(true, Some(10), None), NOW, false),
            (asks(true, None, Some(NOW - 5)), NOW - 5, true),
            (asks(true, None, Some(NOW - 5)), NOW - 6, false),
            (asks(false, Some(0), Some(NOW - 5)), NOW - 5, true),
            (asks(false, Some(1), Some(NOW - 5_000)), NOW - 4_000, true),
            (asks(false, Some(9), Some(NOW - 5_000)), NOW - 6_000, true),
            (asks(true, None, Some(0)), NOW - 600_000, true),
            (asks(true, None, Some(0)), NOW - 600_001, false),
            (asks(false, Some(1), Some(0)), NOW - 600_001, false),
            (asks(false, Some(700), Some(0)), NOW - 600_001, true),
        ] {
            assert_eq!(freshness.allows(entered, NOW), fresh, "{freshness:?}");
        }
    }
}
