//! Messages in the format of Slack's webhooks.
// It has no other use than under libFuzzer, whose own main then calls it.
#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| portico_fuzz::slack_body(data));

#[cfg(not(fuzzing))]
fn main() {}
