//! Statements over many rows of values, in few widths: each is prepared once, and not once for every number of rows.
//! What is done with the rows stands with whoever asks.

use std::iter::repeat_n;

use sea_orm::{DbBackend, Statement, Value};

/// The widths that a statement comes in: at most a third of one is filled up, and few are prepared.
const WIDTHS: [usize; 16] = [
    1, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1_024,
];

/// Rows of `N` values each, filled up to one of a few widths with rows of nothing but NULL. A statement must not
/// find anything for those: a join, or a condition on a column that is never NULL, leaves them out.
#[derive(Debug)]
pub(crate) struct Rows<const N: usize> {
    width: usize,
    values: Vec<Value>,
}

impl<const N: usize> Rows<N> {
    /// The most rows of one statement.
    pub(crate) const MOST: usize = 1_024;

    /// Takes rows, at most [`Self::MOST`]. `nothing` has the type of every column, and no value.
    pub(crate) fn of(rows: impl Iterator<Item = [Value; N]>, nothing: &[Value; N]) -> Self {
        let mut values: Vec<Value> = rows.take(Self::MOST).flatten().collect();
        let count = values.len() / N;
        let width = WIDTHS.into_iter().find(|width| count <= *width);
        let width = width.unwrap_or(Self::MOST);
        values.extend(repeat_n(nothing, width - count).flatten().cloned());
        Self { width, values }
    }

    /// The statement that `sql` makes of the rows as they stand behind `VALUES`, and of the place of `after`, one
    /// more value at the end of the text.
    pub(crate) fn statement(
        self,
        backend: DbBackend,
        sql: impl FnOnce(&str) -> String,
        after: Option<Value>,
    ) -> Statement {
        let mut places = String::with_capacity(self.values.len() * 7);
        for place in 0..self.width * N {
            places.push_str(match (place, place % N) {
                (0, _) => "(",
                (_, 0) => "), (",
                _ => ", ",
            });
            push_place(backend, place, &mut places);
        }
        places.push(')');
        let mut values = self.values;
        values.extend(after);
        Statement::from_sql_and_values(backend, sql(&places), values)
    }

    /// The place of the value after the rows.
    pub(crate) fn place_after(&self, backend: DbBackend) -> String {
        let mut place = String::new();
        push_place(backend, self.width * N, &mut place);
        place
    }
}

/// SQLite looks a numbered place up by walking through all of them: there they go by their order.
fn push_place(backend: DbBackend, place: usize, text: &mut String) {
    if backend == DbBackend::Sqlite {
        text.push('?');
    } else {
        text.push('$');
        text.push_str(&(place + 1).to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [Value; 2] = [Value::BigInt(None), Value::String(None)];

    fn rows(count: i64) -> Rows<2> {
        Rows::of((0..count).map(|n| [n.into(), "a".into()]), &NOTHING)
    }

    #[test]
    fn a_statement_comes_in_few_widths() {
        let width = |count| rows(count).width;
        assert_eq!(
            [1, 2, 16, 17, 65, 257, 1_024].map(width),
            [1, 4, 16, 24, 96, 384, 1_024]
        );
    }

    #[test]
    fn what_is_missing_is_filled_up_with_nothing() {
        let rows = rows(2);
        assert_eq!(rows.values.len(), 8);
        assert_eq!(
            rows.values[2..6],
            [
                1_i64.into(),
                "a".into(),
                NOTHING[0].clone(),
                NOTHING[1].clone()
            ]
        );
    }

    #[test]
    fn places_are_written_as_each_database_reads_them() {
        let text = |backend| {
            let rows = rows(1);
            let after = rows.place_after(backend);
            let sql = |places: &str| format!("VALUES {places} {after}");
            rows.statement(backend, sql, Some(7.into())).sql
        };
        assert_eq!(text(DbBackend::Sqlite), "VALUES (?, ?) ?");
        assert_eq!(text(DbBackend::Postgres), "VALUES ($1, $2) $3");
    }
}
