//! The lists of URIs that an app has registered, each in a table of its own: `redirect_uri` and `post_logout_redirect_uri`.

/// Defines such a table, and how the list of an app is read and replaced.
macro_rules! uri_list {
    ($table:tt) => {
        /// One registered URI.
        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
        #[sea_orm(table_name = $table)]
        pub struct Model {
            /// Whose it is.
            #[sea_orm(primary_key, auto_increment = false)]
            pub app_id: AppId,
            /// Its place in the list, from 0.
            #[sea_orm(primary_key, auto_increment = false)]
            pub position: i32,
            /// Exactly as it was typed.
            pub uri: String,
        }

        portico_platform::database::no_relations!();

        /// An app's URIs, in the order they were typed.
        pub async fn all_of(db: &Conn, app_id: AppId) -> Result<Vec<String>> {
            Ok(Entity::find()
                .select_only()
                .column(Column::Uri)
                .filter(Column::AppId.eq(app_id))
                .order_by_asc(Column::Position)
                .into_tuple()
                .all(db)
                .await?)
        }

        /// Puts a list, which passed the rules, in place of the one before.
        pub(super) async fn replace(db: &Conn, app_id: AppId, uris: Vec<String>) -> Result<()> {
            Entity::delete_many().filter(Column::AppId.eq(app_id)).exec(db).await?;
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
    };
}

pub(super) use uri_list;
