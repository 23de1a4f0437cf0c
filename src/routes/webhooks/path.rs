//! The paths of webhook URLs: which webhook, which dialect, and which message below it. Pure.
//! That there is such a webhook or message is not decided here.
//!
//! | path | dialect |
//! |---|---|
//! | `/webhooks/<app_id>/<token>` | native |
//! | `/webhooks/<app_id>/<token>/discord`, `/slack`, `/github`, `/gitlab`, `/alertmanager` | the one named |
//! | `/webhooks/<app_id>/<token>/discord/slack`, `/discord/github` | the last one named, for software that appends it |
//! | `/webhooks/<app_id>/hooks/<token>` | Mattermost's |
//! | `/hooks/<app_id>/<token>` | Rocket.Chat's, as Mattermost's |
//! | `/api/webhooks/<app_id>/<token>`, `/api/v<n>/webhooks/<app_id>/<token>` | Discord's |
//! | the same with `/slack` or `/github`, which Discord's own URLs take too | the one named |
//! | a native or Discord path with `/messages/<message_id>` | that path's |
//!
//! One slash at the end is accepted. Anything else after a token is no suffix, which only the token's holder learns.

use rocket::http::Method;

use super::dialect::Dialect;

/// A path below one of the prefixes of webhook URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookPath<'p> {
    /// The dialect. Where the path leads nowhere, the refusal is worded in it.
    pub dialect: Dialect,
    /// The app id as it was sent; empty where the path leads nowhere.
    pub app_id: &'p str,
    /// The token as it was sent; empty where the path leads nowhere.
    pub token: &'p str,
    /// The id of a message as it was sent; none where the path is the webhook's own.
    pub message_id: Option<&'p str>,
    /// True if what follows the token names nothing.
    pub is_misspelt: bool,
}

/// The parts below a prefix that are read: one more than any path has.
const MAX_PARTS: usize = 6;

impl<'p> WebhookPath<'p> {
    /// Reads the path of a request.
    pub fn parse(path: &'p str) -> Self {
        let (prefix, rest) = split_prefix(path);
        let dialect = prefix.dialect();
        let (parts, count) = parts_of(rest);
        let at = |app_id, token, dialect, message_id| Self { dialect, app_id, token, message_id, is_misspelt: false };
        let misspelt = |app_id, token| Self { is_misspelt: true, ..at(app_id, token, dialect, None) };
        match (prefix, parts.get(..count).unwrap_or_default()) {
            (Prefix::Webhooks, [app_id, "hooks", token]) => at(app_id, token, Dialect::Mattermost, None),
            (_, [app_id, token]) => at(app_id, token, dialect, None),
            (Prefix::Webhooks | Prefix::Api, [app_id, token, "messages", id]) => at(app_id, token, dialect, Some(*id)),
            (Prefix::Webhooks, [app_id, token, "discord", "messages", id]) => {
                at(app_id, token, Dialect::Discord, Some(*id))
            }
            (Prefix::Webhooks, [app_id, token, suffix])
            | (Prefix::Webhooks, [app_id, token, "discord", suffix @ ("slack" | "github")])
            | (Prefix::Api, [app_id, token, suffix @ ("slack" | "github")]) => match Dialect::of_suffix(suffix) {
                Some(dialect) => at(app_id, token, dialect, None),
                None => misspelt(app_id, token),
            },
            (Prefix::Webhooks, [app_id, "hooks", token, ..]) | (_, [app_id, token, ..]) => misspelt(app_id, token),
            _ => at("", "", dialect, None),
        }
    }

    /// The methods that the path takes. `HEAD` is answered as `GET`.
    pub fn methods(&self) -> &'static [Method] {
        match (self.message_id, self.dialect) {
            (Some(_), _) => &[Method::Get, Method::Head, Method::Patch, Method::Delete],
            (None, Dialect::Discord) => &[Method::Get, Method::Head, Method::Post],
            (None, _) => &[Method::Post],
        }
    }
}

/// The beginnings of the paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prefix {
    Webhooks,
    Hooks,
    Api,
}

impl Prefix {
    /// The dialect of its paths that don't name another.
    fn dialect(self) -> Dialect {
        match self {
            Self::Webhooks => Dialect::Native,
            Self::Hooks => Dialect::Mattermost,
            Self::Api => Dialect::Discord,
        }
    }
}

/// The prefix, and what follows its slash; nothing where the path is not one of theirs.
fn split_prefix(path: &str) -> (Prefix, &str) {
    if let Some(rest) = path.strip_prefix("/hooks") {
        return (Prefix::Hooks, rest.strip_prefix('/').unwrap_or_default());
    }
    if let Some(rest) = path.strip_prefix("/api/") {
        let rest = match rest.split_once('/') {
            Some((version, rest)) if is_version(version) => rest,
            _ => rest,
        };
        return (Prefix::Api, rest.strip_prefix("webhooks/").unwrap_or_default());
    }
    (Prefix::Webhooks, path.strip_prefix("/webhooks/").unwrap_or_default())
}

/// `v` and a number, such as `v10`.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|number| (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The parts between slashes, and how many they are. Those after the first [`MAX_PARTS`] are left out.
fn parts_of(rest: &str) -> ([&str; MAX_PARTS], usize) {
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let mut parts = [""; MAX_PARTS];
    let mut count = 0;
    for part in rest.split('/') {
        let Some(slot) = parts.get_mut(count) else {
            break;
        };
        *slot = part;
        count += 1;
    }
    (parts, count)
}
