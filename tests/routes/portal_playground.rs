//! `/portal/webhooks/<id>/playground`: a preview by the rules of a real post, and sending it.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::user;
use portico_store::models::servers::member;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

use crate::support::{Answer, Person, TestInstance, TestWebhook, report};

fn page(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}/playground", hook.id())
}

/// Composes `content` with these kinds opted in, and looks.
async fn preview(person: &Person<'_>, hook: &TestWebhook<'_>, content: &str, parse: &[&str]) -> Answer {
    let mut fields = vec![("content", content), ("act", "preview")];
    fields.extend(parse.iter().map(|kind| ("parse", *kind)));
    person.browser.post(&page(hook), &fields).await.expect(200)
}

/// The texts that the page says will fire, and those that will not with the reasons.
fn verdicts(page: &Answer) -> (Vec<String>, Vec<(String, String)>) {
    let fires = page.all("[data-fires=true] code");
    let silent = page.all("[data-fires=false] code");
    let reasons = page.attributes("[data-fires=false]", "data-reason");
    assert_eq!(silent.len(), reasons.len());
    (fires, silent.into_iter().zip(reasons).collect())
}

/// Shows: mentions.report
#[tokio::test]
async fn it_judges_every_mention_as_a_post_would_and_stores_nothing() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let acme = instance.server("Acme", &owner).await;
    let (plain, caller) = (instance.person("plain").await, instance.person("caller").await);
    acme.join_with(&plain, Permissions::MANAGE_SERVER).await;
    let may_call = Permissions::MANAGE_SERVER | Permissions::MENTION_ALL;
    acme.join_with(&caller, may_call).await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await.join(&carol).await;
    let (nothing, view) = (Permissions::NONE, Permissions::VIEW_CHANNEL);
    acme.overwrite_member(&acme.general, &carol, nothing, view).await;
    let dave = instance.person("dave").await;
    acme.role("open", nothing, true).await;
    let closed = acme.role("closed", nothing, false).await;
    let many: String = (1..=17).map(|id| format!(" @<{id}>")).collect();
    let text = format!(
        "@all @open @closed @role_{} @bob @carol @dave @<{}> @<{}> a@bob.example `@coder`{many}",
        closed.id, bob.id, dave.id
    );
    let choices: [&[&str]; 5] = [&[], &["all"], &["roles"], &["users"], &["all", "roles", "users"]];
    let mut reasons = std::collections::BTreeSet::new();
    for creator in [&plain, &caller] {
        let hook = acme.webhook(creator, &acme.general).await;
        for parse in choices {
            let before = hook.messages().await.len();
            let shown = preview(&owner, &hook, &text, parse).await;
            assert_eq!(hook.messages().await.len(), before, "nothing is stored");
            let found = verdicts(&shown);
            reasons.extend(found.1.iter().map(|(_, reason)| reason.clone()));
            let posted = hook.say(&text, parse).await.expect(200);
            assert_eq!(found, report(&posted), "{parse:?}");
            let content = posted.json()["message"]["content"].clone();
            assert_eq!(shown.one("#preview .content"), content.as_str().unwrap().replace('`', ""));
        }
    }
    let all = [
        "cannot_view_channel",
        "creator_lacks_permission",
        "in_code",
        "not_a_member",
        "not_opted_in",
        "over_limit",
        "role_not_mentionable",
        "unknown_name",
    ];
    assert!(reasons.iter().eq(all), "{reasons:?}");
}

