//! Where pictures may be read.

use portico::routes::site::avatars::{SETTLED_AFTER_MS, may_be_old};
use portico_rules::clock::Millis;

#[test]
fn a_picture_that_was_just_uploaded_is_read_where_it_was_written() {
    let now = 10 * SETTLED_AFTER_MS;
    let version = |at: Millis| at.to_string();
    assert!(may_be_old(None, now));
    assert!(may_be_old(Some(&version(now - SETTLED_AFTER_MS - 1)), now));
    for at in [now - SETTLED_AFTER_MS, now, now + 60_000] {
        assert!(!may_be_old(Some(&version(at)), now), "{at}");
    }
    assert!(!may_be_old(Some("?"), now));
}
