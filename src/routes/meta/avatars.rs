//! `/avatars/<kind>/<id>`: pictures, uploaded or generated, for everybody and cacheable.
//! Uploading stands with the pages of whatever the picture is of.

use rocket::http::{ContentType, Header};
use rocket::{Responder, Route, get, routes};

use crate::error::{Error, Result};
use crate::ids;
use crate::instance::Instance;
use crate::models::picture;
use crate::pictures::{self, Kind};

pub(super) fn routes() -> Vec<Route> {
    routes![show]
}

#[derive(Responder)]
struct Picture {
    png: (ContentType, Vec<u8>),
    kept: Header<'static>,
    anywhere: Header<'static>,
}

#[get("/avatars/<kind>/<id>?<v>")]
async fn show(at: &Instance, kind: &str, id: &str, v: Option<&str>) -> Result<Picture> {
    let kind: Kind = Kind::named(kind).ok_or(Error::NotFound)?;
    let id = ids::parse(id).ok_or(Error::NotFound)?;
    let png = match picture::find(&*at.db, kind, id).await? {
        Some(png) => png,
        None => pictures::generated(kind, id),
    };
    // An address with a version never shows another picture; one without may, after an upload.
    let kept = if v.is_some() {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=300"
    };
    Ok(Picture {
        png: (ContentType::PNG, png),
        kept: Header::new("Cache-Control", kept),
        // External services show people's pictures on their own pages.
        anywhere: Header::new("Cross-Origin-Resource-Policy", "cross-origin"),
    })
}
