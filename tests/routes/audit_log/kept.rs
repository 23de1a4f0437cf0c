//! What a log keeps, with which names and for how long: an entry is written with its action or not at all.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::manage::Settings;
use portico_store::models::webhooks::webhook::WebhookChanges;
use portico_store::models::{Channel, Role, Server, Webhook};
use rocket::tokio;
use sea_orm::{ConnectionTrait, DbBackend};

use super::{log, two_hands};
use crate::support::{PASSWORD, TestInstance};

const UMBRELLA: Settings<'static> =
    Settings { name: Some("Umbrella"), pictures_on_click: None, requires_second_step: None };

/// Shows: audit.kept
#[tokio::test]
async fn an_entry_keeps_the_names_that_things_had() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let ops = acme.channel("ops").await;
    let moved = WebhookChanges {
        channel_id: Some(&ops.id.to_string()),
        name: Some("Builds"),
        avatar: Ok(None),
        remove_avatar: false,
    };
    Webhook::edit(&instance.app, alice.id, hook.id(), moved).await.unwrap();
    let changes = portico_store::models::servers::channel::ChannelChanges { name: Some("quays"), ..Default::default() };
    Channel::edit(&instance.app, alice.id, acme.id(), ops.id, changes).await.unwrap();
    Channel::delete(&instance.app, alice.id, acme.id(), ops.id).await.unwrap();
    let page = log(&acme, &alice, "").await.expect(200);
    assert_eq!(
        page.sentences(),
        [
            "Alice deleted the channel #quays",
            "Alice renamed the channel #ops to #quays",
            "Alice moved the webhook Builds from #general to #ops",
            "Alice created the webhook Builds, which posts into #general",
        ]
    );
}

/// Shows: audit.kept
#[tokio::test]
async fn an_entry_outlives_the_account_of_its_actor() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = two_hands(&instance).await;
    let fields = [("confirm", "bob"), ("password", PASSWORD)];
    bob.browser.post("/settings/delete", &fields).await.expect(303);
    let query = format!("?actor={}", bob.id);
    let page = log(&acme, &alice, &query).await.expect(200);
    assert_eq!(page.sentences(), ["Bob created the role Bobs"]);
    let under = page.one(".audit-entry .list-sub");
    assert!(under.starts_with("@bob · deleted account · "), "{under}");
    let choices = page.all("#f-actor option");
    assert!(choices.contains(&"@bob (Bob, deleted account)".to_owned()));
}

#[tokio::test]
async fn a_renamed_user_is_shown_with_the_current_name() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = two_hands(&instance).await;
    let fields = [("nickname", "robert"), ("name", "Robert")];
    bob.browser.upload("/settings/profile", &fields, &[]).await.expect(303);
    let query = format!("?actor={}", bob.id);
    let page = log(&acme, &alice, &query).await.expect(200);
    assert_eq!(page.sentences(), ["Robert created the role Bobs"]);
    assert!(page.one(".audit-entry .list-sub").starts_with("@robert · "));
}

/// Shows: audit.one-transaction
#[tokio::test]
async fn where_no_entry_can_be_written_nothing_is_done() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let db = &*instance.app.db;
    db.execute_unprepared("ALTER TABLE audit_entries RENAME TO audit_entries_away").await.unwrap();
    let servers = instance.all_of_servers().await;
    for (path, fields) in [
        (acme.settings(""), [("name", "Umbrella")]),
        (acme.settings("/channels"), [("name", "quays")]),
        (acme.settings("/roles"), [("name", "Crew")]),
        (acme.settings("/invites"), [("name", "")]),
        (acme.settings("/delete"), [("confirm", "Acme")]),
        (format!("/portal/webhooks/{}/url", hook.id()), [("name", "")]),
        (format!("/portal/webhooks/{}/delete", hook.id()), [("confirm", "Builds")]),
    ] {
        let answer = alice.browser.post(&path, &fields).await;
        assert!(answer.status >= 500, "{} of {path}", answer.status);
    }
    assert_eq!(instance.all_of_servers().await, servers);
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
}

