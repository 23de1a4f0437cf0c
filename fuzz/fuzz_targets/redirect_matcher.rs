//! Redirect URIs, one registered and one asked for.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portico::fuzz::redirect_matcher(data));
