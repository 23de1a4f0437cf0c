//! Suspending an app, for admins: from then on no one signs in with it. Its owner reads why.
//! The console's pages are in `routes::admin`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{QueryOrder, QuerySelect};

use super::{Column, Entity, Model};
use crate::clock::Millis;
use crate::core::Core;
use crate::database::{Conn, lists};
use crate::error::{Error, Result};
use crate::ids;
use crate::models::User;
use crate::models::accounts::user;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::logs::app_event;
use crate::models::logs::audit::{self, Action};

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

    /// When these apps last signed someone in, those that did.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn last_used(db: &Conn, ids: &[i64]) -> Result<Vec<(i64, Millis)>> {
        let last = app_event::last_exchange_of(db, (Entity, Column::Id));
        let found: Vec<(i64, Option<i64>)> = Entity::find()
            .select_only()
            .column(Column::Id)
            .expr_as(last, "last_exchange")
            .filter(lists::is_one_of(db, Column::Id, ids.iter().copied()))
            .into_tuple()
            .all(db)
            .await?;
        let used = |(id, last): (i64, Option<i64>)| Some((id, ids::time_of(last?)));
        Ok(found.into_iter().filter_map(used).collect())
    }

    /// The apps of the person with this nickname, or the app with this id; the newest apps where `text` is empty. Each
    /// with its owner, the newest first, at most `limit`.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn search(db: &Conn, text: &str, limit: u64) -> Result<Vec<(Self, Option<User>)>> {
        let text = text.trim();
        let mut found = Entity::find()
            .find_also_related(user::Entity)
            .order_by_desc(Column::Id)
            .limit(limit);
        if text.is_empty() {
            // A range of the key, of which the end is read.
            found = found.filter(Column::Id.lte(ids::LARGEST));
        } else if let Some(id) = ids::parse(text) {
            found = found.filter(Column::Id.eq(id));
        } else {
            let Some(owner) = User::named(db, text).await? else {
                return Ok(Vec::new());
            };
            found = found.filter(Column::OwnerId.eq(owner.id));
        }
        Ok(found.all(db).await?)
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
