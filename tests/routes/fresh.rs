//! Actions that can't be undone ask for the password if it was entered more than a quarter of an hour ago.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::user;
use portico_store::models::oauth::{client_secret, oauth_app};
use portico_store::models::servers::{channel, role, server};
use portico_store::models::webhooks::webhook;
use sea_orm::{EntityTrait, PaginatorTrait};

use crate::support::{CALLBACK, PASSWORD, Person, TestInstance, TestOauthApp};

const QUARTER: Duration = Duration::from_secs(15 * 60);

/// A user with one of everything, and what can be done to it that can't be taken back: a path and its fields.
struct Dangerous<'h> {
    instance: &'h TestInstance,
    alice: Person<'h>,
    acts: Vec<(String, Vec<(&'static str, String)>)>,
}

impl<'h> Dangerous<'h> {
    async fn on(instance: &'h TestInstance) -> Self {
        let (alice, acme, hook) = instance.acme_with_webhook().await;
        let app: TestOauthApp<'h> = instance.oauth_app(&alice, CALLBACK).await;
        let bob = instance.person("bob").await;
        acme.join(&bob).await;
        let channel = acme.channel("quays").await;
        let role = acme.role("Crew", Permissions::NONE, true).await;
        let secret = client_secret::Entity::find().one(&*instance.app.db).await;
        let secret = secret.unwrap().unwrap().id;
        let (app_path, hook_path) = (format!("/portal/apps/{}", app.id()), format!("/portal/webhooks/{}", hook.id()));
        let sure = |name: &str| vec![("confirm", name.to_owned())];
        let heir = vec![("user_id", bob.id.to_string()), ("nickname", "bob".into())];
        let number = vec![("phone", "+4915112345642".to_owned())];
        // The milder ones first, so that each finds what it is about.
        let acts = vec![
            (format!("{app_path}/secrets"), vec![]),
            (format!("{app_path}/secrets/{secret}/delete"), vec![]),
            (format!("{app_path}/owner"), vec![("nickname", "bob".to_owned())]),
            (format!("{app_path}/delete"), sure(&app.app.name)),
            (format!("{hook_path}/url"), vec![]),
            (format!("{hook_path}/leaked"), vec![]),
            (format!("{hook_path}/creator"), vec![]),
            (format!("{hook_path}/delete"), sure("Builds")),
            (acme.settings(&format!("/channels/{}/delete", channel.id)), vec![]),
            (acme.settings(&format!("/roles/{}/delete", role.id)), vec![]),
            (acme.settings("/delete"), sure("Acme")),
            (acme.settings("/owner"), heir),
            ("/settings/phone".to_owned(), number),
            ("/settings/phone/verify".to_owned(), vec![("code", "123456".to_owned())]),
            ("/settings/phone/remove".to_owned(), vec![]),
        ];
        Self { instance, alice, acts }
    }

    /// How much there is of everything.
    async fn there_is(&self) -> Vec<String> {
        let db = &*self.instance.app.db;
        let hooks = webhook::Entity::find().all(db).await.unwrap();
        let hooks: Vec<_> = hooks.iter().map(|hook| (hook.id, hook.revision)).collect();
        let servers = server::Entity::find().all(db).await.unwrap();
        let servers: Vec<_> = servers.iter().map(|one| (one.id, one.owner_id)).collect();
        let users = user::Entity::find().all(db).await.unwrap();
        let phones: Vec<_> = users.into_iter().map(|user| user.phone).collect();
        vec![
            format!("{hooks:?} {servers:?} {phones:?}"),
            oauth_app::Entity::find().count(db).await.unwrap().to_string(),
            client_secret::Entity::find().count(db).await.unwrap().to_string(),
            channel::Entity::find().count(db).await.unwrap().to_string(),
            role::Entity::find().count(db).await.unwrap().to_string(),
            self.instance.app.sms.outbox().unwrap().messages().len().to_string(),
        ]
    }
}

/// Shows: passwords.asked-again
#[tokio::test]
async fn a_quarter_of_an_hour_after_the_password_each_of_them_asks_for_it_and_does_nothing() {
    let instance = TestInstance::open().await;
    let all = Dangerous::on(&instance).await;
    instance.clock.advance(QUARTER);
    let before = all.there_is().await;
    for (path, fields) in &all.acts {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = all.alice.browser.post(path, &fields).await;
        assert_eq!(answer.status, 303, "{path}\n{}", answer.text());
        assert!(answer.location().starts_with("/confirm?"), "{path}");
    }
    assert_eq!(all.there_is().await, before);
    // The address of a webhook, which is a secret, is not shown either.
    let hook = &all.acts[4].0;
    let page = all.alice.browser.get(hook.strip_suffix("/url").unwrap()).await;
    assert!(page.expect(200).all("#runtime-url").is_empty());
}

/// Shows: passwords.asked-again
#[tokio::test]
async fn before_that_none_of_them_asks() {
    let instance = TestInstance::open().await;
    let all = Dangerous::on(&instance).await;
    instance.clock.advance(QUARTER - Duration::from_millis(1));
    for (path, fields) in &all.acts {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = all.alice.browser.post(path, &fields).await;
        let location = answer.header("Location").unwrap_or_default();
        assert!(!location.starts_with("/confirm"), "{path}");
    }
}

#[tokio::test]
async fn a_confirmed_password_continues() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.clock.advance(QUARTER);
    let fields = [("password", PASSWORD), ("next", "/settings/phone")];
    let confirmed = alice.browser.post("/confirm", &fields).await.expect(303);
    assert_eq!(confirmed.location(), "/settings/phone");
    alice.browser.post("/settings/phone/remove", &[]).await.expect(303);
    let user = user::Entity::find_by_id(alice.id).one(&*instance.app.db).await;
    assert_eq!(user.unwrap().unwrap().phone, None);
}

/// Shows: passwords.asked-again, accounts.deletion-proof
#[tokio::test]
async fn changing_the_password_and_deleting_the_account_always_ask_for_the_password() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for wrong in ["", "wrong"] {
        for (path, fields) in [
            ("/settings/password", [("current", wrong), ("password", "a-new-lamp-on-the-quay")]),
            ("/settings/delete", [("password", wrong), ("confirm", "alice")]),
        ] {
            alice.browser.post(path, &fields).await.expect(422);
        }
    }
    let fields = [("login", "alice"), ("password", PASSWORD)];
    instance.browser().post("/sign-in", &fields).await.expect(303);
}

/// Shows: sessions.sign-out
#[tokio::test]
async fn a_session_that_was_ended_meanwhile_is_not_renewed_by_the_password() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (session, user) = {
        let token = alice.browser.cookie("portico").unwrap();
        let found = portico_store::models::Session::find(&instance.app, &token.as_str().into()).await;
        found.unwrap().unwrap()
    };
    session.end(&instance.app).await.unwrap();
    let asking =
        portico_store::models::accounts::session::Browser { user_agent: "Test", address: [127, 0, 0, 1].into() };
    assert!(session.renew(&instance.app, &user, asking).await.is_err());
    alice.browser.get("/settings/profile").await.expect(303);
}
