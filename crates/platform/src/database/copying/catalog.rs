//! The tables of a database as its own catalogue lists them, so that tables of later migrations are copied as well.
//! Rows are read and written in `side`.

use std::collections::{BTreeMap, BTreeSet};

use super::value::{ColumnType, Value};
use super::{LEFT_OUT, Result, journal, refused};

/// The tables of a SQLite file. Those of a search index are virtual, or belong to one; the target makes its own.
pub(super) const SQLITE_TABLES: &str = "SELECT name FROM pragma_table_list \
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
/// Columns of a table with their position in its primary key, from 1. Generated ones are made by the target itself.
pub(super) const SQLITE_COLUMNS: &str =
    "SELECT name, type, pk FROM pragma_table_xinfo($1) WHERE hidden = 0 ORDER BY cid";
/// The tables that a table refers to.
pub(super) const SQLITE_PARENTS: &str = "SELECT DISTINCT \"table\" AS name FROM pragma_foreign_key_list($1)";

/// The tables of the schema that Postgres puts new tables into.
pub(super) const POSTGRES_TABLES: &str = "SELECT relname::text AS name FROM pg_class \
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY relname";
/// As for SQLite.
pub(super) const POSTGRES_COLUMNS: &str = "SELECT a.attname::text AS name, \
        format_type(a.atttypid, a.atttypmod) AS type, \
        COALESCE(array_position(k.indkey::int2[], a.attnum) + 1, 0)::bigint AS pk \
    FROM pg_attribute a \
    LEFT JOIN pg_index k ON k.indrelid = a.attrelid AND k.indisprimary \
    WHERE a.attrelid = quote_ident($1)::regclass AND a.attnum > 0 AND NOT a.attisdropped \
        AND a.attgenerated = '' \
    ORDER BY a.attnum";
/// As for SQLite.
pub(super) const POSTGRES_PARENTS: &str = "SELECT DISTINCT r.relname::text AS name FROM pg_constraint c \
    JOIN pg_class r ON r.oid = c.confrelid \
    WHERE c.conrelid = quote_ident($1)::regclass AND c.contype = 'f'";

/// A column as a catalogue lists it.
#[derive(Debug, Clone)]
pub(super) struct ListedColumn {
    pub(super) name: String,
    pub(super) declared: String,
    /// Its position in the primary key, from 1; 0 if it is not part of it.
    pub(super) in_key: i64,
}

/// A column that is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: ColumnType,
}

/// A table that is copied.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) name: String,
    /// By name: the databases may list them in another order.
    pub(super) columns: Vec<Column>,
    /// The positions of the columns of the primary key.
    pub(super) key: Vec<usize>,
    parents: Vec<String>,
}

impl Table {
    /// Reads the lists of a catalogue.
    pub(super) fn new(name: String, mut listed: Vec<ListedColumn>, parents: Vec<String>) -> Result<Self> {
        listed.sort_by(|one, other| one.name.cmp(&other.name));
        let mut columns = Vec::new();
        let mut key = Vec::new();
        for (position, column) in listed.into_iter().enumerate() {
            let Some(kind) = ColumnType::parse(&column.declared) else {
                return refused(format!(
                    "The column {} of the table {name} has the type `{}`, which can't be copied",
                    column.name, column.declared
                ));
            };
            if column.in_key > 0 {
                key.push((column.in_key, position));
            }
            columns.push(Column { name: column.name, kind });
        }
        if key.is_empty() {
            return refused(format!("The table {name} has no primary key, so it can't be copied in batches"));
        }
        key.sort_unstable();
        Ok(Self { name, columns, key: key.into_iter().map(|(_, position)| position).collect(), parents })
    }

    /// The columns of the primary key, in its order.
    pub(super) fn key_columns(&self) -> impl Iterator<Item = &Column> {
        self.key.iter().filter_map(|at| self.columns.get(*at))
    }

    /// The key of a row.
    pub(super) fn key_of(&self, row: &[Value]) -> Vec<Value> {
        let values = self.key.iter().filter_map(|at| row.get(*at));
        values.cloned().collect()
    }
}

/// True if a table is copied.
pub(super) fn is_copied(name: &str) -> bool {
    name != journal::TABLE && LEFT_OUT.iter().all(|(left_out, _)| *left_out != name)
}

