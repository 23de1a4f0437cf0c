//! Where people meet and what they may do there: servers, members, roles, channels, overwrites, invites.
//! What is said in a channel stands in `messages`.

pub mod access;
pub mod channel;
pub mod invite;
pub mod member;
pub mod membership;
pub mod overwrite;
pub mod role;
pub mod server;
