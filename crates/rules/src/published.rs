//! A text that is made once and sent to everyone who asks, with the tag by which caches know it. Callers decide what is
//! published, and for how long caches may keep it.

use std::ops::Deref;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A text and its entity tag. Dereferences to the text.
#[derive(Debug)]
pub struct PublishedText {
    text: String,
    tag: String,
}

impl PublishedText {
    /// The text, with the tag computed.
    pub fn new(text: String) -> Self {
        let hash = Sha256::digest(&text);
        let tag = format!("\"{}\"", BASE64_URL_SAFE_NO_PAD.encode(&hash[..12]));
        Self { text, tag }
    }

    /// The entity tag (RFC 9110, section 8.8.3), in its quotes.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// True if `If-None-Match` names it, so that it need not be sent again (RFC 9110, section 13.1.2). A cache on the
    /// way may have made the tag a weak one.
    pub fn is_among(&self, known: &str) -> bool {
        known.split(',').map(|tag| tag.trim().trim_start_matches("W/")).any(|tag| tag == "*" || tag == self.tag)
    }
}

impl Deref for PublishedText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<[u8]> for PublishedText {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_knows_it_by_its_tag_alone() {
        let text = PublishedText::new("{}".to_owned());
        let tag = text.tag();
        assert_eq!(tag.len(), 18);
        for known in [tag, "*", &format!("W/{tag}"), &format!("\"x\" ,{tag}")] {
            assert!(text.is_among(known), "{known}");
        }
        let other = PublishedText::new("{ }".to_owned());
        for unknown in ["", "\"x\"", tag.trim_matches('"'), other.tag()] {
            assert!(!text.is_among(unknown), "{unknown}");
        }
    }
}
