//! Strict JSON: a duplicate key is found at any depth, with its position.
//! Single refusals are tested next to the reader; the crate's `fuzz` tests random bytes.

use portico_rules::json::{DEEPEST, parse};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Values of any shape, with keys that have to be escaped in a pointer or in JSON itself.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 40, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::vec((keys(), inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn keys() -> impl Strategy<Value = String> {
    "[a-c~/01\"\\\\é\u{1F600}\n]{0,3}"
}

/// Every object of a value, by its pointer.
fn objects(value: &Value, pointer: String, found: &mut Vec<String>) {
    let step = |key: &str| format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"));
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                objects(item, step(&at.to_string()), found);
            }
        }
        Value::Object(entries) => {
            for (key, item) in entries {
                objects(item, step(key), found);
            }
            found.push(pointer);
        }
        _ => {}
    }
}

/// Writes a value; the object at `twice` gets the key again at its end, its letters escaped if `escaped`.
fn written(value: &Value, pointer: &str, twice: &str, key: &str, escaped: bool) -> String {
    let below = |step: &str, inner: &Value| {
        let step = step.replace('~', "~0").replace('/', "~1");
        written(inner, &format!("{pointer}/{step}"), twice, key, escaped)
    };
    match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            let items: Vec<String> = items.map(|(at, item)| below(&at.to_string(), item)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(entries) => {
            let named = |key: &str| serde_json::to_string(key).unwrap();
            let mut pairs: Vec<String> =
                entries.iter().map(|(key, item)| format!("{}:{}", named(key), below(key, item))).collect();
            if pointer == twice {
                let again = if escaped { in_escapes(key) } else { named(key) };
                pairs.push(format!("{again}:null"));
            }
            format!("{{{}}}", pairs.join(", "))
        }
        leaf => leaf.to_string(),
    }
}

fn in_escapes(key: &str) -> String {
    let units: String = key.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
    format!("\"{units}\"")
}

proptest! {
    /// Shows: random.json
    #[test]
    fn a_value_is_read_as_it_was_written(value in values()) {
        prop_assert_eq!(parse(value.to_string().as_bytes()), Ok(value.clone()));
        let pretty = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(parse(pretty.as_bytes()), Ok(value));
    }

    /// Shows: random.key-twice
    #[test]
    fn a_duplicate_key_is_found_at_any_depth_with_its_position(
        value in values(), which in any::<prop::sample::Index>(), escaped in any::<bool>(),
    ) {
        let mut found = Vec::new();
        objects(&value, String::new(), &mut found);
        found.retain(|pointer| !value.pointer(pointer).unwrap().as_object().unwrap().is_empty());
        prop_assume!(!found.is_empty());
        let twice = which.get(&found);
        let object = value.pointer(twice).unwrap().as_object().unwrap();
        let keys: Vec<&String> = object.keys().collect();
        let key = which.get(&keys);
        let fault = parse(written(&value, "", twice, key, escaped).as_bytes()).unwrap_err();
        let step = key.replace('~', "~0").replace('/', "~1");
        prop_assert_eq!(&fault.pointer, &format!("{twice}/{step}"));
        prop_assert!(value.pointer(&fault.pointer).is_some());
        prop_assert!(fault.detail.contains("more than once"));
    }

    /// Shows: random.json
    #[test]
    fn exceeding_the_depth_limit_is_reported_with_its_position(above in 0..10_usize, in_objects in any::<bool>()) {
        let levels = DEEPEST - 4 + above;
        let (open, close, step) = if in_objects { ("{\"a\":", "}", "/a") } else { ("[", "]", "/0") };
        let innermost = if in_objects { "{}" } else { "[]" };
        let body = format!("{}{innermost}{}", open.repeat(levels - 1), close.repeat(levels - 1));
        match parse(body.as_bytes()) {
            Ok(_) => prop_assert!(levels <= DEEPEST),
            Err(fault) => {
                prop_assert!(levels > DEEPEST);
                prop_assert_eq!(fault.pointer, step.repeat(DEEPEST));
            }
        }
    }

    /// Shows: random.json
    #[test]
    fn a_body_that_breaks_off_anywhere_is_refused(value in values(), at in any::<prop::sample::Index>()) {
        // What is left of a number may be one.
        let body = format!("[{value}]");
        let end = at.index(body.len());
        prop_assert!(parse(&body.as_bytes()[..end]).is_err());
    }
}
