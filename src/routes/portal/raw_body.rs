//! A body as it is composed in the playground in the words of its dialect: JSON, or a form where the dialect takes one.
//! The native payload field by field is composed in `composed`.

use std::borrow::Cow;

use super::playground_format::Format;
use crate::routes::webhooks::{PortalBody, Problem};
use portico_rules::ids::UserId;
use portico_rules::shell_quote::{CurlRequest, curl};
use portico_rules::visible::{visible, visible_form};
use portico_store::models::logs::delivery::{DeliveryReport, EXCERPT};

/// A body, and the event that a header names.
pub struct RawBody<'a> {
    pub(super) format: Format,
    pub(super) event: Cow<'a, str>,
    pub(super) text: Cow<'a, str>,
}

impl<'a> RawBody<'a> {
    /// Takes the typed values.
    pub fn new(format: Format, event: &'a str, text: &str) -> Self {
        Self {
            format,
            event: event.trim().into(),
            // Browsers send the line ends of a text area as two characters, which no one typed.
            text: text.replace("\r\n", "\n").into(),
        }
    }

    /// The form's initial content.
    pub(super) fn sample(format: Format, user_id: UserId) -> Self {
        Self { format, event: format.sample_event().into(), text: format.sample(user_id).into() }
    }

    /// A sent body, to be changed and sent once more; none where the log does not have all of it.
    pub(super) fn again(format: Format, report: &DeliveryReport) -> Option<Self> {
        Some(Self {
            format,
            event: report.event_header.clone().unwrap_or_default().into(),
            text: report.whole_body()?.to_owned().into(),
        })
    }

    /// The body as a post.
    ///
    /// # Errors
    /// A refusal of a body of which the delivery log would not store all.
    pub fn body(&self) -> Result<PortalBody, Problem> {
        let dialect = self.format.dialect();
        if self.text.len() > EXCERPT {
            return Err(Problem::too_large_for_portal(dialect));
        }
        Ok(PortalBody { dialect, event: self.event.clone().into_owned(), text: self.text.clone().into_owned() })
    }

    /// The request that sends it, for a shell.
    pub fn curl(&self) -> String {
        let dialect = self.format.dialect();
        let suffix = dialect.name().map(|name| format!("/{name}"));
        let is_json = self.text.trim_start().starts_with(['{', '[']) || !self.text.contains('=');
        // A header is a line of plain letters.
        let event = self.event.chars();
        let event: String = event.filter(|c| c.is_ascii_graphic() || *c == ' ').collect();
        let named = self.format.event_header();
        curl(&CurlRequest {
            address: &format!("\"$WEBHOOK_URL{}\"", suffix.unwrap_or_default()),
            content_type: if is_json { "application/json" } else { "application/x-www-form-urlencoded" },
            header: named.map(|name| (name, event.as_str())),
            body: &if is_json { visible(&self.text) } else { visible_form(&self.text) },
        })
    }
}
