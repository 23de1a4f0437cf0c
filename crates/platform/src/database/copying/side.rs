//! One of the two databases of a copy, on a connection of its own. `copying` decides what is copied, in which order.

use std::str::FromStr;

use sea_orm::sqlx::postgres::{PgConnectOptions, PgConnection};
use sea_orm::sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sea_orm::sqlx::{self, AssertSqlSafe, ConnectOptions, Connection, Row};
use sha2::{Digest, Sha256};

use super::catalog::{
    ListedColumn, POSTGRES_COLUMNS, POSTGRES_PARENTS, POSTGRES_TABLES, SQLITE_COLUMNS, SQLITE_PARENTS, SQLITE_TABLES,
    Table, is_copied,
};
use super::value::{ColumnType, Value};
use super::{CopyError, Result};
use portico_rules::clock::Millis;
use portico_rules::hex;

/// The most parameters of a statement on SQLite that inserts rows; it accepts 32,766.
const SQLITE_PARAMETERS: usize = 2_048;

/// No limit on how long a statement or an idle transaction takes, and pages by the index of the key, whatever the
/// planner knows of a table that has just been filled.
const POSTGRES_SETTINGS: [(&str, &str); 6] = [
    ("statement_timeout", "0"),
    ("idle_in_transaction_session_timeout", "0"),
    ("lock_timeout", "10s"),
    ("enable_seqscan", "off"),
    ("enable_bitmapscan", "off"),
    ("jit", "off"),
];

/// A connection.
#[derive(Debug)]
pub(super) enum Side {
    Sqlite(Box<SqliteConnection>),
    Postgres(Box<PgConnection>),
}

/// The same on either database. A macro, since the connections have no type in common that could be a parameter.
macro_rules! either {
    ($side:expr, |$db:ident| $run:expr) => {
        match $side {
            Side::Sqlite($db) => $run,
            Side::Postgres($db) => $run,
        }
    };
}

/// Adds a value to the parameters of a query. A macro for the same reason.
macro_rules! bind {
    ($query:ident, $value:expr) => {
        match $value {
            Value::Null => $query.bind(None::<i64>),
            Value::Integer(number) => $query.bind(*number),
            Value::Flag(flag) => $query.bind(*flag),
            Value::Text(text) => $query.bind(text.as_str()),
            Value::Bytes(bytes) => $query.bind(bytes.as_slice()),
        }
    };
}

impl Side {
    /// Connects to a database that exists.
    pub(super) async fn open(url: &str) -> Result<Self> {
        let failed = |cause| CopyError::Database { what: "A database can't be opened".to_owned(), cause };
        Ok(if url.starts_with("sqlite:") {
            let options = SqliteConnectOptions::from_str(url).map_err(failed)?;
            // Commits are on the disk when they return, as for every other write.
            let options = options.create_if_missing(false).foreign_keys(true);
            Self::Sqlite(Box::new(options.connect().await.map_err(failed)?))
        } else {
            let options = PgConnectOptions::from_str(url).map_err(failed)?;
            let options = options.options(POSTGRES_SETTINGS);
            Self::Postgres(Box::new(options.connect().await.map_err(failed)?))
        })
    }

    pub(super) async fn close(self) -> Result<()> {
        let closed = either!(self, |db| db.close().await);
        closed.map_err(|cause| CopyError::Database { what: "A database could not be closed".to_owned(), cause })
    }

    /// Keeps every process from beginning to write, as all of them need a node number first. All later reads see one
    /// moment.
    pub(super) async fn lock_source(&mut self) -> Result<()> {
        match self {
            Self::Sqlite(_) => self.execute("BEGIN IMMEDIATE").await,
            Self::Postgres(_) => {
                self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ").await?;
                self.execute("LOCK TABLE nodes IN SHARE MODE").await
            }
        }
    }

    /// The number of a process that uses the database.
    pub(super) async fn running_node(&mut self, now: Millis) -> Result<Option<i64>> {
        let sql = format!(
            "SELECT CAST(number AS bigint) AS number FROM nodes \
             WHERE leased_until >= {now} AND length(holder) > 0 ORDER BY number LIMIT 1"
        );
        let number = either!(self, |db| {
            let query = sqlx::query(AssertSqlSafe(sql));
            let row = query.fetch_optional(&mut **db).await;
            row.and_then(|row| row.map(|row| row.try_get(0)).transpose())
        });
        number.map_err(|cause| CopyError::Database {
            what: "The running processes of the source can't be read".to_owned(),
            cause,
        })
    }

    /// Changes whenever a process has used the database, or it was migrated.
    pub(super) async fn fingerprint(&mut self, steps: &[String]) -> Result<String> {
        let mut hash = Sha256::new();
        for step in steps {
            hash.update(step);
            hash.update([0]);
        }
        for table in self.tables().await? {
            if table.name == "nodes" {
                for row in self.page(&table, None, u32::from(u16::MAX)).await? {
                    row.iter().for_each(|value| value.write_to(&mut |bytes| hash.update(bytes)));
                }
            }
        }
        Ok(hex::digits(&hash.finalize()))
    }

