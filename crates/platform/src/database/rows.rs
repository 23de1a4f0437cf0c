//! Rows of values as parameters of a statement whose text is (almost) the same for any number of rows, so that it is
//! prepared once. The caller decides how the rows are used.

use std::iter::repeat_n;

use sea_orm::sea_query::ArrayType;
use sea_orm::{DbBackend, Value};

/// The row counts that SQLite statements are padded to: at most a third is padding, and few statements are prepared.
const WIDTHS: [usize; 16] = [1, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024];

/// Rows of `N` values each, readable like a table.
///
/// Postgres gets each column as one array. SQLite has no arrays and gets value after value, padded to one of a few row
/// counts with rows of NULLs. A statement must find nothing for those: a join, or a condition on a column that is never
/// NULL, excludes them.
#[derive(Debug)]
pub struct Rows<const N: usize> {
    rows: Vec<[Value; N]>,
    nothing: [Value; N],
}

impl<const N: usize> Rows<N> {
    /// The maximum number of rows of one statement on SQLite.
    pub const MAX: usize = 1_024;

    /// `nothing` has the type of every column, with a NULL value. Only texts and bytes may be missing, and
    /// none may be empty.
    pub fn new(rows: impl Iterator<Item = [Value; N]>, nothing: [Value; N]) -> Self {
        Self { rows: rows.collect(), nothing }
    }

    /// The subquery that reads the rows, for a statement that has these values so far. The rows' values are appended.
    pub fn query(self, backend: DbBackend, values: &mut Vec<Value>) -> String {
        match backend {
            DbBackend::Sqlite => self.listed(values),
            _ => self.unnested(values),
        }
    }

    /// SQLite finds a numbered parameter by scanning all of them, so these are positional.
    fn listed(self, values: &mut Vec<Value>) -> String {
        let count = self.rows.len();
        let width = WIDTHS.into_iter().find(|width| count <= *width);
        let width = width.unwrap_or(count);
        let missing = repeat_n(self.nothing, width - count);
        values.extend(self.rows.into_iter().chain(missing).flatten());
        let row = format!("({})", ["?"; N].join(", "));
        format!("VALUES {}", vec![row; width].join(", "))
    }

    /// A missing text becomes an empty one in an array, and is converted back by the query. So do missing bytes.
    fn unnested(self, values: &mut Vec<Value>) -> String {
        let mut columns = [(); N].map(|()| Vec::with_capacity(self.rows.len()));
        for row in self.rows {
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(match value {
                    Value::String(None) => Value::String(Some(String::new())),
                    Value::Bytes(None) => Value::Bytes(Some(Vec::new())),
                    value => value,
                });
            }
        }
        let (mut picked, mut arrays, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for (column, nothing) in columns.into_iter().zip(self.nothing) {
            let of = nothing.array_type();
            let name = format!("c{}", names.len() + 1);
            let (type_name, pick) = match of {
                ArrayType::String => ("text", format!("NULLIF({name}, '')")),
                ArrayType::Bytes => ("bytea", format!("NULLIF({name}, '')")),
                ArrayType::Int => ("integer", name.clone()),
                _ => ("bigint", name.clone()),
            };
            values.push(Value::Array(of, Some(Box::new(column))));
            arrays.push(format!("${}::{type_name}[]", values.len()));
            picked.push(pick);
            names.push(name);
        }
        format!("SELECT {} FROM unnest({}) AS given ({})", picked.join(", "), arrays.join(", "), names.join(", "),)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [Value; 2] = [Value::BigInt(None), Value::String(None)];

    fn query(count: i64, backend: DbBackend) -> (String, Vec<Value>) {
        let rows = Rows::new((0..count).map(|n| [n.into(), "a".into()]), NOTHING);
        let mut values = Vec::new();
        (rows.query(backend, &mut values), values)
    }

    #[test]
    fn on_sqlite_a_query_is_padded_to_few_row_counts() {
        let width = |count| query(count, DbBackend::Sqlite).0.matches('(').count();
        assert_eq!([1, 2, 16, 17, 65, 257, 1_024].map(width), [1, 4, 16, 24, 96, 384, 1_024]);
    }

    #[test]
    fn on_sqlite_missing_rows_are_padded_with_nulls() {
        let (text, values) = query(2, DbBackend::Sqlite);
        assert_eq!(text, "VALUES (?, ?), (?, ?), (?, ?), (?, ?)");
        assert_eq!(values.len(), 8);
        let [id, name] = NOTHING;
        assert_eq!(values[2..6], [1_i64.into(), "a".into(), id, name]);
    }

    #[test]
    fn on_postgres_a_query_has_the_same_text_for_any_number_of_rows() {
        let ((one, _), (many, values)) = (query(1, DbBackend::Postgres), query(2_000, DbBackend::Postgres));
        assert_eq!(one, "SELECT c1, NULLIF(c2, '') FROM unnest($1::bigint[], $2::text[]) AS given (c1, c2)");
        assert_eq!(many, one);
        assert_eq!(values.len(), 2);
    }

    #[test]
    fn on_postgres_parameters_are_numbered_after_the_existing_values() {
        let rows = Rows::new([[1_i64.into(), "a".into()]].into_iter(), NOTHING);
        let mut values = vec![7.into(), 8.into()];
        let text = rows.query(DbBackend::Postgres, &mut values);
        assert!(text.contains("unnest($3::bigint[], $4::text[])"), "{text}");
        assert_eq!(values.len(), 4);
    }

    #[test]
    fn on_postgres_a_missing_text_is_an_empty_one_which_is_read_as_none() {
        let rows = Rows::new([[1_i64.into(), Value::String(None)]].into_iter(), NOTHING);
        let mut values = Vec::new();
        assert!(rows.query(DbBackend::Postgres, &mut values).contains("NULLIF(c2, '')"));
        assert_eq!(values[1], Value::from(vec![String::new()]));
    }
}
