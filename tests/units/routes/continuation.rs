//! Where a sign-in may lead.

use portico::routes::continuation::Continuation;

#[test]
fn a_place_on_this_site_is_kept() {
    for place in ["/", "/portal", "/oauth/authorize?client_id=1&state=a%20b", "/channels/5?before=7"] {
        assert_eq!(Continuation::read(place).as_ref().map(Continuation::as_str), Some(place));
        assert_eq!(Continuation::or_home(Some(place)).as_str(), place);
    }
    assert_eq!(Continuation::or_home(None).as_str(), "/");
}

/// Shows: sessions.next-stays
#[test]
fn a_place_that_could_leave_the_site_is_none() {
    for place in [
        "",
        "portal",
        "//evil.example",
        "/\\evil.example",
        "/\t/evil.example",
        "https://evil.example",
        "/a b",
        "/a\r\nb",
        "javascript:alert(1)",
        "/é",
    ] {
        assert_eq!(Continuation::read(place), None, "{place:?}");
        assert_eq!(Continuation::or_home(Some(place)), Continuation::home());
    }
}
