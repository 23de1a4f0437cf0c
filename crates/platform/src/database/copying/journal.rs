//! Progress of an interrupted copy: a table in the target, there only while the copy is unfinished. `copying` defines
//! the batches.

use std::collections::BTreeMap;

use super::catalog::Table;
use super::side::Side;
use super::value::Value;
use super::{Beginning, CopyError, Result, refused};

/// The table.
pub(super) const TABLE: &str = "unfinished_copy";
/// A row if the table is there.
pub(super) const IS_ON_SQLITE: &str = "SELECT 1 FROM sqlite_schema WHERE name = 'unfinished_copy'";
/// A row if the table is there.
pub(super) const IS_ON_POSTGRES: &str = "SELECT 1 WHERE to_regclass('unfinished_copy') IS NOT NULL";

const CREATE: &str = "CREATE TABLE unfinished_copy (name text PRIMARY KEY, state text NOT NULL)";
const DROP: &str = "DROP TABLE unfinished_copy";
const READ: &str = "SELECT name, state FROM unfinished_copy";
const INSERT: &str = "INSERT INTO unfinished_copy (name, state) VALUES ($1, $2)";
const ADVANCE: &str = "UPDATE unfinished_copy SET state = $2 WHERE name = $1 AND state = $3";

/// The name of the row with the source's fingerprint. No table is called so.
const SOURCE: &str = "";
/// The fingerprint of no source: the check failed, so nothing of it is to be trusted.
const FAILED: &str = "failed";

/// The position after the last whole batch of each table.
#[derive(Debug)]
pub(super) struct Journal {
    fingerprint: String,
    positions: BTreeMap<String, String>,
}

impl Journal {
    /// True if a copy into this database was begun and not finished.
    pub(super) async fn is_there(target: &mut Side) -> Result<bool> {
        let table = match target {
            Side::Sqlite(_) => IS_ON_SQLITE,
            Side::Postgres(_) => IS_ON_POSTGRES,
        };
        target.has_row(table).await
    }

    /// Continues the journal if this copy wrote it, or begins one. Deletes a copy that did not pass the check, or whose
    /// source has been used since.
    pub(super) async fn open(target: &mut Side, tables: &[Table], fingerprint: &str) -> Result<(Self, Beginning)> {
        let mut journal = Self { fingerprint: fingerprint.to_owned(), positions: BTreeMap::new() };
        if Self::is_there(target).await? {
            let rows = target.pairs(READ).await?;
            journal.positions.extend(rows);
            if journal.positions.remove(SOURCE).as_deref() == Some(fingerprint) {
                return Ok((journal, Beginning::Resumed));
            }
            journal.positions.clear();
            target.begin().await?;
            target.delete_all(tables).await?;
            target.execute(DROP).await?;
            journal.create(target).await?;
            target.commit().await?;
            return Ok((journal, Beginning::Anew));
        }
        target.begin().await?;
        must_be_empty(target).await?;
        journal.create(target).await?;
        target.commit().await?;
        Ok((journal, Beginning::Fresh))
    }

    async fn create(&self, target: &mut Side) -> Result<()> {
        target.execute(CREATE).await?;
        target.change(INSERT, &[SOURCE, &self.fingerprint]).await?;
        Ok(())
    }

    /// The key of the last row of a table that was copied.
    pub(super) fn position(&self, table: &Table) -> Result<Option<Vec<Value>>> {
        let Some(stored) = self.positions.get(&table.name) else {
            return Ok(None);
        };
        let json: Vec<serde_json::Value> = serde_json::from_str(stored).unwrap_or_default();
        let values = json.iter().zip(table.key_columns());
        let key: Option<Vec<Value>> = values.map(|(json, column)| Value::from_json(json, column.kind)).collect();
        match key {
            Some(key) if key.len() == table.key.len() && json.len() == key.len() => Ok(Some(key)),
            _ => refused(format!(
                "The position of the interrupted copy in the table {} can't be read. Empty the target and begin again",
                table.name
            )),
        }
    }

    /// Writes the position after a batch, in the batch's transaction. Fails if another copy has written since.
    pub(super) async fn advance(&mut self, target: &mut Side, table: &Table, key: &[Value]) -> Result<()> {
        let key = key.iter().map(Value::to_json).collect();
        let key = serde_json::Value::Array(key).to_string();
        let written = match self.positions.get(&table.name) {
            None => target.change(INSERT, &[&table.name, &key]).await?,
            Some(before) => target.change(ADVANCE, &[&table.name, &key, before]).await?,
        };
        if written != 1 {
            return Err(CopyError::Refused("Another copy is writing to the target".to_owned()));
        }
        self.positions.insert(table.name.clone(), key);
        Ok(())
    }

    /// Makes the next run begin anew.
    pub(super) async fn fail(&self, target: &mut Side) -> Result<()> {
        target.change(ADVANCE, &[SOURCE, FAILED, &self.fingerprint]).await?;
        Ok(())
    }

    /// Declares the target complete.
    pub(super) async fn finish(&self, target: &mut Side) -> Result<()> {
        target.execute(DROP).await
    }
}

/// Refuses a database that has rows, or tables that are not Portico's.
pub(super) async fn must_be_empty(target: &mut Side) -> Result<()> {
    for name in target.table_names().await? {
        if target.has_row(&format!("SELECT 1 FROM \"{name}\" LIMIT 1")).await? {
            return refused(format!("The target is not empty: its table {name} has rows. Copy into a new database"));
        }
    }
    Ok(())
}
