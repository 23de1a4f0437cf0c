//! Push messages: browsers are added, and mentions are sent to their push service, which here is one on this machine.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use portico::background::pushing;
use portico_crypto::jwt::{Algorithm, KeyPair};
use portico_crypto::web_push::BrowserKeys;
use portico_platform::throttle::LimitKind;
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::permissions::Permissions;
use portico_store::models::Channel;
use portico_store::models::accounts::push_subscription;
use portico_store::models::messages::push::{self, queued};
use portico_store::push::{Message, PushClient, PushOutcome};
use rocket::figment::Figment;
use rocket::futures::future::join_all;
use rocket::tokio::{self, sync::Notify};
use serde_json::json;
use url::Url;

use crate::support::{Answer, Browser, Community, PASSWORD, Person, Provider, Reply, TestInstance};

const BROWSERS: &str = "/settings/notifications/browsers";

/// The application, with a push service that answers like this.
async fn with_service(replies: impl IntoIterator<Item = Reply>) -> (TestInstance, Provider) {
    let service = Provider::answering(replies).await;
    let origin = service.origin();
    let instance = TestInstance::configured(|figment: Figment| {
        figment.merge(("push.local_service", origin)).merge(("push.hosts", ["fcm.googleapis.com", "localhost"]))
    })
    .await;
    (instance, service)
}

/// New keys of a browser, as it says them.
fn keys() -> (String, String) {
    let own = PrivateKey::generate(&ECDH_P256).unwrap();
    let point = own.compute_public_key().unwrap();
    let encode = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    (encode(point.as_ref()), encode(&[7; 16]))
}

async fn subscribe(person: &Person<'_>, endpoint: &str) -> Answer {
    let (point, secret) = keys();
    let fields = [("endpoint", endpoint), ("p256dh", &point), ("auth", &secret)];
    person.browser.post(BROWSERS, &fields).await
}

/// Sends what is due some seconds later.
async fn later(instance: &TestInstance, seconds: u64) {
    pushing::round(&instance.app).await.unwrap();
    instance.clock.advance(Duration::from_secs(seconds));
    pushing::round(&instance.app).await.unwrap();
}

/// Alice writes in a server where Bob gets push messages.
async fn two<'h>(instance: &'h TestInstance, service: &Provider) -> (Person<'h>, Person<'h>, Community<'h>) {
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let endpoint = format!("{}/bob", service.origin());
    subscribe(&bob, &endpoint).await.expect(303);
    (alice, bob, acme)
}

fn paths(service: &Provider) -> Vec<String> {
    service.heard().into_iter().map(|heard| heard.path).collect()
}

#[tokio::test]
async fn a_mention_is_sent_to_the_browsers_of_those_it_reaches() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, bob, acme) = two(&instance, &service).await;
    let carol = instance.person("carol").await;
    let role = acme.join_with(&carol, Permissions::NONE).await;
    let endpoint = format!("{}/carol", service.origin());
    subscribe(&carol, &endpoint).await.expect(303);
    let stranger = instance.person("stranger").await;
    let endpoint = format!("{}/stranger", service.origin());
    subscribe(&stranger, &endpoint).await.expect(303);

    alice.say(&acme.general, "hello").await.expect(303);
    later(&instance, 5).await;
    assert_eq!(paths(&service), [""; 0]);
    for (text, expected) in [
        ("@bob", vec!["/bob"]),
        (&format!("@role_{}", role.id), vec!["/carol"]),
        ("@all", vec!["/bob", "/carol"]),
        ("@all @bob", vec!["/bob", "/carol"]),
    ] {
        let before = service.heard().len();
        alice.say(&acme.general, text).await.expect(303);
        later(&instance, 5).await;
        let mut new = paths(&service).split_off(before);
        new.sort();
        assert_eq!(new, expected, "{text}");
    }
    assert_eq!(instance.rows(queued::Entity).await, 0);
    assert_eq!(instance.rows(push::Entity).await, 0);
    let heard = service.heard().remove(0);
    assert_eq!(heard.method, "POST");
    assert_eq!(heard.header("Content-Encoding"), Some("aes128gcm"));
    assert_eq!(heard.header("TTL"), Some("86400"));
    assert_eq!(heard.header("Urgency"), Some("high"));
    let topic = format!("c{}", acme.general.id);
    assert_eq!(heard.header("Topic"), Some(&*topic));
    let authorization = heard.header("Authorization").unwrap();
    assert!(authorization.starts_with("vapid t=ey"), "{authorization}");
    assert!(!heard.body.contains("bob"));
    let metrics = instance.app.metrics.text().unwrap();
    assert!(metrics.contains("portico_push_messages_total{outcome=\"sent\"} 6"), "{metrics}");
    assert_eq!(bob.browser.get("/inbox").await.expect(200).all(".inbox-row").len(), 3);
}

