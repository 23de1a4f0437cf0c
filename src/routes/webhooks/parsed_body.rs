//! A body in any format, parsed: the payload to post, or why nothing is posted.
//! Bodies of dialects are translated in `dialects`, the native payload is parsed in `native`.

use super::Problem;
use super::dialect::Dialect;
use super::problem::Wording;
use portico_dialects::{TranslatedBody, Translation, emoji, limits};
use portico_rules::base_url::BaseUrl;
use portico_rules::payload::Payload;
use portico_store::models::logs::delivery::Notes;
use portico_store::posting::PostError;

/// A body that was read.
pub struct ParsedBody {
    /// The event, as the delivery log names it.
    pub event: Option<String>,
    /// The parts that were shortened or dropped, which the message itself doesn't say.
    pub notes: Notes,
    /// The payload to post.
    pub payload: Result<Payload, NoPost>,
}

/// Why nothing is posted.
#[derive(Debug)]
pub enum NoPost {
    /// The event is not worth a message, for this reason.
    Ignored(String),
    /// The request is refused.
    Refused(Problem),
}

impl From<Problem> for NoPost {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

impl From<PostError> for NoPost {
    fn from(err: PostError) -> Self {
        Self::Refused(match err {
            PostError::KeyReused => Problem::key_reused(),
            PostError::UnknownWebhook => Problem::unknown_webhook(),
            PostError::Failed(err) => Problem::from(&err),
        })
    }
}

impl ParsedBody {
    /// A body without event or notes.
    pub(super) fn new(payload: Result<Payload, NoPost>) -> Self {
        Self { event: None, notes: Notes::default(), payload }
    }

    /// A translated body of a dialect. It is within the limits already.
    pub(super) fn translated(dialect: Dialect, translated: TranslatedBody, base_url: &BaseUrl) -> Self {
        let mut translation = match translated {
            TranslatedBody::Post(translation) => *translation,
            TranslatedBody::Ignored(reason) => return Self::new(Err(NoPost::Ignored(reason))),
        };
        limits::drop_own_pictures(&mut translation, base_url);
        if let Some(icon) = translation.icon {
            translation.avatar_url = Some(base_url.join(&emoji::picture_path(icon)));
        }
        Self {
            event: translation.event.take(),
            notes: Notes {
                shortened: std::mem::take(&mut translation.shortened),
                dropped: std::mem::take(&mut translation.dropped),
            },
            payload: if limits::is_empty(&translation) { Err(empty(dialect).into()) } else { Ok(payload(translation)) },
        }
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
    .with_limited_marks()
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
        Dialect::Slack | Dialect::Mattermost => problem.worded(Wording::Slack("no_text".to_owned())),
        _ => problem,
    }
}
