//! Idempotency keys: for a day, the same key on a webhook gets the first response again.
//! When a key is looked up and stored is decided in `posting::store`.

use portico_rules::ids::WebhookId;
use std::collections::HashMap;

use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};

use portico_crypto::tokens::SecretHash;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::clock::{DAY_MS, Millis};

/// How long a key is remembered, in milliseconds.
pub const LIFETIME_MS: Millis = DAY_MS;
/// The most characters of a key.
pub const MAX_LENGTH: usize = 255;

/// A key that was used, and what was answered.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "idempotency_keys")]
pub struct Model {
    /// The webhook: every one has keys of its own.
    #[sea_orm(primary_key, auto_increment = false)]
    pub webhook_id: WebhookId,
    /// The key as it was sent.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// SHA-256 of the body that came with it.
    pub body_hash: Vec<u8>,
    /// The native answer as it was sent: see `posting::kept_answer`.
    pub answer: String,
    /// When it was first used.
    pub created_at: i64,
}

portico_platform::database::no_relations!();

/// A key as a request brings it along.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// 1 to [`MAX_LENGTH`] visible ASCII characters.
    pub key: String,
    /// SHA-256 of the body.
    pub body_hash: SecretHash,
}

impl IdempotencyKey {
    /// Reads a key; none where it is empty, too long, or holds anything but visible ASCII characters.
    pub fn read(key: &str, body: &str) -> Option<Self> {
        let fits = (1..=MAX_LENGTH).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
        fits.then(|| Self { key: key.to_owned(), body_hash: SecretHash::of_text(body) })
    }

    /// The row that keeps an answer under this key.
    pub fn answered(&self, webhook_id: WebhookId, answer: String, now: Millis) -> Model {
        Model { webhook_id, key: self.key.clone(), body_hash: self.body_hash.to_vec(), answer, created_at: now }
    }

    /// True if what is stored was answered to the same body.
    pub fn fits(&self, stored: &Model) -> bool {
        SecretHash::from_bytes(&stored.body_hash) == Some(self.body_hash)
    }
}

/// The stored answers under any of these keys of webhooks, by webhook and key.
pub async fn find_all<'k>(
    db: &Conn,
    keys: impl Iterator<Item = (WebhookId, &'k IdempotencyKey)>,
    now: Millis,
) -> Result<HashMap<(WebhookId, String), Model>> {
    let mut by_webhook: HashMap<WebhookId, Vec<&str>> = HashMap::new();
    for (webhook_id, key) in keys {
        by_webhook.entry(webhook_id).or_default().push(&key.key);
    }
    let mut stored = HashMap::new();
    for (webhook_id, keys) in by_webhook {
        let rows = Entity::find()
            .filter(Column::WebhookId.eq(webhook_id))
            .filter(lists::is_one_of(db, Column::Key, keys.into_iter().map(str::to_owned)))
            .filter(Column::CreatedAt.gt(now - LIFETIME_MS))
            .all(db)
            .await?;
        stored.extend(rows.into_iter().map(|row| ((webhook_id, row.key.clone()), row)));
    }
    Ok(stored)
}

/// Stores responses, in place of expired ones under the same keys. False where another transaction stored one under any
/// of these keys first, for which this waits; then the caller must not commit.
pub async fn insert_all(db: &Conn, mut rows: Vec<Model>, now: Millis) -> Result<bool> {
    if rows.is_empty() {
        return Ok(true);
    }
    // In the same order everywhere, or two nodes could wait for each other.
    rows.sort_by(|a, b| (a.webhook_id, &a.key).cmp(&(b.webhook_id, &b.key)));
    let count = rows.len() as u64;
    let outlived = Expr::col((Entity, Column::CreatedAt)).lte(now - LIFETIME_MS);
    let replace = OnConflict::columns([Column::WebhookId, Column::Key])
        .update_columns([Column::BodyHash, Column::Answer, Column::CreatedAt])
        .action_and_where(outlived)
        .to_owned();
    let stored = Entity::insert_many(rows.into_iter().map(IntoActiveModel::into_active_model))
        .on_conflict(replace)
        .exec_without_returning(db)
        .await?;
    Ok(stored == count)
}
