//! Properties: rules with random input, each compared with a simpler version of the same rule.
//! Mentions, redirects, phone numbers and bodies have further ones in `fuzz`; names and links under `chat`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod ids;
mod json;
mod permissions;
mod phone;
mod redirects;
