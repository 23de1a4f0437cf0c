//! Pictures to upload, and the size of those that come back.

use std::io::Cursor;

/// A red PNG.
pub fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[200, 30, 30].repeat((width * height) as usize)).unwrap();
    writer.finish().unwrap();
    bytes
}

/// The width and height of a PNG, all of which can be read.
pub fn size_of(picture: &[u8]) -> (u32, u32) {
    let mut reader = png::Decoder::new(Cursor::new(picture)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    reader.info().size()
}
