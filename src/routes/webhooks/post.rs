//! A post to a webhook URL: reading the body in the URL's dialect, posting it, logging the attempt, and answering.
//! Finding the webhook and counting the request come before, in `webhooks`.

use rocket::data::Data;

use super::answer::Answer;
use super::delivery_draft::{CalledUrl, DeliveryDraft};
use super::dialect::Dialect;
use super::outcome::AcceptedPost;
use super::parsed_body::{Meaning, ParsedBody};
use super::{Call, IDEMPOTENCY_KEY, Problem, body, discord, events, native, slack};
use portico_platform::error::Error;
use portico_rules::payload::Payload;
use portico_store::models::webhooks::idempotency_key::Key;
use portico_store::posting::{Accepted, PostOutcome, submit};

impl Call<'_> {
    /// Posts what the body says, or answers the refusal of a limit, and notes either in the log.
    pub(super) async fn post(&self, data: Data<'_>, refused: Option<Problem>) -> Result<Answer, Problem> {
        let mut draft = DeliveryDraft::default();
        let outcome = match refused {
            Some(problem) => Err(problem),
            None => self.attempt(data, &mut draft).await,
        };
        // A request with a URL that no longer works is not logged.
        let outcome = match outcome {
            Err(problem) if problem.is_outage() => Err(problem),
            Err(problem) => {
                draft.channel_id = Some(self.still_works().await?);
                Err(problem)
            }
            Ok(AcceptedPost::Ignored(reason)) => {
                // Nothing was stored that would have decided whether the URL works.
                draft.channel_id = Some(self.still_works().await?);
                Ok(AcceptedPost::Ignored(reason))
            }
            posted => posted,
        };
        let latency = self.app.clock.steady().saturating_sub(self.started);
        let notes = draft.notes.clone();
        let dialect = self.path.dialect;
        let url =
            CalledUrl { webhook: self.webhook, dialect, token: self.path.token, is_awaited: discord::is_awaited(self) };
        draft.log(self.app, url, outcome.as_ref(), latency);
        let posted = outcome?;
        let replayed = posted.message().is_some_and(|accepted| accepted.replayed);
        let answer = match (dialect, posted) {
            (Dialect::Native, AcceptedPost::Message(accepted)) => {
                Answer::json(accepted.json().map_err(|err| Problem::from(&err))?)
            }
            (Dialect::Discord, posted) => discord::answer(self, &posted, &notes)?,
            (Dialect::Slack, _) => Answer::ok(),
            (_, posted) => events::answer(&posted, &notes),
        };
        Ok(answer.replayed(replayed))
    }

    async fn attempt(&self, data: Data<'_>, draft: &mut DeliveryDraft) -> Result<AcceptedPost, Problem> {
        if self.app.storage.is_nearly_full() {
            return Err(Problem::from(&Error::DiskNearlyFull));
        }
        body::refuse_compressed(self.request)?;
        let dialect = self.path.dialect;
        let incoming = match dialect {
            Dialect::Native => {
                let (payload, key) = native::read(self, data, draft).await?;
                return self.submit(&payload, key).await;
            }
            Dialect::Discord => Box::pin(discord::read(self, data, draft)).await?,
            Dialect::Slack => Box::pin(slack::read(self, data, draft)).await?,
            Dialect::Github | Dialect::Gitlab | Dialect::Alertmanager => {
                Box::pin(events::read(self, data, draft)).await?
            }
        };
        let key = self.key(dialect, &incoming.identity)?;
        let base_url = &self.app.config.base_url;
        let parsed = ParsedBody::translated(dialect, incoming.translated, base_url);
        (draft.event, draft.notes) = (parsed.event, parsed.notes);
        match parsed.meaning? {
            Meaning::Ignored(reason) => Ok(AcceptedPost::Ignored(reason)),
            Meaning::Post(payload) => self.submit(&payload, key).await,
        }
    }

    async fn submit(&self, payload: &Payload, key: Option<Key>) -> Result<AcceptedPost, Problem> {
        let outcome = submit(self.app, &self.app.posts, self.webhook, payload, key).await;
        accepted(outcome).map(AcceptedPost::Message)
    }

    /// The key of a body in a dialect. The same bytes mean another post in another dialect.
    fn key(&self, dialect: Dialect, identity: &str) -> Result<Option<Key>, Problem> {
        let keys = self.request.headers().get(IDEMPOTENCY_KEY);
        let identity = format!("{}\n{identity}", dialect.name().unwrap_or_default());
        native::idempotency_key(keys, &identity).map_err(|fault| Problem::invalid_request(vec![fault]))
    }
}

/// A message that was stored, or the refusal.
pub(super) fn accepted(outcome: Result<PostOutcome, Error>) -> Result<Accepted, Problem> {
    match outcome {
        Ok(PostOutcome::Stored(accepted)) => Ok(accepted),
        Ok(PostOutcome::KeyReused) => Err(Problem::key_reused()),
        Ok(PostOutcome::UnknownWebhook) => Err(Problem::unknown_webhook()),
        Err(err) => Err(Problem::from(&err)),
    }
}
