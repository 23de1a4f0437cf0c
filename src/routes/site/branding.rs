//! `/branding.css`, `/branding/logo` and `/manifest.webmanifest`: what the operator gave the pages, public and cacheable.
//! Changing it is in `admin::branding`.

use std::sync::Arc;

use rocket::http::{ContentType, Header};
use rocket::{Responder, State, get};
use serde_json::{Value, json};

use super::avatars::{KnownTags, Picture, may_be_old};
use crate::app::App;
use crate::resources::Resources;
use crate::routes::guards::ClientAddress;
use portico_platform::error::{Error, Result};
use portico_platform::throttle::LimitKind;
use portico_rules::accent::{Accent, Colour};
use portico_store::models::instance::branding::Branding;
use portico_store::pictures::{self, ICON_SIDES};

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

/// The logo, or with one of [`ICON_SIDES`] an icon of it for the screen of a phone.
#[get("/branding/logo?<v>&<icon>")]
pub(crate) async fn logo(
    app: &App,
    v: Option<&str>,
    icon: Option<u32>,
    known: KnownTags<'_>,
    address: ClientAddress,
) -> Result<Picture> {
    let found = if may_be_old(v, app.now()) {
        app.read_anywhere(|db| async move { Branding::logo(&db).await }).await?
    } else {
        Branding::logo(&app.db).await?
    };
    let mut png = found.ok_or(Error::NotFound)?;
    if let Some(side) = icon {
        if !ICON_SIDES.contains(&side) {
            return Err(Error::NotFound);
        }
        app.throttle.check_address(LimitKind::PictureAddress, address.0).await?;
        let made = pictures::icon_blocking(png, side).await;
        png = made.ok_or_else(|| Error::Unavailable("no icon could be made".into()))?;
    }
    Ok(Picture::new(png, v.is_some(), &known, "same-origin"))
}

/// The ground of the pages in the light theme, behind the icon while the app starts.
const GROUND: &str = "#f4f6f5";
/// The accent colour of an instance that has no other.
const ACCENT: &str = "#0a6a57";

/// The web app manifest (W3C), with which a browser adds the instance to the home screen. Without that, iOS has no push
/// messages.
#[derive(Responder)]
pub(crate) struct Manifest {
    json: (ContentType, String),
    kept: Header<'static>,
}

#[get("/manifest.webmanifest")]
pub(crate) fn manifest(app: &App, resources: &State<Arc<Resources>>) -> Manifest {
    let branding = app.branding();
    let icon = |side: u32, purpose: &str, src: String| json!({ "src": src, "sizes": format!("{side}x{side}"), "type": "image/png", "purpose": purpose });
    let icons: Vec<Value> = match branding.logo_path() {
        Some(logo) => [(192, "any"), (512, "any"), (512, "maskable")]
            .map(|(side, purpose)| icon(side, purpose, format!("{logo}&icon={side}")))
            .into(),
        None => {
            let folder = resources.current().assets.folder();
            [(192, "any", "icon-192"), (512, "any", "icon-512"), (512, "maskable", "icon-maskable-512")]
                .map(|(side, purpose, name)| icon(side, purpose, format!("{folder}/icons/{name}.png")))
                .into()
        }
    };
    let accent = branding.accent.map_or(ACCENT.to_owned(), |accent| format!("#{}", accent.colour.digits()));
    let manifest = json!({
        "id": "/",
        "name": branding.name,
        "short_name": branding.name,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": accent,
        "icons": icons,
    });
    Manifest {
        json: (ContentType::new("application", "manifest+json"), manifest.to_string()),
        // Its address has no version, and the operator may change the name.
        kept: Header::new("Cache-Control", "public, max-age=300"),
    }
}
