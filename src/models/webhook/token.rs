//! The token of a webhook: kept sealed to be shown again, and hashed to be compared with what a post brings.
//! Drawing a new one is one of the acts one level up.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{ConnectionTrait, QuerySelect};

use super::{Column, Entity, Model};
use crate::error::{Error, Result};
use crate::ids;
use crate::instance::Instance;
use crate::security::sealing;
use crate::security::tokens::{Hashed, Plain};

/// A webhook whose token was shown to be known.
#[derive(Debug, Clone)]
pub struct Authenticated {
    /// The webhook as it stood at that moment.
    pub webhook: Model,
    /// The hash of the token that was shown. Whoever writes in the webhook's name asks for it again.
    pub token_hash: Hashed,
}

impl Model {
    /// The whole secret URL; none where the token was sealed under another instance key.
    pub fn runtime_url(&self, at: &Instance) -> Option<Plain> {
        match sealing::open(
            &at.key,
            seal_context(self.id).as_bytes(),
            &self.token_sealed,
        ) {
            Ok(token) => Some(Plain::from(at.config.base_url.join(&format!(
                "/webhooks/{}/{}",
                self.id,
                token.expose()
            )))),
            Err(err) => {
                tracing::warn!(webhook = self.id, error = %err, "a runtime URL can't be shown");
                None
            }
        }
    }

    /// The webhook that `app_id` and `token`, both as they stand in a URL, may post for. Whatever is wrong with
    /// them, there is one answer and the same work: one look-up, one hash, one comparison.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn find_for_post(
        db: &impl ConnectionTrait,
        app_id: &str,
        token: &str,
    ) -> Result<Option<Authenticated>> {
        // No row has the id 0, nor is there a text with a hash of zeros to be had.
        let id = ids::parse(app_id).unwrap_or(0);
        let found = Entity::find_by_id(id).one(db).await?;
        let token_hash = Hashed::of_text(token);
        let kept = found
            .as_ref()
            .and_then(|webhook| Hashed::from_bytes(&webhook.token_hash))
            .unwrap_or(Hashed::from([0; 32]));
        let same = kept == token_hash;
        Ok(found
            .filter(|webhook| same & webhook.paused_at.is_none())
            .map(|webhook| Authenticated {
                webhook,
                token_hash,
            }))
    }

    /// The webhook, where this hash is still its token's and it is not paused. Until the transaction ends nobody
    /// regenerates, pauses or deletes it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn hold_for_post(
        write: &impl ConnectionTrait,
        id: i64,
        token_hash: &Hashed,
    ) -> Result<Option<Self>> {
        let mut found = Entity::find_by_id(id)
            .filter(Column::TokenHash.eq(token_hash.to_vec()))
            .filter(Column::PausedAt.is_null());
        // SQLite has one writer at a time, and no such clause.
        if write.get_database_backend() != sea_orm::DbBackend::Sqlite {
            found = found.lock(LockType::Share);
        }
        Ok(found.one(write).await?)
    }
}

fn seal_context(id: i64) -> String {
    format!("webhook {id}")
}

/// The token as the row keeps it: it opens under this instance's key and in this row alone.
pub(super) fn seal(at: &Instance, id: i64, token: &Plain) -> Result<Vec<u8>> {
    sealing::seal(&at.key, seal_context(id).as_bytes(), token).map_err(Error::internal)
}
