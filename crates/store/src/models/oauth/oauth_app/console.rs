//! Apps as the admins' console lists and finds them, and when each was last used.
//! Suspending one is in `lifecycle::suspension`; the pages are in `routes::admin`.

use sea_orm::entity::prelude::*;

use super::{Column, Entity, Model};
use crate::models::User;
use crate::models::instance::last_use::{self, Columns, Cursor, LastUseSearch};
use crate::models::logs::app_event;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, AppId};

const COLUMNS: Columns<Column> = Columns { id: Column::Id, used: Column::LastUsedAt };

impl Model {
    /// Notes that someone signed in with an app in the hour that began at `hour`.
    pub(in crate::models) async fn note_use(write: &Conn, id: AppId, hour: Millis) -> Result<()> {
        Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(hour))
            .filter(Column::Id.eq(id))
            .filter(Column::LastUsedAt.lt(hour))
            .exec(write)
            .await?;
        Ok(())
    }

    /// When these apps last signed someone in, those that did: exactly as long as it is in their log, and then by the hour.
    #[boxed]
    pub async fn last_used(db: &Conn, ids: &[AppId]) -> Result<Vec<(AppId, Millis)>> {
        let last = app_event::last_exchange_of(db, (Entity, Column::Id));
        last_use::of::<Entity, _>(db, COLUMNS, last, ids).await
    }

    /// The apps of the person with this nickname, or the app with this id; all apps where the text is empty. Each with its
    /// owner, a page of them.
    #[boxed]
    pub async fn search(db: &Conn, search: &LastUseSearch<'_>) -> Result<Vec<(Self, Option<User>)>> {
        let (text, all) = (search.text, Entity::find());
        let these = if text.is_empty() {
            all
        } else if let Some(id) = ids::parse::<AppId>(text) {
            all.filter(Column::Id.eq(id))
        } else {
            let Some(owner) = User::named(db, text).await? else {
                return Ok(Vec::new());
            };
            all.filter(Column::OwnerId.eq(owner.id))
        };
        let found = last_use::page(db, these, !text.is_empty(), COLUMNS, search).await?;
        let owners: Vec<i64> = found.iter().map(|app| app.owner_id).collect();
        let owners = User::all_of(db, &owners).await?;
        let owned = |app: Self| {
            let owner = owners.iter().find(|user| user.id == app.owner_id);
            (app, owner.cloned())
        };
        Ok(found.into_iter().map(owned).collect())
    }

    /// Where a page that ends with this app ends.
    pub fn cursor(&self) -> Cursor {
        Cursor { used: self.last_used_at, id: self.id.get() }
    }
}
