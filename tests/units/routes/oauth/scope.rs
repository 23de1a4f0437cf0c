//! The part of a scope that is granted.

use portico::routes::oauth::scope::{MAX_SCOPE, check, granted};

#[test]
fn the_known_values_of_a_scope_are_granted_and_no_others() {
    for (scope, known) in [
        (None, "profile"),
        (Some("profile email openid"), "openid profile"),
        (Some("openid"), "openid"),
        (Some("profile"), "profile"),
        (Some("email OpenID"), ""),
    ] {
        assert_eq!(granted(scope), known, "{scope:?}");
    }
}

#[test]
fn a_scope_is_refused_only_where_it_is_too_long() {
    let longest = "s".repeat(MAX_SCOPE);
    assert_eq!(check(None), Ok(()));
    assert_eq!(check(Some(&longest)), Ok(()));
    assert!(check(Some(&format!("{longest}s"))).is_err());
}
