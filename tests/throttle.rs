//! Rate limits: what passes, what waits, and, on Postgres, that several processes count together.
//! The responses are tested with the routes.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use portico_crypto::InstanceKey;
use portico_platform::database::Database;
use portico_platform::error::Error;
use portico_platform::throttle::{Limit, LimitKind, Subject, Throttle, ThrottleConfig, ThrottleError, TooFast};
use portico_platform::throttle::{row as throttle, row::TakeResult};
use portico_rules::clock::Clock;
use portico_store::models::cleanup;
use rocket::figment::Figment;
use rocket::figment::providers::{Format, Toml};
use rocket::figment::value::Dict;
use rocket::futures::future::join_all;
use sea_orm::{ConnectionTrait, DbBackend, EntityTrait};

use crate::support::{START, TestDatabase};

const SECOND: Duration = Duration::from_secs(1);
/// The settings with their defaults, as operators read them.
const SETTINGS: &str = include_str!("../Rocket.toml");

/// A database and a clock that any number of processes may share.
struct Nodes {
    database: TestDatabase,
    clock: Clock,
    config: ThrottleConfig,
}

impl Nodes {
    async fn new() -> Self {
        Self {
            database: TestDatabase::create().await,
            clock: Clock::fixed_at(START),
            config: ThrottleConfig::default(),
        }
    }

    /// None on SQLite, where one process counts by itself.
    async fn on_postgres() -> Option<Self> {
        let nodes = Self::new().await;
        let backend = nodes.connect().await.get_database_backend();
        (backend == DbBackend::Postgres).then_some(nodes)
    }

    fn with_webhooks(mut self, burst: u32, per_minute: u32) -> Self {
        self.config.webhook = Limit::new(burst, per_minute);
        self
    }

    async fn connect(&self) -> Database {
        Database::connect(self.database.url()).await.unwrap()
    }

    /// The throttle of one process, with connections of its own.
    async fn node(&self) -> Throttle {
        self.node_on(&self.connect().await)
    }

    fn node_on(&self, db: &Database) -> Throttle {
        let key = InstanceKey::from_setting(&"1f2e".repeat(16)).unwrap();
        Throttle::new(self.config.clone(), self.clock.clone(), db, &key)
    }

    /// Everything that is counted in the database.
    async fn rows(&self) -> Vec<throttle::Model> {
        let db = self.connect().await;
        throttle::Entity::find().all(&*db).await.unwrap()
    }
}

async fn spend(throttle: &Throttle, kind: LimitKind, name: &str, times: u32) {
    for _ in 0..times {
        throttle.check(kind, name).await.unwrap();
    }
}

/// The refusal of an attempt that comes too early.
async fn refused<'s>(throttle: &Throttle, kind: LimitKind, subject: impl Into<Subject<'s>>) -> TooFast {
    match throttle.check(kind, subject).await {
        Err(ThrottleError::TooFast(too_fast)) => too_fast,
        other => panic!("{other:?}"),
    }
}

/// How many of `times` attempts at once pass.
async fn passed(throttle: &Throttle, webhook: i64, times: u32) -> u32 {
    let attempts = (0..times).map(|_| {
        let throttle = throttle.clone();
        rocket::tokio::spawn(async move { throttle.check(LimitKind::Webhook, webhook).await.is_ok() })
    });
    let passed = join_all(attempts).await;
    passed.into_iter().map(|passed| u32::from(passed.unwrap())).sum()
}

#[tokio::test]
async fn a_burst_passes_and_one_more_is_refused() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    spend(&throttle, LimitKind::SignInAccount, "alice", 10).await;
    let refused = refused(&throttle, LimitKind::SignInAccount, "alice").await;
    assert_eq!(refused.retry_after_secs, 12);
    assert_eq!(refused.limit.remaining, 0);
}

/// Shows: throttles.retry-after
#[tokio::test]
async fn waiting_for_retry_after_is_enough_and_a_second_less_is_not() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    spend(&throttle, LimitKind::SignInAccount, "alice", 10).await;
    nodes.clock.advance(SECOND * 11);
    let early = refused(&throttle, LimitKind::SignInAccount, "alice").await;
    assert_eq!(early.retry_after_secs, 1);
    // Asking again does not make it longer.
    refused(&throttle, LimitKind::SignInAccount, "alice").await;
    nodes.clock.advance(SECOND);
    spend(&throttle, LimitKind::SignInAccount, "alice", 1).await;
    refused(&throttle, LimitKind::SignInAccount, "alice").await;
}

