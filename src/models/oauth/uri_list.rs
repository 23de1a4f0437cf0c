//! The lists of URIs that an app has registered, each in a table of its own: `redirect_uri` and `post_logout_redirect_uri`.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::database::Conn;
use crate::error::Result;

/// A table with a list of URIs for each app.
pub(super) trait UriList: EntityTrait {
    /// Whose it is.
    const APP_ID: Self::Column;
    /// Its place in the list.
    const POSITION: Self::Column;
    /// Exactly as it was typed.
    const URI: Self::Column;

    /// A new row.
    fn row(app_id: i64, position: i32, uri: String) -> Self::ActiveModel;
}

/// An app's URIs, in the order they were typed.
pub(super) async fn all_of<L: UriList>(db: &Conn, app_id: i64) -> Result<Vec<String>> {
    Ok(L::find()
        .select_only()
        .column(L::URI)
        .filter(L::APP_ID.eq(app_id))
        .order_by_asc(L::POSITION)
        .into_tuple()
        .all(db)
        .await?)
}

/// Puts a list, which passed the rules, in place of the one before.
pub(super) async fn replace<L: UriList>(db: &Conn, app_id: i64, uris: Vec<String>) -> Result<()> {
    L::delete_many()
        .filter(L::APP_ID.eq(app_id))
        .exec(db)
        .await?;
    if uris.is_empty() {
        return Ok(());
    }
    let rows = (0..)
        .zip(uris)
        .map(|(position, uri)| L::row(app_id, position, uri));
    L::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}
