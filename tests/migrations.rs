//! The migrations, on the database of the test run: each can be reverted and applied again.

use portico_migrations::{Migrator, applied};
use portico_platform::database::Database;
use portico_rules::chat::names::{Alike, fold};
use sea_orm::{ConnectOptions, ConnectionTrait, DbBackend, QueryResult, Statement, TransactionTrait};

use crate::support::TestDatabase;

/// The connections of a pool whose schema caches are out of date.
const CONNECTIONS: u32 = 4;

/// Every table with its columns, keys, checks and indexes, in words of the database's own. The table that remembers
/// the steps is left out.
async fn schema(db: &Database) -> Vec<String> {
    let backend = db.get_database_backend();
    let question = match backend {
        DbBackend::Sqlite => {
            "SELECT type || ' ' || name || ' on ' || tbl_name || ': ' || COALESCE(sql, '') AS line \
             FROM sqlite_schema WHERE tbl_name NOT IN ('seaql_migrations', 'sqlite_sequence')"
        }
        _ => {
            "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable \
                 || ' ' || COALESCE(collation_name, '') AS line \
             FROM information_schema.columns \
             WHERE table_schema = 'public' AND table_name <> 'seaql_migrations' \
             UNION ALL \
             SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) \
             FROM pg_constraint \
             WHERE connamespace = 'public'::regnamespace \
                 AND conrelid::regclass::text <> 'seaql_migrations' \
             UNION ALL \
             SELECT indexdef FROM pg_indexes \
             WHERE schemaname = 'public' AND tablename <> 'seaql_migrations' \
             UNION ALL \
             SELECT 'sequence ' || sequence_name FROM information_schema.sequences \
             WHERE sequence_schema = 'public'"
        }
    };
    let rows = db.query_all_raw(Statement::from_string(backend, question)).await.unwrap();
    let mut lines: Vec<String> = rows.iter().map(|row| row.try_get("", "line").unwrap()).collect();
    lines.sort();
    lines
}

#[tokio::test]
async fn every_step_can_be_reverted_and_applied_again() {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    let whole = schema(&db).await;
    assert!(whole.iter().any(|line| line.contains("webhooks")));
    let steps = Migrator::migrations().len();

    // From the newest to the first, each twice, so that none leaves anything in its own way.
    let mut after = vec![whole.clone()];
    for _ in 0..steps {
        Migrator::down(&*db, Some(1)).await.unwrap();
        let without = schema(&db).await;
        Migrator::up(&*db, Some(1)).await.unwrap();
        assert_eq!(schema(&db).await, *after.last().unwrap());
        Migrator::down(&*db, Some(1)).await.unwrap();
        assert_eq!(schema(&db).await, without);
        after.push(without);
    }
    assert_eq!(after.pop().unwrap(), Vec::<String>::new());
    assert_eq!(applied(&*db).await.unwrap(), Vec::<String>::new());

    // And forward, one at a time, by the way it went back.
    for expected in after.iter().rev() {
        Migrator::up(&*db, Some(1)).await.unwrap();
        assert_eq!(schema(&db).await, *expected);
    }
    db.close().await.unwrap();
}

#[tokio::test]
async fn all_steps_at_once_go_back_and_forward() {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    let whole = schema(&db).await;
    Migrator::down(&*db, None).await.unwrap();
    assert_eq!(schema(&db).await, Vec::<String>::new());
    Migrator::up(&*db, None).await.unwrap();
    assert_eq!(schema(&db).await, whole);
    // Nothing is left to do, and doing it again does nothing.
    Migrator::up(&*db, None).await.unwrap();
    assert_eq!(schema(&db).await, whole);
    db.close().await.unwrap();
}

/// The same database on new connections: SQLite compiles an `INSERT` without names of columns against what its connection
/// remembers of the table, which another connection may have changed.
async fn reconnected(db: Database, database: &TestDatabase) -> Database {
    db.close().await.unwrap();
    Database::connect(database.url()).await.unwrap()
}

/// A new database as it was before a step, and how many steps lead back to there.
async fn before_step(name: &str) -> (TestDatabase, Database, usize) {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    let steps = Migrator::migrations();
    let since = steps.iter().position(|step| step.name() == name).unwrap();
    let back = steps.len() - since;
    Migrator::down(&*db, Some(back)).await.unwrap();
    let db = reconnected(db, &database).await;
    (database, db, back)
}

