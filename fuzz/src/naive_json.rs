//! A slow and simple JSON parser: parses everything first, then checks it.
//! The real parser, which checks as it parses, is compared with it.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use portico_rules::json::DEEPEST;

/// A value, with duplicate keys.
enum Tree {
    Leaf(Value),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

/// The value of a body; `None` if it has to be refused.
pub(super) fn read(body: &[u8]) -> Option<Value> {
    let tree: Tree = serde_json::from_slice(body).ok()?;
    (tree.depth() <= DEEPEST && tree.has_no_key_twice()).then(|| tree.into_value())
}

impl Tree {
    fn inner(&self) -> Vec<&Self> {
        match self {
            Self::Leaf(_) => Vec::new(),
            Self::List(items) => items.iter().collect(),
            Self::Object(entries) => entries.iter().map(|(_, item)| item).collect(),
        }
    }

    fn depth(&self) -> usize {
        let below = self.inner().into_iter().map(Self::depth).max();
        match self {
            Self::Leaf(_) => 0,
            _ => 1 + below.unwrap_or(0),
        }
    }

    fn has_no_key_twice(&self) -> bool {
        let differ = match self {
            Self::Object(entries) => {
                let keys: BTreeSet<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
                keys.len() == entries.len()
            }
            _ => true,
        };
        differ && self.inner().into_iter().all(Self::has_no_key_twice)
    }

    fn into_value(self) -> Value {
        match self {
            Self::Leaf(value) => value,
            Self::List(items) => items.into_iter().map(Self::into_value).collect(),
            Self::Object(entries) => {
                let entries = entries.into_iter().map(|(key, item)| (key, item.into_value()));
                Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Tree;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Leaf(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Leaf(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Tree, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Tree::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Tree, A::Error> {
        let mut object = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            object.push(entry);
        }
        Ok(Tree::Object(object))
    }
}