#[tokio::test]
async fn subjects_and_kinds_are_throttled_apart() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    spend(&throttle, LimitKind::SignInAccount, "alice", 10).await;
    spend(&throttle, LimitKind::SignInAccount, "bob", 1).await;
    spend(&throttle, LimitKind::SignInAddress, "alice", 1).await;
    throttle.check(LimitKind::TokenApp, 7).await.unwrap();
}

#[tokio::test]
async fn a_clock_set_back_locks_no_one_out() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    spend(&throttle, LimitKind::SignInAccount, "alice", 10).await;
    refused(&throttle, LimitKind::SignInAccount, "alice").await;
    nodes.clock.set(nodes.clock.now() - 86_400_000);
    nodes.clock.advance(SECOND * 12);
    spend(&throttle, LimitKind::SignInAccount, "alice", 1).await;
}

#[tokio::test]
async fn switched_off_it_refuses_nothing() {
    let mut nodes = Nodes::new().await;
    nodes.config.enabled = false;
    let throttle = nodes.node().await;
    spend(&throttle, LimitKind::PhoneAddress, "alice", 1_000).await;
    assert_eq!(nodes.rows().await, []);
}

#[tokio::test]
async fn the_headers_show_what_is_left() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    let allowed = throttle.check(LimitKind::Webhook, 7).await.unwrap();
    assert_eq!(allowed.policy_header(), "\"webhook\";q=60;w=12");
    assert_eq!(allowed.header(), "\"webhook\";r=59;t=1");
    for left in (0..59).rev() {
        let allowed = throttle.check(LimitKind::Webhook, 7).await.unwrap();
        assert_eq!(allowed.remaining, left);
    }
    let refused = refused(&throttle, LimitKind::Webhook, 7).await;
    assert_eq!(refused.limit.header(), "\"webhook\";r=0;t=1");
}

/// Shows: throttles.network
#[tokio::test]
async fn a_64_network_has_one_limit() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    for host in 1..=10_u16 {
        let address = IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, host]);
        throttle.check_address(LimitKind::PhoneAddress, address).await.unwrap();
    }
    let another: IpAddr = "2001:db8::beef".parse().unwrap();
    refused(&throttle, LimitKind::PhoneAddress, another).await;
}

/// Shows: throttles.retry-after
#[tokio::test]
async fn of_many_at_once_exactly_the_burst_gets_through() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    assert_eq!(passed(&throttle, 7, 400).await, 60);
}

#[tokio::test]
async fn what_is_no_concern_of_other_processes_costs_no_row() {
    let nodes = Nodes::new().await;
    let throttle = nodes.node().await;
    throttle.check(LimitKind::Message, 7).await.unwrap();
    throttle.check(LimitKind::Consent, 7).await.unwrap();
    assert_eq!(nodes.rows().await, []);
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn two_nodes_let_exactly_one_burst_through() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let nodes = nodes.with_webhooks(30, 60);
    let (one, other) = (nodes.node().await, nodes.node().await);
    for webhook in 1..=5 {
        let (left, right) = rocket::tokio::join!(passed(&one, webhook, 60), passed(&other, webhook, 60));
        assert_eq!(left + right, 30);
    }
}

#[tokio::test]
async fn two_nodes_never_allow_more_than_one_burst() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let nodes = nodes.with_webhooks(2_000, 6_000);
    let (one, other) = (nodes.node().await, nodes.node().await);
    let (left, right) = rocket::tokio::join!(passed(&one, 7, 2_500), passed(&other, 7, 2_500));
    assert!((1_900..=2_000).contains(&(left + right)), "{left} + {right}");
}

