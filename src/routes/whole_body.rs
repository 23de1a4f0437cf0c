//! The whole body of a request from a program, within a size and a time. Endpoints check its content, and word its
//! refusal.

use std::io;
use std::time::Duration;

use rocket::Request;
use rocket::data::{ByteUnit, Data};
use tokio::io::AsyncReadExt;

use crate::routes::arriving::{self, Terms};

use portico_rules::ids::UserId;

/// Room for most bodies.
const USUAL_BYTES: usize = 512;

/// Reason there is no whole body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotWhole {
    /// It is larger than it may be.
    TooLarge,
    /// It ended before it was complete.
    Broken,
    /// It did not arrive in time, or too slowly.
    TooSlow,
    /// Its sender, or all senders, have too much in flight. It may be sent again after [`RETRY_SECS`](portico_platform::byte_limiter::RETRY_SECS).
    TooMuch,
}

impl From<&io::Error> for NotWhole {
    fn from(err: &io::Error) -> Self {
        match err.kind() {
            io::ErrorKind::TimedOut => Self::TooSlow,
            io::ErrorKind::QuotaExceeded => Self::TooMuch,
            _ => Self::Broken,
        }
    }
}

/// Reads a body of at most `largest` bytes that arrives within this time. It counts towards what its address has in flight, and
/// towards that of `person`, who answers for it.
///
/// # Errors
/// [`NotWhole`]; of a larger body the rest is left unread.
pub(super) async fn read(
    request: &Request<'_>,
    data: Data<'_>,
    largest: ByteUnit,
    within: Duration,
    person: Option<UserId>,
) -> Result<Vec<u8>, NotWhole> {
    let mut body = Vec::with_capacity(USUAL_BYTES);
    // One byte more shows that there is more. Rocket's own `into_bytes` copies through a buffer of 8 KiB.
    let max_read = largest + 1;
    let mut stream = arriving::open(request, data, Terms { max_read, max_kept: max_read, within, person });
    match stream.read_to_end(&mut body).await {
        Ok(length) if largest < length as u64 => Err(NotWhole::TooLarge),
        Ok(_) => Ok(body),
        Err(err) => Err(NotWhole::from(&err)),
    }
}
