//! Apps as the admins' console lists and finds them, and when each was last used.
//! Suspending one is in `lifecycle::suspension`; the pages are in `routes::admin`.

use sea_orm::entity::prelude::*;

use super::{Column, Entity, Model};
use crate::models::User;
use crate::models::accounts::user;
use crate::models::instance::last_use::{self, Columns, Cursor, LastUseSearch};
use crate::models::logs::app_event;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::{self, AppId, UserId};

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

    /// The app with this id, or the apps with the text in their name or in their owner's nickname, as accounts are found;
    /// after an `@` those of the owner with exactly this nickname; all apps where the text is empty. Each with its owner, a
    /// page of them. It may read every app and account.
    #[boxed]
    pub async fn search(db: &Conn, search: &LastUseSearch<'_>) -> Result<Vec<(Self, Option<User>)>> {
        let (text, all) = (search.text, Entity::find());
        if user::is_in_no_name(text) {
            return Ok(Vec::new());
        }
        let page = async |these, are_few| last_use::page(db, these, are_few, COLUMNS, search).await;
        let mut found = match ids::parse::<AppId>(text) {
            Some(id) => page(all.clone().filter(Column::Id.eq(id)), true).await?,
            None => Vec::new(),
        };
        if text.is_empty() {
            found = page(all, false).await?;
        } else if text.starts_with('@') {
            if let Some(owner) = User::named(db, text).await? {
                found = page(all.filter(Column::OwnerId.eq(owner.id)), true).await?;
            }
        } else if found.is_empty() {
            let has_part = user::has_part(Expr::col(Column::Name), text)
                .add(Column::OwnerId.in_subquery(user::ids_of_nicknames(text)));
            found = page(all.filter(has_part), false).await?;
        }
        let owners: Vec<UserId> = found.iter().map(|app| app.owner_id).collect();
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
