//! Changes that members make to their server: each function locks the server, checks the permission, and writes the
//! audit log.
//! Changes that need no permission to manage are in the files of the rows themselves.

mod channel;
pub mod member;
mod order;
mod overwrite;
mod role;
mod role_order;
mod server;
mod server_transfer;
pub mod time_out;

pub use overwrite::SaveOutcome;
pub use server::Settings;
