//! Uploaded pictures, which are resized and stripped of metadata, and generated ones for those who have none.
//! Where pictures are stored and who may change them is not here.

use portico_macros::boxed;
use std::io::Cursor;

use image::codecs::png::{CompressionType, FilterType as PngFilter, PngEncoder};
use image::imageops::FilterType;
use image::{DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, Limits, RgbaImage};
use tokio::sync::Semaphore;
use tokio::task;

mod generated;

pub use generated::{PictureKind, generated, generated_before, generated_blocking};

/// Width and height of every stored picture, in pixels, but for the instance's logo.
pub const SIDE: u32 = 256;
/// Width and height of the instance's logo, which every page loads: twice those that it is shown with. At worst it has
/// about 16 KiB.
pub const LOGO_SIDE: u32 = 64;
/// The maximum size of an upload, in bytes.
pub const LARGEST_UPLOAD: usize = 5 * 1024 * 1024;

/// The maximum width and height of an upload, in pixels.
const LARGEST_SIDE: u32 = 8_192;
/// The most memory that decoding an upload may use, in bytes.
const LARGEST_DECODED: u64 = 128 * 1024 * 1024;
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
    if bytes.len() > LARGEST_UPLOAD {
        return Err(TOO_LARGE);
    }
    let image = decode(bytes)?;
    let has_alpha = image.color().has_alpha();
    let mut image = if has_alpha { DynamicImage::ImageRgba8(premultiplied(image.into_rgba8())) } else { image };
    let shorter = image.width().min(image.height());
    if shorter > COARSE * to {
        let scaled = |side: u32| (side * COARSE * to).div_ceil(shorter);
        image = image.thumbnail_exact(scaled(image.width()), scaled(image.height()));
    }
    let side = image.width().min(image.height());
    let (left, top) = ((image.width() - side) / 2, (image.height() - side) / 2);
    let square = image.crop_imm(left, top, side, side).resize_exact(to, to, FilterType::Lanczos3);
    if has_alpha {
        let pixels = straightened(square.into_rgba8());
        encode(pixels.as_raw(), to, ExtendedColorType::Rgba8)
    } else {
        encode(square.into_rgb8().as_raw(), to, ExtendedColorType::Rgb8)
    }
    .ok_or(BROKEN)
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

async fn blocking(bytes: Vec<u8>, to: u32) -> Result<Vec<u8>, &'static str> {
    if bytes.len() > LARGEST_UPLOAD {
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

/// Decodes within limits, which are checked against the header before pixels are decoded, and applies the EXIF
/// orientation.
fn decode(bytes: &[u8]) -> Result<DynamicImage, &'static str> {
    let format = image::guess_format(bytes).map_err(|_| UNKNOWN)?;
    if !matches!(format, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP) {
        return Err(UNKNOWN);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(LARGEST_DECODED);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| reason(&error))?;
    if decoder.total_bytes() > LARGEST_DECODED {
        return Err(TOO_MANY_PIXELS);
    }
    let orientation = decoder.orientation().map_err(|error| reason(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| reason(&error))?;
    image.apply_orientation(orientation);
    Ok(image)
}

fn reason(error: &image::ImageError) -> &'static str {
    match error {
        image::ImageError::Limits(_) => TOO_MANY_PIXELS,
        _ => BROKEN,
    }
}

/// Multiplies colours by their opacity, so that the colour of transparent pixels does not bleed into the edges when
/// pixels are averaged.
fn premultiplied(mut image: RgbaImage) -> RgbaImage {
    for pixel in image.pixels_mut() {
        let [r, g, b, a] = pixel.0;
        let weigh = |c: u8| ((u16::from(c) * u16::from(a) + 127) / 255) as u8;
        pixel.0 = [weigh(r), weigh(g), weigh(b), a];
    }
    image
}

/// Undoes [`premultiplied`].
fn straightened(mut image: RgbaImage) -> RgbaImage {
    for pixel in image.pixels_mut() {
        let [r, g, b, a] = pixel.0;
        let weigh = |c: u8| match a {
            0 => 0,
            _ => ((u16::from(c) * 255 + u16::from(a) / 2) / u16::from(a)).min(255) as u8,
        };
        pixel.0 = [weigh(r), weigh(g), weigh(b), a];
    }
    image
}

/// A square PNG with this width and height.
fn encode(pixels: &[u8], side: u32, colour: ExtendedColorType) -> Option<Vec<u8>> {
    let mut png = Vec::new();
    PngEncoder::new_with_quality(&mut png, CompressionType::Best, PngFilter::Adaptive)
        .write_image(pixels, side, side, colour)
        .ok()?;
    Some(png)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
