//! Deleted servers and roles: nothing leads to them any more, and what they held is deleted in steps.

use std::collections::BTreeMap;

use portico::background::cleanup::{Cleanup, ROWS_PER_STEP};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, ServerId, UserId, WebhookId};
use portico_store::models::accounts::user;
use portico_store::models::logs::delivery;
use portico_store::models::messages::{mention, message, read_mark};
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::{manage, member, overwrite};
use portico_store::models::webhooks::idempotency_key;
use portico_store::models::{Channel, Delivery, Invite, Role, Server, Webhook, cleanup, tombstone};
use rocket::tokio::time::timeout;
use sea_orm::{EntityTrait, Set};
use serde_json::json;

use super::{DAY, HOUR, SECOND};
use crate::support::{Community, ListeningNode, Person, TestInstance, TestWebhook};

/// Alice's server Acme in which Bob is a member, with something of everything that a server holds.
struct Scene<'h> {
    alice: Person<'h>,
    bob: Person<'h>,
    acme: Community<'h>,
    busy: Channel,
    role: Role,
    hook: TestWebhook<'h>,
    invite: Invite,
}

impl<'h> Scene<'h> {
    async fn of(instance: &'h TestInstance) -> Self {
        let alice = instance.person("alice").await;
        let bob = instance.person("bob").await;
        let acme = instance.server("Acme", &alice).await;
        let busy = acme.channel("busy").await;
        let role = acme.join_with(&bob, Permissions::NONE).await;
        let (view, nothing) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
        acme.overwrite_member(&busy, &bob, view, nothing).await;
        let hook = acme.webhook(&alice, &busy).await;
        let invite = Invite::create(&instance.app, alice.id, acme.id()).await;
        let scene = Self { invite: invite.unwrap(), alice, bob, acme, busy, role, hook };
        let text = format!("@bob @role_{} @all", scene.role.id);
        scene.alice.say(&scene.busy, &text).await.expect(303);
        scene.bob.feed(&scene.acme.general).await;
        let body = json!({"content": "built"}).to_string();
        let key = [("Idempotency-Key", "a")];
        scene.hook.post_with(&key, body).await.expect(200);
        instance.app.settled().await;
        scene
    }

    async fn delete(&self, instance: &TestInstance) {
        Server::delete(&instance.app, self.alice.id, self.acme.id(), "Acme").await.unwrap();
    }

    /// Neither its members nor a program find anything of it.
    async fn is_nowhere(&self, instance: &TestInstance) {
        let (server, channel, hook) = (self.acme.id(), self.busy.id, self.hook.id());
        for person in [&self.alice, &self.bob] {
            for path in [
                format!("/servers/{server}"),
                format!("/servers/{server}/settings"),
                format!("/servers/{server}/settings/members"),
                format!("/servers/{server}/settings/audit"),
                format!("/channels/{channel}"),
                format!("/channels/{channel}/events"),
                format!("/portal/webhooks/{hook}"),
                format!("/portal/webhooks/{hook}/deliveries"),
                format!("/invites/{}", self.invite.code),
            ] {
                person.browser.get(&path).await.expect(404);
            }
            let leave = format!("/servers/{server}/leave");
            person.browser.post(&leave, &[]).await.expect(404);
            person.say(&self.busy, "anybody here?").await.expect(404);
            for path in ["/servers", "/portal", "/inbox"] {
                let page = person.browser.get(path).await.expect(200).text();
                for name in ["Acme", "busy", "Builds"] {
                    assert!(!page.contains(name), "{name} stands on {path}");
                }
            }
            assert_eq!(instance.unread(person.id).await, 0);
            let access = UserAccess::load(&instance.app.db, person.id).await.unwrap();
            assert_eq!(access.servers().count(), 0);
        }
        self.hook.say("anybody here?", &[]).await.expect(404);
        let join = format!("/invites/{}", self.invite.code);
        self.bob.browser.post(&join, &[]).await.expect(404);
    }
}

impl TestInstance {
    /// So many people, as they stand in the database.
    pub(super) async fn crowd(&self, count: u64) -> Vec<UserId> {
        let mut rows = Vec::new();
        for turn in 0..count {
            rows.push(user::ActiveModel {
                id: Set(self.app.id()),
                nickname: Set(format!("somebody_{turn}")),
                name: Set("Someone".to_owned()),
                password_hash: Set("none".to_owned()),
                phone: Set(None),
                picture_at: Set(None),
                created_at: Set(self.app.now()),
                disabled_at: Set(None),
                admin_at: Set(None),
                language: Set(None),
            });
        }
        let ids = rows.iter().map(|row| *row.id.as_ref()).collect();
        for some in rows.chunks(500) {
            let insert = user::Entity::insert_many(some.to_vec());
            insert.exec_without_returning(&*self.app.db).await.unwrap();
        }
        ids
    }

