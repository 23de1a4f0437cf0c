//! The chat itself: channels with their feeds, arrivals as they happen, and the inbox.
//! How servers are set up stands with `servers`.

mod channel_events;
mod channels;
mod drawn;
mod inbox;
mod inbox_events;
mod known;
mod marks;
mod stream;
mod unsent;

use rocket::Route;

pub use drawn::Drawn;
pub use known::Known;
pub use marks::Marks;
pub use unsent::{Unsent, draw_unsent};

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
