//! What goes into the webhook's delivery log about a post.
//! How it is written there is up to `posting::log`.

use std::time::Duration;

use super::Problem;
use super::dialect::Dialect;
use super::outcome::Stored;
use crate::app::App;
use crate::models::Delivery;
use crate::models::logs::delivery::{self, Notes, Refusal, Report};
use crate::models::webhooks::webhook::Authenticated;
use crate::posting::log::Attempt;

/// What of a request is kept for the log.
#[derive(Default)]
pub(super) struct Seen {
    /// The beginning of the body.
    pub(super) body: Vec<u8>,
    /// How many bytes the body had.
    pub(super) bytes: u64,
    /// Whether it came from the portal's own pages.
    pub(super) test: bool,
    /// The event that the body is about.
    pub(super) event: Option<String>,
    /// What was shortened or dropped.
    pub(super) notes: Notes,
}

/// A webhook and how it was called.
#[derive(Clone, Copy)]
pub(super) struct Called<'c> {
    pub(super) webhook: &'c Authenticated,
    pub(super) dialect: Dialect,
    /// The token as it was sent; empty where none was.
    pub(super) token: &'c str,
}

impl Seen {
    /// Keeps a body.
    pub(super) fn keep(&mut self, mut body: Vec<u8>) {
        self.bytes = body.len() as u64;
        body.truncate(delivery::EXCERPT_OF_DIALECT);
        self.body = body;
    }

    /// Keeps a text that stands for a body of so many bytes.
    pub(super) fn keep_text(&mut self, text: &str, bytes: u64) {
        self.keep(text.as_bytes().to_vec());
        self.bytes = bytes;
    }

    /// Notes the attempt; `outcome` holds no message where the event was ignored.
    pub(super) fn note(
        self,
        app: &App,
        called: Called<'_>,
        outcome: Result<Option<&Stored>, &Problem>,
        latency: Duration,
    ) {
        let attempt = Attempt {
            webhook_id: called.webhook.webhook.id,
            status: outcome.map_or_else(|problem| problem.status.code, |_| 200),
            replayed: outcome.is_ok_and(|stored| stored.is_some_and(|stored| stored.replayed)),
        };
        let row = || self.delivery(app, called, outcome, latency);
        app.log.note(attempt, row);
    }

    /// The row of the log. Its excerpt holds no token, even where a body carried one.
    fn delivery(
        self,
        app: &App,
        called: Called<'_>,
        outcome: Result<Option<&Stored>, &Problem>,
        latency: Duration,
    ) -> Delivery {
        let Called {
            webhook,
            dialect,
            token,
        } = called;
        let mut request = String::from_utf8_lossy(&self.body);
        // Cut out before the rest is cut off, so that no part of it stays either.
        if !token.is_empty() && request.contains(token) {
            request = request.replace(token, "[token]").into();
        }
        let mut report = Report {
            request: match dialect {
                Dialect::Native => request.chars().take(delivery::EXCERPT).collect(),
                _ => request.into_owned(),
            },
            bytes: usize::try_from(self.bytes).unwrap_or(usize::MAX),
            test: self.test,
            channel_id: Some(webhook.webhook.channel_id),
            ..Report::default()
        };
        let (status, message_id) = match outcome {
            Ok(Some(stored)) => {
                let accepted = &stored.accepted;
                report.replayed = stored.replayed;
                report.fired.clone_from(&accepted.mentions.fired);
                report.silent.clone_from(&accepted.mentions.silent);
                report.more = accepted.mentions.more as u64;
                (200, Some(accepted.message_id))
            }
            Ok(None) => (200, None),
            Err(problem) => {
                report.refusal = Some(Refusal {
                    code: problem.code.into(),
                    detail: problem.detail.clone(),
                    errors: problem.errors.clone(),
                });
                (dialect.status(problem).code, None)
            }
        };
        Delivery {
            id: app.id(),
            webhook_id: webhook.webhook.id,
            status: status.into(),
            latency_us: i32::try_from(latency.as_micros()).unwrap_or(i32::MAX),
            message_id,
            report: serde_json::to_string(&report).unwrap_or_default(),
            dialect: dialect.name().map(str::to_owned),
            event: self.event,
            notes: self.notes.store(),
        }
    }
}
