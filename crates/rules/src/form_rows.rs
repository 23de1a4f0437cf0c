//! Rows of a form, where a part of each field's name says which row it is in. Linear, however many rows are sent.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use crate::steps;

/// The rows of a form in the order of their first fields, each with its name.
#[derive(Debug, Default)]
pub struct FormRows<'r, T> {
    rows: Vec<(&'r str, T)>,
    places: HashMap<RowName<'r>, usize>,
}

/// The name of a row. Comparing two of them is a step.
#[derive(Debug, Clone, Copy, Eq)]
struct RowName<'r>(&'r str);

impl PartialEq for RowName<'_> {
    fn eq(&self, other: &Self) -> bool {
        steps::count(1);
        self.0 == other.0
    }
}

impl Hash for RowName<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<'r, T: Default> FormRows<'r, T> {
    /// The row of this name; an empty one, after the others, where there was none.
    pub fn row(&mut self, name: &'r str) -> &mut T {
        let at = *self.places.entry(RowName(name)).or_insert(self.rows.len());
        if at == self.rows.len() {
            self.rows.push((name, T::default()));
        }
        &mut self.rows[at].1
    }

    /// The row of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<&T> {
        let at = *self.places.get(&RowName(name))?;
        self.rows.get(at).map(|(_, row)| row)
    }

    /// The rows with their names, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'r str, &T)> {
        self.rows.iter().map(|(name, row)| (*name, row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of rows that fields with these names of rows make, and of names compared for it.
    fn read(names: &[String]) -> (usize, usize) {
        steps::counted(|| {
            let mut rows = FormRows::<Vec<&str>>::default();
            for name in names {
                rows.row(name).push("allow");
            }
            rows.iter().count()
        })
    }

    /// Shows: faults.linear-forms
    #[test]
    fn a_field_is_compared_with_no_more_than_a_few_others() {
        let distinct: Vec<String> = (0..8_000).map(|number| format!("role:{number}")).collect();
        let (rows, steps) = read(&distinct);
        assert_eq!(rows, distinct.len());
        assert!(steps <= 2 * distinct.len(), "{steps} comparisons");
        let repeated = vec!["role:1".to_owned(); 8_000];
        let (rows, steps) = read(&repeated);
        assert_eq!(rows, 1);
        assert!(steps <= 2 * repeated.len(), "{steps} comparisons");
    }

    #[test]
    fn fields_of_a_row_that_are_apart_are_one_row_at_the_place_of_the_first() {
        let mut rows = FormRows::<Vec<&str>>::default();
        for (name, cell) in [("role:7", "a"), ("new", "a"), ("role:7", "b"), ("role:7", "was")] {
            rows.row(name).push(cell);
        }
        let read: Vec<_> = rows.iter().map(|(name, row)| (name, row.as_slice())).collect();
        assert_eq!(read, [("role:7", &["a", "b", "was"][..]), ("new", &["a"])]);
        assert_eq!(rows.get("new").map(Vec::len), Some(1));
        assert!(rows.get("role:8").is_none());
    }
}
