//! What of an attempt goes into the webhook's log.
//! How it is written there stands in `posting::log`.

use std::time::Duration;

use rocket::http::Status;

use super::{Problem, Stored};
use crate::app::App;
use crate::models::Delivery;
use crate::models::logs::delivery::{self, Refusal, Report};
use crate::models::webhooks::webhook::Authenticated;
use crate::posting::log::Attempt;

/// What of a request is kept for the log.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) body: Vec<u8>,
    pub(super) test: bool,
}

impl Seen {
    /// Takes the attempt down.
    pub(super) fn note(
        self,
        app: &App,
        shown: &Authenticated,
        token: &str,
        outcome: &Result<Stored, Problem>,
        latency: Duration,
    ) {
        let attempt = Attempt {
            webhook_id: shown.webhook.id,
            status: outcome
                .as_ref()
                .map_or_else(|problem| problem.status.code, |_| 200),
            replayed: outcome.as_ref().is_ok_and(|stored| stored.replayed),
        };
        let row = || self.delivery(app, shown, token, outcome, latency);
        app.log.note(attempt, row);
    }

    /// The row of the log. Its excerpt holds no token, even where a body carried one.
    fn delivery(
        self,
        app: &App,
        shown: &Authenticated,
        token: &str,
        outcome: &Result<Stored, Problem>,
        latency: Duration,
    ) -> Delivery {
        let mut request = String::from_utf8_lossy(&self.body);
        // Cut out before the rest is cut off, so that no part of it stays either.
        if !token.is_empty() && request.contains(token) {
            request = request.replace(token, "[token]").into();
        }
        let mut report = Report {
            request: request.chars().take(delivery::EXCERPT).collect(),
            bytes: self.body.len(),
            test: self.test,
            channel_id: Some(shown.webhook.channel_id),
            ..Report::default()
        };
        let (status, message_id) = match outcome {
            Ok(stored) => {
                let accepted = &stored.accepted;
                report.replayed = stored.replayed;
                report.fired.clone_from(&accepted.mentions.fired);
                report.silent.clone_from(&accepted.mentions.silent);
                report.more = accepted.mentions.more as u64;
                (Status::Ok, Some(accepted.message_id))
            }
            Err(problem) => {
                report.refusal = Some(Refusal {
                    code: problem.code.into(),
                    detail: problem.detail.clone(),
                    errors: problem.errors.clone(),
                });
                (problem.status, None)
            }
        };
        Delivery {
            id: app.id(),
            webhook_id: shown.webhook.id,
            status: status.code.into(),
            latency_us: i32::try_from(latency.as_micros()).unwrap_or(i32::MAX),
            message_id,
            report: serde_json::to_string(&report).unwrap_or_default(),
            dialect: None,
            event: None,
            notes: None,
        }
    }
}
