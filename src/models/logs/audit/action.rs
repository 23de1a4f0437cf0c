//! What can be done to a server or an OAuth app that its log tells of, and what was there before.
//! Writing it down stands one level up; how it reads is the pages' to say. No secret has a place in it.

use serde::{Deserialize, Serialize};

use super::target::{Change, Named, NamedChannel, NewFace, Person, Whom};
use crate::chat::permissions::Permissions;

/// An act, with what it changed. Its name in the database is the variant's in `snake_case`; a field that a row does
/// not have, because a version before this one wrote it, is taken for empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", content = "detail", rename_all = "snake_case")]
#[allow(missing_docs)] // Names of fields that say themselves what they hold.
pub enum Action {
    /// A server got another name.
    ServerRenamed { name: Change<String> },
    /// A server got another owner.
    ServerHandedOver { to: Person },
    /// A server went. Nobody manages it any more: this is for whoever keeps the database.
    ServerDeleted {},
    /// A channel came.
    ChannelCreated { hidden: bool },
    /// A channel got another name or topic.
    ChannelEdited {
        hidden: bool,
        name: Option<Change<String>>,
        topic: Option<Change<String>>,
    },
    /// A channel went, and took these webhooks along; of very many the first are named.
    ChannelDeleted {
        hidden: bool,
        webhooks: Vec<String>,
        further: usize,
    },
    /// What a channel allows and denies somebody changed.
    OverwriteSet {
        hidden: bool,
        whom: Whom,
        allow: Change<Vec<String>>,
        deny: Change<Vec<String>>,
    },
    /// A role came.
    RoleCreated {
        mentionable: bool,
        permissions: Vec<String>,
    },
    /// A role was changed.
    RoleEdited {
        name: Option<Change<String>>,
        mentionable: Option<Change<bool>>,
        gained: Vec<String>,
        lost: Vec<String>,
    },
    /// A role went.
    RoleDeleted {},
    /// A member was given roles, or had them taken.
    MemberRolesSet {
        nickname: String,
        given: Vec<Named>,
        taken: Vec<Named>,
    },
    /// A member was sent away.
    MemberRemoved { nickname: String },
    /// Somebody became a member by an invite.
    MemberJoined {},
    /// A member left.
    MemberLeft {},
    /// An invite came.
    InviteCreated {},
    /// An invite went.
    InviteDeleted {},
    /// A webhook came.
    WebhookCreated { channel: NamedChannel },
    /// A webhook got another name or picture.
    WebhookEdited {
        name: Option<Change<String>>,
        picture: Option<NewFace>,
    },
    /// A webhook posts into another channel from now on; name and picture may have changed with it.
    WebhookMoved {
        channel: Change<NamedChannel>,
        name: Option<Change<String>>,
        picture: Option<NewFace>,
    },
    /// A webhook got another address.
    WebhookUrlRegenerated {},
    /// A webhook was stopped.
    WebhookPaused {},
    /// A webhook goes on.
    WebhookResumed {},
    /// A webhook went.
    WebhookDeleted { channel: NamedChannel },
    /// A webhook deleted a message that it had posted.
    MessageDeleted {
        channel: NamedChannel,
        message_id: i64,
    },
    /// An app came.
    AppCreated {},
    /// What an app says of itself, or where it sends people back to, was changed.
    AppEdited {
        #[serde(default)]
        name: Option<Change<String>>,
        #[serde(default)]
        homepage: Option<Change<String>>,
        #[serde(default)]
        description: bool,
        #[serde(default)]
        icon: Option<NewFace>,
        #[serde(default)]
        uris_added: Vec<String>,
        #[serde(default)]
        uris_removed: Vec<String>,
    },
    /// An app got another secret.
    SecretMade {
        #[serde(default)]
        last_four: String,
    },
    /// An app lost a secret.
    SecretDropped {
        #[serde(default)]
        last_four: String,
    },
}

/// Of very many webhooks that go with their channel, so many are named.
pub(in crate::models) const NAMED: usize = 20;

