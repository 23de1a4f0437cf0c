//! The checksum of a table's rows, the same on both databases and in any order. `copying` decides what is compared, and
//! when.

use std::fmt;

use sha2::{Digest, Sha256};

use super::value::Value;

/// The sum of the SHA-256 of each row, in four words: the databases sort text differently, so the order of rows must not
/// matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum([u64; 4]);

impl Sum {
    /// Adds a row.
    pub(super) fn add(&mut self, row: &[Value]) {
        let mut hash = Sha256::new();
        for value in row {
            value.write_to(&mut |bytes| hash.update(bytes));
        }
        let digest = hash.finalize();
        for (word, bytes) in self.0.iter_mut().zip(digest.chunks_exact(8)) {
            let bytes = bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
            *word = word.wrapping_add(bytes);
        }
    }
}

impl fmt::Display for Sum {
    /// The first sixteen digits, which are enough to compare by eye.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:016x}", self.0[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(rows: &[&[Value]]) -> Sum {
        let mut sum = Sum::default();
        rows.iter().for_each(|row| sum.add(row));
        sum
    }

    #[test]
    fn the_order_of_rows_does_not_matter_and_every_value_does() {
        let (one, two) = ([Value::Integer(1)], [Value::Text("1".into())]);
        assert_eq!(sum(&[&one, &two]), sum(&[&two, &one]));
        assert_ne!(sum(&[&one, &two]), sum(&[&one]));
        assert_ne!(sum(&[&one]), sum(&[&two]));
        // Neither where one value ends and the next begins.
        let text = |text: &str| Value::Text(text.into());
        assert_ne!(sum(&[&[text("ab"), text("c")]]), sum(&[&[text("a"), text("bc")]]));
        assert_ne!(sum(&[&[Value::Null]]), sum(&[&[text("")]]));
        assert_ne!(sum(&[&[Value::Flag(true)]]), sum(&[&[Value::Integer(1)]]));
    }
}
