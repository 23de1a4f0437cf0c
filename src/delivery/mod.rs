//! From an accepted post to a durable message: judging its mentions, storing it, waking who waits.
//! What may be posted is checked by the routes; the rules of mentions are pure and stand in `chat::mentions`.

mod draft;
mod person;

pub use draft::{Author, Draft, Posted};
pub use person::post;
