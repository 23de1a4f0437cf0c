//! Who someone is: accounts, sessions, phone and reset codes, pictures.
//! What happened to an account is logged in `logs`.

pub mod password_reset;
pub mod phone_code;
pub mod picture;
pub mod session;
pub mod user;
