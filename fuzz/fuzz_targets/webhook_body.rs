//! Bodies of posts to a webhook.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portico::fuzz::webhook_body(data));