#[tokio::test]
async fn a_report_is_sent_to_the_browsers_of_admins_unless_it_is_closed_by_then() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let root = instance.admin("root").await;
    let (alice, bob, app) = instance.alice_with_app_and_bob().await;
    for person in [&root, &alice] {
        let endpoint = format!("{}/{}", service.origin(), person.nickname);
        subscribe(person, &endpoint).await.expect(303);
    }
    let path = format!("/oauth/apps/{}/report", app.id());
    let spam = [("reason", "spam")];
    bob.browser.post(&path, &spam).await.expect(303);
    pushing::round(&instance.app).await.unwrap();
    assert_eq!(paths(&service), ["/root"]);
    assert_eq!(service.heard()[0].header("Topic"), Some("reports"));
    alice.browser.post(&path, &spam).await.expect(303);
    let page = root.browser.get("/admin/reports").await.expect(200);
    for report in page.attributes("input[name=report]", "value") {
        let fields = [("report", report.as_str()), ("reason", "Looked at it")];
        root.browser.post("/admin/reports", &fields).await.expect(303);
    }
    pushing::round(&instance.app).await.unwrap();
    assert_eq!(paths(&service), ["/root"]);
    assert_eq!(instance.rows(push::Entity).await, 0);
}

#[tokio::test]
async fn webhooks_reach_them_as_well_and_without_browsers_nothing_is_queued() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.say("@alice", &["users"]).await.expect(200);
    assert_eq!(instance.rows(queued::Entity).await, 0);
    let endpoint = format!("{}/alice", service.origin());
    subscribe(&alice, &endpoint).await.expect(303);
    hook.say("@alice", &["users"]).await.expect(200);
    hook.say("@alice", &[]).await.expect(200);
    assert_eq!(instance.rows(queued::Entity).await, 1);
    later(&instance, 5).await;
    assert_eq!(paths(&service), ["/alice"]);
}

