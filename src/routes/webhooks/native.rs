//! The native payload over HTTP (spec section 4.3): every fault is reported at once, with its JSON pointer.
//! What is done with it is up to `posting`.

mod cards;

use rocket::data::Data;
use serde_json::{Map, Value};
use url::Url;
use validator::{Validate, ValidateArgs, ValidationError, ValidationErrors};

use super::delivery_draft::DeliveryDraft;
use super::dialect::Dialect;
use super::{Call, IDEMPOTENCY_KEY, Problem, body};
use crate::chat::mentions::OptIn;
use crate::chat::names::{self, rules};
use crate::config::BaseUrl;
use crate::models::logs::delivery::Fault;
use crate::models::webhooks::idempotency_key::Key;
use crate::posting::EditedText;
use crate::posting::own_messages::Edit;
use crate::posting::{self, Payload};
use crate::security::own_origin;
use crate::validation::{self, judge};

/// The most characters of an avatar's address.
const LONGEST_URL: u64 = 2_048;
/// At most so many faults are reported, the first ones.
const MOST_FAULTS: usize = 100;

/// Reads a body and parses it, with the idempotency keys of the request.
pub(super) async fn read(
    call: &Call<'_>,
    data: Data<'_>,
    draft: &mut DeliveryDraft,
) -> Result<(Payload, Option<Key>), Problem> {
    draft.keep(json_body(call, data).await?);
    let keys = call.request.headers().get(IDEMPOTENCY_KEY);
    parse(&draft.body, keys, &call.app.config.base_url)
}

/// Reads the body of an edit and parses it, with every fault at once.
pub(super) async fn read_edit(call: &Call<'_>, data: Data<'_>) -> Result<Edit, Problem> {
    let body = object(&json_body(call, data).await?)?;
    edit_of(&body, &call.app.config.base_url).map_err(Problem::invalid_request)
}

/// The body of a request that says that it sends JSON.
async fn json_body(call: &Call<'_>, data: Data<'_>) -> Result<Vec<u8>, Problem> {
    let content_type = call.request.headers().get_one("Content-Type");
    if !content_type.is_some_and(crate::json::is_announced) {
        return Err(Problem::unsupported_media_type());
    }
    body::read(call.request, data, Dialect::Native.largest_body()).await
}

/// Parses a body and the idempotency keys of its request, with every fault of both at once.
///
/// # Errors
/// The refusal, with the place of each fault.
pub(crate) fn parse<'k>(
    body: &[u8],
    keys: impl Iterator<Item = &'k str>,
    base_url: &BaseUrl,
) -> Result<(Payload, Option<Key>), Problem> {
    let payload = payload_of(&object(body)?, base_url);
    // What was parsed as JSON is UTF-8.
    let text = std::str::from_utf8(body).unwrap_or_default();
    match (payload, idempotency_key(keys, text)) {
        (Ok(payload), Ok(key)) => Ok((payload, key)),
        (payload, key) => {
            let mut faults = payload.err().unwrap_or_default();
            faults.extend(key.err());
            Err(Problem::invalid_request(faults))
        }
    }
}

/// The idempotency key of a request whose body is `identity`.
///
/// # Errors
/// The fault of a key that is none, or of several.
pub(super) fn idempotency_key<'k>(
    mut keys: impl Iterator<Item = &'k str>,
    identity: &str,
) -> Result<Option<Key>, Fault> {
    let Some(key) = keys.next() else {
        return Ok(None);
    };
    let key = Key::read(key, identity).filter(|_| keys.next().is_none());
    key.map(Some).ok_or_else(|| Fault {
        pointer: String::new(),
        header: Some(IDEMPOTENCY_KEY.into()),
        detail: "Send one key of 1 to 255 visible ASCII characters.".into(),
    })
}

/// The JSON object that a body must be.
pub(super) fn object(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    let fault = |pointer, detail| Problem::invalid_json(Fault { pointer, header: None, detail });
    match crate::json::parse(body) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(fault(String::new(), "The body must be a JSON object.".into())),
        Err(found) => Err(fault(found.pointer, found.detail)),
    }
}

/// The texts of a body, before they are judged.
#[derive(Validate)]
#[validate(context = "BaseUrl")]
struct Texts<'b> {
    #[validate(
        custom(function = "posting::rules::not_blank"),
        custom(function = "posting::rules::not_too_long"),
        custom(function = "posting::rules::storable")
    )]
    content: Option<&'b str>,
    #[validate(custom(function = "rules::display_name"))]
    name: Option<&'b str>,
    #[validate(
        length(max = "LONGEST_URL", message = "This must have at most 2,048 characters."),
        custom(function = "avatar_address"),
        custom(function = "safe_to_show", use_context)
    )]
    avatar_url: Option<&'b str>,
}

/// The fields of a body in the order in which their faults are reported.
const ORDER: [&str; 5] = ["content", "name", "avatarUrl", "cards", "allowedMentions"];

