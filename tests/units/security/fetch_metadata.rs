//! The purpose of a request, as its browser declares it.

use rocket::http::HeaderMap;

use portico::security::fetch_metadata::{is_for_a_page, is_navigation};

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap<'static> {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.add_raw(*name, *value);
    }
    headers
}

/// Shows: authorize.navigations
#[test]
fn a_navigation_is_what_says_so_or_says_nothing() {
    for pairs in [
        &[][..],
        &[("Sec-Fetch-Dest", "document")],
        &[("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Site", "cross-site")],
        &[("Accept", "*/*")],
        &[("Accept", "text/html,application/xhtml+xml,image/avif,*/*;q=0.8")],
        &[("Sec-Purpose", "")],
    ] {
        assert!(is_navigation(&headers(pairs)), "{pairs:?}");
        assert!(is_for_a_page(&headers(pairs)), "{pairs:?}");
    }
}

/// Shows: authorize.navigations
#[test]
fn what_a_page_loads_is_no_navigation_and_not_for_a_page() {
    for dest in [
        "image",
        "iframe",
        "frame",
        "embed",
        "object",
        "script",
        "style",
        "video",
        "audio",
        "track",
        "font",
        "manifest",
        "worker",
        "serviceworker",
        "fencedframe",
        "prefetch",
        "report",
        "xslt",
        "IMAGE",
        "",
    ] {
        let headers = headers(&[("Sec-Fetch-Dest", dest), ("Sec-Fetch-Mode", "navigate")]);
        assert!(!is_navigation(&headers), "{dest}");
        assert!(!is_for_a_page(&headers), "{dest}");
    }
    let twice = headers(&[("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Dest", "image")]);
    assert!(!is_navigation(&twice) && !is_for_a_page(&twice));
    let old = headers(&[("Accept", "image/avif,image/webp,image/*,*/*;q=0.8")]);
    assert!(!is_navigation(&old) && !is_for_a_page(&old));
}

/// Shows: authorize.navigations
#[test]
fn a_request_by_a_script_is_for_a_page_but_no_navigation() {
    for pairs in [&[("Sec-Fetch-Dest", "empty")][..], &[("Sec-Fetch-Dest", "empty"), ("Sec-Fetch-Mode", "cors")]] {
        assert!(!is_navigation(&headers(pairs)), "{pairs:?}");
        assert!(is_for_a_page(&headers(pairs)), "{pairs:?}");
    }
    for mode in ["cors", "no-cors", "same-origin", "websocket", ""] {
        assert!(!is_navigation(&headers(&[("Sec-Fetch-Mode", mode)])), "{mode}");
    }
}

/// Shows: authorize.navigations
#[test]
fn what_is_fetched_ahead_is_no_navigation() {
    for (name, value) in [
        ("Sec-Purpose", "prefetch"),
        ("Sec-Purpose", "prefetch;prerender"),
        ("Sec-Purpose", "prefetch;anonymous-client-ip"),
        ("Purpose", "prefetch"),
        ("purpose", "Prefetch"),
        ("X-Purpose", "preview"),
        ("X-Purpose", "instant"),
        ("X-Moz", "prefetch"),
    ] {
        let headers = headers(&[("Sec-Fetch-Dest", "document"), (name, value)]);
        assert!(!is_navigation(&headers), "{name}: {value}");
    }
}
