//! Words for the reason a mention stays silent, and what to do about it: in the log of what happened, and in the
//! playground of what would. The reasons themselves are found by `chat::mentions`.

use portico_rules::chat::mentions::{MentionKind, MentionReport, Reason};
use portico_store::models::webhooks::webhook::{MentionReason, MentionRights};

/// Target of a mention, in a word.
pub(super) fn kind(kind: MentionKind) -> &'static str {
    match kind {
        MentionKind::All => "everyone",
        MentionKind::Role => "role",
        MentionKind::User => "person",
        MentionKind::Name => "name",
    }
}

/// Reason a mention stayed silent.
pub(super) fn was(reason: Reason) -> &'static str {
    match reason {
        Reason::NotOptedIn => "Its kind was not listed in allowedMentions.parse",
        Reason::CreatorLacksPermission => "The webhook’s creator did not have “Mention @all” in the channel",
        Reason::SenderLacksPermission => {
            "The person who sent it from the portal did not have “Mention @all” in the channel"
        }
        Reason::RoleNotMentionable => {
            "The role was not mentionable, and the webhook’s creator, or the person who sent it from the portal, did not have “Mention @all” in the channel"
        }
        Reason::NotAMember => "No member of the server had this ID",
        Reason::CannotViewChannel => "This member could not see the channel",
        Reason::UnknownName => "Nothing of the kinds listed in allowedMentions.parse had this name",
        Reason::Edited => "It was added by an edit, which notifies no one",
        Reason::InCode => "It was in code, where only an ID in angle brackets is a mention",
        Reason::OverLimit => "It came after the first 16 different IDs",
    }
}

/// Advice for making it fire the next time.
pub(super) fn advice(reason: Reason) -> &'static str {
    match reason {
        Reason::NotOptedIn => "List its kind there: “all”, “roles” or “users”.",
        Reason::CreatorLacksPermission => {
            "Allow it in the channel’s settings, or ask someone who has it to create a webhook."
        }
        Reason::SenderLacksPermission => {
            "Allow it for them in the channel’s settings, or let the program send the message."
        }
        Reason::RoleNotMentionable => "Make it mentionable in the role’s settings.",
        Reason::NotAMember => "Check the ID, or invite them to the server.",
        Reason::CannotViewChannel => "Let them view it in the channel’s settings.",
        Reason::UnknownName => "Check the spelling, or invite them to the server. For a role, list “roles” too.",
        Reason::Edited => "Post a new message.",
        Reason::InCode => "Write it outside of the code.",
        Reason::OverLimit => "Send the rest in another message.",
    }
}

/// Where a message would be posted, and by whose permissions it would be judged.
#[derive(Clone, Copy)]
pub(super) struct MentionContext<'a> {
    pub(super) server: &'a str,
    pub(super) channel: &'a str,
    pub(super) rights: &'a MentionRights,
    /// True if the person who would send it has “Mention @all” there.
    pub(super) is_held: bool,
    /// The way a body opts in.
    pub(super) opt_in: OptInBy,
}

/// The way a composed message says which kinds of mention may fire.
#[derive(Clone, Copy)]
pub(super) enum OptInBy {
    /// By boxes that are ticked.
    Boxes,
    /// By a list in the body.
    List {
        /// Where the list is.
        key: &'static str,
        /// Its name for everyone.
        all: &'static str,
    },
}

