//! Logs, newest first: of webhooks, of servers and apps, of accounts.

use std::cmp::Reverse;

use portico_rules::ids::{LogId, WebhookId};
use portico_store::models::accounts::security_event;
use portico_store::models::logs::app_event;
use portico_store::models::logs::audit::{self, AuditFilter};
use portico_store::models::logs::delivery::{self, OutcomeFilter};
use portico_store::models::{AppEvent, Delivery, SecurityEvent};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use super::{Listing, Newest, all_scripts, id, walk};
use crate::support::{CALLBACK, Person, TestInstance};

/// The log of a webhook, beside that of another one.
struct Deliveries<'h> {
    instance: &'h TestInstance,
    webhook_id: WebhookId,
    outcome: OutcomeFilter,
}

impl Listing for Deliveries<'_> {
    type Row = Newest;

    async fn come(&self, rows: &[i64]) {
        let attempt = |id: i64, webhook_id, status| Delivery {
            id: id.into(),
            webhook_id,
            status,
            latency_us: 1,
            message_id: None,
            report: "{}".to_owned(),
            dialect: None,
            event: None,
            notes: None,
        };
        let mut attempts = Vec::new();
        for number in rows {
            let status = if number % 3 == 0 { 400 } else { 200 };
            attempts.push(attempt(id(*number), self.webhook_id, status));
            attempts.push(attempt(id(*number) + 1, WebhookId::new(self.webhook_id.get() + 1), status));
        }
        delivery::keep(&self.instance.app.db, &attempts).await.unwrap();
    }

    async fn go(&self, rows: &[i64]) {
        delivery::Entity::delete_many()
            .filter(delivery::Column::Id.is_in(rows.iter().map(|number| id(*number))))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
    }

    fn row(&self, number: i64) -> Option<Newest> {
        let is_listed = match self.outcome {
            OutcomeFilter::Any => true,
            OutcomeFilter::Accepted => number % 3 != 0,
            OutcomeFilter::Refused => number % 3 == 0,
        };
        is_listed.then(|| Reverse(id(number)))
    }

    async fn page(&self, after: Option<&Newest>, size: u64) -> Vec<Newest> {
        let (before, now) = (after.map(|last| last.0), self.instance.app.now());
        let db = &*self.instance.app.db;
        let page = Delivery::page(db, self.webhook_id, self.outcome, before, size, now).await;
        page.unwrap().iter().map(|one| Reverse(one.id.get())).collect()
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn the_log_of_a_webhook_shows_each_attempt_once_despite_changes() {
    let instance = TestInstance::open().await;
    for outcome in [OutcomeFilter::Any, OutcomeFilter::Accepted, OutcomeFilter::Refused] {
        for script in all_scripts(60) {
            instance.clear(delivery::Entity).await;
            let log = Deliveries { instance: &instance, webhook_id: WebhookId::new(5), outcome };
            walk(&log, &script).await;
        }
    }
}

/// The audit log of a server, beside that of another one.
struct AuditLog<'h> {
    instance: &'h TestInstance,
    log_id: LogId,
    wanted: AuditFilter<'static>,
}

const ACTORS: [i64; 2] = [7, 8];
const ACTIONS: [&str; 2] = ["role_deleted", "webhook_paused"];

