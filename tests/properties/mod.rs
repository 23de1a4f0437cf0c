//! Properties: rules with random input, each compared with a simpler version of the same rule.
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
mod search;
