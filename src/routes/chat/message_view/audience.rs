//! Whom a message notified, and so who sees it differently from others.
//! How it is shown to them is decided in the parent.

use std::collections::BTreeSet;

use portico_rules::chat::mentions::{self, MentionTarget};
use portico_rules::ids::MessageId;
use portico_store::models::Message;
use portico_store::models::messages::mention_reach::MentionReach;

/// Whom a message notified by mentions in its text.
#[derive(Debug)]
pub(in crate::routes::chat) struct Audience {
    message_id: MessageId,
    mentioned: BTreeSet<MentionTarget>,
    /// The text as it is shown, where it may name channels.
    text: Option<String>,
}

impl Audience {
    /// That of a message.
    pub(in crate::routes::chat) fn from_message(message: &Message) -> Self {
        let spans = message.spans();
        let pieces = mentions::split(&message.content, &spans);
        let fired = pieces.iter().filter(|piece| piece.fired);
        let names_channels = message.content.contains('#');
        let text = names_channels.then(|| pieces.iter().map(|piece| piece.text).collect());
        Self { message_id: message.id, mentioned: fired.filter_map(|piece| piece.mention).collect(), text }
    }

    /// Those of its mentions that are a reader's.
    pub(in crate::routes::chat) fn mentions_of(&self, reach: &MentionReach) -> Vec<MentionTarget> {
        let mentioned = self.mentioned.iter().copied();
        let theirs = mentioned.filter(|target| reach.has(*target, self.message_id));
        theirs.collect()
    }

    /// The text as it is shown, where it may name channels.
    pub(in crate::routes::chat) fn text_with_channels(&self) -> Option<&str> {
        self.text.as_deref()
    }
}
