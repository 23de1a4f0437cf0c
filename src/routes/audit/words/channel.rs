//! Sentences about channels, their permissions and messages.

use super::{ChannelVisibility, EntryText};
use portico_rules::chat::permissions::Permissions;
use portico_store::models::logs::audit::{Change, NamedChannel, OverwriteTarget};
use portico_store::models::servers::slow_mode;

/// The number of messages in words.
pub(super) fn messages(count: u64) -> String {
    match count {
        1 => "1 message".to_owned(),
        count => format!("{count} messages"),
    }
}

/// Changes of an edit of a channel.
pub(super) struct ChannelEdit<'a> {
    pub(super) name: Option<&'a Change<String>>,
    pub(super) topic: Option<&'a Change<String>>,
    pub(super) slow_mode: Option<&'a Change<i32>>,
}

impl ChannelEdit<'_> {
    pub(super) fn describe(
        self,
        text: EntryText,
        channel: &NamedChannel,
        visibility: &ChannelVisibility<'_>,
    ) -> EntryText {
        if !visibility.covers(channel) {
            return text.says(" edited ").channel(channel, visibility);
        }
        let said = match self.name {
            Some(Change { to, .. }) => {
                text.says(" renamed the channel ").channel(channel, visibility).says(" to ").names(format!("#{to}"))
            }
            None if self.topic.is_none() => text.says(" changed the slow mode of ").channel(channel, visibility),
            None => text.says(" changed the topic of ").channel(channel, visibility),
        };
        let said = said.text("Topic", self.topic);
        match self.slow_mode {
            Some(Change { from, to }) => said.change("Slow mode", slow(*from), slow(*to)),
            None => said,
        }
    }
}

fn slow(seconds: i32) -> String {
    match seconds {
        0 => "off".to_owned(),
        seconds => slow_mode::in_words(seconds),
    }
}

pub(super) fn deleted(
    text: EntryText,
    channel: &NamedChannel,
    webhooks: &[String],
    further: usize,
    visibility: &ChannelVisibility<'_>,
) -> EntryText {
    let said = text.says(" deleted ").the_channel(channel, visibility);
    if !visibility.covers(channel) {
        return said;
    }
    let mut names = webhooks.to_vec();
    if further > 0 {
        names.push(format!("{further} more"));
    }
    said.list("Webhooks deleted with it", &names)
}

/// Permissions that an overwrite allowed and denied before and after, and to whom.
pub(super) struct OverwriteChange<'a> {
    pub(super) whom: &'a OverwriteTarget,
    pub(super) allow: &'a Change<Vec<String>>,
    pub(super) deny: &'a Change<Vec<String>>,
}

impl OverwriteChange<'_> {
    pub(super) fn describe(
        self,
        text: EntryText,
        channel: &NamedChannel,
        visibility: &ChannelVisibility<'_>,
    ) -> EntryText {
        let said = text.says(" changed what ");
        let said = match self.whom {
            OverwriteTarget::Role(role) => said.says("the role ").role(&role.name),
            OverwriteTarget::Member(member) => said.person(&member.name, &member.nickname),
        };
        let said = said.says(" may do in ").channel(channel, visibility);
        if visibility.covers(channel) { self.changes(said) } else { said }
    }

    /// The permissions that it changed, each with its old and new setting.
    fn changes(self, text: EntryText) -> EntryText {
        Permissions::CHANNEL.named().fold(text, |text, permission| {
            let from = setting(permission.name, &self.allow.from, &self.deny.from);
            let to = setting(permission.name, &self.allow.to, &self.deny.to);
            if from == to { text } else { text.change(permission.label, from, to) }
        })
    }
}

fn setting(name: &str, allow: &[String], deny: &[String]) -> &'static str {
    let among = |names: &[String]| names.iter().any(|found| found == name);
    match (among(allow), among(deny)) {
        (true, _) => "allowed",
        (false, true) => "denied",
        (false, false) => "inherited",
    }
}
