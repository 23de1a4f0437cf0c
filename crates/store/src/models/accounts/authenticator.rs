//! Authenticator apps: the key that an account and an app share, from the first QR code until it is removed.
//! Using a code is in `second_step`; what the codes are is in `security::totp`.

mod sealed;

pub use sealed::{any_sealed, count_sealed, reseal};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{QueryOrder, QuerySelect, Set};

use crate::core::Core;
use crate::models::batch::delete_some_of;
use portico_crypto::sealing;
use portico_crypto::tokens::Plain;
use portico_crypto::totp;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::{HOUR_MS, Millis};
use portico_rules::ids::UserId;

/// How long a key waits for its first code.
pub const SETUP_MS: Millis = HOUR_MS;

/// The authenticator app of an account.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "authenticators")]
pub struct Model {
    /// Whose it is.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The key, sealed and bound to the account.
    pub secret_sealed: Vec<u8>,
    /// The step of the last code that was accepted: codes of it, and of those before, are not accepted again.
    pub last_step: i64,
    /// When the key was made.
    pub created_at: i64,
    /// When the first code was entered; without that, it protects nothing.
    pub confirmed_at: Option<i64>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Authenticator").field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

impl Model {
    /// The app of an account, whether or not its first code was entered. One that waited too long for that is none.
    #[boxed]
    pub async fn find_by_user(db: &Conn, user_id: UserId, now: Millis) -> Result<Option<Self>> {
        let row = Entity::find_by_id(user_id).one(db).await?;
        Ok(row.filter(|app| app.is_confirmed() || app.created_at > now - SETUP_MS))
    }

    /// True if the account has an app that was set up.
    #[boxed]
    pub async fn is_set_up(db: &Conn, user_id: UserId) -> Result<bool> {
        let row = Entity::find_by_id(user_id).one(db).await?;
        Ok(row.is_some_and(|app| app.is_confirmed()))
    }

    /// Makes a key for an account, in place of one that no code was entered for. Nothing changes where an app is set up.
    #[boxed]
    pub async fn begin(core: &Core, user_id: UserId) -> Result<()> {
        let row = ActiveModel {
            user_id: Set(user_id),
            secret_sealed: Set(seal(core, user_id, &totp::new_key())?),
            last_step: Set(0),
            created_at: Set(core.now()),
            confirmed_at: Set(None),
        };
        let write = core.begin().await?;
        Entity::insert(row)
            .on_conflict(
                OnConflict::column(Column::UserId)
                    .update_columns([Column::SecretSealed, Column::LastStep, Column::CreatedAt])
                    .action_and_where(Expr::col((Entity, Column::ConfirmedAt)).is_null())
                    .to_owned(),
            )
            .exec_without_returning(&*write)
            .await?;
        write.commit().await?;
        Ok(())
    }

    /// True if its first code was entered.
    pub fn is_confirmed(&self) -> bool {
        self.confirmed_at.is_some()
    }

    /// The key; none where it was sealed under a key that the instance does not have.
    pub fn key(&self, core: &Core) -> Option<Plain> {
        let context = seal_context(self.user_id);
        match sealing::open(&core.key, context.as_bytes(), &self.secret_sealed) {
            Ok(opened) => Some(opened.secret),
            Err(err) => {
                tracing::warn!(user_id = self.user_id.get(), error = %err, "the key of an authenticator app can't be read");
                None
            }
        }
    }

    /// The step of a code that can be accepted now.
    pub(in crate::models) fn step_of(&self, core: &Core, typed: &Plain) -> Option<i64> {
        totp::step_of(&self.key(core)?, typed, self.last_step, core.now())
    }

    /// Uses a step: of requests side by side with one code, one succeeds. With the first one, the app is set up.
    pub(in crate::models) async fn use_step(&self, write: &Conn, step: i64, now: Millis) -> Result<bool> {
        let mut used = Entity::update_many()
            .col_expr(Column::LastStep, Expr::value(step))
            .filter(Column::UserId.eq(self.user_id))
            .filter(Column::LastStep.lt(step))
            // Another key may have taken its place.
            .filter(Column::CreatedAt.eq(self.created_at));
        used = match self.confirmed_at {
            Some(at) => used.filter(Column::ConfirmedAt.eq(at)),
            None => used.col_expr(Column::ConfirmedAt, Expr::value(Some(now))).filter(Column::ConfirmedAt.is_null()),
        };
        Ok(used.exec(write).await?.rows_affected == 1)
    }
}

/// Removes the app of a user; false where there is none that was set up.
pub(in crate::models) async fn remove(write: &Conn, user_id: UserId) -> Result<bool> {
    let removed = Entity::delete_by_id(user_id).filter(Column::ConfirmedAt.is_not_null()).exec(write).await?;
    Ok(removed.rows_affected == 1)
}

/// Deletes keys that no code was entered for in time, at most `limit`; returns how many.
pub(in crate::models) async fn delete_unconfirmed(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let over = || Column::ConfirmedAt.is_null().and(Column::CreatedAt.lte(now - SETUP_MS));
    let rows = Entity::find().filter(over()).order_by_asc(Column::CreatedAt).limit(limit);
    // Its first code may have been entered since it was looked for.
    delete_some_of(write, over(), Column::UserId, rows).await
}

fn seal_context(user_id: UserId) -> String {
    format!("authenticator of {user_id}")
}

fn seal(core: &Core, user_id: UserId, key: &Plain) -> Result<Vec<u8>> {
    sealing::seal(&core.key, seal_context(user_id).as_bytes(), key).map_err(Error::internal)
}
