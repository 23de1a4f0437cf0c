//! A second step that the instance or a server requires of those with power over others.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::WebhookId;
use portico_store::models::User;
use portico_store::models::accounts::second_step_setup;

use crate::support::{Answer, Authenticator, Browser, CALLBACK, Community, Person, TestInstance};

impl TestInstance {
    /// An instance that requires a second step.
    async fn requiring() -> Self {
        Self::configured(|figment| figment.merge(("require_second_step", true))).await
    }
}

/// Expects the page that leads to the settings.
#[track_caller]
fn expect_required(answer: Answer, what: &str) {
    assert_eq!(answer.status, 403, "{what}: {}", answer.text());
    let text = answer.text();
    assert!(text.contains("Set up two-step sign-in first"), "{what}");
    let links = answer.attributes("main .actions a", "href");
    assert_eq!(links[0], "/settings/security", "{what}");
}

/// Shows: second-step.required-instance
#[tokio::test]
async fn an_admin_without_one_has_no_console() {
    let instance = TestInstance::requiring().await;
    let root = instance.admin("root").await;
    expect_required(root.browser.get("/admin").await, "/admin");
    let user = User::find(&instance.app.db, root.id).await.unwrap().unwrap();
    let disable = [("act", "disable"), ("reason", "Spam")];
    let path = format!("/admin/users/{}", user.id);
    expect_required(root.browser.post(&path, &disable).await, &path);
}

/// Everything of a server that needs power over it: pages, and forms.
async fn walk(browser: &Browser<'_>, acme: &Community<'_>, hook_id: WebhookId) -> Vec<(String, Answer)> {
    let hook = format!("/portal/webhooks/{hook_id}");
    let mut seen = Vec::new();
    for section in ["", "/channels", "/roles", "/members", "/invites", "/bans", "/audit"] {
        let path = acme.settings(section);
        seen.push((path.clone(), browser.get(&path).await));
    }
    for page in ["", "/setup", "/settings", "/deliveries", "/playground", "/creator", "/leaked"] {
        let path = format!("{hook}{page}");
        seen.push((path.clone(), browser.get(&path).await));
    }
    let channel = acme.general.id.to_string();
    let forms: Vec<(String, Vec<(&str, &str)>)> = vec![
        (acme.settings(""), vec![("name", "Umbrella")]),
        (acme.settings("/channels"), vec![("name", "quays")]),
        (acme.settings("/roles"), vec![("name", "Crew")]),
        (acme.settings("/invites"), vec![]),
        (format!("{hook}/url"), vec![]),
        (format!("{hook}/pause"), vec![]),
        (format!("{hook}/delete"), vec![("confirm", "Builds")]),
        (format!("{hook}/test"), vec![]),
        ("/portal/webhooks".to_owned(), vec![("name", "Other"), ("channel_id", &channel)]),
    ];
    for (path, fields) in forms {
        let answer = match path.ends_with("/webhooks") {
            true => browser.upload(&path, &fields, &[]).await,
            false => browser.post(&path, &fields).await,
        };
        seen.push((path, answer));
    }
    seen
}

async fn expect_chat(person: &Person<'_>, acme: &Community<'_>) {
    person.feed(&acme.general).await;
    person.say(&acme.general, "hello").await.expect(303);
    for path in ["/inbox", "/servers", "/settings/profile", "/settings/security"] {
        person.browser.get(path).await.expect(200);
    }
}

