//! The schema that the steps make, compared with `schema/sqlite.txt` and `schema/postgres.txt`: every table, column, key, check
//! and index. A step changes these files; `tail -n 3` of a failure says how.
//! On Postgres too where `PORTICO_TEST_DATABASE` names a server.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::process;

use portico_migrations::{Migrator, SchemaState, applied, schema_state};
use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, Statement};

/// Number of steps that made the first schema.
const BASELINE: usize = 6;

/// The names of the steps from before the baseline.
const SNAPSHOT: &str = include_str!("schema/snapshot.txt");

/// New empty databases, one on each kind of server that there is, with the files of their schema.
async fn databases(name: &str) -> Vec<(DatabaseConnection, &'static str, &'static str)> {
    let mut options = ConnectOptions::new("sqlite::memory:");
    options.max_connections(1);
    let sqlite = Database::connect(options).await.unwrap();
    let mut all = vec![(sqlite, include_str!("schema/sqlite.sql"), include_str!("schema/sqlite.txt"))];
    if let Ok(server) = std::env::var("PORTICO_TEST_DATABASE") {
        let database = format!("schema_{name}_{}", process::id());
        let admin = Database::connect(&server).await.unwrap();
        admin.execute_unprepared(&format!("CREATE DATABASE {database}")).await.unwrap();
        let (server, _) = server.rsplit_once('/').unwrap();
        let postgres = Database::connect(format!("{server}/{database}")).await.unwrap();
        all.push((postgres, include_str!("schema/postgres.sql"), include_str!("schema/postgres.txt")));
    }
    all
}

async fn schema(db: &DatabaseConnection, question: &str) -> Vec<String> {
    let rows = db.query_all_raw(Statement::from_string(db.get_database_backend(), question)).await.unwrap();
    let mut lines: Vec<String> = rows.iter().map(|row| row.try_get("", "line").unwrap()).collect();
    lines.sort();
    lines
}

fn assert_same(found: &[String], expected: &str) {
    let expected: Vec<&str> = expected.lines().collect();
    let more: Vec<&String> = found.iter().filter(|line| !expected.contains(&line.as_str())).collect();
    let less: Vec<&&str> = expected.iter().filter(|line| !found.iter().any(|found| found == **line)).collect();
    assert!(more.is_empty() && less.is_empty(), "the schema has {more:#?}\nand lacks {less:#?}");
    assert_eq!(found.len(), expected.len());
}

#[tokio::test]
async fn the_schema_is_the_one_that_is_written_down() {
    for (db, question, expected) in databases("written").await {
        Migrator::up(&db, None).await.unwrap();
        assert_same(&schema(&db, question).await, expected);
        assert_eq!(schema_state(&db).await.unwrap(), SchemaState::Current);
    }
}

#[tokio::test]
async fn every_step_is_reverted_without_a_trace() {
    for (db, question, _) in databases("reverted").await {
        let mut before = Vec::new();
        for _ in Migrator::steps() {
            before.push(schema(&db, question).await);
            Migrator::up(&db, Some(1)).await.unwrap();
        }
        while let Some(expected) = before.pop() {
            Migrator::down(&db, Some(1)).await.unwrap();
            // The first step leaves the table of the steps.
            let lines = schema(&db, question).await;
            let lines: Vec<&String> = lines.iter().filter(|line| !line.contains("seaql_migrations")).collect();
            assert_eq!(lines, expected.iter().filter(|line| !line.contains("seaql_migrations")).collect::<Vec<_>>());
        }
    }
}

/// Records the steps from before the baseline instead of those that made the schema.
async fn pretend(db: &DatabaseConnection, steps: &[&str]) {
    Migrator::up(db, Some(BASELINE)).await.unwrap();
    db.execute_unprepared("DELETE FROM seaql_migrations").await.unwrap();
    for step in steps {
        let record = format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{step}', 1)");
        db.execute_unprepared(&record).await.unwrap();
    }
}

#[tokio::test]
async fn a_database_with_all_steps_from_before_the_baseline_is_adopted() {
    let steps: Vec<&str> = SNAPSHOT.lines().collect();
    for (db, question, expected) in databases("adopted").await {
        pretend(&db, &steps).await;
        db.execute_unprepared("INSERT INTO nodes (number, holder, leased_until, keys) VALUES (3, '', 4, 'a b')")
            .await
            .unwrap();
        assert_eq!(schema_state(&db).await.unwrap(), SchemaState::Behind);
        Migrator::up(&db, None).await.unwrap();
        assert_same(&schema(&db, question).await, expected);
        let names: Vec<&str> = Migrator::steps().iter().map(|step| step.name()).collect();
        assert_eq!(applied(&db).await.unwrap(), names);
        let nodes = Statement::from_string(db.get_database_backend(), "SELECT keys FROM nodes WHERE number = 3");
        let row = db.query_one_raw(nodes).await.unwrap().unwrap();
        assert_eq!(row.try_get::<String>("", "keys").unwrap(), "a b");
    }
}

#[tokio::test]
async fn a_database_with_some_steps_from_before_the_baseline_is_refused_and_stays_as_it_is() {
    let steps: Vec<&str> = SNAPSHOT.lines().collect();
    for (number, (db, _, _)) in databases("refused").await.into_iter().enumerate() {
        let some = &steps[..48 - number];
        pretend(&db, some).await;
        assert!(matches!(schema_state(&db).await.unwrap(), SchemaState::Snapshot(old) if old.len() == some.len()));
        Migrator::up(&db, None).await.unwrap_err();
        Migrator::down(&db, None).await.unwrap_err();
        assert_eq!(applied(&db).await.unwrap(), some);
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    for (db, _, _) in databases("newer").await {
        Migrator::up(&db, None).await.unwrap();
        let record = "INSERT INTO seaql_migrations (version, applied_at) VALUES ('999_from_afar', 1)";
        db.execute_unprepared(record).await.unwrap();
        assert_eq!(schema_state(&db).await.unwrap(), SchemaState::Ahead(vec!["999_from_afar".to_owned()]));
        Migrator::up(&db, None).await.unwrap_err();
    }
}
