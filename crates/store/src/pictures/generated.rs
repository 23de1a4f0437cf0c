//! Generated pictures: a small symmetrical pattern in a colour derived from the ID.
//! The result depends only on kind and ID, so nothing is stored and every node generates the same.

use std::sync::LazyLock;

use moka::sync::Cache;
use png::ColorType;
use tokio::sync::Semaphore;
use tokio::task;

use super::{SIDE, encode};
use portico_macros::boxed;

/// The subject of a picture. Each kind has its own shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PictureKind {
    /// A user: squares that join.
    User,
    /// An OAuth app: rounded tiles.
    App,
    /// A webhook: dots.
    Webhook,
    /// A server: diamonds.
    Server,
}

impl PictureKind {
    /// Every kind.
    const ALL: [Self; 4] = [Self::User, Self::App, Self::Webhook, Self::Server];

    /// Its name in URLs and in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::App => "app",
            Self::Webhook => "webhook",
            Self::Server => "server",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Cells per row and column.
const CELLS: usize = 5;
/// Width of a cell, in pixels.
const CELL: f32 = 38.0;
/// The empty border, in pixels.
const BORDER: f32 = (SIDE as f32 - CELLS as f32 * CELL) / 2.0;
/// The minimum contrast between pattern and background (WCAG 2.2, 1.4.11 requires 3 for graphics).
const CONTRAST: f32 = 4.0;

/// Generates the picture for an ID: a PNG of 256 × 256 pixels, always the same.
pub fn generated(kind: PictureKind, id: i64) -> Vec<u8> {
    let design = Design::new(kind, id);
    let mut pixels = Vec::with_capacity((SIDE * SIDE * 3) as usize);
    for y in 0..SIDE {
        for x in 0..SIDE {
            pixels.extend(design.colour_at(x as f32 + 0.5, y as f32 + 0.5));
        }
    }
    // A slice of the right size can't fail; if it did, a missing picture would be harmless.
    encode(&pixels, SIDE, ColorType::Rgb).unwrap_or_default()
}

/// Recently generated pictures: a few thousand, of some kilobytes each.
static RECENT: LazyLock<Cache<(PictureKind, i64), Vec<u8>>> = LazyLock::new(|| Cache::new(4_096));

/// Pictures in progress: each takes a core for a few milliseconds, and anyone can request one.
static GATE: Semaphore = Semaphore::const_new(2);

/// The picture for an ID, if it was generated recently.
pub fn generated_before(kind: PictureKind, id: i64) -> Option<Vec<u8>> {
    RECENT.get(&(kind, id))
}

/// [`generated`] on a blocking thread, two pictures at a time; cached for [`generated_before`]. `None` during shutdown.
#[boxed]
pub async fn generated_blocking(kind: PictureKind, id: i64) -> Option<Vec<u8>> {
    let permit = GATE.acquire().await.ok()?;
    // Another request may have generated the same one meanwhile.
    if let Some(png) = generated_before(kind, id) {
        return Some(png);
    }
    task::spawn_blocking(move || {
        let _permit = permit;
        let png = generated(kind, id);
        RECENT.insert((kind, id), png.clone());
        png
    })
    .await
    .ok()
}

struct Design {
    kind: PictureKind,
    ink: [f32; 3],
    ground: [f32; 3],
    cells: [[bool; CELLS]; CELLS],
}

impl Design {
    fn new(kind: PictureKind, id: i64) -> Self {
        let mut random = Random(id.cast_unsigned() ^ ((kind as u64 + 1) << 56));
        let hue = (random.next() % 30) as f32 * 12.0;
        let ground = rgb(hue, 0.55, 0.93);
        let mut lightness = 0.55;
        let mut ink = rgb(hue, 0.6, lightness);
        while contrast(ground, ink) < CONTRAST {
            lightness -= 0.01;
            ink = rgb(hue, 0.6, lightness);
        }
        Self { kind, ink, ground, cells: pattern(&mut random) }
    }

    fn colour_at(&self, x: f32, y: f32) -> [u8; 3] {
        let ink = self.coverage(x, y);
        [0, 1, 2].map(|channel| {
            let mixed = self.ground[channel] * (1.0 - ink) + self.ink[channel] * ink;
            (mixed * 255.0).round() as u8
        })
    }

