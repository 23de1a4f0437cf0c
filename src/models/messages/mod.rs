//! What was said, and what each person has read of it: messages, mentions, feed, inbox.
//! How a post becomes a message stands in `posting`.

pub mod feed;
pub mod inbox;
pub mod mention;
pub mod message;
pub mod read_mark;
pub mod unread;
pub mod version;
