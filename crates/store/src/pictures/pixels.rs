//! A picture in memory, and what is done to its pixels: turning, reducing, cropping, resizing.
//! Reading and writing files is not here.

/// Rows of pixels without gaps, with one byte per channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    /// 1: grey, 2: grey and opacity, 3: red, green and blue, 4: these and opacity.
    pub(super) channels: usize,
    pub(super) bytes: Vec<u8>,
}

impl Pixels {
    /// True if pixels have an opacity.
    pub(super) fn has_alpha(&self) -> bool {
        self.channels.is_multiple_of(2)
    }

    /// The same picture with red, green and blue where it was grey.
    pub(super) fn coloured(self) -> Self {
        let bytes = match self.channels {
            1 => self.bytes.iter().flat_map(|grey| [*grey; 3]).collect(),
            2 => self.bytes.as_chunks().0.iter().flat_map(|[grey, alpha]| [*grey, *grey, *grey, *alpha]).collect(),
            _ => return self,
        };
        Self { bytes, channels: self.channels + 2, ..self }
    }

    /// Undoes an orientation of EXIF, 1 to 8. Any other is none.
    pub(super) fn upright(self, orientation: u16) -> Self {
        let (w, h) = (self.width, self.height);
        match orientation {
            2 => self.rearranged(w, h, |x, y| (w - 1 - x, y)),
            3 => self.rearranged(w, h, |x, y| (w - 1 - x, h - 1 - y)),
            4 => self.rearranged(w, h, |x, y| (x, h - 1 - y)),
            5 => self.rearranged(h, w, |x, y| (y, x)),
            6 => self.rearranged(h, w, |x, y| (y, h - 1 - x)),
            7 => self.rearranged(h, w, |x, y| (w - 1 - y, h - 1 - x)),
            8 => self.rearranged(h, w, |x, y| (w - 1 - y, x)),
            _ => self,
        }
    }

    /// A picture whose pixel at a place is this one's at `from` of the place.
    fn rearranged(&self, width: u32, height: u32, from: impl Fn(u32, u32) -> (u32, u32)) -> Self {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for y in 0..height {
            for x in 0..width {
                let (x, y) = from(x, y);
                let at = (y as usize * self.width as usize + x as usize) * self.channels;
                bytes.extend_from_slice(&self.bytes[at..at + self.channels]);
            }
        }
        Self { width, height, bytes, ..*self }
    }

    /// The middle, as wide as it is high.
    pub(super) fn square(&self) -> Self {
        let side = self.width.min(self.height);
        let (left, top) = ((self.width - side) / 2, (self.height - side) / 2);
        let rows = self.rows().skip(top as usize).take(side as usize);
        let part = left as usize * self.channels..(left + side) as usize * self.channels;
        let bytes = rows.flat_map(|row| &row[part.clone()]).copied().collect();
        Self { width: side, height: side, bytes, ..*self }
    }

    /// A smaller picture, each of whose pixels is the mean of a block: quick, but coarse.
    pub(super) fn reduced(&self, width: u32, height: u32) -> Self {
        let (columns, rows) = (blocks(self.width, width), blocks(self.height, height));
        let mut bytes = Vec::with_capacity(width as usize * height as usize * self.channels);
        for (top, bottom) in rows {
            for (left, right) in &columns {
                let mut sums = [0_u32; 4];
                for row in self.rows().skip(top).take(bottom - top) {
                    for pixel in row[left * self.channels..right * self.channels].chunks_exact(self.channels) {
                        for (sum, byte) in sums.iter_mut().zip(pixel) {
                            *sum += u32::from(*byte);
                        }
                    }
                }
                let count = ((bottom - top) * (right - left)) as u32;
                bytes.extend(sums[..self.channels].iter().map(|sum| ((sum + count / 2) / count) as u8));
            }
        }
        Self { width, height, bytes, ..*self }
    }

    /// The picture with another width and height, with the filter of Lanczos over three lobes.
    pub(super) fn resized(&self, width: u32, height: u32) -> Self {
        if (width, height) == (self.width, self.height) {
            return self.clone();
        }
        let line = self.width as usize * self.channels;
        let mut bytes = Vec::with_capacity(width as usize * height as usize * self.channels);
        let columns = windows(self.width, width);
        for (top, weights) in windows(self.height, height) {
            let mut sums = vec![0.0_f32; line];
            for (row, weight) in self.rows().skip(top).zip(weights) {
                for (sum, byte) in sums.iter_mut().zip(row) {
                    *sum += f32::from(*byte) * weight;
                }
            }
            for (left, weights) in &columns {
                let mut pixel = [0.0_f32; 4];
                for (from, weight) in sums[left * self.channels..].chunks_exact(self.channels).zip(weights) {
                    for (sum, value) in pixel.iter_mut().zip(from) {
                        *sum += value * weight;
                    }
                }
                bytes.extend(pixel[..self.channels].iter().map(|value| value.clamp(0.0, 255.0).round() as u8));
            }
        }
        Self { width, height, bytes, ..*self }
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.width as usize * self.channels)
    }
}

/// Where the block of each of `to` pixels begins and ends along a side of `from` pixels, of which there are more.
fn blocks(from: u32, to: u32) -> Vec<(usize, usize)> {
    let ratio = from as f32 / to as f32;
    let edge = |at: f32| (at.ceil() as u32).min(from);
    let block = |at: u32| {
        let begin = at as f32 * ratio;
        let first = edge(begin).min(from - 1);
        (first as usize, edge(begin + ratio).max(first + 1) as usize)
    };
    (0..to).map(block).collect()
}

/// The pixels that each of `to` pixels is made of, along a side of `from` pixels: the first one, and the share of it and
/// of those that follow.
fn windows(from: u32, to: u32) -> Vec<(usize, Vec<f32>)> {
    let ratio = from as f32 / to as f32;
    let scale = ratio.max(1.0);
    let reach = 3.0 * scale;
    let window = |at: u32| {
        let middle = (at as f32 + 0.5) * ratio;
        let first = ((middle - reach).floor().max(0.0) as u32).min(from - 1);
        let end = ((middle + reach).ceil() as u32).clamp(first + 1, from);
        // A pixel's own middle is half a pixel from where it begins.
        let mut weights: Vec<f32> = (first..end).map(|i| lanczos((i as f32 - (middle - 0.5)) / scale)).collect();
        let sum: f32 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= sum);
        (first as usize, weights)
    };
    (0..to).map(window).collect()
}

/// Lanczos' kernel over three lobes.
fn lanczos(x: f32) -> f32 {
    if x.abs() < 3.0 { sinc(x) * sinc(x / 3.0) } else { 0.0 }
}

fn sinc(x: f32) -> f32 {
    let x_pi = x * std::f32::consts::PI;
    if x == 0.0 { 1.0 } else { x_pi.sin() / x_pi }
}
