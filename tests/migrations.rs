//! The schema's steps, on the database that the tests run on: each can be taken back, and come again the same.

use portico::database::Database;
use portico_migrations::{Migrator, Steps};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::support::TestDatabase;

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
    let rows = db
        .query_all_raw(Statement::from_string(backend, question))
        .await
        .unwrap();
    let mut lines: Vec<String> = rows
        .iter()
        .map(|row| row.try_get("", "line").unwrap())
        .collect();
    lines.sort();
    lines
}

#[rocket::async_test]
async fn every_step_can_be_taken_back_and_comes_again_the_same() {
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
    assert_eq!(
        Migrator::get_pending_migrations(&*db).await.unwrap().len(),
        steps
    );

    // And forward, one at a time, by the way it went back.
    for expected in after.iter().rev() {
        Migrator::up(&*db, Some(1)).await.unwrap();
        assert_eq!(schema(&db).await, *expected);
    }
    (*db).clone().close().await.unwrap();
}

#[rocket::async_test]
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
    (*db).clone().close().await.unwrap();
}
