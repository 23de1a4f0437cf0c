//! Reads uploaded files: PNG, JPEG and WebP, recognised by their content.
//! The bounds are checked against the header, before memory is taken for pixels.

use std::io::Cursor;

use image_webp::WebPDecoder;
use png::{BitDepth, Transformations};
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::pixels::Pixels;
use super::{BROKEN, TOO_MANY_PIXELS, UNKNOWN};

/// The maximum width and height of an upload, in pixels.
const MAX_SIDE: u32 = 8_192;
/// The most memory that decoding an upload may use, in bytes.
const MAX_DECODED: usize = 128 * 1024 * 1024;

/// The pixels of a file, upright.
///
/// # Errors
///
/// The sentence to show beside the field: too many pixels, another format, damaged.
pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, &'static str> {
    let (pixels, exif) = match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => png(bytes)?,
        [0xff, 0xd8, 0xff, ..] => jpeg(bytes)?,
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp(bytes)?,
        _ => return Err(UNKNOWN),
    };
    if pixels.width == 0 || pixels.height == 0 {
        return Err(BROKEN);
    }
    Ok(pixels.upright(exif.and_then(|exif| orientation(&exif)).unwrap_or(1)))
}

/// Pixels as they are in the file, and its EXIF.
type DecodedPicture = (Pixels, Option<Vec<u8>>);

fn png(bytes: &[u8]) -> Result<DecodedPicture, &'static str> {
    let limits = png::Limits { bytes: MAX_DECODED };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let (width, height) = decoder.read_header_info().map_err(|fault| of_png(&fault))?.size();
    let (width, height) = (side(width)?, side(height)?);
    // Palettes become colours, and less than eight bits become eight.
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|fault| of_png(&fault))?;
    let exif = reader.info().exif_metadata.as_ref().map(|exif| exif.to_vec());
    let (colour, depth) = reader.output_color_type();
    let mut bytes = memory(reader.output_buffer_size())?;
    reader.next_frame(&mut bytes).map_err(|fault| of_png(&fault))?;
    match depth {
        BitDepth::Eight => {}
        BitDepth::Sixteen => bytes = bytes.as_chunks().0.iter().map(|value| eight_bits(*value)).collect(),
        BitDepth::One | BitDepth::Two | BitDepth::Four => return Err(BROKEN),
    }
    Ok((Pixels { width, height, channels: colour.samples(), bytes }, exif))
}

fn of_png(fault: &png::DecodingError) -> &'static str {
    match fault {
        png::DecodingError::LimitsExceeded => TOO_MANY_PIXELS,
        _ => BROKEN,
    }
}

/// The nearest of 256 values to one of 65,536.
fn eight_bits(value: [u8; 2]) -> u8 {
    ((u32::from(u16::from_be_bytes(value)) + 128) / 257) as u8
}

fn jpeg(bytes: &[u8]) -> Result<DecodedPicture, &'static str> {
    // The sides are checked below: the decoder would call larger ones damaged.
    let options = DecoderOptions::default().set_strict_mode(false).set_max_width(usize::MAX).set_max_height(usize::MAX);
    let mut header = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    header.decode_headers().map_err(|_| BROKEN)?;
    let (width, height) = header.dimensions().ok_or(BROKEN)?;
    let (width, height) = (side(width)?, side(height)?);
    let (colours, channels) = match header.input_colorspace() {
        Some(grey @ ColorSpace::Luma) => (grey, 1),
        _ => (ColorSpace::RGB, 3),
    };
    let mut pixels = memory(Some(width as usize * height as usize * channels))?;
    let options = options.jpeg_set_out_colorspace(colours);
    JpegDecoder::new_with_options(ZCursor::new(bytes), options).decode_into(&mut pixels).map_err(|_| BROKEN)?;
    Ok((Pixels { width, height, channels, bytes: pixels }, header.exif().cloned()))
}

fn webp(bytes: &[u8]) -> Result<DecodedPicture, &'static str> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(|_| BROKEN)?;
    decoder.set_memory_limit(MAX_DECODED);
    let (width, height) = decoder.dimensions();
    let (width, height) = (side(width)?, side(height)?);
    let mut bytes = memory(decoder.output_buffer_size())?;
    let exif = decoder.exif_metadata().map_err(|_| BROKEN)?;
    decoder.read_image(&mut bytes).map_err(|_| BROKEN)?;
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    Ok((Pixels { width, height, channels, bytes }, exif))
}

/// A width or height that is within the bounds.
fn side(pixels: impl TryInto<u32>) -> Result<u32, &'static str> {
    pixels.try_into().ok().filter(|side| *side <= MAX_SIDE).ok_or(TOO_MANY_PIXELS)
}

/// Memory for so many bytes of pixels.
fn memory(size: Option<usize>) -> Result<Vec<u8>, &'static str> {
    let size = size.filter(|size| *size <= MAX_DECODED).ok_or(TOO_MANY_PIXELS)?;
    Ok(vec![0; size])
}

/// The orientation that EXIF names: a table of twelve bytes per entry, in the byte order that it begins with.
fn orientation(exif: &[u8]) -> Option<u16> {
    let little_endian = match exif.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let two = |at: usize| {
        let bytes = *exif.get(at..)?.first_chunk()?;
        Some(if little_endian { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let four = |at: usize| {
        let bytes = *exif.get(at..)?.first_chunk()?;
        Some(if little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let table = usize::try_from(four(4)?).ok()?;
    for entry in 0..usize::from(two(table)?) {
        let at = table.checked_add(2 + 12 * entry)?;
        // One value of two bytes.
        if (two(at)?, two(at + 2)?, four(at + 4)?) == (0x112, 3, 1) {
            return two(at + 8);
        }
    }
    None
}