/// Shows: throttles.retry-after, throttles.across-nodes
#[tokio::test]
async fn who_is_refused_by_one_node_waits_as_long_at_the_other() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let (one, other) = (nodes.node().await, nodes.node().await);
    for node in [&one, &other] {
        spend(node, LimitKind::SignInAccount, "alice", 5).await;
    }
    nodes.clock.advance(SECOND * 5);
    for node in [&one, &other] {
        let refused = refused(node, LimitKind::SignInAccount, "alice").await;
        assert_eq!(refused.retry_after_secs, 7);
    }
    nodes.clock.advance(SECOND * 7);
    spend(&one, LimitKind::SignInAccount, "alice", 1).await;
    refused(&other, LimitKind::SignInAccount, "alice").await;
}

/// Shows: throttles.across-nodes
#[tokio::test]
async fn a_restart_does_not_forget() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let before = nodes.node().await;
    spend(&before, LimitKind::SignInAccount, "alice", 10).await;
    drop(before);
    let after = nodes.node().await;
    refused(&after, LimitKind::SignInAccount, "alice").await;
}

#[tokio::test]
async fn clocks_that_differ_slightly_allow_no_second_burst() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let (one, other) = (nodes.node().await, nodes.node().await);
    for _ in 0..3 {
        while one.check(LimitKind::SignInAccount, "alice").await.is_ok() {}
        // The other node's clock is half a minute behind: there the burst is spent all the same.
        nodes.clock.set(nodes.clock.now() - 30_000);
        let refused = refused(&other, LimitKind::SignInAccount, "alice").await;
        assert!((1..=42).contains(&refused.retry_after_secs));
        nodes.clock.set(nodes.clock.now() + 30_000);
    }
}

#[tokio::test]
async fn a_handful_costs_one_statement() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let nodes = nodes.with_webhooks(1_000_000, 6_000_000);
    let throttle = nodes.node().await;
    throttle.check(LimitKind::Webhook, 7).await.unwrap();
    let first = nodes.rows().await;
    assert_eq!(first[0].taken, 1_000);
    for left in (999_000..999_999).rev() {
        let allowed = throttle.check(LimitKind::Webhook, 7).await.unwrap();
        assert_eq!(allowed.remaining, left);
    }
    assert_eq!(nodes.rows().await, first);
    throttle.check(LimitKind::Webhook, 7).await.unwrap();
    assert_ne!(nodes.rows().await, first);
}

#[tokio::test]
async fn what_lapses_in_one_hand_has_grown_again_by_then() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let (one, other) = (nodes.node().await, nodes.node().await);
    one.check(LimitKind::Webhook, 7).await.unwrap();
    assert!(nodes.rows().await[0].taken > 1);
    nodes.clock.advance(SECOND);
    assert_eq!(passed(&other, 7, 100).await, 60);
    // And what the first one had in hand is no longer good.
    assert_eq!(passed(&one, 7, 100).await, 0);
}

#[tokio::test]
async fn a_flood_of_refused_attempts_runs_no_statements() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let db = nodes.connect().await;
    let throttle = nodes.node_on(&db);
    spend(&throttle, LimitKind::SignInAccount, "alice", 10).await;
    refused(&throttle, LimitKind::SignInAccount, "alice").await;
    // Without a database it could ask nobody.
    db.close().await.unwrap();
    nodes.clock.advance(SECOND * 11);
    let told = refused(&throttle, LimitKind::SignInAccount, "alice").await;
    assert_eq!(told.retry_after_secs, 1);
}

/// Shows: throttles.uncounted
#[tokio::test]
async fn what_the_database_can_not_count_does_not_go_ahead() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let db = nodes.connect().await;
    let throttle = nodes.node_on(&db);
    db.close().await.unwrap();
    let attempts = (0..50).map(|_| throttle.check(LimitKind::SignInAccount, "alice"));
    for attempt in join_all(attempts).await {
        let refused = attempt.unwrap_err();
        assert!(matches!(refused, ThrottleError::Uncounted(Error::Unavailable(_))), "{refused:?}");
    }
    // What every process counts for itself does.
    throttle.check(LimitKind::Message, 7).await.unwrap();
}

#[tokio::test]
async fn an_abandoned_attempt_delays_no_one() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let throttle = nodes.node().await;
    for _ in 0..5 {
        let given_up = throttle.check(LimitKind::SignInAccount, "alice");
        // Polled once: the statement is on its way, and nobody is there any more to hear its answer.
        let polled = rocket::futures::future::select(Box::pin(given_up), std::future::ready(()));
        drop(polled.await);
    }
    throttle.check(LimitKind::SignInAccount, "alice").await.unwrap();
}

