//! What a manager may do with a webhook whose channel they can't see, and that it reveals nothing of the channel.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ChannelId;

use serde_json::json;

use crate::support::{Answer, Community, Person, TestInstance, TestWebhook};

const NONE: Permissions = Permissions::NONE;
const VIEW: Permissions = Permissions::VIEW_CHANNEL;
const SEND: Permissions = Permissions::SEND_MESSAGES;

/// Alice's server with a channel “vault” that its manager Bob may not view, and a webhook into it that was used.
struct Arranged<'h> {
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    vault: portico_store::models::Channel,
    hook: TestWebhook<'h>,
}

impl<'h> Arranged<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let alice = instance.person("alice").await;
        let bob = instance.person("bob").await;
        let acme = instance.server("Acme", &alice).await;
        acme.join_with(&bob, Permissions::MANAGE_SERVER | Permissions::MANAGE_ROLES).await;
        let vault = acme.channel("vault").await;
        acme.overwrite_member(&vault, &bob, NONE, VIEW).await;
        let hook = acme.webhook(&alice, &vault).await;
        hook.say("a secret", &[]).await.expect(200);
        hook.post(json!({ "content": 7 })).await.expect(400);
        instance.app.log.settled().await;
        Self { alice, bob, acme, vault, hook }
    }

    fn page(&self, route: &str) -> String {
        format!("/portal/webhooks/{}{route}", self.hook.id())
    }

    /// Neither the channel, nor the URL, nor what was posted, nor how much or when.
    #[track_caller]
    fn reveals_nothing(&self, answer: &Answer) {
        let text = answer.text();
        for secret in ["vault", "a secret", self.hook.token(), "last used", "refused in 24 hours"] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert!(!text.contains(&self.vault.id.to_string()), "{text}");
    }
}

/// Shows: access.hidden-webhook
#[tokio::test]
async fn a_webhook_in_a_channel_that_its_manager_cannot_see_shows_name_creator_and_state_alone() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let home = at.bob.browser.get("/portal").await.expect(200);
    at.reveals_nothing(&home);
    let row = home.one("section[aria-labelledby=webhooks] .list-row");
    assert!(row.contains("Builds"), "{row}");
    assert!(row.contains("Acme › a channel you can’t see · created by @alice"), "{row}");
    let page = at.bob.browser.get(&at.page("")).await.expect(200);
    at.reveals_nothing(&page);
    assert!(page.text().contains("@alice"));
    assert!(page.text().contains("Active"));
    assert!(page.all("#runtime-url").is_empty());
    let forms = page.attributes("main form", "action");
    assert_eq!(forms, [at.page("/pause"), at.page("/delete")]);
    // Those who may see the channel are shown everything.
    let page = at.alice.browser.get(&at.page("?reveal")).await.expect(200);
    assert!(page.text().contains(at.hook.token()));
    let home = at.alice.browser.get("/portal").await.expect(200);
    assert!(home.text().contains("#vault"));
}

/// Shows: access.hidden-webhook
#[tokio::test]
async fn what_reveals_or_creates_content_there_is_refused_to_them() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let delivery = at.alice.browser.get(&at.page("/deliveries")).await;
    let delivery = delivery.attributes("[data-delivery-id]", "data-delivery-id");
    let (general, vault) = (at.acme.general.id.to_string(), at.vault.id.to_string());
    let message = at.hook.messages().await[0].id;
    let before = at.hook.row().await;
    for route in [
        "/playground".to_owned(),
        format!("/playground?sent={message}"),
        "/setup".into(),
        "/deliveries".into(),
        format!("/deliveries/{}", delivery[0]),
        format!("/deliveries/{}", delivery[1]),
    ] {
        let answer = at.bob.browser.get(&at.page(&route)).await.expect(403);
        at.reveals_nothing(&answer);
    }
    for (route, fields) in [
        ("", vec![("name", "Mine"), ("channel_id", &*general)]),
        ("", vec![("name", "Mine"), ("channel_id", &*vault)]),
        ("/url", vec![]),
        ("/test", vec![]),
        ("/playground", vec![("content", "@all"), ("parse", "all"), ("act", "send")]),
        ("/playground", vec![("content", "@all"), ("parse", "all")]),
    ] {
        let answer = at.bob.browser.post(&at.page(route), &fields).await.expect(403);
        at.reveals_nothing(&answer);
        assert!(answer.text().contains("a channel you can’t see"), "{route}");
    }
    assert_eq!(at.hook.row().await, before);
    assert_eq!(at.hook.messages().await.len(), 1);
}

