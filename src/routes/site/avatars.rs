//! `/avatars/<kind>/<id>`: pictures, uploaded or generated, and `/avatars/emoji/<code points>`; public and cacheable.
//! Uploading is in the routes of users, apps, webhooks and servers.

use std::convert::Infallible;

use rocket::http::{ContentType, Header, Status};
use rocket::request::{FromRequest, Outcome};
use rocket::{Request, Responder, get};
use sha2::{Digest, Sha256};

use crate::app::App;
use crate::routes::guards::ClientAddress;
use portico_dialects::emoji;
use portico_platform::error::{Error, Result};
use portico_platform::throttle;
use portico_rules::clock::Millis;
use portico_rules::hex;
use portico_rules::ids;
use portico_store::models::accounts::picture;
use portico_store::pictures::{self, PictureKind};

/// From then on every replica that is read has an upload: they are seconds behind, and the clocks of nodes differ by a minute
/// at most.
pub const SETTLED_AFTER_MS: Millis = 2 * 60 * 1000;

#[derive(Responder)]
pub(crate) struct Picture {
    /// Empty if the browser has it cached.
    png: (Status, (ContentType, Vec<u8>)),
    kept: Header<'static>,
    shown_by: Header<'static>,
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
    if kind == "emoji" {
        let emoji = emoji::from_code_points(id).ok_or(Error::NotFound)?;
        return Ok(Picture::of_emoji(emoji, &known));
    }
    let kind: PictureKind = PictureKind::named(kind).ok_or(Error::NotFound)?;
    let id = ids::parse(id).ok_or(Error::NotFound)?;
    // The address of a server's picture has no time in it: one that was just uploaded is read where it was written.
    let found = if kind != PictureKind::Server && may_be_old(v, app.now()) {
        app.read_anywhere(|db| async move { picture::find(&db, kind, id).await }).await?
    } else {
        picture::find(&app.db, kind, id).await?
    };
    let png = match found {
        Some(png) => png,
        None => match pictures::generated_before(kind, id) {
            Some(png) => png,
            None => {
                app.throttle.check_address(throttle::LimitKind::PictureAddress, address.0).await?;
                let made = pictures::generated_blocking(kind, id).await;
                made.ok_or_else(|| Error::Unavailable("no picture could be made".into()))?
            }
        },
    };
    // External services show the pictures of users on their own pages.
    Ok(Picture::new(png, v.is_some(), &known, "cross-origin"))
}

impl Picture {
    /// An emoji, in the reader's own font.
    fn of_emoji(emoji: &str, known: &KnownTags<'_>) -> Self {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><text x="32" y="34" font-size="46" text-anchor="middle" dominant-baseline="central">{emoji}</text></svg>"#
        );
        let mut picture = Self::new(svg.into_bytes(), true, known, "same-origin");
        picture.png.1.0 = ContentType::SVG;
        picture
    }

    /// The picture for the pages of `shown_by`, and for a browser that has some cached. The URL of one with a version always
    /// has the same picture.
    pub(super) fn new(png: Vec<u8>, has_version: bool, known: &KnownTags<'_>, shown_by: &'static str) -> Self {
        let digest = Sha256::digest(&png);
        let tag = format!("\"{}\"", hex::digits(digest.iter().take(12)));
        // One without may change after an upload.
        let kept = if has_version { "public, max-age=31536000, immutable" } else { "public, max-age=300" };
        let kept = Header::new("Cache-Control", kept);
        let shown_by = Header::new("Cross-Origin-Resource-Policy", shown_by);
        let is_known = known.0.is_some_and(|known| known.contains(tag.as_str()));
        let tag = Header::new("ETag", tag);
        Self {
            png: if is_known {
                (Status::NotModified, (ContentType::PNG, Vec::new()))
            } else {
                (Status::Ok, (ContentType::PNG, png))
            },
            kept,
            shown_by,
            tag,
        }
    }
}

/// True if the picture may be read where it is a moment old. One with a version is cached for a year, so the one before
/// it must not be sent under it.
pub fn may_be_old(version: Option<&str>, now: Millis) -> bool {
    match version {
        None => true,
        Some(version) => version.parse::<Millis>().is_ok_and(|uploaded| uploaded < now - SETTLED_AFTER_MS),
    }
}
