//! Why a mention stays silent, in words, and what to do about it: in the log of what happened, and in the playground
//! of what would. The reasons themselves are found by `chat::mentions`.

use crate::chat::mentions::{Kind, Reason, Report};
use crate::models::webhook::{Reach, Why};

/// What a mention points at, in a word.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::All => "everybody",
        Kind::Role => "role",
        Kind::User => "person",
        Kind::Name => "name",
    }
}

/// Why a mention stayed silent.
pub(super) fn was(reason: Reason) -> &'static str {
    match reason {
        Reason::NotOptedIn => "Its kind is not listed in allowedMentions.parse",
        Reason::CreatorLacksPermission => {
            "The webhook’s creator did not hold Mention @all in the channel"
        }
        Reason::RoleNotMentionable => {
            "The role is not mentionable, and the webhook’s creator did not hold Mention @all in the channel"
        }
        Reason::NotAMember => "No member of the server has this id",
        Reason::CannotViewChannel => "This member can’t see the channel",
        Reason::UnknownName => "No role and no member of the server has this name",
        Reason::OverLimit => "It came after the first 16 different ids",
    }
}

/// What to do so that it fires the next time.
pub(super) fn advice(reason: Reason) -> &'static str {
    match reason {
        Reason::NotOptedIn => "List it there: “all”, “roles” or “users”.",
        Reason::CreatorLacksPermission => {
            "Allow it to them in the channel’s settings, or have somebody who holds it make a webhook."
        }
        Reason::RoleNotMentionable => "Let everybody mention it, in the role’s settings.",
        Reason::NotAMember => "Check the id, or invite them to the server.",
        Reason::CannotViewChannel => "Let them see it, in the channel’s settings.",
        Reason::UnknownName => "Check the spelling, or invite them to the server.",
        Reason::OverLimit => "Send the rest in another message.",
    }
}

/// Where a message would be posted, and by whose permissions it would be judged.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) server: &'a str,
    pub(super) channel: &'a str,
    pub(super) reach: &'a Reach,
}

impl Scene<'_> {
    /// Whom a mention would call that fires.
    pub(super) fn calls(&self, report: &Report) -> String {
        let channel = self.channel;
        match report.kind {
            Kind::All => format!("Calls everybody who can see #{channel}."),
            Kind::Role => format!("Calls whoever carries the role and can see #{channel}."),
            Kind::User | Kind::Name => "Calls this person.".into(),
        }
    }

    /// Why it would stay silent, and what to do so that it fires.
    pub(super) fn why(&self, reason: Reason, kind: Kind) -> (String, String) {
        let Self {
            server, channel, ..
        } = self;
        match reason {
            Reason::NotOptedIn => not_opted_in(kind),
            Reason::CreatorLacksPermission => self.creator(None),
            Reason::RoleNotMentionable => {
                let (why, _) = self.creator(Some("The role is not mentionable"));
                let advice = "Let everybody mention it, in the role’s settings.";
                (why, advice.into())
            }
            Reason::NotAMember => (
                format!("No member of {server} has this id."),
                format!("Check the id, or invite them to {server}."),
            ),
            Reason::CannotViewChannel => (
                format!("This member can’t see #{channel}."),
                format!("Let them see it, in the settings of #{channel}."),
            ),
            Reason::UnknownName => (
                format!("No role and no member of {server} is called so."),
                format!("Check the spelling, or invite them to {server}."),
            ),
            Reason::OverLimit => (
                "A message calls 16 different ids at most.".into(),
                "Send the rest in another message.".into(),
            ),
        }
    }

    /// What the webhook's creator lacks, after what else there is to say.
    fn creator(&self, first: Option<&str>) -> (String, String) {
        let Self {
            server, channel, ..
        } = self;
        let first = first.map_or(String::new(), |first| format!("{first}. "));
        let creator = self.reach.creator.as_ref();
        let creator = creator.map_or("", |creator| creator.nickname.as_str());
        let make = "Have somebody who holds it make a webhook of their own.";
        match self.reach.why {
            // Given to them between two looks.
            Why::Holds | Why::Lacks => (
                format!(
                    "{first}@{creator}, who made this webhook, does not hold Mention @all in #{channel}."
                ),
                format!("Allow it to them in the settings of #{channel}."),
            ),
            Why::Left => (
                format!(
                    "{first}@{creator}, who made this webhook, is no longer a member of {server}."
                ),
                make.into(),
            ),
            Why::Gone => (
                format!("{first}The account that made this webhook was deleted."),
                make.into(),
            ),
        }
    }
}

fn not_opted_in(kind: Kind) -> (String, String) {
    let (why, advice) = match kind {
        Kind::All => ("“all” is not listed.", "Tick “@all”."),
        Kind::Role => ("“roles” is not listed.", "Tick “Roles”."),
        Kind::User => ("“users” is not listed.", "Tick “People”."),
        Kind::Name => (
            "The kind of mention that it would be is not listed.",
            "Tick “People” for a member, “Roles” for a role.",
        ),
    };
    (why.into(), advice.into())
}
