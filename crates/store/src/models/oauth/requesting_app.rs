//! The rows that an authorization request names: the app with its owner and redirect URIs, and if a person has approved
//! it.
//! One statement, because the consent page waits for each. `routes::oauth::authorize` decides what follows from it.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, Query, SelectStatement};
use sea_orm::{ConnectionTrait, DbBackend, FromQueryResult, QueryTrait};

use super::{grant, oauth_app, redirect_uri};
use crate::models::accounts::user;
use crate::models::{OauthApp, User};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::ids::{AppId, UserId};
use portico_rules::redirect_uri::matching::RegisteredRedirectUri;

/// The app of an authorization request, at the moment of the request.
#[derive(Debug)]
pub struct RequestingApp {
    /// The app.
    pub app: OauthApp,
    /// Whose it is.
    pub owner: User,
    /// True if the person has approved it before.
    pub is_approved: bool,
    redirect_uris: Vec<String>,
}

/// The names that SeaORM gives to the columns of two entities in one statement.
const APP: &str = "A_";
const OWNER: &str = "B_";

impl RequestingApp {
    /// The app with this ID, as asked of a user, or of no one.
    #[boxed]
    pub async fn find(db: &Conn, id: AppId, user_id: Option<UserId>) -> Result<Option<Self>> {
        let select = select(db.get_database_backend(), id, user_id);
        let Some(row) = db.query_one(&select).await? else {
            return Ok(None);
        };
        let Some(owner) = User::from_query_result_optional(&row, OWNER)? else {
            return Ok(None);
        };
        let redirect_uris: String = row.try_get("", "redirect_uris")?;
        Ok(Some(Self {
            app: OauthApp::from_query_result(&row, APP)?,
            owner,
            is_approved: row.try_get("", "is_approved")?,
            redirect_uris: serde_json::from_str(&redirect_uris).map_err(Error::internal)?,
        }))
    }

    /// The requested redirect URI, if it is one of the app's.
    pub fn redirect_uri(&self, requested: &str) -> Option<RegisteredRedirectUri> {
        RegisteredRedirectUri::find(&self.redirect_uris, requested, self.app.is_public)
    }
}

fn select(backend: DbBackend, id: AppId, user_id: Option<UserId>) -> SelectStatement {
    let list = match backend {
        DbBackend::Sqlite => r#"json_group_array("uri")"#,
        _ => r#"COALESCE(json_agg("uri")::text, '[]')"#,
    };
    let uris = Query::select()
        .expr(Expr::cust(list))
        .from(redirect_uri::Entity)
        .and_where(redirect_uri::Column::AppId.eq(id))
        .take();
    let grant = Query::select()
        .expr(Expr::cust("1"))
        .from(grant::Entity)
        // No one has the ID 0.
        .and_where(grant::Column::UserId.eq(user_id.unwrap_or(UserId::new(0))))
        .and_where(grant::Column::AppId.eq(id))
        .take();
    oauth_app::Entity::find_by_id(id)
        .find_also_related(user::Entity)
        .into_query()
        .expr_as(Expr::SubQuery(None, Box::new(uris.into())), Alias::new("redirect_uris"))
        .expr_as(Expr::exists(grant), Alias::new("is_approved"))
        .take()
}
