//! The writer that stores posts of webhooks, many at a time, and the cache of recently used webhooks.
//! How they are stored is defined in `store`.

use crate::core::Core;
use crate::models::Webhook;
use crate::models::webhooks::webhook::{AuthenticatedWebhook, TokenCache};
use portico_macros::boxed;
use portico_platform::error::Result;
use portico_platform::group_commit::GroupCommit;

use super::store::Posts;

/// Takes posts of webhooks.
#[derive(Debug)]
pub struct WebhookPosts {
    pub(super) writer: GroupCommit<Posts>,
    pub(super) recent: TokenCache,
}

impl WebhookPosts {
    /// Starts the writer.
    ///
    /// # Errors
    /// One sentence where no thread can be started.
    pub fn start(core: &Core) -> Result<Self, String> {
        let (db, clock, ids, live) = (core.db.clone(), core.clock.clone(), core.ids().clone(), core.live.clone());
        let base_url = core.config.base_url.clone();
        let writer = GroupCommit::start("posts", move || Posts { db: db.apart(), clock, ids, live, base_url })?;
        Ok(Self { writer, recent: TokenCache::default() })
    }

    /// How many posts wait to be stored.
    pub fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// The webhook of `app_id` and `token`: see [`Webhook::find_for_post`].
    #[boxed]
    pub async fn authenticate(&self, core: &Core, app_id: &str, token: &str) -> Result<Option<AuthenticatedWebhook>> {
        Webhook::find_for_post(&core.db, &self.recent, app_id, token).await
    }

    /// The webhook as it is now: see [`AuthenticatedWebhook::reload`].
    #[boxed]
    pub async fn reload(&self, core: &Core, shown: &AuthenticatedWebhook) -> Result<Option<AuthenticatedWebhook>> {
        shown.reload(&core.db, &self.recent).await
    }

    /// Stores all posts that wait, and accepts no more: a post then gets the error that the database can't be reached.
    #[boxed]
    pub async fn close(&self) {
        self.writer.close().await;
    }
}
