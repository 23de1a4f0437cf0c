//! The native payload (spec section 4.3): every fault is reported at once, with its JSON pointer.
//! Idempotency keys, and what is done with a payload, are up to the routes.

mod cards;

use portico_rules::base_url::BaseUrl;
use portico_rules::chat::mentions::OptIn;
use portico_rules::chat::names::{self, rules};
use portico_rules::payload::{BodyError, Edit, EditedText, Payload};
use portico_rules::validation::{self, validate};
use portico_rules::{json, message_text, own_origin, web_url};
use serde_json::{Map, Value};
use validator::{Validate, ValidateArgs, ValidationError, ValidationErrors};

/// The most characters of an avatar's address.
const MAX_URL_LENGTH: u64 = 2_048;
/// At most so many faults are reported, the first ones.
const MAX_ERRORS: usize = 100;

/// Reason a body is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeError {
    /// It is no JSON object.
    NotJson(BodyError),
    /// It is one, with these faults: at least one.
    Faulty(Vec<BodyError>),
}

/// Parses the body of a post.
///
/// # Errors
/// The refusal, with the place of each fault.
pub fn parse(body: &[u8], base_url: &BaseUrl) -> Result<Payload, NativeError> {
    let body = object(body).map_err(NativeError::NotJson)?;
    payload_of(&body, base_url).map_err(NativeError::Faulty)
}

/// Parses the body of an edit.
///
/// # Errors
/// The refusal, with the place of each fault.
pub fn parse_edit(body: &[u8], base_url: &BaseUrl) -> Result<Edit, NativeError> {
    let body = object(body).map_err(NativeError::NotJson)?;
    edit_of(&body, base_url).map_err(NativeError::Faulty)
}

/// The JSON object that a body must be.
///
/// # Errors
/// The fault of a body that is something else.
pub fn object(body: &[u8]) -> Result<Map<String, Value>, BodyError> {
    let fault = |pointer, detail| BodyError { pointer, header: None, detail };
    match json::parse(body) {
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
        custom(function = "message_text::not_blank"),
        custom(function = "message_text::not_too_long"),
        custom(function = "message_text::storable")
    )]
    content: Option<&'b str>,
    #[validate(custom(function = "rules::display_name"))]
    name: Option<&'b str>,
    #[validate(
        length(max = "MAX_URL_LENGTH", message = "This must have at most 2,048 characters."),
        custom(function = "avatar_address"),
        custom(function = "safe_to_show", use_context)
    )]
    avatar_url: Option<&'b str>,
}

/// The fields of a body in the order in which their faults are reported.
const ORDER: [&str; 5] = ["content", "name", "avatarUrl", "cards", "allowedMentions"];

/// The payload of a body. Unknown keys are ignored, and `null` and blank text for what is optional mean that it is
/// absent.
fn payload_of(body: &Map<String, Value>, base_url: &BaseUrl) -> Result<Payload, Vec<BodyError>> {
    let mut faults = BodyErrors::default();
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
    let name = faults.text("/name", body.get("name")).filter(filled).map(names::limit_marks);
    let texts = Texts {
        content,
        name: name.as_deref(),
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
    }
    .with_limited_marks())
}

/// The edit of a body, by the rules of a post. Absent parts and `null` stay as they are; a blank text and an empty list
/// remove what there is.
fn edit_of(body: &Map<String, Value>, base_url: &BaseUrl) -> Result<Edit, Vec<BodyError>> {
    let mut faults = BodyErrors::default();
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
    }
    .with_limited_marks())
}

#[derive(Default)]
struct BodyErrors(Vec<BodyError>);

impl BodyErrors {
    fn add(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        if self.0.len() < MAX_ERRORS {
            self.0.push(BodyError { pointer: pointer.into(), header: None, detail: detail.into() });
        }
    }

    /// Adds what `validator` found. A wrong type is not also reported as missing.
    fn add_all(&mut self, errors: ValidationErrors) {
        for (pointer, detail) in validation::pointers(errors) {
            if self.0.iter().all(|fault| fault.pointer != pointer) {
                self.add(pointer, detail);
            }
        }
    }

    fn in_order(mut self) -> Vec<BodyError> {
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

fn avatar_address(text: &str) -> Result<(), ValidationError> {
    validate(web_url::is_strict(text), "avatarUrl must start with https:// or http:// and be a complete URL.")
}

const NOT_A_PICTURE: &str = "On this instance’s own address only a picture below /avatars/ can be shown.";

/// Readers' browsers load it with their cookies.
fn safe_to_show(text: &str, base_url: &BaseUrl) -> Result<(), ValidationError> {
    validate(own_origin::may_be_shown(base_url, text), NOT_A_PICTURE)
}

fn opt_in(value: Option<&Value>, faults: &mut BodyErrors) -> OptIn {
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
