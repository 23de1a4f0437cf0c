//! Texts in which people and roles are mentioned.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portico::fuzz::mention_scanner(data));
