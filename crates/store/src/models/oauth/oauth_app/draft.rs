//! The form to make or edit an app, and the rules of each field.
//! The rules of redirect URIs are in `redirect_uri`.

use validator::{Validate, ValidateArgs, ValidationError};

use super::Model;
use crate::models::accounts::user::NewPicture;
use crate::models::oauth::post_logout_redirect_uri;
use crate::models::oauth::profile::Profile;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::names;
use portico_rules::chat::names::rules::{self, CurrentNames};
use portico_rules::validation::validate;
use portico_rules::web_url;

/// The most characters of a homepage's address.
pub const MAX_HOMEPAGE: usize = 2_048;

/// The form's field of the redirect URIs.
pub(super) const REDIRECT_URIS: &str = "redirect_uris";
/// The form's field of the URIs for after a sign-out.
pub(super) const LOGOUT_URIS: &str = "post_logout_redirect_uris";

/// The form to make or edit an app.
#[derive(Debug, Validate)]
#[validate(context = "CurrentNames<'v_a>")]
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
    /// The address of the privacy policy, or nothing.
    #[validate(custom(function = "policy"))]
    pub privacy_url: &'a str,
    /// The address of the terms of service, or nothing.
    #[validate(custom(function = "policy"))]
    pub terms_url: &'a str,
    /// The icon, or the sentence about what is wrong with it.
    pub icon: Result<NewPicture, &'static str>,
    /// How it signs users in.
    pub sign_in: SignInDraft<'a>,
}

/// How an app signs users in. What is not given stays as it is, and is the default of a new app.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignInDraft<'a> {
    /// The profile by the name that forms use, see [`Profile::named`].
    pub profile: Option<&'a str>,
    /// True if it is public; only looked at when the app is made. A public app is always an OpenID Connect one.
    pub is_public: bool,
    /// Where users may return to after they sign out, one URI a line.
    pub post_logout_redirect_uris: Option<&'a str>,
    /// The signature of its ID tokens.
    pub id_token_alg: Option<&'a str>,
    /// True if it may sign users in on devices (RFC 8628).
    pub device_enabled: Option<bool>,
}

/// The values that the form of an edit showed before, of the fields that are replaced as a whole. None where it was not
/// sent: programs know no form, and the values that they send count.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShownBefore<'a> {
    /// The redirect URIs, one a line.
    pub redirect_uris: Option<&'a str>,
    /// Where users may return to after they sign out, one URI a line.
    pub post_logout_redirect_uris: Option<&'a str>,
    /// True if it may sign users in on devices.
    pub device_enabled: Option<bool>,
}

/// Refuses more redirect URIs of one kind than an app can have.
pub(super) fn require_few(field: &'static str, uris: &[String], limit: u32) -> Result<()> {
    if uris.len() <= limit as usize {
        return Ok(());
    }
    let sentence = match limit {
        1 => "An app can have only 1 redirect URI. Remove the others.".to_owned(),
        _ => format!("An app can have at most {limit} redirect URIs. Remove some."),
    };
    Err(Error::fault(field, sentence))
}

/// Refuses to replace a list that is no longer the one that was shown, unless by itself.
pub(super) fn require_shown(
    faults: &mut FieldErrors,
    field: &'static str,
    shown: Option<&str>,
    (present, new): (&[String], &[String]),
) {
    let Some(shown) = shown else {
        return;
    };
    let lines = shown.lines().map(str::trim).filter(|line| !line.is_empty());
    if lines.eq(present.iter().map(String::as_str)) || present == new {
        return;
    }
    let is_now = match present {
        [] => "empty".to_owned(),
        present => present.join(", "),
    };
    faults.add(field, changed_meanwhile(&is_now));
}

/// The sentence about a value that is no longer the one that was shown.
pub(super) fn changed_meanwhile(is_now: &str) -> String {
    format!("This was changed in another tab. It is now: {is_now}. Save again to replace that.")
}

/// A draft without faults.
pub(super) struct AppFields {
    pub(super) name: String,
    pub(super) redirect_uris: Vec<String>,
    pub(super) homepage: String,
    pub(super) description: String,
    pub(super) icon: NewPicture,
    pub(super) profile: Profile,
    pub(super) is_public: bool,
    /// None where the present ones stay.
    pub(super) post_logout_redirect_uris: Option<Vec<String>>,
    pub(super) id_token_alg: String,
    pub(super) device_enabled: bool,
    pub(super) privacy_url: String,
    pub(super) terms_url: String,
}

