//! From an accepted post to a durable message: judging its mentions, storing it, waking who waits.
//! What may be posted is checked by the routes; the rules of mentions are pure and stand in `chat::mentions`.

mod batch;
mod judging;
pub mod log;
mod person;
pub mod webhook;

pub(crate) use batch::Posts;
pub use log::Log;
pub use person::{Posted, post};
