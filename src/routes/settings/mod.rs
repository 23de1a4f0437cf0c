//! The settings of an account: profile, phone, password, sessions, the second step, security log, blocked people, offered apps, and
//! deletion.
//! Connected apps are in `oauth`, the colour theme is in `site`.

pub(super) mod blocked;
pub(super) mod delete;
mod new_codes;
pub(super) mod notifications;
pub(super) mod passkeys;
pub(super) mod phone;
pub(super) mod profile;
pub(super) mod recovery_codes;
pub(super) mod security;
pub(super) mod security_log;
pub(super) mod totp;
pub(super) mod transfers;
pub(super) mod writing;

use rocket::get;

use crate::routes::guards::SignedIn;
use crate::routes::page::Answer;

#[get("/settings")]
pub(crate) fn show(_me: SignedIn<'_>) -> Answer {
    Answer::to("/settings/profile")
}
