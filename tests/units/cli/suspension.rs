//! Lines of `portico server list`.

use serde_json::json;

use portico::cli::suspension::{capped, line};
use portico_store::models::Suspendable;
use portico_store::models::servers::console::{MAX_COUNTED, Size};

fn size(messages: u64) -> Size {
    Size { members: 3, channels: 2, webhooks: 1, messages }
}

#[test]
fn a_count_that_stops_at_the_most_that_is_counted_is_not_shown_as_exact() {
    for (messages, shown, names) in [
        (MAX_COUNTED, "10000 or more messages", vec!["messages"]),
        (MAX_COUNTED - 1, "2 channels, 9999 messages", vec![]),
    ] {
        let row = json!({
            "id": 5,
            "name": "Acme",
            "owner": "alice",
            "members": 3,
            "channels": 2,
            "messages": messages,
            "suspended_at": null,
        });
        let line = line(Suspendable::Server, &row);
        assert!(line.ends_with(shown), "{line}");
        assert_eq!(capped(&size(messages)), names);
    }
}
