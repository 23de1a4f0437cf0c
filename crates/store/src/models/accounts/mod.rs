//! User accounts: sign-up and passwords, sessions, the second step, phone and reset codes, pictures, and the log of an
//! account.
//! Deleting or disabling a whole account reaches other subjects too and is in `lifecycle`.

pub mod authenticator;
mod code;
pub mod passkey;
pub mod passkey_session;
pub mod password_change;
pub mod password_reset;
pub mod phone_code;
pub mod picture;
pub mod presence;
pub mod push_subscription;
pub mod quiet_time;
pub mod recovery_code;
pub mod saved_form;
pub mod second_step;
pub mod second_step_setup;
pub mod security_event;
pub mod session;
pub mod sign_in_ticket;
pub mod trusted_browser;
pub mod used_challenge;
pub mod user;
pub mod verified_phone;
