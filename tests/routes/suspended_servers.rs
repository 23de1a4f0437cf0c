//! What a suspended server's members, webhooks and invites get wherever it shows: search, completions, streams, inboxes, push
//! messages, the paths of webhook URLs, and the portal. Suspending one, and what its own pages say, is tested in `admin_servers`.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::instance::sign_up::SignUpMode;
use portico_store::models::{Invite, Operator};
use rocket::http::{Header, Method};
use serde_json::json;

use super::admin_servers::WHY;
use crate::support::{Answer, Community, ListeningNode, PASSWORD, Person, TestInstance, TestWebhook, problem};

/// Alice's server Acme with Bob as a member, and another one with both.
async fn both<'h>(instance: &'h TestInstance) -> (Person<'h>, Person<'h>, Community<'h>, Community<'h>) {
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let (acme, other) = (instance.server("Acme", &alice).await, instance.server("Other", &alice).await);
    acme.join(&bob).await;
    other.join(&bob).await;
    (alice, bob, acme, other)
}

/// Shows: console.suspended-server
#[tokio::test]
async fn nothing_of_a_suspended_server_is_found_or_completed() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, other) = both(&instance).await;
    let mallory = instance.person("mallory").await;
    for server in [&acme, &other] {
        alice.say(&server.general, "plum jam @bob").await.expect(303);
    }
    let search = |server: &Community<'_>, query: &str| format!("/servers/{}/search?q={query}", server.id());
    let completions =
        |server: &Community<'_>, typed: &str| format!("/channels/{}/completions?q={typed}", server.general.id);
    let found = async |server: &Community<'_>| {
        let page = bob.browser.get(&search(server, "jam")).await.expect(200);
        page.all(".search-results [data-message-id]").len()
    };
    assert_eq!((found(&acme).await, found(&other).await), (1, 1));
    acme.suspend().await;
    for path in [search(&acme, ""), search(&acme, "jam"), search(&acme, "mentions%3Ame")] {
        let page = bob.browser.get(&path).await.expect(403);
        assert!(page.text().contains("This server is suspended"), "{path}");
        assert!(!page.text().contains("plum") && !page.text().contains(WHY));
        let page = alice.browser.get(&path).await.expect(403);
        assert!(page.text().contains(WHY) && !page.text().contains("plum"));
        mallory.browser.get(&path).await.expect(404);
        let signed_out = instance.browser().get(&path).await.expect(303);
        assert!(signed_out.location().starts_with("/sign-in"));
    }
    for typed in ["%40al", "%40", "%23ge"] {
        let path = completions(&acme, typed);
        for person in [&alice, &bob] {
            let refused = person.browser.get(&path).await.expect(403);
            assert!(!refused.text().contains(r#"{"completions""#), "{typed}");
            assert!(!refused.text().contains("#general"), "{typed}");
        }
        mallory.browser.get(&path).await.expect(404);
        bob.browser.get(&completions(&other, typed)).await.expect(200);
    }
    // Its channels complete nothing elsewhere, and its messages are found nowhere else.
    let page = bob.browser.get(&completions(&other, "%23")).await;
    assert_eq!(page.json()["completions"].as_array().unwrap().len(), 1);
    assert_eq!(found(&other).await, 1);
    acme.restore().await;
    assert_eq!((found(&acme).await, found(&other).await), (1, 1));
    bob.browser.get(&completions(&acme, "%40al")).await.expect(200);
}

/// Shows: access.streams
#[tokio::test]
async fn an_open_stream_of_a_suspended_server_ends_and_no_new_one_is_opened() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let (alice, bob, acme, other) = both(&instance).await;
    let events = |server: &Community<'_>| format!("/channels/{}/events", server.general.id);
    let mut here = served.listen(&bob, &events(&acme)).await;
    let mut there = served.listen(&bob, &events(&other)).await;
    let said = served.say(&alice, &acme.general, "Before").await;
    assert_eq!(here.next().await.unwrap().id, said.id.to_string());
    acme.suspend_on(&served.app).await;
    assert_eq!(here.next().await, None);
    // A browser that connects again is told to stop, not to try again.
    let status = async |person: &Person<'_>, path: &str| served.get(person, path, &[]).await.status().as_u16();
    assert_eq!(status(&bob, &events(&acme)).await, 403);
    assert_eq!(status(&alice, &events(&acme)).await, 403);
    let said = served.say(&alice, &other.general, "After").await;
    assert_eq!(there.next().await.unwrap().id, said.id.to_string());
    acme.restore_on(&served.app).await;
    let mut again = served.listen(&bob, &events(&acme)).await;
    let said = served.say(&alice, &acme.general, "Again").await;
    assert_eq!(again.next().await.unwrap().id, said.id.to_string());
}

