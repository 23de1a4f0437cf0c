//! Servers: members, roles, channels, overwrites and invites, and the permissions that follow from them.
//! Messages are in `messages`.

pub mod access;
pub mod audience;
mod audit_names;
pub mod ban;
pub mod ban_list;
pub mod blocked_user;
pub mod channel;
pub mod console;
pub mod invite;
pub mod manage;
pub mod member;
pub mod membership;
pub mod mute;
pub mod overwrite;
pub mod role;
pub mod server;
pub mod server_transfer;
pub mod slow_mode;
pub mod ticked;
pub mod timeout;