/// Puts every table after those it refers to.
pub(super) fn in_order(tables: Vec<Table>) -> Result<Vec<Table>> {
    let mut left: BTreeMap<String, Table> = tables.into_iter().map(|table| (table.name.clone(), table)).collect();
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let names: BTreeSet<String> = left.keys().cloned().collect();
        let is_ready = |table: &Table| table.parents.iter().all(|parent| !names.contains(parent));
        let ready: Vec<String> =
            left.values().filter(|table| is_ready(table)).map(|table| table.name.clone()).collect();
        if ready.is_empty() {
            let names: Vec<String> = names.into_iter().collect();
            return refused(format!(
                "The tables {} refer to each other in a circle, so none can be copied first",
                names.join(", ")
            ));
        }
        ordered.extend(ready.iter().filter_map(|name| left.remove(name)));
    }
    Ok(ordered)
}

/// Refuses if the two sides don't have the same tables and columns.
pub(super) fn must_match(source: &[Table], target: &[Table]) -> Result<()> {
    let by_name = |tables: &[Table]| -> BTreeMap<String, Table> {
        let named = tables.iter().map(|table| (table.name.clone(), table.clone()));
        named.collect()
    };
    let (source, target) = (by_name(source), by_name(target));
    for name in source.keys().chain(target.keys()) {
        match (source.get(name), target.get(name)) {
            (Some(one), Some(other)) if one.columns == other.columns && one.key == other.key => {}
            (Some(_), Some(_)) => {
                return refused(format!("The table {name} has other columns in the target than at the source"));
            }
            (Some(_), None) => {
                return refused(format!("The target has no table {name}, which the source has"));
            }
            _ => {
                return refused(format!("The source has no table {name}, which the target has"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str, columns: &[(&str, &str, i64)], parents: &[&str]) -> Result<Table> {
        let listed = columns.iter().map(|(name, declared, in_key)| ListedColumn {
            name: (*name).into(),
            declared: (*declared).into(),
            in_key: *in_key,
        });
        let parents = parents.iter().map(|parent| (*parent).into()).collect();
        Table::new(name.into(), listed.collect(), parents)
    }

    const ID: (&str, &str, i64) = ("id", "bigint", 1);

    #[test]
    fn parents_come_first_and_a_circle_is_named() {
        let tables = |parents: &[(&str, &[&str])]| -> Vec<Table> {
            let all = parents.iter().map(|(name, of)| table(name, &[ID], of));
            all.collect::<Result<_>>().unwrap()
        };
        let ordered = in_order(tables(&[("a", &["b"]), ("b", &["c"]), ("c", &[])])).unwrap();
        let names: Vec<_> = ordered.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(names, ["c", "b", "a"]);
        let message = in_order(tables(&[("a", &["b"]), ("b", &["a"]), ("c", &[])])).unwrap_err();
        assert!(message.to_string().contains("a, b"), "{message}");
    }

    #[test]
    fn a_table_that_can_t_be_copied_is_named() {
        let message = table("odd", &[("n", "bigint", 0)], &[]).unwrap_err();
        assert!(message.to_string().contains("odd has no primary key"), "{message}");
        let message = table("odd", &[ID, ("weight", "real", 0)], &[]).unwrap_err();
        assert!(message.to_string().contains("weight of the table odd"), "{message}");
    }

    #[test]
    fn the_key_of_a_row_is_in_the_order_of_the_key() {
        let table = table("t", &[("a", "text", 2), ("b", "bigint", 1)], &[]).unwrap();
        let row = [Value::Text("x".into()), Value::Integer(7)];
        assert_eq!(table.key_of(&row), [Value::Integer(7), Value::Text("x".into())]);
    }

    #[test]
    fn databases_with_other_tables_or_columns_are_told_apart() {
        let one = || table("t", &[ID, ("a", "text", 0)], &[]).unwrap();
        must_match(&[one()], &[one()]).unwrap();
        let wider = table("t", &[ID, ("a", "text", 0), ("b", "text", 0)], &[]).unwrap();
        for (source, target, message) in [
            (vec![one()], vec![], "target has no table t"),
            (vec![], vec![one()], "source has no table t"),
            (vec![one()], vec![wider], "table t has other columns"),
        ] {
            let err = must_match(&source, &target).unwrap_err().to_string();
            assert!(err.contains(message), "{err}");
        }
    }
}
