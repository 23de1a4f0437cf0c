//! The formats that the playground composes: the native payload field by field, and the body of each dialect as it is
//! sent. `routes::webhooks` parses bodies.

use serde_json::{Value, json};

use super::mention_reasons::OptInBy;
use crate::routes::webhooks::Dialect;

use portico_rules::ids::UserId;

/// Format of the composed body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The native payload, by its fields.
    Fields,
    /// The native payload, as JSON.
    Json,
    /// The body of another dialect.
    Dialect(Dialect),
}

/// Every format, in the order of the page.
const ALL: [Format; 7] = [
    Format::Fields,
    Format::Json,
    Format::Dialect(Dialect::Discord),
    Format::Dialect(Dialect::Slack),
    Format::Dialect(Dialect::Github),
    Format::Dialect(Dialect::Gitlab),
    Format::Dialect(Dialect::Alertmanager),
];

impl Format {
    /// The format of this name in a form or a query; an empty name is that of the page without one.
    pub(super) fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|format| format.name() == name)
    }

    /// The name in a form and a query.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fields => "",
            Self::Json => "json",
            Self::Dialect(dialect) => dialect.name().unwrap_or_default(),
        }
    }

    /// The dialect of its body.
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Fields | Self::Json => Dialect::Native,
            Self::Dialect(dialect) => dialect,
        }
    }

    fn label(self) -> &'static str {
        match self.dialect() {
            Dialect::Native if self == Self::Json => "Portico, as JSON",
            Dialect::Native => "Portico",
            Dialect::Discord => "Discord",
            Dialect::Slack | Dialect::Mattermost => "Slack",
            Dialect::Github => "GitHub, Gitea",
            Dialect::Gitlab => "GitLab",
            Dialect::Alertmanager => "Alertmanager, Grafana",
        }
    }

    /// The header that names an event; none where the format has none.
    pub(super) fn event_header(self) -> Option<&'static str> {
        match self.dialect() {
            Dialect::Github => Some("X-GitHub-Event"),
            Dialect::Gitlab => Some("X-Gitlab-Event"),
            Dialect::Native | Dialect::Discord | Dialect::Slack | Dialect::Mattermost | Dialect::Alertmanager => None,
        }
    }

    /// The way its body opts in to mentions.
    pub(super) fn opt_in(self) -> OptInBy {
        match self {
            Self::Fields => OptInBy::Boxes,
            Self::Dialect(Dialect::Discord) => OptInBy::List { key: "allowed_mentions.parse", all: "everyone" },
            // Bodies of events mention no one.
            _ => OptInBy::List { key: "allowedMentions.parse", all: "all" },
        }
    }

    /// The event of [`Self::sample`].
    pub(super) fn sample_event(self) -> &'static str {
        match self.dialect() {
            Dialect::Github => "issues",
            Dialect::Gitlab => "Merge Request Hook",
            Dialect::Native | Dialect::Discord | Dialect::Slack | Dialect::Mattermost | Dialect::Alertmanager => "",
        }
    }

    /// A body to begin with. Where the format can mention a user, it mentions `user_id`.
    pub(super) fn sample(self, user_id: UserId) -> String {
        let body = match self.dialect() {
            Dialect::Native => include_str!("sample_bodies/native.json"),
            Dialect::Discord => include_str!("sample_bodies/discord.json"),
            Dialect::Slack | Dialect::Mattermost => include_str!("sample_bodies/slack.json"),
            Dialect::Github => include_str!("sample_bodies/github.json"),
            Dialect::Gitlab => include_str!("sample_bodies/gitlab.json"),
            Dialect::Alertmanager => include_str!("sample_bodies/alertmanager.json"),
        };
        body.trim_end().replace("USER_ID", &user_id.to_string())
    }

    /// Template context of the format.
    pub(super) fn shown(self) -> Value {
        let hint = match self.dialect() {
            Dialect::Github => {
                "The event, such as push or pull_request. Gitea sends it in X-Gitea-Event, Forgejo in X-Forgejo-Event."
            }
            Dialect::Gitlab => "The event, such as Push Hook or Pipeline Hook.",
            _ => "",
        };
        let guide = match self {
            Self::Fields | Self::Json => "/docs/webhooks#payload".to_owned(),
            Self::Dialect(_) => format!("/docs/{}", self.name()),
        };
        json!({
            "name": self.name(),
            "label": self.label(),
            "has_fields": self == Self::Fields,
            "event_header": self.event_header(),
            "event_hint": hint,
            "guide": guide,
        })
    }
}

/// Every format as the page offers it.
pub(super) fn all() -> Vec<Value> {
    let shown = |format: Format| json!({ "name": format.name(), "label": format.label() });
    ALL.into_iter().map(shown).collect()
}