/// SQLite compiles `CREATE INDEX` against what its connection remembers of the schema.
#[tokio::test]
async fn steps_run_although_every_connection_has_cached_an_older_schema() {
    let database = TestDatabase::create().await;
    let mut options = ConnectOptions::new(database.url());
    options.max_connections(CONNECTIONS).sqlx_logging(false);
    let db = sea_orm::Database::connect(options).await.unwrap();
    let backend = db.get_database_backend();
    let mut held = Vec::new();
    for _ in 0..CONNECTIONS {
        let transaction = db.begin().await.unwrap();
        let users = Statement::from_string(backend, "SELECT id FROM users");
        transaction.query_all_raw(users).await.unwrap();
        held.push(transaction);
    }
    for transaction in held {
        transaction.rollback().await.unwrap();
    }
    let all = applied(&db).await.unwrap();
    Migrator::down(&db, None).await.unwrap();
    assert_eq!(applied(&db).await.unwrap(), Vec::<String>::new());
    Migrator::up(&db, None).await.unwrap();
    assert_eq!(applied(&db).await.unwrap(), all);
    db.close().await.unwrap();
}

#[tokio::test]
async fn messages_survive_the_step_that_rebuilds_their_table() {
    let (_database, db, back) = before_step("m0008_growth").await;
    db.execute_unprepared(
        "INSERT INTO users VALUES (1, 'alice', 'Alice', 'x', NULL, NULL, 0); \
         INSERT INTO servers VALUES (2, 'Acme', 1, 0); \
         INSERT INTO channels VALUES (3, 2, 'general', '', 0), (4, 2, 'busy', '', 0); \
         INSERT INTO messages VALUES (14745600005, 3, NULL, 9, 'B', NULL, 'one', NULL), \
             (14745600006, 4, 1, NULL, NULL, NULL, 'two', '[]'); \
         INSERT INTO mentions VALUES (0, 1, 14745600005, 3), (2, 4, 14745600006, 4); \
         INSERT INTO read_marks VALUES (1, 3, 14745600005), (1, 4, 14745600006);",
    )
    .await
    .unwrap();
    let rows = async |question: &str| {
        let ask = Statement::from_string(db.get_database_backend(), question);
        let row = db.query_one_raw(ask).await.unwrap().unwrap();
        row.try_get_by_index::<i64>(0).unwrap()
    };
    let all = "SELECT (SELECT COUNT(*) FROM messages WHERE content IN ('one', 'two')) * 100 \
         + (SELECT COUNT(*) FROM mentions) * 10 + (SELECT COUNT(*) FROM read_marks)";
    assert_eq!(rows(all).await, 222);
    Migrator::up(&*db, None).await.unwrap();
    assert_eq!(rows(all).await, 222);
    // The webhook's post is counted in its hour, the second of 2025.
    assert_eq!(rows("SELECT hour FROM webhook_hours WHERE webhook_id = 9 AND accepted = 1").await, 1_735_693_200_000);
    // A channel goes and leaves what was said in it; on the way back that goes as well.
    db.execute_unprepared("DELETE FROM channels WHERE id = 4").await.unwrap();
    assert_eq!(rows(all).await, 222);
    Migrator::down(&*db, Some(back)).await.unwrap();
    assert_eq!(rows(all).await, 111);
    db.close().await.unwrap();
}