    /// Lets people in and gives them a role.
    async fn lets_in(&self, server_id: ServerId, role_id: RoleId, people: &[UserId]) {
        let now = self.app.now();
        let members = people.iter().map(|id| member::ActiveModel {
            server_id: Set(server_id),
            user_id: Set(*id),
            joined_at: Set(now),
            position: Set(None),
        });
        let insert = member::Entity::insert_many(members);
        insert.exec_without_returning(&*self.app.db).await.unwrap();
        let held = people.iter().map(|id| member::held::ActiveModel {
            server_id: Set(server_id),
            user_id: Set(*id),
            role_id: Set(role_id),
            given_at: Set(now),
        });
        let insert = member::held::Entity::insert_many(held);
        insert.exec_without_returning(&*self.app.db).await.unwrap();
    }

    /// So many lines in the log of a webhook.
    async fn attempts(&self, webhook_id: WebhookId, count: u64) {
        let attempts: Vec<Delivery> = (0..count)
            .map(|_| Delivery {
                id: self.app.id(),
                webhook_id,
                status: 200,
                latency_us: 1,
                message_id: None,
                report: "{}".to_owned(),
                dialect: None,
                event: None,
                notes: None,
            })
            .collect();
        delivery::keep(&self.app.db, &attempts).await.unwrap();
    }

    /// How many rows stand in each table that has any.
    async fn sizes(&self) -> BTreeMap<String, usize> {
        let dump = self.dump().await.into_iter();
        let sizes = dump.map(|(table, rows)| (table, rows.len()));
        sizes.filter(|(_, rows)| *rows > 0).collect()
    }

    /// How many rows there are of what servers, channels, roles and webhooks hold.
    async fn held(&self) -> u64 {
        self.rows(member::Entity).await
            + self.rows(member::held::Entity).await
            + self.rows(message::Entity).await
            + self.rows(mention::Entity).await
            + self.rows(read_mark::Entity).await
            + self.rows(overwrite::Entity).await
            + self.rows(delivery::Entity).await
            + self.rows(idempotency_key::Entity).await
    }
}

/// Shows: growth.transactions
#[tokio::test]
async fn a_server_vanishes_at_once_and_what_it_held_goes_in_steps() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let people = instance.crowd(ROWS_PER_STEP + 10).await;
    instance.lets_in(scene.acme.id(), scene.role.id, &people).await;
    instance.many(&scene.busy, ROWS_PER_STEP).await;
    instance.attempts(scene.hook.id(), ROWS_PER_STEP).await;
    let held = instance.held().await;

    scene.delete(&instance).await;
    assert_eq!(instance.held().await, held, "the deletion itself took them");
    scene.is_nowhere(&instance).await;
    instance.rows_deleted("departed").await;
    scene.is_nowhere(&instance).await;
    // Mentions go with their messages.
    let mentions = instance.rows(mention::Entity).await;
    let rows_deleted = ROWS_PER_STEP + instance.all_rows_deleted("departed").await;
    assert_eq!(instance.held().await, 0);
    assert!(rows_deleted + mentions <= held, "{rows_deleted} of {held}");
    scene.is_nowhere(&instance).await;
}

#[tokio::test]
async fn of_a_server_that_is_gone_nothing_is_left_but_the_word_that_it_was_deleted() {
    let instance = TestInstance::open().await;
    // The two people, and what is kept of them.
    let rest = {
        let (alice, bob) = (instance.person("carol").await, instance.person("dave").await);
        let before = instance.sizes().await;
        for person in [alice, bob] {
            user::Entity::delete_by_id(person.id).exec(&*instance.app.db).await.unwrap();
        }
        before
    };
    let scene = Scene::of(&instance).await;
    scene.delete(&instance).await;
    instance.all_rows_deleted("departed").await;
    instance.clock.advance(HOUR);
    instance.all_rows_deleted("departed").await;
    assert_eq!(instance.rows(tombstone::Entity).await, 0);
    // The chart's hours go by themselves.
    instance.clock.advance(2 * DAY);
    instance.all_rows_deleted("webhook_hours").await;
    let mut left = instance.sizes().await;
    assert!(left.remove("audit_entries").is_some());
    assert_eq!(left, rest);
}

