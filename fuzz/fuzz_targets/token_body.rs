//! Bodies of token exchanges.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portico::fuzz::token_body(data));
