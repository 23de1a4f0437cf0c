//! What is fed with random bytes: readers of what strangers send, each with all that must hold whatever comes.
//! It is built for tests and for libFuzzer alone; the harness of the first stands in `harness`, the second in `fuzz/`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(test)]
mod harness;
mod mention_scanner;
mod naive_json;
mod naive_mentions;
mod phone_input;
mod redirect_matcher;
mod token_body;
mod webhook_body;

/// A webhook's body, in bytes: the payload it becomes or the refusal it gets, and what is stored of it.
pub fn webhook_body(data: &[u8]) {
    webhook_body::holds(data);
}

/// The body of a token exchange, in bytes.
pub fn token_body(data: &[u8]) {
    token_body::holds(data);
}

/// A text whose mentions are found and rewritten: a byte of options, then the text.
pub fn mention_scanner(data: &[u8]) {
    let (options, text) = data.split_first().unwrap_or((&0, &[]));
    mention_scanner::holds(*options, &String::from_utf8_lossy(text));
}

/// Two addresses, one a line: a registered redirect URI, and the one that is asked for.
pub fn redirect_matcher(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (registered, asked) = text.split_once('\n').unwrap_or((&text, &text));
    redirect_matcher::holds(registered, asked);
}

/// A phone number as somebody types it.
pub fn phone_input(data: &[u8]) {
    phone_input::holds(&String::from_utf8_lossy(data));
}
