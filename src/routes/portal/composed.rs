//! A body composed in the playground: the native payload from a form's fields to JSON, or a body in any format.
//! `webhook_playground` previews it, `raw_body` has bodies as they are sent.

use std::borrow::Cow;

use rocket::FromForm;
use serde::Serialize;
use serde_json::{Value, json};

use super::playground_format::Format;
use super::raw_body::RawBody;
use super::shell_quote::{ShellRequest, curl};
use super::visible::visible;
use crate::routes::webhooks::{Dialect, ParsedBody, PortalBody, Problem, WordedRefusal};
use portico_platform::error::FieldErrors;
use portico_rules::base_url::BaseUrl;
use portico_rules::payload::BodyError;
use portico_store::models::Message;

/// A composed body, as its form sends it: the fields of a payload, or the event and the body of another format.
#[derive(FromForm)]
pub(crate) struct ComposedForm<'r> {
    #[field(default = "")]
    pub(super) format: &'r str,
    #[field(default = "")]
    pub(super) event: &'r str,
    #[field(default = "")]
    pub(super) body: &'r str,
    #[field(default = "")]
    content: &'r str,
    #[field(default = "")]
    name: &'r str,
    #[field(default = "")]
    avatar_url: &'r str,
    parse: Vec<&'r str>,
    /// The key of the form as it was rendered.
    #[field(default = "")]
    pub(super) key: &'r str,
    /// `send`, or else only to be looked at.
    #[field(default = "")]
    pub(super) act: &'r str,
}

/// A composed body, in its format.
pub(super) enum Composition<'a> {
    /// The native payload by its fields.
    Fields(ComposedBody<'a>),
    /// A body as it is sent.
    Raw(RawBody<'a>),
}

impl<'a> Composition<'a> {
    /// Takes the typed values.
    pub(super) fn new(format: Format, form: &ComposedForm<'a>) -> Self {
        match format {
            Format::Fields => Self::Fields(ComposedBody::from_form(form)),
            _ => Self::Raw(RawBody::new(format, form.event, form.body)),
        }
    }

    pub(super) fn format(&self) -> Format {
        match self {
            Self::Fields(_) => Format::Fields,
            Self::Raw(body) => body.format,
        }
    }

    /// The content of the form's fields.
    pub(super) fn typed(&self) -> Value {
        match self {
            Self::Fields(body) => body.typed(),
            Self::Raw(body) => json!({ "event": body.event, "body": body.text }),
        }
    }

    /// The body to send.
    ///
    /// # Errors
    /// As [`RawBody::body`].
    pub(super) fn body(&self) -> Result<PortalBody, Problem> {
        match self {
            Self::Fields(body) => Ok(body.body()),
            Self::Raw(body) => body.body(),
        }
    }

    /// The native payload to be read; of other formats the form itself shows what is sent.
    pub(super) fn pretty(&self) -> Option<String> {
        match self {
            Self::Fields(body) => Some(body.pretty()),
            Self::Raw(_) => None,
        }
    }

    /// The request that sends it, for a shell.
    pub(super) fn curl(&self) -> String {
        match self {
            Self::Fields(body) => curl(&ShellRequest {
                address: "\"$WEBHOOK_URL\"",
                content_type: "application/json",
                header: None,
                body: &body.json(),
            }),
            Self::Raw(body) => body.curl(),
        }
    }

    /// Parses it as a program's body.
    ///
    /// # Errors
    /// As [`RawBody::body`].
    pub(super) fn parse(&self, base_url: &BaseUrl) -> Result<ParsedBody, Problem> {
        Ok(self.body()?.parse(base_url))
    }

    /// The faults of a body that would be refused, each at the field that it was typed into.
    pub(super) fn at_their_fields(&self, problem: &Problem, refused: &WordedRefusal) -> FieldErrors {
        if let Self::Fields(_) = self {
            return at_their_fields(&problem.errors);
        }
        let is_event = problem.errors.iter().any(|fault| fault.header.is_some());
        let field = if is_event { "event" } else { "body" };
        let sentence = refused.faults.first().map(|fault| fault.detail.clone());
        FieldErrors::one(field, sentence.unwrap_or_default())
    }
}

/// A payload in the order in which people think of its fields. Empty fields are left out.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ComposedBody<'a> {
    content: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    avatar_url: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed_mentions: Option<AllowedMentions<'a>>,
}

#[derive(Serialize)]
struct AllowedMentions<'a> {
    parse: Vec<&'a str>,
}

impl<'a> ComposedBody<'a> {
    /// Takes the typed values.
    fn from_form(form: &ComposedForm<'a>) -> Self {
        let given = |text: &'a str| Some(text).filter(|text| !text.is_empty());
        Self {
            // Browsers send the line ends of a text area as two characters, which no one typed.
            content: form.content.replace("\r\n", "\n").into(),
            name: given(form.name).map(Cow::from),
            avatar_url: given(form.avatar_url).map(Cow::from),
            allowed_mentions: AllowedMentions::from_parse(form.parse.clone()),
        }
    }

    /// The form's initial content: a mention that notifies the viewer.
    pub(super) fn first(nickname: &str) -> Self {
        Self {
            content: format!("Build 214 passed. Over to you, @{nickname}.").into(),
            name: None,
            avatar_url: None,
            allowed_mentions: AllowedMentions::from_parse(vec!["users"]),
        }
    }

    /// A sent message, to be changed and sent once more.
    pub(super) fn again(message: Message, parse: Vec<&'a str>) -> Self {
        Self {
            content: message.content.into(),
            name: message.name.map(Cow::from),
            avatar_url: message.avatar_url.map(Cow::from),
            allowed_mentions: AllowedMentions::from_parse(parse),
        }
    }

    /// The kinds of mention that may fire.
    pub(super) fn parse(&self) -> &[&'a str] {
        let allowed = self.allowed_mentions.as_ref();
        allowed.map_or(&[], |allowed| allowed.parse.as_slice())
    }

    /// The content of the form's fields.
    fn typed(&self) -> Value {
        let ticked = |kind| self.parse().contains(&kind);
        json!({
            "content": self.content,
            "name": self.name.as_deref().unwrap_or_default(),
            "avatar_url": self.avatar_url.as_deref().unwrap_or_default(),
            "all": ticked("all"),
            "roles": ticked("roles"),
            "users": ticked("users"),
        })
    }

    /// The body as JSON.
    fn json(&self) -> String {
        visible(&serde_json::to_string(self).unwrap_or_default())
    }

    fn body(&self) -> PortalBody {
        PortalBody { dialect: Dialect::Native, event: String::new(), text: self.json() }
    }

    /// The JSON laid out on lines, with everything in it to be seen.
    fn pretty(&self) -> String {
        visible(&serde_json::to_string_pretty(self).unwrap_or_default())
    }
}

impl<'a> AllowedMentions<'a> {
    fn from_parse(parse: Vec<&'a str>) -> Option<Self> {
        (!parse.is_empty()).then_some(Self { parse })
    }
}

/// The faults of a payload, each at the field that it was typed into.
fn at_their_fields(found: &[BodyError]) -> FieldErrors {
    let mut faults = FieldErrors::none();
    for fault in found {
        let field = match fault.pointer.as_str() {
            "/content" => "content",
            "/name" => "name",
            "/avatarUrl" => "avatar_url",
            _ => "parse",
        };
        faults.add(field, fault.detail.clone());
    }
    faults
}
