//! Strict JSON for the endpoints: refuses what two parsers could read differently. Endpoints check whether a value is
//! what they expect.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Number, Value};

/// Max nesting of arrays and objects.
pub const DEEPEST: usize = 64;

/// True if a `Content-Type` is JSON, in any case. Its parameters are ignored, even malformed ones, because JSON has
/// none (RFC 8259 section 11, RFC 9110 section 5.6.6).
#[must_use]
pub fn is_announced(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim_matches([' ', '\t']).eq_ignore_ascii_case("application/json")
}

/// Reason a body was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct JsonError {
    /// The location of the fault, as a JSON pointer (RFC 6901); empty for the whole body.
    pub pointer: String,
    /// A sentence for the client's developer.
    pub detail: String,
}

/// The number that a value is, if it is whole and not negative, also where it is written as `4.0`: JSON Schema's
/// `integer` (Validation, section 6.1.1). A float beyond 2⁵³ doesn't say which number was meant.
#[must_use]
pub fn whole_number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let float = value.as_f64()?;
        let is_whole = float.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(&float);
        is_whole.then(|| format!("{:.0}", float.abs()).parse().ok())?
    })
}

/// Parses a whole body as one JSON value.
///
/// Integers are exact within `i64` and `u64`; a larger one becomes a float, which no endpoint accepts as an ID.
///
/// # Errors
///
/// A [`JsonError`] for an empty body, invalid UTF-8, malformed JSON, anything after the value, an object with a
/// duplicate key (at any depth), a number beyond the range of floats, and more than [`DEEPEST`] levels.
pub fn parse(bytes: &[u8]) -> Result<Value, JsonError> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| whole(format!("The body is not valid UTF-8 (after {} bytes).", error.valid_up_to())))?;
    if text.trim_ascii().is_empty() {
        return Err(whole("The body is empty, but JSON is expected."));
    }
    let found = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = StrictSeed { found: &found, depth: 0 }
        .deserialize(&mut reader)
        .map_err(|error| found.take().map_or_else(|| malformed(&error), NestedError::into_fault))?;
    reader.end().map_err(|error| whole(format!("Something follows the end of the JSON value ({}).", place(&error))))?;
    Ok(value)
}

fn whole(detail: impl Into<String>) -> JsonError {
    JsonError { pointer: String::new(), detail: detail.into() }
}

fn malformed(error: &serde_json::Error) -> JsonError {
    match error.classify() {
        Category::Eof => whole("The JSON ends before it is complete."),
        _ if is_out_of_range(error) => whole(format!("The body has a number that is too large ({}).", place(error))),
        _ => whole(format!("The body is not valid JSON ({}).", place(error))),
    }
}

/// True if the reader refused a number because no float is as large, which is valid JSON all the same. Nothing but its
/// text says so.
pub fn is_out_of_range(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("number out of range")
}

fn place(error: &serde_json::Error) -> String {
    format!("line {}, column {}", error.line(), error.column())
}

/// A fault on its way out of a nested value. Each level adds its own path segment, so that a body without faults needs
/// no pointer.
struct NestedError {
    steps: Vec<String>,
    detail: String,
}

impl NestedError {
    fn into_fault(self) -> JsonError {
        let mut pointer = String::new();
        for step in self.steps.iter().rev() {
            pointer.push('/');
            pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        }
        JsonError { pointer, detail: self.detail }
    }
}

#[derive(Clone, Copy)]
struct StrictSeed<'f> {
    found: &'f RefCell<Option<NestedError>>,
    depth: usize,
}

impl StrictSeed<'_> {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.depth == DEEPEST {
            *self.found.borrow_mut() = Some(NestedError {
                steps: Vec::new(),
                detail: format!("The body is nested deeper than {DEEPEST} levels."),
            });
            return Err(E::custom("too deep"));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }

    /// Adds `step` to the path of a fault, if the error is one of ours.
    fn passed(self, step: impl FnOnce() -> String) {
        if let Some(found) = self.found.borrow_mut().as_mut() {
            found.steps.push(step());
        }
    }
}

impl<'de> DeserializeSeed<'de> for StrictSeed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for StrictSeed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        loop {
            match items.next_element_seed(inner) {
                Ok(Some(item)) => list.push(item),
                Ok(None) => return Ok(Value::Array(list)),
                Err(error) => {
                    self.passed(|| list.len().to_string());
                    return Err(error);
                }
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.deeper()?;
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                *self.found.borrow_mut() = Some(NestedError {
                    steps: vec![key],
                    detail: "This key appears more than once in its object.".to_owned(),
                });
                return Err(A::Error::custom("duplicate key"));
            }
            match entries.next_value_seed(inner) {
                Ok(value) => object.insert(key, value),
                Err(error) => {
                    self.passed(|| key);
                    return Err(error);
                }
            };
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn fault(body: &str) -> JsonError {
        parse(body.as_bytes()).expect_err(body)
    }

