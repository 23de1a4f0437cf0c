//! Rendered messages, so that a feed with many readers is rendered once.
//! Permission to read a message was checked before.

use std::sync::Arc;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::message_view::MessageView;
use portico_platform::error::Result;

/// How many bytes of HTML are cached.
const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// The HTML of messages. The key is everything that the template depends on, including the author's present name and
/// picture and what concerns the reader, and the generation of the templates. So no entry can be stale.
#[derive(Debug)]
pub(super) struct RenderCache(Cache<(u64, MessageView), Arc<str>>);

impl Default for RenderCache {
    fn default() -> Self {
        let cache = Cache::builder()
            .weigher(|_, html: &Arc<str>| u32::try_from(html.len()).unwrap_or(u32::MAX))
            .max_capacity(MOST_BYTES)
            // New messages are read most. The default policy would keep what was read often before.
            .eviction_policy(EvictionPolicy::lru())
            .build();
        Self(cache)
    }
}

impl RenderCache {
    /// The cached HTML of the message, or what `render` returns.
    ///
    /// # Errors
    /// Those of `render`.
    pub(super) fn html_of(
        &self,
        generation: u64,
        message: MessageView,
        render: impl FnOnce(&MessageView) -> Result<String>,
    ) -> Result<Arc<str>> {
        let key = (generation, message);
        if let Some(html) = self.0.get(&key) {
            return Ok(html);
        }
        let html: Arc<str> = render(&key.1)?.into();
        self.0.insert(key, Arc::clone(&html));
        Ok(html)
    }
}