impl MentionContext<'_> {
    /// The people whom a mention that fires would notify.
    pub(super) fn calls(&self, report: &MentionReport) -> String {
        let channel = self.channel;
        match report.kind {
            MentionKind::All => format!("Notifies everyone who can see #{channel}."),
            MentionKind::Role => {
                format!("Notifies the members who have the role and can see #{channel}.")
            }
            MentionKind::User | MentionKind::Name => "Notifies this person.".into(),
        }
    }

    /// Reason it would stay silent, and what to do so that it fires.
    pub(super) fn why(&self, reason: Reason, kind: MentionKind) -> (String, String) {
        let Self { server, channel, .. } = self;
        match reason {
            Reason::NotOptedIn => self.opt_in.missing(kind),
            Reason::CreatorLacksPermission => self.creator(None),
            Reason::SenderLacksPermission => self.sender(None),
            Reason::RoleNotMentionable => {
                let first = Some("The role is not mentionable");
                let (why, _) = match self.rights.why {
                    MentionReason::Holds if !self.is_held => self.sender(first),
                    _ => self.creator(first),
                };
                let advice = "Make it mentionable in the role’s settings.";
                (why, advice.into())
            }
            Reason::NotAMember => {
                (format!("No member of {server} has this ID."), format!("Check the ID, or invite them to {server}."))
            }
            Reason::CannotViewChannel => (
                format!("This member can’t see #{channel}."),
                format!("Let them view it in the settings of #{channel}."),
            ),
            Reason::UnknownName if kind == MentionKind::Role => {
                (format!("No role of {server} has this ID."), "Check the ID.".into())
            }
            Reason::UnknownName => {
                let (kinds, role) = match self.opt_in {
                    OptInBy::Boxes => ("that you ticked", "tick “Roles”"),
                    OptInBy::List { .. } => ("that the body lists", "list “roles”"),
                };
                (
                    format!("Nothing in {server} of the kinds {kinds} has this name."),
                    format!("Check the spelling, or invite them to {server}. For a role, {role}."),
                )
            }
            Reason::OverLimit => {
                ("A message can mention at most 16 different IDs.".into(), "Send the rest in another message.".into())
            }
            Reason::Edited => ("An edit notifies no one.".into(), "Post a new message.".into()),
            Reason::InCode => {
                ("What looks like a mention in code is text.".into(), "Write it outside of the code.".into())
            }
        }
    }

    /// The permission that the sender lacks, after anything else there is to say.
    fn sender(&self, first: Option<&str>) -> (String, String) {
        let channel = self.channel;
        let first = first.map_or(String::new(), |first| format!("{first}. "));
        (
            format!("{first}You don’t have “Mention @all” in #{channel}. To send this from here, you need it too."),
            format!("Ask for that permission in #{channel}, or let your program send the message."),
        )
    }

    /// The permission that the webhook's creator lacks, after anything else there is to say.
    fn creator(&self, first: Option<&str>) -> (String, String) {
        let Self { server, channel, .. } = self;
        let first = first.map_or(String::new(), |first| format!("{first}. "));
        let creator = self.rights.creator.as_ref();
        let creator = creator.map_or("", |creator| creator.nickname.as_str());
        let make = "Ask someone who has it to create their own webhook.";
        match self.rights.why {
            // Given to them between two looks.
            MentionReason::Holds | MentionReason::Lacks => (
                format!("{first}@{creator}, who created this webhook, does not have “Mention @all” in #{channel}."),
                format!("Allow it in the settings of #{channel}."),
            ),
            MentionReason::Left => (
                format!("{first}@{creator}, who created this webhook, is no longer a member of {server}."),
                make.into(),
            ),
            MentionReason::Disabled => {
                (format!("{first}The account of @{creator}, who created this webhook, is disabled."), make.into())
            }
            MentionReason::Gone => (format!("{first}The account that created this webhook was deleted."), make.into()),
        }
    }
}

impl OptInBy {
    /// Reason a mention of a kind that was not opted in stays silent, and what to do about it.
    fn missing(self, kind: MentionKind) -> (String, String) {
        let (word, name) = match (kind, self) {
            (MentionKind::All, Self::List { all, .. }) => (all, ""),
            (MentionKind::All, Self::Boxes) => ("all", "Everyone"),
            (MentionKind::Role, _) => ("roles", "Roles"),
            (MentionKind::User, _) => ("users", "People"),
            (MentionKind::Name, _) => ("", ""),
        };
        let why = match word {
            "" => "This kind of mention is not listed.".to_owned(),
            word => format!("“{word}” is not listed."),
        };
        let advice = match (self, word) {
            (Self::Boxes, "") => "Tick “People” for a member, “Roles” for a role.".to_owned(),
            (Self::Boxes, _) => format!("Tick “{name}”."),
            (Self::List { key, .. }, "") => {
                format!("List “users” for a member, “roles” for a role, in {key}.")
            }
            (Self::List { key, .. }, word) => format!("List “{word}” in {key}."),
        };
        (why, advice)
    }
}
