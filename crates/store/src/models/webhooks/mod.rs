//! Webhooks, and the keys that make their posts idempotent.
//! How a post becomes a message is in `posting`.

pub mod idempotency_key;
pub mod webhook;
