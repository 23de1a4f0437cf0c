//! Grants: which users approved which apps.
//! Approving and revoking an app is in `approval`.

use sea_orm::entity::prelude::*;
use sea_orm::{PaginatorTrait, QueryOrder};

use crate::models::OauthApp;
use crate::models::oauth::oauth_app;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{AppId, UserId};

/// A user's approval of an app.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "grants")]
pub struct Model {
    /// Who approved.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The app that they approved.
    #[sea_orm(primary_key, auto_increment = false)]
    pub app_id: AppId,
    /// When they first did.
    pub created_at: i64,
    /// When they last signed in to it.
    pub last_used_at: i64,
    /// True if they approved that it sees nickname, display name and picture, and not the ID alone.
    pub gives_profile: bool,
}

portico_platform::database::belongs_to!(App: oauth_app by AppId);

impl Model {
    /// The approval of this app by this user, if there is one.
    #[boxed]
    pub async fn find(db: &Conn, user_id: UserId, app_id: AppId) -> Result<Option<Self>> {
        Ok(Entity::find_by_id((user_id, app_id)).one(db).await?)
    }

    /// True if this user has approved this app.
    #[boxed]
    pub async fn exists(db: &Conn, user_id: UserId, app_id: AppId) -> Result<bool> {
        Ok(Self::find(db, user_id, app_id).await?.is_some())
    }

    /// Stores the time of a sign-in by a grant that covers what the app gets; false when there is none, for instance
    /// because the app was revoked.
    pub(super) async fn note_use(
        db: &Conn,
        user_id: UserId,
        app_id: AppId,
        now: Millis,
        gives_profile: bool,
    ) -> Result<bool> {
        let mut note = Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(now))
            .filter(Column::UserId.eq(user_id))
            .filter(Column::AppId.eq(app_id));
        if gives_profile {
            note = note.filter(Column::GivesProfile.eq(true));
        }
        Ok(note.exec(db).await?.rows_affected == 1)
    }

    /// The apps that a user approved, the one they signed in to last first.
    #[boxed]
    pub async fn all_of(db: &Conn, user_id: UserId) -> Result<Vec<(Self, OauthApp)>> {
        let rows = Entity::find()
            .filter(Column::UserId.eq(user_id))
            .find_also_related(oauth_app::Entity)
            .order_by_desc(Column::LastUsedAt)
            .order_by_desc(Column::AppId)
            .all(db)
            .await?;
        let whole = |(grant, app): (Self, Option<OauthApp>)| Some((grant, app?));
        Ok(rows.into_iter().filter_map(whole).collect())
    }

    /// How many users approved an app.
    #[boxed]
    pub async fn count_of(db: &Conn, app_id: AppId) -> Result<u64> {
        Ok(Entity::find().filter(Column::AppId.eq(app_id)).count(db).await?)
    }
}