/// Shows: access.hidden-webhook
#[tokio::test]
async fn they_can_pause_resume_and_delete_it() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let post = async |route: &str, confirm: &str| {
        let fields = [("confirm", confirm)];
        at.bob.browser.post(&at.page(route), &fields).await
    };
    post("/pause", "").await.expect(303);
    at.hook.say("hello", &[]).await.expect(404);
    let page = at.bob.browser.get(&at.page("")).await.expect(200);
    at.reveals_nothing(&page);
    assert!(page.text().contains("Paused since"));
    post("/resume", "").await.expect(303);
    at.hook.say("hello", &[]).await.expect(200);
    let again = post("/delete", "Wrong").await.expect(422);
    assert_eq!(again.faults(), ["confirm"]);
    at.reveals_nothing(&again);
    let done = post("/delete", "Builds").await.expect(303);
    assert_eq!(done.location(), "/portal");
    assert!(at.hook.row().await.is_none());
}

/// Shows: access.hidden-webhook
#[tokio::test]
async fn a_channel_that_they_cannot_see_is_to_their_forms_as_one_that_does_not_exist() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let open = at.acme.webhook(&at.alice, &at.acme.general).await;
    let (hidden, none) = (at.vault.id.to_string(), instance.app.id::<i64>().to_string());
    let mut answers = Vec::new();
    for channel in [&hidden, &none] {
        let fields = [("channel_id", channel.as_str()), ("name", "Mine")];
        let made = at.bob.browser.post("/portal/webhooks", &fields).await.expect(404);
        let moved = format!("/portal/webhooks/{}", open.id());
        let moved = at.bob.browser.post(&moved, &fields).await.expect(422);
        let asked = format!("/portal/webhooks/new?channel={channel}");
        let asked = at.bob.browser.get(&asked).await.expect(200);
        assert!(!asked.text().contains("vault"));
        answers.push((made.one("h1"), moved.faults(), asked.attributes("option", "value")));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(open.row().await.unwrap().channel_id, at.acme.general.id);
    let offered = at.bob.browser.get(&format!("/portal/webhooks/{}", open.id())).await;
    assert!(!offered.text().contains("vault"));
}

