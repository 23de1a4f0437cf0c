//! What members do to their server: each verb locks the server, checks the permission, and writes the audit log.
//! What needs no permission to manage is in the files of the rows themselves.

mod channel;
pub mod member;
mod order;
mod overwrite;
mod role;
mod role_order;
mod server;
mod server_transfer;
pub mod time_out;

pub use overwrite::Saved;
pub use server::Settings;
