//! Statements over many rows of values, whose text does not depend on how many there are, or hardly: each is prepared once.
//! What is done with the rows stands with whoever asks.

use std::iter::repeat_n;

use sea_orm::sea_query::ArrayType;
use sea_orm::{DbBackend, Value};

/// The widths that a statement comes in on SQLite: at most a third of one is filled up, and few are prepared.
const WIDTHS: [usize; 16] = [
    1, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024,
];

/// Rows of `N` values each, for a statement to read like a table.
///
/// Postgres takes each column as one array. SQLite has no arrays, and takes value after value, filled up to one of a few
/// widths with rows of nothing but NULL: a statement must not find anything for those. A join, or a condition on a column
/// that is never NULL, leaves them out.
#[derive(Debug)]
pub(crate) struct Rows<const N: usize> {
    rows: Vec<[Value; N]>,
    nothing: [Value; N],
}

impl<const N: usize> Rows<N> {
    /// The most rows of one statement on SQLite.
    pub(crate) const MOST: usize = 1_024;

    /// Takes rows. `nothing` has the type of every column, and no value. Only a text may be missing, and none may be empty.
    pub(crate) fn of(rows: impl Iterator<Item = [Value; N]>, nothing: [Value; N]) -> Self {
        Self {
            rows: rows.collect(),
            nothing,
        }
    }

    /// The query that reads the rows, for a statement whose values so far are these. The rows' own join them.
    pub(crate) fn query(self, backend: DbBackend, values: &mut Vec<Value>) -> String {
        match backend {
            DbBackend::Sqlite => self.listed(values),
            _ => self.unnested(values),
        }
    }

    /// SQLite looks a numbered place up by walking through all of them: here they go by their order.
    fn listed(self, values: &mut Vec<Value>) -> String {
        let count = self.rows.len();
        let width = WIDTHS.into_iter().find(|width| count <= *width);
        let width = width.unwrap_or(count);
        let missing = repeat_n(self.nothing, width - count);
        values.extend(self.rows.into_iter().chain(missing).flatten());
        let row = format!("({})", ["?"; N].join(", "));
        format!("VALUES {}", vec![row; width].join(", "))
    }

    /// An array can't tell of a text that is missing: there it is empty.
    fn unnested(self, values: &mut Vec<Value>) -> String {
        let mut columns = [(); N].map(|()| Vec::with_capacity(self.rows.len()));
        for row in self.rows {
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(match value {
                    Value::String(None) => Value::String(Some(String::new())),
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
                ArrayType::Bytes => ("bytea", name.clone()),
                ArrayType::Int => ("integer", name.clone()),
                _ => ("bigint", name.clone()),
            };
            values.push(Value::Array(of, Some(Box::new(column))));
            arrays.push(format!("${}::{type_name}[]", values.len()));
            picked.push(pick);
            names.push(name);
        }
        format!(
            "SELECT {} FROM unnest({}) AS given ({})",
            picked.join(", "),
            arrays.join(", "),
            names.join(", "),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [Value; 2] = [Value::BigInt(None), Value::String(None)];

    fn query(count: i64, backend: DbBackend) -> (String, Vec<Value>) {
        let rows = Rows::of((0..count).map(|n| [n.into(), "a".into()]), NOTHING);
        let mut values = Vec::new();
        (rows.query(backend, &mut values), values)
    }

    #[test]
    fn on_sqlite_a_query_comes_in_few_widths() {
        let width = |count| query(count, DbBackend::Sqlite).0.matches('(').count();
        assert_eq!(
            [1, 2, 16, 17, 65, 257, 1_024].map(width),
            [1, 4, 16, 24, 96, 384, 1_024]
        );
    }

    #[test]
    fn on_sqlite_what_is_missing_is_filled_up_with_nothing() {
        let (text, values) = query(2, DbBackend::Sqlite);
        assert_eq!(text, "VALUES (?, ?), (?, ?), (?, ?), (?, ?)");
        assert_eq!(values.len(), 8);
        let [id, name] = NOTHING;
        assert_eq!(values[2..6], [1_i64.into(), "a".into(), id, name]);
    }

    #[test]
    fn on_postgres_a_query_has_the_same_text_for_any_number_of_rows() {
        let ((one, _), (many, values)) = (
            query(1, DbBackend::Postgres),
            query(2_000, DbBackend::Postgres),
        );
        assert_eq!(
            one,
            "SELECT c1, NULLIF(c2, '') FROM unnest($1::bigint[], $2::text[]) AS given (c1, c2)"
        );
        assert_eq!(many, one);
        assert_eq!(values.len(), 2);
    }

    #[test]
    fn on_postgres_the_places_go_on_behind_the_values_that_are_there() {
        let rows = Rows::of([[1_i64.into(), "a".into()]].into_iter(), NOTHING);
        let mut values = vec![7.into(), 8.into()];
        let text = rows.query(DbBackend::Postgres, &mut values);
        assert!(text.contains("unnest($3::bigint[], $4::text[])"), "{text}");
        assert_eq!(values.len(), 4);
    }

    #[test]
    fn on_postgres_a_missing_text_is_an_empty_one_which_is_read_as_none() {
        let rows = Rows::of([[1_i64.into(), Value::String(None)]].into_iter(), NOTHING);
        let mut values = Vec::new();
        assert!(
            rows.query(DbBackend::Postgres, &mut values)
                .contains("NULLIF(c2, '')")
        );
        assert_eq!(values[1], Value::from(vec![String::new()]));
    }
}
