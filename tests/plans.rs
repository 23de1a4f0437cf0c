//! Query plans: every statement of a walk through all routes is explained, and none may scan a whole table. The statements
//! are those that ran, not copies.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use portico::background::cleanup::Cleanup;
use portico_platform::database::Database;
use portico_rules::ids::ChannelId;
use portico_store::models::{Operator, cleanup};
use rocket::http::Method;
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use self::explain::{explain, explain_in_order};
use crate::support::{CALLBACK, OAUTH_ENDPOINTS, TestInstance};

mod explain;
mod walk;

/// Small by nature: at most thirty-two processes; a handful of steps; channels that went within the hour.
const SMALL: [&str; 4] = ["nodes", "seaql_migrations", "sqlite_schema", "departed"];

/// The statements that ran, by their text.
type Ran = Arc<Mutex<BTreeMap<String, Statement>>>;

/// An instance whose statements are noted, with a way to its database on which nothing is.
async fn watched() -> (TestInstance, Database, Ran) {
    let ran = Ran::default();
    let noted = ran.clone();
    let instance = TestInstance::watched(move |statement| {
        let (sql, statement) = (statement.sql.clone(), statement.clone());
        noted.lock().unwrap().insert(sql, statement);
    })
    .await;
    // Making the schema is no request.
    ran.lock().unwrap().clear();
    let own = Database::connect(&instance.app.config.database_url).await.unwrap();
    (instance, own, ran)
}

/// Puts messages into two channels, alternating, from the first ID on.
async fn fill(own: &Database, [one, other]: [ChannelId; 2], count: u32) {
    let fill = format!(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count}) \
         INSERT INTO messages (id, channel_id, content) \
         SELECT n, CASE WHEN n % 2 = 0 THEN {one} ELSE {other} END, 'a message of some length' FROM numbers"
    );
    own.execute_unprepared(&fill).await.unwrap();
}

#[tokio::test]
async fn no_request_reads_a_table_from_end_to_end() {
    let (instance, own, ran) = watched().await;
    walk::everywhere(&instance, &own).await;
    Cleanup::new(instance.app.clone()).round(cleanup::ALL).await;
    every_route_answered(&instance);

    let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
    assert!(ran.len() > 150, "only {} statements ran", ran.len());
    let mut scans = Vec::new();
    for statement in ran.iter().filter(|statement| can_be_explained(statement)) {
        let plan = explain(&own, statement).await;
        if reads_whole(&plan) || sorts_a_page(&own, statement).await {
            scans.push(format!("{}\n    {}", statement.sql, plan.join("\n    ")));
        }
    }
    assert!(
        scans.is_empty(),
        "{} of {} statements scan, or sort what they read a page of:\n\n{}\n",
        scans.len(),
        ran.len(),
        scans.join("\n\n")
    );
}

#[tokio::test]
async fn a_page_of_a_large_channel_is_found_by_its_index() {
    let (instance, own, ran) = watched().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let general = acme.general.id;
    // Half of all messages: a database may take walking through all of them for the shorter way.
    let quays = acme.channel("quays").await.id;
    fill(&own, [general, quays], 10_000).await;
    if own.get_database_backend() == DbBackend::Postgres {
        // Which it does by itself; SQLite is never told to.
        own.execute_unprepared("ANALYZE").await.unwrap();
    }
    ran.lock().unwrap().clear();
    for query in ["", "?before=9000", "?after=100", "?around=5000"] {
        let path = format!("/channels/{general}{query}");
        alice.browser.get(&path).await.expect(200);
    }
    let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
    let pages = ran.iter().filter(|one| one.sql.contains("FROM \"messages\"") && one.sql.contains("LIMIT"));
    let mut seen = 0;
    for statement in pages {
        let plan = explain(&own, statement).await.join("\n");
        assert!(plan.contains("messages_channel_id"), "{}\n{plan}", statement.sql);
        seen += 1;
    }
    assert!(seen >= 5, "{seen} statements");
}

