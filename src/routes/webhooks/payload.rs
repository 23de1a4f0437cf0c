//! What a body must say (spec section 4.3): every fault is found and told at once.
//! Getting hold of its bytes, and of what it is answered with, is not done here.

use serde_json::{Map, Value};
use url::Url;

use super::{IDEMPOTENCY_KEY, Problem};
use crate::chat::mentions::OptIn;
use crate::chat::names;
use crate::config::BaseUrl;
use crate::delivery::webhook::Payload;
use crate::models::delivery::Fault;
use crate::models::idempotency_key::Key;
use crate::models::message;
use crate::security::own_origin;

/// The most characters of an avatar's address.
const LONGEST_URL: usize = 2_048;
/// So many faults are told; a body that has more is told the first ones.
const MOST_FAULTS: usize = 100;

/// What a body and the keys beside it say; every fault of theirs at once.
///
/// # Errors
/// The refusal, with the place of each fault.
pub(crate) fn understand<'k>(
    body: &[u8],
    mut keys: impl Iterator<Item = &'k str>,
    base_url: &BaseUrl,
) -> Result<(Payload, Option<Key>), Problem> {
    let value = crate::json::parse(body).map_err(|fault| {
        Problem::invalid_json(Fault {
            pointer: fault.pointer,
            header: None,
            detail: fault.detail,
        })
    })?;
    let Some(object) = value.as_object() else {
        return Err(Problem::invalid_json(Fault {
            pointer: String::new(),
            header: None,
            detail: "The body must be a JSON object.".into(),
        }));
    };
    let payload = read(object, base_url);
    // What was parsed as JSON is UTF-8.
    let text = std::str::from_utf8(body).unwrap_or_default();
    let key = match (keys.next(), keys.next()) {
        (None, _) => Ok(None),
        (Some(key), None) => Key::read(key, text).map(Some).ok_or(()),
        (Some(_), Some(_)) => Err(()),
    };
    match (payload, key) {
        (Ok(payload), Ok(key)) => Ok((payload, key)),
        (payload, key) => {
            let mut faults = payload.err().unwrap_or_default();
            if key.is_err() {
                faults.push(Fault {
                    pointer: String::new(),
                    header: Some(IDEMPOTENCY_KEY.into()),
                    detail: "Send one key of 1 to 255 visible ASCII characters.".into(),
                });
            }
            Err(Problem::invalid_request(faults))
        }
    }
}

/// Reads a body. Unknown keys are ignored, and `null` and blank text for what is optional mean that it is absent.
pub(crate) fn read(body: &Map<String, Value>, base_url: &BaseUrl) -> Result<Payload, Vec<Fault>> {
    let mut faults = Faults(Vec::new());
    let content = faults.check("/content", content(body.get("content")));
    let name = faults.check("/name", optional(body.get("name"), name));
    let avatar_url = optional(body.get("avatarUrl"), |text| avatar_url(text, base_url));
    let avatar_url = faults.check("/avatarUrl", avatar_url);
    let opt_in = opt_in(body.get("allowedMentions"), &mut faults);
    match (content, name, avatar_url) {
        (Some(content), Some(name), Some(avatar_url)) if faults.0.is_empty() => Ok(Payload {
            content,
            name,
            avatar_url,
            opt_in,
        }),
        _ => Err(faults.0),
    }
}

struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        if self.0.len() < MOST_FAULTS {
            self.0.push(Fault {
                pointer: pointer.into(),
                header: None,
                detail: detail.into(),
            });
        }
    }

    fn check<T>(&mut self, pointer: &str, checked: Result<T, &'static str>) -> Option<T> {
        checked.map_err(|detail| self.add(pointer, detail)).ok()
    }
}

fn optional<T>(
    value: Option<&Value>,
    read: impl FnOnce(&str) -> Result<T, &'static str>,
) -> Result<Option<T>, &'static str> {
    match value {
        None | Some(Value::Null) => Ok(None),
        // Unmodified clients of others send an empty text for what nobody filled in.
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => read(text).map(Some),
        Some(_) => Err("This must be a string."),
    }
}

fn content(value: Option<&Value>) -> Result<String, &'static str> {
    let text = match value {
        None | Some(Value::Null) => return Err("The message's text is missing."),
        Some(Value::String(text)) => text,
        Some(_) => return Err("This must be a string."),
    };
    if text.trim().is_empty() {
        return Err("The message's text is blank.");
    }
    if text.chars().count() > message::MOST_CHARACTERS {
        return Err("A message must have at most 4,000 characters.");
    }
    // Not every database can keep it.
    if text.contains('\0') {
        return Err("A message can't contain the character U+0000. Remove it.");
    }
    Ok(text.clone())
}

fn name(text: &str) -> Result<String, &'static str> {
    names::display_name(text)
}

/// An address that a page may show: absolute, `http` or `https`, with a host, in the letters as they were sent.
fn avatar_url(text: &str, base_url: &BaseUrl) -> Result<String, &'static str> {
    if text.chars().count() > LONGEST_URL {
        return Err("This must have at most 2,048 characters.");
    }
    const MALFORMED: &str = "This must be an absolute http or https URL.";
    // Parsers of URLs forgive blanks, line ends and backslashes; headers and pages might not.
    if text
        .chars()
        .any(|c| c.is_whitespace() || c.is_control() || c == '\\')
    {
        return Err(MALFORMED);
    }
    let (scheme, rest) = text.split_once("://").ok_or(MALFORMED)?;
    let known = ["http", "https"]
        .iter()
        .any(|known| scheme.eq_ignore_ascii_case(known));
    match Url::parse(text) {
        // Of more slashes than two they make two, and of the path a host.
        Ok(url) if known && url.has_host() && !rest.starts_with('/') => {}
        _ => return Err(MALFORMED),
    }
    // Readers' browsers load it with their cookies.
    if !own_origin::may_be_shown(base_url, text) {
        return Err("On this instance’s own address only a picture below /avatars/ can be shown.");
    }
    Ok(text.to_owned())
}

fn opt_in(value: Option<&Value>, faults: &mut Faults) -> OptIn {
    let parse = match value {
        None | Some(Value::Null) => return OptIn::NOTHING,
        Some(Value::Object(allowed)) => allowed.get("parse"),
        Some(_) => {
            faults.add("/allowedMentions", "This must be an object.");
            return OptIn::NOTHING;
        }
    };
    let items = match parse {
        None | Some(Value::Null) => return OptIn::NOTHING,
        Some(Value::Array(items)) => items,
        Some(_) => {
            faults.add(
                "/allowedMentions/parse",
                "This must be an array of strings.",
            );
            return OptIn::NOTHING;
        }
    };
    // What is no string is no item either; none of the three is empty.
    match OptIn::parse(items.iter().map(|item| item.as_str().unwrap_or_default())) {
        Ok(opt_in) => opt_in,
        Err(unknown) => {
            for position in unknown {
                faults.add(
                    format!("/allowedMentions/parse/{position}"),
                    "This must be \"all\", \"roles\" or \"users\".",
                );
            }
            OptIn::NOTHING
        }
    }
}