/// Shows: push.judged
#[tokio::test]
async fn what_may_not_be_seen_any_more_or_was_read_is_not_sent() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, bob, acme) = two(&instance, &service).await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    let send = async |channel: &Channel| {
        alice.say(channel, "@bob").await.expect(303);
        pushing::round(&instance.app).await.unwrap();
        let page = alice.feed(channel).await;
        page.attributes("article", "data-message-id").pop().unwrap()
    };
    // Read.
    let channel = acme.channel("one").await;
    let id = send(&channel).await;
    let read = format!("/channels/{}/read", channel.id);
    bob.browser.post(&read, &[("up_to", &id)]).await.expect(303);
    // Deleted.
    let channel = acme.channel("two").await;
    let id = send(&channel).await;
    let delete = format!("/channels/{}/messages/{id}/delete", channel.id);
    alice.browser.post(&delete, &[]).await.expect(303);
    // Hidden.
    let channel = acme.channel("three").await;
    send(&channel).await;
    acme.overwrite_member(&channel, &bob, none, view).await;
    // Suspended since.
    let gone = instance.server("Gone", &alice).await;
    gone.join(&bob).await;
    send(&gone.general).await;
    gone.suspend().await;
    // Muted.
    let channel = acme.channel("four").await;
    send(&channel).await;
    let mute = format!("/channels/{}/mute", channel.id);
    bob.browser.post(&mute, &[("for", "8h")]).await.expect(303);
    // Quiet: half an hour around midnight, when the clock starts.
    send(&acme.general).await;
    let quiet = [("starts_at", "23:50"), ("ends_at", "00:20"), ("time_zone", "Atlantic/Reykjavik")];
    let path = "/settings/notifications/quiet";
    later(&instance, 0).await;
    bob.browser.post(path, &quiet).await.expect(303);
    later(&instance, 5).await;
    assert_eq!(paths(&service), [""; 0]);
    assert_eq!(instance.rows(push::Entity).await, 0);
    // Those that are kept back are not sent when the quiet time ends, and new ones are.
    later(&instance, 60 * 60).await;
    assert_eq!(paths(&service), [""; 0]);
    send(&acme.general).await;
    later(&instance, 5).await;
    assert_eq!(paths(&service), ["/bob"]);
    // No member any more.
    send(&acme.general).await;
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    later(&instance, 5).await;
    assert_eq!(paths(&service).len(), 1);
}

/// Shows: push.retries
#[tokio::test]
async fn a_busy_service_is_tried_again_after_the_pause_that_it_asks_for() {
    let busy = Reply::status(429).header("Retry-After", "600");
    let (instance, service) = with_service([busy, Reply::status(503), Reply::status(201)]).await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    alice.say(&acme.general, "@bob").await.expect(303);
    later(&instance, 5).await;
    assert_eq!(service.heard().len(), 1);
    later(&instance, 590).await;
    assert_eq!(service.heard().len(), 1);
    later(&instance, 11).await;
    assert_eq!(service.heard().len(), 2);
    later(&instance, 59).await;
    assert_eq!(service.heard().len(), 2);
    later(&instance, 2).await;
    assert_eq!(service.heard().len(), 3);
    assert_eq!(instance.rows(push::Entity).await, 0);
}

/// Shows: push.retries
#[tokio::test]
async fn what_fails_every_time_is_given_up_and_what_is_refused_is_not_tried_again() {
    let (instance, service) = with_service([Reply::status(500)]).await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    alice.say(&acme.general, "@bob").await.expect(303);
    for _ in 0..20 {
        later(&instance, 60 * 60).await;
    }
    assert_eq!(service.heard().len(), 6);
    assert_eq!(instance.rows(push::Entity).await, 0);

    for status in [301, 302, 307, 400, 401, 403, 413] {
        let redirect = Reply::status(status).header("Location", "http://127.0.0.1:1/");
        let (instance, service) = with_service([redirect]).await;
        let (alice, _bob, acme) = two(&instance, &service).await;
        alice.say(&acme.general, "@bob").await.expect(303);
        later(&instance, 5).await;
        later(&instance, 60 * 60).await;
        assert_eq!(service.heard().len(), 1, "{status}");
        assert_eq!(instance.rows(push::Entity).await, 0);
    }
}

/// Shows: throttles.push
#[tokio::test]
async fn a_person_who_is_mentioned_without_end_gets_a_limited_number_of_messages() {
    let service = Provider::answering([Reply::status(201)]).await;
    let origin = service.origin();
    let instance = TestInstance::configured(|figment: Figment| {
        let twice = rocket::figment::map! { "burst" => 2, "per_minute" => 1 };
        figment
            .merge(("push.local_service", origin))
            .merge(("push.hosts", ["localhost"]))
            .merge(("throttle.enabled", true))
            .merge(("throttle.push", twice))
    })
    .await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    for _ in 0..4 {
        alice.say(&acme.general, "@bob").await.expect(303);
    }
    later(&instance, 5).await;
    assert_eq!(service.heard().len(), 2);
    // The others are not sent later either.
    assert_eq!(instance.rows(push::Entity).await, 0);
    instance.clock.advance(Duration::from_secs(60));
    alice.say(&acme.general, "@bob").await.expect(303);
    later(&instance, 5).await;
    assert_eq!(service.heard().len(), 3);
}