#[tokio::test]
async fn it_says_why_a_mention_stays_silent_and_what_to_do() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mira = instance.person("mira").await;
    acme.join_with(&mira, Permissions::MANAGE_SERVER).await;
    let hook = acme.webhook(&mira, &acme.general).await;
    let said = async |parse: &[&str]| preview(&alice, &hook, "@all @bo", parse).await;
    let words = said(&["users"]).await.one("#verdicts");
    for told in ["“all” is not listed. Tick “Everyone”.", "has this name. Check the"] {
        assert!(words.contains(told), "{told} in {words}");
    }
    let words = said(&["all"]).await.one("#verdicts");
    let told = "@mira, who created this webhook, does not have “Mention @all” in #general. Allow it";
    assert!(words.contains(told), "{words}");
    member::Entity::delete_by_id((acme.id(), mira.id)).exec(&*instance.app.db).await.unwrap();
    let words = said(&["all"]).await.one("#verdicts");
    assert!(words.contains("@mira, who created this webhook, is no longer a member of Acme."));
    user::Entity::delete_by_id(mira.id).exec(&*instance.app.db).await.unwrap();
    let words = said(&["all"]).await.one("#verdicts");
    assert!(words.contains("The account that created this webhook was deleted."));
    assert!(words.contains("create their own webhook"), "{words}");
}

/// Shows: disabled.webhooks
#[tokio::test]
async fn a_disabled_creator_notifies_no_one_in_a_preview_either() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::ADMINISTRATOR).await;
    acme.role("closed", Permissions::NONE, false).await;
    let (text, parse) = ("@all @closed @bob", ["all", "roles", "users"]);
    let shown = preview(&bob, &hook, text, &parse).await;
    assert_eq!(verdicts(&shown).0, ["@all", "@closed", "@bob"]);
    assert!(alice.user.disable(&instance.app, &portico_store::models::Operator::TERMINAL).await.unwrap());
    let shown = preview(&bob, &hook, text, &parse).await;
    let posted = hook.say(text, &parse).await.expect(200);
    assert_eq!(verdicts(&shown), report(&posted));
    assert_eq!(verdicts(&shown).0, ["@bob"]);
    assert!(shown.one("#verdicts").contains("The account of @alice, who created this webhook, is disabled."));
}

#[tokio::test]
async fn it_starts_with_a_message_that_mentions_the_viewer() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(shown.one("#f-content").contains("@alice"));
    assert_eq!(verdicts(&shown), (vec!["@alice".to_owned()], vec![]));
    assert_eq!(shown.attributes("#preview [data-mention]", "data-mention"), [format!("user:{}", alice.id)]);
    assert!(!shown.text().contains(hook.token()));
}

#[tokio::test]
async fn the_request_is_exactly_what_was_composed() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let text = "it's \"so\" \\ <b>bold</b> & $HOME `x`\nnew line é 🎉";
    let fields = [
        ("content", "it's \"so\" \\ <b>bold</b> & $HOME `x`\r\nnew line é 🎉"),
        ("name", "Night 'n' day"),
        ("avatar_url", "https://a.example/p.png?a=1&b='"),
        ("parse", "all"),
        ("parse", "users"),
    ];
    let shown = alice.browser.post(&page(&hook), &fields).await.expect(200);
    let wanted = json!({
        "content": text,
        "name": "Night 'n' day",
        "avatarUrl": "https://a.example/p.png?a=1&b='",
        "allowedMentions": { "parse": ["all", "users"] },
    });
    let json: Value = serde_json::from_str(&shown.one("#playground-json")).unwrap();
    assert_eq!(json, wanted);
    let curl = shown.one("#playground-curl");
    assert!(curl.starts_with("curl \"$WEBHOOK_URL\" \\\n"), "{curl}");
    let (_, quoted) = curl.split_once("-d '").unwrap();
    let body = quoted.strip_suffix('\'').unwrap().replace(r"'\''", "'");
    assert_eq!(serde_json::from_str::<Value>(&body).unwrap(), wanted);
    assert!(!shown.text().contains("<b>bold"));
    assert_eq!(shown.one("#preview .message-author"), "Night 'n' day");
    assert_eq!(shown.one("#f-content"), text);
    assert_eq!(shown.attributes("input[checked]", "id").len(), 2);
}

#[tokio::test]
async fn what_can_not_be_seen_is_spelt_out_in_the_request() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let content = "x\u{202e}y\u{200b}z\u{2069}";
    let shown = preview(&alice, &hook, content, &[]).await;
    for block in ["#playground-json", "#playground-curl"] {
        let text = shown.one(block);
        assert!(text.contains(r"x\u202ey\u200bz\u2069"), "{text}");
    }
    let json: Value = serde_json::from_str(&shown.one("#playground-json")).unwrap();
    assert_eq!(json["content"], content);
}

