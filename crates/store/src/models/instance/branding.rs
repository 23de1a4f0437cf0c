//! The name and look of the instance: its name, logo and accent colour, and the links of its footer.
//! Each process remembers it, see `App::branding`. The shades of the colour are in `accent`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};
use url::Url;

use super::act::{self, Act, Operator, Subject};
use super::setting;
use crate::core::Core;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::accent::{Accent, Colour};
use portico_rules::chat::names;
use portico_rules::clock::Millis;
use portico_rules::web_url;

/// The name of the setting: the branding as JSON.
const NAME: &str = "branding";
/// The name of the setting with the logo: the PNG in base64, or nothing.
const LOGO: &str = "logo";
/// The name of an instance that has no other.
pub const PRODUCT: &str = "Portico";
/// The most characters of a name: the header of a phone has no room for more.
pub const MAX_NAME: usize = 40;
/// The most characters of a link.
pub const MAX_LINK: usize = 300;

/// The name and look of the instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Branding {
    /// Its name.
    pub name: String,
    /// Its accent colour; none: that of the stylesheet.
    pub accent: Option<Accent>,
    /// Where it says who runs it, or nothing.
    pub imprint: String,
    /// Where its privacy policy is, or nothing.
    pub privacy: String,
    /// The headline of the start page, or nothing.
    pub headline: String,
    /// The text below it, or nothing.
    pub text: String,
    /// When its logo was uploaded; none: that of the software.
    pub logo_at: Option<Millis>,
}

impl Default for Branding {
    fn default() -> Self {
        let nothing = String::new;
        Self {
            name: PRODUCT.to_owned(),
            accent: None,
            imprint: nothing(),
            privacy: nothing(),
            headline: nothing(),
            text: nothing(),
            logo_at: None,
        }
    }
}

/// A change of the logo.
#[derive(Debug, Default)]
pub enum NewLogo {
    /// It stays.
    #[default]
    Same,
    /// It is removed.
    Removed,
    /// This PNG takes its place.
    Uploaded(Vec<u8>),
}

/// A change; what is not given stays as it is.
#[derive(Debug, Default)]
pub struct BrandingChange<'a> {
    /// The name.
    pub name: Option<&'a str>,
    /// The colour, as `#rrggbb`, or nothing.
    pub accent: Option<&'a str>,
    /// The link to the imprint, or nothing.
    pub imprint: Option<&'a str>,
    /// The link to the privacy policy, or nothing.
    pub privacy: Option<&'a str>,
    /// The headline of the start page, or nothing.
    pub headline: Option<&'a str>,
    /// The text below it, or nothing.
    pub text: Option<&'a str>,
    /// The logo.
    pub logo: NewLogo,
}

impl BrandingChange<'_> {
    /// Back to what an instance has that was never branded.
    pub fn clearing() -> Self {
        Self {
            name: Some(PRODUCT),
            accent: Some(""),
            imprint: Some(""),
            privacy: Some(""),
            headline: Some(""),
            text: Some(""),
            logo: NewLogo::Removed,
        }
    }

    /// `now` with the change, but for the logo.
    ///
    /// # Errors
    /// Faults of the fields.
    pub fn over(&self, now: &Branding) -> Result<Branding> {
        let mut faults = FieldErrors::none();
        let mut new = now.clone();
        if let Some(name) = self.name.and_then(|raw| faults.check("name", read_name(raw))) {
            new.name = name;
        }
        if let Some(accent) = self.accent.and_then(|raw| faults.check("accent", read_accent(raw))) {
            new.accent = accent;
        }
        if let Some(imprint) = self.imprint.and_then(|raw| faults.check("imprint", read_link(raw, WRONG_IMPRINT))) {
            new.imprint = imprint;
        }
        if let Some(privacy) = self.privacy.and_then(|raw| faults.check("privacy", read_link(raw, WRONG_PRIVACY))) {
            new.privacy = privacy;
        }
        if let Some(headline) = self.headline.and_then(|raw| faults.check("headline", read_headline(raw))) {
            new.headline = headline;
        }
        if let Some(text) = self.text.and_then(|raw| faults.check("text", names::description(raw))) {
            new.text = text;
        }
        if faults.is_empty() { Ok(new) } else { Err(Error::Faults(faults)) }
    }
}

