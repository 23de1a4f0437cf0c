//! The program on a database with an older schema, with a newer one, and several programs at once.

use std::str::FromStr;

use portico::app::migrate;
use portico_migrations::{Migrator, SchemaState, schema_state};
use portico_platform::database::Database;
use rocket::futures::future::{join, join_all};
use sea_orm::sqlx::sqlite::SqliteConnectOptions;
use sea_orm::sqlx::{ConnectOptions, Connection, Executor};
use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};

use crate::cli::portico;
use crate::security::town::Town;
use crate::support::{TestDatabase, TestInstance};

const FUTURE: &str = "INSERT INTO seaql_migrations (version, applied_at) \
    VALUES ('m0998_from_afar', 1), ('m0999_from_farther', 2)";

/// Everything in the folder, with when it was written last.
fn files(database: &TestDatabase) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir(database.folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        // SQLite's own, of the process that has the database open.
        .filter(|name| !name.ends_with("-wal") && !name.ends_with("-shm"))
        .collect();
    files.sort();
    files
}

async fn steps(db: &Database) -> Vec<String> {
    portico_migrations::applied(&**db).await.unwrap()
}

/// Shows: faults.newer-schema
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_newer_database_is_refused_with_a_sentence_before_anything_is_written() {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    // It lacks a step of this program's as well, which must not be made good.
    Migrator::down(&*db, Some(1)).await.unwrap();
    db.execute_unprepared(FUTURE).await.unwrap();
    let (before, there) = (steps(&db).await, files(&database));
    let add = ["user", "create", "--nickname", "bob", "--name", "Bob"];
    for arguments in [&["serve"][..], &[], &["migrate"], &add, &["key", "list"]] {
        let told = portico(&database, arguments, "").refused();
        assert!(told.contains("`m0998_from_afar` and one more step"), "{told}");
        assert!(told.contains("newer version of the program"), "{told}");
    }
    assert_eq!(steps(&db).await, before);
    assert_eq!(files(&database), there);
    let told = migrate(&db).await.unwrap_err();
    assert!(told.contains("restore a backup"), "{told}");
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_database_from_before_the_baseline_is_refused_with_the_revision_to_upgrade_through() {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    let old = "DELETE FROM seaql_migrations; \
        INSERT INTO seaql_migrations (version, applied_at) VALUES ('m0001_accounts', 1), ('m0008_growth', 1)";
    db.execute_unprepared(old).await.unwrap();
    let before = steps(&db).await;
    for arguments in [&["serve"][..], &["migrate"]] {
        let told = portico(&database, arguments, "").refused();
        assert!(told.contains("run `portico migrate` of the revision 430a8146 first"), "{told}");
    }
    assert_eq!(steps(&db).await, before);
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_doctor_says_what_to_do_about_a_newer_database_and_about_an_older_one() {
    let database = TestDatabase::create().await;
    let db = Database::connect(database.url()).await.unwrap();
    db.execute_unprepared(FUTURE).await.unwrap();
    let ran = portico(&database, &["doctor"], "");
    assert!(!ran.ok);
    let line = |out: &str| out.lines().find(|line| line.contains(" database: ")).unwrap().to_owned();
    let told = line(&ran.out);
    assert!(told.starts_with("error ") && told.contains("restore a backup from before the migration"), "{told}");
    db.execute_unprepared("DELETE FROM seaql_migrations WHERE version LIKE 'm099%'").await.unwrap();
    Migrator::down(&*db, Some(1)).await.unwrap();
    let told = line(&portico(&database, &["doctor"], "").out);
    assert!(told.starts_with("warning ") && told.contains("`portico migrate`"), "{told}");
    db.close().await.unwrap();
}

/// Shows: faults.rolling-upgrade
#[tokio::test]
async fn a_node_under_which_a_newer_one_has_migrated_the_database_goes_on_and_stays_ready() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let use_it = async |said: &str| {
        town.bob.say(&town.busy, said).await.expect(303);
        town.hook.say("posted", &[]).await.expect(200);
        town.alice.browser.post("/servers", &[("name", said)]).await.expect(303);
        let feed = town.alice.feed(&town.busy).await;
        assert!(feed.text().contains(said), "{said}");
        for path in ["/servers", "/portal", &*town.acme.settings("/members")] {
            town.alice.browser.get(path).await.expect(200);
        }
    };
    use_it("before").await;
    for table in ["users", "servers", "members", "channels", "roles", "messages", "webhooks", "sessions"] {
        let added = format!("ALTER TABLE {table} ADD COLUMN of_later integer NOT NULL DEFAULT 7");
        instance.app.db.execute_unprepared(&added).await.unwrap();
    }
    instance.app.db.execute_unprepared(FUTURE).await.unwrap();
    instance.browser().get("/readyz").await.expect(200);
    use_it("after").await;
}

/// Shows: faults.newer-schema
#[tokio::test]
async fn a_node_under_which_the_database_lost_a_step_is_not_ready_even_if_it_has_newer_ones() {
    let instance = TestInstance::open().await;
    Migrator::down(&*instance.app.db, Some(1)).await.unwrap();
    instance.app.db.execute_unprepared(FUTURE).await.unwrap();
    instance.browser().get("/healthz").await.expect(200);
    let answer = instance.browser().get("/readyz").await.expect(503);
    assert!(answer.text().contains("older than this program"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_postgres_database_that_is_not_encoded_in_utf8_is_refused_and_stays_empty() {
    for encoding in ["SQL_ASCII", "LATIN1"] {
        let Some(database) = TestDatabase::encoded_as(encoding).await else {
            return;
        };
        let source = TestDatabase::create().await;
        let copy = ["copy", "--from", source.url(), "--to", database.url()];
        for arguments in [&["migrate"][..], &["serve"], &copy] {
            let told = portico(&database, arguments, "").refused();
            assert!(told.contains(encoding), "{told}");
            let create = "createdb --encoding UTF8 --template template0";
            assert!(told.contains(create), "{told}");
        }
        let db = Database::connect(database.url()).await.unwrap();
        assert_eq!(schema_state(&*db).await.unwrap(), SchemaState::Behind);
        db.close().await.unwrap();
    }
}

#[test]
fn every_documented_command_that_creates_a_database_names_the_encoding_and_the_template() {
    let file = |name: &str| std::fs::read_to_string(format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let guide = file("docs/operators.md");
    let commands: Vec<&str> = guide.lines().filter(|line| line.contains(" createdb --")).collect();
    assert!(commands.len() >= 4);
    for command in commands {
        let named = command.contains(" --encoding UTF8 --template template0 ");
        assert!(named, "{command}");
    }
    let cluster = file("deploy/ha/portico.sql");
    assert!(cluster.contains("ENCODING 'UTF8' TEMPLATE template0;"));
}

#[tokio::test]
async fn looking_at_an_empty_database_leaves_it_empty() {
    let database = TestDatabase::empty().await;
    let db = Database::connect(database.url()).await.unwrap();
    assert_eq!(schema_state(&*db).await.unwrap(), SchemaState::Behind);
    assert_eq!(schema_state(&*db).await.unwrap(), SchemaState::Behind);
    let there = db.execute_unprepared("SELECT 1 FROM seaql_migrations").await;
    assert!(there.is_err());
    migrate(&db).await.unwrap();
    assert_eq!(schema_state(&*db).await.unwrap(), SchemaState::Current);
    db.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn programs_that_start_at_once_on_an_empty_database_make_its_schema_once() {
    let database = TestDatabase::empty().await;
    let started: Vec<_> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4).map(|_| scope.spawn(|| portico(&database, &["migrate"], ""))).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    for ran in started {
        assert_eq!(ran.done().out, "The database is up to date.\n");
    }
    let db = Database::connect(database.url()).await.unwrap();
    assert_eq!(steps(&db).await.len(), Migrator::steps().len());
    db.close().await.unwrap();
}

#[tokio::test]
async fn a_database_that_is_being_written_to_is_opened_afterwards() {
    let database = TestDatabase::empty().await;
    if database.is_postgres() {
        return;
    }
    // Not turned over to a write-ahead log yet, which takes the file for oneself.
    let mut other =
        SqliteConnectOptions::from_str(database.url()).unwrap().create_if_missing(true).connect().await.unwrap();
    let mut writing = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let (opened, ()) = join(Database::connect(database.url()), async {
        // Takes longer than it takes to be refused.
        let long = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 1000000) \
            SELECT count(*) FROM n";
        writing.execute(long).await.unwrap();
        writing.commit().await.unwrap();
    })
    .await;
    opened.unwrap().close().await.unwrap();
}

/// A step that waits for a table holds up every request that wants it.
#[tokio::test]
async fn a_migration_gives_way_to_a_transaction_that_holds_a_table_and_is_tried_again() {
    let database = TestDatabase::create().await;
    if !database.is_postgres() {
        return;
    }
    let db = Database::connect(database.url()).await.unwrap();
    // The step that changes `servers`, and those after it.
    Migrator::down(&*db, Some(Migrator::steps().len() - 10)).await.unwrap();
    let before = steps(&db).await;
    let other = sea_orm::Database::connect(database.url()).await.unwrap();
    let dump = other.begin().await.unwrap();
    dump.execute_unprepared("SELECT 1 FROM servers").await.unwrap();
    let told = Migrator::up(&*db, None).await.unwrap_err().to_string();
    assert!(told.contains("lock timeout"), "{told}");
    assert_eq!(steps(&db).await, before);
    let (migrated, ()) = join(migrate(&db), async {
        let attempts = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'servers'::regclass";
        let attempts = Statement::from_string(DbBackend::Postgres, attempts);
        while db.query_one_raw(attempts.clone()).await.unwrap().is_none() {}
        while db.query_one_raw(attempts.clone()).await.unwrap().is_some() {}
        dump.rollback().await.unwrap();
    })
    .await;
    migrated.unwrap();
    assert_eq!(schema_state(&*db).await.unwrap(), SchemaState::Current);
    other.close().await.unwrap();
    db.close().await.unwrap();
}

#[tokio::test]
async fn a_process_that_waits_for_another_migration_does_nothing_more() {
    let database = TestDatabase::empty().await;
    let connections = join_all((0..6).map(|_| Database::connect(database.url()))).await;
    let connections: Vec<Database> = connections.into_iter().map(Result::unwrap).collect();
    for done in join_all(connections.iter().map(migrate)).await {
        done.unwrap();
    }
    assert_eq!(schema_state(&*connections[0]).await.unwrap(), SchemaState::Current);
    for db in connections {
        db.close().await.unwrap();
    }
}
