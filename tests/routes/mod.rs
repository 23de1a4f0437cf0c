//! A file a route, each with the requests it answers and those it refuses.

mod channel_events;
mod channels;
mod inbox;
mod sign_in;
mod sign_up;
