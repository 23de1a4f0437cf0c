//! Texts in which people and roles are mentioned.
// It has no other use than under libFuzzer, whose own main then calls it.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| portico_fuzz::mention_scanner(data));

#[cfg(not(fuzzing))]
fn main() {}