#[tokio::test]
async fn the_inbox_lists_no_mention_of_a_suspended_server_and_marks_none_as_read() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, other) = both(&instance).await;
    for (server, text) in [(&acme, "here @bob"), (&acme, "here @all"), (&other, "there @bob")] {
        alice.say(&server.general, text).await.expect(303);
    }
    let inbox = async || bob.browser.get("/inbox").await.expect(200);
    let texts = async || inbox().await.all(".inbox-row.unread .content");
    let ids = inbox().await.attributes(".inbox-row", "data-message-id");
    assert_eq!(texts().await, ["there @bob", "here @all", "here @bob"]);
    acme.suspend().await;
    assert_eq!(texts().await, ["there @bob"]);
    assert_eq!(inbox().await.all(".inbox-row").len(), 1);
    assert_eq!(inbox().await.one("[data-inbox-count]"), "1");
    // Neither one of them nor all are marked.
    let one = [("message_id", &*ids[2])];
    bob.browser.post("/inbox/read", &one).await.expect(403);
    let read = format!("/channels/{}/read", acme.general.id);
    bob.browser.post(&read, &[("up_to", &ids[1])]).await.expect(403);
    bob.browser.post("/inbox/read", &[]).await.expect(303);
    assert_eq!(texts().await, [""; 0]);
    acme.restore().await;
    assert_eq!(texts().await, ["here @all", "here @bob"]);
}

/// What a client sees of an answer, but the counts of its rate limits.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, String) {
    let mut headers = answer.headers.clone();
    headers.retain(|(name, _)| !name.to_ascii_lowercase().contains("ratelimit"));
    (answer.status, headers, answer.text())
}

async fn send(instance: &TestInstance, method: Method, path: &str, body: &str) -> Answer {
    let mut request = instance.client.req(method, path.to_owned()).body(body);
    for (name, value) in
        [("Content-Type", "application/json"), ("X-GitHub-Event", "ping"), ("X-Gitlab-Event", "Push Hook")]
    {
        request.add_header(Header::new(name, value));
    }
    Answer::read(request.dispatch().await).await
}

