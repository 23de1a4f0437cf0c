//! The actions that the audit log records, each defined once: its fields, name, target, label, and sentence. No secret is in
//! them. Recording one is in `audit`; how pages show the facts of a sentence is in `routes::audit`.

mod kinds;

use serde::{Deserialize, Serialize};

use super::app_edits::AppEdits;
use super::target::{AuditPerson, Change, NamedChannel, NamedRole, OverwriteTarget, PictureChange, Poster};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::MessageId;

pub use kinds::{ActionGroup, ActionKind, TargetKind};

/// Defines [`Action`] and [`ACTIONS`]: for each action its fields, its name, what it is done to, where and how the filter
/// offers it, and its words: a sentence that goes on after the name of who did it, or several of which the first is said whose
/// facts are there; and lines below it, each said if its facts are there.
///
/// A fact stands in braces: `target`, or a field of the action such as `name.to`, and the form in which it is shown where that
/// is not its name; `routes::audit::words` has the forms. `{name?}` and `{name!}` show nothing: the fact has to be there, or
/// not. False, 0, nothing and what is empty is not there. `{visible?}` holds if the reader can see the channel that it was done
/// to, and `{name=text}` if the fact is that text. In a line, an arrow stands between the old and the new value.
macro_rules! actions {
    ($(
        $(#[$doc:meta])*
        $variant:ident $fields:tt = $name:literal, $target:ident, $group:ident $label:literal,
            $($sentence:literal)or+ $([$($line:literal),+ $(,)?])?;
    )+) => {
        /// An action, with what it changed.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "action", content = "detail", rename_all = "snake_case")]
        #[allow(missing_docs)] // The names of the fields say what they hold.
        #[allow(clippy::large_enum_variant)] // There is one of it for each write, for as long as that takes.
        pub enum Action {
            $($(#[$doc])* $variant $fields,)+
        }

        /// Every action, in the order in which the filter offers them.
        pub const ACTIONS: &[ActionKind] = &[$(ActionKind {
            name: $name,
            target: TargetKind::$target,
            group: ActionGroup::$group,
            label: $label,
            sentences: &[$($sentence),+],
            lines: &[$($($line),+)?],
        },)+];

        /// The names of the actions, with their fields as they are written here.
        #[cfg(test)]
        const FIELDS: &[(&str, &str)] = &[$(($name, stringify!($fields))),+];

        impl Action {
            /// The properties that every entry of this action shares.
            pub fn kind(&self) -> ActionKind {
                match self {
                    $(Self::$variant { .. } => ActionKind {
                        name: $name,
                        target: TargetKind::$target,
                        group: ActionGroup::$group,
                        label: $label,
                        sentences: &[$($sentence),+],
                        lines: &[$($($line),+)?],
                    },)+
                }
            }
        }
    };
}

actions! {
    /// A webhook was created.
    WebhookCreated { channel: NamedChannel }
        = "webhook_created", Webhook, Webhooks "Webhook created",
        "created the webhook {target}, which posts into {channel channel}";
    /// A webhook got another name or picture.
    WebhookEdited { name: Option<Change<String>>, picture: Option<PictureChange> }
        = "webhook_edited", Webhook, Webhooks "Webhook edited",
        "renamed the webhook {target} to {name.to}"
        or "edited the webhook {target}" [
            "Picture: {picture picture}",
        ];
    /// A webhook was moved to another channel; name and picture may have changed with it.
    WebhookMoved {
        channel: Change<NamedChannel>,
        name: Option<Change<String>>,
        picture: Option<PictureChange>,
    } = "webhook_moved", Webhook, Webhooks "Webhook moved",
        "moved the webhook {target} from {channel.from channel} to {channel.to channel}" [
            "Name: {name.from value} → {name.to value}",
            "Picture: {picture picture}",
        ];
    /// A webhook got another URL.
    WebhookUrlRegenerated {}
        = "webhook_url_regenerated", Webhook, Webhooks "Webhook URL regenerated",
        "regenerated the URL of the webhook {target}";
    /// A webhook was paused.
    WebhookPaused {} = "webhook_paused", Webhook, Webhooks "Webhook paused",
        "paused the webhook {target}";
    /// A webhook was resumed.
    WebhookResumed {} = "webhook_resumed", Webhook, Webhooks "Webhook resumed",
        "resumed the webhook {target}";
    /// A member became the creator of a webhook whose creator was gone or no longer managed the server.
    WebhookCreatorChanged { from: Option<AuditPerson> }
        = "webhook_creator_changed", Webhook, Webhooks "Webhook creator changed",
        "took over the webhook {target} as its creator" [
            "Creator before: {from person}",
            "Creator before: {from!}a deleted account",
        ];
    /// A webhook's URL was reported as leaked by a member, which regenerated it and paused the webhook.
    WebhookReportedLeaked {}
        = "webhook_reported_leaked", Webhook, Webhooks "Webhook reported as leaked",
        "reported the URL of the webhook {target} as leaked: it was regenerated, and the webhook paused";
    /// A program found a webhook's URL where it does not belong, which paused the webhook.
    WebhookFoundLeaked {}
        = "webhook_found_leaked", Webhook, Webhooks "Webhook URL found by a scanner",
        "was paused, because a secret scanner reported its URL as leaked";
    /// An admin suspended a webhook.
    WebhookSuspended {} = "webhook_suspended", Webhook, Webhooks "Webhook suspended",
        "was suspended by the operator";
    /// An admin lifted the suspension of a webhook.
    WebhookRestored {}
        = "webhook_restored", Webhook, Webhooks "Webhook suspension lifted",
        "is no longer suspended by the operator";
    /// A webhook was deleted.
    WebhookDeleted { channel: NamedChannel }
        = "webhook_deleted", Webhook, Webhooks "Webhook deleted",
        "deleted the webhook {target}, which posted into {channel channel}";
    /// A webhook deleted a message that it had posted.
    MessageDeleted { channel: NamedChannel, message_id: MessageId }
        = "message_deleted", Webhook, Webhooks "Message deleted by its webhook",
        "deleted a message that it posted in {channel channel}" [
            "Posted: {message_id posted}",
        ];
    /// A channel was created.
    ChannelCreated { hidden: bool } = "channel_created", Channel, Channels "Channel created",
        "created {target the_channel}";
    /// A channel got another name, topic or slow mode.
    ChannelEdited {
        hidden: bool,
        name: Option<Change<String>>,
        topic: Option<Change<String>>,
        slow_mode: Option<Change<i32>>,
    } = "channel_edited", Channel, Channels "Channel edited",
        "{visible!}edited {target channel}"
        or "renamed the channel {target channel} to {name.to hash}"
        or "{topic!}changed the slow mode of {target channel}"
        or "changed the topic of {target channel}" [
            "Topic: {visible?}{topic.from value} → {topic.to value}",
            "Slow mode: {visible?}{slow_mode.from slow} → {slow_mode.to slow}",
        ];
    /// A channel was moved in the order of channels.
    ChannelMoved { hidden: bool } = "channel_moved", Channel, Channels "Channel moved",
        "moved {target the_channel}";
    /// A channel was deleted with these webhooks; of very many the first are named. If it was `hidden` from any member
    /// then, no entry names it any more, except to those who see every channel.
    ChannelDeleted { hidden: bool, webhooks: Vec<String>, further: usize }
        = "channel_deleted", Channel, Channels "Channel deleted",
        "deleted {target the_channel}" [
            "Webhooks deleted with it: {visible?}{webhooks list}",
            "Further ones: {visible?}{further}",
        ];
    /// A message was deleted by someone who did not write it.
    OthersMessageDeleted { hidden: bool, author: Poster, message_id: MessageId }
        = "others_message_deleted", Channel, Channels "Message deleted by a moderator",
        "deleted a message by {author poster} in {target channel}" [
            "Posted: {message_id posted}",
        ];
    /// All messages of one author from the last hour, day or week, or from a message on, were removed.
    MessagesRemoved { hidden: bool, author: Poster, count: u64, since: String }
        = "messages_removed", Channel, Channels "Messages removed",
        "removed {count messages} by {author poster} from one message on in {target channel}{since=message}"
        or "removed {count messages} by {author poster} from the last {since text} in {target channel}";
    /// A message that members had reported was removed by a moderator.
    ReportedMessageRemoved { hidden: bool, author: Poster, message_id: MessageId }
        = "reported_message_removed", Channel, Channels "Reported message removed",
        "removed a reported message by {author poster} in {target channel}" [
            "Posted: {message_id posted}",
        ];
    /// The reports of a message were dismissed.
    ReportDismissed { hidden: bool, author: Poster, message_id: MessageId }
        = "report_dismissed", Channel, Channels "Report dismissed",
        "dismissed the report of a message by {author poster} in {target channel}" [
            "Posted: {message_id posted}",
        ];
    /// A removal was undone.
    MessagesRestored { hidden: bool, author: Poster, count: u64 }
        = "messages_restored", Channel, Channels "Messages restored",
        "restored {count messages} by {author poster} in {target channel}";
    /// The overwrite of a role or a member in a channel was changed.
    OverwriteSet {
        hidden: bool,
        whom: OverwriteTarget,
        allow: Change<Vec<String>>,
        deny: Change<Vec<String>>,
    } = "overwrite_set", Channel, Channels "Channel permissions changed",
        "changed what the role {whom.role role} may do in {target channel}"
        or "changed what {whom.member person} may do in {target channel}";
    /// A role was created.
    RoleCreated { mentionable: bool, permissions: Vec<String> }
        = "role_created", Role, Roles "Role created",
        "created the role {target role}" [
            "Permissions: {permissions permissions}",
            "Mentionable: {mentionable?}yes",
        ];
    /// A role was edited.
    RoleEdited {
        name: Option<Change<String>>,
        mentionable: Option<Change<bool>>,
        gained: Vec<String>,
        lost: Vec<String>,
        position: Option<Change<i32>>,
    } = "role_edited", Role, Roles "Role edited",
        "renamed the role {target role} to {name.to}"
        or "{position?}{mentionable!}{gained!}{lost!}moved the role {target role}"
        or "edited the role {target role}" [
            "Permissions added: {gained permissions}",
            "Permissions removed: {lost permissions}",
            "Mentionable: {mentionable.from value} → {mentionable.to value}",
            "Position: {position.from value} → {position.to value}",
        ];
    /// A role was deleted.
    RoleDeleted {} = "role_deleted", Role, Roles "Role deleted",
        "deleted the role {target role}";
    /// A member was given roles, or lost them.
    MemberRolesSet { nickname: String, given: Vec<NamedRole>, taken: Vec<NamedRole> }
        = "member_roles_set", Member, Members "Roles changed",
        "{taken!}gave {target person} {given roles}"
        or "{given!}took {taken roles} from {target person}"
        or "changed the roles of {target person}" [
            "Given: {taken?}{given list}",
            "Taken: {given?}{taken list}",
        ];
    /// A user joined by an invite.
    MemberJoined {} = "member_joined", Invite, Members "Member joined",
        "joined by the invite that ends in {target}";
    /// A member left.
    MemberLeft {} = "member_left", Member, Members "Member left",
        "left the server";
    /// A member was removed.
    MemberRemoved { nickname: String } = "member_removed", Member, Members "Member removed",
        "removed {target person} from the server";
    /// A member was banned, or someone who was one.
    MemberBanned { nickname: String, reason: String }
        = "member_banned", Member, Members "Member banned",
        "banned {target person} from the server" [
            "Reason: {reason}",
        ];
    /// A ban was lifted.
    BanLifted { nickname: String } = "ban_lifted", Member, Members "Ban lifted",
        "lifted the ban of {target person}";
    /// A member was timed out.
    MemberTimedOut { nickname: String, hours: i64, ends_at: i64 }
        = "member_timed_out", Member, Members "Member timed out",
        "timed out {target person}" [
            "Until: {ends_at time}",
        ];
    /// A member's time-out was lifted before it ended.
    TimeoutLifted { nickname: String }
        = "timeout_lifted", Member, Members "Time-out lifted",
        "lifted the time-out of {target person}";
    /// An invite was created.
    InviteCreated {
        expires_at: Option<i64>,
        max_uses: Option<i32>,
    } = "invite_created", Invite, Members "Invite created",
        "created the invite that ends in {target}" [
            "Expires: {expires_at time}",
            "Uses: {max_uses}",
        ];
    /// An invite was deleted.
    InviteDeleted {} = "invite_deleted", Invite, Members "Invite deleted",
        "deleted the invite that ends in {target}";
    /// A server got another name.
    ServerRenamed { name: Change<String> } = "server_renamed", Server, Server "Server renamed",
        "renamed the server {target} to {name.to}";
    /// A server got another picture, or none.
    ServerPictureSet { picture: PictureChange }
        = "server_picture_set", Server, Server "Server picture changed",
        "{picture=removed}removed the picture of the server"
        or "changed the picture of the server";
    /// A server's pictures load on click from now on, or at once.
    ServerPicturesSet { on_click: bool }
        = "server_pictures_set", Server, Server "Picture loading changed",
        "{on_click?}set pictures in cards to load only on click"
        or "set pictures in cards to load with the message";
    /// A server requires a second step of those who manage it from now on, or no longer.
    ServerSecondStepSet { required: bool }
        = "server_second_step_set", Server, Server "Two-step sign-in required or not",
        "{required?}required two-step sign-in of everyone who manages the server"
        or "no longer requires two-step sign-in of those who manage the server";
    /// An admin suspended a server.
    ServerSuspended {} = "server_suspended", Server, Server "Server suspended",
        "was suspended by the operator";
    /// An admin lifted the suspension of a server.
    ServerRestored {} = "server_restored", Server, Server "Server suspension lifted",
        "is no longer suspended by the operator";
    /// A server was offered to a member.
    ServerOffered { to: AuditPerson } = "server_offered", Server, Server "Transfer offered",
        "offered the server to {to person}";
    /// The offer of a server was cancelled.
    ServerOfferCancelled { to: AuditPerson }
        = "server_offer_cancelled", Server, Server "Transfer cancelled",
        "cancelled the offer of the server to {to person}";
    /// The offer of a server was declined.
    ServerOfferDeclined {}
        = "server_offer_declined", Server, Server "Transfer declined",
        "declined to become the owner of the server";
    /// A server got another owner, who accepted it.
    ServerHandedOver { to: AuditPerson }
        = "server_handed_over", Server, Server "Ownership transferred",
        "transferred the server to {to person}";
    /// A server was deleted: for the operator alone, who can read the database.
    ServerDeleted {} = "server_deleted", Server, Unlisted "",
        "deleted the server {target}";
    /// An app was created.
    AppCreated {
        profile: String,
        public: bool,
    } = "app_created", App, App "App created",
        "created the app {target}" [
            "Sign-in: {public?}{profile}, a public app",
            "Sign-in: {public!}{profile=OpenID Connect}OpenID Connect",
        ];
    /// An app's settings were changed.
    AppEdited(AppEdits) = "app_edited", App, App "App edited",
        "renamed the app {target} to {name.to}"
        or "edited the app {target}" [
            "Redirect URIs added: {uris_added list}",
            "Redirect URIs removed: {uris_removed list}",
            "Homepage: {homepage.from value} → {homepage.to value}",
            "Privacy policy: {privacy_url.from value} → {privacy_url.to value}",
            "Terms of service: {terms_url.from value} → {terms_url.to value}",
            "Description: {description?}a new one",
            "Icon: {icon picture}",
            "Sign-in: {profile.from value} → {profile.to value}",
            "Post-logout redirect URIs added: {logout_uris_added list}",
            "Post-logout redirect URIs removed: {logout_uris_removed list}",
            "ID token signature: {id_token_alg.from value} → {id_token_alg.to value}",
            "Sign-in on devices: {device.from value} → {device.to value}",
        ];
    /// An app got another secret.
    SecretMade {
        last_four: String,
    } = "secret_made", App, App "Client secret created",
        "created a client secret that ends in {last_four}";
    /// A secret of an app was deleted.
    SecretDropped {
        last_four: String,
    } = "secret_dropped", App, App "Client secret deleted",
        "deleted the client secret that ends in {last_four}";
    /// A program found a secret of an app where it does not belong, which deleted it.
    SecretFoundLeaked {
        last_four: String,
    } = "secret_found_leaked", App, App "Client secret found by a scanner",
        "lost the client secret that ends in {last_four}, because a secret scanner reported it as leaked";
    /// An admin suspended an app.
    AppSuspended {} = "app_suspended", App, App "App suspended",
        "was suspended by the operator";
    /// An admin lifted the suspension of an app.
    AppRestored {} = "app_restored", App, App "App suspension lifted",
        "is no longer suspended by the operator";
    /// A person may see an app from now on.
    AppCollaboratorAdded { who: AuditPerson } = "app_collaborator_added", App, App "Collaborator added",
        "added {who person} as a collaborator of the app {target}";
    /// A person may no longer see an app.
    AppCollaboratorRemoved { who: AuditPerson }
        = "app_collaborator_removed", App, App "Collaborator removed",
        "removed {who person} as a collaborator of the app {target}";
    /// A collaborator left an app.
    AppCollaboratorLeft {} = "app_collaborator_left", App, App "Collaborator left",
        "no longer collaborates on the app {target}";
    /// An app was offered to another person.
    AppOffered { to: AuditPerson } = "app_offered", App, App "Transfer offered",
        "offered the app {target} to {to person}";
    /// An offer was cancelled.
    AppOfferCancelled { to: AuditPerson }
        = "app_offer_cancelled", App, App "Transfer cancelled",
        "cancelled the offer of the app {target} to {to person}";
    /// An offer was declined.
    AppOfferDeclined {} = "app_offer_declined", App, App "Transfer declined",
        "declined to become the owner of the app {target}";
    /// An app got another owner, who accepted it.
    AppHandedOver { from: AuditPerson }
        = "app_handed_over", App, App "Ownership transferred",
        "became the owner of the app {target}, which was offered by {from person}";
}

/// The most webhooks that are named when a channel is deleted with them.
pub(in crate::models) const NAMED: usize = 20;

/// Actions that need no permission: a user with an invite, or a program with a webhook's URL, can repeat them without limit.
pub(super) const WITHOUT_PERMISSION: [&str; 3] = ["member_joined", "member_left", "message_deleted"];

/// The action that says of a deleted channel who could see it.
pub(super) const CHANNEL_DELETED: &str = "channel_deleted";

/// The most characters of a URL that are stored.
const MAX_ADDRESS: usize = 300;

impl Action {
    /// Its facts: a JSON object of its fields. The row stores it besides the name.
    pub fn facts(&self) -> serde_json::Value {
        let mut whole = serde_json::to_value(self).unwrap_or_default();
        whole["detail"].take()
    }

    /// Reads it from a row; none for an action that this version does not know.
    pub(super) fn read(name: &str, detail: &str) -> Option<Self> {
        let detail: serde_json::Value = serde_json::from_str(detail).ok()?;
        serde_json::from_value(serde_json::json!({ "action": name, "detail": detail })).ok()
    }
}

/// Permissions by the names that forms use.
pub(in crate::models) fn names(permissions: Permissions) -> Vec<String> {
    permissions.names().map(str::to_owned).collect()
}

/// The URLs that are not among `others`, each as far as it is stored.
pub(in crate::models) fn urls_not_in(these: &[String], others: &[String]) -> Vec<String> {
    these
        .iter()
        .filter(|address| !others.contains(address))
        .map(|address| match address.char_indices().nth(MAX_ADDRESS) {
            Some((end, _)) => format!("{}…", address.get(..end).unwrap_or_default()),
            None => address.clone(),
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
