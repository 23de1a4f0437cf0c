//! Rendered messages, so that a feed with many readers is rendered once.
//! Permission to read a message was checked before.

use std::sync::Arc;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

use super::message_view::MessageView;

/// How many bytes of short messages are cached, with their HTML.
const MAX_SHORT_BYTES: u64 = 4 * 1024 * 1024;
/// How many bytes of long messages are cached: several pages of the longest.
const MAX_LONG_BYTES: u64 = 16 * 1024 * 1024;

/// The generation of the templates, the language's tag, and the message.
pub(super) type RenderKey = (u64, &'static str, MessageView);

/// The HTML of messages. The key is everything that the template depends on, including the author's present name and
/// picture and what concerns the reader, and the generation of the templates. So no entry can be stale.
///
/// Long messages have a cache of their own: channels full of them don't displace the ordinary ones.
#[derive(Debug)]
pub(super) struct RenderCache {
    short: Cache<RenderKey, Arc<str>>,
    long: Cache<RenderKey, Arc<str>>,
}

impl Default for RenderCache {
    fn default() -> Self {
        let cache = |bytes| {
            Cache::builder()
                .weigher(|(_, _, message): &RenderKey, html: &Arc<str>| {
                    u32::try_from(message.bytes() + html.len()).unwrap_or(u32::MAX)
                })
                .max_capacity(bytes)
                // New messages are read most. The default policy would keep what was read often before.
                .eviction_policy(EvictionPolicy::lru())
                .build()
        };
        Self { short: cache(MAX_SHORT_BYTES), long: cache(MAX_LONG_BYTES) }
    }
}

impl RenderCache {
    /// The HTML of the message, if it is cached.
    pub(super) fn get(&self, key: &RenderKey) -> Option<Arc<str>> {
        self.for_message(&key.2).get(key)
    }

    /// Caches the HTML of the message.
    pub(super) fn insert(&self, key: RenderKey, html: Arc<str>) {
        self.for_message(&key.2).insert(key, html);
    }

    fn for_message(&self, message: &MessageView) -> &Cache<RenderKey, Arc<str>> {
        if message.is_long() { &self.long } else { &self.short }
    }
}
