//! The delivery log of a webhook: one row per attempt with the right token. Attempts with a wrong one are not stored.
//! Rows are written after the response, in `posting::log`.

pub mod hour;
mod of_server;
mod search;
mod usage;

use std::ops::Range;

use sea_orm::entity::prelude::*;
use sea_orm::{Order, QuerySelect, Set};
use serde::{Deserialize, Serialize};

pub use hour::{BusyWebhook, Hour, busiest, last_day};
pub(crate) use hour::{Counts, count, hour_of};
pub(crate) use of_server::{delete_of_server, newest_surplus_of_server};
pub use search::{DeliveryPage, DeliverySearch, MAX_CHARS as MAX_SEARCH};
pub use usage::{last_of, recent_failures_of};

use crate::models::batch;
use crate::models::key_range::{self, in_key_range};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::chat::mentions;
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{ChannelId, DeliveryId, IdTimes, MessageId, WebhookId};
use portico_rules::payload::BodyError;

/// How many attempts of a webhook are stored.
pub const MAX_KEPT: u64 = 500;
/// How long an attempt is stored, in days.
pub const DAYS: i64 = 30;
/// How much of a body is stored that was refused, in bytes. A native body is no larger.
pub const EXCERPT: usize = 64 * 1024;
/// How much of a body is stored of which a message came, or nothing because its event posts nothing.
pub const ACCEPTED_EXCERPT: usize = 8 * 1024;

/// The status of an attempt that came too early.
pub(crate) const TOO_FAST: u16 = 429;

/// An attempt.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "deliveries")]
pub struct Model {
    /// Its id, which carries its time.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: DeliveryId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The status that was answered.
    pub status: i32,
    /// How long the answer took, in microseconds.
    pub latency_us: i32,
    /// The message that came of it.
    pub message_id: Option<MessageId>,
    /// A [`DeliveryReport`] as JSON.
    pub report: String,
    /// The dialect of the body, such as `discord`; none for the native payload.
    pub dialect: Option<String>,
    /// The event that the body was about, such as `push`.
    pub event: Option<String>,
    /// [`Notes`] as JSON; none where everything was posted as it was sent.
    pub notes: Option<String>,
}

portico_platform::database::no_relations!();

/// The most characters that are kept of a `User-Agent`.
pub const MAX_USER_AGENT: usize = 200;

/// The program that sent a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Caller {
    /// Its IP address.
    pub address: String,
    /// Its `User-Agent`, at most [`MAX_USER_AGENT`] characters; empty where it sent none.
    pub user_agent: String,
    /// The `Content-Type` that it sent, at most as long.
    pub content_type: String,
}

/// The request and the response. It contains no token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeliveryReport {
    /// The beginning of the body: at most [`EXCERPT`] bytes, or [`ACCEPTED_EXCERPT`]. None of it where the budget of bytes for
    /// logs was spent.
    pub request: String,
    /// How many bytes the body had.
    pub bytes: usize,
    /// True if `request` shows the body otherwise than it was sent: a form with files, the token cut out, or bytes that are
    /// no UTF-8, each as `\x` and two digits.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub altered: bool,
    /// Who sent it; none for what the portal sent, and for attempts from before this was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Caller>,
    /// The names and values of the response's headers that a client acts on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<(String, String)>,
    /// The event that a header of the request named, such as `push`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event_header: Option<String>,
    /// The attempt whose body was sent again from the portal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resent_from: Option<DeliveryId>,
    /// True if it came from the portal's own button.
    pub test: bool,
    /// True if the answer was given before, for the same idempotency key.
    pub replayed: bool,
    /// The mentions that fired.
    pub fired: Vec<mentions::MentionReport>,
    /// The mentions that stayed silent.
    pub silent: Vec<mentions::MentionReport>,
    /// How many more mentions there were, which are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: u64,
    /// Why it was refused.
    pub refusal: Option<Refusal>,
    /// Why an event posted nothing, such as `ping`; none where a message was posted or the attempt was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ignored: Option<String>,
    /// The channel that the webhook posted into then; it may have been moved since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub channel_id: Option<ChannelId>,
    /// How many more came at the same moment and are not listed.
    #[serde(skip_serializing_if = "is_zero")]
    pub skipped: u64,
}

