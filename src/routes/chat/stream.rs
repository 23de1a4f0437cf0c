//! Shared code of the event streams of the chat: when they look for news, and when they end. `channel_events` and
//! `inbox_events` decide what they look for.

use rocket::Shutdown;
use rocket::futures::Stream;
use rocket::http::ContentType;
use rocket::request::Request;
use rocket::response::stream::{ByteStream, Event, EventStream};
use rocket::response::{self, Responder, Response};
use tokio::select;
use tokio::sync::watch;
use tokio::time::{Duration, Instant, Interval, MissedTickBehavior, interval_at, sleep_until};

use crate::app::App;
use crate::routes::guards::{ClientAddress, SignedIn};
use portico_platform::error::Result;
use portico_rules::event_frame::Frame;
use portico_store::live::{Access, OpenStream};

/// Proxies close idle connections, and users who signed out must not stay connected.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(20);

/// The least time between two looks for new messages.
const GAP: Duration = Duration::from_millis(250);

/// Bytes that a stream passes on at once: the size of its buffer for as long as it is open. A message has about as
/// many.
const CHUNK: usize = 1_024;

/// Reason a stream looks for news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WakeReason {
    /// Something new was announced.
    Arrival,
    /// A right that the stream depends on may be lost: one of these.
    Access(Access),
    /// Nothing happened for a while: [`HEARTBEAT`].
    Heartbeat,
    /// Something has to be written, to see whether the connection is still open.
    Probe,
}

/// Waits until a stream has a reason to look.
#[derive(Debug)]
pub(super) struct WakeSource {
    arrivals: watch::Receiver<()>,
    open: OpenStream,
    /// The earliest time of the next look: many messages at once are one look.
    earliest: Instant,
    heartbeat: Interval,
    shutdown: Shutdown,
}

impl WakeSource {
    pub(super) fn new(arrivals: watch::Receiver<()>, open: OpenStream, shutdown: Shutdown) -> Self {
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { arrivals, open, earliest: Instant::now(), heartbeat, shutdown }
    }

    /// The next reason to look, also when `access_changed` completes; none when the server shuts down, which waits for no
    /// open page. Cancel safe.
    pub(super) async fn next(&mut self, access_changed: impl Future<Output = Access>) -> Option<WakeReason> {
        let arrival = async {
            sleep_until(self.earliest).await;
            self.arrivals.changed().await
        };
        let reason = select! {
            biased;
            () = &mut self.shutdown => None,
            whose = access_changed => Some(WakeReason::Access(whose)),
            arrived = arrival => arrived.ok().map(|()| WakeReason::Arrival),
            () = self.open.probed() => Some(WakeReason::Probe),
            _ = self.heartbeat.tick() => Some(WakeReason::Heartbeat),
        };
        if reason == Some(WakeReason::Arrival) {
            self.earliest = Instant::now() + GAP;
        }
        reason
    }
}

/// Counts one more stream of a person.
///
/// # Errors
/// [`Error::limited`](portico_platform::error::Error::limited) where they have too many.
pub(super) async fn open_stream(app: &App, me: SignedIn<'_>, address: ClientAddress) -> Result<OpenStream> {
    let session = (me.session.id, me.session.user_id);
    let caps = &app.config.caps;
    app.live.streams.open(caps, session, address.0).await
}

/// A comment, so that something is written.
pub(super) fn still_here() -> Event {
    Event::comment("still here")
}

/// A response of server-sent events (HTML standard, section 9.2).
pub(crate) struct Events<S>(pub(super) S);

impl<'r, S: Stream<Item = Event> + Send + 'r> Responder<'r, 'r> for Events<S> {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'r> {
        let stream = EventStream::from(self.0).heartbeat(None);
        Ok(as_events(stream.respond_to(request)?))
    }
}

/// The same of events whose bytes are made already, and shared with other streams.
pub(crate) struct Frames<S>(pub(super) S);

impl<'r, S: Stream<Item = Frame> + Send + 'r> Responder<'r, 'r> for Frames<S> {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'r> {
        let mut response = ByteStream(self.0).respond_to(request)?;
        response.set_header(ContentType::EventStream);
        Ok(as_events(response))
    }
}

fn as_events(mut response: Response<'_>) -> Response<'_> {
    response.set_raw_header("Cache-Control", "no-store");
    // A proxy that buffers responses would hold back events.
    response.set_raw_header("X-Accel-Buffering", "no");
    response.set_max_chunk_size(CHUNK);
    response
}