/// The rules of a display name, on one line, and shorter.
fn read_name(raw: &str) -> Result<String, &'static str> {
    if names::shown_form(raw).chars().count() > MAX_NAME {
        return Err("Use at most 40 characters.");
    }
    names::display_name(raw)
}

/// Nothing, or the rules of a display name.
fn read_headline(raw: &str) -> Result<String, &'static str> {
    if raw.trim().is_empty() { Ok(String::new()) } else { names::display_name(raw) }
}

/// A colour, or nothing.
fn read_accent(raw: &str) -> Result<Option<Accent>, &'static str> {
    match raw.trim() {
        "" => Ok(None),
        typed => Colour::read(typed).map(Accent::new).map(Some),
    }
}

const WRONG_IMPRINT: &str =
    "Enter a complete address with https, such as https://example.org/imprint, or a path such as /imprint.";
const WRONG_PRIVACY: &str =
    "Enter a complete address with https, such as https://example.org/privacy, or a path such as /privacy.";

/// An absolute https address, a path on this site, or nothing; `wrong` is the fault of everything else.
fn read_link(raw: &str, wrong: &'static str) -> Result<String, &'static str> {
    let link = raw.trim();
    if link.len() > MAX_LINK {
        return Err("Use at most 300 characters.");
    }
    // Browsers take a backslash for a slash, other software doesn't.
    let is_unambiguous = link.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_path = link.starts_with('/') && is_unambiguous && stays_here(link);
    let is_web = link.starts_with("https://") && web_url::is_plain(link);
    if link.is_empty() || is_path || is_web { Ok(link.to_owned()) } else { Err(wrong) }
}

/// True if browsers resolve it to this site: `//host` and `/\\host` lead to others.
fn stays_here(path: &str) -> bool {
    const HERE: &str = "https://portico.invalid";
    Url::parse(HERE).and_then(|here| here.join(path)).is_ok_and(|url| url.origin().ascii_serialization() == HERE)
}

impl Branding {
    /// Reads the branding that is in force.
    #[boxed]
    pub async fn load(db: &Conn) -> Result<Self> {
        let stored = setting::get(db, NAME).await?;
        Ok(stored.as_deref().map(Self::read).unwrap_or_default())
    }

    /// A value that another version stored and this one can't read is treated as if it was not there.
    fn read(stored: &str) -> Self {
        serde_json::from_str(stored).unwrap_or_default()
    }

    /// The path of the logo, if there is one.
    pub fn logo_path(&self) -> Option<String> {
        self.logo_at.map(|at| format!("/branding/logo?v={at}"))
    }

    /// The bytes of the logo, a PNG, if there is one.
    #[boxed]
    pub async fn logo(db: &Conn) -> Result<Option<Vec<u8>>> {
        let stored = setting::get(db, LOGO).await?;
        let png = stored.and_then(|stored| BASE64.decode(stored).ok());
        Ok(png.filter(|png| !png.is_empty()))
    }

    /// Changes it. False where everything was so before.
    ///
    /// # Errors
    /// Faults of the fields.
    #[boxed]
    pub async fn change(core: &Core, change: BrandingChange<'_>, by: &Operator<'_>) -> Result<bool> {
        let write = core.begin().await?;
        // Two that are changed at once are changed one after the other.
        let before = Self::read(&setting::lock(&write, core.now(), NAME).await?);
        let mut new = change.over(&before)?;
        match change.logo {
            NewLogo::Same => {}
            NewLogo::Removed => {
                setting::set(&write, core.now(), LOGO, String::new()).await?;
                new.logo_at = None;
            }
            NewLogo::Uploaded(png) => {
                setting::set(&write, core.now(), LOGO, BASE64.encode(png)).await?;
                // Another version than the one before, even within a millisecond.
                let now = core.now();
                new.logo_at = Some(before.logo_at.map_or(now, |at| now.max(at + 1)));
            }
        }
        if new == before {
            return Ok(false);
        }
        let stored = serde_json::to_string(&new)
            .map_err(|err| Error::internal(format!("the branding can't be written: {err}")))?;
        setting::set(&write, core.now(), NAME, stored).await?;
        let detail = new.differences(&before);
        let on = Subject::default().with(&detail);
        act::record(&write, core, by, Act::BrandingChanged, on).await?;
        write.commit().await?;
        Ok(true)
    }

    /// The differences to the branding before, for the log.
    fn differences(&self, before: &Self) -> String {
        let colour = |branding: &Self| branding.accent.map(String::from).unwrap_or_default();
        let texts = [
            ("name", before.name.clone(), self.name.clone()),
            ("colour", colour(before), colour(self)),
            ("imprint", before.imprint.clone(), self.imprint.clone()),
            ("privacy", before.privacy.clone(), self.privacy.clone()),
            ("headline", before.headline.clone(), self.headline.clone()),
            ("text", before.text.clone(), self.text.clone()),
        ];
        let shown = |text: String| {
            if text.is_empty() { "none".to_owned() } else { text }
        };
        let mut changed: Vec<String> = texts
            .into_iter()
            .filter(|(_, before, now)| before != now)
            .map(|(what, before, now)| format!("{what}: {} → {}", shown(before), shown(now)))
            .collect();
        match (before.logo_at, self.logo_at) {
            (before, now) if before == now => {}
            (_, Some(_)) => changed.push("logo: uploaded".to_owned()),
            (_, None) => changed.push("logo: removed".to_owned()),
        }
        changed.join("; ")
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_visible_and_on_one_line() {
        assert_eq!(read_name("  Oak & Elm  "), Ok("Oak & Elm".to_owned()));
        assert_eq!(read_name(&"ö".repeat(40)).unwrap().chars().count(), 40);
        let long = "ö".repeat(41);
        for wrong in [
            "",
            " ",
            "\u{200b}",
            "\u{2800}",
            "\u{ad}\u{3164}",
            "Oak\u{202e}",
            "Oak\nElm",
            "Oak\tElm",
            "Oak\u{7}",
            "Oak\u{2066}Elm",
            &long,
        ] {
            assert!(read_name(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_link_is_an_https_address_or_a_path() {
        for right in ["", "https://example.org/imprint?lang=de#top", "/imprint", "/legal/imprint.html?x=/y", "/"] {
            assert_eq!(read_link(&format!(" {right} "), WRONG_IMPRINT), Ok(right.to_owned()));
        }
        let long = format!("/{}", "x".repeat(MAX_LINK));
        for wrong in [
            "//example.org",
            "/\\example.org",
            "\\\\example.org",
            "/\t/example.org",
            "http://example.org",
            "javascript:alert(1)",
            "data:text/html,x",
            "imprint",
            "https://",
            "https:example",
            "https://a@example.org/",
            "https://:b@example.org/",
            "https://example.org\\imprint",
            "/a b",
            "/ä",
            "mailto:a@example.org",
            &long,
        ] {
            assert!(read_link(wrong, WRONG_IMPRINT).is_err(), "{wrong:?}");
        }
        assert!(read_link(&long[1..], WRONG_IMPRINT).is_err());
        assert!(read_link(&long[..MAX_LINK], WRONG_IMPRINT).is_ok());
    }

    #[test]
    fn what_another_version_stored_is_read_as_far_as_it_is_known() {
        let read = |stored: &str| serde_json::from_str::<Branding>(stored).ok();
        let known = read("{\"name\":\"Oak\",\"font\":\"Serif\"}").unwrap();
        assert_eq!((known.name.as_str(), known.accent), ("Oak", None));
        assert!(read("{\"accent\":\"red\"}").is_none());
        let branding =
            Branding { accent: Some(Accent::new(Colour::new(1, 2, 3))), logo_at: Some(5), ..Branding::default() };
        assert_eq!(read(&serde_json::to_string(&branding).unwrap()), Some(branding));
    }

    #[test]
    fn a_change_names_all_its_faults_and_what_is_other_than_before() {
        let now = Branding::default();
        let long = "x".repeat(501);
        let wrong = BrandingChange {
            name: Some(""),
            accent: Some("green"),
            imprint: Some("//x"),
            privacy: Some("x"),
            headline: Some("\u{202e}"),
            text: Some(&long),
            logo: NewLogo::Same,
        };
        let Err(Error::Faults(faults)) = wrong.over(&now) else {
            unreachable!("it has faults");
        };
        let names: Vec<&str> = faults.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["accent", "headline", "imprint", "name", "privacy", "text"]);
        let right =
            BrandingChange { name: Some("Oak"), accent: Some("#0A6A57"), imprint: None, ..BrandingChange::default() };
        let new = right.over(&now).unwrap();
        assert_eq!(new.differences(&now), "name: Portico → Oak; colour: none → #0a6a57");
        assert_eq!(BrandingChange::clearing().over(&new).unwrap(), now);
    }
}
