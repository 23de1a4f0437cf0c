//! Slow mode: how long a member waits between two messages in a channel, and who does not.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::slow_mode;
use rocket::futures::future::join_all;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{Community, Person, TestInstance};

impl Community<'_> {
    /// Sets the slow mode of the first channel, with its form.
    async fn slow(&self, owner: &Person<'_>, seconds: &str) -> u16 {
        let path = self.settings(&format!("/channels/{}", self.general.id));
        let fields = [("name", "general"), ("topic", ""), ("slow_mode", seconds)];
        owner.browser.post(&path, &fields).await.status
    }
}

#[tokio::test]
async fn a_member_waits_and_the_text_stays_in_the_composer() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    acme.join(&carol).await;
    assert_eq!(acme.slow(&alice, "30").await, 303);
    let feed = bob.feed(&acme.general).await;
    assert_eq!(feed.one("[data-slow-mode]"), "Slow mode: one message every 30 seconds.");
    bob.say(&acme.general, "one").await.expect(303);
    instance.clock.advance(Duration::from_millis(10_500));
    let answer = bob.say(&acme.general, "two").await.expect(429);
    assert_eq!(answer.header("Retry-After"), Some("20"));
    assert_eq!(answer.one("[data-fault=content]"), "Slow mode: try again in 20 seconds.");
    assert_eq!(answer.one(".composer textarea"), "two");
    // Each member by themselves, and only in this channel.
    carol.say(&acme.general, "mine").await.expect(303);
    let side = acme.channel("side").await;
    bob.say(&side, "elsewhere").await.expect(303);
    bob.say(&side, "at once").await.expect(303);
    instance.clock.advance(Duration::from_millis(18_500));
    let answer = bob.say(&acme.general, "two").await.expect(429);
    assert_eq!(answer.one("[data-fault=content]"), "Slow mode: try again in 1 second.");
    instance.clock.advance(Duration::from_secs(1));
    bob.say(&acme.general, "two").await.expect(303);
    let feed = bob.feed(&acme.general).await;
    assert_eq!(feed.all(".content"), ["one", "mine", "two"]);
}

#[tokio::test]
async fn those_who_manage_messages_or_channels_and_webhooks_do_not_wait() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    assert_eq!(acme.slow(&alice, "21600").await, 303);
    for (name, permission, status) in [
        ("bob", Permissions::MANAGE_MESSAGES, 303),
        ("carol", Permissions::MANAGE_CHANNELS, 303),
        ("dave", Permissions::MANAGE_SERVER, 429),
    ] {
        let person = instance.person(name).await;
        acme.join_with(&person, permission).await;
        person.say(&acme.general, "one").await.expect(303);
        person.say(&acme.general, "two").await.expect(status);
        let feed = person.feed(&acme.general).await;
        let hint = feed.one("[data-slow-mode]");
        assert_eq!(hint.contains("doesn’t apply to you"), status == 303);
        assert!(hint.starts_with("Slow mode: one message every 6 hours."));
    }
    hook.say("one", &[]).await.expect(200);
    hook.say("two", &[]).await.expect(200);
}

#[tokio::test]
async fn of_many_messages_at_once_one_is_stored() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    assert_eq!(acme.slow(&alice, "5").await, 303);
    let texts: Vec<String> = (0..8).map(|turn| format!("text {turn}")).collect();
    let posts = texts.iter().map(|text| bob.say(&acme.general, text));
    let mut statuses: Vec<u16> = join_all(posts).await.iter().map(|one| one.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 429, 429, 429, 429, 429, 429, 429]);
    assert_eq!(bob.feed(&acme.general).await.all(".content").len(), 1);
}

#[tokio::test]
async fn a_refused_message_does_not_count() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    assert_eq!(acme.slow(&alice, "60").await, 303);
    bob.say(&acme.general, " ").await.expect(422);
    bob.say(&acme.general, "one").await.expect(303);
    // Neither does an edit, and an edit does not wait.
    instance.clock.advance(Duration::from_secs(30));
    let feed = bob.feed(&acme.general).await;
    let edit = &feed.attributes(".message-more", "href")[0];
    bob.browser.post(edit, &[("content", "1")]).await.expect(303);
    instance.clock.advance(Duration::from_secs(30));
    bob.say(&acme.general, "two").await.expect(303);
}

#[tokio::test]
async fn it_is_set_in_the_form_of_the_channel_and_logged() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let path = acme.settings(&format!("/channels/{}", acme.general.id));
    assert_eq!(acme.slow(&alice, "300").await, 303);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.attributes("option[selected]", "value"), ["300"]);
    let log = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    assert!(log.sentences()[0].contains("changed the slow mode of #general"));
    assert_eq!(log.changes(), ["Slow mode: off → 5 minutes"]);
    // A form without the field leaves it as it is.
    let fields = [("name", "general"), ("topic", "Talk")];
    alice.browser.post(&path, &fields).await.expect(303);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.attributes("option[selected]", "value"), ["300"]);
    for odd in ["-1", "21601", "x", ""] {
        assert_eq!(acme.slow(&alice, odd).await, 422, "{odd}");
    }
    assert_eq!(acme.slow(&alice, "0").await, 303);
    let feed = alice.feed(&acme.general).await;
    assert_eq!(feed.all("[data-slow-mode]"), [""; 0]);
}

#[tokio::test]
async fn who_posted_when_is_deleted_after_the_slowest_mode() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    assert_eq!(acme.slow(&alice, "5").await, 303);
    bob.say(&acme.general, "one").await.expect(303);
    let count = async || slow_mode::Entity::find().count(&*instance.app.db).await.unwrap();
    instance.clock.advance(Duration::from_secs(6 * 60 * 60));
    instance.run_cleanup().await;
    assert_eq!(count().await, 1);
    instance.clock.advance(Duration::from_millis(1));
    instance.run_cleanup().await;
    assert_eq!(count().await, 0);
}

#[tokio::test]
async fn one_minute_and_one_hour_are_said_without_the_number() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    for (seconds, every) in [("60", "minute"), ("3600", "hour"), ("120", "2 minutes"), ("10", "10 seconds")] {
        assert_eq!(acme.slow(&alice, seconds).await, 303);
        let feed = bob.feed(&acme.general).await;
        assert_eq!(feed.one("[data-slow-mode]"), format!("Slow mode: one message every {every}."));
    }
}
