//! Where an app's users may return to after they sign out here (OpenID Connect RP-Initiated Logout 1.0, section 2).
//! Signing out is in `routes::oauth::logout`; redirect URIs for signing in are in `redirect_uri`.

use sea_orm::Set;
use sea_orm::entity::prelude::*;

use crate::database::Conn;
use crate::error::Result;
use crate::models::oauth::redirect_uri::rules;
use crate::models::oauth::uri_list::{self, UriList};

/// One registered URI.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "post_logout_redirect_uris")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub app_id: i64,
    /// Its place in the list, from 0.
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i32,
    /// Exactly as it was typed.
    pub uri: String,
}

crate::database::no_relations!();

impl UriList for Entity {
    const APP_ID: Column = Column::AppId;
    const POSITION: Column = Column::Position;
    const URI: Column = Column::Uri;

    fn row(app_id: i64, position: i32, uri: String) -> ActiveModel {
        ActiveModel {
            app_id: Set(app_id),
            position: Set(position),
            uri: Set(uri),
        }
    }
}

/// An app's URIs, in the order they were typed.
///
/// # Errors
/// When the database can't be reached.
pub async fn all_of(db: &Conn, app_id: i64) -> Result<Vec<String>> {
    uri_list::all_of::<Entity>(db, app_id).await
}

/// Reads a list as it is typed, one a line, by the rules of redirect URIs of a public app or another.
/// There may be none.
///
/// # Errors
/// The sentence to show beside the field; it names the line.
pub(super) fn read_list(text: &str, is_public: bool) -> Result<Vec<String>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    rules::read_list(text, is_public)
}

/// Puts a list, which passed the rules, in place of the one before.
pub(super) async fn replace(db: &Conn, app_id: i64, uris: Vec<String>) -> Result<()> {
    uri_list::replace::<Entity>(db, app_id, uris).await
}
