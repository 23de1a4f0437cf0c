//! Migrating through a pool of connections. What each step makes is tested in `migrations`.

use portico_migrations::{Migrator, applied};
use sea_orm::{ConnectOptions, ConnectionTrait, Statement, TransactionTrait};

use crate::support::TestDatabase;

/// The connections of a pool whose schema caches are out of date.
const CONNECTIONS: u32 = 4;

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
