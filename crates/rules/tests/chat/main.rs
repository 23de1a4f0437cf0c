//! The rules that need no database, by example and by property.
//! Their effect in a running server is tested with the routes.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod card_text;
mod hostile;
mod links;
mod markdown;
mod markdown_properties;
mod marks;
mod mentions;
mod mentions_properties;
mod names;
mod permissions;
mod spans;
mod town;