impl AppFields {
    /// Refuses more redirect URIs of either kind than an app can have.
    pub(super) fn require_few_uris(&self, limit: u32) -> Result<()> {
        let logout_uris = self.post_logout_redirect_uris.as_deref();
        require_few(REDIRECT_URIS, &self.redirect_uris, limit)?;
        require_few(LOGOUT_URIS, logout_uris.unwrap_or_default(), limit)
    }
}

impl Draft<'_> {
    /// The present name and description of `app` stay valid, even if the rules have changed.
    pub(super) fn check(self, app: Option<&Model>) -> Result<AppFields> {
        let present = CurrentNames {
            name: app.map(|app| app.name.as_str()),
            text: app.map(|app| app.description.as_str()),
            ..CurrentNames::default()
        };
        let mut faults = FieldErrors::from_validation(self.validate_with_args(&present));
        let sign_in = self.sign_in;
        let is_public = app.map_or(sign_in.is_public, |app| app.is_public);
        let uris = portico_rules::redirect_uri::rules::read_list(self.redirect_uris);
        let after_logout = sign_in.post_logout_redirect_uris.map(post_logout_redirect_uri::read_list).transpose();
        let parsed = (
            faults.check(REDIRECT_URIS, uris),
            faults.check(LOGOUT_URIS, after_logout),
            faults.check("profile", profile(app, sign_in, is_public)),
            faults.check("id_token_alg", id_token_alg(app, sign_in)),
            faults.check("icon", self.icon),
        );
        let (name, text) = (self.name, self.description);
        match parsed {
            (Some(redirect_uris), Some(post_logout_redirect_uris), Some(profile), Some(id_token_alg), Some(icon))
                if faults.is_empty() =>
            {
                Ok(AppFields {
                    name: names::changed_form(name, present.name, names::shown_form),
                    redirect_uris,
                    homepage: self.homepage.trim().to_owned(),
                    description: names::changed_form(text, present.text, names::description_form),
                    icon,
                    profile,
                    is_public,
                    post_logout_redirect_uris,
                    id_token_alg,
                    device_enabled: sign_in.device_enabled.unwrap_or_else(|| app.is_some_and(|app| app.device_enabled)),
                    privacy_url: self.privacy_url.trim().to_owned(),
                    terms_url: self.terms_url.trim().to_owned(),
                })
            }
            _ => Err(Error::Faults(faults)),
        }
    }
}

/// The profile: a public app has no secret, so it can't use the JSON exchange.
fn profile(app: Option<&Model>, sign_in: SignInDraft<'_>, is_public: bool) -> Result<Profile, &'static str> {
    if is_public {
        return Ok(Profile::OpenId);
    }
    match sign_in.profile {
        Some(name) => Profile::named(name).ok_or("Choose one of the two."),
        None => Ok(app.map_or(Profile::Native, |app| app.profile)),
    }
}

/// The signature of the ID tokens (RFC 7518, section 3.1).
fn id_token_alg(app: Option<&Model>, sign_in: SignInDraft<'_>) -> Result<String, &'static str> {
    const ALGORITHMS: [&str; 2] = ["RS256", "ES256"];
    match sign_in.id_token_alg {
        Some(given) if ALGORITHMS.contains(&given) => Ok(given.to_owned()),
        Some(_) => Err("Choose RS256 or ES256."),
        None => Ok(app.map_or_else(|| "RS256".to_owned(), |app| app.id_token_alg.clone())),
    }
}

/// An absolute http(s) address, which users may follow from the consent page; or nothing.
fn homepage(raw: &str) -> Result<(), ValidationError> {
    validate_address(raw, &["http", "https"], "Enter a complete web address, such as https://example.org.")
}

/// An absolute https address, which users may follow from the consent page; or nothing.
fn policy(raw: &str) -> Result<(), ValidationError> {
    validate_address(raw, &["https"], "Enter a complete address with https, such as https://example.org/privacy.")
}

fn validate_address(raw: &str, schemes: &[&str], sentence: &'static str) -> Result<(), ValidationError> {
    let address = raw.trim();
    validate(address.len() <= MAX_HOMEPAGE, "Use at most 2,048 characters.")?;
    let is_web =
        web_url::parse(address).is_some_and(|url| schemes.contains(&url.scheme()) && web_url::is_plain(address));
    validate(address.is_empty() || is_web, sentence)
}
