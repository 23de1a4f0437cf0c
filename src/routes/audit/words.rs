//! How an entry of an audit log reads: a sentence that goes on after the name of whoever did it, and lines below it.
//! What an entry holds stands with `models::audit`.

use serde::Serialize;
use time::macros::format_description;

use crate::chat::names::ALL;
use crate::chat::permissions::Permissions;
use crate::clock::written;
use crate::ids;
use crate::models::logs::audit::{
    Action, Change, Entry, Named, NamedChannel, NewFace, TargetKind, Whom,
};
use crate::models::servers::access::UserAccess;

/// Which channels a reader may be told of by name.
#[derive(Debug, Clone, Copy)]
pub struct Sight<'a> {
    /// Where they may look; none where there are no channels to be told of.
    pub places: Option<&'a UserAccess>,
    /// Whether no channel is hidden from them, as from owner and administrators.
    pub sees_all: bool,
}

impl Sight<'_> {
    /// Whether they may be told of this one: one that they see, or that everybody saw, where it is gone.
    fn covers(&self, place: &NamedChannel) -> bool {
        let Some(places) = self.places else {
            return self.sees_all;
        };
        let is_there = places.hidden.iter().any(|channel| channel.id == place.id);
        self.sees_all || places.visible.contains_key(&place.id) || !(is_there || place.hidden)
    }
}

/// An entry in words.
#[derive(Debug, Default)]
pub(super) struct EntryText {
    /// The sentence, in pieces.
    pub(super) parts: Vec<Part>,
    /// What was changed, a line each.
    pub(super) changes: Vec<Line>,
}

/// A piece of a sentence.
#[derive(Debug, Serialize)]
pub(super) struct Part {
    text: String,
    /// Whether it is somebody's or something's name, and not a word of ours.
    is_name: bool,
}

