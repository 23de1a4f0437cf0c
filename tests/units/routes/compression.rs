//! Which pages are compressed, and how.

use std::collections::HashSet;
use std::io::Read;

use flate2::read::GzDecoder;

use portico::routes::compression::{MAX_BYTES, MIN_BYTES, gzip, is_listed};

#[test]
fn text_is_the_same_after_decompression_and_its_length_differs_from_time_to_time() {
    let text = "The lighthouse is lit. ".repeat(100);
    let packed: Vec<_> = (0..20).map(|_| gzip(&text).unwrap()).collect();
    for bytes in &packed {
        let mut read = String::new();
        GzDecoder::new(bytes.as_slice()).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
    }
    let lengths: HashSet<usize> = packed.iter().map(Vec::len).collect();
    assert!(lengths.len() > 1);
}

#[test]
fn small_and_large_texts_are_not_compressed() {
    for (bytes, packed) in [(MIN_BYTES - 1, false), (MIN_BYTES, true), (MAX_BYTES, true), (MAX_BYTES + 1, false)] {
        assert_eq!(gzip(&"a".repeat(bytes)).is_some(), packed, "{bytes}");
    }
}

#[test]
fn pages_with_secrets_are_not_listed() {
    for template in ["portal/app", "portal/webhook_show", "oauth/consent", "settings/totp", "accounts/sign_in"] {
        assert!(!is_listed(template), "{template}");
    }
    assert!(is_listed("docs/github"));
}