#[tokio::test]
async fn what_is_left_empty_is_not_in_the_payload() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let fields = [("content", "a"), ("name", ""), ("avatar_url", "")];
    let shown = alice.browser.post(&page(&hook), &fields).await.expect(200);
    let json: Value = serde_json::from_str(&shown.one("#playground-json")).unwrap();
    assert_eq!(json, json!({ "content": "a" }));
    assert!(shown.one("#preview").contains("This message mentions no one."));
}

/// Shows: webhook.every-fault
#[tokio::test]
async fn a_payload_that_would_be_refused_says_so_at_each_field() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let long = "x".repeat(65);
    let fields = [("content", " "), ("name", long.as_str()), ("avatar_url", "ftp://a.example"), ("parse", "here")];
    let answer = hook
        .post(json!({
            "content": " ", "name": long, "avatarUrl": "ftp://a.example", "allowedMentions": { "parse": ["here"] },
        }))
        .await
        .expect(400);
    for act in ["preview", "send"] {
        let mut fields = fields.to_vec();
        fields.push(("act", act));
        let shown = alice.browser.post(&page(&hook), &fields).await;
        // To look changes nothing, so that nothing failed.
        assert_eq!(shown.status, if act == "send" { 422 } else { 200 });
        let mut faults = shown.faults();
        faults.sort();
        assert_eq!(faults, ["avatar_url", "content", "name", "parse"], "{act}");
        let told = shown.one("#refusal");
        for fault in answer.json()["errors"].as_array().unwrap() {
            assert!(told.contains(fault["detail"].as_str().unwrap()), "{fault}");
        }
    }
    assert!(hook.messages().await.is_empty());
}

#[tokio::test]
async fn sending_posts_what_was_composed_and_says_what_came_of_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, hook) = instance.acme_with_webhook_and_bob().await;
    let content = format!("@<{}> over to you", bob.id);
    let fields = [("content", content.as_str()), ("name", "Night"), ("parse", "users"), ("act", "send")];
    let sent = alice.browser.post(&page(&hook), &fields).await.expect(303);
    let message = hook.messages().await.remove(0);
    assert_eq!(message.content, "@bob over to you");
    assert_eq!(message.name.as_deref(), Some("Night"));
    assert_eq!(instance.mentions_of(message.id).await.len(), 1);
    let shown = alice.browser.get(sent.location()).await.expect(200);
    assert!(shown.one("#sent").contains("One mention fired."));
    let link = format!("/channels/{}?around={}#message-{}", acme.general.id, message.id, message.id);
    assert_eq!(shown.attributes("#sent a", "href")[0], link);
    assert_eq!(shown.one("#f-content"), "@bob over to you");
    assert_eq!(shown.attributes("input[checked]", "value"), ["users"]);
    let log = format!("/portal/webhooks/{}/deliveries", hook.id());
    let log = alice.browser.get(&log).await.expect(200);
    assert!(log.one("[data-field=outcome]").contains("Test"));
    assert!(log.one("[data-field=mentions]").contains("1 fired"));
}

#[tokio::test]
async fn a_form_that_is_sent_twice_posts_once_and_says_the_same() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    let key = shown.attributes("[data-live-form] [name=key]", "value").remove(0);
    let send = async |content: &str, key: &str| {
        let fields = [("content", content), ("key", key), ("act", "send")];
        let sent = alice.browser.post(&page(&hook), &fields).await.expect(303);
        sent.location().to_owned()
    };
    let first = send("Once", &key).await;
    assert!(first.ends_with("#sent"), "{first}");
    assert_eq!(send("Once", &key).await, first);
    assert_eq!(hook.messages().await.len(), 1);
    // Another text from the same page, or the same from another one, is another message.
    send("Twice", &key).await;
    let again = alice.browser.get(&first).await.expect(200);
    let next = again.attributes("[data-live-form] [name=key]", "value").remove(0);
    assert_ne!(next, key);
    send("Once", &next).await;
    send("Without", "").await;
    send("Without", "").await;
    assert_eq!(hook.messages().await.len(), 5);
}

