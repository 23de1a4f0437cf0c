//! Bodies of requests while they arrive: how many bytes of them are in memory, of one sender and of all, and how slowly
//! they may come. Callers check the content.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::byte_limiter::BytePermit;

/// A body of so many bytes is not counted if it arrives within [`Pace::counted_after`], which nearly all do.
const UNCOUNTED: usize = 16 * 1024;

/// Min speed at which a body has to arrive.
#[derive(Debug, Clone, Copy)]
struct Pace {
    /// From here on it is counted, however small it is.
    counted_after: Duration,
    /// Max time for [`Pace::min_bytes`] after that.
    window: Duration,
    /// The fewest bytes of a window, but for the last.
    min_bytes: usize,
}

/// Two KiB a second.
const PACE: Pace =
    Pace { counted_after: Duration::from_secs(1), window: Duration::from_secs(10), min_bytes: 20 * 1024 };

/// A body that is being read. Reading ends with [`io::ErrorKind::TimedOut`] where it is too slow, and with
/// [`io::ErrorKind::QuotaExceeded`] where there is no room for it.
pub struct ArrivingBody<S, P> {
    stream: S,
    /// Makes the permit, once one is needed.
    new_permit: P,
    permit: Option<BytePermit>,
    pace: Pace,
    max_kept: usize,
    within: Duration,
    /// Number of bytes read, and of those read until the window began.
    read: usize,
    read_before: usize,
    /// Runs from the first time that the sender was waited for.
    timer: Option<Timer>,
}

struct Timer {
    sleep: Pin<Box<Sleep>>,
    ends: Instant,
    /// True if a window runs, after the time in which nothing is counted.
    is_in_window: bool,
}

impl<S, P: Fn() -> Option<BytePermit>> ArrivingBody<S, P> {
    /// The body of a stream, of which at most `max_kept` bytes are kept in memory, and which has to arrive `within` this time.
    /// `new_permit` returns the room that it takes, where bodies are counted; it is called once the body is large or slow.
    pub fn new(stream: S, new_permit: P, max_kept: usize, within: Duration) -> Self {
        Self::paced(stream, new_permit, PACE, max_kept, within)
    }

    fn paced(stream: S, new_permit: P, pace: Pace, max_kept: usize, within: Duration) -> Self {
        Self { stream, new_permit, permit: None, pace, max_kept, within, read: 0, read_before: 0, timer: None }
    }

    /// Takes room for what was read and for what is read next: as much as a buffer has that doubles.
    fn take_room(&mut self) -> io::Result<()> {
        if self.permit.is_none() {
            self.permit = (self.new_permit)();
        }
        let needed = (self.read + 1).next_power_of_two().max(UNCOUNTED).min(self.max_kept);
        let has_room = self.permit.as_mut().is_none_or(|permit| permit.grow(needed));
        if has_room { Ok(()) } else { Err(io::ErrorKind::QuotaExceeded.into()) }
    }

    /// Waits for the sender, as long as it may take.
    fn poll_time(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        loop {
            let timer = self.timer.get_or_insert_with(|| Timer::start(self.within, self.pace.counted_after));
            ready!(timer.sleep.as_mut().poll(context));
            let now = timer.sleep.deadline();
            let is_slow = timer.is_in_window && self.read - self.read_before < self.pace.min_bytes;
            if is_slow || now >= timer.ends {
                return Poll::Ready(io::ErrorKind::TimedOut.into());
            }
            timer.is_in_window = true;
            timer.sleep.as_mut().reset(timer.ends.min(now + self.pace.window));
            self.read_before = self.read;
            if let Err(err) = self.take_room() {
                return Poll::Ready(err);
            }
        }
    }
}

impl Timer {
    fn start(within: Duration, first: Duration) -> Self {
        let now = Instant::now();
        let ends = now + within;
        Self { sleep: Box::pin(sleep_until(ends.min(now + first))), ends, is_in_window: false }
    }
}

impl<S: AsyncRead + Unpin, P: Fn() -> Option<BytePermit> + Unpin> AsyncRead for ArrivingBody<S, P> {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let arriving = self.get_mut();
        if arriving.read >= UNCOUNTED {
            arriving.take_room()?;
        }
        let before = buffer.filled().len();
        match Pin::new(&mut arriving.stream).poll_read(context, buffer) {
            Poll::Ready(done) => {
                arriving.read += buffer.filled().len() - before;
                Poll::Ready(done)
            }
            Poll::Pending => arriving.poll_time(context).map(Err),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::Arc;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex, empty, repeat};