impl Listing for AuditLog<'_> {
    type Row = Newest;

    async fn come(&self, rows: &[i64]) {
        if rows.is_empty() {
            return;
        }
        let entry = |id, log_id, number: i64| audit::ActiveModel {
            id: Set(id),
            log_id: Set(log_id),
            actor_id: Set(ACTORS[number as usize % 2]),
            actor_name: Set("Alice".to_owned()),
            actor_nickname: Set("alice".to_owned()),
            action: Set(ACTIONS[number as usize % 3 % 2].to_owned()),
            target_kind: Set("role".to_owned()),
            target_id: Set(None),
            target_name: Set("Crew".to_owned()),
            detail: Set("{}".to_owned()),
        };
        let entries = rows.iter().flat_map(|number| {
            let own = entry(id(*number), self.log_id, *number);
            [own, entry(id(*number) + 1, LogId::new(self.log_id.get() + 1), *number)]
        });
        audit::Entity::insert_many(entries).exec_without_returning(&*self.instance.app.db).await.unwrap();
    }

    async fn go(&self, rows: &[i64]) {
        audit::Entity::delete_many()
            .filter(audit::Column::Id.is_in(rows.iter().map(|number| id(*number))))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
    }

    fn row(&self, number: i64) -> Option<Newest> {
        let (actor, action) = (ACTORS[number as usize % 2], ACTIONS[number as usize % 3 % 2]);
        let is_theirs = self.wanted.actor_id.is_none_or(|wanted| wanted == actor);
        let is_such = self.wanted.action.is_none_or(|wanted| wanted == action);
        (is_theirs && is_such).then(|| Reverse(id(number)))
    }

    async fn page(&self, after: Option<&Newest>, size: u64) -> Vec<Newest> {
        let wanted = AuditFilter { before: after.map(|last| last.0), ..self.wanted };
        let (db, now) = (&*self.instance.app.db, self.instance.app.now());
        let page = audit::page(db, self.log_id, wanted, now, size).await.unwrap();
        page.entries.iter().map(|one| Reverse(one.id)).collect()
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn an_audit_log_shows_each_entry_once_despite_changes() {
    let instance = TestInstance::open().await;
    for (actor_id, action) in
        [(None, None), (Some(ACTORS[0]), None), (None, Some(ACTIONS[1])), (Some(ACTORS[1]), Some(ACTIONS[0]))]
    {
        for script in all_scripts(60) {
            instance.clear(audit::Entity).await;
            let wanted = AuditFilter { actor_id, action, before: None };
            let log = AuditLog { instance: &instance, log_id: LogId::new(5), wanted };
            walk(&log, &script).await;
        }
    }
}

/// What happened to Alice's account, beside what happened to Bob's.
struct SecurityLog<'h> {
    instance: &'h TestInstance,
    alice: Person<'h>,
    bob: Person<'h>,
}

impl Listing for SecurityLog<'_> {
    type Row = Newest;

    async fn come(&self, rows: &[i64]) {
        if rows.is_empty() {
            return;
        }
        let event = |id, user_id| security_event::ActiveModel {
            id: Set(id),
            user_id: Set(user_id),
            kind: Set("signed_in".to_owned()),
            detail: Set(String::new()),
            by_anybody: Set(id % 2 == 0),
            user_agent: Set("Test".to_owned()),
            address: Set("127.0.0.1".to_owned()),
        };
        let events = rows.iter().flat_map(|number| {
            let own = event(id(*number), self.alice.id);
            [own, event(id(*number) + 1, self.bob.id)]
        });
        security_event::Entity::insert_many(events).exec_without_returning(&*self.instance.app.db).await.unwrap();
    }

    async fn go(&self, rows: &[i64]) {
        security_event::Entity::delete_many()
            .filter(security_event::Column::Id.is_in(rows.iter().map(|number| id(*number))))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
    }

    fn row(&self, number: i64) -> Option<Newest> {
        Some(Reverse(id(number)))
    }

    async fn page(&self, after: Option<&Newest>, size: u64) -> Vec<Newest> {
        let before = after.map(|last| last.0);
        let page = SecurityEvent::page(&self.instance.app, self.alice.id, before, size).await;
        page.unwrap().iter().map(|one| Reverse(one.id)).collect()
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn a_security_log_shows_each_event_once_despite_changes() {
    let instance = TestInstance::open().await;
    let log =
        SecurityLog { instance: &instance, alice: instance.person("alice").await, bob: instance.person("bob").await };
    for script in all_scripts(60) {
        instance.clear(security_event::Entity).await;
        walk(&log, &script).await;
    }
}

/// Shows: random.cursors
#[tokio::test]
async fn the_newest_events_of_an_app_are_the_beginning_of_all_of_them() {
    let instance = TestInstance::open().await;
    let (alice, app) = instance.alice_with_app().await;
    let other = instance.oauth_app(&alice, CALLBACK).await;
    for script in all_scripts(60) {
        let db = &*instance.app.db;
        instance.clear(app_event::Entity).await;
        let event = |id, app_id| app_event::ActiveModel {
            id: Set(id),
            app_id: Set(app_id),
            kind: Set("exchanged".to_owned()),
            detail: Set(String::new()),
            user_id: Set(None),
        };
        let events: Vec<_> = script
            .rows
            .iter()
            .flat_map(|number| {
                let own = event(id(*number), app.id());
                [own, event(id(*number) + 1, other.id())]
            })
            .collect();
        if !events.is_empty() {
            let insert = app_event::Entity::insert_many(events);
            insert.exec_without_returning(db).await.unwrap();
        }
        let newest = AppEvent::newest(db, app.id(), script.size).await.unwrap();
        let newest: Vec<i64> = newest.iter().map(|event| event.id).collect();
        let size = usize::try_from(script.size).unwrap();
        let expected = script.rows.iter().rev().take(size).map(|number| id(*number));
        assert_eq!(newest, expected.collect::<Vec<_>>());
    }
}