/// Shows: push.dead
#[tokio::test]
async fn a_subscription_that_the_service_no_longer_knows_is_dropped() {
    for status in [404, 410] {
        let (instance, service) = with_service([Reply::status(status)]).await;
        let (alice, _bob, acme) = two(&instance, &service).await;
        for _ in 0..2 {
            alice.say(&acme.general, "@bob").await.expect(303);
        }
        later(&instance, 5).await;
        assert_eq!(instance.rows(push_subscription::Entity).await, 0);
        assert_eq!(instance.rows(push::Entity).await, 0);
    }
}

/// Shows: push.hosts
#[tokio::test]
async fn nothing_is_sent_to_what_is_not_listed_or_not_public() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    for endpoint in [
        "",
        "https://evil.example/x",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://10.0.0.1/x",
        "https://user:pass@fcm.googleapis.com/x",
    ] {
        let page = subscribe(&bob, endpoint).await.expect(422);
        assert_eq!(page.all("[data-fault=form]").len(), 1, "{endpoint}");
    }
    assert_eq!(instance.rows(push_subscription::Entity).await, 0);
    // A listed name that is one of this machine's is not asked, and given up in the end.
    subscribe(&bob, "https://localhost/x").await.expect(303);
    alice.say(&acme.general, "@bob").await.expect(303);
    later(&instance, 5).await;
    assert_eq!(instance.rows(push::Entity).await, 1);
    let metrics = instance.app.metrics.text().unwrap();
    assert!(metrics.contains("portico_push_messages_total{outcome=\"retried\"} 1"), "{metrics}");
    assert_eq!(paths(&service), [""; 0]);
}

#[tokio::test]
async fn keys_that_are_malformed_or_not_on_the_curve_are_refused() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let bob = instance.person("bob").await;
    let endpoint = format!("{}/bob", service.origin());
    let (point, secret) = keys();
    let mut off = BASE64_URL_SAFE_NO_PAD.decode(&point).unwrap();
    off[64] ^= 1;
    let off = BASE64_URL_SAFE_NO_PAD.encode(off);
    for (point, secret) in
        [("", &*secret), (&*off, &*secret), (&point[..80], &*secret), (&*point, ""), (&*point, "AAAA"), (&*point, "?")]
    {
        let fields = [("endpoint", &*endpoint), ("p256dh", point), ("auth", secret)];
        bob.browser.post(BROWSERS, &fields).await.expect(422);
    }
    assert_eq!(instance.rows(push_subscription::Entity).await, 0);
}

/// Shows: push.cap
#[tokio::test]
async fn an_eleventh_browser_replaces_the_one_added_first() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let bob = instance.person("bob").await;
    for number in 0..11 {
        let endpoint = format!("{}/{number}", service.origin());
        subscribe(&bob, &endpoint).await.expect(303);
    }
    let left = push_subscription::all_of(&instance.app.db, bob.id).await.unwrap();
    let mut left: Vec<String> = left.into_iter().map(|(one, _)| one.endpoint).collect();
    left.reverse();
    assert_eq!(left.len(), 10);
    assert!(left[0].ends_with("/1") && left[9].ends_with("/10"), "{left:?}");
}