    use super::*;
    use crate::byte_limiter::{ByteLimiter, MAX_BYTES_OF_ONE};

    /// Longer than any test.
    const LONG: Duration = Duration::from_secs(600);
    const MIB: usize = 1024 * 1024;

    /// No room yet, for a body from an address.
    fn permit(limiter: &Arc<ByteLimiter>) -> BytePermit {
        BytePermit::new(limiter, "192.0.2.1".parse().unwrap(), None)
    }

    /// A body from this address, that is counted here.
    fn arriving<'l, S: AsyncRead + Unpin + 'l>(
        limiter: &'l Arc<ByteLimiter>,
        stream: S,
        pace: Pace,
        within: Duration,
    ) -> impl AsyncRead + Unpin + 'l {
        ArrivingBody::paced(stream, || Some(permit(limiter)), pace, 8 * MIB, within)
    }

    /// Shows: faults.bodies-in-flight
    #[tokio::test]
    async fn a_large_body_is_counted_as_long_as_it_is_read() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let mut body = arriving(&limiter, repeat(0).take(MIB as u64), PACE, LONG);
        let mut kept = Vec::new();
        body.read_to_end(&mut kept).await.unwrap();
        assert_eq!((kept.len(), limiter.total()), (MIB, 2 * MIB));
        drop(body);
        assert_eq!(limiter.total(), 0);
    }

    /// Shows: faults.bodies-in-flight
    #[tokio::test]
    async fn a_body_without_room_is_read_no_further() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let mut other = permit(&limiter);
        assert!(other.grow(MAX_BYTES_OF_ONE - 64 * 1024));
        let mut body = arriving(&limiter, repeat(0).take(MIB as u64), PACE, LONG);
        let mut kept = Vec::new();
        let refused = body.read_to_end(&mut kept).await.unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::QuotaExceeded);
        assert!(kept.len() <= 2 * 64 * 1024, "{}", kept.len());
    }

    #[tokio::test]
    async fn a_small_body_that_arrives_at_once_is_not_counted() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let mut body = arriving(&limiter, repeat(0).take(UNCOUNTED as u64 - 1), PACE, LONG);
        body.read_to_end(&mut Vec::new()).await.unwrap();
        assert_eq!(limiter.total(), 0);
    }

    /// Shows: faults.slow-bodies
    #[tokio::test]
    async fn a_body_that_stands_still_is_ended_and_was_counted() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let (_sender, receiver) = duplex(64);
        let pace = Pace { counted_after: Duration::from_millis(1), window: Duration::from_millis(1), min_bytes: 1 };
        let mut body = arriving(&limiter, receiver, pace, LONG);
        let ended = body.read_to_end(&mut Vec::new()).await.unwrap_err();
        assert_eq!((ended.kind(), limiter.total()), (io::ErrorKind::TimedOut, UNCOUNTED));
    }

    /// Shows: faults.slow-bodies
    #[tokio::test]
    async fn a_body_at_the_slowest_rate_is_ended_when_its_time_is_over() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let (_sender, receiver) = duplex(64);
        let pace = Pace { counted_after: LONG, ..PACE };
        let mut body = arriving(&limiter, receiver, pace, Duration::from_millis(1));
        let ended = body.read_to_end(&mut Vec::new()).await.unwrap_err();
        assert_eq!((ended.kind(), limiter.total()), (io::ErrorKind::TimedOut, 0));
    }

    #[tokio::test]
    async fn a_body_that_comes_fast_enough_is_read_to_its_end() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let (mut sender, receiver) = duplex(64);
        let pace = Pace { counted_after: Duration::from_millis(1), ..PACE };
        let mut body = arriving(&limiter, receiver, pace, LONG);
        let mut kept = Vec::new();
        let sending = async {
            sender.write_all(b"first").await.unwrap();
            sender.write_all(b" and last").await.unwrap();
            drop(sender);
        };
        let (read, ()) = futures_util::future::join(body.read_to_end(&mut kept), sending).await;
        assert_eq!((read.unwrap(), kept.as_slice()), (14, b"first and last".as_slice()));
        assert_eq!(arriving(&limiter, empty(), PACE, LONG).read(&mut [0]).await.unwrap(), 0);
    }
}
