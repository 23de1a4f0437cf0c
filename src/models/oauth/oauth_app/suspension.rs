//! Suspending an app, for admins: from then on no one signs in with it. Its owner reads why.
//! The console's pages are in `routes::admin`.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use super::{Column, Entity, Model};
use crate::clock::Millis;
use crate::core::Core;
use crate::database::Conn;
use crate::error::{Error, Result};
use crate::ids;
use crate::models::User;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::instance::last_use::{self, Columns, Cursor, Search};
use crate::models::logs::app_event;
use crate::models::logs::audit::{self, Action};

const COLUMNS: Columns<Column> = Columns {
    id: Column::Id,
    used: Column::LastUsedAt,
};

impl Model {
    /// Whether an admin suspended it.
    pub fn is_suspended(&self) -> bool {
        self.suspended_at.is_some()
    }

    /// Whether this app exists and is not suspended, and is locked until the write ends.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(in crate::models) async fn hold_working(
        db: &Conn,
        id: i64,
        lock: LockType,
    ) -> Result<bool> {
        let found = Entity::find_by_id(id)
            .filter(Column::SuspendedAt.is_null())
            .lock(lock)
            .one(db)
            .await?;
        Ok(found.is_some())
    }

    /// Suspends an app, for the reason that `by` gives. False where it was suspended before.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none.
    pub async fn suspend(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, true, by).await
    }

    /// Lifts a suspension. False where there is none.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no such app.
    pub async fn restore(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, false, by).await
    }

    /// Notes that someone signed in with an app in the hour that began at `hour`.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(in crate::models) async fn note_use(write: &Conn, id: i64, hour: Millis) -> Result<()> {
        Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(hour))
            .filter(Column::Id.eq(id))
            .filter(Column::LastUsedAt.lt(hour))
            .exec(write)
            .await?;
        Ok(())
    }

    /// When these apps last signed someone in, those that did: exactly as long as it is in their log, and then by the hour.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn last_used(db: &Conn, ids: &[i64]) -> Result<Vec<(i64, Millis)>> {
        let last = app_event::last_exchange_of(db, (Entity, Column::Id));
        last_use::of::<Entity>(db, COLUMNS, last, ids).await
    }

    /// The apps of the person with this nickname, or the app with this id; all apps where the text is empty. Each with its
    /// owner, a page of them.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn search(db: &Conn, search: &Search<'_>) -> Result<Vec<(Self, Option<User>)>> {
        let (text, all) = (search.text, Entity::find());
        let these = if text.is_empty() {
            all
        } else if let Some(id) = ids::parse(text) {
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
        Cursor {
            used: self.last_used_at,
            id: self.id,
        }
    }
}

async fn set(core: &Core, id: i64, suspends: bool, by: &Operator<'_>) -> Result<bool> {
    let write = core.begin().await?;
    let app = Entity::find_by_id(id)
        .lock(LockType::NoKeyUpdate)
        .one(&*write)
        .await?
        .ok_or(Error::NotFound)?;
    if app.is_suspended() == suspends {
        return Ok(false);
    }
    let (at, reason, act, action) = if suspends {
        let action = Action::AppSuspended {};
        (Some(core.now()), by.reason(), Act::AppSuspended, action)
    } else {
        (None, "", Act::AppRestored, Action::AppRestored {})
    };
    Entity::update_many()
        .col_expr(Column::SuspendedAt, Expr::value(at))
        .col_expr(Column::SuspendedFor, Expr::value(reason))
        .filter(Column::Id.eq(id))
        .exec(&*write)
        .await?;
    audit::record_by_app(&write, core, &app, action).await?;
    let on = Subject::of(id, &app.name);
    act::record(&write, core, by, act, on).await?;
    write.commit().await?;
    Ok(true)
}
