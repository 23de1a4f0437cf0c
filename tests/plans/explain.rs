//! The plan of a statement, on the application's own connections.

use portico_platform::database::{Database, Write};
use sea_orm::sea_query::ArrayType;
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement, Value};

/// The lines of a plan; on Postgres of the one that is made once for all values, each with its conditions.
pub(super) async fn explain(db: &Database, statement: &Statement) -> Vec<String> {
    let reading = db.begin().await.unwrap();
    match db.get_database_backend() {
        DbBackend::Sqlite => of_sqlite(&reading, statement).await,
        _ => of_postgres(&reading, statement).await,
    }
}

/// The same where Postgres is not to sort if an index gives the order: the tables of a test are so small that it would.
pub(super) async fn explain_in_order(db: &Database, statement: &Statement) -> Vec<String> {
    let reading = db.begin().await.unwrap();
    match db.get_database_backend() {
        DbBackend::Sqlite => of_sqlite(&reading, statement).await,
        _ => {
            let unsorted = reading.execute_unprepared("SET LOCAL enable_sort = off");
            unsorted.await.unwrap();
            of_postgres(&reading, statement).await
        }
    }
}

async fn of_sqlite(reading: &Write, statement: &Statement) -> Vec<String> {
    let ask = Statement { sql: format!("EXPLAIN QUERY PLAN {}", statement.sql), ..statement.clone() };
    lines(reading.query_all_raw(ask).await.unwrap(), "detail")
}

/// What is explained with its values is planned for them: what is planned for all values has to be prepared first.
async fn of_postgres(reading: &Write, statement: &Statement) -> Vec<String> {
    if statement.sql.contains(" @@ ") {
        // As where it runs.
        let on = reading.execute_unprepared("SET LOCAL enable_bitmapscan = on");
        on.await.unwrap();
    }
    let values = statement.values.iter().flat_map(|values| &values.0);
    let types: Vec<&str> = values.map(type_of).collect();
    let nulls = vec!["NULL"; types.len()];
    let prepare = format!("PREPARE asked{} AS {}", listed(&types), statement.sql);
    let prepared = reading.execute_unprepared(&prepare).await;
    prepared.unwrap_or_else(|err| panic!("{err}: {prepare}"));
    let ask = format!("EXPLAIN (COSTS OFF) EXECUTE asked{}", listed(&nulls));
    let ask = Statement::from_string(DbBackend::Postgres, ask);
    let plan = reading.query_all_raw(ask).await.unwrap();
    // The connection goes back to others.
    let over = reading.execute_unprepared("DEALLOCATE asked");
    over.await.unwrap();
    with_conditions(lines(plan, "QUERY PLAN"))
}

/// In brackets, unless there are none.
fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        words => format!("({})", words.join(", ")),
    }
}

fn lines(rows: Vec<QueryResult>, column: &str) -> Vec<String> {
    let line = |row: QueryResult| row.try_get("", column).unwrap();
    rows.into_iter().map(line).collect()
}

/// As what Postgres is given a value.
fn type_of(value: &Value) -> &'static str {
    match value {
        Value::BigInt(_) | Value::BigUnsigned(_) => "bigint",
        Value::Int(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::String(_) => "text",
        Value::Bytes(_) => "bytea",
        Value::Array(ArrayType::BigInt, _) => "bigint[]",
        Value::Array(ArrayType::Int, _) => "integer[]",
        Value::Array(ArrayType::String, _) => "text[]",
        Value::Array(ArrayType::Bytes, _) => "bytea[]",
        other => panic!("say as what Postgres is given {other:?}"),
    }
}

/// Joins each node of a plan of Postgres with the conditions that stand on lines of their own below it.
fn with_conditions(lines: Vec<String>) -> Vec<String> {
    let mut nodes: Vec<String> = Vec::new();
    for line in lines {
        match nodes.last_mut() {
            Some(node) if line.contains("Cond:") => {
                node.push_str("; ");
                node.push_str(line.trim());
            }
            _ => nodes.push(line),
        }
    }
    nodes
}