#[tokio::test]
async fn a_search_reads_its_index_and_of_the_messages_those_that_it_finds() {
    let (instance, own, ran) = watched().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let general = acme.general.id;
    let fill = format!(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000) \
         INSERT INTO messages (id, channel_id, content) \
         SELECT n, {general}, CASE WHEN n % 500 = 0 THEN 'a needle' ELSE 'some hay' END FROM numbers"
    );
    own.execute_unprepared(&fill).await.unwrap();
    instance.index_messages().await;
    if own.get_database_backend() == DbBackend::Postgres {
        own.execute_unprepared("ANALYZE").await.unwrap();
    }
    for query in ["needle", "hay", "%22some+hay%22", "in:general"] {
        ran.lock().unwrap().clear();
        let path = format!("/servers/{}/search?q={query}", acme.id());
        alice.browser.get(&path).await.expect(200);
        let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
        let mut seen = 0;
        for statement in ran.iter().filter(|one| one.sql.contains("message_search")) {
            let plan = explain(&own, statement).await;
            assert!(!reads_whole(&plan), "{}\n{plan:#?}", statement.sql);
            seen += 1;
            if statement.sql.contains("MATCH") || statement.sql.contains("@@") {
                let plan = plan.join("\n");
                let uses = ["VIRTUAL TABLE INDEX", "Bitmap Index Scan on message_search_terms_idx"];
                assert!(uses.iter().any(|index| plan.contains(index)), "{plan}");
                assert!(!plan.contains("Seq Scan"), "{plan}");
            }
        }
        assert!(seen >= 1, "{query}");
    }
}

#[tokio::test]
async fn a_search_reads_what_is_not_in_the_index_yet_from_the_end_of_each_channel() {
    let (instance, own, ran) = watched().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let general = acme.general.id;
    let quays = acme.channel("quays").await.id;
    // So many that Postgres takes walking through all of them by their id for the shorter way, if it can.
    fill(&own, [general, quays], 20_000).await;
    instance.index_messages().await;
    alice.say(&acme.general, "a needle").await;
    if own.get_database_backend() == DbBackend::Postgres {
        own.execute_unprepared("ANALYZE").await.unwrap();
    }
    ran.lock().unwrap().clear();
    let path = format!("/servers/{}/search?q=needle", acme.id());
    alice.browser.get(&path).await.expect(200);
    let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
    let recent = ran.iter().find(|one| one.sql.contains("AS floor"));
    let plan = explain(&own, recent.unwrap()).await.join("\n");
    assert!(plan.matches("messages_channel_id").count() >= 2, "{plan}");
    assert!(!plan.contains("messages_pkey"), "{plan}");
    // Of pairs of channel and id, compared at both ends, Postgres begins at the one and passes the other.
    assert!(!plan.contains("ROW("), "{plan}");
}

#[tokio::test]
async fn the_state_of_an_app_is_read_from_the_end_of_its_log() {
    let (instance, own, ran) = watched().await;
    let alice = instance.person("alice").await;
    let app = instance.oauth_app(&alice, CALLBACK).await.id();
    // So many that Postgres, which has no figures yet, takes reading and sorting all of them for the shorter way.
    let fill = format!(
        "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) \
         INSERT INTO app_events (id, app_id, kind, detail) SELECT n, {app}, 'exchanged', '' FROM numbers"
    );
    own.execute_unprepared(&fill).await.unwrap();
    ran.lock().unwrap().clear();
    alice.browser.get("/portal").await.expect(200);
    let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
    let asked = ran.iter().find(|one| one.sql.contains("app_events"));
    let plan = explain(&own, asked.unwrap()).await.join("\n");
    assert_eq!(plan.matches("app_events_app_id_id").count(), 2, "{plan}");
    assert!(!plan.contains("Bitmap Heap Scan on app_events"), "{plan}");
}