/// Every path of a webhook URL with a method and a body that it takes.
fn requests(hook: &TestWebhook<'_>, message: i64) -> Vec<(Method, String, &'static str)> {
    let (id, token) = (hook.id(), hook.token());
    let native = r#"{"content":"Hello"}"#;
    let alert = r#"{"version":"4","status":"firing","alerts":[]}"#;
    let mut all = vec![
        (Method::Post, format!("/webhooks/{id}/{token}"), native),
        (Method::Post, format!("/webhooks/{id}/{token}/discord"), native),
        (Method::Post, format!("/webhooks/{id}/{token}/slack"), r#"{"text":"Hello"}"#),
        (Method::Post, format!("/webhooks/{id}/{token}/github"), "{}"),
        (Method::Post, format!("/webhooks/{id}/{token}/gitlab"), "{}"),
        (Method::Post, format!("/webhooks/{id}/{token}/alertmanager"), alert),
        (Method::Post, format!("/webhooks/{id}/hooks/{token}"), r#"{"text":"Hello"}"#),
        (Method::Post, format!("/hooks/{id}/{token}"), r#"{"text":"Hello"}"#),
        (Method::Get, format!("/api/webhooks/{id}/{token}"), ""),
        (Method::Post, format!("/api/webhooks/{id}/{token}?wait=true"), native),
        (Method::Post, format!("/api/v10/webhooks/{id}/{token}"), native),
        (Method::Post, format!("/api/webhooks/{id}/{token}/slack"), r#"{"text":"Hello"}"#),
        (Method::Post, format!("/api/webhooks/{id}/{token}/github"), "{}"),
    ];
    for prefix in ["/webhooks", "/api/webhooks", "/api/v10/webhooks"] {
        let one = format!("{prefix}/{id}/{token}/messages/{message}");
        all.push((Method::Get, one.clone(), ""));
        all.push((Method::Head, one.clone(), ""));
        all.push((Method::Patch, one.clone(), native));
        all.push((Method::Delete, one, ""));
    }
    all
}

/// Shows: console.suspended-server
#[tokio::test]
async fn every_path_of_a_webhook_of_a_suspended_server_answers_as_if_there_were_none() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    let stored = hook.say("Before", &[]).await.expect(200).json();
    let message = stored["message"]["id"].as_i64().unwrap();
    let key = [("Idempotency-Key", "key-of-a-post-before")];
    let body = json!({ "content": "Once" }).to_string();
    hook.post_with(&key, &body).await.expect(200);
    acme.suspend().await;
    let own = format!("/{}/", hook.id());
    for (method, path, body) in requests(&hook, message) {
        let refused = send(&instance, method, &path, body).await;
        let unknown = send(&instance, method, &path.replacen(&own, "/1/", 1), body).await;
        assert_eq!(refused.status, 404, "{method} {path}");
        assert_eq!(seen(&refused), seen(&unknown), "{method} {path}");
    }
    // Not even what was stored before is answered again.
    problem(hook.post_with(&key, &body).await, 404, "unknown_webhook");
    assert_eq!(hook.messages().await.len(), 2);
    assert_eq!(hook.messages().await[0].content, "Before");
    acme.restore().await;
    hook.post_with(&key, &body).await.expect(200);
    assert_eq!(hook.messages().await.len(), 2);
    for (method, path, body) in requests(&hook, message) {
        let answer = send(&instance, method, &path, body).await;
        // The message is deleted by the first of its paths.
        let is_gone = path.contains("/messages/") && hook.messages().await[0].id != message.into();
        assert_ne!((answer.status == 404, is_gone), (true, false), "{method} {path}");
    }
}

/// Shows: invites.dead
#[tokio::test]
async fn the_invites_of_a_suspended_server_name_it_to_no_one_and_sign_no_one_up() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = both(&instance).await;
    let invite = Invite::create(&instance.app, alice.id, acme.id());
    let path = format!("/invites/{}", invite.await.unwrap().code);
    let changed = SignUpMode::Invite.set(&instance.app, &Operator::TERMINAL);
    assert!(changed.await.unwrap());
    let sign_up = async |nickname: &str| {
        let fields = [("nickname", nickname), ("name", "Some One"), ("password", PASSWORD), ("next", &*path)];
        instance.browser().post("/sign-up", &fields).await
    };
    acme.suspend().await;
    let signed_out = instance.browser().get(&path).await.expect(404);
    assert!(!signed_out.text().contains("Acme"));
    let refused = sign_up("carol").await.expect(403);
    assert!(refused.text().contains("You need an invite"));
    // Nor does it lead those who are members already.
    let page = bob.browser.get(&path).await.expect(404);
    assert!(!page.text().contains("Acme"));
    // No one makes or deletes one meanwhile.
    let invites = acme.settings("/invites");
    for person in [&alice, &bob] {
        person.browser.get(&invites).await.expect(403);
        person.browser.post(&invites, &[]).await.expect(403);
    }
    acme.restore().await;
    assert!(instance.browser().get(&path).await.expect(200).text().contains("Acme"));
    sign_up("carol").await.expect(303);
}

#[tokio::test]
async fn the_portal_says_whose_webhooks_answer_404_and_only_to_those_who_manage_them() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    acme.join(&bob).await;
    acme.join_with(&carol, Permissions::MANAGE_SERVER).await;
    let row = format!("#suspended-{}", acme.id());
    let portal = async |person: &Person<'_>| person.browser.get("/portal").await.expect(200);
    let page = format!("/portal/webhooks/{}", hook.id());
    for person in [&alice, &bob, &carol] {
        assert!(portal(person).await.all(&row).is_empty());
    }
    acme.suspend().await;
    // Its owner reads why, another manager that there is a reason, and no one else that there are webhooks.
    let home = portal(&alice).await;
    assert!(home.one(&row).contains("Acme") && home.one(&row).contains(WHY));
    assert!(home.text().contains("the response to every post is 404"));
    assert!(home.all(&format!("a[href='{page}']")).is_empty());
    let home = portal(&carol).await;
    assert!(home.one(&row).contains("Acme") && !home.text().contains(WHY));
    let home = portal(&bob).await;
    assert!(home.all(&row).is_empty() && !home.text().contains("Acme"));
    for path in ["", "/setup", "/settings", "/deliveries", "/playground"] {
        let path = format!("{page}{path}");
        let refused = alice.browser.get(&path).await.expect(403);
        assert!(refused.text().contains(WHY), "{path}");
        let about_webhooks = "every post to its webhooks is 404";
        assert!(refused.text().contains(about_webhooks), "{path}");
        assert!(!refused.text().contains(hook.token()), "{path}");
        for person in [&bob, &carol] {
            let refused = person.browser.get(&path).await.expect(403);
            assert!(refused.text().contains("This server is suspended"));
            assert!(!refused.text().contains(WHY), "{path}");
        }
    }
    for act in ["/test", "/pause", "/delete", "/playground"] {
        let fields = [("confirm", "Builds"), ("content", "Hello")];
        let path = format!("{page}{act}");
        alice.browser.post(&path, &fields).await.expect(403);
    }
    let fields = [("channel_id", &*acme.general.id.to_string()), ("name", "New")];
    let refused = alice.browser.post("/portal/webhooks", &fields).await;
    assert!(refused.status >= 400, "{}", refused.status);
    let row_now = hook.row().await.unwrap();
    assert!(row_now.paused_at.is_none() && hook.messages().await.is_empty());
    acme.restore().await;
    let home = portal(&alice).await;
    assert!(home.all(&row).is_empty());
    let links = home.all(&format!("a[href='{page}']"));
    assert!(links.contains(&"Builds".to_owned()), "{links:?}");
}
