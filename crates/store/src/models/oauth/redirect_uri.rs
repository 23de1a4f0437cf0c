//! The redirect URIs that an app has registered.
//! The rules for registering and matching one need no database and are in `portico_rules::redirect_uri`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect, Set};

use portico_platform::database::Conn;
use portico_platform::error::Result;

use portico_rules::ids::AppId;
use portico_rules::redirect_uri::matching::{LOCALHOST, LOOPBACK_HOSTS, matches};

crate::models::oauth::uri_list!("redirect_uris");

/// True if a requested redirect URI is one of the app's.
pub async fn is_registered(db: &Conn, app_id: AppId, requested: &str) -> Result<bool> {
    // By name: the file of apps uses this one.
    let is_public = Expr::cust("(SELECT is_public FROM oauth_apps WHERE oauth_apps.id = redirect_uris.app_id)");
    let registered: Vec<(String, bool)> = Entity::find()
        .select_only()
        .column(Column::Uri)
        .expr(is_public)
        .filter(Column::AppId.eq(app_id))
        .into_tuple()
        .all(db)
        .await?;
    Ok(registered.iter().any(|(uri, is_public)| matches(uri, requested, *is_public)))
}

/// In a statement about `authorization_codes`: whether the app still has the redirect URI that the code was sent to, as
/// [`matching`] decides. Its few URIs are one range of an index; of no other app one is looked at. A subquery with a limit,
/// which Postgres evaluates for the code alone instead of reading the whole table first.
///
/// `is_public` is the condition that the app is a public one.
pub(super) fn still_registered_sql(is_public: &str) -> String {
    format!(
        "(SELECT 1 FROM redirect_uris WHERE redirect_uris.app_id = authorization_codes.app_id \
         AND {registered} = {sent_to} LIMIT 1) = 1",
        registered = without_free_port("redirect_uris.uri", is_public),
        sent_to = without_free_port("authorization_codes.redirect_uri", is_public),
    )
}

/// A redirect URI without the port, where the port is free. Both sides passed [`matching`], so that digits after the host's
/// colon are the port.
fn without_free_port(uri: &str, is_public: &str) -> String {
    let case = |host: &str, condition: &str| {
        let with_colon = host.len() + 1;
        format!(
            "WHEN substr({uri}, 1, {with_colon}) = '{host}:'{condition} \
             THEN '{host}' || ltrim(substr({uri}, {with_colon} + 1), '0123456789') "
        )
    };
    let loopback = LOOPBACK_HOSTS.map(|host| case(host, "")).concat();
    format!("CASE {loopback}{localhost} ELSE {uri} END", localhost = case(LOCALHOST, &format!(" AND {is_public}")))
}
