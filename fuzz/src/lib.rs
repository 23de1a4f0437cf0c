//! Fuzz targets: parsers of untrusted input, each with the properties that must hold for any input.
//! `tests/harness.rs` feeds them on any toolchain, the programs in `fuzz_targets` under libFuzzer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod chat_body;
mod event_body;
mod mention_scanner;
mod naive_json;
mod naive_mentions;
mod phone_input;
mod redirect_matcher;
mod token_body;
mod translation;
mod webhook_body;

/// A webhook's body, in bytes: the payload or refusal that it results in, and what is stored.
pub fn webhook_body(data: &[u8]) {
    webhook_body::verify(data);
}

/// A message in the format of Discord's webhooks: a line with names of files, then JSON or a form.
pub fn discord_body(data: &[u8]) {
    chat_body::discord(data);
}

/// A message in the format of Slack's webhooks: a line with names of files, then JSON or a form.
pub fn slack_body(data: &[u8]) {
    chat_body::slack(data);
}

/// An event of another service: a line with its name, then its body.
pub fn event_body(data: &[u8]) {
    event_body::holds(data);
}

/// The body of a token exchange, in bytes: JSON or a form.
pub fn token_body(data: &[u8]) {
    token_body::verify(data);
}

/// A text whose mentions are found and rewritten: one byte of options, then the text.
pub fn mention_scanner(data: &[u8]) {
    let (options, text) = data.split_first().unwrap_or((&0, &[]));
    mention_scanner::verify(*options, &String::from_utf8_lossy(text));
}

/// Two URLs, one per line: a registered redirect URI, and the requested one.
pub fn redirect_matcher(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (registered, asked) = text.split_once('\n').unwrap_or((&text, &text));
    redirect_matcher::verify(registered, asked);
}

/// A phone number as a user enters it.
pub fn phone_input(data: &[u8]) {
    phone_input::verify(&String::from_utf8_lossy(data));
}

pub use chat_body::{discord_holds, read as read_chat_body, slack_holds};
pub use event_body::{event_holds, is_fit as event_is_fit};
