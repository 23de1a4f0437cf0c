//! Sends texts through a provider, with timeouts and retries.
//! The APIs are in `twilio` and `json`, the meaning of responses in `answer`.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use tokio::sync::Semaphore;

use super::answer::{self, SmsOutcome, SmsReport};
use super::{SmsError, json, twilio};
use portico_platform::config::sms::{self, Api};
use portico_platform::http_client;
use portico_rules::base_url::is_loopback;
use portico_rules::clock::Clock;
use portico_rules::phone::Number;

/// The maximum number of texts in flight. A provider that hangs must not take every connection of the process.
const MAX_IN_FLIGHT: usize = 64;

/// A configured provider.
#[derive(Debug)]
pub struct Provider {
    http: Client,
    settings: sms::Provider,
    clock: Clock,
    under_way: Semaphore,
}

impl Provider {
    /// From these settings. Sends no request yet.
    ///
    /// # Errors
    /// A sentence that says what to fix.
    pub fn open(settings: sms::Provider, clock: Clock) -> Result<Self, String> {
        let mut http = http_client::client(settings.ca_file.as_deref())
            .map_err(|err| format!("{err} The setting `sms.ca_file` names them."))?
            .user_agent(concat!("Portico/", env!("CARGO_PKG_VERSION")))
            // If connecting fails, nothing was sent; the other half of the time is left for the response.
            .connect_timeout(settings.pace.timeout / 2)
            // Texts are rare. A kept connection may be closed just when the next text is posted, and it would be
            // unknown whether it was sent.
            .pool_max_idle_per_host(0);
        if is_loopback(&settings.url) {
            // A proxy from the environment is for the internet.
            http = http.no_proxy();
        }
        Ok(Self {
            http: http.build().map_err(|_| "The transport for text messages can't be set up.")?,
            settings,
            clock,
            under_way: Semaphore::new(MAX_IN_FLIGHT),
        })
    }

    /// How many texts per day one address may request.
    pub(super) fn a_day_per_address(&self) -> u32 {
        self.settings.a_day_per_address
    }

    /// Sends a text, with retries where they may help and as far as the settings allow.
    ///
    /// # Errors
    /// [`SmsError`]; details are logged.
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
            let SmsOutcome::Busy { retry_after, perhaps_sent: this_one } = report.outcome else {
                break report;
            };
            perhaps_sent |= this_one;
            let wait = Ord::max(pause, retry_after.unwrap_or_default());
            // If `Retry-After` is longer than the remaining time, a retry would be useless.
            if attempts >= pace.attempts || wait >= self.left(began) {
                break report;
            }
            self.clock.wait(wait).await;
            pause *= 2;
        };
        let error = match report.outcome {
            SmsOutcome::Sent => {
                tracing::debug!(attempts, "a text message was sent");
                return Ok(());
            }
            SmsOutcome::Refused => SmsError::Refused,
            SmsOutcome::Unsure => SmsError::Unsure,
            _ if perhaps_sent => SmsError::Unsure,
            SmsOutcome::Busy { .. } | SmsOutcome::Unsent => SmsError::Unsent,
        };
        self.log(&report, attempts, error);
        Err(error)
    }

    /// The rest of the total timeout.
    fn left(&self, began: Duration) -> Duration {
        let took = self.clock.steady().saturating_sub(began);
        self.settings.pace.patience.saturating_sub(took)
    }

    async fn ask(&self, to: &Number, text: &str, timeout: Duration) -> SmsReport {
        let mut request = self.http.post(self.settings.url.clone()).header(ACCEPT, "application/json").timeout(timeout);
        request = match &self.settings.api {
            Api::Twilio { account_sid, auth_token, sender } => request
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
            Err(err) => return SmsReport::unanswered(err),
        };
        let status = response.status();
        let otherwise = answer::of_status(status, response.headers(), self.clock.now());
        match &self.settings.api {
            Api::Twilio { .. } => match answer::body(response).await {
                Ok(body) => twilio::read(status, &body, otherwise),
                Err(cause) => twilio::read(status, &[], otherwise).because(&cause),
            },
            // Its body would change nothing.
            Api::Json { .. } => json::read(status, otherwise),
        }
    }

    /// Logs an attempt. What the operator has to fix has a higher level than temporary errors.
    fn log(&self, report: &SmsReport, attempts: u32, error: SmsError) {
        let transport = self.settings.api.name();
        let SmsReport { status, code, cause, .. } = report;
        let (outcome, cause) = (error.name(), cause.as_deref());
        if report.outcome == SmsOutcome::Unsent {
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
            tracing::warn!(transport, outcome, status, code, cause, attempts, "sending a text message failed");
        }
    }
}
