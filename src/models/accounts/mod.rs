//! User accounts: sign-up and passwords, sessions, phone and reset codes, pictures, and what happened to an account.
//! What deletes or disables a whole account reaches other subjects too and is in `lifecycle`.

mod code;
pub mod password_change;
pub mod password_reset;
pub mod phone_code;
pub mod picture;
pub mod saved_form;
pub mod security_event;
pub mod session;
pub mod user;
pub mod verified_phone;
