//! Uploads of every accepted format and of many that are refused. The JPEG is a file beside this one, the others are
//! encoded here. Damaged files are made from intact bytes by hand.

use image_webp::WebPEncoder;

use super::pixels::Pixels;
use super::*;

/// Red on the left half, blue on the right, 64 × 64 pixels.
const JPEG: &[u8] = include_bytes!("two-halves.jpg");

fn pixels<const N: usize>(width: u32, height: u32, at: impl Fn(u32, u32) -> [u8; N]) -> Pixels {
    let bytes = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| at(x, y)).collect();
    Pixels { width, height, channels: N, bytes }
}

fn png_of(width: u32, height: u32, channels: usize, depth: BitDepth, bytes: &[u8]) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, width, height);
    encoder.set_depth(depth);
    encoder.set_color([ColorType::Grayscale, ColorType::GrayscaleAlpha, ColorType::Rgb, ColorType::Rgba][channels - 1]);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(bytes).unwrap();
    writer.finish().unwrap();
    png
}

fn png(pixels: &Pixels) -> Vec<u8> {
    png_of(pixels.width, pixels.height, pixels.channels, BitDepth::Eight, &pixels.bytes)
}

/// Red on the left half, blue on the right.
fn two_halves(width: u32, height: u32) -> Pixels {
    pixels(width, height, |x, _| if x < width / 2 { [220, 20, 20] } else { [20, 20, 220] })
}

/// The stored form of an upload.
struct StoredPicture(Pixels);

impl StoredPicture {
    fn pixel(&self, x: u32, y: u32) -> &[u8] {
        &self.0.bytes[(y * self.0.width + x) as usize * self.0.channels..][..self.0.channels]
    }

    fn is_red(&self, x: u32, y: u32) -> bool {
        let pixel = self.pixel(x, y);
        pixel[0] > 180 && pixel[2] < 80
    }
}

fn read(bytes: &[u8]) -> StoredPicture {
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    let pixels = decode(bytes).unwrap();
    assert_eq!((pixels.width, pixels.height), (SIDE, SIDE));
    StoredPicture(pixels)
}

/// The JPEG with an EXIF segment that contains only the orientation.
fn jpeg_turned(orientation: u8) -> Vec<u8> {
    let mut bytes = JPEG.to_vec();
    let mut exif = b"\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    bytes.splice(2..2, exif);
    bytes
}

#[test]
fn png_jpeg_and_webp_become_a_square_png() {
    let image = two_halves(300, 300);
    let mut webp = Vec::new();
    WebPEncoder::new(&mut webp).encode(&image.bytes, 300, 300, image_webp::ColorType::Rgb8).unwrap();
    for upload in [png(&image), JPEG.to_vec(), webp] {
        let result = read(&normalise(&upload).unwrap());
        assert!(result.is_red(60, 128));
        assert!(!result.is_red(200, 128));
    }
}

#[test]
fn a_wide_picture_is_cut_to_its_middle_and_a_tiny_one_enlarged() {
    let stripe = pixels(900, 300, |x, _| if (300..600).contains(&x) { [220, 20, 20] } else { [20, 20, 220] });
    let result = read(&normalise(&png(&stripe)).unwrap());
    assert!((0..SIDE * SIDE).all(|at| result.is_red(at % SIDE, at / SIDE)));
    read(&normalise(&png(&two_halves(1, 1))).unwrap());
    read(&normalise(&png(&two_halves(8_192, 1))).unwrap());
    read(&normalise(&png(&two_halves(1, 8_192))).unwrap());
}

#[test]
fn a_large_picture_keeps_its_proportions() {
    let result = read(&normalise(&png(&two_halves(2_001, 1_500))).unwrap());
    assert!(result.is_red(120, 10));
    assert!(!result.is_red(136, 10));
}

/// Shows: accounts.pictures
#[test]
fn the_exif_orientation_is_honoured_and_the_metadata_dropped() {
    let upright = read(&normalise(&jpeg_turned(1)).unwrap());
    assert!(upright.is_red(30, 220) && upright.is_red(30, 30));
    let turned = normalise(&jpeg_turned(6)).unwrap();
    let turned_picture = read(&turned);
    assert!(turned_picture.is_red(30, 30) && turned_picture.is_red(220, 30));
    assert!(!turned_picture.is_red(30, 220));
    assert!(!turned.windows(4).any(|part| part == b"Exif" || part == b"eXIf"));
}

#[test]
fn transparency_survives_without_fringes() {
    let badge = pixels(100, 100, |x, _| if x < 50 { [255, 255, 255, 255] } else { [0, 0, 0, 0] });
    let result = read(&normalise(&png(&badge)).unwrap());
    assert_eq!(result.pixel(250, 128)[3], 0);
    for pixel in result.0.bytes.chunks(4).filter(|pixel| pixel[3] > 30) {
        assert!(pixel[0] > 240, "{pixel:?}");
    }
}

