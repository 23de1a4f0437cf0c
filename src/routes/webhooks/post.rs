//! A post to a webhook URL: reading the body in the URL's dialect, posting it, logging the attempt, and answering.
//! Finding the webhook and counting the request come before, in `webhooks`.

use rocket::data::Data;
use rocket::http::Header;
use rocket::response::Response;
use serde_json::json;

use super::delivery_draft::{CalledUrl, DeliveryDraft};
use super::dialect::Dialect;
use super::parsed_body::{NoPost, ParsedBody};
use super::{Call, IDEMPOTENCY_KEY, Problem, answer, body, discord, events, native, slack};
use crate::routes::guards::ClientAddress;
use portico_dialects::TranslatedBody;
use portico_platform::error::Error;
use portico_rules::payload::Payload;
use portico_store::models::logs::delivery::{Caller, MAX_USER_AGENT};
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;
use portico_store::posting::submit;

impl Call<'_> {
    /// Posts what the body says, or answers the refusal of a limit, and notes either in the log.
    pub(super) async fn post(&self, data: Data<'_>, refused: Option<Problem>) -> Result<Response<'static>, Problem> {
        let mut draft = DeliveryDraft { caller: Some(self.caller()), ..DeliveryDraft::default() };
        let parsed = match refused {
            Some(problem) => Err(problem.into()),
            None => self.parse(data, &mut draft).await,
        };
        let outcome = match parsed {
            Ok((payload, key)) => {
                submit(self.app, &self.app.posts, self.webhook, &payload, key).await.map_err(NoPost::from)
            }
            Err(none) => Err(none),
        };
        match &outcome {
            Ok(_) => {}
            Err(NoPost::Refused(problem)) if problem.is_outage() => {}
            // Nothing was stored that would have decided whether the URL works. If it doesn't, the request is not logged.
            Err(_) => draft.channel_id = Some(self.still_works().await?),
        }
        let latency = self.app.clock.steady().saturating_sub(self.started);
        let notes = draft.notes.clone();
        let (dialect, is_awaited) = (self.path.dialect, discord::is_awaited(self));
        let limit = Some(self.limit);
        let url = CalledUrl { webhook: self.webhook, dialect, token: self.path.token, is_awaited, limit };
        draft.log(self.app, url, &outcome, latency);
        let replayed = outcome.as_ref().is_ok_and(|stored| stored.replayed);
        let mut response = match (dialect, outcome) {
            (_, Err(NoPost::Refused(problem))) => return Err(problem),
            (Dialect::Native, Ok(stored)) => {
                let json = stored.into_json().map_err(|err| Problem::from(&err))?;
                answer::json(answer::with_dropped(json, &notes))
            }
            (Dialect::Discord, Ok(stored)) if is_awaited => discord::posted_message(self, &stored, &notes)?,
            (Dialect::Discord, _) => answer::no_content(),
            (Dialect::Slack | Dialect::Mattermost, _) => answer::ok(),
            (_, Ok(stored)) => events::answer(json!({ "message": { "id": stored.message_id } }), &notes),
            (_, Err(NoPost::Ignored(reason))) => events::answer(json!({ "ignored": reason }), &notes),
        };
        if replayed {
            response.set_header(Header::new("Idempotency-Replayed", "true"));
        }
        Ok(response)
    }

    /// The program that sends the request, for the log.
    fn caller(&self) -> Caller {
        let ClientAddress(address) = ClientAddress::for_request(self.request, self.app);
        let header = |name| {
            let value = self.request.headers().get_one(name).unwrap_or_default();
            value.chars().take(MAX_USER_AGENT).collect::<String>()
        };
        Caller { address: address.to_string(), user_agent: header("User-Agent"), content_type: header("Content-Type") }
    }

    /// Reads the body and parses it, with the idempotency key of the request.
    async fn parse(
        &self,
        data: Data<'_>,
        draft: &mut DeliveryDraft,
    ) -> Result<(Payload, Option<IdempotencyKey>), NoPost> {
        if self.path.is_misspelt {
            return Err(Problem::unknown_suffix().into());
        }
        if self.app.storage.is_nearly_full() {
            return Err(Problem::from(&Error::DiskNearlyFull).into());
        }
        body::refuse_compressed(self.request)?;
        let (parsed, key) = match self.path.dialect {
            Dialect::Native => native::read(self, data, draft).await?,
            Dialect::Discord => Box::pin(discord::read(self, data, draft)).await?,
            Dialect::Slack | Dialect::Mattermost => Box::pin(slack::read(self, data, draft)).await?,
            Dialect::Github | Dialect::Gitlab | Dialect::Alertmanager => {
                Box::pin(events::read(self, data, draft)).await?
            }
        };
        (draft.event, draft.notes) = (parsed.event, parsed.notes);
        Ok((parsed.payload?, key))
    }

    /// A translated body with the idempotency key of its request, which belongs to `identity`. The same bytes mean another
    /// post in another dialect.
    ///
    /// # Errors
    /// The refusal of a key that is none, or of several.
    pub(super) fn translated(
        &self,
        translated: TranslatedBody,
        identity: &str,
    ) -> Result<(ParsedBody, Option<IdempotencyKey>), Problem> {
        let dialect = self.path.dialect;
        let keys = self.request.headers().get(IDEMPOTENCY_KEY);
        let identity = format!("{}\n{identity}", dialect.name().unwrap_or_default());
        let key = native::idempotency_key(keys, &identity).map_err(|fault| Problem::invalid_request(vec![fault]))?;
        Ok((ParsedBody::translated(dialect, translated, &self.app.config.base_url), key))
    }
}
