//! Phone numbers as they are typed.
// It has no other use than under libFuzzer, whose own main then calls it.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| portico_fuzz::phone_input(data));

#[cfg(not(fuzzing))]
fn main() {}
