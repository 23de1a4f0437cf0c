//! Client secrets: how an app proves at the token endpoint that it is itself (spec section 5).
//! How a secret is made and what it looks like is in `security::tokens`.

use moka::sync::Cache;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict, Query};
use sea_orm::{QueryOrder, Set};
use subtle::{Choice, ConstantTimeEq};

use portico_crypto::tokens::{self, Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{AppId, SecretId};

/// An app may have two, so that a service moves to a new one without an outage.
const SLOTS: [i32; 2] = [0, 1];

/// A secret of an app.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "client_secrets")]
pub struct Model {
    /// Its id, no secret.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SecretId,
    /// The app.
    pub app_id: AppId,
    /// 0 or 1, and unique within the app.
    pub slot: i32,
    /// SHA-256 of the secret.
    pub secret_hash: Vec<u8>,
    /// Its last four characters, by which the owner recognises it.
    pub last_four: String,
    /// When it was made.
    pub created_at: i64,
    /// When the app last proved itself with it.
    pub last_used_at: Option<i64>,
}

portico_platform::database::no_relations!();

impl Model {
    /// Adds a secret in a free slot and gives it in the clear, once.
    ///
    /// # Errors
    /// [`Error::Forbidden`] when both slots are in use.
    pub(super) async fn add(db: &Conn, id: SecretId, app_id: AppId, now: Millis) -> Result<Plain> {
        let secret = tokens::client_secret();
        for slot in SLOTS {
            let row = ActiveModel {
                id: Set(id),
                app_id: Set(app_id),
                slot: Set(slot),
                secret_hash: Set(SecretHash::new(&secret).to_vec()),
                last_four: Set(secret.last_four().to_owned()),
                created_at: Set(now),
                last_used_at: Set(None),
            };
            let free = OnConflict::columns([Column::AppId, Column::Slot]).do_nothing().to_owned();
            let added = Entity::insert(row).on_conflict(free).exec_without_returning(db).await?;
            if added == 1 {
                return Ok(secret);
            }
        }
        Err(Error::Forbidden(
            "This app already has two client secrets. Delete the one that is no longer in use, then create a new one.",
        ))
    }

    /// Deletes a secret of an app, and returns its row.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the app has no such secret.
    pub(super) async fn delete_one(db: &Conn, app_id: AppId, id: SecretId) -> Result<Self> {
        let stored = Entity::find_by_id(id).filter(Column::AppId.eq(app_id)).one(db).await?.ok_or(Error::NotFound)?;
        let deleted = Entity::delete_many().filter(Column::Id.eq(id)).filter(Column::AppId.eq(app_id)).exec(db).await?;
        if deleted.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        Ok(stored)
    }

    /// The secrets of an app, the newest first.
    #[boxed]
    pub async fn all_of(db: &Conn, app_id: AppId) -> Result<Vec<Self>> {
        Ok(Entity::find().filter(Column::AppId.eq(app_id)).order_by_desc(Column::Id).all(db).await?)
    }

    /// The app that `given` authenticates, if it is one of its secrets, or was lately. Only for an exchange, whose statement
    /// checks the secret and the app again: a deleted secret is found too, for as long as it is remembered.
    #[boxed]
    pub async fn find(db: &Conn, recent: &SecretCache, app_id: AppId, given: &str) -> Result<Option<Client>> {
        if !tokens::looks_like_client_secret(given) {
            return Ok(None);
        }
        if let Some((client, hash)) = recent.0.get(&app_id)
            && hash == SecretHash::of_text(given)
        {
            return Ok(Some(client));
        }
        let found = Self::look_up(db, app_id, given).await?;
        if let Some(client) = found {
            let known = (client, SecretHash::of_text(given));
            recent.0.insert(app_id, known);
        }
        Ok(found)
    }

    /// The app that `given` authenticates, if it is one of its secrets and the app is not suspended. An app that does not
    /// exist costs the same work as a wrong secret; what can't be a secret is refused without a query.
    #[boxed]
    pub async fn look_up(db: &Conn, app_id: AppId, given: &str) -> Result<Option<Client>> {
        if !tokens::looks_like_client_secret(given) {
            return Ok(None);
        }
        // By name: the file of apps uses this one.
        let working = Query::select()
            .column("id")
            .from("oauth_apps")
            .and_where(ExprTrait::eq(Expr::col("id"), app_id))
            .and_where(Expr::col("suspended_at").is_null())
            .take();
        let living = Entity::find().filter(Column::AppId.in_subquery(working)).all(db).await?;
        Ok(among(&living, given).map(|row| Client { app_id, secret_id: Some(row.id) }))
    }

    /// True if `given` is a secret of an app, also of one that is suspended: for its owner. It authenticates nothing.
    #[boxed]
    pub async fn is_of_app(db: &Conn, app_id: AppId, given: &str) -> Result<bool> {
        if !tokens::looks_like_client_secret(given) {
            return Ok(false);
        }
        let living = Entity::find().filter(Column::AppId.eq(app_id)).all(db).await?;
        Ok(among(&living, given).is_some())
    }
}

/// The one of an app's secrets that `given` is.
fn among<'a>(living: &'a [Model], given: &str) -> Option<&'a Model> {
    let given = SecretHash::of_text(given);
    // Both slots are compared, filled or not, whichever of them is right.
    let mut right = SLOTS.map(|_| Choice::from(0));
    for (slot, right) in right.iter_mut().enumerate() {
        let stored = living.get(slot).map_or(&[0; 32][..], |row| &row.secret_hash);
        *right = given.as_bytes().ct_eq(stored);
    }
    let found = right.iter().position(|right| bool::from(*right));
    found.and_then(|slot| living.get(slot))
}

/// An app that authenticated itself, and the secret; or a public app, which has none and only names itself. Either may be
/// deleted by now: what depends on it checks it again in its own statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client {
    /// The app.
    pub app_id: AppId,
    /// The secret's id; `None` for a public app (RFC 6749, section 2.1).
    pub secret_id: Option<SecretId>,
}

/// Recently authenticated apps, so that a busy one is not looked up for every exchange. Nothing is decided
/// by what is remembered here.
#[derive(Debug)]
pub struct SecretCache(Cache<AppId, (Client, SecretHash)>);

/// How many apps are remembered.
const REMEMBERED: u64 = 10_000;

impl Default for SecretCache {
    fn default() -> Self {
        Self(Cache::new(REMEMBERED))
    }
}

impl Client {
    /// Notes that the app proved itself with its secret; false when the secret was deleted by now, and where there is none.
    pub(super) async fn note_use(self, db: &Conn, now: Millis) -> Result<bool> {
        let Some(secret_id) = self.secret_id else {
            return Ok(false);
        };
        let noted = Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(now))
            .filter(Column::Id.eq(secret_id))
            .filter(Column::AppId.eq(self.app_id))
            .exec(db)
            .await?;
        Ok(noted.rows_affected == 1)
    }
}