/// Shows: push.cap
#[tokio::test]
async fn ten_thousand_subscriptions_leave_ten_browsers_and_most_are_refused_by_the_rate() {
    let service = Provider::answering([Reply::status(201)]).await;
    let origin = service.origin();
    let instance = TestInstance::configured(|figment: Figment| {
        figment.merge(("push.local_service", origin)).merge(("throttle.enabled", true))
    })
    .await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let (point, secret) = keys();
    let mut taken = 0;
    for number in 0..10_000 {
        let endpoint = format!("{}/{number}", service.origin());
        let fields = [("endpoint", &*endpoint), ("p256dh", &*point), ("auth", &*secret)];
        let answer = bob.browser.post(BROWSERS, &fields).await;
        match answer.status {
            303 => taken += 1,
            429 => assert!(answer.header("Retry-After").is_some()),
            status => panic!("{status}"),
        }
    }
    let write = instance.app.config.throttle.limit(LimitKind::Write);
    assert!(taken >= 10 && taken <= u64::from(write.burst.get()), "{taken}");
    assert_eq!(instance.rows(push_subscription::Entity).await, 10);
    // Others still add theirs, and nothing was sent anywhere.
    let endpoint = format!("{}/carol", service.origin());
    subscribe(&carol, &endpoint).await.expect(303);
    assert_eq!(instance.rows(push_subscription::Entity).await, 11);
    assert_eq!(service.heard().len(), 0);
}

/// Shows: push.hang
#[tokio::test]
async fn a_service_that_hangs_holds_up_neither_pages_nor_messages_to_others() {
    let (hanging, good) =
        (Provider::answering([Reply::Nothing]).await, Provider::answering([Reply::status(201)]).await);
    let base_url = BaseUrl::parse("http://localhost:8000").unwrap();
    let client = PushClient::open(&base_url, None, Duration::from_secs(2)).unwrap();
    let private = KeyPair::generate(Algorithm::Es256).unwrap();
    let key = KeyPair::read(Algorithm::Es256, &private).unwrap();
    let (point, secret) = keys();
    let browser = BrowserKeys::read(&point, &secret).unwrap();
    let ended = Mutex::new(Vec::new());
    let send = async |origin: String, number: usize, now: i64| {
        let endpoint = Url::parse(&format!("{origin}/{number}")).unwrap();
        let message = Message { endpoint: &endpoint, keys: &browser, text: "{}", topic: "c1" };
        let outcome = client.send(&key, message, now).await;
        ended.lock().unwrap().push((number, outcome));
    };
    let to_hanging = (0..40).map(|number| send(hanging.origin(), number, 0));
    let to_good = (40..80).map(|number| send(good.origin(), number, 0));
    tokio::join!(join_all(to_hanging), join_all(to_good));
    let outcomes = std::mem::take(&mut *ended.lock().unwrap());
    let (first, last) = outcomes.split_at(40);
    assert!(first.iter().all(|(number, outcome)| *number >= 40 && *outcome == PushOutcome::Sent));
    assert!(last.iter().all(|(number, outcome)| { *number < 40 && matches!(outcome, PushOutcome::Busy(_)) }));
    // Those that waited for a place were not sent at all, since it is left alone for a minute now.
    assert_eq!(hanging.heard().len(), 8);
    assert_eq!(good.heard().len(), 40);
    send(hanging.origin(), 0, 59_999).await;
    let pause = Some(Duration::from_millis(1));
    assert_eq!(*ended.lock().unwrap(), [(0, PushOutcome::Busy(pause))]);
    assert_eq!(hanging.heard().len(), 8);
    send(hanging.origin(), 1, 60_000).await;
    assert_eq!(hanging.heard().len(), 9);
}

