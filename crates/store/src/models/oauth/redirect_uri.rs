//! The redirect URIs that an app has registered.
//! The rules for registering and matching one need no database and are in `portico_rules::redirect_uri`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, Set};

use portico_platform::database::Conn;
use portico_platform::error::Result;

use portico_rules::redirect_uri::matching::{LOOPBACK_HOSTS, RegisteredRedirectUri};

crate::models::oauth::uri_list!("redirect_uris");

/// The requested redirect URI, if it is one of the app's.
pub async fn registered(db: &Conn, app_id: i64, requested: &str) -> Result<Option<RegisteredRedirectUri>> {
    let registered = all_of(db, app_id).await?;
    Ok(RegisteredRedirectUri::find(&registered, requested))
}

/// Whether a requested redirect URI is one of the app's.
pub async fn is_registered(db: &Conn, app_id: i64, requested: &str) -> Result<bool> {
    Ok(registered(db, app_id, requested).await?.is_some())
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
