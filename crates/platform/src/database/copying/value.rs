//! Values as they are copied: the one place that knows how the two databases differ. `catalog` lists the columns.

use sea_orm::sqlx::{ColumnIndex, Decode, Result, Row, Type};

use portico_rules::hex;

/// Type of a column's values, whatever its database calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// A whole number of any width.
    Integer,
    /// A boolean, which SQLite stores as 0 or 1.
    Flag,
    /// Text; JSON is stored as text, too.
    Text,
    /// Bytes.
    Bytes,
}

impl ColumnType {
    /// The kind of a column by the type in its declaration; `None` for one that no table has had so far.
    pub(super) fn parse(declared: &str) -> Option<Self> {
        let declared = declared.to_ascii_lowercase();
        let name = declared.split('(').next().unwrap_or_default().trim();
        Some(match name {
            "bigint" | "integer" | "int" | "smallint" => Self::Integer,
            "boolean" => Self::Flag,
            "text" | "varchar" | "character varying" => Self::Text,
            "blob" | "bytea" | "varbinary_blob" => Self::Bytes,
            _ => return None,
        })
    }

    /// The type of an array of such values on Postgres.
    pub(super) fn postgres_array(self) -> &'static str {
        match self {
            Self::Integer => "bigint[]",
            Self::Flag => "boolean[]",
            Self::Text => "text[]",
            Self::Bytes => "bytea[]",
        }
    }
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Flag(bool),
    Text(String),
    Bytes(Vec<u8>),
}

impl Value {
    /// Reads a column of a row.
    pub(super) fn read<R>(row: &R, position: usize, kind: ColumnType) -> Result<Self>
    where
        R: Row,
        usize: ColumnIndex<R>,
        i64: for<'r> Decode<'r, R::Database> + Type<R::Database>,
        bool: for<'r> Decode<'r, R::Database> + Type<R::Database>,
        String: for<'r> Decode<'r, R::Database> + Type<R::Database>,
        Vec<u8>: for<'r> Decode<'r, R::Database> + Type<R::Database>,
    {
        let value = match kind {
            ColumnType::Integer => row.try_get::<Option<i64>, _>(position)?.map(Self::Integer),
            ColumnType::Flag => row.try_get::<Option<bool>, _>(position)?.map(Self::Flag),
            ColumnType::Text => row.try_get::<Option<String>, _>(position)?.map(Self::Text),
            ColumnType::Bytes => row.try_get::<Option<Vec<u8>>, _>(position)?.map(Self::Bytes),
        };
        Ok(value.unwrap_or(Self::Null))
    }

    /// The number, if it is one.
    pub(super) fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// The boolean, if it is one.
    pub(super) fn flag(&self) -> Option<bool> {
        match self {
            Self::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The bytes, if it is bytes.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// About how much memory it takes.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Null | Self::Integer(_) | Self::Flag(_) => 8,
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }

    /// The value in bytes that are the same for both databases and for no other value.
    pub(super) fn write_to(&self, hash: &mut impl FnMut(&[u8])) {
        let mut long = |tag: u8, bytes: &[u8]| {
            hash(&[tag]);
            hash(&(bytes.len() as u64).to_be_bytes());
            hash(bytes);
        };
        match self {
            Self::Null => long(0, &[]),
            Self::Integer(number) => long(1, &number.to_be_bytes()),
            Self::Flag(flag) => long(2, &[u8::from(*flag)]),
            Self::Text(text) => long(3, text.as_bytes()),
            Self::Bytes(bytes) => long(4, bytes),
        }
    }

    /// The value as a part of a position that is stored as JSON.
    pub(super) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Integer(number) => (*number).into(),
            Self::Flag(flag) => (*flag).into(),
            Self::Text(text) => text.as_str().into(),
            Self::Bytes(bytes) => hex::digits(bytes).into(),
        }
    }

    /// Reads it back; `None` if it is of another kind.
    pub(super) fn from_json(json: &serde_json::Value, kind: ColumnType) -> Option<Self> {
        match kind {
            ColumnType::Integer => json.as_i64().map(Self::Integer),
            ColumnType::Flag => json.as_bool().map(Self::Flag),
            ColumnType::Text => Some(Self::Text(json.as_str()?.to_owned())),
            ColumnType::Bytes => {
                let digits = json.as_str()?;
                let pairs = (0..digits.len()).step_by(2);
                let byte = |at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
                pairs.map(byte).collect::<Option<_>>().map(Self::Bytes)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_read_back_as_it_was() {
        for (value, kind) in [
            (Value::Integer(i64::MAX), ColumnType::Integer),
            (Value::Flag(true), ColumnType::Flag),
            (Value::Text("it’s \"ä\"".into()), ColumnType::Text),
            (Value::Bytes(vec![0, 255, 16]), ColumnType::Bytes),
            (Value::Bytes(Vec::new()), ColumnType::Bytes),
        ] {
            assert_eq!(Value::from_json(&value.to_json(), kind), Some(value));
        }
        for (json, kind) in [
            (serde_json::json!("1"), ColumnType::Integer),
            (serde_json::json!(1), ColumnType::Text),
            (serde_json::json!("0"), ColumnType::Bytes),
            (serde_json::json!("zz"), ColumnType::Bytes),
        ] {
            assert_eq!(Value::from_json(&json, kind), None, "{json}");
        }
    }

    #[test]
    fn a_type_is_known_by_both_of_its_names_and_an_unknown_one_is_not_guessed() {
        for (declared, kind) in [
            ("bigint", Some(ColumnType::Integer)),
            ("INTEGER", Some(ColumnType::Integer)),
            ("varchar(64)", Some(ColumnType::Text)),
            ("character varying(64)", Some(ColumnType::Text)),
            ("bytea", Some(ColumnType::Bytes)),
            ("boolean", Some(ColumnType::Flag)),
            ("double precision", None),
            ("jsonb", None),
            ("", None),
        ] {
            assert_eq!(ColumnType::parse(declared), kind, "{declared}");
        }
    }
}