/// Shows: second-step.required-instance
#[tokio::test]
async fn an_instance_can_require_a_second_step_of_those_who_manage_servers_and_of_no_one_else() {
    let instance = TestInstance::requiring().await;
    let alice = instance.protected("alice").await;
    let acme = instance.server("Acme", &alice).await;
    let hook = acme.webhook(&alice, &acme.general).await;
    alice.browser.get(&acme.settings("")).await.expect(200);
    let done = second_step_setup::reset(&instance.app, &alice.user, &portico_store::models::Operator::TERMINAL).await;
    assert!(done.unwrap());
    let before = (instance.all_of_servers().await, instance.audited().await.len());
    for (path, answer) in walk(&alice.browser, &acme, hook.id()).await {
        expect_required(answer, &path);
    }
    let after = (instance.all_of_servers().await, instance.audited().await.len());
    assert_eq!(before, after);
    assert_eq!(hook.row().await.unwrap().revision, hook.webhook.revision);
    // The rest of the chat goes on, and the pages that lead there say what is missing.
    expect_chat(&alice, &acme).await;
    let feed = alice.feed(&acme.general).await;
    let settings = acme.settings("");
    assert!(feed.attributes("a", "href").contains(&settings));
    let portal = alice.browser.get("/portal").await.expect(200);
    assert_eq!(portal.all("#waits").len(), 1);
    expect_required(alice.browser.get("/portal/webhooks/new").await, "new");
    // Members without power are asked for nothing.
    let bob = instance.person("bob").await;
    acme.join(&bob).await;
    expect_chat(&bob, &acme).await;
    let answer = bob.browser.get(&settings).await.expect(403);
    assert!(!answer.text().contains("two-step"));
    let portal = bob.browser.get("/portal").await.expect(200);
    assert!(portal.all("#waits").is_empty());
    // With a passkey, all of it opens.
    alice.browser.add_passkey(&Authenticator::new()).await.expect(303);
    crate::support::shown_codes(&alice.browser.get(crate::support::RECOVERY).await);
    alice.browser.get(&settings).await.expect(200);
    let fields = [("name", "Umbrella")];
    alice.browser.post(&settings, &fields).await.expect(303);
    let portal = alice.browser.get("/portal").await.expect(200);
    assert!(portal.all("#waits").is_empty());
}

/// Shows: second-step.required-instance
#[tokio::test]
async fn an_instance_can_require_a_second_step_of_those_who_own_apps() {
    let instance = TestInstance::requiring().await;
    let alice = instance.protected("alice").await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    let path = format!("/portal/apps/{}", app.id());
    alice.browser.get(&path).await.expect(200);
    // Without it, none is made and none is accepted.
    let bob = instance.person("bob").await;
    expect_required(bob.browser.get("/portal/apps/new").await, "new");
    let fields = [("name", "Kite"), ("redirect_uris", CALLBACK)];
    let made = bob.browser.upload("/portal/apps", &fields, &[]).await;
    expect_required(made, "create");
    let offered = [("nickname", "bob")];
    alice.browser.post(&format!("{path}/owner"), &offered).await.expect(303);
    let page = bob.browser.get("/settings/transfers").await.expect(200);
    let accept = page.attributes("form[action$='/accept']", "action").remove(0);
    expect_required(bob.browser.post(&accept, &[]).await, "accept");
    alice.browser.post(&format!("{path}/owner/cancel"), &[]).await.expect(303);
    // An owner who gives their second step up.
    let totp = crate::support::TOTP;
    alice.browser.post(totp, &[("act", "remove")]).await.expect(303);
    for section in ["", "/setup", "/activity", "/settings", "/playground", "/try", "/audit", "/owner"] {
        let page = alice.browser.get(&format!("{path}{section}")).await;
        expect_required(page, section);
    }
    for (section, fields) in
        [("/secrets", &[][..]), ("/owner", &offered), ("/delete", &[("confirm", "Kite")]), ("/try", &[])]
    {
        let answer = alice.browser.post(&format!("{path}{section}"), fields).await;
        expect_required(answer, section);
    }
    let portal = alice.browser.get("/portal").await.expect(200);
    assert_eq!(portal.all("#waits").len(), 1);
    // People still sign in with it.
    let code = app.code_for(&bob).await;
    app.exchange(&code).await.expect(200);
}

