//! Where people meet and what they may do there: servers, members, roles, channels, overwrites, invites.
//! What is said in a channel stands in `messages`.

pub mod access;
mod audit_names;
pub mod channel;
pub mod invite;
pub mod manage;
pub mod member;
pub mod membership;
pub mod overwrite;
pub mod role;
pub mod server;
