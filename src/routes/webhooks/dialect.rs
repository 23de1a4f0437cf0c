//! Which dialect a webhook URL speaks, and what holds for each: sizes, content types, methods.
//! `dialects` reads the bodies, `answer` words the answers.

use rocket::data::ByteUnit;

/// The body and the answers that a URL speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Portico's own payload.
    Native,
    /// Discord's webhooks.
    Discord,
    /// Slack's incoming webhooks.
    Slack,
    /// Those of Mattermost and Rocket.Chat, which are Slack's with texts in Markdown.
    Mattermost,
    /// Events of GitHub, Gitea and Forgejo.
    Github,
    /// Events of GitLab.
    Gitlab,
    /// Notifications of Alertmanager and of Grafana's alerting.
    Alertmanager,
}

impl Dialect {
    /// The dialect of a path's suffix, such as `slack`.
    pub(crate) fn of_suffix(suffix: &str) -> Option<Self> {
        Some(match suffix {
            "discord" => Self::Discord,
            "slack" => Self::Slack,
            "github" => Self::Github,
            "gitlab" => Self::Gitlab,
            "alertmanager" => Self::Alertmanager,
            _ => return None,
        })
    }

    /// The suffixes, for a sentence.
    pub(super) const SUFFIXES: &str = "/discord, /slack, /github, /gitlab and /alertmanager";

    /// The dialect of this name in the delivery log.
    pub(crate) fn of_log(name: Option<&str>) -> Option<Self> {
        match name {
            None => Some(Self::Native),
            Some("mattermost") => Some(Self::Mattermost),
            Some(name) => Self::of_suffix(name),
        }
    }

    /// True if a header of the request names the event.
    pub(crate) fn has_event(self) -> bool {
        matches!(self, Self::Github | Self::Gitlab)
    }

    /// Its name in the delivery log and, but for Mattermost's, its suffix; none for the native payload.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Native => None,
            Self::Discord => Some("discord"),
            Self::Slack => Some("slack"),
            Self::Mattermost => Some("mattermost"),
            Self::Github => Some("github"),
            Self::Gitlab => Some("gitlab"),
            Self::Alertmanager => Some("alertmanager"),
        }
    }

    /// The most bytes of a body that is not `multipart/form-data`.
    pub(super) fn largest_body(self) -> ByteUnit {
        match self {
            Self::Native | Self::Slack | Self::Mattermost => ByteUnit::Kibibyte(64),
            Self::Discord | Self::Github | Self::Gitlab | Self::Alertmanager => ByteUnit::Mebibyte(1),
        }
    }
}
