//! Discord's error tree, and reading values whose faults go into it. `discord` reads the values of a body.

use serde_json::{Map, Value, json};

use crate::steps;
use portico_rules::json;

/// A code and a sentence of Discord's error tree.
pub(super) type Entry = (&'static str, &'static str);

pub(super) const NOT_AN_OBJECT: Entry = ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
pub(super) const NOT_A_LIST: Entry = ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
pub(super) const NOT_A_STRING: Entry = ("STRING_TYPE_CONVERT", "The value must be a string.");
pub(super) const NOT_A_NUMBER: Entry = ("NUMBER_TYPE_COERCE", "The value must be an integer.");
pub(super) const NOT_AN_ID: Entry = ("NUMBER_TYPE_COERCE", "The value must be a snowflake.");

/// The most faults that are reported.
const MAX_ERRORS: usize = 100;

/// Discord's error for a refused body.
#[derive(Clone, Debug, PartialEq)]
pub struct DiscordError {
    /// Discord's code: 50035 for values that are wrong, 50006 for nothing to post.
    pub code: u32,
    /// Discord's sentence for it.
    pub message: &'static str,
    /// The faults by field; each field's are a list below `_errors`. Empty if no field is at fault.
    pub errors: Map<String, Value>,
}

impl DiscordError {
    /// There is nothing to post.
    #[must_use]
    pub fn empty_message() -> Self {
        Self { code: 50_006, message: "Cannot send an empty message", errors: Map::new() }
    }

    /// The whole response body. Its status is 400.
    #[must_use]
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if !self.errors.is_empty() {
            body["errors"] = Value::Object(self.errors.clone());
        }
        body
    }
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct ErrorTree {
    tree: Map<String, Value>,
    count: usize,
}

impl ErrorTree {
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a fault at a path such as `embeds/0/title`; the empty path is the body itself.
    pub(super) fn add(&mut self, path: &str, (code, message): Entry) {
        steps::count(path.len());
        if self.count == MAX_ERRORS {
            return;
        }
        self.count += 1;
        let mut node = &mut self.tree;
        for step in path.split('/').filter(|step| !step.is_empty()) {
            let below = node.entry(step).or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(below) = below else {
                return;
            };
            node = below;
        }
        let errors = node.entry("_errors").or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(errors) = errors {
            errors.push(json!({ "code": code, "message": message }));
        }
    }

    pub(super) fn into_fault(self) -> DiscordError {
        DiscordError { code: 50_035, message: "Invalid Form Body", errors: self.tree }
    }

    /// A text; numbers and truth values are written out.
    pub(super) fn text(&mut self, path: &str, value: Option<&Value>) -> Option<String> {
        match value? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(truth) => Some(truth.to_string()),
            Value::Array(_) | Value::Object(_) => {
                self.add(path, NOT_A_STRING);
                None
            }
        }
    }

    /// A number that is not negative, or one written out, as forms have it.
    pub(super) fn number(&mut self, path: &str, value: Option<&Value>) -> Option<u64> {
        let number = match value? {
            Value::Null => return None,
            Value::String(text) if text.trim().is_empty() => return None,
            Value::String(text) => text.trim().parse().ok(),
            value => json::whole_number(value),
        };
        if number.is_none() {
            self.add(path, NOT_A_NUMBER);
        }
        number
    }

    pub(super) fn object<'v>(&mut self, path: &str, value: Option<&'v Value>) -> Option<&'v Map<String, Value>> {
        match value? {
            Value::Null => None,
            Value::Object(object) => Some(object),
            _ => {
                self.add(path, NOT_AN_OBJECT);
                None
            }
        }
    }

    /// A list; empty where there is none.
    pub(super) fn list<'v>(&mut self, path: &str, value: Option<&'v Value>) -> &'v [Value] {
        match value {
            None | Some(Value::Null) => &[],
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.add(path, NOT_A_LIST);
                &[]
            }
        }
    }
}
