//! The setting `sms`: how text messages are sent, validated at start.
//! Sending, and interpreting a provider's responses, is in `phone`.

mod checks;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use self::checks::{address, from_number, identifier, is_visible, needed};
use super::{fault, headers};
use portico_crypto::tokens::Plain;
use portico_rules::phone::Countries;

/// Twilio's own API.
const TWILIO: &str = "https://api.twilio.com";
/// The placeholder for the number in the body of a JSON transport.
pub const TO: &str = "{to}";
/// The placeholder for the text there.
pub const TEXT: &str = "{text}";

/// Transport of text messages.
#[derive(Clone, Debug, Default)]
pub enum Sms {
    /// Kept in memory and shown at `/dev/outbox`, on a loopback address only.
    #[default]
    Outbox,
    /// Through a provider's HTTP API.
    Provider(Box<Provider>),
}

/// Numbers that text messages go to, and the limits per day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLimits {
    /// The countries whose mobile numbers are accepted.
    pub countries: Countries,
    /// Max text messages of the whole instance per day; `None` if they cost nothing.
    pub a_day: Option<u32>,
}

/// The default number of text messages per day for an instance with a provider.
const A_DAY: u32 = 1_000;

/// A provider of text messages. `Debug` shows its address and no credentials.
#[derive(Clone)]
pub struct Provider {
    /// The URL that a text is posted to.
    pub url: Url,
    /// The API it has.
    pub api: Api,
    /// Timeouts and number of attempts.
    pub pace: RetryPolicy,
    /// A file of root certificates (PEM) that are trusted besides the web's.
    pub ca_file: Option<PathBuf>,
    /// Max texts that one address may request per day.
    pub a_day_per_address: u32,
}

/// A provider's API.
#[derive(Clone)]
pub enum Api {
    /// Twilio's `Messages` resource, which other providers also offer.
    Twilio {
        /// The account.
        account_sid: String,
        /// Its credential.
        auth_token: Plain,
        /// The sender.
        sender: Sender,
    },
    /// A POST of JSON.
    Json {
        /// Headers, most of them secret.
        headers: Vec<(HeaderName, HeaderValue)>,
        /// The body, with [`TO`] and [`TEXT`] in some of its strings.
        body: Value,
    },
}

impl Api {
    /// Its name in the settings and the log.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Twilio { .. } => "twilio",
            Self::Json { .. } => "json",
        }
    }
}

/// The sender of a text, in Twilio's API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// A number, or a name where a country allows it (`From`).
    Number(String),
    /// A messaging service, which picks a number (`MessagingServiceSid`).
    Service(String),
}

/// Timeouts and retries for a provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Timeout of one attempt.
    pub timeout: Duration,
    /// Timeout of all attempts with the pauses between them: the user waits for the page.
    pub patience: Duration,
    /// The maximum number of attempts.
    pub attempts: u32,
    /// The first pause; each further one is twice as long.
    pub backoff: Duration,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider")
            .field("transport", &self.api.name())
            .field("host", &self.url.host_str())
            .field("pace", &self.pace)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Transport {
    Outbox,
    Twilio,
    Json,
}

/// The raw setting.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSms {
    transport: Option<Transport>,
    base_url: Option<String>,
    account_sid: Option<String>,
    auth_token: Option<Plain>,
    from: Option<String>,
    messaging_service_sid: Option<String>,
    url: Option<Plain>,
    bearer: Option<Plain>,
    headers: Option<BTreeMap<String, Plain>>,
    body: Option<Value>,
    timeout_ms: Option<u64>,
    patience_ms: Option<u64>,
    attempts: Option<u32>,
    backoff_ms: Option<u64>,
    ca_file: Option<PathBuf>,
    allow_http: Option<bool>,
    a_day_per_address: Option<u32>,
    countries: Option<Vec<String>>,
    a_day: Option<u32>,
}

impl RawSms {
    /// Validates the countries and the daily budget.
    ///
    /// # Errors
    /// A sentence that names the setting and says what to fix.
    pub(super) fn limits(&self) -> Result<TextLimits, String> {
        let countries = self.countries.as_deref().map(Countries::parse).transpose()?;
        if let Some(0) = self.a_day {
            return Err(fault("sms.a_day", "must be at least 1"));
        }
        let costs = self.transport.unwrap_or(Transport::Outbox) != Transport::Outbox;
        Ok(TextLimits { countries: countries.unwrap_or_default(), a_day: self.a_day.or(costs.then_some(A_DAY)) })
    }

    /// Validates the whole setting.
    ///
    /// # Errors
    /// A sentence that names the setting and says what to fix. It contains no value: most are secret.
    pub(super) fn read(self) -> Result<Sms, String> {
        let transport = self.transport.unwrap_or(Transport::Outbox);
        self.expect_nothing_foreign(transport)?;
        let (url, api) = match transport {
            Transport::Outbox => return Ok(Sms::Outbox),
            Transport::Twilio => self.twilio()?,
            Transport::Json => self.json()?,
        };
        if let Some(0) = self.a_day_per_address {
            return Err(fault("sms.a_day_per_address", "must be at least 1"));
        }
        Ok(Sms::Provider(Box::new(Provider {
            url,
            api,
            pace: self.pace()?,
            a_day_per_address: self.a_day_per_address.unwrap_or(100),
            ca_file: self.ca_file,
        })))
    }

