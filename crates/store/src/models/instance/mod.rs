//! The instance as a whole: what its admins did, and settings that they change while it runs.
//! Settings of the process are in `config`.

pub mod act;
pub mod branding;
pub mod checklist;
pub mod count;
pub mod last_use;
pub mod notice;
pub mod push_key;
pub mod server_writes;
pub mod setting;
pub mod sign_up;
pub mod sign_up_link;
