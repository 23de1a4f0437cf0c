//! Metrics for Prometheus: requests, messages, mentions and others.
//! Who may read them is decided by the route `/metrics`; requests are logged in `access_log`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry, Unit};

use crate::error::refusals::Refusals;
use crate::error::{Error, Result};

/// The type of [`Metrics::text`]: the text format of OpenMetrics 1.0, which Prometheus reads.
pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Bucket bounds in seconds: storing a post takes milliseconds, hashing a password some tens of them.
const BOUNDS: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// Results of sending a text message.
const TEXTS: [&str; 4] = ["sent", "unsent", "refused", "unsure"];

/// Results of sending a message to a browser: it is sent, not sent because it may not be or need not be any more, tried
/// again, refused or given up; or the browser's subscription is gone.
const PUSHES: [&str; 6] = ["sent", "withheld", "limited", "retried", "refused", "gone"];

/// Who answers a read that may be a moment old: the replica; or the primary, because the replica is away, behind, no replica,
/// another instance's, failed, or does not have the row yet.
const REPLICA_READS: [&str; 7] = ["replica", "away", "behind", "no_replica", "foreign", "failed", "absent"];

/// The author of a stored message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A user, in the composer.
    Person,
    /// A webhook.
    Webhook,
}

impl Origin {
    fn label(self) -> &'static str {
        match self {
            Self::Person => "person",
            Self::Webhook => "webhook",
        }
    }
}

/// Metrics of the event streams of channels: most of it does not depend on how many there are.
#[derive(Debug)]
pub struct StreamMetrics {
    /// Readings of messages, each for all streams of a channel.
    pub message_reads: Counter,
    /// Messages rendered, once for all streams with the same view of them.
    pub renders: Counter,
    /// Messages written to streams, new and edited ones.
    pub messages_sent: Counter,
    /// Readings of who may read on, each for all streams of a channel or of a person.
    pub access_reads: Counter,
    /// Judgements: one of a person for each such reading, however many streams they have.
    pub judgements: Counter,
}

impl StreamMetrics {
    fn registered_in(registry: &mut Registry) -> Self {
        Self {
            message_reads: registered(
                registry,
                "stream_message_reads",
                "Readings of messages for event streams, each for all streams of a channel",
            ),
            renders: registered(
                registry,
                "stream_renders",
                "Messages rendered for event streams, once for all streams with the same view of them",
            ),
            messages_sent: registered(
                registry,
                "stream_messages_sent",
                "Messages written to event streams, new and edited ones",
            ),
            access_reads: registered(
                registry,
                "stream_access_reads",
                "Readings of who may read on, each for all event streams of a channel or of a person",
            ),
            judgements: registered(
                registry,
                "stream_judgements",
                "Judgements whether a person may read on: one for each reading, however many streams they have",
            ),
        }
    }
}

/// A metric that the registry has a clone of, which shares its values.
fn registered<M: Metric + Clone + Default>(registry: &mut Registry, name: &'static str, help: &'static str) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

fn in_bytes(registry: &mut Registry, name: &'static str, help: &'static str) -> Gauge<f64, AtomicU64> {
    let gauge = Gauge::<f64, AtomicU64>::default();
    registry.register_with_unit(name, help, Unit::Bytes, gauge.clone());
    gauge
}

