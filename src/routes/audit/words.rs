//! The text of an audit log entry: a sentence that follows the actor's name, and the changes as lines below it.
//! The content of an entry is defined in `models::logs::audit`.

use serde::Serialize;
use time::macros::format_description;

use crate::chat::names::ALL;
use crate::chat::permissions::Permissions;
use crate::clock::{Millis, written};
use crate::ids;
use crate::models::logs::audit::{
    Action, Change, Entry, Named, NamedChannel, OverwriteTarget, PictureChange, Poster, TargetKind,
};
use crate::models::servers::access::UserAccess;
use crate::models::servers::slow_mode;

/// Which channels a reader may see by name.
#[derive(Debug, Clone, Copy)]
pub struct ChannelVisibility<'a> {
    /// The channels that they can see; none for a log without channels.
    pub access: Option<&'a UserAccess>,
    /// Whether they can see every channel, as the owner and administrators can.
    pub sees_all: bool,
}

impl ChannelVisibility<'_> {
    /// Whether they may see this one's name: they can see the channel, or it is deleted and everyone could see it.
    fn covers(&self, channel: &NamedChannel) -> bool {
        let Some(access) = self.access else {
            return self.sees_all;
        };
        let is_there = access.hidden.iter().any(|one| one.id == channel.id);
        self.sees_all || access.visible.contains_key(&channel.id) || !(is_there || channel.hidden)
    }
}

/// An entry in words.
#[derive(Debug, Default)]
pub(super) struct EntryText {
    /// The sentence, in pieces.
    pub(super) parts: Vec<Part>,
    /// The changes, one per line.
    pub(super) changes: Vec<Line>,
}

/// A piece of a sentence.
#[derive(Debug, Serialize)]
pub(super) struct Part {
    text: String,
    /// Whether it is the name of a person or thing, rather than our own text.
    is_name: bool,
}

/// A change: the new value, and the old one where it helps.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    label: &'static str,
    from: Option<String>,
    to: String,
}

impl EntryText {
    fn says(mut self, text: impl Into<String>) -> Self {
        let (text, is_name) = (text.into(), false);
        self.parts.push(Part { text, is_name });
        self
    }

    fn names(mut self, text: impl Into<String>) -> Self {
        let (text, is_name) = (text.into(), true);
        self.parts.push(Part { text, is_name });
        self
    }

    fn person(self, name: &str, nickname: &str) -> Self {
        self.names(name).says(format!(" (@{nickname})"))
    }

    fn poster(self, author: &Poster) -> Self {
        match author {
            Poster {
                is_webhook: true, ..
            } => self.says("the webhook ").names(&*author.name),
            Poster { nickname, .. } if nickname.is_empty() => self.says("a deleted user"),
            _ => self.person(&author.name, &author.nickname),
        }
    }

    /// The same, after "the channel" if its name is shown.
    fn the_channel(self, channel: &NamedChannel, visibility: &ChannelVisibility<'_>) -> Self {
        if visibility.covers(channel) {
            self.says("the channel ").channel(channel, visibility)
        } else {
            self.channel(channel, visibility)
        }
    }

    fn channel(self, channel: &NamedChannel, visibility: &ChannelVisibility<'_>) -> Self {
        if visibility.covers(channel) {
            self.names(format!("#{}", channel.name))
        } else {
            self.says("a channel you can’t see")
        }
    }

    fn roles(self, roles: &[Named]) -> Self {
        let said = match roles {
            [_] => self.says("the role "),
            _ => self.says("the roles "),
        };
        let last = roles.len().saturating_sub(1);
        roles.iter().enumerate().fold(said, |said, (place, role)| {
            let said = match place {
                0 => said,
                place if place == last => said.says(" and "),
                _ => said.says(", "),
            };
            said.names(&*role.name)
        })
    }

    fn line(mut self, label: &'static str, to: impl Into<String>) -> Self {
        self.changes.push(Line {
            label,
            from: None,
            to: to.into(),
        });
        self
    }

    fn list(self, label: &'static str, items: &[String]) -> Self {
        if items.is_empty() {
            self
        } else {
            self.line(label, items.join(", "))
        }
    }