impl DeliveryReport {
    /// True if the body was read, and nothing of it is stored.
    pub fn is_left_out(&self) -> bool {
        self.request.is_empty() && self.bytes > 0
    }

    /// True if only the beginning of the body is stored.
    pub fn is_cut(&self, is_accepted: bool) -> bool {
        let excerpt = if is_accepted { ACCEPTED_EXCERPT } else { EXCERPT };
        !self.request.is_empty() && self.request.len() < self.bytes && excerpt < self.bytes
    }

    /// The body exactly as it was sent, where all of it is stored.
    pub fn whole_body(&self) -> Option<&str> {
        let is_whole = !self.altered && !self.request.is_empty() && self.request.len() == self.bytes;
        is_whole.then_some(self.request.as_str())
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // As serde requires.
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The parts of a body in another dialect that were not posted as sent. One short phrase each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// Paths of shortened parts, such as `content` or `cards/0/text`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shortened: Vec<String>,
    /// Names of parts that could not be posted, such as `poll`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<String>,
}

impl Notes {
    /// The notes as they are stored; none where there is nothing to note.
    pub fn store(&self) -> Option<String> {
        (*self != Self::default()).then(|| serde_json::to_string(self).ok())?
    }
}

/// Why an attempt was refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The code, as in the answer.
    pub code: String,
    /// Its title, as in the answer; empty for attempts from before this was kept.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The fate of the post, as in the answer, where that is not clear from the code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The sentence, as in the answer.
    pub detail: String,
    /// The single faults, as in the answer.
    pub errors: Vec<BodyError>,
    /// The whole answer where a dialect words it otherwise: Discord's error, or Slack's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worded: Option<String>,
}

/// Which attempts to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutcomeFilter {
    /// All.
    #[default]
    Any,
    /// Those that stored a message, gave its answer again, or reported an event that posts nothing.
    Accepted,
    /// The others.
    Refused,
}

impl OutcomeFilter {
    /// The outcome of this name in a query; whatever is none means all.
    pub fn named(name: Option<&str>) -> Self {
        match name {
            Some("accepted") => Self::Accepted,
            Some("refused") => Self::Refused,
            _ => Self::Any,
        }
    }

    /// The name in a query.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Accepted => "accepted",
            Self::Refused => "refused",
        }
    }

    fn applied(self, select: Select<Entity>) -> Select<Entity> {
        match self {
            Self::Any => select,
            Self::Accepted => select.filter(Column::Status.lt(400)),
            Self::Refused => select.filter(Column::Status.gte(400)),
        }
    }
}