#[test]
fn sixteen_bit_and_grey_pictures_are_taken() {
    // Dark on the left, bright on the right, and opaque.
    let grey = |at: u32| if at % 40 < 20 { 20 } else { 220 };
    for (channels, depth, size) in [
        (3, BitDepth::Sixteen, 6),
        (4, BitDepth::Sixteen, 8),
        (1, BitDepth::Eight, 1),
        (2, BitDepth::Eight, 2),
        (2, BitDepth::Sixteen, 4),
    ] {
        let opaque = if size % 2 == 0 && channels % 2 == 0 { size / channels } else { 0 };
        let pixel = |at| [vec![grey(at); size - opaque], vec![255; opaque]].concat();
        let bytes: Vec<u8> = (0..40 * 40).flat_map(pixel).collect();
        let result = read(&normalise(&png_of(40, 40, channels, depth, &bytes)).unwrap());
        assert_eq!(result.pixel(10, 128)[..3], [20; 3], "{channels}, {depth:?}");
        assert_eq!(result.pixel(240, 128)[..3], [220; 3], "{channels}, {depth:?}");
    }
    // One bit for each pixel.
    let stripes = png_of(8, 8, 1, BitDepth::One, &[0b0000_1111; 8]);
    let result = read(&normalise(&stripes).unwrap());
    assert_eq!((result.pixel(0, 0), result.pixel(255, 255)), (&[0; 3][..], &[255; 3][..]));
}

/// The letter F, whose eight orientations all differ.
#[test]
fn every_orientation_is_undone() {
    let letter = ["###", "#..", "##.", "#..", "#.."];
    let of = |rows: &[&str]| {
        pixels(rows[0].len() as u32, rows.len() as u32, |x, y| [rows[y as usize].as_bytes()[x as usize]])
    };
    for (orientation, stored) in [
        (1, &["###", "#..", "##.", "#..", "#.."][..]),
        (2, &["###", "..#", ".##", "..#", "..#"]),
        (3, &["..#", "..#", ".##", "..#", "###"]),
        (4, &["#..", "#..", "##.", "#..", "###"]),
        (5, &["#####", "#.#..", "#...."]),
        (6, &["#....", "#.#..", "#####"]),
        (7, &["....#", "..#.#", "#####"]),
        (8, &["#####", "..#.#", "....#"]),
        (0, &letter),
        (9, &letter),
    ] {
        assert_eq!(of(stored).upright(orientation), of(&letter), "{orientation}");
    }
}

#[test]
fn a_reduced_or_resized_picture_keeps_its_colours_and_its_slopes() {
    let plain = pixels(97, 61, |_, _| [7, 130, 255, 64]);
    let slope = pixels(400, 3, |x, _| [(x / 2) as u8]);
    for (width, height) in [(97, 61), (96, 60), (13, 61), (5, 3), (1, 1)] {
        let all = |pixels: Pixels| pixels.bytes.chunks(4).all(|pixel| pixel == [7, 130, 255, 64]);
        assert!(all(plain.reduced(width, height)), "{width}x{height}");
        assert!(all(plain.resized(width, height)), "{width}x{height}");
        assert!(all(plain.resized(width * 3, height * 3)), "{width}x{height}");
        let rising = |pixels: Pixels| pixels.bytes.chunks(width as usize).all(|row| row.is_sorted());
        assert!(rising(slope.reduced(width, 1)) && rising(slope.resized(width, 2)), "{width}");
    }
    // Blocks of two by two pixels, with their means rounded.
    let halved = pixels(4, 2, |x, y| [(10 * y + x) as u8]).reduced(2, 1);
    assert_eq!(halved.bytes, [6, 8]);
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
    upload.resize(MAX_UPLOAD + 1, 0);
    assert_eq!(normalise(&upload), Err(TOO_LARGE));
    upload.truncate(MAX_UPLOAD);
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
    // The height and the width of a JPEG follow the length and the bits of its frame.
    let frame = JPEG.windows(2).position(|two| two == [0xff, 0xc0]).unwrap();
    for at in [frame + 5, frame + 7] {
        let mut large = JPEG.to_vec();
        large[at..at + 2].copy_from_slice(&8_193_u16.to_be_bytes());
        assert_eq!(normalise(&large), Err(TOO_MANY_PIXELS));
    }
}

#[tokio::test]
async fn away_from_the_request_threads_the_result_is_the_same() {
    let upload = png(&two_halves(50, 50));
    let result = normalise_blocking(upload.clone()).await;
    assert_eq!(result, normalise(&upload));
    assert_eq!(normalise_blocking(vec![0; MAX_UPLOAD + 1]).await, Err(TOO_LARGE));
}

#[tokio::test]
async fn a_logo_has_at_most_sixteen_kibibytes() {
    // Noise, which does not compress.
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()
    };
    let noise = Pixels { width: 64, height: 64, channels: 4, bytes: (0..64 * 64).flat_map(|_| noise()).collect() };
    for upload in [noise, two_halves(900, 300)] {
        let logo = logo_blocking(png(&upload)).await.unwrap();
        let shown = decode(&logo).unwrap();
        assert_eq!((shown.width, shown.height), (LOGO_SIDE, LOGO_SIDE));
        assert!(logo.len() <= 17 * 1024, "{}", logo.len());
    }
    assert_eq!(logo_blocking(b"GIF89a".to_vec()).await, Err(UNKNOWN));
}