#[tokio::test]
async fn owner_actions_move_from_the_apps_log_to_the_audit_log_and_back() {
    let (_database, db, back) = before_step("m0013_audit").await;
    db.execute_unprepared(
        "INSERT INTO users (id, nickname, name, password_hash, created_at) \
             VALUES (1, 'alice', 'Alice', 'x', 0); \
         INSERT INTO oauth_apps (id, owner_id, name, homepage, description, created_at) \
             VALUES (2, 1, 'Builder', '', '', 0); \
         INSERT INTO app_events (id, app_id, kind, detail) VALUES (3, 2, 'created', ''), \
             (4, 2, 'approved', ''), (5, 2, 'secret_made', ''), (6, 2, 'exchange_failed', 'expired');",
    )
    .await
    .unwrap();
    let counts = async |question: &str| {
        let ask = Statement::from_string(db.get_database_backend(), question);
        let row = db.query_one_raw(ask).await.unwrap().unwrap();
        row.try_get_by_index::<i64>(0).unwrap()
    };
    Migrator::up(&*db, None).await.unwrap();
    let moved = "SELECT COUNT(*) FROM audit_entries WHERE log_id = 2 AND actor_id = 1 \
         AND actor_name = 'Alice' AND actor_nickname = 'alice' AND target_kind = 'app' \
         AND target_id = 2 AND target_name = 'Builder' \
         AND (id = 3 AND action = 'app_created' OR id = 5 AND action = 'secret_made')";
    assert_eq!(counts(moved).await, 2);
    let left = "SELECT COUNT(*) FROM app_events";
    assert_eq!(counts(left).await, 2);
    Migrator::down(&*db, Some(back)).await.unwrap();
    assert_eq!(counts(left).await, 4);
    let kept = "SELECT COUNT(*) FROM app_events \
         WHERE id = 3 AND kind = 'created' OR id = 5 AND kind = 'secret_made'";
    assert_eq!(counts(kept).await, 2);
    db.close().await.unwrap();
}

#[tokio::test]
async fn what_servers_roles_webhooks_and_apps_hold_keeps_through_the_step_that_lets_them_go_at_once() {
    let (_database, db, _) = before_step("m0015_departed").await;
    // Bytes are spelt in two ways; a text of them is taken by one database, and by the other in quotes.
    let bytes = |hex: &str| match db.get_database_backend() {
        DbBackend::Sqlite => format!("x'{hex}'"),
        _ => format!("'\\x{hex}'"),
    };
    let (one, two) = (bytes("01"), bytes("02"));
    db.execute_unprepared(&format!(
        "INSERT INTO users (id, nickname, name, password_hash, created_at) \
             VALUES (1, 'alice', 'Alice', 'x', 0), (2, 'bob', 'Bob', 'x', 0); \
         INSERT INTO servers VALUES (3, 'Acme', 1, 0), (4, 'Other', 1, 0); \
         INSERT INTO channels VALUES (5, 3, 'general', '', 0), (6, 4, 'general', '', 0); \
         INSERT INTO roles (id, server_id, name, name_folded, mentionable, permissions, created_at) \
             VALUES (7, 3, 'Crew', 'crew', FALSE, 0, 0), (8, 4, 'Crew', 'crew', FALSE, 0, 0); \
         INSERT INTO members VALUES (3, 1, 0), (3, 2, 0), (4, 2, 0); \
         INSERT INTO member_roles VALUES (3, 2, 7, 0), (4, 2, 8, 0); \
         INSERT INTO overwrites VALUES (9, 5, 7, NULL, 1, 0), (10, 6, NULL, 2, 0, 1); \
         INSERT INTO webhooks (id, server_id, channel_id, name, token_hash, token_sealed, created_at) \
             VALUES (11, 3, 5, 'A', {one}, {one}, 0), (12, 4, 6, 'B', {two}, {two}, 0); \
         INSERT INTO deliveries VALUES (13, 11, 200, 1, NULL, ''), (14, 12, 400, 1, NULL, ''); \
         INSERT INTO oauth_apps (id, owner_id, name, homepage, description, created_at) \
             VALUES (15, 1, 'C', '', '', 0), (16, 1, 'D', '', '', 0); \
         INSERT INTO grants VALUES (2, 15, 0, 0), (2, 16, 0, 0); \
         INSERT INTO authorization_codes (id, secret_hash, app_id, user_id, redirect_uri, form_hash, created_at, \
                 expires_at) \
             VALUES (17, {one}, 15, 2, '', {one}, 0, 0), (18, {two}, 16, 2, '', {two}, 0, 0); \
         INSERT INTO departed_channels VALUES (19, 0, 1);"
    ))
    .await
    .unwrap();
    let counts = async |question: &str| {
        let ask = Statement::from_string(db.get_database_backend(), question);
        let row = db.query_one_raw(ask).await.unwrap().unwrap();
        row.try_get_by_index::<i64>(0).unwrap()
    };
    // A digit a table.
    let all = "SELECT (SELECT COUNT(*) FROM members) * 100000 + (SELECT COUNT(*) FROM member_roles) * 10000 \
         + (SELECT COUNT(*) FROM overwrites) * 1000 + (SELECT COUNT(*) FROM deliveries) * 100 \
         + (SELECT COUNT(*) FROM grants) * 10 + (SELECT COUNT(*) FROM authorization_codes)";
    assert_eq!(counts(all).await, 322_222);
    Migrator::up(&*db, Some(1)).await.unwrap();
    assert_eq!(counts(all).await, 322_222);
    let gone = "SELECT COUNT(*) FROM departed WHERE kind = 'channel' AND id = 19 AND look_at = 1";
    assert_eq!(counts(gone).await, 1);
    // A server and an app go and leave what they held; on the way back that goes as well.
    for gone in ["servers WHERE id = 3", "oauth_apps WHERE id = 15"] {
        let delete = format!("DELETE FROM {gone}");
        db.execute_unprepared(&delete).await.unwrap();
    }
    assert_eq!(counts(all).await, 322_222);
    // Leaving still removes the roles, and revoking an approval its codes.
    for gone in ["members WHERE server_id = 4", "grants WHERE app_id = 16"] {
        let delete = format!("DELETE FROM {gone}");
        db.execute_unprepared(&delete).await.unwrap();
    }
    assert_eq!(counts(all).await, 212_211);
    Migrator::down(&*db, Some(1)).await.unwrap();
    assert_eq!(counts(all).await, 1_100);
    let gone = "SELECT COUNT(*) FROM departed_channels WHERE channel_id = 19 AND look_at = 1";
    assert_eq!(counts(gone).await, 1);
    db.close().await.unwrap();
}

