//! An entry in words, put together piece by piece.
//! The table in `models::logs::audit::action` has the sentence of each action.

use fluent_bundle::FluentArgs;
use serde::Serialize;

use crate::routes::page::Words;
use portico_store::models::logs::audit::{NamedRole, Poster};

/// An entry in words.
#[derive(Debug, Default)]
pub(in crate::routes::audit) struct EntryText {
    /// The sentence, in pieces.
    pub(in crate::routes::audit) parts: Vec<TextPart>,
    /// The changes, one per line.
    pub(in crate::routes::audit) changes: Vec<ChangeLine>,
}

/// A piece of a sentence.
#[derive(Debug, Serialize)]
pub(in crate::routes::audit) struct TextPart {
    text: String,
    /// True if it is the name of a person or thing, rather than our own text.
    is_name: bool,
}

/// A change: the new value, and the old one where it helps.
#[derive(Debug, Serialize)]
pub(in crate::routes::audit) struct ChangeLine {
    label: String,
    from: Option<String>,
    to: String,
}

impl EntryText {
    pub(super) fn says(mut self, text: impl Into<String>) -> Self {
        let (text, is_name) = (text.into(), false);
        self.parts.push(TextPart { text, is_name });
        self
    }

    pub(super) fn names(mut self, text: impl Into<String>) -> Self {
        let (text, is_name) = (text.into(), true);
        self.parts.push(TextPart { text, is_name });
        self
    }

    pub(super) fn person(self, name: &str, nickname: &str) -> Self {
        self.names(name).says(format!(" (@{nickname})"))
    }

    pub(super) fn poster(self, author: &Poster, words: &Words) -> Self {
        let bot = words.message("bot", &FluentArgs::new());
        match (author, bot) {
            (Poster { is_webhook: true, .. }, Some(bot)) => self.names(&*author.name).says(format!(" ({bot})")),
            (Poster { is_webhook: true, .. }, None) => self.says("the webhook ").names(&*author.name),
            (Poster { nickname, .. }, Some(_)) if nickname.is_empty() => self.names(words.translated("Deleted user")),
            (Poster { nickname, .. }, None) if nickname.is_empty() => self.says("a deleted user"),
            _ => self.person(&author.name, &author.nickname),
        }
    }

    pub(super) fn roles(self, roles: &[NamedRole]) -> Self {
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

    pub(super) fn line(mut self, label: String, from: Option<String>, to: String) -> Self {
        self.changes.push(ChangeLine { label, from, to });
        self
    }

    /// The sentence in one piece.
    pub(super) fn into_plain(self) -> String {
        self.parts.into_iter().map(|part| part.text).collect()
    }
}
