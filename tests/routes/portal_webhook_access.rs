//! Who can open a webhook's pages, and who can't.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::oauth::overview::{ListedWebhook, Overview, WebhookPage};
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::member;
use sea_orm::EntityTrait;
use serde_json::json;

use crate::support::{Person, TestInstance, TestWebhook};

fn page(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}", hook.id())
}

/// Every route that names a webhook: its path, and whether it is asked with GET.
const ROUTES: [(&str, bool); 17] = [
    ("", true),
    ("", false),
    ("/url", false),
    ("/creator", true),
    ("/creator", false),
    ("/leaked", true),
    ("/leaked", false),
    ("/test", false),
    ("/pause", false),
    ("/resume", false),
    ("/delete", false),
    ("/playground", true),
    ("/playground", false),
    ("/setup", true),
    ("/settings", true),
    ("/deliveries", true),
    ("/deliveries/1", true),
];

async fn refused(hook: &TestWebhook<'_>, person: &Person<'_>, status: u16) {
    let channel = hook.webhook.channel_id.to_string();
    let fields = [("name", "Mine"), ("channel_id", channel.as_str()), ("confirm", "Builds")];
    for (route, get) in ROUTES {
        let path = format!("{}{route}", page(hook));
        let answer = if get { person.browser.get(&path).await } else { person.browser.post(&path, &fields).await };
        assert_eq!(answer.status, status, "{path}");
        assert!(!answer.text().contains(hook.token()), "{path}");
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()), "nothing changed");
    assert!(hook.messages().await.is_empty());
}

/// Shows: access.stranger
#[tokio::test]
async fn to_strangers_a_webhook_does_not_exist() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    refused(&hook, &instance.person("stranger").await, 404).await;
}

/// Shows: access.no-permission
#[tokio::test]
async fn members_who_do_not_manage_the_server_do_nothing_with_its_webhooks() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    let plain = instance.person("plain").await;
    let everything_else = Permissions::MANAGE_CHANNELS
        | Permissions::MANAGE_ROLES
        | Permissions::SEND_MESSAGES
        | Permissions::MENTION_ALL;
    acme.join_with(&plain, everything_else).await;
    refused(&hook, &plain, 403).await;
}

/// Shows: access.just-lost
#[tokio::test]
async fn a_member_who_just_lost_the_permission_does_nothing_any_more() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let role = acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let hook = acme.webhook(&bob, &acme.general).await;
    bob.browser.get(&page(&hook)).await.expect(200);
    member::held::Entity::delete_by_id((acme.id(), bob.id, role.id)).exec(&*instance.app.db).await.unwrap();
    refused(&hook, &bob, 403).await;
    member::Entity::delete_by_id((acme.id(), bob.id)).exec(&*instance.app.db).await.unwrap();
    refused(&hook, &bob, 404).await;
}

/// Shows: access.signed-out
#[tokio::test]
async fn signed_out_people_are_sent_to_sign_in() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let browser = instance.browser();
    for (route, get) in ROUTES {
        let path = format!("{}{route}", page(&hook));
        let answer = if get { browser.get(&path).await } else { browser.post(&path, &[]).await };
        assert!(answer.expect(303).location().starts_with("/sign-in"), "{path}");
    }
    for path in ["/portal/webhooks/new", "/portal/webhooks"] {
        let answer =
            if path.ends_with("new") { browser.get(path).await } else { browser.post(path, &[("name", "x")]).await };
        assert!(answer.expect(303).location().starts_with("/sign-in"), "{path}");
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
}

#[tokio::test]
async fn every_manager_manages_it_and_its_creator_stays() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let builds = acme.channel("builds").await;
    let fields = [("name", "Alarms"), ("channel_id", &builds.id.to_string())];
    bob.browser.post(&page(&hook), &fields).await.expect(303);
    let row = hook.row().await.unwrap();
    assert_eq!((row.name.as_str(), row.channel_id), ("Alarms", builds.id));
    assert_eq!(row.creator_id, Some(alice.id));
    assert_eq!(row.token_hash, hook.webhook.token_hash);
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn a_manager_finds_the_webhooks_of_all_their_servers_and_of_no_other() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    let bobs = instance.server("Bobs", &bob).await;
    bobs.webhook(&bob, &bobs.general).await;
    bobs.join(&alice).await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    hook.post(json!({})).await.expect(400);
    instance.app.log.settled().await;
    let now = instance.app.now();
    let listed = managed(&instance, &alice).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].id, hook.id());
    assert_eq!(listed[0].server_name, "Acme");
    let seen = listed[0].seen.as_ref().unwrap();
    assert_eq!(seen.channel_name, "general");
    assert_eq!(seen.last_used_at, Some(now));
    assert_eq!(seen.recent_failures, 1);
    assert_eq!(listed[0].creator.as_deref(), Some("alice"));
    acme.join_with(&bob, Permissions::ADMINISTRATOR).await;
    let listed = managed(&instance, &bob).await;
    let names: Vec<_> = listed.iter().map(|listed| listed.server_name.as_str()).collect();
    assert_eq!(names, ["Bobs", "Acme"]);
    let carol = instance.person("carol").await;
    assert!(managed(&instance, &carol).await.is_empty());
}

/// The webhooks that the portal's home lists.
async fn managed(instance: &TestInstance, person: &Person<'_>) -> Vec<ListedWebhook> {
    let access = access(instance, person).await;
    let now = instance.app.now();
    let overview = Overview::load(&instance.app.db, &access, WebhookPage::ALL, now).await;
    overview.unwrap().webhooks
}

async fn access(instance: &TestInstance, person: &Person<'_>) -> UserAccess {
    UserAccess::load(&instance.app.db, person.id).await.unwrap()
}