    /// The names of the tables that are copied.
    pub(super) async fn table_names(&mut self) -> Result<Vec<String>> {
        let (what, sql) = match self {
            Self::Sqlite(_) => ("The tables can't be listed", SQLITE_TABLES),
            Self::Postgres(_) => ("The tables can't be listed", POSTGRES_TABLES),
        };
        let names = self.texts(what, sql, None).await?;
        Ok(names.into_iter().filter(|name| is_copied(name)).collect())
    }

    /// The tables that are copied, with their columns.
    pub(super) async fn tables(&mut self) -> Result<Vec<Table>> {
        let parents_of = match self {
            Self::Sqlite(_) => SQLITE_PARENTS,
            Self::Postgres(_) => POSTGRES_PARENTS,
        };
        let mut tables = Vec::new();
        for name in self.table_names().await? {
            let columns = self.columns(&name).await?;
            let parents = self.texts("Foreign keys can't be listed", parents_of, Some(&name)).await?;
            tables.push(Table::new(name, columns, parents)?);
        }
        Ok(tables)
    }

    async fn columns(&mut self, table: &str) -> Result<Vec<ListedColumn>> {
        let sql = match self {
            Self::Sqlite(_) => SQLITE_COLUMNS,
            Self::Postgres(_) => POSTGRES_COLUMNS,
        };
        let listed: sqlx::Result<Vec<(String, String, i64)>> = either!(self, |db| {
            let query = sqlx::query_as(sql).bind(table);
            query.fetch_all(&mut **db).await
        });
        let listed = listed
            .map_err(|cause| CopyError::Database { what: format!("The columns of {table} can't be listed"), cause })?;
        let listed = listed.into_iter();
        Ok(listed.map(|(name, declared, in_key)| ListedColumn { name, declared, in_key }).collect())
    }

    async fn texts(&mut self, what: &str, sql: &'static str, table: Option<&str>) -> Result<Vec<String>> {
        let texts = either!(self, |db| {
            let mut query = sqlx::query_scalar::<_, String>(sql);
            if let Some(table) = table {
                query = query.bind(table);
            }
            query.fetch_all(&mut **db).await
        });
        texts.map_err(|cause| CopyError::Database { what: what.to_owned(), cause })
    }

    /// The rows of a statement that selects two texts.
    pub(super) async fn pairs(&mut self, sql: &'static str) -> Result<Vec<(String, String)>> {
        let pairs = either!(self, |db| { sqlx::query_as(sql).fetch_all(&mut **db).await });
        pairs.map_err(statement_error(sql))
    }

    /// True if a statement returns a row.
    pub(super) async fn has_row(&mut self, sql: &str) -> Result<bool> {
        let row = either!(self, |db| {
            let query = sqlx::query(AssertSqlSafe(sql));
            query.fetch_optional(&mut **db).await.map(|row| row.is_some())
        });
        row.map_err(statement_error(sql))
    }

    /// Runs a statement without parameters.
    pub(super) async fn execute(&mut self, sql: &str) -> Result<()> {
        let done = either!(self, |db| {
            let query = sqlx::raw_sql(AssertSqlSafe(sql));
            query.execute(&mut **db).await.map(drop)
        });
        done.map_err(statement_error(sql))
    }

    /// Runs a statement with texts as parameters; returns how many rows it changed.
    pub(super) async fn change(&mut self, sql: &'static str, texts: &[&str]) -> Result<u64> {
        let changed = either!(self, |db| {
            let mut query = sqlx::query(sql);
            for text in texts {
                query = query.bind(*text);
            }
            query.execute(&mut **db).await.map(|done| done.rows_affected())
        });
        changed.map_err(statement_error(sql))
    }

    /// Begins a transaction that writes.
    pub(super) async fn begin(&mut self) -> Result<()> {
        match self {
            Self::Sqlite(_) => self.execute("BEGIN IMMEDIATE").await,
            Self::Postgres(_) => self.execute("BEGIN").await,
        }
    }

    pub(super) async fn commit(&mut self) -> Result<()> {
        self.execute("COMMIT").await
    }

    /// Deletes the rows of every table, children first.
    pub(super) async fn delete_all(&mut self, tables: &[Table]) -> Result<()> {
        if let Self::Postgres(_) = self {
            let names: Vec<String> = tables.iter().map(|table| quoted(&table.name)).collect();
            return self.execute(&format!("TRUNCATE {}", names.join(", "))).await;
        }
        for table in tables.iter().rev() {
            let delete = format!("DELETE FROM {}", quoted(&table.name));
            self.execute(&delete).await?;
        }
        Ok(())
    }