/// Something that was changed: what it became, and what it was, where that is worth telling.
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

    /// The same with a word before it, where it may be named.
    fn the_channel(self, place: &NamedChannel, sight: &Sight<'_>) -> Self {
        if sight.covers(place) {
            self.says("the channel ").channel(place, sight)
        } else {
            self.channel(place, sight)
        }
    }

    fn channel(self, place: &NamedChannel, sight: &Sight<'_>) -> Self {
        if sight.covers(place) {
            self.names(format!("#{}", place.name))
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

    fn face(self, label: &'static str, face: Option<NewFace>) -> Self {
        match face {
            Some(NewFace::Uploaded) => self.line(label, "a new one"),
            Some(NewFace::Removed) => self.line(label, "removed"),
            None => self,
        }
    }
}

fn quoted(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

/// A role as pages call it.
fn role_name(name: &str) -> &str {
    if name == ALL { "Everyone" } else { name }
}

fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

/// Permissions as people call them.
fn labels(names: &[String]) -> Vec<String> {
    names
        .iter()
        .map(|name| {
            let known = Permissions::NAMES.iter().find(|known| known.name == name);
            known.map_or(name.as_str(), |known| known.label).to_owned()
        })
        .collect()
}

/// Puts an entry into words, for somebody who sees so much.
pub(super) fn told(entry: &Entry, sight: &Sight<'_>) -> EntryText {
    let (told, target) = (EntryText::default(), entry.target.name.as_str());
    let Some(action) = &entry.action else {
        return told
            .says(" did something that this version of Portico can’t describe: ")
            .names(&*entry.name);
    };
    match action.kind().target {
        TargetKind::Channel => of_channel(told, entry, action, sight),
        TargetKind::Webhook => of_webhook(told, target, action, sight),
        TargetKind::Role => of_role(told, target, action),
        TargetKind::App => of_app(told, target, action),
        _ => of_others(told, target, action),
    }
}

fn of_channel(told: EntryText, entry: &Entry, action: &Action, sight: &Sight<'_>) -> EntryText {
    let place = |hidden| NamedChannel {
        id: entry.target.id.unwrap_or_default(),
        name: entry.target.name.clone(),
        hidden,
    };
    match action {
        Action::ChannelCreated { hidden } => {
            told.says(" created ").the_channel(&place(*hidden), sight)
        }
        Action::ChannelEdited {
            hidden,
            name,
            topic,
        } => {
            let place = place(*hidden);
            if !sight.covers(&place) {
                return told.says(" edited ").channel(&place, sight);
            }
            let said = match name {
                Some(Change { to, .. }) => told
                    .says(" renamed the channel ")
                    .channel(&place, sight)
                    .says(" to ")
                    .names(format!("#{to}")),
                None => told.says(" changed the topic of ").channel(&place, sight),
            };
            said.text("Topic", topic.as_ref())
        }
        Action::ChannelDeleted {
            hidden,
            webhooks,
            further,
        } => {
            let place = place(*hidden);
            let said = told.says(" deleted ").the_channel(&place, sight);
            if !sight.covers(&place) {
                return said;
            }
            let mut names = webhooks.clone();
            if *further > 0 {
                names.push(format!("{further} more"));
            }
            said.list("Webhooks deleted with it", &names)
        }
        Action::OverwriteSet {
            hidden,
            whom,
            allow,
            deny,
        } => {
            let place = place(*hidden);
            let said = told.says(" changed what ");
            let said = match whom {
                Whom::Role(role) => said.says("the role ").names(role_name(&role.name)),
                Whom::Member(member) => said.person(&member.name, &member.nickname),
            };
            let said = said.says(" may do in ").channel(&place, sight);
            if sight.covers(&place) {
                overwritten(said, allow, deny)
            } else {
                said
            }
        }
        _ => told,
    }
}

/// What a channel says of each permission, where that changed.
fn overwritten(
    told: EntryText,
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
    Permissions::CHANNEL.named().fold(told, |told, named| {
        let from = say(named.name, &allow.from, &deny.from);
        let to = say(named.name, &allow.to, &deny.to);
        if from == to {
            told
        } else {
            told.change(named.label, from, to)
        }
    })
}

fn of_webhook(told: EntryText, target: &str, action: &Action, sight: &Sight<'_>) -> EntryText {
    let the =
        |told: EntryText, verb: &str| told.says(format!(" {verb} the webhook ")).names(target);
    match action {
        Action::WebhookCreated { channel } => the(told, "created")
            .says(", which posts into ")
            .channel(channel, sight),
        Action::WebhookEdited { name, picture } => {
            let said = match name {
                Some(Change { to, .. }) => the(told, "renamed").says(" to ").names(to),
                None => the(told, "edited"),
            };
            said.face("Picture", *picture)
        }
        Action::WebhookMoved {
            channel,
            name,
            picture,
        } => the(told, "moved")
            .says(" from ")
            .channel(&channel.from, sight)
            .says(" to ")
            .channel(&channel.to, sight)
            .text("Name", name.as_ref())
            .face("Picture", *picture),
        Action::WebhookUrlRegenerated {} => told
            .says(" regenerated the URL of the webhook ")
            .names(target),
        Action::WebhookPaused {} => the(told, "paused"),
        Action::WebhookResumed {} => the(told, "resumed"),
        Action::WebhookDeleted { channel } => the(told, "deleted")
            .says(", which posted into ")
            .channel(channel, sight),
        Action::MessageDeleted {
            channel,
            message_id,
        } => told
            .says(" deleted a message that it posted in ")
            .channel(channel, sight)
            .line("Posted", posted_at(*message_id)),
        _ => told,
    }
}

/// When a message was posted.
fn posted_at(message_id: i64) -> String {
    written(
        ids::time_of(message_id),
        format_description!("[year]-[month]-[day] [hour]:[minute] UTC"),
    )
}

fn of_role(told: EntryText, target: &str, action: &Action) -> EntryText {
    let target = role_name(target);
    let the = |told: EntryText, verb: &str| told.says(format!(" {verb} the role ")).names(target);
    match action {
        Action::RoleCreated {
            mentionable,
            permissions,
        } => {
            let said = the(told, "created").list("Permissions", &labels(permissions));
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
        } => {
            let said = match name {
                Some(Change { to, .. }) => the(told, "renamed").says(" to ").names(to),
                None => the(told, "edited"),
            };
            let said = said
                .list("Permissions added", &labels(gained))
                .list("Permissions removed", &labels(lost));
            match mentionable {
                Some(Change { from, to }) => said.change("Mentionable", yes(*from), yes(*to)),
                None => said,
            }
        }
        Action::RoleDeleted {} => the(told, "deleted"),
        _ => told,
    }
}

fn of_app(told: EntryText, target: &str, action: &Action) -> EntryText {
    let ending = |told: EntryText, last_four: &str| match last_four {
        "" => told,
        last_four => told.says(" that ends in ").names(last_four),
    };
    match action {
        Action::AppCreated {} => told.says(" created the app ").names(target),
        Action::AppEdited {
            name,
            homepage,
            description,
            icon,
            uris_added,
            uris_removed,
        } => {
            let said = match name {
                Some(Change { to, .. }) => told
                    .says(" renamed the app ")
                    .names(target)
                    .says(" to ")
                    .names(to),
                None => told.says(" edited the app ").names(target),
            };
            let said = said
                .list("Redirect URIs added", uris_added)
                .list("Redirect URIs removed", uris_removed)
                .text("Homepage", homepage.as_ref());
            let said = if *description {
                said.line("Description", "a new one")
            } else {
                said
            };
            said.face("Icon", *icon)
        }
        Action::SecretMade { last_four } => {
            ending(told.says(" created a client secret"), last_four)
        }
        Action::SecretDropped { last_four } => {
            ending(told.says(" deleted the client secret"), last_four)
        }
        _ => told,
    }
}

/// What is done to a server itself, its members and invites.
fn of_others(told: EntryText, target: &str, action: &Action) -> EntryText {
    match action {
        Action::ServerRenamed { name } => told
            .says(" renamed the server ")
            .names(target)
            .says(" to ")
            .names(&*name.to),
        Action::ServerHandedOver { to } => told
            .says(" transferred the server to ")
            .person(&to.name, &to.nickname),
        Action::ServerDeleted {} => told.says(" deleted the server ").names(target),
        Action::MemberRolesSet {
            nickname,
            given,
            taken,
        } => {
            let of = |told: EntryText| told.person(target, nickname);
            let list = |roles: &[Named]| -> Vec<String> {
                roles.iter().map(|role| role.name.clone()).collect()
            };
            match (given.as_slice(), taken.as_slice()) {
                (given, []) => of(told.says(" gave ")).says(" ").roles(given),
                ([], taken) => of(told.says(" took ").roles(taken).says(" from ")),
                (given, taken) => of(told.says(" changed the roles of "))
                    .list("Given", &list(given))
                    .list("Taken", &list(taken)),
            }
        }
        Action::MemberRemoved { nickname } => told
            .says(" removed ")
            .person(target, nickname)
            .says(" from the server"),
        Action::MemberJoined {} => told
            .says(" joined by the invite that ends in ")
            .names(target),
        Action::MemberLeft {} => told.says(" left the server"),
        Action::InviteCreated {} => told.says(" created the invite that ends in ").names(target),
        Action::InviteDeleted {} => told.says(" deleted the invite that ends in ").names(target),
        _ => told,
    }
}
