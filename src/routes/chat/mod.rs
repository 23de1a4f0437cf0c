//! The chat itself: channels with their feeds, arrivals as they happen, and the inbox.
//! How servers are set up stands with `servers`.

mod channel_events;
mod channels;
mod inbox;
mod inbox_events;
mod marks;
mod preview;
mod render_cache;
mod rendered;
mod stream;

use rocket::Route;

pub use marks::Marks;
pub use preview::{MessagePreview, render_preview};
pub use render_cache::RenderCache;
pub use rendered::RenderedMessage;

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