#[tokio::test]
async fn an_exchange_looks_at_the_redirect_uris_of_its_app_alone_however_many_there_are() {
    let (instance, own, ran) = watched().await;
    let (alice, app) = instance.alice_with_app().await;
    let code = app.code_for(&alice).await;
    let numbers = "WITH RECURSIVE numbers(n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)";
    for fill in [
        format!(
            "{numbers} INSERT INTO oauth_apps (id, owner_id, name, homepage, description, created_at) \
             SELECT n, {}, 'Other', '', '', 0 FROM numbers",
            alice.id
        ),
        format!(
            "{numbers} INSERT INTO redirect_uris (app_id, position, uri) \
             SELECT n, 0, 'https://app.example/' || n FROM numbers"
        ),
    ] {
        own.execute_unprepared(&fill).await.unwrap();
    }
    if own.get_database_backend() == DbBackend::Postgres {
        own.execute_unprepared("ANALYZE").await.unwrap();
    }
    ran.lock().unwrap().clear();
    app.exchange(&code).await.expect(200);
    let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
    let takes = ran.iter().find(|one| one.sql.contains("SET used_at"));
    let plan = explain(&own, takes.unwrap()).await;
    let looks: Vec<&String> = plan.iter().filter(|line| line.contains("redirect_uris")).collect();
    assert_eq!(looks.len(), 1, "{plan:#?}");
    assert!(looks[0].contains("redirect_uris_"), "{plan:#?}");
    assert!(looks[0].contains("app_id"), "{plan:#?}");
}

#[tokio::test]
async fn what_was_used_last_and_what_was_not_are_found_by_the_index_of_the_last_use() {
    let (instance, own, ran) = watched().await;
    let root = instance.person("root").await;
    let by = Operator::TERMINAL;
    assert!(root.user.set_admin(&instance.app, true, &by).await.unwrap());
    let acme = instance.server("Acme", &root).await;
    let (server, channel) = (acme.id(), acme.general.id);
    let numbers = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)";
    // Most were never used.
    let used = "CASE WHEN n % 10 = 0 THEN 1767225600000 + n % 100 * 3600000 ELSE 0 END";
    let hash = match own.get_database_backend() {
        DbBackend::Sqlite => "x''",
        _ => "''::bytea",
    };
    for fill in [
        format!(
            "INSERT INTO webhooks (id, server_id, channel_id, creator_id, name, token_hash, token_sealed, created_at, last_used_at) \
             {numbers} SELECT n, {server}, {channel}, {}, 'Other', {hash}, {hash}, 0, {used} FROM numbers",
            root.id
        ),
        format!(
            "INSERT INTO oauth_apps (id, owner_id, name, homepage, description, created_at, last_used_at) \
             {numbers} SELECT n, {}, 'Other', '', '', 0, {used} FROM numbers",
            root.id
        ),
    ] {
        own.execute_unprepared(&fill).await.unwrap();
    }
    if own.get_database_backend() == DbBackend::Postgres {
        own.execute_unprepared("ANALYZE").await.unwrap();
    }
    for kind in ["webhooks", "apps"] {
        for query in [
            "order=used",
            "order=unused",
            "order=unused&after=0-5000",
            "order=used&after=0-5000",
            "used_since=2026-01-02",
            "used_since=2026-01-02&after=1767405600000-5050",
            "not_used_since=2026-01-03",
            "not_used_since=2026-01-03&after=0-9999",
        ] {
            ran.lock().unwrap().clear();
            let path = format!("/admin/{kind}?{query}");
            let page = root.browser.get(&path).await.expect(200);
            assert_eq!(page.all("a.list-title").len(), 50, "{path}");
            let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
            let table = if kind == "apps" { "oauth_apps" } else { kind };
            let lists = ran.iter().filter(|one| {
                one.sql.contains(&format!("FROM \"{table}\""))
                    && one.sql.contains("LIMIT")
                    && one.sql.contains("ORDER BY")
                    && !one.sql.contains("last_logged")
            });
            let mut seen = 0;
            for statement in lists {
                let plan = explain(&own, statement).await.join("\n");
                let index = format!("{table}_last_used_at_id_idx");
                assert!(plan.contains(&index), "{path}\n{}\n{plan}", statement.sql);
                assert!(!plan.contains("B-TREE FOR ORDER BY"), "{path}\n{plan}");
                assert!(!plan.contains("Sort"), "{path}\n{plan}");
                seen += 1;
            }
            assert!(seen >= 1, "{path}");
        }
    }
}

