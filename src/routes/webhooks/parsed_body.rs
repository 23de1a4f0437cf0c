//! What a body says, whatever format it was sent in: the payload to post, or that nothing is posted.
//! Bodies of dialects are translated in `dialects`, the native payload is parsed in `native`.

use super::Problem;
use super::dialect::Dialect;
use super::problem::Wording;
use portico_dialects::{TranslatedBody, Translation, limits};
use portico_rules::base_url::BaseUrl;
use portico_rules::payload::Payload;
use portico_store::models::logs::delivery::Notes;

/// What a body says.
pub(crate) struct ParsedBody {
    /// The event, as the delivery log names it.
    pub(crate) event: Option<String>,
    /// What was shortened or dropped, which the message itself doesn't say.
    pub(crate) notes: Notes,
    /// What comes of it, or the refusal.
    pub(crate) meaning: Result<Meaning, Problem>,
}

/// What comes of a body.
pub(crate) enum Meaning {
    /// It is posted.
    Post(Box<Payload>),
    /// Nothing: the event is not worth a message, for this reason.
    Ignored(String),
}

impl ParsedBody {
    /// What a body of a dialect says. It is within the limits already.
    pub(super) fn translated(dialect: Dialect, translated: TranslatedBody, base_url: &BaseUrl) -> Self {
        let mut translation = match translated {
            TranslatedBody::Post(translation) => *translation,
            TranslatedBody::Ignored(reason) => return Self::of(Ok(Meaning::Ignored(reason))),
        };
        limits::drop_own_pictures(&mut translation, base_url);
        Self {
            event: translation.event.take(),
            notes: Notes {
                shortened: std::mem::take(&mut translation.shortened),
                dropped: std::mem::take(&mut translation.dropped),
            },
            meaning: if limits::is_empty(&translation) {
                Err(empty(dialect))
            } else {
                Ok(Meaning::Post(Box::new(payload(translation))))
            },
        }
    }

    /// A body without event or notes.
    pub(super) fn of(meaning: Result<Meaning, Problem>) -> Self {
        Self { event: None, notes: Notes::default(), meaning }
    }
}

fn payload(translation: Translation) -> Payload {
    Payload {
        content: translation.content,
        marks: translation.marks,
        allowed_mentions: translation.allowed_mentions,
        name: translation.name,
        avatar_url: translation.avatar_url,
        cards: translation.cards,
    }
}

/// The refusal of a message that has nothing to show.
pub(super) fn empty(dialect: Dialect) -> Problem {
    let problem = Problem::malformed_form("The message is empty.");
    match dialect {
        Dialect::Discord => problem.worded(Wording::Discord {
            code: 50006,
            message: "Cannot send an empty message".to_owned(),
            errors: None,
        }),
        Dialect::Slack => problem.worded(Wording::Slack("no_text".to_owned())),
        _ => problem,
    }
}
