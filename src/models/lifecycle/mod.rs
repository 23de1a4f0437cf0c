//! Acts that reach several subjects: deleting an account, a server or a channel, disabling an account, ending leaked secrets.
//! What such a deletion leaves is deleted later, in `cleanup`.

mod account_deletion;
mod channel_deletion;
mod disabling;
pub mod leaks;
mod server_deletion;