/// Shows: second-step.required-server
#[tokio::test]
async fn a_server_can_require_a_second_step_of_those_who_manage_it() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    let manages = [Permissions::MANAGE_SERVER, Permissions::MANAGE_CHANNELS, Permissions::MANAGE_ROLES];
    acme.join_with(&bob, manages.into_iter().collect()).await;
    let carol = instance.person("carol").await;
    acme.join_with(&carol, Permissions::ADMINISTRATOR).await;
    let dora = instance.person("dora").await;
    acme.join_with(&dora, Permissions::MANAGE_CHANNELS).await;
    let other = instance.server("Umbrella", &bob).await;
    let settings = acme.settings("");
    let on = [("name", "Acme"), ("requires_second_step", "on")];
    // It takes one to require one.
    let page = alice.browser.post(&settings, &on).await.expect(422);
    assert_eq!(page.faults(), ["form"]);
    alice.browser.add_passkey(&Authenticator::new()).await.expect(303);
    crate::support::shown_codes(&alice.browser.get(crate::support::RECOVERY).await);
    alice.browser.post(&settings, &on).await.expect(303);
    let page = alice.browser.get(&settings).await.expect(200);
    assert_eq!(page.attributes("#f-requires_second_step", "checked").len(), 1);
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!(entry.action, "server_second_step_set");
    for person in [&bob, &carol] {
        for (path, answer) in walk(&person.browser, &acme, hook.id()).await {
            expect_required(answer, &path);
        }
        expect_chat(person, &acme).await;
    }
    // Elsewhere they manage as before, and who holds neither of the two permissions is not asked.
    bob.browser.get(&other.settings("")).await.expect(200);
    dora.browser.get(&acme.settings("/channels")).await.expect(200);
    let fields = [("name", "quays")];
    dora.browser.post(&acme.settings("/channels"), &fields).await.expect(303);
    // An administrator sees the channels that only administrators see.
    let hidden = acme.channel("hidden").await;
    let all = acme.all().await;
    acme.overwrite_role(&hidden, &all, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    carol.feed(&hidden).await;
    // Switched off, all is as before.
    alice.browser.post(&settings, &[("name", "Acme")]).await.expect(303);
    bob.browser.get(&settings).await.expect(200);
    let entry = instance.audited().await.pop().unwrap();
    assert_eq!(entry.action, "server_second_step_set");
}

/// Shows: second-step.required-server
#[tokio::test]
async fn members_who_may_not_manage_a_server_require_nothing_there() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let bob = instance.protected("bob").await;
    acme.join(&bob).await;
    let mallory = instance.protected("mallory").await;
    let on = [("name", "Acme"), ("requires_second_step", "on")];
    let settings = acme.settings("");
    bob.browser.post(&settings, &on).await.expect(403);
    mallory.browser.post(&settings, &on).await.expect(404);
    let led = instance.browser().post(&settings, &on).await.expect(303);
    assert!(led.location().starts_with("/sign-in"));
    alice.browser.get(&settings).await.expect(200);
}

/// Shows: second-step.required-server
#[tokio::test]
async fn power_over_messages_of_others_and_ownership_wait_too() {
    let instance = TestInstance::requiring().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    bob.say(&acme.general, "hello").await.expect(303);
    let feed = bob.feed(&acme.general).await;
    let message = feed.attributes("[data-message-id]", "data-message-id").remove(0);
    let delete = format!("/channels/{}/messages/{message}/delete", acme.general.id);
    expect_required(alice.browser.post(&delete, &[]).await, "delete");
    let owner = acme.settings("/owner");
    let heir = bob.id.to_string();
    let fields = [("user_id", heir.as_str())];
    expect_required(alice.browser.post(&owner, &fields).await, "owner");
    let (delete_all, sure) = (acme.settings("/delete"), [("confirm", "Acme")]);
    expect_required(alice.browser.post(&delete_all, &sure).await, "server");
    // Their own messages are theirs.
    alice.say(&acme.general, "good morning").await.expect(303);
    let feed = alice.feed(&acme.general).await;
    let own = feed.attributes("[data-message-id]", "data-message-id").pop().unwrap();
    let delete = format!("/channels/{}/messages/{own}/delete", acme.general.id);
    alice.browser.post(&delete, &[]).await.expect(303);
}
