//! A clock that was wrong: ids go on from the highest one, and times are the clock's.

use std::time::Duration;

use portico_rules::clock::{DAY_MS, HOUR_MS, Millis, rfc3339};
use portico_rules::ids::{Shift, plain_time_of};
use portico_store::core::id_shift;
use portico_store::models::logs::delivery;
use portico_store::models::messages::removal::Author;

use crate::support::{ListeningNode, START, TestInstance, TestWebhook};

const YEAR_MS: Millis = 365 * DAY_MS;
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl TestWebhook<'_> {
    /// Posts; the id of the message and its time.
    async fn stamped(&self, content: &str) -> (i64, String) {
        let message = self.say(content, &["all"]).await.expect(200).json()["message"].take();
        (message["id"].as_i64().unwrap(), message["created_at"].as_str().unwrap().to_owned())
    }
}

impl TestInstance {
    /// Posts with a clock that is three years ahead, and sets it right, a minute after the start.
    async fn was_ahead(&self, hook: &TestWebhook<'_>) -> i64 {
        self.clock.set(START + 3 * YEAR_MS);
        let (id, _) = hook.stamped("while the clock was ahead").await;
        self.clock.set(START + 60_000);
        self.app.renew_lease().await.unwrap();
        id
    }
}

/// Shows: ids.clock
#[tokio::test]
async fn what_is_stored_after_a_clock_was_set_right_has_the_clocks_time_and_higher_ids() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let ahead = instance.was_ahead(&hook).await;
    let (first, at) = hook.stamped("one").await;
    assert!(first > ahead);
    assert_eq!(at, rfc3339(START + 60_000));
    instance.clock.advance(Duration::from_secs(2));
    let (second, at) = hook.stamped("two").await;
    assert!(second > first);
    assert_eq!(at, rfc3339(START + 62_000));
    let stamps = alice.feed(&acme.general).await.attributes("time", "datetime");
    assert_eq!(stamps.last().map(String::as_str), Some("2026-01-01T00:01:02Z"));
    let log = alice.browser.get(&format!("/portal/webhooks/{}/deliveries", hook.id())).await.expect(200);
    assert!(log.attributes("time", "datetime").contains(&"2026-01-01T00:01:02Z".to_owned()));
}

/// Shows: ids.clock
#[tokio::test]
async fn a_search_by_day_finds_what_was_posted_after_a_clock_was_set_right() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (before, _) = hook.stamped("needle before").await;
    instance.was_ahead(&hook).await;
    instance.clock.advance(20 * DAY);
    let (today, _) = hook.stamped("needle today").await;
    let day = |offset: Millis| rfc3339(instance.app.now() + offset * DAY_MS)[..10].to_owned();
    for indexed in [false, true] {
        if indexed {
            instance.index_messages().await;
        }
        for (days, found) in
            [(format!("after:{}+before:{}", day(-1), day(2)), today), (format!("before:{}", day(-1)), before)]
        {
            let path = format!("/servers/{}/search?q=needle+{days}", acme.id());
            let page = alice.browser.get(&path).await.expect(200);
            let ids = page.attributes(".search-results [data-message-id]", "data-message-id");
            assert_eq!(ids, [found.to_string()], "{days} {indexed}");
        }
    }
}

/// Shows: ids.clock
#[tokio::test]
async fn removing_the_last_hour_spares_what_was_posted_earlier_after_a_clock_was_set_right() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    instance.was_ahead(&hook).await;
    hook.stamped("ten days ago").await;
    instance.clock.advance(10 * DAY);
    hook.stamped("just now").await;
    let author = Author::Webhook(hook.id()).to_string();
    let path = format!("/channels/{}/messages/delete", acme.general.id);
    alice.browser.post(&path, &[("author", &author), ("since", "hour")]).await.expect(303);
    assert_eq!(alice.feed(&acme.general).await.all(".content"), ["while the clock was ahead", "ten days ago"]);
}

