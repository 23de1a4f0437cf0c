//! The page where a user continues after signing in, always on this site.
//! OAuth redirects, which leave the site, are in `oauth`.

use rocket::http::uri::{Origin, Reference};

/// Long enough for every valid authorization request, all percent-encoded: a redirect URI of 2,048 characters, a state of
/// 4,096, a nonce and a scope of 1,024 each. Encoded once more, it still fits into a URL.
const MAX_LENGTH: usize = 32 * 1024;

/// A path and query of this site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Continuation(String);

impl Continuation {
    /// Parses a value from a link or a form. None for everything that a browser could take for another site: `//host`,
    /// `/\host`, and tabs or line ends, which browsers drop.
    pub fn read(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        let here = text.starts_with('/') && !text[1..].starts_with('/');
        (plain && here && text.len() <= MAX_LENGTH && Origin::parse(text).is_ok()).then(|| Self(text.to_owned()))
    }

    /// The continuation of a link or a form, or the home page where it has none that can be used.
    pub fn or_home(next: Option<&str>) -> Self {
        next.and_then(Self::read).unwrap_or_else(Self::home)
    }

    /// Where a sign-in without a continuation leads.
    pub fn home() -> Self {
        Self("/".into())
    }

    /// The path and query.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// `page`, with this as its `next`.
    pub fn after(&self, page: &str) -> String {
        let start = format!("{page}?");
        let end = start.len();
        let mut query = form_urlencoded::Serializer::for_suffix(start, end);
        query.append_pair("next", &self.0).finish()
    }

    /// The page of a form, by its `Referer`; none without one from this site.
    pub fn from_referer(referer: Option<&str>, base: &portico_rules::base_url::BaseUrl) -> Option<Self> {
        // Without a slash it is another host or port.
        let path = referer?.strip_prefix(base.origin()).filter(|path| path.starts_with('/'))?;
        // A continuation has no fragment.
        let reference = Reference::parse(path).ok()?;
        let query = reference.query().map_or_else(String::new, |query| format!("?{query}"));
        Self::read(&format!("{}{query}", reference.path()))
    }
}
