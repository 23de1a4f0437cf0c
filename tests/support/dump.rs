//! The whole content of a database, as text: to check that nothing changed, and that no secret is stored.

use std::collections::BTreeMap;

use portico_platform::database::Database;
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement};

use super::TestInstance;

/// The rows of every table, each as one line, in no order of the database's own.
pub type Dump = BTreeMap<String, Vec<String>>;

/// Written by no request: the lease of the node's number, and who is here.
const OWN: [&str; 2] = ["nodes", "presence"];

impl TestInstance {
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
    let mut dump: Dump = tables(db).await.into_iter().map(|table| (table, Vec::new())).collect();
    let mut selects = Vec::new();
    for table in written(db).await {
        let line = line_of(db, &table).await;
        selects.push(format!("SELECT '{table}' AS source, {line} AS it FROM \"{table}\" AS t"));
    }
    if selects.is_empty() {
        return dump;
    }
    // One statement, since every test on Postgres ends with this.
    let sql = selects.join(" UNION ALL ");
    for row in rows(db, &sql).await {
        let table: String = row.try_get("", "source").unwrap();
        let line = row.try_get("", "it").unwrap();
        dump.entry(table).or_default().push(line);
    }
    for lines in dump.values_mut() {
        lines.sort();
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

/// Those that may have rows. Postgres takes long to plan the reading of all.
async fn written(db: &Database) -> Vec<String> {
    if db.get_database_backend() == DbBackend::Sqlite {
        return tables(db).await;
    }
    let sql = "SELECT tablename::text AS it FROM pg_tables WHERE schemaname = 'public' AND pg_relation_size(tablename::regclass) > 0";
    texts(db, sql).await
}

/// An expression that makes one line of a row.
async fn line_of(db: &Database, table: &str) -> String {
    if db.get_database_backend() != DbBackend::Sqlite {
        return "t::text".to_owned();
    }
    let sql = format!("SELECT name AS it FROM pragma_table_info('{table}')");
    let columns = texts(db, &sql).await;
    let quoted: Vec<_> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
    quoted.join(" || ',' || ")
}

async fn texts(db: &Database, sql: &str) -> Vec<String> {
    let found = rows(db, sql).await;
    found.iter().map(|row| row.try_get("", "it").unwrap()).collect()
}

async fn rows(db: &Database, sql: &str) -> Vec<QueryResult> {
    let statement = Statement::from_string(db.get_database_backend(), sql);
    db.query_all_raw(statement).await.unwrap()
}