#[tokio::test]
async fn both_of_two_clicks_at_once_lead_to_the_one_message() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let fields = [("content", "Once"), ("key", "7"), ("act", "send")];
    let path = page(&hook);
    let (one, other) = rocket::tokio::join!(alice.browser.post(&path, &fields), alice.browser.post(&path, &fields));
    assert_eq!(one.expect(303).location(), other.expect(303).location());
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn what_another_webhook_sent_is_no_business_of_this_one() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    other.say("a secret", &[]).await.expect(200);
    let message = other.messages().await.remove(0);
    for sent in [message.id.to_string(), instance.app.id::<i64>().to_string()] {
        let path = format!("{}?sent={sent}", page(&hook));
        let shown = alice.browser.get(&path).await.expect(200);
        assert_eq!(shown.one("#sent"), "");
        assert!(!shown.text().contains("a secret"));
    }
    let path = format!("{}?sent=x", page(&hook));
    alice.browser.get(&path).await.expect(404);
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn of_a_channel_that_the_manager_cannot_see_nothing_is_shown_again() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let (nothing, view) = (Permissions::NONE, Permissions::VIEW_CHANNEL);
    acme.overwrite_member(&acme.general, &bob, nothing, view).await;
    hook.say("a secret", &[]).await.expect(200);
    let path = format!("{}?sent={}", page(&hook), hook.messages().await[0].id);
    let shown = bob.browser.get(&path).await.expect(403);
    assert!(!shown.text().contains("a secret"));
    assert!(!shown.text().contains("/channels/"));
}

/// Shows: webhook.paused-or-deleted
#[tokio::test]
async fn a_paused_webhook_is_composed_for_but_sends_nothing() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let pause = format!("/portal/webhooks/{}/pause", hook.id());
    alice.browser.post(&pause, &[]).await.expect(303);
    let shown = preview(&alice, &hook, "@alice hello", &["users"]).await;
    assert_eq!(verdicts(&shown).0, ["@alice"]);
    assert!(shown.all("button[value=send]").is_empty());
    let fields = [("content", "hello"), ("act", "send")];
    let shown = alice.browser.post(&page(&hook), &fields).await.expect(422);
    assert_eq!(shown.faults(), ["form"]);
    assert_eq!(shown.one("#f-content"), "hello");
    assert!(shown.one("[data-fault=form]").contains("Resume it"));
    assert!(hook.messages().await.is_empty());
}

/// Shows: throttles.webhook
#[tokio::test]
async fn sending_counts_against_the_webhooks_speed() {
    let instance = TestInstance::configured(|figment| {
        let one = rocket::figment::map! { "burst" => 1, "per_minute" => 1 };
        figment.merge(("throttle.enabled", true)).merge(("throttle.webhook", one))
    })
    .await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let fields = [("content", "hello"), ("act", "send")];
    alice.browser.post(&page(&hook), &fields).await.expect(303);
    // To look is free.
    preview(&alice, &hook, "hello", &[]).await;
    alice.browser.post(&page(&hook), &fields).await.expect(429);
    assert_eq!(hook.messages().await.len(), 1);
}

#[tokio::test]
async fn the_longest_message_in_the_longest_letters_is_composed() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let content = "🎉".repeat(4_000);
    let shown = preview(&alice, &hook, &content, &[]).await;
    assert!(shown.faults().is_empty());
    let shown = preview(&alice, &hook, &format!("{content}x"), &[]).await;
    assert_eq!(shown.faults(), ["content"]);
}

/// Every format in which a body is composed as it is sent, with the header that names its event.
const FORMATS: [(&str, Option<&str>); 6] = [
    ("json", None),
    ("discord", None),
    ("slack", None),
    ("github", Some("X-GitHub-Event")),
    ("gitlab", Some("X-Gitlab-Event")),
    ("alertmanager", None),
];

/// The playground in a format, as it is opened.
async fn opened(person: &Person<'_>, hook: &TestWebhook<'_>, format: &str) -> Answer {
    let path = format!("{}?format={format}", page(hook));
    person.browser.get(&path).await.expect(200)
}

