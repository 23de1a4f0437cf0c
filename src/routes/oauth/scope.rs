//! The scope of a request, at the authorization page and of a device (RFC 6749, section 3.3): how long it may be, and what of
//! it is granted. Whether a granted scope has a value is in `models::oauth::profile`.

use portico_store::models::oauth::profile::has_scope;

/// The scope that asks for an ID token.
pub const OPENID: &str = "openid";
/// The scope that asks for nickname, display name and picture.
const PROFILE: &str = "profile";

/// The most bytes of a scope.
pub const MAX_SCOPE: usize = 1_024;
/// The error of a scope that is refused.
pub const INVALID_SCOPE: &str = "invalid_scope";

/// Refuses a scope that is too long.
///
/// # Errors
/// A sentence for the app's developer, to report with [`INVALID_SCOPE`].
pub fn check(scope: Option<&str>) -> Result<(), &'static str> {
    match scope {
        Some(scope) if scope.len() > MAX_SCOPE => Err("scope is longer than 1024 bytes."),
        _ => Ok(()),
    }
}

/// The part of a scope that is known, which is granted. Without a scope it is what the JSON exchange gives, under its standard
/// name. Nothing is granted of a scope without any known value: the app then gets the user's ID alone, as our documentation
/// says of unknown values.
pub fn granted(scope: Option<&str>) -> &'static str {
    let Some(scope) = scope else {
        return PROFILE;
    };
    match (has_scope(scope, OPENID), has_scope(scope, PROFILE)) {
        (true, true) => "openid profile",
        (true, false) => OPENID,
        (false, true) => PROFILE,
        (false, false) => "",
    }
}
