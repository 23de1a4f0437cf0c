//! Messages that were drawn before, so that a feed that many read is drawn once.
//! Whoever may read a message was judged before it came here.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::drawn::Drawn;
use crate::error::Result;

/// How many bytes of HTML are kept, at most twice: those of late, and those of just before.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// What messages look like. The key is everything that the template is given, the author's present name and picture
/// and what concerns the reader among it, and the generation of the template: what is found is what would be drawn now,
/// and nothing here can be stale.
#[derive(Debug, Default)]
pub struct Known(Mutex<Generations>);

#[derive(Debug, Default)]
struct Generations {
    young: HashMap<(u64, Drawn), Arc<str>>,
    bytes: usize,
    old: HashMap<(u64, Drawn), Arc<str>>,
}

impl Known {
    /// The message as it was drawn before, or as `draw` draws it now.
    ///
    /// # Errors
    /// Those of `draw`.
    pub fn html_of(
        &self,
        generation: u64,
        message: Drawn,
        draw: impl FnOnce(&Drawn) -> Result<String>,
    ) -> Result<Arc<str>> {
        let key = (generation, message);
        if let Some(html) = self.known().find(&key) {
            return Ok(html);
        }
        let html: Arc<str> = draw(&key.1)?.into();
        self.known().keep(key, Arc::clone(&html));
        Ok(html)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Generations> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generations {
    fn find(&mut self, key: &(u64, Drawn)) -> Option<Arc<str>> {
        if let Some(html) = self.young.get(key) {
            return Some(Arc::clone(html));
        }
        let (key, html) = self.old.remove_entry(key)?;
        self.keep(key, Arc::clone(&html));
        Some(html)
    }

    fn keep(&mut self, key: (u64, Drawn), html: Arc<str>) {
        self.bytes += html.len();
        self.young.insert(key, html);
        // What was not asked for since the last time is forgotten.
        if self.bytes > MOST_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
    }
}