/// Composes a body in a format.
async fn composed(
    person: &Person<'_>,
    hook: &TestWebhook<'_>,
    format: &str,
    (event, body): (&str, &str),
    act: &str,
) -> Answer {
    let fields = [("format", format), ("event", event), ("body", body), ("act", act)];
    person.browser.post(&page(hook), &fields).await
}

/// The body that is posted to the webhook's URL in a format, by the event's header.
async fn posted(
    instance: &TestInstance,
    hook: &TestWebhook<'_>,
    (format, header): (&str, Option<&str>),
    (event, body): (&str, &str),
) -> Answer {
    let suffix = if format == "json" { String::new() } else { format!("/{format}") };
    let headers: Vec<_> = header.map(|name| (name, event)).into_iter().collect();
    let path = format!("{}{suffix}", hook.path);
    instance.post_json(&path, &headers, body.as_bytes()).await
}

#[tokio::test]
async fn each_format_starts_with_a_sample_that_is_posted_as_its_preview_shows_it() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    for (format, header) in FORMATS {
        let shown = opened(&alice, &hook, format).await;
        assert_eq!(shown.faults(), Vec::<String>::new(), "{format}");
        assert!(shown.all("#refusal").is_empty(), "{format}");
        let current = shown.attributes("nav.chips [aria-current]", "href");
        assert_eq!(current, [format!("{}?format={format}", page(&hook))]);
        let body = shown.one("#f-body");
        let event = shown.attributes("#f-event", "value").pop();
        assert_eq!(event.is_some(), header.is_some(), "{format}");
        let event = event.unwrap_or_default();
        // To look sends nothing.
        let looked = composed(&alice, &hook, format, (&event, &body), "preview").await;
        assert_eq!(looked.expect(200).one("#f-body"), body);
        let before = hook.messages().await.len();
        let answer = posted(&instance, &hook, (format, header), (&event, &body)).await;
        assert!(answer.status < 300, "{format}: {}", answer.status);
        assert_eq!(hook.messages().await.len(), before + 1, "{format}");
        let message = hook.messages().await.pop().unwrap();
        assert!(!message.cards().is_empty(), "{format}");
        let titles = shown.all("#preview .message-card-title");
        let wanted: Vec<_> = message.cards().iter().filter_map(|card| card.title.clone()).collect();
        assert_eq!(titles, wanted, "{format}");
        let calls = ["json", "discord", "slack"].contains(&format);
        let fires = if calls { vec![format!("@<{}>", alice.id)] } else { vec![] };
        assert_eq!(verdicts(&shown), (fires, vec![]), "{format}");
        let fired = message.spans().iter().filter(|span| span.fired).count();
        assert_eq!(fired, usize::from(calls), "{format}");
    }
}

/// Shows: dialects.playground
#[tokio::test]
async fn what_is_sent_in_a_format_is_what_its_program_would_have_posted() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    for (format, header) in FORMATS {
        let shown = opened(&alice, &hook, format).await;
        let body = shown.one("#f-body");
        let event = shown.attributes("#f-event", "value").pop();
        let event = event.unwrap_or_default();
        posted(&instance, &hook, (format, header), (&event, &body)).await;
        let sent = composed(&alice, &hook, format, (&event, &body), "send").await;
        let sent = sent.expect(303);
        let messages = hook.messages().await;
        let [.., program, portal] = messages.as_slice() else {
            panic!("two messages");
        };
        assert_eq!(
            (&portal.content, &portal.cards, &portal.name, &portal.spans),
            (&program.content, &program.cards, &program.name, &program.spans),
            "{format}"
        );
        let after = alice.browser.get(sent.location()).await.expect(200);
        let link = format!("?around={}#message-{}", portal.id, portal.id);
        assert!(after.attributes("#sent a", "href")[0].ends_with(&link));
        assert_eq!(after.one("#f-body"), body, "{format}");
        let delivery = after.attributes("#sent a", "href").pop().unwrap();
        let delivery = alice.browser.get(&delivery).await.expect(200);
        assert!(delivery.one("dl.facts").contains("Test"), "{format}");
        assert_eq!(delivery.one("#request"), body, "{format}");
    }
}

