//! The settings of the application's database connections: how durable a commit is, and how statements are planned.
//! `plans` tests the effect on statements, the fault tests the effect on durability.

use portico_platform::database::Database;
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::support::TestInstance;

/// The connections that requests share, and a writer's own.
fn all_of(instance: &TestInstance) -> [Database; 2] {
    [instance.app.db.clone(), instance.app.db.apart()]
}

/// What a setting stands at, as the database says it.
async fn asked<T: sea_orm::TryGetable>(db: &Database, question: &str) -> T {
    let asked = Statement::from_string(db.get_database_backend(), question);
    let answer = db.query_one_raw(asked).await.unwrap().unwrap();
    answer.try_get_by_index(0).unwrap()
}

#[tokio::test]
async fn a_commit_is_on_the_disk_when_it_is_done() {
    let instance = TestInstance::open().await;
    for connections in all_of(&instance) {
        match connections.get_database_backend() {
            DbBackend::Sqlite => {
                let journal: String = asked(&connections, "PRAGMA journal_mode").await;
                assert_eq!(journal, "wal");
                // FULL.
                assert_eq!(asked::<i32>(&connections, "PRAGMA synchronous").await, 2);
            }
            _ => {
                let commit: String = asked(&connections, "SHOW synchronous_commit").await;
                assert_eq!(commit, "on");
            }
        }
    }
}

#[tokio::test]
async fn sqlite_takes_its_log_over_in_small_steps() {
    let instance = TestInstance::open().await;
    for connections in all_of(&instance) {
        if connections.get_database_backend() == DbBackend::Sqlite {
            let pages: i32 = asked(&connections, "PRAGMA wal_autocheckpoint").await;
            assert_eq!(pages, 250);
        }
    }
}

#[tokio::test]
async fn postgres_plans_a_statement_once_and_with_an_index() {
    let instance = TestInstance::open().await;
    for connections in all_of(&instance) {
        if connections.get_database_backend() == DbBackend::Postgres {
            let mode: String = asked(&connections, "SHOW plan_cache_mode").await;
            assert_eq!(mode, "force_generic_plan");
            for way in ["seqscan", "hashjoin", "mergejoin", "bitmapscan"] {
                let may: String = asked(&connections, &format!("SHOW enable_{way}")).await;
                assert_eq!(may, "off", "{way}");
            }
        }
    }
}

#[tokio::test]
async fn postgres_compiles_no_statement_before_it_runs_it() {
    let instance = TestInstance::open().await;
    for connections in all_of(&instance) {
        if connections.get_database_backend() == DbBackend::Postgres {
            assert_eq!(asked::<String>(&connections, "SHOW jit").await, "off");
        }
    }
}
