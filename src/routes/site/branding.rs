//! `/branding.css` and `/branding/logo`: what the operator gave the pages, public and cacheable.
//! Changing it is in `admin::branding`.

use rocket::http::{ContentType, Header};
use rocket::{Responder, get};

use super::avatars::{KnownTags, Picture, may_be_old};
use crate::app::App;
use portico_platform::error::{Error, Result};
use portico_rules::accent::{Accent, Colour};
use portico_store::models::instance::branding::Branding;

/// Selector of the console's samples, which show a colour that the rest of the page doesn't have.
const SAMPLE: &str = ".brand-sample";

#[derive(Responder)]
pub(crate) struct Stylesheet {
    css: (ContentType, String),
    kept: Header<'static>,
}

#[get("/branding.css?<accent>&<v>&<sample>")]
pub(crate) fn style(accent: Option<&str>, v: Option<&str>, sample: Option<&str>) -> Option<Stylesheet> {
    let accent = Accent::new(Colour::of_digits(accent?)?);
    let selector = if sample.is_some() { SAMPLE } else { ":root" };
    // A page of another version, from a process that is upgraded before or after this one, asks again.
    let kept = if v.is_some_and(|version| version == accent.version()) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    Some(Stylesheet {
        css: (ContentType::CSS, accent.palette.stylesheet(selector)),
        kept: Header::new("Cache-Control", kept),
    })
}

#[get("/branding/logo?<v>")]
pub(crate) async fn logo(app: &App, v: Option<&str>, known: KnownTags<'_>) -> Result<Picture> {
    let found = if may_be_old(v, app.now()) {
        app.read_anywhere(|db| async move { Branding::logo(&db).await }).await?
    } else {
        Branding::logo(&app.db).await?
    };
    let png = found.ok_or(Error::NotFound)?;
    Ok(Picture::new(png, v.is_some(), &known, "same-origin"))
}
