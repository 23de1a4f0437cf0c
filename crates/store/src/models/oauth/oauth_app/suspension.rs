//! Suspending an app, for admins: from then on no one signs in with it. Its owner reads why.
//! How the console finds apps is in `console`.

use sea_orm::QuerySelect;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use super::{Column, Entity, Model};
use crate::core::Core;
use crate::models::instance::act::{self, Act, Operator, Subject};
use crate::models::logs::audit::{self, Action};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};

impl Model {
    /// Whether an admin suspended it.
    pub fn is_suspended(&self) -> bool {
        self.suspended_at.is_some()
    }

    /// Whether this app exists and is not suspended, and is locked until the write ends.
    pub(in crate::models) async fn lock_working(db: &Conn, id: i64, lock: LockType) -> Result<bool> {
        let found = Entity::find_by_id(id).filter(Column::SuspendedAt.is_null()).lock(lock).one(db).await?;
        Ok(found.is_some())
    }

    /// Suspends an app, for the reason that `by` gives. False where it was suspended before.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none.
    #[boxed]
    pub async fn suspend(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, true, by).await
    }

    /// Lifts a suspension. False where there is none.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is no such app.
    #[boxed]
    pub async fn restore(core: &Core, id: i64, by: &Operator<'_>) -> Result<bool> {
        set(core, id, false, by).await
    }
}

async fn set(core: &Core, id: i64, suspends: bool, by: &Operator<'_>) -> Result<bool> {
    let write = core.begin().await?;
    let app = Entity::find_by_id(id).lock(LockType::NoKeyUpdate).one(&*write).await?.ok_or(Error::NotFound)?;
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