/// Acts that take no permission in the server: anyone with an invite, or with a webhook's URL, causes them as often as
/// they like.
pub(super) const OF_ANYBODY: [&str; 3] = ["member_joined", "member_left", "message_deleted"];

/// Of an address so many characters are kept.
const LONGEST_ADDRESS: usize = 300;

impl Action {
    /// Whether an app was saved as it was.
    pub(in crate::models) fn is_empty(&self) -> bool {
        let unchanged = Self::AppEdited {
            name: None,
            homepage: None,
            description: false,
            icon: None,
            uris_added: Vec::new(),
            uris_removed: Vec::new(),
        };
        *self == unchanged
    }

    /// Its name, and what its row keeps of it besides: a JSON object.
    pub(super) fn parts(&self) -> (String, String) {
        let whole = serde_json::to_value(self).unwrap_or_default();
        let name = whole["action"].as_str().unwrap_or_default().to_owned();
        (name, whole["detail"].to_string())
    }

    /// Reads it back; none for what this version does not know.
    pub(super) fn read(name: &str, detail: &str) -> Option<Self> {
        let detail: serde_json::Value = match detail {
            "" => serde_json::json!({}),
            detail => serde_json::from_str(detail).ok()?,
        };
        serde_json::from_value(serde_json::json!({ "action": name, "detail": detail })).ok()
    }
}

/// Permissions by the names that forms spell.
pub(in crate::models) fn names(permissions: Permissions) -> Vec<String> {
    permissions.names().map(str::to_owned).collect()
}

/// Of each of these addresses as much as is kept, where it is not among `others`.
pub(in crate::models) fn addresses_not_in(these: &[String], others: &[String]) -> Vec<String> {
    these
        .iter()
        .filter(|address| !others.contains(address))
        .map(
            |address| match address.char_indices().nth(LONGEST_ADDRESS) {
                Some((end, _)) => format!("{}…", address.get(..end).unwrap_or_default()),
                None => address.clone(),
            },
        )
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_act_is_read_back_as_it_was_written() {
        let place = |name: &str| NamedChannel {
            id: 3,
            name: name.to_owned(),
            hidden: true,
        };
        for (action, named) in [
            (Action::RoleDeleted {}, "role_deleted"),
            (Action::WebhookUrlRegenerated {}, "webhook_url_regenerated"),
            (Action::MemberJoined {}, super::OF_ANYBODY[0]),
            (Action::MemberLeft {}, super::OF_ANYBODY[1]),
            (
                Action::MessageDeleted {
                    channel: place("general"),
                    message_id: 5,
                },
                super::OF_ANYBODY[2],
            ),
            (
                Action::WebhookMoved {
                    channel: Change {
                        from: place("general"),
                        to: place("ops"),
                    },
                    name: Change::between("a", "b"),
                    picture: Some(NewFace::Removed),
                },
                "webhook_moved",
            ),
        ] {
            let (name, detail) = action.parts();
            assert_eq!(name, named);
            assert!(detail.starts_with('{'), "{detail}");
            assert_eq!(Action::read(&name, &detail), Some(action));
        }
    }

    #[test]
    fn what_another_version_wrote_is_read_as_far_as_it_is_known() {
        let bare = Action::read("app_edited", "").unwrap();
        assert!(matches!(bare, Action::AppEdited { name: None, .. }));
        let last_four = String::new();
        assert_eq!(
            Action::read("secret_made", ""),
            Some(Action::SecretMade { last_four })
        );
        let more = r#"{"further":1,"later":true}"#;
        assert_eq!(
            Action::read("role_deleted", more),
            Some(Action::RoleDeleted {})
        );
        assert_eq!(Action::read("role_painted", "{}"), None);
        assert_eq!(Action::read("role_deleted", "{"), None);
    }

    #[test]
    fn long_addresses_are_cut_between_characters() {
        let long = format!("https://app.example/{}", "é".repeat(400));
        let short = "https://app.example/".to_owned();
        let kept = addresses_not_in(&[long, short.clone()], &[short]);
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].chars().count(), LONGEST_ADDRESS + 1);
    }
}
