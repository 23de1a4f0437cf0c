//! The part of a body that the delivery log keeps.

use portico::routes::webhooks::delivery_draft::{DeliveryDraft, escaped, without_token};
use portico_store::models::logs::delivery;

#[test]
fn bytes_that_are_no_text_are_shown_by_their_digits() {
    assert_eq!(escaped(b"{\"a\": \"\xff\xc3\"}"), "{\"a\": \"\\xff\\xc3\"}");
    assert_eq!(escaped("ä\u{fffd}".as_bytes()), "ä\u{fffd}");
}

#[test]
fn a_token_is_cut_out_of_a_body() {
    assert_eq!(without_token("a s3cret b s3cret", "s3cret", false), "a [token] b [token]");
    assert_eq!(without_token("no token", "", true), "no token");
}

#[test]
fn the_beginning_of_a_token_at_the_end_of_a_cut_body_is_left_out() {
    for (body, kept) in [("a s3cre", "a "), ("a s", "a "), ("a s3x", "a s3x")] {
        assert_eq!(without_token(body, "s3cret", true), kept);
    }
    assert_eq!(without_token("s3cret s3c", "s3cret", true), "[token] ");
    assert_eq!(without_token("a s3c", "s3cret", false), "a s3c");
}

#[test]
fn what_is_kept_of_a_body_takes_no_more_memory_than_its_beginning() {
    let mut draft = DeliveryDraft::default();
    draft.keep(vec![b'x'; 1024 * 1024]);
    assert_eq!((draft.body.len(), draft.bytes), (delivery::EXCERPT, 1024 * 1024));
    assert!(draft.body.capacity() < 2 * delivery::EXCERPT);
}
