//! What the event streams of the chat have in common: when they look for news, and when they end.
//! What they look for is in `channel_events` and `inbox_events`.

use rocket::Shutdown;
use rocket::futures::Stream;
use rocket::request::Request;
use rocket::response::stream::{Event, EventStream};
use rocket::response::{self, Responder};
use tokio::select;
use tokio::sync::watch;
use tokio::time::{Duration, Instant, Interval, MissedTickBehavior, interval_at, sleep_until};

use crate::live::OpenStream;

/// Proxies close idle connections, and users who signed out must not stay connected.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(20);

/// The least time between two looks for new messages.
const GAP: Duration = Duration::from_millis(250);

/// Why a stream looks for news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WakeReason {
    /// Something new was announced.
    Arrival,
    /// A right that the stream depends on may be lost.
    Access,
    /// Nothing happened for a while: [`HEARTBEAT`].
    Heartbeat,
    /// Something has to be written, to see whether the connection is still open.
    Probe,
}

/// Waits for the next turn of a stream.
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
        Self {
            arrivals,
            open,
            earliest: Instant::now(),
            heartbeat,
            shutdown,
        }
    }

    /// The next turn, also when `access_changed` completes; none when the server shuts down, which waits for no open page.
    /// Cancel safe.
    pub(super) async fn next(
        &mut self,
        access_changed: impl Future<Output = ()>,
    ) -> Option<WakeReason> {
        let arrival = async {
            sleep_until(self.earliest).await;
            self.arrivals.changed().await
        };
        let turn = select! {
            biased;
            () = &mut self.shutdown => None,
            () = access_changed => Some(WakeReason::Access),
            arrived = arrival => arrived.ok().map(|()| WakeReason::Arrival),
            () = self.open.probed() => Some(WakeReason::Probe),
            _ = self.heartbeat.tick() => Some(WakeReason::Heartbeat),
        };
        if turn == Some(WakeReason::Arrival) {
            self.earliest = Instant::now() + GAP;
        }
        turn
    }
}

/// A comment, so that something is written.
pub(super) fn still_here() -> Event {
    Event::comment("still here")
}

/// An event whose data is `html`, unchanged except for line ends.
pub(super) fn of_html(html: &str) -> Event {
    // Browsers drop one space at the start of each line of data, and Rocket writes none.
    let lines = html
        .trim()
        .replace("\r\n", "\n")
        .replace(['\n', '\r'], "\n ");
    Event::data(format!(" {lines}"))
}

/// A response of server-sent events (HTML standard, section 9.2).
pub(crate) struct Events<S>(pub(super) S);

impl<'r, S: Stream<Item = Event> + Send + 'r> Responder<'r, 'r> for Events<S> {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'r> {
        let stream = EventStream::from(self.0).heartbeat(None);
        let mut response = stream.respond_to(request)?;
        response.set_raw_header("Cache-Control", "no-store");
        // A proxy that buffers responses would hold back events.
        response.set_raw_header("X-Accel-Buffering", "no");
        Ok(response)
    }
}
