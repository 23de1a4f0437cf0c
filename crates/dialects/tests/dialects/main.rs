//! Bodies as other software sends them, translated.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod discord;
mod events;
mod recordings;
mod slack;
