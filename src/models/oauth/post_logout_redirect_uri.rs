//! Where an app's users may return to after they sign out here (OpenID Connect RP-Initiated Logout 1.0, section 2).
//! Signing out is in `routes::oauth::logout`; redirect URIs for signing in are in `redirect_uri`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, Set};

use crate::database::Conn;
use crate::error::Result;
use crate::models::oauth::redirect_uri::rules;

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

/// What joins it to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// An app's URIs, in the order they were typed.
///
/// # Errors
/// When the database can't be reached.
pub async fn all_of(db: &Conn, app_id: i64) -> Result<Vec<String>> {
    let found = Entity::find()
        .filter(Column::AppId.eq(app_id))
        .order_by_asc(Column::Position)
        .all(db)
        .await?;
    Ok(found.into_iter().map(|row| row.uri).collect())
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
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn replace(db: &Conn, app_id: i64, uris: Vec<String>) -> Result<()> {
    Entity::delete_many()
        .filter(Column::AppId.eq(app_id))
        .exec(db)
        .await?;
    if uris.is_empty() {
        return Ok(());
    }
    let rows = (0..).zip(uris).map(|(position, uri)| ActiveModel {
        app_id: Set(app_id),
        position: Set(position),
        uri: Set(uri),
    });
    Entity::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}