/// Shows: push.hang
#[tokio::test]
async fn pages_are_served_and_messages_stored_while_a_service_hangs() {
    let said = Arc::new(Notify::new());
    let late = Reply::After(said.clone(), Box::new(Reply::status(201)));
    let (instance, service) = with_service([late]).await;
    let (alice, bob, acme) = two(&instance, &service).await;
    alice.say(&acme.general, "@bob").await.expect(303);
    pushing::round(&instance.app).await.unwrap();
    instance.clock.advance(Duration::from_secs(5));
    let meanwhile = async {
        while service.heard().is_empty() {
            tokio::task::yield_now().await;
        }
        bob.browser.get("/inbox").await.expect(200);
        alice.say(&acme.general, "@bob again").await.expect(303);
        subscribe(&alice, &format!("{}/alice", service.origin())).await.expect(303);
        let delivery = instance.rows(push::Entity).await;
        assert_eq!(delivery, 1, "it is still under way");
        // Whatever is asked from here on.
        said.notify_one();
        said.notify_waiters();
    };
    let (sent, ()) = tokio::join!(pushing::round(&instance.app), meanwhile);
    sent.unwrap();
    assert_eq!(service.heard().len(), 1);
}

/// Shows: push.own
#[tokio::test]
async fn a_script_is_told_of_the_browsers_of_its_own_session_alone() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let bob = instance.person("bob").await;
    let told = async |browser: &Browser<'_>| {
        let answer = browser.get("/settings/notifications/push").await;
        answer.expect(200).json()
    };
    let key = told(&bob.browser).await["key"].clone();
    assert!(key.as_str().unwrap().len() > 80);
    assert_eq!(told(&bob.browser).await["browsers"], json!([]));
    subscribe(&bob, &format!("{}/bob", service.origin())).await.expect(303);
    let browsers = told(&bob.browser).await["browsers"].clone();
    let page = bob.browser.get("/settings/notifications").await.expect(200);
    let shown = page.attributes("[data-fingerprint]", "data-fingerprint");
    assert_eq!(browsers, json!(shown));
    // Another session of the same person, another person, and no one.
    let other = instance.browser();
    instance.sign_in_on(&other, &bob.user).await;
    assert_eq!(told(&other).await["browsers"], json!([]));
    let mallory = instance.person("mallory").await;
    assert_eq!(told(&mallory.browser).await["browsers"], json!([]));
    let guest = instance.browser().get("/settings/notifications/push").await;
    assert!(guest.expect(303).location().starts_with("/sign-in"));
    let without = TestInstance::configured(|figment| figment.merge(("push.hosts", Vec::<String>::new()))).await;
    let carol = without.person("carol").await;
    let answer = carol.browser.get("/settings/notifications/push").await;
    assert_eq!(answer.expect(200).json(), json!({ "key": null, "browsers": [] }));
}

/// Alice says something, to which Bob's reply is sent.
async fn replied(alice: &Person<'_>, bob: &Person<'_>, channel: &Channel, notify: &str) -> String {
    alice.say(channel, "Who waters the plants?").await.expect(303);
    let page = alice.feed(channel).await;
    let id = page.attributes("article", "data-message-id").pop().unwrap();
    let path = format!("/channels/{}/messages", channel.id);
    let fields = [("content", "I do."), ("reply_to", &*id), ("notify", notify)];
    bob.browser.post(&path, &fields).await.expect(303);
    id
}

