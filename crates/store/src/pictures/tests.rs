//! Uploads of every accepted format and of many that are refused, encoded with the same library.
//! Damaged files are made from intact bytes by hand.

use image::codecs::jpeg::JpegEncoder;
use image::codecs::webp::WebPEncoder;
use image::{Rgb, RgbImage, Rgba};

use super::*;

fn png(image: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// Red on the left half, blue on the right.
fn two_halves(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| if x < width / 2 { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) }).into()
}

fn read(bytes: &[u8]) -> RgbaImage {
    assert_eq!(image::guess_format(bytes).unwrap(), ImageFormat::Png);
    let image = image::load_from_memory(bytes).unwrap().into_rgba8();
    assert_eq!(image.dimensions(), (SIDE, SIDE));
    image
}

fn is_red(pixel: &Rgba<u8>) -> bool {
    pixel[0] > 180 && pixel[2] < 80
}

/// A JPEG with an EXIF segment that contains only the orientation.
fn jpeg_turned(image: &DynamicImage, orientation: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 95).encode_image(image).unwrap();
    let mut exif = b"\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    bytes.splice(2..2, exif);
    bytes
}

#[test]
fn png_jpeg_and_webp_become_a_square_png() {
    let image = two_halves(300, 300);
    let mut webp = Vec::new();
    WebPEncoder::new_lossless(&mut webp).encode(image.as_bytes(), 300, 300, ExtendedColorType::Rgb8).unwrap();
    for upload in [png(&image), jpeg_turned(&image, 1), webp] {
        let result = read(&normalise(&upload).unwrap());
        assert!(is_red(result.get_pixel(60, 128)));
        assert!(!is_red(result.get_pixel(200, 128)));
    }
}

#[test]
fn a_wide_picture_is_cut_to_its_middle_and_a_tiny_one_enlarged() {
    let stripe: DynamicImage =
        RgbImage::from_fn(
            900,
            300,
            |x, _| {
                if (300..600).contains(&x) { Rgb([220, 20, 20]) } else { Rgb([20, 20, 220]) }
            },
        )
        .into();
    let result = read(&normalise(&png(&stripe)).unwrap());
    assert!(result.pixels().all(is_red));
    read(&normalise(&png(&two_halves(1, 1))).unwrap());
    read(&normalise(&png(&two_halves(8_192, 1))).unwrap());
    read(&normalise(&png(&two_halves(1, 8_192))).unwrap());
}

#[test]
fn a_large_picture_keeps_its_proportions() {
    let result = read(&normalise(&png(&two_halves(2_001, 1_500))).unwrap());
    assert!(is_red(result.get_pixel(120, 10)));
    assert!(!is_red(result.get_pixel(136, 10)));
}

/// Shows: accounts.pictures
#[test]
fn the_exif_orientation_is_honoured_and_the_metadata_dropped() {
    let upright = read(&normalise(&jpeg_turned(&two_halves(64, 64), 1)).unwrap());
    assert!(is_red(upright.get_pixel(30, 220)) && is_red(upright.get_pixel(30, 30)));
    let turned = normalise(&jpeg_turned(&two_halves(64, 64), 6)).unwrap();
    let turned_image = read(&turned);
    assert!(is_red(turned_image.get_pixel(30, 30)) && is_red(turned_image.get_pixel(220, 30)));
    assert!(!is_red(turned_image.get_pixel(30, 220)));
    assert!(!turned.windows(4).any(|part| part == b"Exif" || part == b"eXIf"));
}

#[test]
fn transparency_survives_without_fringes() {
    let badge: DynamicImage =
        RgbaImage::from_fn(100, 100, |x, _| if x < 50 { Rgba([255, 255, 255, 255]) } else { Rgba([0, 0, 0, 0]) })
            .into();
    let result = read(&normalise(&png(&badge)).unwrap());
    assert_eq!(result.get_pixel(250, 128)[3], 0);
    for pixel in result.pixels().filter(|pixel| pixel[3] > 30) {
        assert!(pixel[0] > 240, "{pixel:?}");
    }
}

#[test]
fn sixteen_bit_and_grey_pictures_are_taken() {
    let image = two_halves(40, 40);
    for upload in [DynamicImage::from(image.to_rgba16()), image.to_luma8().into(), image.to_luma_alpha16().into()] {
        read(&normalise(&png(&upload)).unwrap());
    }
}

/// Shows: accounts.pictures
#[test]
fn other_formats_are_refused_whatever_they_claim_to_be() {
    for upload in [
        &b""[..],
        b"GIF89a\x01\0\x01\0\0\0\0;",
        b"BM\0\0\0\0\0\0",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"<html>",
        b"\0\0\x01\0",
        b"%PDF-1.7",
    ] {
        assert_eq!(normalise(upload), Err(UNKNOWN));
    }
}

#[test]
fn a_damaged_picture_is_refused() {
    let sound = png(&two_halves(50, 50));
    assert_eq!(normalise(&sound[..sound.len() / 2]), Err(BROKEN));
    assert_eq!(normalise(&sound[..8]), Err(BROKEN));
    assert_eq!(normalise(b"\xff\xd8\xff\xe0"), Err(BROKEN));
    assert_eq!(normalise(b"RIFF\x04\0\0\0WEBP"), Err(BROKEN));
}

/// Shows: accounts.pictures
#[test]
fn a_file_over_five_mebibytes_is_refused_unread() {
    let mut upload = png(&two_halves(50, 50));
    upload.resize(LARGEST_UPLOAD + 1, 0);
    assert_eq!(normalise(&upload), Err(TOO_LARGE));
    upload.truncate(LARGEST_UPLOAD);
    assert!(normalise(&upload).is_ok());
}

/// A PNG whose header has other dimensions, with a correct checksum.
fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png(&two_halves(50, 50));
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let sum = crc32fast::hash(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// Shows: accounts.pictures
#[test]
fn a_picture_that_would_unpack_beyond_the_bounds_is_refused() {
    for (width, height) in [(8_193, 1), (1, 8_193), (8_192, 8_192), (60_000, 60_000), (u32::MAX >> 1, u32::MAX >> 1)] {
        assert_eq!(normalise(&claiming(width, height)), Err(TOO_MANY_PIXELS), "{width}x{height}");
    }
    assert_eq!(normalise(&claiming(0, 0)), Err(BROKEN));
}

#[tokio::test]
async fn away_from_the_request_threads_the_result_is_the_same() {
    let upload = png(&two_halves(50, 50));
    let result = normalise_blocking(upload.clone()).await;
    assert_eq!(result, normalise(&upload));
    assert_eq!(normalise_blocking(vec![0; LARGEST_UPLOAD + 1]).await, Err(TOO_LARGE));
}

#[tokio::test]
async fn a_logo_has_at_most_sixteen_kibibytes() {
    // Noise, which does not compress.
    let mut state = 1_u32;
    let noise: DynamicImage = RgbaImage::from_fn(64, 64, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgba(state.to_be_bytes())
    })
    .into();
    for upload in [noise, two_halves(900, 300)] {
        let logo = logo_blocking(png(&upload)).await.unwrap();
        let shown = image::load_from_memory(&logo).unwrap();
        assert_eq!((shown.width(), shown.height()), (LOGO_SIDE, LOGO_SIDE));
        assert!(logo.len() <= 17 * 1024, "{}", logo.len());
    }
    assert_eq!(logo_blocking(b"GIF89a".to_vec()).await, Err(UNKNOWN));
}