// Labels have only values that the program knows in advance: methods, route patterns, status classes. Values from
// requests never become labels.

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OriginLabels {
    origin: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OutcomeLabels {
    outcome: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct KindLabels {
    kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CodeLabels {
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DirectiveLabels {
    directive: &'static str,
}

type Durations = Family<RouteLabels, Histogram, fn() -> Histogram>;

/// The metrics of one process, from its start.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Durations,
    messages: Family<OriginLabels, Counter>,
    mentions: Family<OutcomeLabels, Counter>,
    rows_deleted: Family<KindLabels, Counter>,
    texts: Family<OutcomeLabels, Counter>,
    pushes: Family<OutcomeLabels, Counter>,
    csp_reports: Family<DirectiveLabels, Counter>,
    texts_today: Gauge,
    texts_a_day: Gauge,
    requests_unavailable: Family<OutcomeLabels, Counter>,
    refusals: Family<CodeLabels, Counter>,
    replica_reads: Family<OutcomeLabels, Counter>,
    /// Metrics of event streams.
    pub streams: StreamMetrics,
    replica_lag: Gauge<f64, AtomicU64>,
    replica_usable: Gauge,
    disk_free: Gauge<f64, AtomicU64>,
    disk_least_free: Gauge<f64, AtomicU64>,
    disk_nearly_full: Gauge,
    untrusted_proxy: Gauge,
    /// Counts for the console's charts since they were last taken.
    tally: Mutex<BTreeMap<String, u64>>,
    /// Text messages that failed since the last one was sent.
    failed_texts: AtomicU32,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("portico");
        registry.register("build", "Version of the program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        let list = &mut registry;
        let metrics = Self {
            requests: registered(list, "http_requests", "Requests by method, route pattern and status class"),
            durations: {
                let durations = Durations::new_with_constructor(|| Histogram::new(BOUNDS));
                list.register_with_unit(
                    "http_request_duration",
                    "Time until the response started, by route pattern",
                    Unit::Seconds,
                    durations.clone(),
                );
                durations
            },
            messages: registered(list, "messages_stored", "Messages stored, by origin"),
            mentions: registered(list, "mentions", "Mentions found in stored messages, by whether they fired"),
            rows_deleted: registered(list, "rows_deleted", "Expired rows deleted, by kind"),
            texts: registered(list, "texts", "Text messages, by outcome"),
            pushes: registered(list, "push_messages", "Messages to browsers through their push services, by outcome"),
            csp_reports: registered(
                list,
                "csp_reports",
                "Reports of what the Content-Security-Policy blocked, by directive",
            ),
            requests_unavailable: registered(
                list,
                "requests_unavailable",
                "Requests refused because the database was away, by what became of what they asked for",
            ),
            texts_today: registered(
                list,
                "text_messages_today",
                "Text messages sent today by all processes together; the day starts with the first message",
            ),
            texts_a_day: registered(
                list,
                "text_messages_a_day",
                "Text messages allowed per day (sms.a_day), 0 if there is no limit",
            ),
            refusals: registered(
                list,
                "webhook_refusals",
                "Requests to webhook URLs that were refused, by the code of the response",
            ),
            streams: StreamMetrics::registered_in(list),
            replica_reads: registered(
                list,
                "replica_reads",
                "Reads of what may be a moment old, by whether the replica answered or why the primary did",
            ),
            replica_lag: {
                let lag = Gauge::<f64, AtomicU64>::default();
                list.register_with_unit(
                    "replica_lag",
                    "How far the replica is behind the primary, as last measured; NaN if it never was",
                    Unit::Seconds,
                    lag.clone(),
                );
                lag
            },
            replica_usable: registered(
                list,
                "replica_usable",
                "1 while the replica of read_database_url is read, otherwise 0",
            ),
            disk_free: in_bytes(
                list,
                "disk_free",
                "Free space of the disk with the SQLite file, as last measured; NaN on Postgres",
            ),
            disk_least_free: in_bytes(
                list,
                "disk_least_free",
                "Free space below which messages are refused (storage.min_free_mib); NaN on Postgres",
            ),
            disk_nearly_full: registered(
                list,
                "disk_nearly_full",
                "1 while messages are refused for want of disk space, otherwise 0",
            ),
            untrusted_proxy: registered(
                list,
                "untrusted_proxy",
                "1 once X-Forwarded-For came from an address outside of trusted_proxies, otherwise 0",
            ),
            tally: Mutex::default(),
            failed_texts: AtomicU32::new(0),
            registry,
        };
        metrics.start();
        metrics
    }
}

impl Metrics {
    /// Sets what is known before anything is counted.
    fn start(&self) {
        // Zero would say that it was measured and found close.
        self.replica_lag.set(f64::NAN);
        self.disk(None, false);
        // A counter that is zero from the start can be monitored for its first increase.
        for origin in [Origin::Person, Origin::Webhook] {
            self.stored(origin, 0, 0, 0);
        }
        for (family, outcomes) in [
            (&self.replica_reads, REPLICA_READS.as_slice()),
            (&self.texts, TEXTS.as_slice()),
            (&self.pushes, PUSHES.as_slice()),
        ] {
            for &outcome in outcomes {
                family.get_or_create(&OutcomeLabels { outcome }).inc_by(0);
            }
        }
    }

    /// Records that X-Forwarded-For came from an address outside of `trusted_proxies`.
    pub fn met_untrusted_proxy(&self) {
        self.untrusted_proxy.set(1);
    }

    /// Counts a text message by its outcome.
    pub fn texted(&self, outcome: &'static str) {
        self.texts.get_or_create(&OutcomeLabels { outcome }).inc();
        match outcome {
            "sent" => {
                self.tally("texts", 1);
                self.failed_texts.store(0, Ordering::Relaxed);
            }
            // The provider can't help a wrong number.
            "refused" => {}
            _ => {
                self.failed_texts.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// How many text messages failed since the last one was sent, not counting wrong numbers.
    pub fn failed_texts(&self) -> u32 {
        self.failed_texts.load(Ordering::Relaxed)
    }

    /// Counts a message to a browser by its outcome.
    pub fn pushed(&self, outcome: &'static str) {
        self.pushes.get_or_create(&OutcomeLabels { outcome }).inc();
    }

    /// Counts a read of what may be a moment old.
    pub fn read_on(&self, outcome: &'static str) {
        self.replica_reads.get_or_create(&OutcomeLabels { outcome }).inc();
    }

    /// Sets whether the replica is read, and how far behind it is where that is known.
    pub fn replica(&self, is_read: bool, lag: Option<Duration>) {
        self.replica_usable.set(is_read.into());
        if let Some(lag) = lag {
            self.replica_lag.set(lag.as_secs_f64());
        }
    }

    /// Sets how much of the disk is free, and how much has to be, in bytes and as far as it is known; and whether messages are
    /// refused for want of room.
    pub fn disk(&self, free_of_least: Option<(u64, u64)>, is_nearly_full: bool) {
        let (free, least) = free_of_least.map_or((f64::NAN, f64::NAN), |(free, least)| (free as f64, least as f64));
        self.disk_free.set(free);
        self.disk_least_free.set(least);
        self.disk_nearly_full.set(is_nearly_full.into());
    }

    /// Counts a violation report of the Content-Security-Policy.
    pub fn blocked_by_policy(&self, directive: &'static str) {
        let labels = DirectiveLabels { directive };
        self.csp_reports.get_or_create(&labels).inc();
    }

    /// Sets how many text messages were sent today, and how many may be.
    pub fn texts_today(&self, sent: i32, a_day: Option<u32>) {
        self.texts_today.set(sent.into());
        self.texts_a_day.set(a_day.unwrap_or_default().into());
    }

    /// Counts a request. `route` is the pattern of the route, never the actual path.
    pub fn answered(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        self.requests.get_or_create(&RequestLabels { method, route: route.to_owned(), status: class(status) }).inc();
        self.durations.get_or_create(&RouteLabels { route: route.to_owned() }).observe(took.as_secs_f64());
        if let Some(name) = tallied(method, route, class(status)) {
            self.tally(name, 1);
        }
    }

    /// Counts stored messages, with their mentions that fired and those that were silent.
    pub fn stored(&self, origin: Origin, messages: u64, fired: usize, silent: usize) {
        let origin = origin.label();
        self.messages.get_or_create(&OriginLabels { origin }).inc_by(messages);
        if messages > 0 {
            self.tally("posts", messages);
        }
        for (outcome, count) in [("fired", fired), ("silent", silent)] {
            self.mentions.get_or_create(&OutcomeLabels { outcome }).inc_by(count as u64);
        }
    }

    /// Counts a request to a webhook URL that was refused with this code.
    pub fn refused(&self, code: &'static str) {
        self.refusals.get_or_create(&CodeLabels { code }).inc();
        self.tally(&format!("{REFUSED}{code}"), 1);
    }

    /// Counts a post that was stored, with the time from its submission until it was durable.
    pub fn committed(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.tally("commits", 1);
        self.tally("commit_micros", micros);
    }

    fn tally(&self, name: &str, more: u64) {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        match tally.get_mut(name) {
            Some(count) => *count = count.saturating_add(more),
            None => {
                tally.insert(name.to_owned(), more);
            }
        }
    }

    /// Takes the counts for the console's charts since the last call.
    pub fn tallied(&self) -> BTreeMap<String, u64> {
        let tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        tally.clone()
    }

    /// The same, which is counted from zero from here on.
    pub fn take_tally(&self) -> BTreeMap<String, u64> {
        let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *tally)
    }

    /// Puts back what was taken and could not be stored.
    pub fn put_back(&self, tally: BTreeMap<String, u64>) {
        for (name, count) in tally {
            self.tally(&name, count);
        }
    }

    /// Counts rows that the cleanup deleted.
    pub fn rows_deleted(&self, kind: &'static str, rows: u64) {
        self.rows_deleted.get_or_create(&KindLabels { kind }).inc_by(rows);
    }

    /// All metrics as text of the type [`CONTENT_TYPE`].
    ///
    /// # Errors
    /// Only if a label can't be formatted.
    pub fn text(&self) -> Result<String> {
        let (nothing_stored, unknown) = Refusals::of_process().counts();
        for (outcome, count) in [("nothing_stored", nothing_stored), ("unknown", unknown)] {
            let labels = OutcomeLabels { outcome };
            let counter = self.requests_unavailable.get_or_create(&labels);
            counter.inner().store(count, Ordering::Relaxed);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry).map_err(Error::internal)?;
        Ok(text)
    }
}

/// The beginning of the names of refusals; the code of the response follows.
pub const REFUSED: &str = "refused ";

/// The name under which a request is shown in the console's charts.
fn tallied(method: &str, route: &str, class: &str) -> Option<&'static str> {
    Some(match (method, route, class) {
        ("POST", "/sign-in", "3xx") => "sign_ins",
        ("POST", "/sign-in" | "/sign-in/second", "4xx") => "sign_in_failures",
        ("POST", "/sign-up", "3xx") => "sign_ups",
        ("POST", "/oauth/token", "2xx") => "exchanges",
        ("POST", "/oauth/token", "4xx") => "exchange_failures",
        _ => return None,
    })
}

fn class(status: u16) -> &'static str {
    match status {
        100..=199 => "1xx",
        200..=299 => "2xx",
        300..=399 => "3xx",
        400..=499 => "4xx",
        _ => "5xx",
    }
}
