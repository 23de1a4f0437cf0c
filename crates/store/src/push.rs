//! Sending messages to browsers through their push services: one request, and the meaning of its answer.
//! `models::messages::push` and `pushing` decide who gets which message, and when again.

mod public_addresses;

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex as SyncMutex, PoisonError};
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use reqwest::{Client, StatusCode};
use tokio::sync::{Mutex, OnceCell, Semaphore};
use url::Url;

use crate::push::public_addresses::PublicAddresses;
use portico_crypto::jwt::KeyPair;
use portico_crypto::web_push::{self, BrowserKeys};
use portico_macros::boxed;
use portico_platform::http_client;
use portico_rules::base_url::BaseUrl;
use portico_rules::clock::Millis;

/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How many requests are in flight at once.
const MAX_IN_FLIGHT: usize = 16;
/// How many of them go to one push service: one that hangs leaves room for the others.
const MAX_TO_ONE: usize = 8;
/// For how long a push service that did not answer is left alone.
const REST_MS: Millis = 60_000;
/// Above so many push services what is known of them is forgotten.
const REMEMBERED: usize = 1_000;
/// For how long a push service keeps a message for a browser that is not connected.
const KEPT_SECS: u32 = 24 * 60 * 60;
/// The longest pause that a push service can ask for.
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);

/// The result of sending a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushOutcome {
    /// The push service took it.
    Sent,
    /// The subscription is no more.
    Gone,
    /// It can't be delivered now; another attempt may help, after this pause if the service requested one.
    Busy(Option<Duration>),
    /// It was refused, and would be again.
    Refused,
}

/// One message to one browser.
#[derive(Debug)]
pub struct Message<'a> {
    /// The address of the subscription.
    pub endpoint: &'a Url,
    /// Its keys.
    pub keys: &'a BrowserKeys,
    /// The text that the browser reads.
    pub text: &'a str,
    /// A later message with the same topic replaces this one while it waits at the push service: at most 32 characters.
    pub topic: &'a str,
}

/// A push service.
#[derive(Debug)]
struct Service {
    in_flight: Semaphore,
    /// It is not asked before this time.
    rests_until: AtomicI64,
}

impl Service {
    fn new() -> Self {
        Self { in_flight: Semaphore::new(MAX_TO_ONE), rests_until: AtomicI64::new(0) }
    }

    /// For how long it is still left alone.
    fn rest(&self, now: Millis) -> Option<Duration> {
        let left = self.rests_until.load(Ordering::Acquire) - now;
        u64::try_from(left).ok().filter(|left| *left > 0).map(Duration::from_millis)
    }
}

/// Sends messages.
#[derive(Debug)]
pub struct PushClient {
    http: Client,
    contact: String,
    in_flight: Semaphore,
    /// By their origins.
    services: SyncMutex<HashMap<String, Arc<Service>>>,
    /// The key that identifies this instance, once it is known.
    pub key: OnceCell<KeyPair>,
    /// One step of this process at a time.
    pub turn: Mutex<()>,
}

impl PushClient {
    /// A client that reaches public addresses only. `security_contact` is named to the push services, or else the address
    /// of the instance. A request may take as long as `timeout`.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn open(base_url: &BaseUrl, security_contact: Option<&str>, timeout: Duration) -> Result<Self, String> {
        let http = http_client::client(None)?
            .user_agent(concat!("Portico/", env!("CARGO_PKG_VERSION")))
            .dns_resolver(Arc::new(PublicAddresses))
            // A proxy would resolve names itself.
            .no_proxy()
            .connect_timeout(CONNECT_TIMEOUT.min(timeout))
            .timeout(timeout)
            .build()
            .map_err(|_| "The client for push services can't be set up.")?;
        Ok(Self {
            http,
            contact: security_contact.map_or_else(|| base_url.origin().to_string(), str::to_owned),
            in_flight: Semaphore::new(MAX_IN_FLIGHT),
            services: SyncMutex::default(),
            key: OnceCell::new(),
            turn: Mutex::default(),
        })
    }

    fn service(&self, origin: &str) -> Arc<Service> {
        let mut services = self.services.lock().unwrap_or_else(PoisonError::into_inner);
        if services.len() > REMEMBERED {
            services.clear();
        }
        let known = services.entry(origin.to_owned());
        known.or_insert_with(|| Arc::new(Service::new())).clone()
    }

    /// Sends a message. The body of the answer is not read. A push service that did not answer in time, or could not be
    /// reached, gets no request for a minute.
    #[boxed]
    pub async fn send(&self, key: &KeyPair, message: Message<'_>, now: Millis) -> PushOutcome {
        let Message { endpoint, keys, text, topic } = message;
        let origin = endpoint.origin().ascii_serialization();
        let service = self.service(&origin);
        let Ok(_place) = service.in_flight.acquire().await else {
            return PushOutcome::Busy(None);
        };
        let Ok(_of_all) = self.in_flight.acquire().await else {
            return PushOutcome::Busy(None);
        };
        // Another message may have found out while this one waited.
        if let Some(rest) = service.rest(now) {
            return PushOutcome::Busy(Some(rest));
        }
        let Ok(body) = web_push::encrypt(keys, text.as_bytes()) else {
            return PushOutcome::Refused;
        };
        let Ok(authorization) = web_push::authorization(key, &origin, &self.contact, now) else {
            return PushOutcome::Busy(None);
        };
        let answer = self
            .http
            .post(endpoint.clone())
            .header(AUTHORIZATION, authorization)
            .header(CONTENT_TYPE, "application/octet-stream")
            .header(CONTENT_ENCODING, "aes128gcm")
            .header("TTL", KEPT_SECS)
            .header("Urgency", "high")
            .header("Topic", topic)
            .body(body)
            .send()
            .await;
        match answer {
            Ok(answer) => outcome(answer.status(), answer.headers()),
            // Its message may contain the address of the subscription, which is not logged.
            Err(err) => {
                let host = endpoint.host_str().unwrap_or_default();
                let is_timeout = err.is_timeout();
                service.rests_until.store(now + REST_MS, Ordering::Release);
                tracing::debug!(host, is_timeout, "a push service could not be reached");
                PushOutcome::Busy(None)
            }
        }
    }
}

/// The result that a status means (RFC 8030, sections 5 and 7.3).
fn outcome(status: StatusCode, headers: &HeaderMap) -> PushOutcome {
    let after = headers.get(RETRY_AFTER).and_then(|value| {
        let secs = value.to_str().ok()?.trim().parse().ok()?;
        Some(Duration::from_secs(secs).min(MAX_PAUSE))
    });
    match status.as_u16() {
        200..=299 => PushOutcome::Sent,
        404 | 410 => PushOutcome::Gone,
        408 | 425 | 429 | 500..=599 => PushOutcome::Busy(after),
        // Redirects are not followed.
        _ => PushOutcome::Refused,
    }
}
