//! The redirect URIs that an app has registered.
//! The rules for registering and matching one need no database and are in `rules` and `matching`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, Set};

use crate::database::Conn;
use crate::error::Result;

pub mod matching;
pub mod rules;

use matching::RegisteredRedirectUri;

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

/// What joins a redirect URI to other rows.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// An app's redirect URIs, in the order they were typed.
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
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn replace(db: &Conn, app_id: i64, uris: Vec<String>) -> Result<()> {
    Entity::delete_many()
        .filter(Column::AppId.eq(app_id))
        .exec(db)
        .await?;
    let rows = (0..).zip(uris).map(|(position, uri)| ActiveModel {
        app_id: Set(app_id),
        position: Set(position),
        uri: Set(uri),
    });
    Entity::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}
