//! A payload as it is composed in the playground: from a form's fields to JSON, and the rules of payloads over it.
//! What would come of it is found in `webhook_playground`.

use std::borrow::Cow;

use rocket::FromForm;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::chat::names;
use crate::config::BaseUrl;
use crate::error::Faults;
use crate::models::Message;
use crate::models::logs::delivery::Fault;
use crate::posting::Payload;
use crate::routes::webhooks::{Dialect, PortalBody, PortalPost, read_payload};

/// What was composed, as its form sends it.
#[derive(FromForm)]
pub(crate) struct Composed<'r> {
    #[field(default = "")]
    content: &'r str,
    #[field(default = "")]
    name: &'r str,
    #[field(default = "")]
    avatar_url: &'r str,
    parse: Vec<&'r str>,
    /// `send`, or else only to be looked at.
    #[field(default = "")]
    pub(super) act: &'r str,
}

/// A payload in the order in which people think of its fields. What is empty is left out.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Body<'a> {
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

impl<'a> Body<'a> {
    /// What was typed.
    pub(super) fn of(form: &Composed<'a>) -> Self {
        let given = |text: &'a str| Some(text).filter(|text| !text.is_empty());
        Self {
            // Browsers send the line ends of a text area as two characters, which nobody typed.
            content: form.content.replace("\r\n", "\n").into(),
            name: given(form.name).map(Cow::from),
            avatar_url: given(form.avatar_url).map(Cow::from),
            allowed_mentions: AllowedMentions::of(form.parse.clone()),
        }
    }

    /// What stands in the form at first: something that fires, for whoever looks.
    pub(super) fn first(nickname: &str) -> Self {
        Self {
            content: format!("Build 214 passed. Over to you, @{nickname}.").into(),
            name: None,
            avatar_url: None,
            allowed_mentions: AllowedMentions::of(vec!["users"]),
        }
    }

    /// What was sent, to be changed and sent once more.
    pub(super) fn again(message: Message, parse: Vec<&'a str>) -> Self {
        Self {
            content: message.content.into(),
            name: message.name.map(Cow::from),
            avatar_url: message.avatar_url.map(Cow::from),
            allowed_mentions: AllowedMentions::of(parse),
        }
    }

    /// The kinds of mention that may fire.
    pub(super) fn parse(&self) -> &[&'a str] {
        let allowed = self.allowed_mentions.as_ref();
        allowed.map_or(&[], |allowed| allowed.parse.as_slice())
    }

    /// What stands in the form's fields.
    pub(super) fn typed(&self) -> Value {
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

    /// What is sent.
    pub(super) fn json(&self) -> String {
        visible(&serde_json::to_string(self).unwrap_or_default())
    }

    /// What is sent, as a post.
    pub(super) fn post(&self) -> PortalPost {
        PortalPost {
            body: PortalBody {
                dialect: Dialect::Native,
                event: String::new(),
                text: self.json(),
            },
            resend: None,
        }
    }

    /// The same, to be read.
    pub(super) fn pretty(&self) -> String {
        visible(&serde_json::to_string_pretty(self).unwrap_or_default())
    }

    /// The payload, read as a program's would be.
    ///
    /// # Errors
    /// Every fault of it.
    pub(super) fn read(&self, base_url: &BaseUrl) -> Result<Payload, Vec<Fault>> {
        let body = serde_json::to_value(self).unwrap_or_default();
        read_payload(body.as_object().unwrap_or(&Map::new()), base_url)
    }
}

/// The same JSON with everything in it to be seen: what turns the direction of a text, or shows nothing, would have
/// people copy something else than they read. Outside of strings JSON has no such characters.
fn visible(json: &str) -> String {
    let mut visible = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // They choose how the emoji before them looks.
            '\u{fe0e}' | '\u{fe0f}' => visible.push(c),
            '\u{7f}'.. if names::is_hidden(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    visible.push_str(&format!("\\u{unit:04x}"));
                }
            }
            c => visible.push(c),
        }
    }
    visible
}

impl<'a> AllowedMentions<'a> {
    fn of(parse: Vec<&'a str>) -> Option<Self> {
        (!parse.is_empty()).then_some(Self { parse })
    }
}

/// The faults of a payload, each at the field that it was typed into.
pub(super) fn at_their_fields(found: &[Fault]) -> Faults {
    let mut faults = Faults::none();
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