#[tokio::test]
async fn what_names_a_person_keeps_through_the_step_that_lets_accounts_go_at_once() {
    let (_database, db, back) = before_step("m0018_departed_users").await;
    let bytes = match db.get_database_backend() {
        DbBackend::Sqlite => "x'01'",
        _ => "'\\x01'",
    };
    db.execute_unprepared(&format!(
        "INSERT INTO users (id, nickname, name, password_hash, created_at) \
             VALUES (1, 'alice', 'Alice', 'x', 0), (2, 'bob', 'Bob', 'x', 0), (20, 'carol', 'Carol', 'x', 0); \
         INSERT INTO servers VALUES (3, 'Acme', 1, 0); \
         INSERT INTO channels VALUES (5, 3, 'general', '', 0); \
         INSERT INTO roles (id, server_id, name, name_folded, mentionable, permissions, created_at) \
             VALUES (7, 3, 'Crew', 'crew', FALSE, 0, 0); \
         INSERT INTO members VALUES (3, 1, 0), (3, 2, 0), (3, 20, 0); \
         INSERT INTO member_roles VALUES (3, 1, 7, 0), (3, 2, 7, 0), (3, 20, 7, 0); \
         INSERT INTO overwrites VALUES (8, 5, 7, NULL, 1, 0), (9, 5, NULL, 1, 1, 0), (10, 5, NULL, 2, 0, 1); \
         INSERT INTO webhooks (id, server_id, channel_id, creator_id, name, token_hash, token_sealed, created_at, \
                 revision) \
             VALUES (11, 3, 5, 1, 'A', {bytes}, {bytes}, 0, 4), (12, 3, 5, 2, 'B', {bytes}, {bytes}, 0, 4); \
         INSERT INTO invites VALUES ('a', 3, 1, 0, 0), ('b', 3, 2, 0, 0);"
    ))
    .await
    .unwrap();
    let counts = async |question: &str| {
        let ask = Statement::from_string(db.get_database_backend(), question);
        let row = db.query_one_raw(ask).await.unwrap().unwrap();
        row.try_get_by_index::<i64>(0).unwrap()
    };
    // A digit a table; of webhooks and invites those that name a user.
    let all = "SELECT (SELECT COUNT(*) FROM member_roles) * 100000 + (SELECT COUNT(*) FROM overwrites) * 10000 \
         + (SELECT COUNT(*) FROM webhooks WHERE revision = 4) * 1000 + (SELECT COUNT(creator_id) FROM webhooks) * 100 \
         + (SELECT COUNT(*) FROM invites) * 10 + (SELECT COUNT(creator_id) FROM invites)";
    assert_eq!(counts(all).await, 332_222);
    Migrator::up(&*db, None).await.unwrap();
    assert_eq!(counts(all).await, 332_222);
    // Bob's account goes and Carol leaves: nothing else goes with them, and on the way back it does.
    db.execute_unprepared(
        "DELETE FROM users WHERE id = 2; DELETE FROM members WHERE user_id = 20; \
         INSERT INTO departed (kind, id, departed_at, look_at) VALUES ('user', 2, 0, 0), ('app', 4, 0, 0)",
    )
    .await
    .unwrap();
    assert_eq!(counts(all).await, 332_222);
    Migrator::down(&*db, Some(back)).await.unwrap();
    assert_eq!(counts(all).await, 122_121);
    assert_eq!(counts("SELECT COUNT(*) FROM departed").await, 1);
    // And before this step they do so by themselves.
    db.execute_unprepared("UPDATE servers SET owner_id = 20; DELETE FROM users WHERE id = 1").await.unwrap();
    assert_eq!(counts(all).await, 12_020);
    db.close().await.unwrap();
}