/// Shows: access.webhooks-send
#[tokio::test]
async fn a_webhook_is_made_moved_and_sent_through_only_where_the_person_may_send() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let bob = instance.person("bob").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let news = acme.channel("news").await;
    acme.overwrite_member(&news, &bob, NONE, SEND).await;
    let open = acme.webhook(&alice, &acme.general).await;
    let fields = [("channel_id", &*news.id.to_string()), ("name", "Mine")];
    let made = bob.browser.post("/portal/webhooks", &fields).await.expect(422);
    assert_eq!(made.faults(), ["channel_id"]);
    let path = format!("/portal/webhooks/{}", open.id());
    let moved = bob.browser.post(&path, &fields).await.expect(422);
    assert_eq!(moved.faults(), ["channel_id"]);
    assert_eq!(open.row().await.unwrap().channel_id, acme.general.id);
    for page in ["/portal/webhooks/new", &path] {
        let options = bob.browser.get(page).await.attributes("option", "value");
        assert!(!options.contains(&news.id.to_string()), "{page}");
    }
    // One that posts there already can be renamed, but nothing is sent through it.
    let hook = acme.webhook(&alice, &news).await;
    let path = format!("/portal/webhooks/{}", hook.id());
    bob.browser.post(&path, &fields).await.expect(303);
    assert_eq!(hook.row().await.unwrap().name, "Mine");
    bob.browser.post(&format!("{path}/test"), &[]).await.expect(403);
    let send = [("content", "hello"), ("act", "send")];
    let playground = format!("{path}/playground");
    bob.browser.post(&playground, &send).await.expect(403);
    assert!(!bob.browser.get(&playground).await.text().contains("Send to #news"));
    assert!(hook.messages().await.is_empty());
    alice.browser.post(&playground, &send).await.expect(303);
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: mentions.portal
#[tokio::test]
async fn what_is_sent_from_the_portal_fires_what_both_sender_and_creator_may_fire() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let crew = acme.role("crew", NONE, false).await;
    let of_alice = acme.webhook(&alice, &acme.general).await;
    let of_bob = acme.webhook(&bob, &acme.general).await;
    let text = format!("@all @role_{} @bob", crew.id);
    let sent = async |person: &Person<'_>, hook: &TestWebhook<'_>| {
        let path = format!("/portal/webhooks/{}/playground", hook.id());
        let mut fields = vec![("content", &*text)];
        fields.extend(["all", "roles", "users"].map(|kind| ("parse", kind)));
        let preview = person.browser.post(&path, &fields).await.expect(200);
        // As the page sends it.
        let key = preview.attributes("input[name=key]", "value").join("");
        fields.extend([("act", "send"), ("key", &*key)]);
        person.browser.post(&path, &fields).await.expect(303);
        let message = hook.messages().await.pop().unwrap();
        let fired = instance.mentions_of(message.id).await.len();
        let reasons = preview.attributes("#verdicts .verdict", "data-reason");
        (fired, reasons, preview)
    };
    // Bob lacks “Mention @all”, Alice owns the server: only she may fire it, and only through her own webhook.
    let (fired, reasons, preview) = sent(&bob, &of_alice).await;
    assert_eq!(fired, 1);
    assert_eq!(reasons, ["sender_lacks_permission", "role_not_mentionable"]);
    let words = preview.one("#verdicts");
    assert!(words.contains("You don’t have “Mention @all” in #general."), "{words}");
    assert!(words.contains("The role is not mentionable. You don’t have"), "{words}");
    let (fired, reasons, _) = sent(&alice, &of_bob).await;
    assert_eq!(fired, 1);
    assert_eq!(reasons, ["creator_lacks_permission", "role_not_mentionable"]);
    let (fired, reasons, _) = sent(&alice, &of_alice).await;
    assert_eq!(fired, 3);
    assert!(reasons.is_empty());
    // The log says whose permission was missing.
    let log = format!("/portal/webhooks/{}/deliveries", of_alice.id());
    let rows = alice.browser.get(&log).await.attributes("[data-delivery-id]", "data-delivery-id");
    let first = alice.browser.get(&format!("{log}/{}", rows[1])).await.expect(200);
    assert!(first.text().contains("The person who sent it from the portal did not have"));
    // The program's own posts depend on the creator alone.
    of_alice.say(&text, &["all", "roles", "users"]).await.expect(200);
    let message = of_alice.messages().await.pop().unwrap();
    assert_eq!(instance.mentions_of(message.id).await.len(), 3);
}

/// Shows: access.hidden-webhook
#[tokio::test]
async fn a_delivery_into_a_channel_that_they_cannot_see_shows_its_outcome_alone() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let general = at.acme.general.id.to_string();
    let fields = [("name", "Builds"), ("channel_id", &*general)];
    at.alice.browser.post(&at.page(""), &fields).await.expect(303);
    at.hook.say("for all", &[]).await.expect(200);
    let list = at.bob.browser.get(&at.page("/deliveries")).await.expect(200);
    assert!(!list.text().contains("secret"));
    let ids = list.attributes("[data-delivery-id]", "data-delivery-id");
    assert_eq!(ids.len(), 3);
    let show = async |person: &Person<'_>, id: &str| {
        let path = at.page(&format!("/deliveries/{id}"));
        person.browser.get(&path).await.expect(200)
    };
    assert!(show(&at.bob, &ids[0]).await.text().contains("for all"));
    for id in &ids[1..] {
        let page = show(&at.bob, id).await;
        at.reveals_nothing_of_the_post(&page);
        assert!(page.text().contains("You can’t see this webhook’s channel"));
    }
    assert!(show(&at.alice, &ids[2]).await.text().contains("a secret"));
    // Nor is what was sent then offered to be sent again.
    let message = at.hook.messages().await[0].id;
    let again = at.page(&format!("/playground?sent={message}"));
    let again = at.bob.browser.get(&again).await.expect(200);
    at.reveals_nothing_of_the_post(&again);
    assert_eq!(again.one("#sent"), "");
    // The audit log says that it was moved, and not from where.
    let log = at.bob.browser.get(&at.acme.settings("/audit")).await.expect(200);
    assert!(!log.text().contains("vault"));
    assert!(log.text().contains("a channel you can’t see"));
}

