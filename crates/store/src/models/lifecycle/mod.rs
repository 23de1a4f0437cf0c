//! Acts that reach several subjects: deleting and disabling an account, deleting a server or a channel, suspensions,
//! bans, leaked secrets.
//! The leftovers of a deletion are deleted later, in `cleanup`.

mod account_deletion;
pub mod banning;
mod channel_deletion;
mod disabling;
pub mod leaks;
mod server_deletion;
pub mod suspension;