/// Shows: ids.clock
#[tokio::test]
async fn someone_who_joins_after_a_clock_was_set_right_has_the_mentions_since_and_no_earlier_ones() {
    let instance = TestInstance::open().await;
    let (_, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    instance.was_ahead(&hook).await;
    hook.stamped("@all before bob").await;
    instance.clock.advance(Duration::from_secs(5));
    acme.join(&bob).await;
    instance.clock.advance(Duration::from_secs(5));
    hook.stamped("@all with bob").await;
    let inbox = bob.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.all(".content"), ["@all with bob"]);
    assert_eq!(inbox.one("[data-inbox-count]"), "1");
}

/// Shows: ids.clock
#[tokio::test]
async fn logs_are_deleted_when_they_are_old_by_the_clock() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    instance.was_ahead(&hook).await;
    hook.stamped("old").await;
    instance.clock.advance(100 * DAY);
    hook.stamped("new").await;
    instance.app.settled().await;
    instance.run_cleanup().await;
    assert_eq!(instance.rows(delivery::Entity).await, 1);
}

/// Shows: ids.clock
#[tokio::test]
async fn a_process_that_starts_after_the_clock_was_set_right_stamps_by_it_and_tells_the_others() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    instance.clock.set(START + 3 * YEAR_MS);
    let (ahead, _) = hook.stamped("while the clock was ahead").await;
    instance.app.settled().await;
    instance.clock.set(START + 60_000);
    let other = ListeningNode::beside(&instance).await;
    let message = other.say(&alice, &acme.general, "after").await;
    assert!(message.id > ahead.into());
    assert_eq!(message.created_at(other.app.id_times()), START + 60_000);
    instance.clock.advance(Duration::from_secs(1));
    instance.app.renew_lease().await.unwrap();
    let (id, at) = hook.stamped("by the first").await;
    assert!(id > message.id.get());
    assert_eq!(at, rfc3339(START + 61_000));
    let third = ListeningNode::beside(&instance).await;
    assert_eq!(third.app.id_times().shifts(), other.app.id_times().shifts());
    assert_eq!(third.app.other_nodes().await.unwrap().len(), 2);
}

/// A machine without a battery starts in the past, and learns the time a little later.
///
/// Shows: ids.clock
#[tokio::test]
async fn after_a_start_with_a_clock_that_was_behind_ids_follow_the_clock_again() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    let (last, _) = hook.stamped("before").await;
    instance.app.settled().await;
    instance.clock.set(START - 300 * DAY_MS);
    let node = ListeningNode::beside(&instance).await;
    assert_eq!(node.app.id_times().ahead_ms(), 300 * DAY_MS + 1);
    let early = node.app.id();
    assert!(early > last);
    instance.clock.correct(START + DAY_MS);
    node.app.renew_lease().await.unwrap();
    assert!(node.app.id_times().are_plain());
    assert_eq!(plain_time_of(node.app.id()), START + DAY_MS);
    assert!(START <= node.app.id_times().time_of(early));
}

#[tokio::test]
async fn a_second_of_difference_between_clocks_is_no_shift() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    hook.stamped("before").await;
    instance.clock.set(instance.app.now() - 1_000);
    instance.app.renew_lease().await.unwrap();
    assert_eq!(instance.app.id_times().shifts(), [] as [Shift; 0]);
    assert_eq!(instance.rows(id_shift::Entity).await, 0);
}

/// Shows: ids.clock
#[tokio::test]
async fn a_start_more_than_a_week_after_everything_stored_is_noticed() {
    let instance = TestInstance::open().await;
    let (_, _, hook) = instance.acme_with_webhook().await;
    hook.stamped("long ago").await;
    instance.app.settled().await;
    assert_eq!(instance.app.started_after_ms(), None);
    instance.clock.advance(7 * DAY - Duration::from_secs(1));
    let soon = ListeningNode::beside(&instance).await;
    assert_eq!(soon.app.started_after_ms(), None);
    instance.clock.advance(Duration::from_secs(3_600));
    let late = ListeningNode::beside(&instance).await;
    let gap = late.app.started_after_ms().unwrap();
    assert!((7 * DAY_MS..7 * DAY_MS + HOUR_MS).contains(&gap), "{gap}");
}
