//! A post to a webhook URL: reading the body in the URL's dialect, posting it, logging the attempt, and answering.
//! Finding the webhook and counting the request come before, in `webhooks`.

use rocket::data::Data;

use super::answer::Answer;
use super::dialect::Dialect;
use super::outcome::{Posted, Stored};
use super::problem::Wording;
use super::seen::{PathName, Seen};
use super::{Call, IDEMPOTENCY_KEY, Problem, body, discord, events, payload, slack};
use crate::config::BaseUrl;
use crate::dialects::{Translated, Translation, limits};
use crate::error::Error;
use crate::models::logs::delivery::{Fault, Notes};
use crate::models::webhooks::idempotency_key::Key;
use crate::posting::{self, Payload, submit};

impl Call<'_> {
    /// Posts what the body says, or answers the refusal of a limit, and notes either in the log.
    pub(super) async fn post(
        &self,
        data: Data<'_>,
        refused: Option<Problem>,
    ) -> Result<Answer, Problem> {
        let mut seen = Seen::default();
        let outcome = match refused {
            Some(problem) => Err(problem),
            None => self.attempt(data, &mut seen).await,
        };
        // A request with a URL that no longer works is not logged.
        let outcome = match outcome {
            Err(problem) => Err(self.still_refused(problem).await?),
            Ok(Posted::Ignored(reason)) => {
                // Nothing was stored that would have decided whether the URL works.
                self.still_works().await?;
                Ok(Posted::Ignored(reason))
            }
            posted => posted,
        };
        let latency = self.app.clock.steady().saturating_sub(self.started);
        let notes = seen.notes.clone();
        let dialect = self.path.dialect;
        let called = PathName {
            webhook: self.webhook,
            dialect,
            token: self.path.token,
        };
        if let Ok(Posted::Ignored(reason)) = &outcome {
            seen.ignored = Some(reason.clone());
        }
        let noted = outcome.as_ref().map(Posted::stored);
        seen.note(self.app, called, noted, latency);
        let posted = outcome?;
        let replayed = posted.is_replayed();
        let answer = match (dialect, posted) {
            (Dialect::Native, Posted::Stored(stored)) => {
                let json = stored.accepted.json();
                Answer::json(json.map_err(|err| Problem::from(&err))?)
            }
            (Dialect::Discord, posted) => discord::answer(self, &posted, &notes)?,
            (Dialect::Slack, _) => Answer::ok(),
            (_, posted) => events::answer(&posted, &notes),
        };
        Ok(answer.replayed(replayed))
    }

    async fn attempt(&self, data: Data<'_>, seen: &mut Seen) -> Result<Posted, Problem> {
        body::refuse_compressed(self.request)?;
        let dialect = self.path.dialect;
        let incoming = match dialect {
            Dialect::Native => return self.post_native(data, seen).await,
            Dialect::Discord => discord::read(self, data, seen).await?,
            Dialect::Slack => slack::read(self, data, seen).await?,
            Dialect::Github | Dialect::Gitlab | Dialect::Alertmanager => {
                events::read(self, data, seen).await?
            }
        };
        let key = self.key(dialect, &incoming.identity)?;
        match incoming.translated {
            Translated::Ignored(reason) => Ok(Posted::Ignored(reason)),
            Translated::Post(translation) => {
                let read = ReadBody::of(dialect, *translation, &self.app.config.base_url);
                (seen.event, seen.notes) = (read.event, read.notes);
                self.store(&read.payload?, key).await.map(Posted::Stored)
            }
        }
    }

    async fn post_native(&self, data: Data<'_>, seen: &mut Seen) -> Result<Posted, Problem> {
        let content_type = self.request.headers().get_one("Content-Type");
        if !content_type.is_some_and(crate::json::is_announced) {
            return Err(Problem::unsupported_media_type());
        }
        let largest = Dialect::Native.largest_body();
        seen.keep(body::read(self.request, data, largest).await?);
        let keys = self.request.headers().get(IDEMPOTENCY_KEY);
        let (payload, key) = payload::understand(&seen.body, keys, &self.app.config.base_url)?;
        self.store(&payload, key).await.map(Posted::Stored)
    }

    async fn store(&self, payload: &Payload, key: Option<Key>) -> Result<Stored, Problem> {
        stored(submit(self.app, &self.app.posts, self.webhook, payload, key).await)
    }

    /// The key of a body in a dialect. The same bytes mean another post in another dialect.
    fn key(&self, dialect: Dialect, identity: &str) -> Result<Option<Key>, Problem> {
        let mut keys = self.request.headers().get(IDEMPOTENCY_KEY);
        let Some(key) = keys.next() else {
            return Ok(None);
        };
        let identity = format!("{}\n{identity}", dialect.name().unwrap_or_default());
        let key = Key::read(key, &identity).filter(|_| keys.next().is_none());
        key.map(Some).ok_or_else(|| {
            Problem::invalid_request(vec![Fault {
                pointer: String::new(),
                header: Some(IDEMPOTENCY_KEY.into()),
                detail: "Send one key of 1 to 255 visible ASCII characters.".into(),
            }])
        })
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

/// What a body in a dialect posts.
pub(super) struct ReadBody {
    /// The event, for the delivery log.
    pub(super) event: Option<String>,
    /// What was shortened and dropped, which the message itself doesn't say.
    pub(super) notes: Notes,
    /// What is posted, or that nothing is left of it.
    pub(super) payload: Result<Payload, Problem>,
}

impl ReadBody {
    /// What a translation posts.
    pub(super) fn of(dialect: Dialect, mut translation: Translation, base_url: &BaseUrl) -> Self {
        limits::drop_own_pictures(&mut translation, base_url);
        Self {
            event: translation.event.take(),
            notes: Notes {
                shortened: std::mem::take(&mut translation.shortened),
                dropped: std::mem::take(&mut translation.dropped),
            },
            payload: if limits::is_empty(&translation) {
                Err(empty(dialect))
            } else {
                Ok(payload_of(translation))
            },
        }
    }
}

/// A translation as it is posted. It is within the limits already.
pub(super) fn payload_of(translation: Translation) -> Payload {
    Payload {
        content: translation.content,
        marks: translation.marks,
        name: translation.name,
        avatar_url: translation.avatar_url,
        allowed_mentions: translation.allowed_mentions,
        cards: translation.cards,
    }
}

/// The outcome of storing a post, as it is answered.
pub(super) fn stored(outcome: Result<posting::Outcome, Error>) -> Result<Stored, Problem> {
    match outcome {
        Ok(posting::Outcome::Stored(accepted)) => Ok(Stored {
            accepted,
            replayed: false,
        }),
        Ok(posting::Outcome::Replayed(accepted)) => Ok(Stored {
            accepted,
            replayed: true,
        }),
        Ok(posting::Outcome::KeyReused) => Err(Problem::key_reused()),
        Ok(posting::Outcome::UnknownWebhook) => Err(Problem::unknown_webhook()),
        Err(err) => Err(Problem::from(&err)),
    }
}
