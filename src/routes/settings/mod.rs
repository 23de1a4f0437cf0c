//! What a signed-in person sees and changes of their account: profile, phone, password, sessions, log, its end.
//! The apps they are connected to stand with `oauth`, the choice of colours with `site`.

mod browser_name;
pub(super) mod delete;
pub(super) mod phone;
pub(super) mod profile;
pub(super) mod security;
pub(super) mod security_log;

use rocket::get;

use crate::routes::guards::SignedIn;
use crate::routes::page::Answer;

#[get("/settings")]
pub(crate) fn show(_me: SignedIn<'_>) -> Answer {
    Answer::to("/settings/profile")
}