#[tokio::test]
async fn a_reply_is_sent_as_a_mention_is_and_kept_back_as_one() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, bob, acme) = two(&instance, &service).await;
    // It is Bob who is written to, by Alice's replies.
    replied(&bob, &alice, &acme.general, "on").await;
    later(&instance, 5).await;
    assert_eq!(paths(&service), ["/bob"]);
    // Alice turned it off, or replied to herself.
    replied(&bob, &alice, &acme.general, "").await;
    replied(&alice, &alice, &acme.general, "on").await;
    later(&instance, 5).await;
    assert_eq!(paths(&service).len(), 1);
    // Once, even where it mentions him as well.
    let id = replied(&bob, &alice, &acme.general, "").await;
    let path = format!("/channels/{}/messages", acme.general.id);
    let fields = [("content", "@bob, I do."), ("reply_to", &*id), ("notify", "on")];
    alice.browser.post(&path, &fields).await.expect(303);
    later(&instance, 5).await;
    assert_eq!(paths(&service).len(), 2);
    // Muted.
    let side = acme.channel("side").await;
    let mute = format!("/channels/{}/mute", side.id);
    bob.browser.post(&mute, &[("for", "8h")]).await.expect(303);
    replied(&bob, &alice, &side, "on").await;
    later(&instance, 5).await;
    assert_eq!(paths(&service).len(), 2);
    // In the quiet time: the clock starts at midnight.
    let quiet = [("starts_at", "23:50"), ("ends_at", "01:00"), ("time_zone", "Atlantic/Reykjavik")];
    let path = "/settings/notifications/quiet";
    bob.browser.post(path, &quiet).await.expect(303);
    replied(&bob, &alice, &acme.general, "on").await;
    later(&instance, 5).await;
    assert_eq!(paths(&service).len(), 2);
    bob.browser.post(path, &[("act", "off")]).await.expect(303);
    // A channel that Bob may not see any more.
    replied(&bob, &alice, &acme.general, "on").await;
    pushing::round(&instance.app).await.unwrap();
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_member(&acme.general, &bob, none, view).await;
    later(&instance, 5).await;
    assert_eq!(paths(&service).len(), 2);
    assert_eq!(instance.rows(push::Entity).await, 0);
}

/// Shows: push.own
#[tokio::test]
async fn a_browser_is_removed_by_its_owner_alone_and_changes_accounts_only_with_its_keys() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let bob = instance.person("bob").await;
    let mallory = instance.person("mallory").await;
    let endpoint = format!("{}/bob", service.origin());
    let (point, secret) = keys();
    let fields = [("endpoint", &*endpoint), ("p256dh", &*point), ("auth", &*secret)];
    bob.browser.post(BROWSERS, &fields).await.expect(303);
    let of = async |person: &Person<'_>| {
        let all = push_subscription::all_of(&instance.app.db, person.id).await;
        all.unwrap().len()
    };
    let other = BASE64_URL_SAFE_NO_PAD.encode([9; 16]);
    let guessed = [("endpoint", &*endpoint), ("p256dh", &*point), ("auth", &*other)];
    mallory.browser.post(BROWSERS, &guessed).await.expect(422);
    let page = bob.browser.get("/settings/notifications").await.expect(200);
    let id = page.attributes("[data-browser-id]", "data-browser-id").remove(0);
    let end = format!("{BROWSERS}/{id}/end");
    mallory.browser.post(&end, &[]).await.expect(404);
    instance.browser().post(&end, &[]).await.expect(303);
    instance.browser().post(BROWSERS, &fields).await.expect(303);
    assert_eq!((of(&bob).await, of(&mallory).await), (1, 0));
    // The same browser, signed in to another account.
    mallory.browser.post(BROWSERS, &fields).await.expect(303);
    assert_eq!((of(&bob).await, of(&mallory).await), (0, 1));
    bob.browser.post(&end, &[]).await.expect(404);
    let page = mallory.browser.get("/settings/notifications").await.expect(200);
    let id = page.attributes("[data-browser-id]", "data-browser-id").remove(0);
    let end = format!("{BROWSERS}/{id}/end");
    mallory.browser.post(&end, &[]).await.expect(303);
    assert_eq!(instance.rows(push_subscription::Entity).await, 0);
}

/// Shows: push.session
#[tokio::test]
async fn a_browser_gets_nothing_once_its_session_has_ended() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, bob, acme) = two(&instance, &service).await;
    // Entering the password again replaces the session, not the browser.
    let confirm = [("password", PASSWORD)];
    instance.clock.advance(Duration::from_secs(16 * 60));
    bob.browser.post("/confirm", &confirm).await.expect(303);
    assert_eq!(instance.rows(push_subscription::Entity).await, 1);
    alice.say(&acme.general, "@bob").await.expect(303);
    pushing::round(&instance.app).await.unwrap();
    let session = instance.session_of(&bob).await;
    session.end(&instance.app).await.unwrap();
    later(&instance, 5).await;
    assert_eq!(paths(&service), [""; 0]);
    assert_eq!(instance.rows(push_subscription::Entity).await, 0);
    assert_eq!(instance.rows(push::Entity).await, 0);
}