#[tokio::test]
async fn a_program_killed_while_it_sweeps_leaves_the_rest_to_the_next_one() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let people = instance.crowd(ROWS_PER_STEP).await;
    instance.lets_in(scene.acme.id(), scene.role.id, &people).await;
    instance.many(&scene.busy, 2 * ROWS_PER_STEP).await;
    scene.delete(&instance).await;
    let mut killed = Cleanup::new(instance.app.clone());
    let departed = super::kind("departed");
    killed.step(departed).await.unwrap().expect("a turn");
    // A step that was under way is taken back whole.
    let held = instance.held().await;
    let write = instance.app.begin().await.unwrap();
    departed.step(&write, instance.app.now(), ROWS_PER_STEP, &mut 0).await.unwrap();
    drop(write);
    assert_eq!(instance.held().await, held);

    let next = instance.beside(|figment| figment).await;
    assert!(next.held().await > 0);
    Cleanup::new(next.app.clone()).round(cleanup::ALL).await;
    assert_eq!(next.held().await, 0);
    scene.is_nowhere(&instance).await;
}

#[tokio::test]
async fn a_server_that_is_not_deleted_after_all_keeps_everything() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let held = instance.held().await;
    let (server, alice, bob) = (scene.acme.id(), scene.alice.id, scene.bob.id);
    assert!(Server::delete(&instance.app, bob, server, "Acme").await.is_err());
    assert!(Server::delete(&instance.app, alice, server, "Acne").await.is_err());
    assert_eq!(instance.all_rows_deleted("departed").await, 0);
    assert_eq!(instance.held().await, held);
    scene.hook.say("still here", &[]).await.expect(200);
}

#[tokio::test]
async fn open_pages_of_a_server_end_when_it_goes() {
    let instance = TestInstance::open().await;
    let served = ListeningNode::beside(&instance).await;
    let scene = Scene::of(&instance).await;
    let events = format!("/channels/{}/events", scene.busy.id);
    let mut stream = served.listen(&scene.bob, &events).await;
    let mut inbox = served.listen(&scene.bob, "/inbox/events").await;
    assert_eq!(inbox.next().await.unwrap().data, "1");
    Server::delete(&served.app, scene.alice.id, scene.acme.id(), "Acme").await.unwrap();
    // Far sooner than they would look by themselves.
    let ended = timeout(5 * SECOND, stream.next()).await;
    assert_eq!(ended.expect("the end at once"), None);
    let count = timeout(5 * SECOND, inbox.next()).await;
    assert_eq!(count.expect("a count at once").unwrap().data, "0");
}

/// Shows: growth.transactions
#[tokio::test]
async fn a_webhooks_log_goes_in_steps_once_it_is_deleted_and_nothing_written_late_stays() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    instance.attempts(scene.hook.id(), ROWS_PER_STEP + 1).await;
    let logged = instance.rows(delivery::Entity).await;
    Webhook::delete(&instance.app, scene.alice.id, scene.hook.id(), "Builds").await.unwrap();
    assert_eq!(instance.rows(delivery::Entity).await, logged);
    let path = format!("/portal/webhooks/{}/deliveries", scene.hook.id());
    scene.alice.browser.get(&path).await.expect(404);
    assert_eq!(instance.all_rows_deleted("departed").await, logged + 1);
    assert_eq!(instance.rows(idempotency_key::Entity).await, 0);
    // What was still to be written when it went.
    instance.attempts(scene.hook.id(), 3).await;
    assert_eq!(instance.all_rows_deleted("departed").await, 0);
    instance.clock.advance(HOUR);
    assert_eq!(instance.all_rows_deleted("departed").await, 3);
    assert_eq!(instance.rows(tombstone::Entity).await, 0);
}

/// Shows: growth.transactions
#[tokio::test]
async fn a_deleted_role_has_no_members_while_its_rows_are_deleted_in_steps() {
    let instance = TestInstance::open().await;
    let scene = Scene::of(&instance).await;
    let people = instance.crowd(ROWS_PER_STEP + 5).await;
    instance.lets_in(scene.acme.id(), scene.role.id, &people).await;
    let (alice, server, role) = (scene.alice.id, scene.acme.id(), scene.role.id);
    Role::delete(&instance.app, alice, server, role).await.unwrap();
    assert_eq!(instance.rows(member::held::Entity).await, ROWS_PER_STEP + 6);

    let members = scene.acme.settings("/members");
    let page = scene.alice.browser.get(&members).await.expect(200).text();
    assert!(!page.contains(&scene.role.name), "{page}");
    // Setting Bob's roles to none changes nothing, and so is not told of.
    let entries = instance.audited().await.len();
    let none: &[&str] = &[];
    manage::member::set_roles(&instance.app, alice, server, scene.bob.id, none).await.unwrap();
    assert_eq!(instance.audited().await.len(), entries);

    assert_eq!(instance.all_rows_deleted("departed").await, ROWS_PER_STEP + 6);
    assert_eq!(instance.rows(member::held::Entity).await, 0);
    assert_eq!(instance.rows(member::Entity).await, ROWS_PER_STEP + 7);
}
