//! The token of a webhook: encrypted to be shown again, and hashed to be compared with that of a post.
//! Generating a new one is in `webhook`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;
use sea_orm::{ConnectionTrait, DbBackend, QueryOrder, QuerySelect};

use super::{Column, Entity, Model};
use crate::core::Core;
use portico_crypto::sealing;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, WebhookId};

/// A webhook whose token was shown to be known.
#[derive(Debug, Clone)]
pub struct AuthenticatedWebhook {
    /// The webhook as it was at that moment, or recently: a post that stores a message compares the revision, and one
    /// that is refused calls [`Self::reload`] first.
    pub webhook: Arc<Model>,
    /// The hash of the token that was shown.
    pub token_hash: SecretHash,
}

/// Recently used webhooks, so that a busy one is not looked up for every post.
///
/// A hint only: it may be out of date, since other nodes change webhooks too; the insert checks again.
#[derive(Debug)]
pub struct TokenCache(Cache<WebhookId, AuthenticatedWebhook>);

/// How many webhooks are remembered.
const REMEMBERED: u64 = 10_000;
/// For how long.
const REMEMBERED_FOR: Duration = Duration::from_secs(60);

impl Default for TokenCache {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(REMEMBERED).time_to_live(REMEMBERED_FOR).build())
    }
}

impl AuthenticatedWebhook {
    /// The webhook as it is now; none where the token is no longer its own or it does not accept posts.
    #[boxed]
    pub async fn reload(&self, db: &Conn, recent: &TokenCache) -> Result<Option<Self>> {
        Model::look_up_for_post(db, recent, self.webhook.id, self.token_hash).await
    }
}

impl Model {
    /// The whole secret URL; none where the token was sealed under a key that the instance does not have.
    pub fn runtime_url(&self, core: &Core) -> Option<Plain> {
        match sealing::open(&core.key, seal_context(self.id).as_bytes(), &self.token_sealed) {
            Ok(opened) => Some(Plain::from(core.config.base_url.join(&format!(
                "/webhooks/{}/{}",
                self.id,
                opened.secret.expose()
            )))),
            Err(err) => {
                tracing::warn!(webhook = self.id.get(), error = %err, "a webhook URL can't be shown");
                None
            }
        }
    }

    /// The webhook that `app_id` and `token`, both as they are in a URL, may post for. Whatever is wrong with
    /// them, there is one answer and the same work: one look-up, one hash, one comparison.
    pub async fn find_for_post(
        db: &Conn,
        recent: &TokenCache,
        app_id: &str,
        token: &str,
    ) -> Result<Option<AuthenticatedWebhook>> {
        // No row has the id 0.
        let id = ids::parse(app_id).unwrap_or(WebhookId::new(0));
        let token_hash = SecretHash::of_text(token);
        match recent.0.get(&id) {
            Some(known) if known.token_hash == token_hash => Ok(Some(known)),
            // On the heap, so that it takes no room in the future of a post whose webhook is known.
            _ => Box::pin(Self::look_up_for_post(db, recent, id, token_hash)).await,
        }
    }

    async fn look_up_for_post(
        db: &Conn,
        recent: &TokenCache,
        id: WebhookId,
        token_hash: SecretHash,
    ) -> Result<Option<AuthenticatedWebhook>> {
        let row = Entity::find_by_id(id).one(db).await?;
        // No known text hashes to zeros.
        let stored = row
            .as_ref()
            .and_then(|webhook| SecretHash::from_bytes(&webhook.token_hash))
            .unwrap_or(SecretHash::from([0; 32]));
        let same = stored == token_hash;
        let shown = row
            .filter(|webhook| same & webhook.accepts_posts())
            .map(|webhook| AuthenticatedWebhook { webhook: Arc::new(webhook), token_hash });
        if let Some(shown) = &shown {
            recent.0.insert(id, shown.clone());
        }
        Ok(shown)
    }

    /// The webhooks with these ids, where there are any. They are locked until the transaction ends.
    pub async fn lock_all(write: &Conn, ids: impl Iterator<Item = WebhookId>) -> Result<HashMap<WebhookId, Self>> {
        let ids: HashSet<WebhookId> = ids.collect();
        let mut query = Entity::find().filter(lists::is_one_of(write, Column::Id, ids));
        // SQLite has one writer at a time, and no such clause.
        if write.get_database_backend() != DbBackend::Sqlite {
            query = query.order_by_asc(Column::Id).lock(LockType::Share);
        }
        let locked = query.all(write).await?.into_iter();
        Ok(locked.map(|webhook| (webhook.id, webhook)).collect())
    }
}

/// The context to which a token's seal is bound: that it is a webhook's, and whose.
pub(super) fn seal_context(id: WebhookId) -> String {
    format!("webhook {id}")
}

/// The token as the row stores it: it opens under this instance's key and in this row alone.
pub(super) fn seal(core: &Core, id: WebhookId, token: &Plain) -> Result<Vec<u8>> {
    sealing::seal(&core.key, seal_context(id).as_bytes(), token).map_err(Error::internal)
}