impl Model {
    /// When it was made.
    pub fn at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id.get())
    }

    /// True if it was answered with success: a message came of it, or the event posts nothing.
    pub fn is_accepted(&self) -> bool {
        self.status < 400
    }

    /// The request and the response.
    pub fn report(&self) -> DeliveryReport {
        serde_json::from_str(&self.report).unwrap_or_default()
    }

    /// The shortened and dropped parts.
    pub fn notes(&self) -> Notes {
        let notes = self.notes.as_deref();
        notes.and_then(|notes| serde_json::from_str(notes).ok()).unwrap_or_default()
    }

    /// Records with this attempt that so many more came at the same moment, which are not listed.
    pub(crate) fn stand_for_more(&mut self, skipped: u64) {
        let mut report = self.report();
        report.skipped = skipped;
        if let Ok(report) = serde_json::to_string(&report) {
            self.report = report;
        }
    }

    /// The newest attempts of a webhook with this outcome, or the newest before `before`: at most `limit`. Reads at most the
    /// attempts that are stored of this webhook.
    #[boxed]
    pub async fn page(
        db: &Conn,
        webhook_id: WebhookId,
        outcome: OutcomeFilter,
        before: Option<i64>,
        limit: u64,
        now: Millis,
    ) -> Result<Vec<Self>> {
        let ids = oldest_kept(db, now)..before.unwrap_or(i64::MAX);
        let found = outcome.applied(of_webhook(Entity::find(), db, webhook_id, ids));
        Ok(found.limit(limit).all(db).await?)
    }

    /// One attempt of a webhook.
    ///
    /// # Errors
    /// [`Error::NotFound`] where this webhook has no such attempt, or has it no longer.
    #[boxed]
    pub async fn find(db: &Conn, webhook_id: WebhookId, id: DeliveryId, now: Millis) -> Result<Self> {
        Entity::find_by_id(id)
            .filter(Column::WebhookId.eq(webhook_id))
            .filter(Column::Id.gte(oldest_kept(db, now)))
            .one(db)
            .await?
            .ok_or(Error::NotFound)
    }
}

/// The attempts of a webhook among `select`, those with an id in `ids`, the newest first.
fn of_webhook(select: Select<Entity>, db: &Conn, webhook_id: WebhookId, ids: Range<i64>) -> Select<Entity> {
    let webhook = (Column::WebhookId, webhook_id);
    in_key_range(select, db, webhook, Column::Id, ids, Order::Desc)
}

fn oldest_kept(db: &Conn, now: Millis) -> i64 {
    db.id_times().first_id_at(now - DAYS * DAY_MS)
}

/// Records attempts.
///
/// # Errors
/// When the database can't be reached; then none of them is written.
#[boxed]
pub async fn keep(db: &Conn, attempts: &[Model]) -> Result<()> {
    for chunk in attempts.chunks(KEPT_TOGETHER) {
        keep_some(db, chunk).await?;
    }
    Ok(())
}

/// Below the limit of parameters in a statement.
const KEPT_TOGETHER: usize = 1_000;

async fn keep_some(db: &Conn, attempts: &[Model]) -> Result<()> {
    let rows = attempts.iter().map(|attempt| ActiveModel {
        id: Set(attempt.id),
        webhook_id: Set(attempt.webhook_id),
        status: Set(attempt.status),
        latency_us: Set(attempt.latency_us),
        message_id: Set(attempt.message_id),
        report: Set(attempt.report.clone()),
        dialect: Set(attempt.dialect.clone()),
        event: Set(attempt.event.clone()),
        notes: Set(attempt.notes.clone()),
    });
    Entity::insert_many(rows).exec_without_returning(db).await?;
    Ok(())
}

/// Deletes a webhook's attempts beyond the newest [`MAX_KEPT`], and those older than [`DAYS`] days; the oldest first, and
/// at most `limit`. Returns how many.
pub async fn prune(db: &Conn, webhook_id: WebhookId, now: Millis, limit: u64) -> Result<u64> {
    let newest_first = of_webhook(Entity::find(), db, webhook_id, key_range::ALL);
    let surplus = batch::newest_surplus(db, Column::Id, newest_first, MAX_KEPT).await?;
    let last = surplus.unwrap_or(0).max(oldest_kept(db, now) - 1);
    let owner = (Column::WebhookId, webhook_id);
    let ids = key_range::ALL.start..last + 1;
    let chunk = in_key_range(Entity::find(), db, owner, Column::Id, ids, Order::Asc).limit(limit);
    batch::delete_some(db, Column::Id, chunk).await
}

/// Deletes attempts of a webhook that was deleted, at most `limit` of them; returns how many.
pub(in crate::models) async fn delete_of_webhook(write: &Conn, webhook_id: WebhookId, limit: u64) -> Result<u64> {
    let chunk = of_webhook(Entity::find(), write, webhook_id, key_range::ALL).limit(limit);
    batch::delete_some(write, Column::Id, chunk).await
}
