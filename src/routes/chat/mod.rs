//! Channels with their feeds and live updates, and the inbox.
//! The settings of servers and channels are in `servers`.

mod channel_events;
mod channels;
mod feed_rows;
mod inbox;
mod inbox_events;
mod marks;
mod message_view;
mod preview;
mod render_cache;
mod stream;

use std::sync::Arc;

use rocket::Route;
use serde::Serializer;

pub use marks::Marks;
pub use message_view::{MessageContext, MessageView};
pub use preview::{MessagePreview, render_preview};
pub use render_cache::RenderCache;

/// The routes of the chat.
pub fn routes() -> Vec<Route> {
    [
        channels::routes(),
        channel_events::routes(),
        inbox::routes(),
        inbox_events::routes(),
    ]
    .concat()
}

/// Serializes a shared string, which serde can't without its feature `rc`.
fn as_str<S: Serializer>(text: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text)
}
