//! Uploaded pictures, which are resized and stripped of metadata, and generated ones for those who have none.
//! Where pictures are stored and who may change them is not here.

use png::{BitDepth, ColorType, Compression, Filter};
use tokio::sync::Semaphore;
use tokio::task;

mod decoding;
mod generated;
mod pixels;

use decoding::decode;
pub use generated::{PictureKind, generated, generated_before, generated_blocking};

use portico_macros::boxed;

/// Width and height of every stored picture, in pixels, but for the instance's logo.
pub const SIDE: u32 = 256;
/// Width and height of the instance's logo, which every page loads: twice those that it is shown with. At worst it has
/// about 16 KiB.
pub const LOGO_SIDE: u32 = 64;
/// Width and height of the icons that are made of the logo.
pub const ICON_SIDES: [u32; 3] = [180, 192, 512];
/// The maximum size of an upload, in bytes.
pub const MAX_UPLOAD: usize = 5 * 1024 * 1024;

/// Larger pictures are first reduced with a cheap filter, to about so many times the size that they are stored with.
const COARSE: u32 = 4;

/// The error for a larger upload.
pub const TOO_LARGE: &str = "This picture is too large. Choose one of at most 5 MiB.";
const TOO_MANY_PIXELS: &str = "This picture has too many pixels. Scale it down and try again.";
const UNKNOWN: &str = "This is not a PNG, JPEG or WebP picture. Choose another file.";
const BROKEN: &str = "This picture can’t be read; the file seems to be damaged. Choose another one.";

/// One picture at a time: each may take a few hundred megabytes for a moment.
static GATE: Semaphore = Semaphore::const_new(1);

/// Converts an uploaded PNG, JPEG or WebP file, recognised by its content alone, into a PNG of [`SIDE`] × [`SIDE`]
/// pixels: upright, cropped to the central square, without metadata.
///
/// Uses a core for up to a second; requests call [`normalise_blocking`].
///
/// # Errors
///
/// The sentence to show beside the field: too large a file, too many pixels, another format, damaged.
pub fn normalise(bytes: &[u8]) -> Result<Vec<u8>, &'static str> {
    normalise_to(bytes, SIDE)
}

/// The same with another width and height.
fn normalise_to(bytes: &[u8], to: u32) -> Result<Vec<u8>, &'static str> {
    if bytes.len() > MAX_UPLOAD {
        return Err(TOO_LARGE);
    }
    let mut picture = decode(bytes)?;
    let has_alpha = picture.has_alpha();
    if has_alpha {
        picture = picture.coloured();
        premultiply(&mut picture.bytes);
    }
    let shorter = picture.width.min(picture.height);
    if shorter > COARSE * to {
        let scaled = |side: u32| (side * COARSE * to).div_ceil(shorter);
        picture = picture.reduced(scaled(picture.width), scaled(picture.height));
    }
    let mut square = picture.square().resized(to, to).coloured();
    let colour = if has_alpha {
        straighten(&mut square.bytes);
        ColorType::Rgba
    } else {
        ColorType::Rgb
    };
    encode(&square.bytes, to, colour).ok_or(BROKEN)
}

/// [`normalise`] on a blocking thread, one picture at a time.
///
/// # Errors
///
/// As there.
#[boxed]
pub async fn normalise_blocking(bytes: Vec<u8>) -> Result<Vec<u8>, &'static str> {
    blocking(bytes, SIDE).await
}

/// The same for the logo, of [`LOGO_SIDE`] × [`LOGO_SIDE`] pixels.
///
/// # Errors
///
/// As there.
#[boxed]
pub async fn logo_blocking(bytes: Vec<u8>) -> Result<Vec<u8>, &'static str> {
    blocking(bytes, LOGO_SIDE).await
}

/// The logo as an icon for the screen of a phone: a PNG of `side` × `side` pixels on white, with so much room around the
/// logo that all of it is in the circle that systems may cut out of an icon. None if the logo can't be read.
#[boxed]
pub async fn icon_blocking(logo: Vec<u8>, side: u32) -> Option<Vec<u8>> {
    let permit = GATE.acquire().await.ok()?;
    task::spawn_blocking(move || {
        let _permit = permit;
        icon(&logo, side)
    })
    .await
    .ok()?
}

fn icon(logo: &[u8], side: u32) -> Option<Vec<u8>> {
    let mut picture = decode(logo).ok()?.coloured();
    if picture.has_alpha() {
        premultiply(&mut picture.bytes);
    }
    let inner = side * 9 / 16;
    let picture = picture.square().resized(inner, inner);
    let (line, margin) = (side as usize * 3, (side - inner) as usize / 2);
    let mut bytes = vec![u8::MAX; line * side as usize];
    let rows = bytes.chunks_exact_mut(line).skip(margin);
    for (to, from) in rows.zip(picture.bytes.chunks_exact(inner as usize * picture.channels)) {
        let pixels = to.chunks_exact_mut(3).skip(margin);
        for (to, from) in pixels.zip(from.chunks_exact(picture.channels)) {
            let white = from.get(3).map_or(0, |alpha| u8::MAX - alpha);
            for (to, from) in to.iter_mut().zip(from) {
                *to = from.saturating_add(white);
            }
        }
    }
    encode(&bytes, side, ColorType::Rgb)
}

async fn blocking(bytes: Vec<u8>, to: u32) -> Result<Vec<u8>, &'static str> {
    if bytes.len() > MAX_UPLOAD {
        return Err(TOO_LARGE);
    }
    let permit = GATE.acquire().await.map_err(|_| BROKEN)?;
    task::spawn_blocking(move || {
        let _permit = permit;
        normalise_to(&bytes, to)
    })
    .await
    .map_err(|_| BROKEN)?
}

/// Multiplies colours by their opacity, so that the colour of transparent pixels does not bleed into the edges when
/// pixels are averaged.
fn premultiply(rgba: &mut [u8]) {
    for [r, g, b, a] in rgba.as_chunks_mut().0 {
        let weigh = |c: u8| ((u16::from(c) * u16::from(*a) + 127) / 255) as u8;
        (*r, *g, *b) = (weigh(*r), weigh(*g), weigh(*b));
    }
}

/// Undoes [`premultiply`].
fn straighten(rgba: &mut [u8]) {
    for [r, g, b, a] in rgba.as_chunks_mut().0 {
        let weigh = |c: u8| match *a {
            0 => 0,
            a => ((u16::from(c) * 255 + u16::from(a) / 2) / u16::from(a)).min(255) as u8,
        };
        (*r, *g, *b) = (weigh(*r), weigh(*g), weigh(*b));
    }
}

/// A square PNG with this width and height.
fn encode(pixels: &[u8], side: u32, colour: ColorType) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(colour);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::Adaptive);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(pixels).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
