//! Properties of parsing any body of a token exchange, as JSON and as a form.
//! Whether code and secret are correct is decided by the database.

use serde_json::Value;

use super::naive_json;
use portico_rules::ids::MAX_ID;
use portico_rules::token_request::{FormParams, TokenFields};

pub(super) fn verify(body: &[u8]) {
    verify_json(body);
    verify_form(body);
}

fn verify_json(body: &[u8]) {
    let value = naive_json::read(body).filter(Value::is_object);
    let expected = value.as_ref().and_then(Plainly::read);
    match (TokenFields::read(body), expected) {
        (Ok(fields), Some(expected)) => {
            assert_eq!(fields.client_id.get(), expected.client_id);
            assert!(fields.client_secret == expected.client_secret);
            assert!(fields.code == expected.code);
            assert!(fields.redirect_uri == expected.redirect_uri);
            assert!(fields.code_verifier.as_deref() == expected.code_verifier);
        }
        (Err(sentences), None) => {
            assert!(sentences.ends_with('.'), "{sentences}");
            says_which_field(&sentences, value.as_ref());
        }
        (Ok(_), None) => panic!("accepted, and should not be"),
        (Err(sentences), Some(_)) => panic!("refused, and should not be: {sentences}"),
    }
}

/// Compares each parameter with those that are found by splitting and decoding.
fn verify_form(body: &[u8]) {
    let form = FormParams::parse(body);
    for name in ["grant_type", "code", "client_secret", "x"] {
        let values: Vec<Vec<u8>> = body
            .split(|byte| *byte == b'&')
            .map(|pair| {
                let mut parts = pair.splitn(2, |byte| *byte == b'=');
                let (name, value) = (parts.next(), parts.next());
                (decoded(name.unwrap_or_default()), decoded(value.unwrap_or_default()))
            })
            .filter(|(given, _)| given == name.as_bytes())
            .map(|(_, value)| value)
            .collect();
        let found = form.get(name);
        match &values[..] {
            [] => assert_eq!(found, Ok(None)),
            [value] => match std::str::from_utf8(value) {
                Ok("") => assert_eq!(found, Ok(None)),
                Ok(text) if !text.contains(char::REPLACEMENT_CHARACTER) => {
                    assert_eq!(found, Ok(Some(text)));
                }
                _ => assert!(found.is_err()),
            },
            _ => assert!(found.is_err()),
        }
    }
}

/// Decodes `+` and `%` with two digits; any other `%` stays.
fn decoded(text: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let (mut bytes, mut rest) = (Vec::new(), text);
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        bytes.push(match (first, after) {
            (b'+', _) => b' ',
            (b'%', [high, low, others @ ..]) => match (digit(high), digit(low)) {
                (Some(high), Some(low)) => {
                    rest = others;
                    (high * 16 + low) as u8
                }
                _ => b'%',
            },
            (byte, _) => *byte,
        });
    }
    bytes
}

/// Checks each field separately.
struct Plainly<'v> {
    client_id: i64,
    client_secret: &'v str,
    code: &'v str,
    redirect_uri: &'v str,
    code_verifier: Option<&'v str>,
}

impl<'v> Plainly<'v> {
    fn read(value: &'v Value) -> Option<Self> {
        let text = |name: &str| value[name].as_str().filter(|text| !text.is_empty());
        let verifier = &value["code_verifier"];
        Some(Self {
            client_id: client_id(&value["client_id"])?,
            client_secret: text("client_secret")?,
            code: text("code")?,
            redirect_uri: text("redirect_uri")?,
            code_verifier: match verifier {
                Value::Null => None,
                // An empty one counts as left out.
                _ => Some(verifier.as_str()?).filter(|verifier| !verifier.is_empty()),
            },
        })
    }
}

/// An integer is an app's ID or no app's; in a string it must be written as IDs are.
fn client_id(value: &Value) -> Option<i64> {
    let in_range = |id: &i64| (1..=MAX_ID).contains(id);
    match value {
        // Too large for any integer type.
        Value::Number(number) if number.as_f64().is_some_and(|n| n.abs() >= 2_f64.powi(63)) => Some(0),
        Value::Number(number) if number.is_f64() => None,
        Value::Number(number) => Some(number.as_i64().filter(in_range).unwrap_or(0)),
        Value::String(text) => {
            let id = text.parse::<i64>().ok().filter(in_range)?;
            (id.to_string() == *text).then_some(id)
        }
        _ => None,
    }
}

/// Every field that is missing or not a string is reported.
fn says_which_field(sentences: &str, value: Option<&Value>) {
    let Some(object) = value else { return };
    for name in ["client_secret", "code", "redirect_uri"] {
        if object[name].as_str().is_none_or(str::is_empty) {
            assert!(sentences.contains(name), "{sentences}");
        }
    }
    if client_id(&object["client_id"]).is_none() {
        assert!(sentences.contains("client_id"), "{sentences}");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn values() -> impl Strategy<Value = Value> {
        prop_oneof![
            4 => "[!-~]{0,12}".prop_map(Value::from),
            4 => "[ +-]?0?[0-9]{0,17}".prop_map(Value::from),
            3 => any::<i64>().prop_map(Value::from),
            2 => (MAX_ID - 2..MAX_ID + 3).prop_map(Value::from),
            1 => any::<u64>().prop_map(Value::from),
            1 => any::<f32>().prop_map(Value::from),
            1 => any::<bool>().prop_map(Value::from),
            1 => Just(Value::Null),
            1 => Just(json!([])),
        ]
    }

    proptest! {
        /// Shows: random.bodies
        #[test]
        fn a_body_is_parsed_correctly_with_any_values(
            fields in proptest::collection::vec(proptest::option::weighted(0.9, values()), 5),
        ) {
            let names = ["client_id", "client_secret", "code", "redirect_uri", "code_verifier"];
            let mut body = json!({});
            for (name, value) in names.into_iter().zip(fields) {
                if let Some(value) = value {
                    body[name] = value;
                }
            }
            verify(body.to_string().as_bytes());
        }

        /// Shows: random.bodies
        #[test]
        fn a_form_is_parsed_correctly_with_any_characters(
            pairs in proptest::collection::vec(("(code|c%6fde|x|[ -~]{0,4})", "[%+&=A-F0-9é\u{FFFD}]{0,8}"), 0..6),
        ) {
            let pairs: Vec<_> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
            verify(pairs.join("&").as_bytes());
        }
    }
}
