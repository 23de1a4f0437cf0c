//! `/static`: stylesheet, scripts and icons, served from memory, compressed for clients that accept it.
//! Their URLs contain a hash of all files, so that browsers can cache them forever and never use an old one. A few are also at
//! the addresses where browsers and crawlers look for them.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rocket::response::{self, Responder};
use rocket::{Request, Response, State, get};

use crate::resources::{Asset, Resources};
use crate::routes::compression::{self, AcceptsGzip};

/// A file as a response.
pub(crate) struct AssetResponse {
    asset: Arc<Asset>,
    gzipped: bool,
    cached: &'static str,
}

/// The bytes of a file, which are shared with all other requests for it.
struct AssetBytes {
    asset: Arc<Asset>,
    gzipped: bool,
}

impl AsRef<[u8]> for AssetBytes {
    fn as_ref(&self) -> &[u8] {
        self.asset.bytes(self.gzipped)
    }
}

impl<'r> Responder<'r, 'static> for AssetResponse {
    fn respond_to(self, _: &'r Request<'_>) -> response::Result<'static> {
        let Self { asset, gzipped, cached } = self;
        let mut response = Response::build();
        response.header(asset.kind().clone()).raw_header("Cache-Control", cached);
        let bytes = AssetBytes { asset, gzipped };
        let mut response = response.sized_body(bytes.as_ref().len(), Cursor::new(bytes)).finalize();
        compression::set_headers(&mut response, gzipped);
        Ok(response)
    }
}

#[get("/static/<version>/<path..>")]
pub(crate) fn show(
    resources: &State<Arc<Resources>>,
    version: &str,
    path: PathBuf,
    gzip: AcceptsGzip,
) -> Option<AssetResponse> {
    let loaded = resources.current();
    let asset = loaded.assets.find(&path)?;
    // A request for another version (from a page before an upgrade) gets the present one, uncached.
    let cached = if version == loaded.assets.version() { "public, max-age=31536000, immutable" } else { "no-cache" };
    Some(AssetResponse { asset, gzipped: gzip.0, cached })
}

/// The worker that shows notifications. It is served from the root, whose pages it may open, and browsers ask for it by
/// the same name after an upgrade.
#[get("/service-worker.js")]
pub(crate) fn service_worker(resources: &State<Arc<Resources>>, gzip: AcceptsGzip) -> Option<AssetResponse> {
    let loaded = resources.current();
    Some(AssetResponse {
        asset: loaded.assets.find(Path::new("js/service-worker.js"))?,
        gzipped: gzip.0,
        cached: "no-store",
    })
}

/// The icon for programs that read no page, such as readers of feeds and bookmarks.
#[get("/favicon.ico")]
pub(crate) fn favicon(resources: &State<Arc<Resources>>) -> Option<AssetResponse> {
    icon(resources, "favicon.ico")
}

/// The same for bookmarks and home screens of Apple's systems.
#[get("/apple-touch-icon.png")]
pub(crate) fn touch_icon(resources: &State<Arc<Resources>>) -> Option<AssetResponse> {
    icon(resources, "icons/apple-touch-icon.png")
}

fn icon(resources: &Resources, path: &str) -> Option<AssetResponse> {
    let asset = resources.current().assets.find(Path::new(path))?;
    Some(AssetResponse { asset, gzipped: false, cached: "public, max-age=86400" })
}

/// Search engines index the guide and the landing page. Everything else is for people who are signed in, or has secrets in its
/// URL.
#[get("/robots.txt")]
pub(crate) fn robots() -> &'static str {
    "User-agent: *\nAllow: /$\nAllow: /docs\nAllow: /static/\nDisallow: /\n"
}
