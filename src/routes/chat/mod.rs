//! Channels with their feeds and live updates, and the inbox.
//! The settings of servers and channels are in `servers`.

pub(super) mod channel_events;
mod channel_feed;
mod channel_links;
mod channel_reader;
pub(super) mod channels;
pub(super) mod completions;
mod feed_rows;
pub(super) mod inbox;
pub(super) mod inbox_events;
mod marks;
pub(super) mod members;
pub(super) mod message_actions;
mod message_renderer;
mod message_view;
pub(super) mod mutes;
pub(super) mod notifications;
mod open_channels;
mod page_account;
pub(super) mod person;
mod preview;
mod removal_counts;
mod removal_notice;
pub(super) mod removals;
mod render_cache;
mod reply_bar;
mod reported_messages;
pub(super) mod search;
mod stream;
pub(super) mod versions;

use std::sync::Arc;

use serde::Serializer;

pub use marks::Marks;
pub use message_renderer::{MessageRenderer, RenderedMessages};
pub use open_channels::OpenChannels;
pub use preview::{MessagePreview, render_preview};
pub use reported_messages::ReportedMessages;

/// Serializes a shared string, which serde can't without its feature `rc`.
fn as_str<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}
