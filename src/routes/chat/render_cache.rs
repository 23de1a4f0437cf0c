//! Messages that were drawn before, so that a feed that many read is drawn once.
//! Permission to read a message was checked before it came here.

use std::sync::Arc;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::rendered::RenderedMessage;
use crate::error::Result;

/// How many bytes of HTML are kept.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// What messages look like. The key is everything that the template is given, the author's present name and picture
/// and what concerns the reader among it, and the generation of the template: what is found is what would be drawn now,
/// and nothing here can be stale.
#[derive(Debug)]
pub struct RenderCache(Cache<(u64, RenderedMessage), Arc<str>>);

impl Default for RenderCache {
    fn default() -> Self {
        let cache = Cache::builder()
            .weigher(|_, html: &Arc<str>| u32::try_from(html.len()).unwrap_or(u32::MAX))
            .max_capacity(MOST_BYTES)
            // What is new is read most. The default would keep what was read often before.
            .eviction_policy(EvictionPolicy::lru())
            .build();
        Self(cache)
    }
}

impl RenderCache {
    /// The message as it was drawn before, or as `draw` draws it now.
    ///
    /// # Errors
    /// Those of `draw`.
    pub fn html_of(
        &self,
        generation: u64,
        message: RenderedMessage,
        draw: impl FnOnce(&RenderedMessage) -> Result<String>,
    ) -> Result<Arc<str>> {
        let key = (generation, message);
        if let Some(html) = self.0.get(&key) {
            return Ok(html);
        }
        let html: Arc<str> = draw(&key.1)?.into();
        self.0.insert(key, Arc::clone(&html));
        Ok(html)
    }
}
