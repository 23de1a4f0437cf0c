//! Cleanup: expired rows are deleted in time, in small steps, and nothing shows deleted objects meanwhile.
//! `over` tests expired rows; `departed` deleted channels, `servers`, `apps` and `people` the rest.

use std::sync::Arc;
use std::time::Duration;

use portico::app::App;
use portico::background::cleanup::{Cleanup, ROWS_PER_STEP};
use portico_store::models::Channel;
use portico_store::models::accounts::session;
use portico_store::models::cleanup::{self, Step, Task};
use portico_store::models::messages::message;
use portico_store::models::servers::access::UserAccess;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, Set};

use crate::support::{Community, Person, TestInstance};
use portico_rules::ids::UserId;

mod apps;
mod deleted;
mod expired;
mod people;
mod servers;

const SECOND: Duration = Duration::from_secs(1);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn kind(name: &str) -> &'static Task {
    cleanup::ALL.iter().find(|sweep| sweep.kind == name).unwrap_or_else(|| panic!("there is no kind {name}"))
}

impl TestInstance {
    /// How many mentions a user has not read.
    async fn unread(&self, user_id: UserId) -> u64 {
        let db = &*self.app.db;
        let access = UserAccess::load(db, user_id).await.unwrap();
        access.unread_mentions(db).await.unwrap().total()
    }

    /// One step of one kind; says how many rows went.
    async fn rows_deleted(&self, name: &str) -> u64 {
        self.step(name).await.rows
    }

    async fn step(&self, name: &str) -> Step {
        let mut upkeep = Cleanup::new(self.app.clone());
        upkeep.step(kind(name)).await.unwrap().expect("a turn")
    }

    /// Step by step until nothing more of a kind goes; says how many rows went.
    async fn all_rows_deleted(&self, name: &str) -> u64 {
        let mut rows = 0;
        loop {
            let step = self.step(name).await;
            assert!(step.rows <= ROWS_PER_STEP, "{} rows in one step", step.rows);
            rows += step.rows;
            if !step.more {
                return rows;
            }
        }
    }

    /// Goes to just before rows of a kind are over, and then to that moment.
    async fn goes_after(&self, name: &str, span: Duration, rows: u64) {
        self.clock.advance(span - Duration::from_millis(1));
        assert_eq!(self.rows_deleted(name).await, 0, "{name} went too early");
        self.clock.advance(Duration::from_millis(1));
        assert_eq!(self.rows_deleted(name).await, rows, "{name} did not go");
        assert_eq!(self.rows_deleted(name).await, 0);
    }
}

/// A channel of Acme with a webhook that may call everyone.
async fn busy<'h>(instance: &'h TestInstance) -> (Person<'h>, Community<'h>, Channel) {
    let (alice, acme) = instance.alice_with_acme().await;
    let busy = acme.channel("busy").await;
    (alice, acme, busy)
}

impl TestInstance {
    /// So many messages, as they stand in the database.
    async fn many(&self, channel: &Channel, count: u64) {
        let rows = (0..count).map(|_| message::ActiveModel {
            id: Set(self.app.id()),
            channel_id: Set(channel.id),
            author_id: Set(None),
            webhook_id: Set(None),
            name: Set(None),
            avatar_url: Set(None),
            content: Set("words".to_owned()),
            spans: Set(None),
            cards: Set(None),
            edited_at: Set(None),
            reply_to_id: Set(None),
            reply_notified_id: Set(None),
        });
        message::Entity::insert_many(rows).exec_without_returning(&*self.app.db).await.unwrap();
    }
}

#[tokio::test]
async fn what_is_more_than_a_step_goes_in_a_round_of_steps() {
    let instance = TestInstance::open().await;
    let (alice, acme, busy) = busy(&instance).await;
    instance.many(&busy, 2 * ROWS_PER_STEP + 1).await;
    Channel::delete(&instance.app, alice.id, acme.id(), busy.id).await.unwrap();
    Cleanup::new(instance.app.clone()).round(cleanup::ALL).await;
    assert_eq!(instance.rows(message::Entity).await, 0);
    let metrics = instance.app.metrics.text().unwrap();
    let line = format!("portico_rows_deleted_total{{kind=\"departed\"}} {}", 2 * ROWS_PER_STEP + 1);
    assert!(metrics.contains(&line), "{metrics}");
}

#[tokio::test]
async fn a_kind_that_fails_does_not_stop_the_others() {
    let instance = TestInstance::open().await;
    instance.person("alice").await;
    instance.clock.advance(30 * DAY);
    instance.app.db.execute_unprepared("DROP TABLE webhook_hours").await.unwrap();
    instance.app.db.execute_unprepared("DROP TABLE phone_codes").await.unwrap();
    let mut backwards = cleanup::ALL.to_vec();
    backwards.reverse();
    Cleanup::new(instance.app.clone()).round(&backwards).await;
    assert_eq!(instance.rows(session::Entity).await, 0);
}

#[tokio::test]
async fn one_process_sweeps_at_a_time() {
    let instance = TestInstance::open().await;
    if instance.app.db.get_database_backend() != DbBackend::Postgres {
        return; // SQLite has one process.
    }
    instance.person("alice").await;
    instance.clock.advance(30 * DAY);
    let other = instance.second_node().await;
    let mut other = Cleanup::new(other.rocket().state::<Arc<App>>().unwrap().clone());
    let write = instance.app.begin().await.unwrap();
    assert!(cleanup::try_lock(&write).await.unwrap());
    assert_eq!(other.step(kind("idle_sessions")).await.unwrap(), None);
    other.round(cleanup::ALL).await;
    assert_eq!(instance.rows(session::Entity).await, 1);
    write.commit().await.unwrap();
    let step = other.step(kind("idle_sessions")).await.unwrap();
    assert_eq!(step, Some(Step { rows: 1, more: false }));
}
