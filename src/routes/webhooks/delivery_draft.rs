//! A row of the webhook's delivery log, as it takes shape while a post is read and answered.
//! How it is written there is up to `posting::log`.

use std::borrow::Cow;
use std::time::Duration;

use rocket::http::Status;

use super::dialect::Dialect;
use super::parsed_body::NoPost;
use crate::app::App;
use portico_platform::throttle::{LimitKind, LimitState};
use portico_rules::ids::{ChannelId, DeliveryId};
use portico_store::models::logs::delivery::{self, Caller, DeliveryReport, MAX_USER_AGENT, Notes, Refusal};
use portico_store::models::webhooks::webhook::AuthenticatedWebhook;
use portico_store::models::{Delivery, Webhook};
use portico_store::posting::StoredPost;
use portico_store::posting::log::CountedAttempt;

/// The parts of a request that are kept for the log.
#[derive(Default)]
pub struct DeliveryDraft {
    /// The attempt's id; the log gives it one where it has none yet.
    pub(super) id: Option<DeliveryId>,
    /// The beginning of the body.
    pub body: Vec<u8>,
    /// How many bytes the body had.
    pub bytes: u64,
    /// True if the body is kept otherwise than it was sent.
    pub(super) is_altered: bool,
    /// True if it came from the portal's own pages.
    pub(super) test: bool,
    /// The attempt whose body was sent again from the portal.
    pub(super) resent_from: Option<DeliveryId>,
    /// The program that sent it; none for what the portal sends.
    pub(super) caller: Option<Caller>,
    /// The event that a header named.
    pub(super) event_header: Option<String>,
    /// The event that the body is about.
    pub(super) event: Option<String>,
    /// The parts that were shortened or dropped.
    pub(super) notes: Notes,
    /// The channel that the webhook posts into, where it was looked up: what is remembered of the webhook may be from before it
    /// was moved.
    pub(super) channel_id: Option<ChannelId>,
}

/// A webhook's URL as it was called.
#[derive(Clone, Copy)]
pub(super) struct CalledUrl<'c> {
    pub(super) webhook: &'c AuthenticatedWebhook,
    pub(super) dialect: Dialect,
    /// The token as it was sent; empty where none was.
    pub(super) token: &'c str,
    /// True if a client of Discord's waits for the message.
    pub(super) is_awaited: bool,
    /// The limit that the answer names; none where nothing was counted.
    pub(super) limit: Option<LimitState>,
}

impl CalledUrl<'_> {
    /// The status that is answered.
    fn status(self, outcome: &Result<StoredPost, NoPost>) -> Status {
        match outcome {
            Ok(_) => self.dialect.success(self.is_awaited),
            Err(NoPost::Ignored(_)) => self.dialect.success(false),
            Err(NoPost::Refused(problem)) => self.dialect.status(problem),
        }
    }

    /// The headers of the answer that a client acts on.
    fn headers(self, outcome: &Result<StoredPost, NoPost>) -> Vec<(String, String)> {
        let content_type = match (outcome, self.dialect) {
            (_, Dialect::Slack | Dialect::Mattermost) => Some("text/plain; charset=utf-8"),
            (Err(NoPost::Refused(_)), Dialect::Discord) => Some("application/json"),
            (Err(NoPost::Refused(_)), _) => Some("application/problem+json"),
            (_, Dialect::Discord) if !self.is_awaited => None,
            _ => Some("application/json"),
        };
        let problem = match outcome {
            Err(NoPost::Refused(problem)) => Some(problem.headers()),
            _ => None,
        };
        let problem = problem.into_iter().flatten().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let limits = self.limit.iter().flat_map(|limit| {
            [("RateLimit".to_owned(), limit.header()), ("RateLimit-Policy".to_owned(), limit.policy_header())]
        });
        let replayed = outcome.as_ref().is_ok_and(|stored| stored.replayed);
        let replayed = replayed.then(|| ("Idempotency-Replayed".to_owned(), "true".to_owned()));
        let content_type = content_type.map(|kind| ("Content-Type".to_owned(), kind.to_owned()));
        content_type.into_iter().chain(problem).chain(replayed).chain(limits).collect()
    }
}

impl DeliveryDraft {
    /// Keeps a body.
    pub fn keep(&mut self, mut body: Vec<u8>) {
        self.bytes = body.len() as u64;
        body.truncate(delivery::EXCERPT);
        // A post may wait for the database; the rest of a large body is freed before that.
        body.shrink_to_fit();
        self.body = body;
    }

    /// Cuts what is kept to at most so many bytes, and not within a character; whether it is a beginning only.
    fn cut(&mut self, most: usize) -> bool {
        if self.body.len() < most {
            return false;
        }
        self.body.truncate(most);
        if let Err(err) = str::from_utf8(&self.body)
            && err.error_len().is_none()
        {
            self.body.truncate(err.valid_up_to());
        }
        true
    }

    /// Keeps the text of a form with files, whose parts had so many bytes.
    pub(super) fn keep_form(&mut self, text: &str, bytes: u64) {
        self.keep(text.as_bytes().to_vec());
        self.bytes = bytes;
        self.is_altered = true;
    }