/// Shows: names.kept
#[tokio::test]
async fn roles_that_were_alike_keep_their_names_when_alike_names_are_first_refused() {
    let (_database, db, back) = before_step("m0016_alike_roles").await;
    db.execute_unprepared(
        "INSERT INTO users (id, nickname, name, password_hash, created_at) \
             VALUES (1, 'alice', 'Alice', 'x', 0); \
         INSERT INTO servers VALUES (3, 'Acme', 1, 0), (4, 'Other', 1, 0)",
    )
    .await
    .unwrap();
    // The modem comes after what its key will be, and a Cyrillic all before the real one.
    let before = [
        (5, 3, "аll"),
        (6, 3, "all"),
        (7, 3, "rnodern"),
        (8, 3, "modern"),
        (9, 3, "Crew"),
        (10, 3, "Сrew"),
        (11, 3, "ADMIN"),
        (12, 3, "ADM1N"),
        (13, 4, "Crew"),
        (14, 4, "all"),
        (15, 3, "bot"),
        (16, 3, "Вot"),
        (17, 3, "MAIL"),
        (18, 3, "mall"),
    ];
    for (id, server_id, name) in before {
        db.execute_raw(Statement::from_sql_and_values(
            db.get_database_backend(),
            "INSERT INTO roles (id, server_id, name, name_folded, mentionable, permissions, created_at) \
             VALUES ($1, $2, $3, $4, FALSE, 0, 0)",
            [id.into(), server_id.into(), name.into(), fold(name).into()],
        ))
        .await
        .unwrap();
    }
    let compared_by = async |column: &str| -> Vec<(String, String)> {
        let question = format!("SELECT name, {column} AS form FROM roles ORDER BY id");
        let ask = Statement::from_string(db.get_database_backend(), question);
        let rows = db.query_all_raw(ask).await.unwrap();
        let text = |row: &QueryResult, column| row.try_get::<String>("", column).unwrap();
        rows.iter().map(|row| (text(row, "name"), text(row, "form"))).collect()
    };
    let old = compared_by("name_folded").await;
    for _ in 0..2 {
        Migrator::up(&*db, None).await.unwrap();
        let (keys, looks) = (compared_by("name_folded").await, compared_by("name_look").await);
        let look_keys = compared_by("name_look_key").await;
        let look_keys = look_keys.into_iter().map(|(_, form)| form);
        for ((((id, _, name), key), look), look_key) in before.iter().zip(keys).zip(looks).zip(look_keys) {
            let alike = Alike::of(name);
            let mark = if [5, 8, 10, 12, 16].contains(id) { format!(" #{id}") } else { String::new() };
            assert_eq!(key, (name.to_string(), format!("{}{mark}", alike.key)));
            assert_eq!(look, (name.to_string(), format!("{}{mark}", alike.look)));
            assert_eq!(look_key, format!("{}{mark}", alike.look_key));
        }
        Migrator::down(&*db, Some(back)).await.unwrap();
        assert_eq!(compared_by("name_folded").await, old);
    }
    db.close().await.unwrap();
}
