//! The HTML of a page, compressed or not, while it is sent: how many bytes of pages are in memory, and for how long one whose reader takes
//! nothing. Templates write the page.

use std::io::{self, Cursor, SeekFrom};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::byte_limiter::{ByteLimiter, BytePermit};

/// The largest page. Lists are cut or divided long before.
pub const MAX_BYTES: usize = 8 * 1024 * 1024;
/// A page of so many bytes is not counted: a connection has buffers of this size anyway.
const UNCOUNTED: usize = 16 * 1024;
/// Max time of the reader for [`MIN_BYTES`], but for the last.
const WINDOW: Duration = Duration::from_secs(20);
/// Bytes that have to be taken in a window: two KiB a second.
const MIN_BYTES: u64 = 40 * 1024;

/// A page that is sent. Its memory is free once it was read, or too slowly: then reading fails, which ends the connection.
#[derive(Debug)]
pub struct SentPage {
    html: Arc<HeldContent>,
    watch: Option<AbortHandle>,
    len: u64,
}

/// The rest of the HTML, and the room that it takes.
type Content = (Cursor<Vec<u8>>, Option<BytePermit>);

/// The content, until it is given up.
type HeldContent = Mutex<Option<Content>>;

fn held(html: &HeldContent) -> MutexGuard<'_, Option<Content>> {
    html.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SentPage {
    /// Begins to send a page to this address. None if that has too many unread already, and the page `may_wait`: the answer to a form
    /// is sent all the same, since the form was carried out.
    pub fn new(html: Vec<u8>, limiter: &Arc<ByteLimiter>, address: IpAddr, may_wait: bool) -> Option<Self> {
        Self::within(html, limiter, address, may_wait, WINDOW)
    }

    fn within(
        html: Vec<u8>,
        limiter: &Arc<ByteLimiter>,
        address: IpAddr,
        may_wait: bool,
        window: Duration,
    ) -> Option<Self> {
        let len = html.len();
        let permit = if len <= UNCOUNTED {
            None
        } else {
            let mut permit = BytePermit::new(limiter, address, None);
            if !permit.grow(len) && may_wait {
                return None;
            }
            Some(permit)
        };
        let is_counted = permit.is_some();
        let html = Arc::new(Mutex::new(Some((Cursor::new(html), permit))));
        let watch = is_counted.then(|| tokio::spawn(watched(Arc::clone(&html), window)).abort_handle());
        Some(Self { html, watch, len: len as u64 })
    }

    /// Size in bytes.
    pub fn size(&self) -> usize {
        usize::try_from(self.len).unwrap_or(usize::MAX)
    }
}

/// Gives a page up whose reader takes too little of it.
async fn watched(html: Arc<HeldContent>, window: Duration) {
    let mut before = 0;
    loop {
        sleep(window).await;
        let mut held = held(&html);
        let Some((cursor, _)) = held.as_ref() else {
            return;
        };
        let now = cursor.position();
        if now.saturating_sub(before) < MIN_BYTES {
            *held = None;
            return;
        }
        before = now;
    }
}

impl Drop for SentPage {
    fn drop(&mut self) {
        if let Some(watch) = &self.watch {
            watch.abort();
        }
        // The task goes a moment later.
        *held(&self.html) = None;
    }
}

impl AsyncRead for SentPage {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match held(&self.html).as_mut() {
            Some((cursor, _)) => Pin::new(cursor).poll_read(context, buffer),
            None => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
        }
    }
}

impl AsyncSeek for SentPage {
    fn start_seek(self: Pin<&mut Self>, position: SeekFrom) -> io::Result<()> {
        match held(&self.html).as_mut() {
            Some((cursor, _)) => Pin::new(cursor).start_seek(position),
            None => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    fn poll_complete(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<u64>> {
        match held(&self.html).as_mut() {
            Some((cursor, _)) => Pin::new(cursor).poll_complete(context),
            None => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::task::yield_now;

    use super::*;
    use crate::byte_limiter::MAX_BYTES_OF_ONE;

    /// Longer than any test.
    const LONG: Duration = Duration::from_secs(600);

    fn sent(limiter: &Arc<ByteLimiter>, bytes: usize, may_wait: bool, window: Duration) -> Option<SentPage> {
        SentPage::within(vec![b'a'; bytes], limiter, "192.0.2.1".parse().unwrap(), may_wait, window)
    }

    /// Shows: faults.unread-pages
    #[tokio::test]
    async fn an_address_has_so_many_bytes_of_pages_that_it_has_not_read() {
        let limiter = Arc::default();
        let pages = MAX_BYTES_OF_ONE / MAX_BYTES;
        let unread: Vec<_> = (0..pages).map(|_| sent(&limiter, MAX_BYTES, true, LONG).unwrap()).collect();
        assert!(sent(&limiter, UNCOUNTED + 1, true, LONG).is_none());
        // A form was carried out, and small pages are not counted.
        assert!(sent(&limiter, UNCOUNTED + 1, false, LONG).is_some());
        assert!(sent(&limiter, UNCOUNTED, true, LONG).is_some());
        drop(unread);
        assert!(sent(&limiter, UNCOUNTED + 1, true, LONG).is_some());
    }

    /// Shows: faults.unread-pages
    #[tokio::test]
    async fn a_page_that_nobody_reads_is_given_up() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let mut page = sent(&limiter, MAX_BYTES, true, Duration::from_millis(1)).unwrap();
        while limiter.total() > 0 {
            yield_now().await;
        }
        let ended = page.read(&mut [0; 16]).await.unwrap_err();
        assert_eq!(ended.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_page_that_is_read_arrives_whole_and_is_counted_until_then() {
        let limiter: Arc<ByteLimiter> = Arc::default();
        let mut page = sent(&limiter, 100_000, true, LONG).unwrap();
        let mut read = Vec::new();
        page.read_to_end(&mut read).await.unwrap();
        assert_eq!((read.len(), page.size(), limiter.total()), (100_000, 100_000, 100_000));
        drop(page);
        assert_eq!(limiter.total(), 0);
    }
}
