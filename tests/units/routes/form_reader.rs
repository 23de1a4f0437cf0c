//! Forms are read within their limits, and no further.

use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use rocket::data::ByteUnit;
use tokio::io::{self, AsyncRead, ReadBuf};

use portico::routes::form_reader::{FormReadError, MAX_FIELDS, MAX_NAME, SentFields, fields, read_pairs, read_parts};
use portico_store::pictures::MAX_UPLOAD;

/// A body that counts how much of it was read, at most one KiB at a time.
struct CountedReader<'b> {
    rest: &'b [u8],
    read: &'b AtomicUsize,
}

impl AsyncRead for CountedReader<'_> {
    fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let (piece, rest) = self.rest.split_at(self.rest.len().min(buffer.remaining()).min(1_024));
        buffer.put_slice(piece);
        self.rest = rest;
        self.read.fetch_add(piece.len(), Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

async fn pairs(body: &[u8], max_fields: usize) -> (Result<SentFields, FormReadError>, usize) {
    let read = AtomicUsize::new(0);
    let body = read_pairs(CountedReader { rest: body, read: &read }, ByteUnit::Kibibyte(256), max_fields).await;
    (body.and_then(|body| fields(&body)), read.into_inner())
}

async fn parts(body: &[u8]) -> (Result<SentFields, FormReadError>, usize) {
    let read = AtomicUsize::new(0);
    let sent = read_parts(CountedReader { rest: body, read: &read }, "x".into(), ByteUnit::Mebibyte(6)).await;
    (sent, read.into_inner())
}

fn part(name: &str, text: &str) -> String {
    format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
}

fn file(name: &str, bytes: usize) -> String {
    let content = "a".repeat(bytes);
    format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"a\"\r\n\r\n{content}\r\n")
}

/// Shows: faults.large-forms
#[tokio::test]
async fn a_form_is_read_no_further_than_the_field_that_is_too_many() {
    let body = |count: usize| (0..count).map(|number| format!("a{number}&")).collect::<String>();
    let (sent, _) = pairs(body(99).as_bytes(), 100).await;
    assert_eq!(sent.unwrap().texts.len(), 99);
    let (refused, read) = pairs(body(52_000).as_bytes(), 100).await;
    assert!(matches!(refused, Err(FormReadError::TooLarge)));
    assert!(read <= 1_024, "{read}");
}

/// Shows: faults.large-forms
#[tokio::test]
async fn a_form_with_files_of_too_many_fields_is_refused() {
    let (sent, _) = parts((part("a", "").repeat(MAX_FIELDS) + "--x--").as_bytes()).await;
    assert_eq!(sent.unwrap().texts.len(), MAX_FIELDS);
    let (refused, _) = parts(part("a", "").repeat(80_000).as_bytes()).await;
    assert!(matches!(refused, Err(FormReadError::TooLarge)));
}

/// Shows: faults.large-forms
#[tokio::test]
async fn a_text_without_an_end_among_files_is_cut_off() {
    let body = part("name", &"a".repeat(5 << 20));
    let (refused, read) = parts(body.as_bytes()).await;
    assert!(matches!(refused, Err(FormReadError::TooLarge)));
    assert!(read < 256 * 1024, "{read}");
}

/// Shows: faults.large-forms
#[tokio::test]
async fn a_name_of_a_field_has_a_limit() {
    let named = |bytes: usize| "[".repeat(bytes) + "=a";
    assert!(pairs(named(MAX_NAME).as_bytes(), 10).await.0.is_ok());
    assert!(matches!(pairs(named(MAX_NAME + 1).as_bytes(), 10).await.0, Err(FormReadError::Malformed)));
    let (refused, _) = parts((part(&".".repeat(MAX_NAME + 1), "") + "--x--").as_bytes()).await;
    assert!(matches!(refused, Err(FormReadError::Malformed)));
}

#[tokio::test]
async fn fields_are_kept_in_order_and_decoded_once() {
    let (sent, _) = pairs(b"a=1+2%2520&&b&a=%c3%a9", 10).await;
    let text = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(sent.unwrap().texts, [text("a", "1 2%20"), text("b", ""), text("a", "é")]);
}

#[tokio::test]
async fn a_file_is_kept_up_to_the_byte_that_makes_it_too_large() {
    for (bytes, kept) in [(MAX_UPLOAD, MAX_UPLOAD), (MAX_UPLOAD + 2, MAX_UPLOAD + 1)] {
        let (sent, _) = parts((part("name", "n") + &file("avatar", bytes) + "--x--").as_bytes()).await;
        let sent = sent.unwrap();
        assert_eq!((sent.upload.size(), sent.has_file, sent.texts.len()), (kept, true, 1));
    }
    let (sent, _) = parts((file("other", 100) + "--x--").as_bytes()).await;
    assert_eq!(sent.unwrap().upload.size(), 0);
}

#[tokio::test]
async fn of_a_form_that_is_cut_off_the_fields_before_are_kept() {
    let body = part("name", "n") + &file("avatar", 7 << 20);
    let (sent, _) = parts(body.as_bytes()).await;
    let sent = sent.unwrap();
    assert_eq!(sent.texts.len(), 1);
    assert!(matches!(sent.cut_off, Some(multer::Error::StreamSizeExceeded { .. })));
}