    /// Lets Postgres count what a filled database has, so that it plans well from the first request on. SQLite plans
    /// without.
    pub(super) async fn analyse(&mut self) -> Result<()> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(_) => self.execute("ANALYZE").await,
        }
    }

    /// Number of rows in a table.
    pub(super) async fn count(&mut self, table: &Table) -> Result<u64> {
        let sql = format!("SELECT COUNT(*) FROM {}", quoted(&table.name));
        let count: sqlx::Result<i64> = either!(self, |db| {
            let query = sqlx::query_scalar(AssertSqlSafe(sql));
            query.fetch_one(&mut **db).await
        });
        let count = count.map_err(|cause| CopyError::Database {
            what: format!("The rows of {} can't be counted", table.name),
            cause,
        })?;
        Ok(count.unsigned_abs())
    }

    /// The next rows after a key, in the order of this database.
    pub(super) async fn page(&mut self, table: &Table, after: Option<&[Value]>, max: u32) -> Result<Vec<Vec<Value>>> {
        let sql = self.page_sql(table, after.map_or(0, <[Value]>::len), max);
        let after = after.unwrap_or_default();
        let rows = either!(self, |db| {
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for value in after {
                query = bind!(query, value);
            }
            let rows = query.fetch_all(&mut **db).await;
            rows.and_then(|rows| {
                let values = rows.iter().map(|row| {
                    let columns = table.columns.iter().enumerate();
                    let values = columns.map(|(at, column)| Value::read(row, at, column.kind));
                    values.collect()
                });
                values.collect()
            })
        });
        rows.map_err(|cause| CopyError::Database { what: format!("Rows of {} can't be read", table.name), cause })
    }

    fn page_sql(&self, table: &Table, parameters: usize, max: u32) -> String {
        let columns: Vec<String> = table
            .columns
            .iter()
            .map(|column| match (self, column.kind) {
                // Of any width, so that all are read as one type.
                (Self::Postgres(_), ColumnType::Integer) => {
                    format!("{}::bigint", quoted(&column.name))
                }
                _ => quoted(&column.name),
            })
            .collect();
        let key: Vec<String> = table.key_columns().map(|column| quoted(&column.name)).collect();
        let (columns, key) = (columns.join(", "), key.join(", "));
        let condition = match parameters {
            0 => String::new(),
            _ => {
                let numbers: Vec<String> = (1..=parameters).map(|number| format!("${number}")).collect();
                format!(" WHERE ({key}) > ({})", numbers.join(", "))
            }
        };
        let name = quoted(&table.name);
        format!("SELECT {columns} FROM {name}{condition} ORDER BY {key} LIMIT {max}")
    }

    /// Inserts rows, all or none if a transaction was begun.
    pub(super) async fn insert(&mut self, table: &Table, rows: &[Vec<Value>]) -> Result<()> {
        let names: Vec<String> = table.columns.iter().map(|column| quoted(&column.name)).collect();
        let into = format!("INSERT INTO {} ({})", quoted(&table.name), names.join(", "));
        let done = match self {
            Self::Sqlite(db) => insert_on_sqlite(db, &into, table, rows).await,
            Self::Postgres(db) => insert_on_postgres(db, &into, table, rows).await,
        };
        done.map_err(|cause| CopyError::Database {
            what: format!("Rows of {} can't be written to the target", table.name),
            cause,
        })
    }
}

async fn insert_on_sqlite(
    db: &mut SqliteConnection,
    into: &str,
    table: &Table,
    rows: &[Vec<Value>],
) -> sqlx::Result<()> {
    let width = table.columns.len();
    let at_once = Ord::max(SQLITE_PARAMETERS / width, 1);
    for rows in rows.chunks(at_once) {
        let row = format!("({})", vec!["?"; width].join(", "));
        let sql = format!("{into} VALUES {}", vec![row; rows.len()].join(", "));
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for value in rows.iter().flatten() {
            query = bind!(query, value);
        }
        query.execute(&mut *db).await?;
    }
    Ok(())
}

/// Each column is one array, so that the statement's text doesn't depend on the number of rows.
async fn insert_on_postgres(db: &mut PgConnection, into: &str, table: &Table, rows: &[Vec<Value>]) -> sqlx::Result<()> {
    let arrays = table.columns.iter().enumerate();
    let arrays: Vec<String> =
        arrays.map(|(at, column)| format!("${}::{}", at + 1, column.kind.postgres_array())).collect();
    let sql = format!("{into} SELECT * FROM unnest({}) AS given", arrays.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for (at, column) in table.columns.iter().enumerate() {
        let values = rows.iter().map(|row| row.get(at).unwrap_or(&Value::Null));
        query = match column.kind {
            ColumnType::Integer => query.bind(values.map(Value::integer).collect::<Vec<_>>()),
            ColumnType::Flag => query.bind(values.map(Value::flag).collect::<Vec<_>>()),
            ColumnType::Text => query.bind(values.map(Value::text).collect::<Vec<_>>()),
            ColumnType::Bytes => query.bind(values.map(Value::bytes).collect::<Vec<_>>()),
        };
    }
    query.execute(db).await?;
    Ok(())
}

/// A name of the catalogue, as part of a statement.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// An error of a statement that is written in the program.
fn statement_error(sql: &str) -> impl FnOnce(sqlx::Error) -> CopyError {
    let what = format!("The statement `{sql}` failed");
    move |cause| CopyError::Database { what, cause }
}
