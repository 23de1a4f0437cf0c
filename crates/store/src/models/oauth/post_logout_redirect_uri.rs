//! Where an app's users may return to after they sign out here (OpenID Connect RP-Initiated Logout 1.0, section 2).
//! Signing out is in `routes::oauth::logout`; redirect URIs for signing in are in `redirect_uri`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, Set};

use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::ids::AppId;
use portico_rules::redirect_uri::rules;

crate::models::oauth::uri_list!("post_logout_redirect_uris");

/// Reads a list as it is typed, one a line, by the rules of redirect URIs. There may be none.
///
/// # Errors
/// The sentence to show beside the field; it names the line.
pub(super) fn read_list(text: &str) -> Result<Vec<String>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    rules::read_list(text)
}