/// Shows: leaks.throttles
#[tokio::test]
async fn rows_hold_no_name_and_no_address() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let throttle = nodes.node().await;
    spend(&throttle, LimitKind::SignInAccount, "alice", 1).await;
    let address: IpAddr = "192.0.2.77".parse().unwrap();
    throttle.check_address(LimitKind::SignInAddress, address).await.unwrap();
    let rows = nodes.rows().await;
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!(row.key.len(), 16);
        assert!(!row.key.windows(4).any(|part| part == b"alic" || part == [192, 0, 2, 77]));
    }
}

/// A row by itself, on both databases.
async fn take(db: &Database, burst: u32, per_minute: u32, now: i64) -> TakeResult {
    throttle::take(db, &[7; 16], Limit::new(burst, per_minute), now).await.unwrap()
}

#[tokio::test]
async fn a_row_gives_its_burst_and_then_says_how_long_to_wait() {
    let nodes = Nodes::new().await;
    let db = nodes.connect().await;
    for left in (0..3).rev() {
        let taken = take(&db, 3, 6, START).await;
        assert_eq!((taken.count, taken.left), (1, left));
    }
    let before = nodes.rows().await[0].full_at_us;
    for (after_ms, wait_ms) in [(0, 10_000), (9_999, 1)] {
        let taken = take(&db, 3, 6, START + after_ms).await;
        assert_eq!((taken.count, taken.left), (0, 0));
        assert_eq!(taken.wait, Duration::from_millis(wait_ms));
    }
    assert_eq!(nodes.rows().await[0].full_at_us, before);
    assert_eq!(take(&db, 3, 6, START + 10_000).await.count, 1);
    assert_eq!(take(&db, 3, 6, START + 10_000).await.count, 0);
}

#[tokio::test]
async fn a_row_gives_handfuls_that_shrink_with_what_is_left() {
    let nodes = Nodes::new().await;
    let db = nodes.connect().await;
    let mut handfuls = Vec::new();
    let mut all = 0;
    loop {
        let taken = take(&db, 1_000, 60_000, START).await;
        if taken.count == 0 {
            break;
        }
        all += taken.count;
        assert_eq!(taken.left, 1_000 - all);
        handfuls.push(taken.count);
    }
    assert_eq!(all, 1_000);
    assert_eq!((handfuls[0], handfuls.last()), (62, Some(&1)));
    assert!(handfuls.is_sorted_by(|one, next| one >= next));
    // Never more than grows again in a second.
    forget(&db, START + 86_400_000, 10).await;
    assert_eq!(take(&db, 1_000, 300, START).await.count, 5);
}

#[tokio::test]
async fn extreme_limits_overflow_nowhere() {
    let nodes = Nodes::new().await;
    let db = nodes.connect().await;
    for (burst, per_minute) in [(u32::MAX, 1), (u32::MAX, u32::MAX), (1, u32::MAX), (1, 1)] {
        let taken = take(&db, burst, per_minute, START).await;
        assert!(taken.count >= 1);
        forget(&db, i64::MAX, 10).await;
    }
}

/// A step of the cleanup; says how many rows went.
async fn forget(db: &Database, now: i64, limit: u64) -> u64 {
    let task = cleanup::ALL.iter().find(|task| task.kind == "throttles").unwrap();
    let write = db.begin().await.unwrap();
    let step = task.step(&write, now, limit, &mut 0).await.unwrap();
    write.commit().await.unwrap();
    step.rows
}

/// Shows: throttles.cleanup
#[tokio::test]
async fn only_expired_rows_are_deleted_in_steps() {
    let nodes = Nodes::new().await;
    let db = nodes.connect().await;
    let day = 86_400_000;
    for name in 0..5_u8 {
        let now = if name < 3 { START } else { START + day };
        throttle::take(&db, &[name; 16], Limit::new(10, 5), now).await.unwrap();
    }
    // What still counts is never forgotten: ten attempts at five a minute are spent for two minutes.
    assert_eq!(forget(&db, START + 120_000, 10).await, 0);
    assert_eq!(forget(&db, START + day, 2).await, 2);
    assert_eq!(forget(&db, START + day, 2).await, 1);
    assert_eq!(forget(&db, START + day, 2).await, 0);
    assert_eq!(nodes.rows().await.len(), 2);
}

