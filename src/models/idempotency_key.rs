//! Keys that make a post repeatable: for a day, the same key on a webhook gives the first answer again.
//! When a key is asked about and when it is kept is decided in `delivery::webhook`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{Condition, ConnectionTrait, QueryOrder, QuerySelect, Set};

use crate::clock::Millis;
use crate::error::Result;
use crate::models::sweep;
use crate::security::tokens::Hashed;

/// How long a key is remembered, in milliseconds.
pub const KEPT_MS: Millis = 24 * 60 * 60 * 1000;
/// The most characters of a key.
pub const LONGEST: usize = 255;

/// A key that was used, and what was answered.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    /// The webhook: every one has keys of its own.
    #[sea_orm(primary_key, auto_increment = false)]
    pub webhook_id: i64,
    /// The key as it was sent.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// SHA-256 of the body that came with it.
    pub body_hash: Vec<u8>,
    /// The answer, byte for byte.
    pub answer: String,
    /// When it was first used.
    pub created_at: i64,
}

/// A key stands alone.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A key as a request brings it along.
#[derive(Debug, Clone, Copy)]
pub struct Key<'a> {
    /// 1 to [`LONGEST`] visible ASCII characters.
    pub key: &'a str,
    /// SHA-256 of the body.
    pub body_hash: Hashed,
}

impl<'a> Key<'a> {
    /// Reads a key; none where it is empty, too long, or holds anything but visible ASCII characters.
    pub fn read(key: &'a str, body: &str) -> Option<Self> {
        let fits = (1..=LONGEST).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| Self {
            key,
            body_hash: Hashed::of_text(body),
        })
    }

    /// Drops what was kept under this key too long ago, and gives what is still kept.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn find(
        self,
        write: &impl ConnectionTrait,
        webhook_id: i64,
        now: Millis,
    ) -> Result<Option<Model>> {
        let kept = Entity::find_by_id((webhook_id, self.key.to_owned()))
            .one(write)
            .await?;
        match kept {
            Some(kept) if kept.created_at <= now - KEPT_MS => {
                Entity::delete_many()
                    .filter(Column::WebhookId.eq(webhook_id))
                    .filter(Column::Key.eq(self.key))
                    .filter(Column::CreatedAt.lte(now - KEPT_MS))
                    .exec(write)
                    .await?;
                Ok(None)
            }
            kept => Ok(kept),
        }
    }

    /// Keeps the answer; false where another transaction kept one under this key first, for which this waits.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn keep(
        self,
        write: &impl ConnectionTrait,
        webhook_id: i64,
        answer: &str,
        now: Millis,
    ) -> Result<bool> {
        let row = ActiveModel {
            webhook_id: Set(webhook_id),
            key: Set(self.key.to_owned()),
            body_hash: Set(self.body_hash.to_vec()),
            answer: Set(answer.to_owned()),
            created_at: Set(now),
        };
        let kept = Entity::insert(row)
            .on_conflict(
                OnConflict::columns([Column::WebhookId, Column::Key])
                    .do_nothing()
                    .to_owned(),
            )
            .exec_without_returning(write)
            .await?;
        Ok(kept == 1)
    }

    /// Whether what is kept was answered to the same body.
    pub fn fits(self, kept: &Model) -> bool {
        Hashed::from_bytes(&kept.body_hash) == Some(self.body_hash)
    }
}

/// Drops keys that are remembered no longer, at most `limit` of them, whether or not their webhook is still there;
/// says how many.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn forget(write: &impl ConnectionTrait, now: Millis, limit: u64) -> Result<u64> {
    let over: Vec<(i64, String)> = Entity::find()
        .select_only()
        .columns([Column::WebhookId, Column::Key])
        .filter(Column::CreatedAt.lte(now - KEPT_MS))
        .order_by_asc(Column::CreatedAt)
        .limit(limit)
        .into_tuple()
        .all(write)
        .await?;
    let mut forgotten = 0;
    for some in over.chunks(sweep::KEYS_TOGETHER) {
        let these = some
            .iter()
            .fold(Condition::any(), |these, (webhook_id, key)| {
                these.add(
                    Column::WebhookId
                        .eq(*webhook_id)
                        .and(Column::Key.eq(key.as_str())),
                )
            });
        let gone = Entity::delete_many()
            .filter(these)
            // A key may have been used anew since it was looked for.
            .filter(Column::CreatedAt.lte(now - KEPT_MS))
            .exec(write)
            .await?;
        forgotten += gone.rows_affected;
    }
    Ok(forgotten)
}