/// Whatever enters the log from now on makes its transaction fail at the very end.
async fn break_commits(instance: &TestInstance) {
    let db = &*instance.app.db;
    let promise = "CREATE TABLE promises (kept BIGINT REFERENCES servers (id) DEFERRABLE INITIALLY DEFERRED)";
    db.execute_unprepared(promise).await.unwrap();
    let broken = match db.get_database_backend() {
        DbBackend::Sqlite => {
            "CREATE TRIGGER broken AFTER INSERT ON audit_entries \
             BEGIN INSERT INTO promises VALUES (1); END"
        }
        _ => {
            "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN INSERT INTO promises VALUES (1); RETURN NULL; END $$; \
             CREATE TRIGGER broken AFTER INSERT ON audit_entries \
             FOR EACH ROW EXECUTE FUNCTION broken()"
        }
    };
    db.execute_unprepared(broken).await.unwrap();
}

/// Shows: audit.one-transaction
#[tokio::test]
async fn a_transaction_that_fails_leaves_no_entry() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let (entries, servers) = (instance.audited().await, instance.all_of_servers().await);
    break_commits(&instance).await;
    let renamed = Server::edit(&instance.app, alice.id, acme.id(), UMBRELLA).await;
    assert!(renamed.is_err());
    let regenerated = Webhook::regenerate(&instance.app, alice.id, hook.id()).await;
    assert!(regenerated.is_err());
    assert_eq!(instance.audited().await, entries);
    assert_eq!(instance.all_of_servers().await, servers);
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
}

/// Shows: audit.one-transaction
#[tokio::test]
async fn of_simultaneous_deletions_of_a_role_one_is_logged() {
    let instance = TestInstance::open().await;
    let (alice, _bob, acme) = two_hands(&instance).await;
    let role = acme.role("Watch", Permissions::NONE, false).await;
    let before = instance.audited().await.len();
    let tasks: Vec<_> = (0..5)
        .map(|_| {
            let (app, ids) = (instance.app.clone(), (alice.id, acme.id(), role.id));
            tokio::spawn(async move { Role::delete(&app, ids.0, ids.1, ids.2).await.is_ok() })
        })
        .collect();
    let mut deleted = 0;
    for task in tasks {
        deleted += usize::from(task.await.unwrap());
    }
    assert_eq!(deleted, 1);
    assert_eq!(instance.audited().await.len(), before + 1);
}

/// Shows: audit.kept
#[tokio::test]
async fn what_is_older_than_ninety_days_is_not_shown() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let day = Duration::from_secs(24 * 60 * 60);
    for _ in 0..5 {
        instance.clock.advance(18 * day);
        // So that the session lives.
        log(&acme, &alice, "").await.expect(200);
        instance.session_noted(&alice).await;
    }
    assert_eq!(log(&acme, &alice, "").await.sentences().len(), 1);
    instance.clock.advance(Duration::from_millis(2));
    let page = log(&acme, &alice, "").await.expect(200);
    assert!(page.sentences().is_empty());
    assert_eq!(page.all("#f-actor option"), ["Anyone"]);
    assert_eq!(instance.audited().await.len(), 1);
}

#[tokio::test]
async fn an_entry_of_a_later_version_is_shown_all_the_same() {
    let instance = TestInstance::open().await;
    let (alice, acme, _hook) = instance.acme_with_webhook().await;
    let db = &*instance.app.db;
    db.execute_unprepared("UPDATE audit_entries SET action = 'webhook_painted'").await.unwrap();
    let page = log(&acme, &alice, "").await.expect(200);
    let said = page.sentences().remove(0);
    assert!(said.starts_with("Alice did something"), "{said}");
    assert!(said.ends_with("webhook_painted"), "{said}");
}