    /// Logs what came of the post.
    pub(super) fn log(self, app: &App, url: CalledUrl<'_>, outcome: &Result<StoredPost, NoPost>, latency: Duration) {
        let attempt = CountedAttempt {
            webhook_id: url.webhook.webhook.id,
            server_id: url.webhook.webhook.server_id,
            // One that came too early is found by its own status, whatever its dialect makes of it.
            status: match outcome {
                Err(NoPost::Refused(problem)) => problem.status.code,
                _ => url.status(outcome).code,
            },
            replayed: outcome.as_ref().is_ok_and(|stored| stored.replayed),
        };
        let row = || self.delivery(app, url, outcome, latency);
        app.log.note(attempt, row);
    }

    /// The row of the log. Its excerpt holds no token, even where a body carried one.
    fn delivery(
        mut self,
        app: &App,
        url: CalledUrl<'_>,
        outcome: &Result<StoredPost, NoPost>,
        latency: Duration,
    ) -> Delivery {
        let CalledUrl { webhook, dialect, token, .. } = url;
        let is_refused = matches!(outcome, Err(NoPost::Refused(_)));
        let is_cut = self.cut(if is_refused { delivery::EXCERPT } else { delivery::ACCEPTED_EXCERPT });
        let sent = escaped(&self.body);
        let request = without_token(&sent, token, is_cut);
        // A shorter end is part of the cut, and no alteration.
        let altered = self.is_altered || sent.as_bytes() != self.body || !sent.starts_with(&request);
        let mut report = DeliveryReport {
            request,
            bytes: usize::try_from(self.bytes).unwrap_or(usize::MAX),
            altered,
            caller: self.caller.map(|caller| {
                let header = |value: &str| without_token(value, token, value.chars().count() >= MAX_USER_AGENT);
                Caller {
                    user_agent: header(&caller.user_agent),
                    content_type: header(&caller.content_type),
                    address: caller.address,
                }
            }),
            headers: url.headers(outcome),
            event_header: self.event_header,
            resent_from: self.resent_from,
            test: self.test,
            channel_id: Some(match outcome {
                Ok(stored) => stored.channel_id,
                Err(_) => self.channel_id.unwrap_or(webhook.webhook.channel_id),
            }),
            ..DeliveryReport::default()
        };
        let message_id = match outcome {
            Ok(stored) => {
                report.replayed = stored.replayed;
                report.fired.clone_from(&stored.mentions.fired);
                report.silent.clone_from(&stored.mentions.silent);
                report.more = stored.mentions.more as u64;
                Some(stored.message_id)
            }
            Err(NoPost::Ignored(reason)) => {
                report.ignored = Some(reason.clone());
                None
            }
            Err(NoPost::Refused(problem)) => {
                report.refusal = Some(Refusal {
                    code: problem.code.into(),
                    title: problem.title.into(),
                    outcome: problem.outcome_name().map(str::to_owned),
                    detail: problem.detail.clone(),
                    errors: problem.errors.clone(),
                    worded: dialect.worded(problem),
                });
                None
            }
        };
        if !has_room(app, &webhook.webhook, report.request.len()) {
            report.request.clear();
        }
        Delivery {
            id: self.id.unwrap_or_else(|| app.id()),
            webhook_id: webhook.webhook.id,
            status: url.status(outcome).code.into(),
            latency_us: i32::try_from(latency.as_micros()).unwrap_or(i32::MAX),
            message_id,
            report: serde_json::to_string(&report).unwrap_or_default(),
            dialect: dialect.name().map(str::to_owned),
            event: self.event,
            notes: self.notes.store(),
        }
    }
}

/// Takes room for a body in the log of a webhook, from the budgets of its creator and its server; whether there was enough.
fn has_room(app: &App, webhook: &Webhook, bytes: usize) -> bool {
    let amount = u32::try_from(bytes).unwrap_or(u32::MAX);
    let of_creator = webhook.creator_id.map(|id| app.throttle.take(LimitKind::LogBytesPerson, id.get(), amount));
    of_creator.is_none_or(|taken| taken.is_ok())
        && app.throttle.take(LimitKind::LogBytesServer, webhook.server_id.get(), amount).is_ok()
}

/// A body as text; each byte that is no UTF-8 as `\x` and its two digits.
pub fn escaped(body: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(body) {
        return text.into();
    }
    let mut text = String::with_capacity(body.len() + 64);
    for chunk in body.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    text.into()
}

/// The text with `[token]` for the token. Of a text that was cut, the end goes too where it is the beginning of one.
pub fn without_token(text: &str, token: &str, is_cut: bool) -> String {
    if token.is_empty() {
        return text.to_owned();
    }
    let mut kept = text.replace(token, "[token]");
    if is_cut {
        let starts = token.char_indices().rev().map(|(at, _)| at);
        let mut begun = starts.filter_map(|at| token.get(..at));
        let longest = begun.find(|begun| kept.ends_with(begun));
        kept.truncate(kept.len() - longest.map_or(0, str::len));
    }
    kept
}
