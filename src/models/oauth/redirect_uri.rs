//! The redirect URIs that an app has registered.
//! The rules for registering and matching one need no database and are in `rules` and `matching`.

use sea_orm::Set;
use sea_orm::entity::prelude::*;

use crate::database::Conn;
use crate::error::Result;
use crate::models::oauth::uri_list::{self, UriList};

pub mod matching;
pub mod rules;

use matching::{LOOPBACK_HOSTS, RegisteredRedirectUri};

/// One registered redirect URI.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "redirect_uris")]
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

/// An app's redirect URIs, in the order they were typed.
///
/// # Errors
/// When the database can't be reached.
pub async fn all_of(db: &Conn, app_id: i64) -> Result<Vec<String>> {
    uri_list::all_of::<Entity>(db, app_id).await
}

/// The requested redirect URI, if it is one of the app's.
///
/// # Errors
/// When the database can't be reached.
pub async fn registered(
    db: &Conn,
    app_id: i64,
    requested: &str,
) -> Result<Option<RegisteredRedirectUri>> {
    let registered = all_of(db, app_id).await?;
    Ok(RegisteredRedirectUri::find(&registered, requested))
}

/// Whether a requested redirect URI is one of the app's.
///
/// # Errors
/// When the database can't be reached.
pub async fn is_registered(db: &Conn, app_id: i64, requested: &str) -> Result<bool> {
    Ok(registered(db, app_id, requested).await?.is_some())
}

/// Puts a list, which passed the rules, in place of the one before.
pub(super) async fn replace(db: &Conn, app_id: i64, uris: Vec<String>) -> Result<()> {
    uri_list::replace::<Entity>(db, app_id, uris).await
}

/// In a statement about `authorization_codes`: whether the app still has the redirect URI that the code was sent to, as
/// [`matching`] decides. Its few URIs are one range of an index; of no other app one is looked at. A subquery with a limit,
/// which Postgres evaluates for the code alone instead of reading the whole table first.
pub(super) fn still_registered_sql() -> String {
    format!(
        "(SELECT 1 FROM redirect_uris WHERE redirect_uris.app_id = authorization_codes.app_id \
         AND {registered} = {sent_to} LIMIT 1) = 1",
        registered = without_loopback_port("redirect_uris.uri"),
        sent_to = without_loopback_port("authorization_codes.redirect_uri"),
    )
}

/// A redirect URI without the port, where its host is a loopback address: of those the port is free. Both sides passed
/// [`matching`], so that digits after the host's colon are the port.
fn without_loopback_port(uri: &str) -> String {
    let cases = LOOPBACK_HOSTS.map(|host| {
        let with_colon = host.len() + 1;
        format!(
            "WHEN substr({uri}, 1, {with_colon}) = '{host}:' \
             THEN '{host}' || ltrim(substr({uri}, {with_colon} + 1), '0123456789') "
        )
    });
    format!("CASE {} ELSE {uri} END", cases.concat())
}