#[tokio::test]
async fn a_small_roll_is_sorted_and_a_large_one_gone_through_in_the_order_of_nicknames() {
    let (instance, own, ran) = watched().await;
    let alice = instance.person("alice").await;
    for (name, most) in [("Small", 10), ("Large", 5_000)] {
        let server = instance.server(name, &alice).await.server.id;
        let people = "INSERT INTO users (id, nickname, name, password_hash, created_at) \
             SELECT n, 'n' || n, 'Someone', '', 0 FROM numbers WHERE true ON CONFLICT DO NOTHING";
        let members = format!(
            "INSERT INTO members (server_id, user_id, joined_at) \
             SELECT {server}, n, 0 FROM numbers WHERE n <= {most}"
        );
        for fill in [people, &members] {
            let numbers = "WITH RECURSIVE numbers(n) AS \
                 (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 6000)";
            let fill = fill.replacen(") SELECT", &format!(") {numbers} SELECT"), 1);
            own.execute_unprepared(&fill).await.unwrap();
        }
        ran.lock().unwrap().clear();
        for query in ["", "?q=n1", "?after=n2", "?before=n3", "?q=n&after=n4"] {
            let path = format!("/servers/{server}/settings/members{query}");
            let page = alice.browser.get(&path).await.expect(200);
            assert!(page.text().contains("Someone"), "{query}");
        }
        let ran: Vec<Statement> = ran.lock().unwrap().values().cloned().collect();
        let pages = ran.iter().filter(|one| one.sql.starts_with("SELECT \"users\"") && one.sql.contains("ORDER BY"));
        let mut seen = 0;
        for statement in pages {
            let plan = explain(&own, statement).await.join("\n");
            let sorts = plan.contains("B-TREE FOR ORDER BY") || plan.contains("Sort");
            assert_eq!(sorts, most == 10, "{}\n{plan}", statement.sql);
            assert_eq!(plan.contains("users_nickname"), most != 10, "{plan}");
            seen += 1;
        }
        // In a small one, a search reads every member, and sorts those whom it finds.
        assert_eq!(seen, if most == 10 { 3 } else { 5 });
        let mut by_name = 0;
        for statement in ran.iter().filter(|one| one.sql.contains("LOWER(\"users\"")) {
            let plan = explain(&own, statement).await.join("\n");
            assert!(plan.contains("users_lower_name_idx"), "{plan}");
            by_name += 1;
        }
        assert_eq!(by_name, if most == 10 { 0 } else { 1 });
    }
}