    /// A setting of another transport was either meant for this one or left over: the operator should know at start,
    /// not from a text that doesn't arrive.
    fn expect_nothing_foreign(&self, transport: Transport) -> Result<(), String> {
        let twilio = [
            ("base_url", self.base_url.is_some()),
            ("account_sid", self.account_sid.is_some()),
            ("auth_token", self.auth_token.is_some()),
            ("from", self.from.is_some()),
            ("messaging_service_sid", self.messaging_service_sid.is_some()),
        ]
        .map(|(name, set)| (name, set, transport == Transport::Twilio, "twilio"));
        let json = [
            ("url", self.url.is_some()),
            ("bearer", self.bearer.is_some()),
            ("headers", self.headers.is_some()),
            ("body", self.body.is_some()),
        ]
        .map(|(name, set)| (name, set, transport == Transport::Json, "json"));
        let either = [
            ("timeout_ms", self.timeout_ms.is_some()),
            ("patience_ms", self.patience_ms.is_some()),
            ("attempts", self.attempts.is_some()),
            ("backoff_ms", self.backoff_ms.is_some()),
            ("ca_file", self.ca_file.is_some()),
            ("allow_http", self.allow_http.is_some()),
            ("a_day_per_address", self.a_day_per_address.is_some()),
        ]
        .map(|(name, set)| (name, set, transport != Transport::Outbox, "twilio\" or \"json"));
        let all = twilio.into_iter().chain(json).chain(either);
        for (name, set, fits, whose) in all {
            if set && !fits {
                return Err(fault(&format!("sms.{name}"), &format!("is for `sms.transport = \"{whose}\"` only")));
            }
        }
        Ok(())
    }

    fn twilio(&self) -> Result<(Url, Api), String> {
        let base = self.base_url.as_deref().unwrap_or(TWILIO);
        let mut url = address("base_url", base, self.allow_http == Some(true))?;
        if url.query().is_some() {
            return Err(fault("sms.base_url", "must have no query"));
        }
        let account_sid = identifier("account_sid", needed("account_sid", "twilio", self.account_sid.as_deref())?)?;
        let auth_token = needed("auth_token", "twilio", self.auth_token.clone())?;
        if !is_visible(auth_token.expose()) {
            return Err(fault("sms.auth_token", "must have no spaces"));
        }
        let sender = match (&self.from, &self.messaging_service_sid) {
            (Some(from), None) => Sender::Number(from_number(from)?),
            (None, Some(service)) => Sender::Service(identifier("messaging_service_sid", service)?),
            _ => {
                return Err(fault(
                    "sms.transport",
                    "\"twilio\" needs either `sms.from` or `sms.messaging_service_sid`",
                ));
            }
        };
        // Other providers offer the same API below another path.
        let below = url.path().trim_end_matches('/');
        let path = format!("{below}/2010-04-01/Accounts/{account_sid}/Messages.json");
        url.set_path(&path);
        Ok((url, Api::Twilio { account_sid, auth_token, sender }))
    }

    fn json(&self) -> Result<(Url, Api), String> {
        let url = needed("url", "json", self.url.as_ref())?;
        let url = address("url", url.expose(), self.allow_http == Some(true))?;
        let mut headers = Vec::new();
        for (name, value) in self.headers.iter().flatten() {
            let (header, value) = headers::header("sms.headers", name, value)?;
            if self.bearer.is_some() && header == AUTHORIZATION {
                return Err(fault("sms.headers", &format!("`{name}` is set by `sms.bearer`")));
            }
            headers.push((header, value));
        }
        if let Some(bearer) = &self.bearer {
            let value = Plain::from(format!("Bearer {}", bearer.expose()));
            let value = headers::value(&value)
                .filter(|_| is_visible(bearer.expose()))
                .ok_or_else(|| fault("sms.bearer", "must have no spaces"))?;
            headers.push((AUTHORIZATION, value));
        }
        let body = match &self.body {
            Some(body @ (Value::Object(_) | Value::Array(_))) => body.clone(),
            Some(_) => {
                return Err(fault("sms.body", "must be a table of fields"));
            }
            None => serde_json::json!({ "to": TO, "text": TEXT }),
        };
        let written = body.to_string();
        for (part, what) in [(TO, "number"), (TEXT, "text")] {
            if !written.contains(part) {
                return Err(fault("sms.body", &format!("must contain `{part}`, for the {what}")));
            }
        }
        Ok((url, Api::Json { headers, body }))
    }

    fn pace(&self) -> Result<RetryPolicy, String> {
        let within = |name: &str, value: u64, least: u64, max: u64| {
            if (least..=max).contains(&value) {
                Ok(Duration::from_millis(value))
            } else {
                Err(fault(&format!("sms.{name}"), &format!("must be between {least} and {max}")))
            }
        };
        let timeout_ms = self.timeout_ms.unwrap_or(5_000);
        let attempts = self.attempts.unwrap_or(3);
        if !(1..=5).contains(&attempts) {
            return Err(fault("sms.attempts", "must be between 1 and 5"));
        }
        Ok(RetryPolicy {
            timeout: within("timeout_ms", timeout_ms, 1, 20_000)?,
            // Shorter than the time between two texts to one number, so two are never in flight to it.
            patience: within(
                "patience_ms",
                self.patience_ms.unwrap_or(Ord::max(12_000, timeout_ms)),
                timeout_ms,
                25_000,
            )?,
            attempts,
            backoff: within("backoff_ms", self.backoff_ms.unwrap_or(500), 1, 10_000)?,
        })
    }
}

#[cfg(test)]
mod tests;
