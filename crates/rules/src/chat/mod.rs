//! The rules of the chat: names, permissions, mentions, Markdown and cards.
//! Pure: nothing here reads a database, a clock or a socket; callers load what the rules need.

pub mod card_text;
pub mod cards;
pub mod channel_names;
pub mod links;
pub mod markdown;
pub mod mentions;
pub mod names;
pub mod permissions;
pub mod quiet_time;
pub mod search;
pub mod times;