#[tokio::test]
async fn a_preview_in_a_format_shows_what_is_shortened_and_what_is_not_posted() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = json!({
        "content": "<@&7> @everyone ".to_owned() + &"x ".repeat(3_000),
        "poll": { "question": { "text": "?" } },
        "allowed_mentions": { "parse": ["roles"] },
    });
    let shown = composed(&alice, &hook, "discord", ("", &body.to_string()), "preview").await;
    let notes = shown.expect(200);
    let (text, verdicts) = (notes.one("#notes"), notes.one("#verdicts"));
    for part in ["Shortened", "content", "Not posted", "poll"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(verdicts.contains("“everyone” is not listed. List “everyone” in allowed_mentions.parse."), "{verdicts}");
    assert!(hook.messages().await.is_empty());
}

#[tokio::test]
async fn an_event_that_posts_nothing_says_so_before_and_after_it_is_sent() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let event = ("watch", "{}");
    let shown = composed(&alice, &hook, "github", event, "preview").await;
    let said = shown.expect(200).one("#preview");
    assert!(said.contains("Ignored") && said.contains("star event"), "{said}");
    let sent = composed(&alice, &hook, "github", event, "send").await;
    let after = alice.browser.get(sent.expect(303).location()).await;
    let said = after.expect(200).one("#sent");
    assert!(said.contains("Nothing is posted for this event"), "{said}");
    assert!(hook.messages().await.is_empty());
}

#[tokio::test]
async fn a_body_that_would_be_refused_is_refused_in_its_format_s_words_and_not_sent() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let large = format!("{{\"content\":\"{}\"}}", "x".repeat(64 * 1024));
    for (format, event, body, word, place, field) in [
        ("json", "", "{", "400 invalid_json", "body", "body"),
        ("json", "", r#"{"content":"a","cards":[{"title":1}]}"#, "400 invalid_request", "/cards/0/title", "body"),
        ("discord", "", r#"{"embeds":[{"title":[]}]}"#, "400 Invalid Form Body (50035)", "embeds/0/title", "body"),
        ("discord", "", "{}", "400 Cannot send an empty message (50006)", "body", "body"),
        ("slack", "", "{}", "400 no_text", "body", "body"),
        ("slack", "", "[]", "400 invalid_payload", "body", "body"),
        ("github", " ", "{}", "400 invalid_request", "X-GitHub-Event", "event"),
        ("gitlab", "", "{}", "400 invalid_request", "X-Gitlab-Event", "event"),
        ("gitlab", "Push Hook", "", "400 invalid_json", "body", "body"),
        ("alertmanager", "", "7", "400 invalid_json", "body", "body"),
        ("slack", "", &large, "413 payload_too_large", "body", "body"),
        ("discord", "", &large, "413 Request entity too large (40005)", "body", "body"),
    ] {
        for (act, status) in [("preview", 200), ("send", 422)] {
            let shown = composed(&alice, &hook, format, (event, body), act).await;
            assert_eq!(shown.status, status, "{format} {word}");
            assert!(shown.one("#preview").contains(word), "{format} {word}");
            assert!(shown.all("#refusal dt").contains(&place.to_owned()));
            assert_eq!(shown.faults(), [field], "{format} {word}");
        }
    }
    assert!(hook.messages().await.is_empty());
    let log = format!("/portal/webhooks/{}/deliveries", hook.id());
    let log = alice.browser.get(&log).await.expect(200);
    assert!(log.all("[data-delivery-id]").is_empty());
}

#[tokio::test]
async fn a_format_that_there_is_not_is_not_found() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    for format in ["native", "Discord", "teams"] {
        let path = format!("{}?format={format}", page(&hook));
        alice.browser.get(&path).await.expect(404);
        for act in ["preview", "send"] {
            let answer = composed(&alice, &hook, format, ("", "{}"), act).await;
            answer.expect(404);
        }
    }
    let path = format!("{}?format=json&delivery=x", page(&hook));
    alice.browser.get(&path).await.expect(404);
}

