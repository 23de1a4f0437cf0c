//! A POST of JSON to any URL: the body contains number and text where the settings say.
//! URL and headers are used as configured.

use reqwest::StatusCode;
use serde_json::Value;

use super::answer::{SmsOutcome, SmsReport};
use portico_platform::config::sms::{TEXT, TO};
use portico_rules::phone::Number;

/// The body for one text. Number and text are inserted as JSON values, not into JSON source.
pub(super) fn body(pattern: &Value, to: &Number, text: &str) -> Value {
    match pattern {
        Value::String(words) => Value::String(filled(words, to.e164(), text)),
        Value::Array(items) => items.iter().map(|item| body(item, to, text)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), body(value, to, text))).collect(),
        other => other.clone(),
    }
}

fn filled(words: &str, to: &str, text: &str) -> String {
    words.split(TEXT).map(|part| part.replace(TO, to)).collect::<Vec<_>>().join(text)
}

/// The meaning of a response: only its status is known.
pub(super) fn read(status: StatusCode, otherwise: SmsOutcome) -> SmsReport {
    let outcome = if status.is_success() { SmsOutcome::Sent } else { otherwise };
    SmsReport::new(outcome, status, None)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Shows: sms.requests
    #[test]
    fn number_and_text_are_where_the_pattern_says_and_nowhere_else() {
        let to = Number::parse("+4915112345642").unwrap();
        let pattern = json!({
            "from": "Portico", "flash": false, "{to}": 1,
            "messages": [{ "recipients": ["{to}"], "content": "{text} (to {to})" }],
        });
        let made = body(&pattern, &to, "Say \"{to}\"");
        assert_eq!(
            made,
            json!({
                "from": "Portico", "flash": false, "{to}": 1,
                "messages": [{
                    "recipients": ["+4915112345642"],
                    "content": "Say \"{to}\" (to +4915112345642)",
                }],
            })
        );
    }
}
