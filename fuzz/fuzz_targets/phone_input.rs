//! Phone numbers as they are typed.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| portico::fuzz::phone_input(data));
