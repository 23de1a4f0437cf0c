//! What holds whatever comes: rules under random input, each against a plainer telling of the same rule.
//! Mentions, redirects, phone numbers and bodies have theirs in the crate's `fuzz`; names and links under `chat`.

mod continuation;
mod cursors;
mod ids;
mod json;
mod pages;
mod permissions;
mod phone;
mod redirects;
mod retry_after;
mod sealing;
