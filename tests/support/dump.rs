//! The whole content of a database, as text: to check that nothing changed, and that no secret is stored.

use std::collections::BTreeMap;

use portico::database::Database;
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use super::TestApp;

/// The rows of every table, each as one line, in no order of the database's own.
pub type Dump = BTreeMap<String, Vec<String>>;

/// Written by no request: the lease of the node's number, and who is here.
const OWN: [&str; 2] = ["nodes", "presence"];

impl TestApp {
    /// Everything in the database, after the write-behind queues are empty.
    pub async fn dump(&self) -> Dump {
        self.app.settled().await;
        let mut dump = dump(&self.app.db).await;
        for table in OWN {
            dump.remove(table);
        }
        dump
    }
}

/// Everything there is in a database. Bytes are written in hexadecimal.
pub async fn dump(db: &Database) -> Dump {
    let mut dump = Dump::new();
    for table in tables(db).await {
        let line = line_of(db, &table).await;
        let mut rows = texts(db, &format!("SELECT {line} AS it FROM \"{table}\" AS t")).await;
        rows.sort();
        dump.insert(table, rows);
    }
    dump
}

async fn tables(db: &Database) -> Vec<String> {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => "SELECT name AS it FROM sqlite_master WHERE type = 'table'",
        _ => "SELECT tablename::text AS it FROM pg_tables WHERE schemaname = 'public'",
    };
    texts(db, sql).await
}

/// An expression that makes one line of a row.
async fn line_of(db: &Database, table: &str) -> String {
    if db.get_database_backend() != DbBackend::Sqlite {
        return "t::text".to_owned();
    }
    let sql = format!("SELECT name AS it FROM pragma_table_info('{table}')");
    let columns = texts(db, &sql).await;
    let quoted: Vec<_> = columns
        .iter()
        .map(|column| format!("quote(\"{column}\")"))
        .collect();
    quoted.join(" || ',' || ")
}

async fn texts(db: &Database, sql: &str) -> Vec<String> {
    let statement = Statement::from_string(db.get_database_backend(), sql);
    let rows = db.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| row.try_get("", "it").unwrap())
        .collect()
}
