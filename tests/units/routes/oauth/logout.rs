//! A request to sign out, and where it leads back.

use portico::routes::oauth::logout::{LogoutRequest, MAX_VALUE, Name, with_state};

/// Shows: logout.parameters
#[test]
fn a_parameter_that_is_given_twice_empty_or_endlessly_is_not_given() {
    let endless = format!("state={}", "a".repeat(MAX_VALUE + 1));
    for query in ["", "state=", "state=a&state=a", "logout_hint=a", &endless] {
        assert_eq!(LogoutRequest::read(query), LogoutRequest::default(), "{query}");
    }
}

/// Shows: logout.parameters
#[test]
fn a_request_reads_the_same_after_a_detour_by_the_page() {
    let query = "state=a%26b%20%C3%A9%23&client_id=5&post_logout_redirect_uri=https%3A%2F%2Fa.example%2F%3Fx%3D1&id_token_hint=a.b.c";
    let request = LogoutRequest::read(query);
    assert_eq!(request.get(Name::State), Some("a&b é#"));
    assert_eq!(LogoutRequest::read(&request.to_query()), request);
}

/// Shows: logout.state
#[test]
fn the_state_is_added_to_what_the_uri_has() {
    for (uri, state, expected) in [
        ("https://a.example", None, "https://a.example"),
        ("https://a.example/?b=1", None, "https://a.example/?b=1"),
        ("https://a.example/out", Some("x&y"), "https://a.example/out?state=x%26y"),
        ("https://a.example/?b=1&state=2", Some("x"), "https://a.example/?b=1&state=x"),
        ("org.example.app:/out", Some("x"), "org.example.app:/out?state=x"),
    ] {
        assert_eq!(with_state(uri, state), expected, "{uri}");
    }
}