#[tokio::test]
async fn on_postgres_no_log_is_written_for_rows() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let db = nodes.connect().await;
    let kind = sea_orm::Statement::from_string(
        DbBackend::Postgres,
        "SELECT relpersistence::text AS kind FROM pg_class WHERE relname = 'throttles'",
    );
    let row = db.query_one_raw(kind).await.unwrap().unwrap();
    assert_eq!(row.try_get::<String>("", "kind").unwrap(), "u");
}

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// Shows: throttles.site
#[tokio::test]
async fn all_networks_of_a_48_share_sixteen_limits_and_one_of_them_has_only_its_own() {
    let mut nodes = Nodes::new().await;
    nodes.config.sign_in_address = Limit::new(2, 1);
    let throttle = nodes.node().await;
    let kind = LimitKind::SignInAddress;
    let attempt = async |text: &str| throttle.check(kind, address(text)).await.is_ok();
    // However often one network is refused, its neighbours lose nothing by it.
    for turn in 0..100 {
        let host = format!("2001:db8:0:1::{turn:x}");
        assert_eq!(attempt(&host).await, turn < 2, "{turn}");
    }
    let mut passed = 2;
    for network in 2..100 {
        for _ in 0..2 {
            passed += u32::from(attempt(&format!("2001:db8:0:{network:x}::1")).await);
        }
    }
    assert_eq!(passed, 32);
    let refused = refused(&throttle, kind, address("2001:db8:0:ffff::1")).await;
    assert!(refused.retry_after_secs <= 60, "{refused:?}");
    // The next site, and IPv4, are not concerned, mapped or not.
    assert!(attempt("2001:db8:1::1").await);
    assert!(attempt("192.0.2.1").await);
    assert!(attempt("::ffff:192.0.2.1").await);
    assert!(!attempt("192.0.2.1").await);
    assert!(attempt("192.0.2.2").await);
}

/// Shows: throttles.site
#[tokio::test]
async fn an_ipv4_address_is_one_row_and_an_ipv6_address_two() {
    let Some(nodes) = Nodes::on_postgres().await else {
        return;
    };
    let throttle = nodes.node().await;
    for (text, rows) in [("192.0.2.1", 1), ("2001:db8::1", 3), ("2001:db8:0:1::1", 4)] {
        throttle.check(LimitKind::SignInAddress, address(text)).await.unwrap();
        assert_eq!(nodes.rows().await.len(), rows, "{text}");
    }
}

#[test]
fn the_settings_list_every_limit_with_its_default() {
    let (_, listed) = SETTINGS.split_once("# [default.throttle]\n").unwrap();
    let section = listed.split("\n\n").next().unwrap();
    let lines: Vec<&str> = section.lines().map(|line| line.strip_prefix("# ").unwrap()).collect();
    let listed = Figment::from(Toml::string(&lines.join("\n")));
    let names: BTreeSet<String> = listed.extract::<Dict>().unwrap().into_keys().collect();
    let kinds = LimitKind::ALL.iter().map(|kind| kind.name());
    let expected: BTreeSet<String> = kinds.chain(["enabled"]).map(str::to_owned).collect();
    assert_eq!(names, expected);
    let defaults: ThrottleConfig = listed.extract().unwrap();
    assert_eq!(defaults, ThrottleConfig::default());
}

#[test]
fn the_settings_name_the_limits_that_each_process_counts_alone() {
    let (_, after) = SETTINGS.split_once("a restart, except for ").unwrap();
    let (exceptions, _) = after.split_once(". ").unwrap();
    let named: BTreeSet<&str> = exceptions.split('`').skip(1).step_by(2).collect();
    let alone: BTreeSet<&str> =
        LimitKind::ALL.iter().filter(|kind| !kind.holds_across_nodes()).map(|kind| kind.name()).collect();
    assert_eq!(named, alone);
}
