//! Forms of programs are read within their limits, and no further.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use rocket::http::Status;
use tokio::io::{self, AsyncRead, ReadBuf};

use portico::routes::parts::{CHUNK, READ_AHEAD};
use portico::routes::webhooks::body::{MAX_PARTS, MAX_TEXT, MAX_TEXTS, form_fields, parts_of};

/// Shows: dialects.lenient
#[test]
fn a_form_s_fields_are_decoded_and_kept_in_order() {
    let fields = form_fields(b"content=a+b%0Ac&content=%ff%00&&empty");
    let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(fields.unwrap(), [text("content", "a b\nc"), text("content", "\u{fffd}\u{fffd}"), text("empty", ""),]);
}

/// A body that counts how much of it was read.
struct CountedReader<'b> {
    rest: &'b [u8],
    read: &'b AtomicUsize,
}

impl AsyncRead for CountedReader<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = self.rest.len();
        let polled = Pin::new(&mut self.rest).poll_read(context, buffer);
        self.read.fetch_add(before - self.rest.len(), Ordering::Relaxed);
        polled
    }
}

/// The status of the refusal of a form, and how many bytes were read before it.
async fn refused(body: &[u8]) -> (Status, usize) {
    let read = AtomicUsize::new(0);
    let counted = CountedReader { rest: body, read: &read };
    let refusal = parts_of(counted, "x".into()).await.unwrap_err();
    (refusal.status, read.into_inner())
}

/// Shows: dialects.bounded
#[tokio::test]
async fn a_form_is_read_no_further_than_the_limit_that_it_passes() {
    const PART: &str = "--x\r\nContent-Disposition: form-data; name=\"a\"";
    let cases = [
        (format!("{PART}\r\n\r\n\r\n").repeat(100_000), 400, 0),
        (format!("{PART}; filename=\"a\"\r\n\r\n\r\n").repeat(100_000), 400, 0),
        (format!("{PART}; x=\"{}\"\r\n\r\na", "x".repeat(8 << 20)), 400, READ_AHEAD),
        (format!("{PART}\r\n{}\r\na", "X-Y: z\r\n".repeat(1_000_000)), 400, READ_AHEAD),
        ("--y\r\n".repeat(2_000_000), 400, READ_AHEAD),
        (format!("{PART}\r\n\r\n{}", "a".repeat(8 << 20)), 413, MAX_TEXT),
        (format!("{PART}\r\n\r\n{}\r\n", "a".repeat(MAX_TEXT)).repeat(100), 413, MAX_TEXTS),
    ];
    for (body, status, limit) in cases {
        let (found, read) = refused(body.as_bytes()).await;
        assert_eq!(found.code, status);
        // The parser is handed a chunk for the headers and a chunk for the text of each part.
        let most = limit + 2 * CHUNK * (MAX_PARTS + 2);
        assert!(read <= most, "{read} bytes instead of {most}");
    }
}

/// Shows: dialects.bounded
#[test]
fn a_form_of_too_many_fields_is_refused() {
    let fields = |count: usize| "a=b&".repeat(count);
    assert_eq!(form_fields(fields(100).as_bytes()).unwrap().len(), 100);
    let refusal = form_fields(fields(250_000).as_bytes()).unwrap_err();
    assert_eq!(refusal.status, Status::BadRequest);
}
