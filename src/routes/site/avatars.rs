//! `/avatars/<kind>/<id>`: pictures, uploaded or generated, public and cacheable.
//! Uploading is in the routes of users, apps and webhooks.

use std::convert::Infallible;

use rocket::http::{ContentType, Header, Status};
use rocket::request::{FromRequest, Outcome};
use rocket::{Request, Responder, get};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::error::{Error, Result};
use crate::ids;
use crate::models::accounts::picture;
use crate::pictures::{self, PictureKind};
use crate::routes::guards::ClientAddress;
use crate::security::throttle;

#[derive(Responder)]
pub(crate) struct Picture {
    /// Empty if the browser has it cached.
    png: (Status, (ContentType, Vec<u8>)),
    kept: Header<'static>,
    anywhere: Header<'static>,
    tag: Header<'static>,
}

/// The entity tags that the browser has cached.
pub(crate) struct KnownTags<'r>(Option<&'r str>);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for KnownTags<'r> {
    type Error = Infallible;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Infallible> {
        Outcome::Success(Self(request.headers().get_one("If-None-Match")))
    }
}

#[get("/avatars/<kind>/<id>?<v>")]
pub(crate) async fn show(
    app: &App,
    kind: &str,
    id: &str,
    v: Option<&str>,
    known: KnownTags<'_>,
    address: ClientAddress,
) -> Result<Picture> {
    let kind: PictureKind = PictureKind::named(kind).ok_or(Error::NotFound)?;
    let id = ids::parse(id).ok_or(Error::NotFound)?;
    let png = match picture::find(&app.db, kind, id).await? {
        Some(png) => png,
        None => match pictures::generated_before(kind, id) {
            Some(png) => png,
            None => {
                app.throttle
                    .check_address(throttle::LimitKind::PictureAddress, address.0)
                    .await?;
                let made = pictures::generated_blocking(kind, id).await;
                made.ok_or_else(|| Error::Unavailable("no picture could be made".into()))?
            }
        },
    };
    let tag: String = Sha256::digest(&png)
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let tag = format!("\"{tag}\"");
    // A URL with a version always has the same picture; one without may change after an upload.
    let kept = if v.is_some() {
        "public, max-age=31536000, immutable"
    } else {
        "public, max-age=300"
    };
    let kept = Header::new("Cache-Control", kept);
    // External services show the pictures of users on their own pages.
    let anywhere = Header::new("Cross-Origin-Resource-Policy", "cross-origin");
    let is_known = known.0.is_some_and(|known| known.contains(tag.as_str()));
    let tag = Header::new("ETag", tag);
    Ok(Picture {
        png: if is_known {
            (Status::NotModified, (ContentType::PNG, Vec::new()))
        } else {
            (Status::Ok, (ContentType::PNG, png))
        },
        kept,
        anywhere,
        tag,
    })
}