/// Shows: search.deliveries
#[tokio::test]
async fn a_search_of_deliveries_tells_nothing_of_what_went_into_a_channel_that_they_cannot_see() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let general = at.acme.general.id.to_string();
    let fields = [("name", "Builds"), ("channel_id", &*general)];
    at.alice.browser.post(&at.page(""), &fields).await.expect(303);
    // The first post after the move, which is not remembered yet.
    at.hook.post(json!({ "content": "for all" })).await.expect(200);
    instance.app.log.settled().await;
    let found = async |person: &Person<'_>, query: &str| {
        let page = person.browser.get(&at.page(&format!("/deliveries?{query}"))).await.expect(200);
        (page.attributes("[data-delivery-id]", "data-delivery-id"), page.attributes("a[rel=next]", "href").len())
    };
    let seen = found(&at.bob, "q=for+all").await;
    assert_eq!(seen.0.len(), 1);
    let body = r#"{"content":"for all"}"#;
    for letter in ('a'..='z').chain('0'..='9').chain(['"', ' ', '{']) {
        let letters: String = url::form_urlencoded::byte_serialize(letter.to_string().as_bytes()).collect();
        // A space alone is no search.
        if letter == ' ' {
            continue;
        }
        let is_in_seen = body.contains(letter);
        let expected = if is_in_seen { seen.clone() } else { (Vec::new(), 0) };
        for outcome in ["", "&outcome=accepted"] {
            assert_eq!(found(&at.bob, &format!("q={letters}{outcome}")).await, expected, "{letter}{outcome}");
        }
        assert!(found(&at.bob, &format!("q={letters}&outcome=refused")).await.0.is_empty(), "{letter}");
    }
    for text in ["secret", "a+secret", "7"] {
        assert!(found(&at.bob, &format!("q={text}")).await.0.is_empty(), "{text}");
    }
    assert_eq!(found(&at.alice, "q=a+secret").await.0.len(), 1);
}

/// Shows: access.hidden-webhook
#[tokio::test]
async fn the_first_posts_after_a_move_into_a_hidden_channel_stay_hidden_when_the_webhook_is_moved_back() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let move_to = async |channel_id: ChannelId| {
        let channel_id = channel_id.to_string();
        let fields = [("name", "Builds"), ("channel_id", &*channel_id)];
        at.alice.browser.post(&at.page(""), &fields).await.expect(303);
    };
    move_to(at.acme.general.id).await;
    at.hook.post(json!({ "content": "for all" })).await.expect(200);
    // Each is the first one after a move, of which this process remembers the channel before it.
    for (body, status) in [(json!({ "content": "hidden" }), 200), (json!({ "content": 0, "note": "hidden" }), 400)] {
        move_to(at.acme.general.id).await;
        at.hook.post(json!({ "content": "for all" })).await.expect(200);
        move_to(at.vault.id).await;
        at.hook.post(body).await.expect(status);
    }
    move_to(at.acme.general.id).await;
    instance.app.log.settled().await;
    let list = at.bob.browser.get(&at.page("/deliveries")).await.expect(200);
    assert!(!list.text().contains("hidden<") && !list.text().contains("note"), "{}", list.text());
    assert_eq!(list.all("[data-field=preview]"), ["for all"; 3]);
}

impl Arranged<'_> {
    #[track_caller]
    fn reveals_nothing_of_the_post(&self, answer: &Answer) {
        let text = answer.text();
        for secret in ["vault", "a secret", "/content", &self.vault.id.to_string()] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    }
}

