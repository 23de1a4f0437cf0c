//! What every event stream of the chat has in common: when it looks again, and when it ends.
//! What is looked for stands in `channel_events` and `inbox_events`.

use rocket::Shutdown;
use rocket::futures::Stream;
use rocket::request::Request;
use rocket::response::stream::{Event, EventStream};
use rocket::response::{self, Responder};
use tokio::select;
use tokio::sync::watch;
use tokio::time::{Duration, Instant, Interval, MissedTickBehavior, interval_at, sleep_until};

use crate::live::OpenStream;

/// Proxies close connections that stay silent, and who signed out must not stay connected.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(20);

/// How far apart two looks for arrivals are at least.
const GAP: Duration = Duration::from_millis(250);

/// Why a stream looks again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Something arrived.
    Arrival,
    /// A right that the stream rests on may have been taken away.
    Access,
    /// Nothing happened for a while.
    Heartbeat,
    /// Something has to be written, to see whether anybody reads it.
    Probe,
}

/// Waits for the next turn of a stream.
#[derive(Debug)]
pub(super) struct Turns {
    arrivals: watch::Receiver<()>,
    open: OpenStream,
    /// When arrivals are looked for again at the earliest: many at once are one.
    earliest: Instant,
    heartbeat: Interval,
    shutdown: Shutdown,
}

impl Turns {
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

    /// The next turn, also when `access_changed` ends; none when the server stops, which waits for no open page.
    pub(super) async fn next(&mut self, access_changed: impl Future<Output = ()>) -> Option<Turn> {
        let arrival = async {
            sleep_until(self.earliest).await;
            self.arrivals.changed().await
        };
        let turn = select! {
            biased;
            () = &mut self.shutdown => None,
            () = access_changed => Some(Turn::Access),
            arrived = arrival => arrived.ok().map(|()| Turn::Arrival),
            () = self.open.probed() => Some(Turn::Probe),
            _ = self.heartbeat.tick() => Some(Turn::Heartbeat),
        };
        if turn == Some(Turn::Arrival) {
            self.earliest = Instant::now() + GAP;
        }
        turn
    }
}

/// A line that says nothing, so that something is written.
pub(super) fn still_here() -> Event {
    Event::comment("still here")
}

/// An event whose data is `html`, byte for byte but for line ends.
pub(super) fn of_html(html: &str) -> Event {
    // Browsers drop one space at the beginning of a line of data, and Rocket writes none.
    let lines = html
        .trim()
        .replace("\r\n", "\n")
        .replace(['\n', '\r'], "\n ");
    Event::data(format!(" {lines}"))
}

/// An answer of server-sent events, as the HTML standard has them (section 9.2).
pub(crate) struct Events<S>(pub(super) S);

impl<'r, S: Stream<Item = Event> + Send + 'r> Responder<'r, 'r> for Events<S> {
    fn respond_to(self, request: &'r Request<'_>) -> response::Result<'r> {
        let stream = EventStream::from(self.0).heartbeat(None);
        let mut response = stream.respond_to(request)?;
        response.set_raw_header("Cache-Control", "no-store");
        // A proxy that gathers answers would keep arrivals to itself.
        response.set_raw_header("X-Accel-Buffering", "no");
        Ok(response)
    }
}