/// Shows: push.session
#[tokio::test]
async fn a_session_that_has_expired_takes_its_browser_with_it() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    instance.clock.advance(Duration::from_secs(31 * 24 * 60 * 60));
    instance.sign_in_on(&alice.browser, &alice.user).await;
    alice.say(&acme.general, "@bob").await.expect(303);
    later(&instance, 5).await;
    assert_eq!(paths(&service), [""; 0]);
    assert_eq!(instance.rows(push_subscription::Entity).await, 0);
}

/// Shows: push.nodes
#[tokio::test]
async fn two_nodes_send_a_message_once() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    if !instance.is_on_postgres() {
        return; // SQLite has one process.
    }
    let origin = service.origin();
    let other = instance.beside(|figment| figment.merge(("push.local_service", origin))).await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    for _ in 0..10 {
        alice.say(&acme.general, "@bob").await.expect(303);
    }
    instance.clock.advance(Duration::from_secs(5));
    for seconds in [0, 5] {
        instance.clock.advance(Duration::from_secs(seconds));
        let (one, two) = (pushing::round(&instance.app), pushing::round(&other.app));
        let (one, two) = rocket::tokio::join!(one, two);
        one.and(two).unwrap();
    }
    assert_eq!(service.heard().len(), 10);
}

/// Shows: push.nodes
#[tokio::test]
async fn what_was_claimed_by_a_process_that_died_is_sent_a_minute_later() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    alice.say(&acme.general, "@bob").await.expect(303);
    push::assign(&instance.app).await.unwrap();
    instance.clock.advance(Duration::from_secs(5));
    let claimed = push::claim(&instance.app).await.unwrap();
    assert_eq!(claimed.len(), 1);
    later(&instance, 50).await;
    assert_eq!(service.heard().len(), 0);
    later(&instance, 11).await;
    assert_eq!(service.heard().len(), 1);
}

#[tokio::test]
async fn an_endless_answer_is_not_read() {
    let long = Reply::body(201, &"x".repeat(10 << 20));
    let (instance, service) = with_service([long]).await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    alice.say(&acme.general, "@bob").await.expect(303);
    later(&instance, 5).await;
    assert_eq!(service.heard().len(), 1);
    assert_eq!(instance.rows(push::Entity).await, 0);
}

#[tokio::test]
async fn a_flood_of_mentions_is_cut_to_the_newest() {
    let (instance, service) = with_service([Reply::status(201)]).await;
    let (alice, _bob, acme) = two(&instance, &service).await;
    for _ in 0..30 {
        alice.say(&acme.general, "@bob").await.expect(303);
    }
    later(&instance, 5).await;
    assert_eq!(service.heard().len(), 20);
    assert_eq!(instance.rows(push::Entity).await, 0);
}

#[tokio::test]
async fn the_worker_is_served_from_the_root_and_is_asked_for_again() {
    let instance = TestInstance::open().await;
    let worker = instance.browser().get("/service-worker.js").await.expect(200);
    assert_eq!(worker.header("Cache-Control"), Some("no-store"));
    let kind = worker.header("Content-Type").unwrap();
    assert!(kind.starts_with("text/javascript"), "{kind}");
}

#[tokio::test]
async fn an_instance_without_hosts_has_no_push_messages() {
    let none: [&str; 0] = [];
    let instance = TestInstance::configured(|figment| figment.merge(("push.hosts", none))).await;
    let bob = instance.person("bob").await;
    let page = bob.browser.get("/settings/notifications").await.expect(200);
    assert_eq!(page.attributes("[data-notifications]", "data-push-key"), [""]);
    subscribe(&bob, "https://fcm.googleapis.com/x").await.expect(422);
}