    /// The coverage of the pixel around a point: edges are antialiased over one pixel.
    fn coverage(&self, x: f32, y: f32) -> f32 {
        let (column, row) = ((x - BORDER) / CELL, (y - BORDER) / CELL);
        let within = 0.0..CELLS as f32;
        if !within.contains(&column) || !within.contains(&row) {
            return 0.0;
        }
        if !self.cells[row as usize][column as usize] {
            return 0.0;
        }
        // Distances from the middle of the cell, in pixels.
        let dx = ((column.fract() - 0.5) * CELL).abs();
        let dy = ((row.fract() - 0.5) * CELL).abs();
        let outside = match self.kind {
            PictureKind::User => return 1.0,
            PictureKind::Webhook => dx.hypot(dy) - 16.5,
            PictureKind::App => (dx - 9.0).max(0.0).hypot((dy - 9.0).max(0.0)) - 8.0,
            PictureKind::Server => (dx + dy - 19.0) * std::f32::consts::FRAC_1_SQRT_2,
        };
        (0.5 - outside).clamp(0.0, 1.0)
    }
}

/// Cells mirrored at the middle column, neither nearly empty nor nearly full.
fn pattern(random: &mut Random) -> [[bool; CELLS]; CELLS] {
    const HALF: usize = CELLS.div_ceil(2);
    let bits = loop {
        let bits = random.next() & 0x7fff;
        if (6..=10).contains(&bits.count_ones()) {
            break bits;
        }
    };
    let mut cells = [[false; CELLS]; CELLS];
    for (row, line) in cells.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            let mirrored = column.min(CELLS - 1 - column);
            *cell = bits >> (row * HALF + mirrored) & 1 == 1;
        }
    }
    cells
}

/// SplitMix64: spreads neighbouring ids far apart. Nothing here needs to be secret.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// A colour from hue (degrees), saturation and lightness (0 to 1), as sRGB from 0 to 1.
fn rgb(hue: f32, saturation: f32, lightness: f32) -> [f32; 3] {
    let spread = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + hue / 30.0) % 12.0;
        lightness - spread * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    })
}

/// The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio").
fn contrast(lighter: [f32; 3], darker: [f32; 3]) -> f32 {
    (luminance(lighter) + 0.05) / (luminance(darker) + 0.05)
}

fn luminance(colour: [f32; 3]) -> f32 {
    let [r, g, b] = colour.map(|c| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::collections::HashSet;

    use super::super::decode;
    use super::*;

    const KINDS: [PictureKind; 4] = [PictureKind::User, PictureKind::App, PictureKind::Webhook, PictureKind::Server];

    #[test]
    fn a_picture_is_a_small_png_and_always_the_same() {
        for kind in KINDS {
            let png = generated(kind, 12_345);
            let image = decode(&png).unwrap();
            assert_eq!((image.width, image.height, image.channels), (SIDE, SIDE, 3));
            assert!(png.len() < 8 * 1024, "{} bytes", png.len());
            assert_eq!(png, generated(kind, 12_345));
        }
    }

    #[test]
    fn it_is_symmetrical_from_left_to_right() {
        for kind in KINDS {
            let image = decode(&generated(kind, 99)).unwrap();
            let mirrored = image.clone().upright(2);
            assert_eq!(image, mirrored);
        }
    }

    #[test]
    fn neighbouring_ids_and_other_kinds_look_different() {
        let mut seen = HashSet::new();
        for kind in KINDS {
            for step in 0..12 {
                assert!(seen.insert(generated(kind, 5_000_000 + (step << 12))));
            }
        }
    }

    #[test]
    fn the_pattern_has_enough_contrast_in_every_colour() {
        for kind in KINDS {
            for id in 0..500 {
                let design = Design::new(kind, id);
                assert!(contrast(design.ground, design.ink) >= CONTRAST);
                assert!(design.ground.iter().chain(&design.ink).all(|c| (0.0..=1.0).contains(c)));
            }
        }
    }

    #[test]
    fn a_picture_is_generated_for_any_id() {
        for id in [0, -1, i64::MIN, i64::MAX] {
            assert!(!generated(PictureKind::Server, id).is_empty());
        }
    }
}