    fn change(
        mut self,
        label: &'static str,
        from: impl Into<String>,
        to: impl Into<String>,
    ) -> Self {
        self.changes.push(Line {
            label,
            from: Some(from.into()),
            to: to.into(),
        });
        self
    }

    fn text(self, label: &'static str, change: Option<&Change<String>>) -> Self {
        match change {
            Some(Change { from, to }) => self.change(label, quoted(from), quoted(to)),
            None => self,
        }
    }

    fn picture(self, label: &'static str, change: Option<PictureChange>) -> Self {
        match change {
            Some(PictureChange::Uploaded) => self.line(label, "a new one"),
            Some(PictureChange::Removed) => self.line(label, "removed"),
            None => self,
        }
    }
}

fn quoted(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

/// The name of a role as pages show it.
fn role_name(name: &str) -> &str {
    if name == ALL { "Everyone" } else { name }
}

fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

/// The labels of permissions.
fn labels(names: &[String]) -> Vec<String> {
    names
        .iter()
        .map(|name| {
            let known = Permissions::NAMES.iter().find(|known| known.name == name);
            known.map_or(name.as_str(), |known| known.label).to_owned()
        })
        .collect()
}

/// Describes an entry to a reader.
pub(super) fn describe(entry: &Entry, visibility: &ChannelVisibility<'_>) -> EntryText {
    let (text, target) = (EntryText::default(), entry.target.name.as_str());
    let Some(action) = &entry.action else {
        return text
            .says(" did something that this version of Portico can’t describe: ")
            .names(&*entry.name);
    };
    match action.kind().target {
        TargetKind::Channel => of_channel(text, entry, action, visibility),
        TargetKind::Webhook => of_webhook(text, target, action, visibility),
        TargetKind::Role => of_role(text, target, action),
        TargetKind::App => of_app(text, target, action),
        _ => of_others(text, target, action),
    }
}

fn of_channel(
    text: EntryText,
    entry: &Entry,
    action: &Action,
    visibility: &ChannelVisibility<'_>,
) -> EntryText {
    let place = |hidden| NamedChannel {
        id: entry.target.id.unwrap_or_default(),
        name: entry.target.name.clone(),
        hidden,
    };
    match action {
        Action::ChannelCreated { hidden } => text
            .says(" created ")
            .the_channel(&place(*hidden), visibility),
        Action::ChannelEdited {
            hidden,
            name,
            topic,
            slow_mode,
        } => {
            let place = place(*hidden);
            if !visibility.covers(&place) {
                return text.says(" edited ").channel(&place, visibility);
            }
            let said = match name {
                Some(Change { to, .. }) => text
                    .says(" renamed the channel ")
                    .channel(&place, visibility)
                    .says(" to ")
                    .names(format!("#{to}")),
                None if topic.is_none() => text
                    .says(" changed the slow mode of ")
                    .channel(&place, visibility),
                None => text
                    .says(" changed the topic of ")
                    .channel(&place, visibility),
            };
            let said = said.text("Topic", topic.as_ref());
            match slow_mode {
                Some(Change { from, to }) => said.change("Slow mode", slow(*from), slow(*to)),
                None => said,
            }
        }
        Action::ChannelDeleted {
            hidden,
            webhooks,
            further,
        } => {
            let place = place(*hidden);
            let said = text.says(" deleted ").the_channel(&place, visibility);
            if !visibility.covers(&place) {
                return said;
            }
            let mut names = webhooks.clone();
            if *further > 0 {
                names.push(format!("{further} more"));
            }
            said.list("Webhooks deleted with it", &names)
        }
        Action::OthersMessageDeleted {
            hidden,
            author,
            message_id,
        } => text
            .says(" deleted a message by ")
            .poster(author)
            .says(" in ")
            .channel(&place(*hidden), visibility)
            .line("Posted", posted_at(*message_id)),
        Action::MessagesRemoved {
            hidden,
            author,
            count,
            since,
        } => text
            .says(format!(" removed {} by ", messages(*count)))
            .poster(author)
            .says(format!(" from the last {since} in "))
            .channel(&place(*hidden), visibility),
        Action::MessagesRestored {
            hidden,
            author,
            count,
        } => text
            .says(format!(" restored {} by ", messages(*count)))
            .poster(author)
            .says(" in ")
            .channel(&place(*hidden), visibility),
        Action::OverwriteSet {
            hidden,
            whom,
            allow,
            deny,
        } => {
            let place = place(*hidden);
            let said = text.says(" changed what ");
            let said = match whom {
                OverwriteTarget::Role(role) => said.says("the role ").names(role_name(&role.name)),
                OverwriteTarget::Member(member) => said.person(&member.name, &member.nickname),
            };
            let said = said.says(" may do in ").channel(&place, visibility);
            if visibility.covers(&place) {
                overwritten(said, allow, deny)
            } else {
                said
            }
        }
        _ => text,
    }
}

/// The permissions that an overwrite changed, each with its old and new setting.
fn overwritten(
    text: EntryText,
    allow: &Change<Vec<String>>,
    deny: &Change<Vec<String>>,
) -> EntryText {
    let say = |name: &str, allow: &[String], deny: &[String]| {
        let among = |names: &[String]| names.iter().any(|found| found == name);
        match (among(allow), among(deny)) {
            (true, _) => "allowed",
            (false, true) => "denied",
            (false, false) => "inherited",
        }
    };
    Permissions::CHANNEL.named().fold(text, |text, named| {
        let from = say(named.name, &allow.from, &deny.from);
        let to = say(named.name, &allow.to, &deny.to);
        if from == to {
            text
        } else {
            text.change(named.label, from, to)
        }
    })
}

fn of_webhook(
    text: EntryText,
    target: &str,
    action: &Action,
    visibility: &ChannelVisibility<'_>,
) -> EntryText {
    let the =
        |text: EntryText, verb: &str| text.says(format!(" {verb} the webhook ")).names(target);
    match action {
        Action::WebhookCreated { channel } => the(text, "created")
            .says(", which posts into ")
            .channel(channel, visibility),
        Action::WebhookEdited { name, picture } => {
            let said = match name {
                Some(Change { to, .. }) => the(text, "renamed").says(" to ").names(to),
                None => the(text, "edited"),
            };
            said.picture("Picture", *picture)
        }
        Action::WebhookMoved {
            channel,
            name,
            picture,
        } => the(text, "moved")
            .says(" from ")
            .channel(&channel.from, visibility)
            .says(" to ")
            .channel(&channel.to, visibility)
            .text("Name", name.as_ref())
            .picture("Picture", *picture),
        Action::WebhookUrlRegenerated {} => text
            .says(" regenerated the URL of the webhook ")
            .names(target),
        Action::WebhookCreatorChanged { from } => {
            let said = the(text, "took over").says(" as its creator");
            match from {
                Some(from) => said.line(
                    "Creator before",
                    format!("{} (@{})", from.name, from.nickname),
                ),
                None => said.line("Creator before", "a deleted account"),
            }
        }
        Action::WebhookReportedLeaked {} => text
            .says(" reported the URL of the webhook ")
            .names(target)
            .says(" as leaked: it was regenerated, and the webhook paused"),
        Action::WebhookFoundLeaked {} => {
            text.says(" was paused, because a secret scanner reported its URL as leaked")
        }
        Action::WebhookSuspended {} => text.says(" was suspended by the operator"),
        Action::WebhookRestored {} => text.says(" is no longer suspended by the operator"),
        Action::WebhookPaused {} => the(text, "paused"),
        Action::WebhookResumed {} => the(text, "resumed"),
        Action::WebhookDeleted { channel } => the(text, "deleted")
            .says(", which posted into ")
            .channel(channel, visibility),
        Action::MessageDeleted {
            channel,
            message_id,
        } => text
            .says(" deleted a message that it posted in ")
            .channel(channel, visibility)
            .line("Posted", posted_at(*message_id)),
        _ => text,
    }
}

fn slow(seconds: i32) -> String {
    match seconds {
        0 => "off".to_owned(),
        seconds => slow_mode::in_words(seconds),
    }
}

/// How many messages.
fn messages(count: u64) -> String {
    match count {
        1 => "1 message".to_owned(),
        count => format!("{count} messages"),
    }
}

/// When a message was posted.
fn posted_at(message_id: i64) -> String {
    minute(ids::time_of(message_id))
}

fn minute(at: Millis) -> String {
    written(
        at,
        format_description!("[year]-[month]-[day] [hour]:[minute] UTC"),
    )
}

fn of_role(text: EntryText, target: &str, action: &Action) -> EntryText {
    let target = role_name(target);
    let the = |text: EntryText, verb: &str| text.says(format!(" {verb} the role ")).names(target);
    match action {
        Action::RoleCreated {
            mentionable,
            permissions,
        } => {
            let said = the(text, "created").list("Permissions", &labels(permissions));
            if *mentionable {
                said.line("Mentionable", "yes")
            } else {
                said
            }
        }
        Action::RoleEdited {
            name,
            mentionable,
            gained,
            lost,
            position,
        } => {
            let is_moved_only =
                position.is_some() && mentionable.is_none() && gained.is_empty() && lost.is_empty();
            let said = match name {
                Some(Change { to, .. }) => the(text, "renamed").says(" to ").names(to),
                None if is_moved_only => the(text, "moved"),
                None => the(text, "edited"),
            };
            let said = said
                .list("Permissions added", &labels(gained))
                .list("Permissions removed", &labels(lost));
            let said = match mentionable {
                Some(Change { from, to }) => said.change("Mentionable", yes(*from), yes(*to)),
                None => said,
            };
            match position {
                Some(Change { from, to }) => {
                    said.change("Position", from.to_string(), to.to_string())
                }
                None => said,
            }
        }
        Action::RoleDeleted {} => the(text, "deleted"),
        _ => text,
    }
}

fn of_app(text: EntryText, target: &str, action: &Action) -> EntryText {
    let ending = |text: EntryText, last_four: &str| match last_four {
        "" => text,
        last_four => text.says(" that ends in ").names(last_four),
    };
    match action {
        Action::AppCreated { profile, public } => {
            let said = text.says(" created the app ").names(target);
            match (profile.as_str(), public) {
                (profile, true) => said.line("Sign-in", format!("{profile}, a public app")),
                ("OpenID Connect", false) => said.line("Sign-in", profile),
                _ => said,
            }
        }
        Action::AppEdited {
            name,
            homepage,
            description,
            icon,
            uris_added,
            uris_removed,
            profile,
            logout_uris_added,
            logout_uris_removed,
            id_token_alg,
            device,
            privacy_url,
            terms_url,
        } => {
            let said = match name {
                Some(Change { to, .. }) => text
                    .says(" renamed the app ")
                    .names(target)
                    .says(" to ")
                    .names(to),
                None => text.says(" edited the app ").names(target),
            };
            let said = said
                .list("Redirect URIs added", uris_added)
                .list("Redirect URIs removed", uris_removed)
                .text("Homepage", homepage.as_ref())
                .text("Privacy policy", privacy_url.as_ref())
                .text("Terms of service", terms_url.as_ref());
            let said = if *description {
                said.line("Description", "a new one")
            } else {
                said
            };
            let said = said
                .picture("Icon", *icon)
                .text("Sign-in", profile.as_ref())
                .list("Post-logout redirect URIs added", logout_uris_added)
                .list("Post-logout redirect URIs removed", logout_uris_removed)
                .text("ID token signature", id_token_alg.as_ref());
            match device {
                Some(Change { from, to }) => {
                    said.change("Sign-in on devices", yes(*from), yes(*to))
                }
                None => said,
            }
        }
        Action::SecretMade { last_four } => {
            ending(text.says(" created a client secret"), last_four)
        }
        Action::SecretDropped { last_four } => {
            ending(text.says(" deleted the client secret"), last_four)
        }
        Action::SecretFoundLeaked { last_four } => {
            ending(text.says(" lost the client secret"), last_four)
                .says(", because a secret scanner reported it as leaked")
        }
        Action::AppSuspended {} => text.says(" was suspended by the operator"),
        Action::AppRestored {} => text.says(" is no longer suspended by the operator"),
        Action::AppOffered { to } => text
            .says(" offered the app ")
            .names(target)
            .says(" to ")
            .person(&to.name, &to.nickname),
        Action::AppOfferCancelled { to } => text
            .says(" cancelled the offer of the app ")
            .names(target)
            .says(" to ")
            .person(&to.name, &to.nickname),
        Action::AppOfferDeclined {} => text
            .says(" declined to become the owner of the app ")
            .names(target),
        Action::AppHandedOver { from } => text
            .says(" became the owner of the app ")
            .names(target)
            .says(", which was offered by ")
            .person(&from.name, &from.nickname),
        _ => text,
    }
}

/// What is done to a server itself, its members and invites.
fn of_others(text: EntryText, target: &str, action: &Action) -> EntryText {
    match action {
        Action::ServerRenamed { name } => text
            .says(" renamed the server ")
            .names(target)
            .says(" to ")
            .names(&*name.to),
        Action::ServerPicturesSet { on_click: true } => {
            text.says(" set pictures in cards to load only on click")
        }
        Action::ServerPicturesSet { on_click: false } => {
            text.says(" set pictures in cards to load with the message")
        }
        Action::ServerSecondStepSet { required: true } => {
            text.says(" required two-step sign-in of everyone who manages the server")
        }
        Action::ServerSecondStepSet { required: false } => {
            text.says(" no longer requires two-step sign-in of those who manage the server")
        }
        Action::ServerSuspended {} => text.says(" was suspended by the operator"),
        Action::ServerRestored {} => text.says(" is no longer suspended by the operator"),
        Action::ServerHandedOver { to } => text
            .says(" transferred the server to ")
            .person(&to.name, &to.nickname),
        Action::ServerDeleted {} => text.says(" deleted the server ").names(target),
        Action::MemberRolesSet {
            nickname,
            given,
            taken,
        } => {
            let of = |text: EntryText| text.person(target, nickname);
            let list = |roles: &[Named]| -> Vec<String> {
                roles.iter().map(|role| role.name.clone()).collect()
            };
            match (given.as_slice(), taken.as_slice()) {
                (given, []) => of(text.says(" gave ")).says(" ").roles(given),
                ([], taken) => of(text.says(" took ").roles(taken).says(" from ")),
                (given, taken) => of(text.says(" changed the roles of "))
                    .list("Given", &list(given))
                    .list("Taken", &list(taken)),
            }
        }
        Action::MemberRemoved { nickname } => text
            .says(" removed ")
            .person(target, nickname)
            .says(" from the server"),
        Action::MemberBanned { nickname, reason } => {
            let said = text
                .says(" banned ")
                .person(target, nickname)
                .says(" from the server");
            match reason.as_str() {
                "" => said,
                reason => said.line("Reason", reason),
            }
        }
        Action::BanLifted { nickname } => text.says(" lifted the ban of ").person(target, nickname),
        Action::MemberTimedOut {
            nickname, ends_at, ..
        } => text
            .says(" timed out ")
            .person(target, nickname)
            .line("Until", minute(*ends_at)),
        Action::TimeoutLifted { nickname } => text
            .says(" lifted the time-out of ")
            .person(target, nickname),
        Action::MemberJoined {} => text
            .says(" joined by the invite that ends in ")
            .names(target),
        Action::MemberLeft {} => text.says(" left the server"),
        Action::InviteCreated {
            expires_at,
            max_uses,
        } => {
            let said = text.says(" created the invite that ends in ").names(target);
            let said = match expires_at {
                Some(at) => said.line("Expires", minute(*at)),
                None => said,
            };
            match max_uses {
                Some(most) => said.line("Uses", most.to_string()),
                None => said,
            }
        }
        Action::InviteDeleted {} => text.says(" deleted the invite that ends in ").names(target),
        _ => text,
    }
}
