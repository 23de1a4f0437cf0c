//! What a user types to make or edit an app, and the rules of each field.
//! The rules of redirect URIs are in `redirect_uri`.

use validator::{Validate, ValidateArgs, ValidationError};

use super::Model;
use crate::chat::names;
use crate::chat::names::rules::{self, Present};
use crate::error::{Error, Faults, Result};
use crate::models::accounts::user::NewPicture;
use crate::models::oauth::redirect_uri;
use crate::validation::judge;

/// The most characters of a homepage's address.
pub const LONGEST_HOMEPAGE: usize = 2_048;

/// What a user types to make or edit an app.
#[derive(Debug, Validate)]
#[validate(context = "Present<'v_a>")]
pub struct Draft<'a> {
    /// The name.
    #[validate(custom(function = "rules::changed_display_name", use_context))]
    pub name: &'a str,
    /// The redirect URIs, one a line.
    pub redirect_uris: &'a str,
    /// The homepage, or nothing.
    #[validate(custom(function = "homepage"))]
    pub homepage: &'a str,
    /// The description, or nothing.
    #[validate(custom(function = "rules::changed_description", use_context))]
    pub description: &'a str,
    /// The icon, or the sentence about what is wrong with it.
    pub icon: Result<NewPicture, &'static str>,
}

/// A draft without faults.
pub(super) struct Checked {
    pub(super) name: String,
    pub(super) redirect_uris: Vec<String>,
    pub(super) homepage: String,
    pub(super) description: String,
    pub(super) icon: NewPicture,
}

impl Draft<'_> {
    /// The present name and description of `app` stay valid, even if the rules have changed.
    pub(super) fn check(self, app: Option<&Model>) -> Result<Checked> {
        let present = Present {
            name: app.map(|app| app.name.as_str()),
            text: app.map(|app| app.description.as_str()),
            ..Present::default()
        };
        let mut faults = Faults::of(self.validate_with_args(&present));
        let uris = redirect_uri::rules::read_list(self.redirect_uris);
        let parsed = (
            faults.check("redirect_uris", uris),
            faults.check("icon", self.icon),
        );
        let (name, text) = (self.name, self.description);
        match parsed {
            (Some(redirect_uris), Some(icon)) if faults.is_empty() => Ok(Checked {
                name: names::changed_form(name, present.name, names::shown_form),
                redirect_uris,
                homepage: self.homepage.trim().to_owned(),
                description: names::changed_form(text, present.text, names::description_form),
                icon,
            }),
            _ => Err(Error::Faults(faults)),
        }
    }
}

/// An absolute http(s) address, which users may follow from the consent page; or nothing.
fn homepage(raw: &str) -> Result<(), ValidationError> {
    let address = raw.trim();
    judge(
        address.len() <= LONGEST_HOMEPAGE,
        "Use at most 2,048 characters.",
    )?;
    let is_web = address.bytes().all(|byte| byte.is_ascii_graphic())
        && url::Url::parse(address).is_ok_and(|url| {
            matches!(url.scheme(), "http" | "https") && url.has_host() && url.username().is_empty()
        });
    judge(
        address.is_empty() || is_web,
        "Enter a complete web address, such as https://example.org.",
    )
}
