//! Acts that reach several subjects: deleting and disabling an account, deleting a server or a channel,
//! suspensions, bans, leaked secrets.
//! What such a deletion leaves is deleted later, in `cleanup`.

mod account_deletion;
pub mod banning;
mod channel_deletion;
mod disabling;
pub mod leaks;
mod server_deletion;
pub mod suspension;