/// Shows: access.foreign-ids, access.hidden-channel
#[tokio::test]
async fn a_body_is_shown_again_to_those_alone_who_may_read_its_delivery() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    let secret = ("", r#"{"content":"a secret"}"#);
    let sent = composed(&alice, &hook, "discord", secret, "send").await;
    let location = sent.expect(303).location().to_owned();
    let (_, query) = location.split_once('?').unwrap();
    let own = alice.browser.get(&location).await.expect(200);
    assert!(own.one("#f-body").contains("a secret"));
    // Neither another webhook's page shows it, nor the page of another format.
    for path in [format!("{}?{query}", page(&other)), location.replace("format=discord", "format=slack")] {
        let shown = alice.browser.get(&path).await.expect(200);
        assert!(!shown.text().contains("a secret"), "{path}");
        assert_eq!(shown.one("#sent"), "");
    }
    // What a program posted is no draft.
    hook.post(json!({ "content": "by a program" })).await.expect(200);
    let log = format!("/portal/webhooks/{}/deliveries", hook.id());
    let log = alice.browser.get(&log).await.expect(200);
    let newest = log.attributes("[data-delivery-id]", "data-delivery-id");
    let path = format!("{}?format=json&delivery={}", page(&hook), newest[0]);
    let shown = alice.browser.get(&path).await.expect(200);
    assert!(!shown.one("#f-body").contains("by a program"));
    // A manager who may not view the channel that it was posted into, while the webhook posts elsewhere.
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let (nothing, view) = (Permissions::NONE, Permissions::VIEW_CHANNEL);
    acme.overwrite_member(&acme.general, &bob, nothing, view).await;
    bob.browser.get(&location).await.expect(403);
    composed(&bob, &hook, "discord", secret, "preview").await.expect(403);
    composed(&bob, &hook, "discord", secret, "send").await.expect(403);
    let stranger = instance.person("stranger").await;
    stranger.browser.get(&location).await.expect(404);
    composed(&stranger, &hook, "discord", secret, "send").await.expect(404);
    let lobby = acme.channel("lobby").await;
    let fields = [("name", "Moved"), ("channel_id", &*lobby.id.to_string())];
    let path = format!("/portal/webhooks/{}", hook.id());
    alice.browser.post(&path, &fields).await.expect(303);
    let shown = bob.browser.get(&location).await.expect(200);
    assert!(!shown.text().contains("a secret"));
    assert_eq!(shown.one("#sent"), "");
}

#[tokio::test]
async fn a_paused_webhook_sends_nothing_in_any_format() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let pause = format!("/portal/webhooks/{}/pause", hook.id());
    alice.browser.post(&pause, &[]).await.expect(303);
    let body = ("issues", "{}");
    let shown = composed(&alice, &hook, "github", body, "preview").await;
    assert!(shown.expect(200).all("button[value=send]").is_empty());
    let shown = composed(&alice, &hook, "github", body, "send").await;
    assert_eq!(shown.expect(422).faults(), ["form"]);
    assert!(hook.messages().await.is_empty());
}

#[tokio::test]
async fn the_command_sends_what_was_composed_to_the_format_s_url() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let body = "{\"content\": \"it's <b> $HOME `x`\u{202e}\"}";
    let shown = composed(&alice, &hook, "discord", ("", body), "preview").await;
    let curl = shown.expect(200).one("#playground-curl");
    assert!(curl.starts_with("curl \"$WEBHOOK_URL/discord\" \\\n"), "{curl}");
    let (_, quoted) = curl.split_once("-d '").unwrap();
    let quoted = quoted.strip_suffix('\'').unwrap().replace(r"'\''", "'");
    assert_eq!(quoted, body.replace('\u{202e}', r"\u202e"));
    let shown = opened(&alice, &hook, "gitlab").await;
    let curl = shown.one("#playground-curl");
    assert!(curl.contains("-H 'X-Gitlab-Event: Merge Request Hook'"), "{curl}");
}
