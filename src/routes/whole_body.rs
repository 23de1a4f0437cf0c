//! The whole body of a request from a program, within a size and a time.
//! What it has to be, and how its refusal is worded, is up to the endpoints.

use std::time::Duration;

use rocket::data::{ByteUnit, Data};
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

/// Room for most bodies.
const USUAL_BYTES: usize = 512;

/// Why there is no whole body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotWhole {
    /// It is larger than it may be.
    TooLarge,
    /// It ended before it was complete.
    Broken,
    /// It did not arrive in time.
    TooSlow,
}

/// Reads a body of at most `largest` bytes that arrives within this time.
///
/// # Errors
/// [`NotWhole`]; of a larger body the rest is left unread.
pub(super) async fn read(data: Data<'_>, largest: ByteUnit, within: Duration) -> Result<Vec<u8>, NotWhole> {
    let mut body = Vec::with_capacity(USUAL_BYTES);
    // One byte more shows that there is more. Rocket's own `into_bytes` copies through a buffer of 8 KiB.
    let mut stream = data.open(largest + 1);
    match timeout(within, stream.read_to_end(&mut body)).await {
        Ok(Ok(length)) if largest < length as u64 => Err(NotWhole::TooLarge),
        Ok(Ok(_)) => Ok(body),
        Ok(Err(_)) => Err(NotWhole::Broken),
        Err(_) => Err(NotWhole::TooSlow),
    }
}
