//! Messages, mentions, and what each user has read of them: feed, inbox, search, and removing messages.
//! How a post becomes a message is in `posting`.

pub mod feed;
pub mod inbox;
pub mod mention;
pub mod mention_reach;
pub mod message;
pub mod message_report;
pub mod moderation;
pub mod notification;
pub mod push;
pub mod read_mark;
pub mod removal;
pub mod removal_preview;
pub mod search;
mod search_index;
pub mod unread;
pub mod version;
