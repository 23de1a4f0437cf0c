//! Acts that reach several subjects: deleting an account, a server or a channel, and disabling an account.
//! What such a deletion leaves is deleted later, in `cleanup`.

mod account_deletion;
mod channel_deletion;
mod disabling;
mod server_deletion;
