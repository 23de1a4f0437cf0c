//! A provider of text messages: how it is asked, how long, and how often.
//! What its API looks like stands with `twilio` and `json`, what an answer means with `answer`.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use tokio::sync::Semaphore;

use super::answer::{self, Outcome, Report};
use super::{SmsError, json, twilio};
use crate::clock::Clock;
use crate::config::is_loopback;
use crate::config::sms::{self, Api};
use crate::http_client;
use crate::phone::Number;

/// So many texts are on their way at a time. A provider that hangs must not take every connection of the process.
const UNDER_WAY: usize = 64;

/// A provider, ready to be asked.
#[derive(Debug)]
pub struct Provider {
    http: Client,
    settings: sms::Provider,
    clock: Clock,
    under_way: Semaphore,
}

impl Provider {
    /// For these settings. Nobody is asked yet.
    ///
    /// # Errors
    /// A sentence that says what to fix.
    pub fn open(settings: sms::Provider, clock: Clock) -> Result<Self, String> {
        let mut http = http_client::client(settings.ca_file.as_deref())
            .map_err(|err| format!("{err} The setting `sms.ca_file` names them."))?
            .user_agent(concat!("Portico/", env!("CARGO_PKG_VERSION")))
            // Who could not even be reached was told nothing; whoever is reached has half of the time to answer.
            .connect_timeout(settings.pace.timeout / 2)
            // Texts are rare. A connection that was kept may be closed just when the next one is posted, and then
            // nobody knows whether it went out.
            .pool_max_idle_per_host(0);
        if is_loopback(&settings.url) {
            // A proxy that the environment names is one to the world.
            http = http.no_proxy();
        }
        Ok(Self {
            http: http
                .build()
                .map_err(|_| "The transport for text messages can't be set up.")?,
            settings,
            clock,
            under_way: Semaphore::new(UNDER_WAY),
        })
    }

    /// How many texts a day may be asked for from one address.
    pub(super) fn a_day_per_address(&self) -> u32 {
        self.settings.a_day_per_address
    }

    /// Hands a text over: asks, and asks again after a pause where that may help, for as long as the settings allow.
    ///
    /// # Errors
    /// [`SmsError`]; the log has the rest of it.
    pub(super) async fn send(&self, to: &Number, text: &str) -> Result<(), SmsError> {
        let Ok(_place) = self.under_way.try_acquire() else {
            tracing::warn!("a text message was not sent: too many are being sent");
            return Err(SmsError::Unsent);
        };
        let pace = self.settings.pace;
        let began = self.clock.steady();
        let mut pause = pace.backoff;
        let mut perhaps_sent = false;
        let mut attempts = 0;
        let report = loop {
            attempts += 1;
            let left = self.left(began);
            let report = self.ask(to, text, Ord::min(pace.timeout, left)).await;
            let Outcome::Busy {
                retry_after,
                perhaps_sent: this_one,
            } = report.outcome
            else {
                break report;
            };
            perhaps_sent |= this_one;
            let wait = Ord::max(pause, retry_after.unwrap_or_default());
            // Whoever is told to come back later than anybody waits is not asked in vain before.
            if attempts >= pace.attempts || wait >= self.left(began) {
                break report;
            }
            self.clock.wait(wait).await;
            pause *= 2;
        };
        let error = match report.outcome {
            Outcome::Sent => {
                tracing::debug!(attempts, "a text message was sent");
                return Ok(());
            }
            Outcome::Refused => SmsError::Refused,
            Outcome::Unsure => SmsError::Unsure,
            _ if perhaps_sent => SmsError::Unsure,
            Outcome::Busy { .. } | Outcome::Unsent => SmsError::Unsent,
        };
        self.tell(&report, attempts, error);
        Err(error)
    }

    /// What is left of the time that somebody waits.
    fn left(&self, began: Duration) -> Duration {
        let took = self.clock.steady().saturating_sub(began);
        self.settings.pace.patience.saturating_sub(took)
    }

    async fn ask(&self, to: &Number, text: &str, timeout: Duration) -> Report {
        let mut request = self
            .http
            .post(self.settings.url.clone())
            .header(ACCEPT, "application/json")
            .timeout(timeout);
        request = match &self.settings.api {
            Api::Twilio {
                account_sid,
                auth_token,
                sender,
            } => request
                .basic_auth(account_sid, Some(auth_token.expose()))
                .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
                .body(twilio::form(sender, to, text)),
            Api::Json { headers, body } => {
                for (name, value) in headers {
                    request = request.header(name, value);
                }
                request.json(&json::body(body, to, text))
            }
        };
        let response = match request.send().await {
            Ok(response) => response,
            Err(err) => return Report::unanswered(err),
        };
        let status = response.status();
        let otherwise = answer::of_status(status, response.headers(), self.clock.now());
        match &self.settings.api {
            Api::Twilio { .. } => match answer::body(response).await {
                Ok(body) => twilio::read(status, &body, otherwise),
                Err(cause) => twilio::read(status, &[], otherwise).because(&cause),
            },
            // Nothing in its body would change anything.
            Api::Json { .. } => json::read(status, otherwise),
        }
    }

    /// Tells the operator. What is theirs to fix is logged at a higher level than what passes.
    fn tell(&self, report: &Report, attempts: u32, error: SmsError) {
        let transport = self.settings.api.name();
        let Report {
            status,
            code,
            cause,
            ..
        } = report;
        let (outcome, cause) = (error.name(), cause.as_deref());
        if report.outcome == Outcome::Unsent {
            tracing::error!(
                transport,
                outcome,
                status,
                code,
                cause,
                attempts,
                "a text message was not sent: its provider does not accept the request"
            );
        } else {
            tracing::warn!(
                transport,
                outcome,
                status,
                code,
                cause,
                attempts,
                "sending a text message failed"
            );
        }
    }
}
