//! The chat itself: channels with their feeds, arrivals as they happen, and the inbox.
//! How servers are set up stands with `servers`.

mod channel_events;
mod channels;
mod drawn;
mod inbox;
mod inbox_events;
mod marks;
mod preview;
mod render_cache;
mod stream;

use rocket::Route;

pub use drawn::Drawn;
pub use marks::Marks;
pub use preview::{Unsent, draw_unsent};
pub use render_cache::Known;

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
