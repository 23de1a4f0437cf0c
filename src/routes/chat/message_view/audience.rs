//! Whom a message notified, and so who sees it differently from others.
//! How it is shown to them is decided in the parent.

use crate::chat::mentions::{self, Target};
use crate::models::Message;

/// The users and roles that a message notified by mentions. `@all` is not among them: everyone sees the same of it.
#[derive(Debug)]
pub(in crate::routes::chat) struct Audience {
    users: Vec<i64>,
    roles: Vec<i64>,
    /// The text as it is shown, where it may name channels.
    text: Option<String>,
}

impl Audience {
    /// That of a message.
    pub(in crate::routes::chat) fn of(message: &Message) -> Self {
        let (mut users, mut roles) = (Vec::new(), Vec::new());
        let spans = message.spans();
        let pieces = mentions::split(&message.content, &spans);
        for piece in pieces.iter().filter(|piece| piece.fired) {
            match piece.mention {
                Some(Target::User(id)) => users.push(id),
                Some(Target::Role(id)) => roles.push(id),
                Some(Target::All) | None => {}
            }
        }
        let names_channels = message.content.contains('#');
        let text = names_channels.then(|| pieces.iter().map(|piece| piece.text).collect());
        Self { users, roles, text }
    }

    /// Whether a user was mentioned by name.
    pub(in crate::routes::chat) fn has(&self, user_id: i64) -> bool {
        self.users.contains(&user_id)
    }

    /// The mentioned roles that are among `held`.
    pub(in crate::routes::chat) fn roles_among(&self, held: &[i64]) -> Vec<i64> {
        let held = self.roles.iter().filter(|role| held.contains(role));
        held.copied().collect()
    }

    /// The text as it is shown, where it may name channels.
    pub(in crate::routes::chat) fn text_with_channels(&self) -> Option<&str> {
        self.text.as_deref()
    }
}