#[tokio::test]
async fn a_statement_that_scans_is_found() {
    let instance = TestInstance::open().await;
    for (sql, scans) in [
        ("SELECT id FROM messages WHERE content = 'x'", true),
        ("SELECT id FROM messages WHERE id = 1", false),
        ("SELECT id FROM users ORDER BY nickname", true),
        (r#"SELECT id FROM "messages" WHERE channel_id = 1 ORDER BY id DESC LIMIT 9"#, false),
        (r#"SELECT id FROM "messages" WHERE channel_id = 1 ORDER BY content LIMIT 9"#, true),
        ("DELETE FROM sessions WHERE user_agent = 'x'", true),
        ("UPDATE users SET name = 'x' WHERE nickname = 'y'", false),
        ("SELECT m.id FROM messages m JOIN users u ON u.id = m.author_id WHERE m.channel_id = 1", false),
        ("SELECT m.id FROM messages m JOIN users u ON u.name = m.name WHERE m.channel_id = 1", true),
    ] {
        let statement = Statement::from_string(instance.app.db.get_database_backend(), sql);
        let plan = explain(&instance.app.db, &statement).await;
        assert_eq!(reads_whole(&plan) || sorts_a_page(&instance.app.db, &statement).await, scans, "{sql}\n{plan:#?}");
    }
}

/// Transactions begin and end without a plan, and what a database says of itself is its own affair.
fn can_be_explained(statement: &Statement) -> bool {
    let sql = statement.sql.trim_start();
    let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];
    verbs.iter().any(|verb| sql.starts_with(verb))
        && !["information_schema", "pg_class", "pg_catalog", "sqlite_master"]
            .iter()
            .any(|catalogue| sql.contains(catalogue))
}

/// Whether a plan says that a table, or an index of it, is read whole. What a part of the statement itself makes is
/// read whole by its nature; how it is made is said in lines of its own.
fn reads_whole(plan: &[String]) -> bool {
    let made: Vec<&str> = plan
        .iter()
        .filter_map(|line| {
            let line = line.trim_start();
            line.strip_prefix("MATERIALIZE ").or_else(|| line.strip_prefix("CO-ROUTINE "))
        })
        .collect();
    plan.iter().any(|line| is_scan(line, &made))
}

fn is_scan(line: &str, made: &[&str]) -> bool {
    let words: Vec<&str> = line.split([' ', '(', ')']).collect();
    if words.iter().any(|word| SMALL.contains(word)) {
        return false;
    }
    // SQLite.
    if let Some(what) = line.trim_start().strip_prefix("SCAN ") {
        return !(what.contains("CONSTANT ROW")
            || what.contains("VALUES CLAUSE")
            || what.starts_with("(subquery")
            // A parameter that holds a list.
            || what.contains("VIRTUAL TABLE")
            || made.contains(&what));
    }
    // Postgres.
    line.contains("Seq Scan")
        || ((line.contains("Index Scan") || line.contains("Index Only Scan")) && !line.contains("Cond:"))
}

/// Whether a page of what grows without bound is sorted: then it was read whole before it was cut off. An index has to
/// give it in its order.
async fn sorts_a_page(db: &Database, statement: &Statement) -> bool {
    let grows = ["messages", "mentions", "deliveries", "app_events", "security_events", "audit_entries"]
        .iter()
        .any(|table| statement.sql.contains(&format!("FROM \"{table}\"")));
    // A person's apps and webhooks have a cap; what their logs say is asked of those alone that are on the page.
    let is_capped = statement.sql.starts_with(r#"SELECT 0 AS "part","#);
    if !grows || is_capped || !statement.sql.contains("LIMIT") {
        return false;
    }
    let plan = explain_in_order(db, statement).await;
    let sorts = plan.iter().filter(|line| line.contains("B-TREE FOR ORDER BY") || line.contains("->  Sort")).count();
    // The channels of one person, which are a parameter, are put in the order of their newest mentions.
    sorts > statement.sql.matches("ORDER BY \"newest\"").count()
}

/// Every mounted route was asked for, and answered at least once with what it is there for.
fn every_route_answered(instance: &TestInstance) {
    let metrics = instance.app.metrics.text().unwrap();
    let missing: Vec<String> = instance
        .client
        .rocket()
        .routes()
        // They ask the database for nothing.
        .filter(|route| !portico::routes::form_addresses::is_form_address(route))
        .filter(|route| {
            let path = route.uri.path();
            let takes_every_method = ["/webhooks/", "/hooks/", "/api/"].iter().any(|start| path.starts_with(start))
                || OAUTH_ENDPOINTS.contains(&path)
                || path == "/leaks";
            !takes_every_method || route.method == Method::Post
        })
        .filter(|route| {
            let labels = format!("method=\"{}\",route=\"{}\"", route.method, route.uri.path());
            !metrics
                .lines()
                .any(|line| line.contains(&labels) && (line.contains("\"2xx\"") || line.contains("\"3xx\"")))
        })
        .map(|route| format!("{} {}", route.method, route.uri))
        .collect();
    assert!(missing.is_empty(), "no good answer of {missing:#?}\n{metrics}");
}