    #[test]
    fn a_body_is_parsed() {
        let body = r#" {"a":[1,-2,3.5,true,null],"b":{"c":"\u00e9😀"}} "#;
        let expected = json!({"a":[1,-2,3.5,true,null],"b":{"c":"é😀"}});
        assert_eq!(parse(body.as_bytes()).unwrap(), expected);
    }

    #[test]
    fn integers_stay_exact() {
        let value = parse(b"[9007199254740993,-9223372036854775808,18446744073709551615]").unwrap();
        assert_eq!(value[0].as_i64(), Some(9_007_199_254_740_993));
        assert_eq!(value[1].as_i64(), Some(i64::MIN));
        assert_eq!(value[2].as_u64(), Some(u64::MAX));
        assert_eq!(parse(b"18446744073709551616").unwrap().as_i64(), None);
        assert_eq!(parse(b"1.0").unwrap().as_i64(), None);
    }

    /// Shows: token.bodies
    #[test]
    fn a_key_given_twice_is_refused_with_its_place() {
        assert_eq!(fault(r#"{"a":1,"a":1}"#).pointer, "/a");
        assert_eq!(fault(r#"{"a":[0,{"b/c~":{"d":1,"d":2}}]}"#).pointer, "/a/1/b~1c~0/d");
        assert_eq!(fault(r#"{"a":1,"\u0061":1}"#).pointer, "/a");
    }

    #[test]
    fn the_same_key_in_two_objects_is_fine() {
        assert!(parse(br#"[{"a":1},{"a":{"a":2}}]"#).is_ok());
    }

    /// Shows: leaks.errors
    #[test]
    fn malformed_bodies_are_refused_without_showing_the_inside() {
        for body in [
            "{",
            "{]",
            "nul",
            "'a'",
            "{\"a\":1,}",
            "[1,]",
            "01",
            "1e999",
            "\"\u{1}\"",
            "\"\\ud800\"",
            "{1:2}",
            "\u{feff}{}",
            "NaN",
            "// x\n1",
            "+1",
        ] {
            let fault = fault(body);
            assert_eq!(fault.pointer, "", "{body:?}");
            assert!(fault.detail.ends_with('.'), "{}", fault.detail);
            assert!(!fault.detail.contains("expected value"), "{}", fault.detail);
        }
    }

    /// Shows: token.bodies
    #[test]
    fn an_empty_body_and_one_with_trailing_text_are_refused() {
        assert!(fault("").detail.contains("empty"));
        assert!(fault(" \n\t ").detail.contains("empty"));
        assert!(fault("{} {}").detail.contains("follows"));
        assert!(fault("null,").detail.contains("follows"));
    }

    /// Shows: token.bodies
    #[test]
    fn a_body_that_is_no_utf_8_is_refused() {
        let fault = parse(b"{\"a\":\"\xff\"}").unwrap_err();
        assert_eq!(fault.detail, "The body is not valid UTF-8 (after 6 bytes).");
        assert!(parse(b"\xed\xa0\x80").is_err());
    }

    /// Shows: token.bodies
    #[test]
    fn nesting_ends_at_the_limit() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(parse(nested(DEEPEST).as_bytes()).is_ok());
        assert!(fault(&nested(DEEPEST + 1)).detail.contains("nested"));
        assert!(fault(&"[".repeat(1_000_000)).detail.contains("nested"));
        assert!(fault(&"{\"a\":".repeat(100)).detail.contains("nested"));
    }

    #[test]
    fn limits_are_named_as_what_they_are() {
        let number = fault(r#"{"content":"x","z":1e999}"#);
        assert!(number.detail.contains("a number that is too large"), "{number}");
        let deep = fault(&"[".repeat(DEEPEST + 1));
        assert_eq!(deep.detail, "The body is nested deeper than 64 levels.");
        for malformed in ["1e", "nul", r#""number out of range"#, "[1,]"] {
            let detail = fault(malformed).detail;
            assert!(!detail.contains("too large"), "{detail}");
        }
        assert!(parse(b"1e308").is_ok() && parse(b"1e-999").is_ok());
    }

    proptest! {
        /// Shows: random.json
        #[test]
        fn it_agrees_with_the_lenient_reader_wherever_it_accepts(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Ok(value) = parse(&bytes) {
                prop_assert_eq!(serde_json::from_slice::<Value>(&bytes).unwrap(), value);
            }
        }

        /// Shows: random.json
        #[test]
        fn text_like_json_never_makes_it_panic(text in r#"[\[\]{}",:0-9a-c \\u]{0,40}"#) {
            let _ = parse(text.as_bytes());
        }
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
        let whole = |text: &str| whole_number(&parse(text.as_bytes()).unwrap());
        assert_eq!(whole("4096"), Some(4096));
        assert_eq!(whole("211.0"), Some(211));
        assert_eq!(whole("1e3"), Some(1000));
        assert_eq!(whole("-0.0"), Some(0));
        assert_eq!(whole("18446744073709551615"), Some(u64::MAX));
        for other in ["1.5", "-1", "-1.0", "1e300", "9007199254740993.0", "\"4\"", "null"] {
            assert_eq!(whole(other), None, "{other}");
        }
    }
}