/// Shows: access.hidden-webhook
#[tokio::test]
async fn no_other_permission_to_manage_shows_a_hidden_channel_either() {
    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let carol = instance.person("carol").await;
    let all = Permissions::MANAGE_SERVER
        | Permissions::MANAGE_CHANNELS
        | Permissions::MANAGE_ROLES
        | Permissions::MENTION_ALL
        | SEND;
    at.acme.join_with(&carol, all).await;
    at.acme.overwrite_member(&at.vault, &carol, NONE, VIEW).await;
    let channel = format!("/channels/{}", at.vault.id);
    for path in [
        at.acme.settings(""),
        at.acme.settings("/channels"),
        at.acme.settings("/roles"),
        at.acme.settings("/members"),
        at.acme.settings(&format!("/members/{}", at.alice.id)),
        at.acme.settings("/invites"),
        at.acme.settings("/audit"),
        "/portal".into(),
        "/portal/webhooks/new".into(),
        format!("/portal/webhooks/new?channel={}", at.vault.id),
        format!("/portal/webhooks/new?server={}", at.acme.id()),
        "/servers".into(),
        "/inbox".into(),
        format!("/channels/{}", at.acme.general.id),
    ] {
        let page = carol.browser.get(&path).await.expect(200);
        assert!(!page.text().contains("vault"), "{path}: {}", page.text());
    }
    let settings = at.acme.settings(&format!("/channels/{}", at.vault.id));
    for path in [&channel, &format!("{channel}/events"), &settings] {
        carol.browser.get(path).await.expect(404);
    }
    let role = format!("role:{}", at.acme.all().await.id);
    for (route, fields) in [
        ("", vec![("name", "found"), ("topic", "")]),
        ("/overwrites", vec![("target", &*role), ("allow", "send_messages")]),
        ("/delete", vec![]),
    ] {
        let answer = carol.browser.post(&format!("{settings}{route}"), &fields).await;
        assert!(!answer.expect(404).text().contains("vault"), "{route}");
    }
    let messages = format!("{channel}/messages");
    carol.browser.post(&messages, &[("content", "hi")]).await.expect(404);
}

/// Shows: access.just-lost
#[tokio::test]
async fn a_post_from_the_portal_is_judged_again_where_it_is_stored() {
    use portico_crypto::tokens::SecretHash;
    use portico_platform::error::Error;
    use portico_rules::chat::mentions::OptIn;
    use portico_rules::payload::Payload;
    use portico_store::models::webhooks::webhook::AuthenticatedWebhook;
    use portico_store::posting::{PostError, PostSource, submit};

    let instance = TestInstance::open().await;
    let at = Arranged::of(&instance).await;
    let carol = instance.person("carol").await;
    let open = at.acme.webhook(&at.alice, &at.acme.general).await;
    let hidden = &at.hook;
    let send = async |hook: &TestWebhook<'_>, sender_id: i64, content: &str| {
        let webhook = hook.row().await.unwrap();
        let shown = AuthenticatedWebhook {
            token_hash: SecretHash::from_bytes(&webhook.token_hash).unwrap(),
            webhook: webhook.into(),
        };
        let payload =
            Payload { content: content.into(), allowed_mentions: OptIn::EVERYTHING.into(), ..Payload::default() };
        submit(
            &instance.app,
            &instance.app.posts,
            &shown,
            &payload,
            PostSource::Portal { sender_id: sender_id.into(), key: None },
        )
        .await
    };
    for content in ["hello", "@all"] {
        // In no channel that they can't see, no longer when they left, and not by the name of no one.
        for (hook, sender) in [(hidden, at.bob.id), (&open, carol.id), (&open, instance.app.id())] {
            let refused = send(hook, sender.get(), content).await;
            assert!(matches!(refused, Err(PostError::Failed(Error::Forbidden(_)))), "{refused:?}");
        }
        send(&open, at.bob.id.get(), content).await.unwrap();
    }
    assert_eq!(open.messages().await.len(), 2);
    assert_eq!(hidden.messages().await.len(), 1);
    at.bob.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap();
    let refused = send(&open, at.bob.id.get(), "hello").await;
    assert!(matches!(refused, Err(PostError::Failed(Error::Forbidden(_)))), "{refused:?}");
}