/// What a body says. Unknown keys are ignored, and `null` and blank text for what is optional mean that it is absent.
fn payload_of(body: &Map<String, Value>, base_url: &BaseUrl) -> Result<Payload, Vec<Fault>> {
    let mut faults = Faults::default();
    // Templates send an empty text where there is nothing to fill in.
    let filled = |text: &&str| !text.trim().is_empty();
    let is_visible = |text: &&str| names::has_visible(text);
    let cards = cards::read(body.get("cards"), base_url, &mut faults);
    let content = faults.text("/content", body.get("content"));
    let content = match body.get("cards") {
        // Faulty or not: who sends cards may leave out the text.
        Some(Value::Array(items)) if !items.is_empty() => content.filter(is_visible),
        _ => {
            if content.is_none() && faults.0.iter().all(|fault| fault.pointer != "/content") {
                faults.add("/content", "The message's text is missing.");
            }
            content
        }
    };
    let texts = Texts {
        content,
        name: faults.text("/name", body.get("name")).filter(filled),
        avatar_url: faults.text("/avatarUrl", body.get("avatarUrl")).filter(filled),
    };
    if let Err(errors) = texts.validate_with_args(base_url) {
        faults.add_all(errors);
    }
    let opt_in = opt_in(body.get("allowedMentions"), &mut faults);
    if !faults.0.is_empty() {
        return Err(faults.in_order());
    }
    Ok(Payload {
        content: texts.content.unwrap_or_default().to_owned(),
        name: texts.name.map(names::shown_form),
        avatar_url: texts.avatar_url.map(str::to_owned),
        allowed_mentions: opt_in.into(),
        cards,
        ..Payload::default()
    })
}

/// What the body of an edit says, by the rules of a post. What is absent or `null` stays as it is; a blank text and an empty
/// list remove what there is.
fn edit_of(body: &Map<String, Value>, base_url: &BaseUrl) -> Result<Edit, Vec<Fault>> {
    let mut faults = Faults::default();
    let cards = match body.get("cards") {
        None | Some(Value::Null) => None,
        given => Some(cards::read(given, base_url, &mut faults)),
    };
    let content = faults.text("/content", body.get("content"));
    let texts = Texts { content: content.filter(|text| names::has_visible(text)), name: None, avatar_url: None };
    if let Err(errors) = texts.validate_with_args(base_url) {
        faults.add_all(errors);
    }
    let opt_in = opt_in(body.get("allowedMentions"), &mut faults);
    if !faults.0.is_empty() {
        return Err(faults.in_order());
    }
    Ok(Edit {
        content: content.map(|_| EditedText {
            content: texts.content.unwrap_or_default().to_owned(),
            allowed_mentions: opt_in.into(),
            ..EditedText::default()
        }),
        cards,
    })
}

#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn add(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        if self.0.len() < MOST_FAULTS {
            self.0.push(Fault { pointer: pointer.into(), header: None, detail: detail.into() });
        }
    }

    /// Adds what `validator` found. What is no text is not missing as well.
    fn add_all(&mut self, errors: ValidationErrors) {
        for (pointer, detail) in validation::pointers(errors) {
            if self.0.iter().all(|fault| fault.pointer != pointer) {
                self.add(pointer, detail);
            }
        }
    }

    fn in_order(mut self) -> Vec<Fault> {
        self.0.sort_by_key(|fault| {
            let field = fault.pointer.split('/').nth(1);
            ORDER.iter().position(|known| field == Some(*known))
        });
        self.0
    }

    /// The text at a pointer, if there is any.
    fn text<'b>(&mut self, pointer: &str, value: Option<&'b Value>) -> Option<&'b str> {
        match value {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text),
            Some(_) => {
                self.add(pointer, "This must be a string.");
                None
            }
        }
    }
}

/// See [`is_web_address`].
fn avatar_address(text: &str) -> Result<(), ValidationError> {
    judge(is_web_address(text), "avatarUrl must start with https:// or http:// and be a complete URL.")
}

/// Whether a page may show this URL: absolute, `http` or `https`, with a host, in the letters as they were sent.
fn is_web_address(text: &str) -> bool {
    // Parsers of URLs forgive blanks, line ends and backslashes; headers and pages might not.
    let is_forgiven = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
    let is_web = |scheme: &str| ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known));
    !text.contains(is_forgiven)
        && text.split_once("://").is_some_and(|(scheme, rest)| {
            // Of more slashes than two they make two, and of the path a host.
            is_web(scheme) && !rest.starts_with('/')
        })
        && Url::parse(text).is_ok_and(|url| url.has_host())
}

const NOT_A_PICTURE: &str = "On this instance’s own address only a picture below /avatars/ can be shown.";

/// Readers' browsers load it with their cookies.
fn safe_to_show(text: &str, base_url: &BaseUrl) -> Result<(), ValidationError> {
    judge(own_origin::may_be_shown(base_url, text), NOT_A_PICTURE)
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
            faults.add("/allowedMentions/parse", "This must be an array of strings.");
            return OptIn::NOTHING;
        }
    };
    // What is no string is no item either; none of the three is empty.
    match OptIn::parse(items.iter().map(|item| item.as_str().unwrap_or_default())) {
        Ok(opt_in) => opt_in,
        Err(unknown) => {
            for position in unknown {
                faults
                    .add(format!("/allowedMentions/parse/{position}"), "This must be \"all\", \"roles\" or \"users\".");
            }
            OptIn::NOTHING
        }
    }
}
