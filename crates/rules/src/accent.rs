//! Shades of an instance's accent colour that can be read in the light and in the dark theme (WCAG 2.2, AA), and the
//! stylesheet that sets them. `models::instance::branding` stores an instance's colour.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The least contrast of text on its ground (WCAG 2.2, success criterion 1.4.3).
pub const MIN_TEXT_CONTRAST: f64 = 4.5;
/// The least contrast of the ring around what has the focus (success criterion 1.4.11).
pub const MIN_RING_CONTRAST: f64 = 3.0;

/// A colour in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour {
    red: u8,
    green: u8,
    blue: u8,
}

impl Colour {
    /// The colour with these parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// Reads `#rrggbb`, in either case.
    ///
    /// # Errors
    /// The sentence to show, for everything else.
    pub fn read(text: &str) -> Result<Self, &'static str> {
        text.strip_prefix('#')
            .and_then(Self::of_digits)
            .ok_or("Enter a colour as # and six digits from 0 to f, such as #0a6a57.")
    }

    /// Reads `rrggbb`.
    pub fn of_digits(digits: &str) -> Option<Self> {
        if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let part = |from: usize| u8::from_str_radix(digits.get(from..from + 2)?, 16).ok();
        Some(Self::new(part(0)?, part(2)?, part(4)?))
    }

    /// The six digits of it, without `#`.
    pub fn digits(self) -> String {
        format!("{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    fn parts(self) -> [f64; 3] {
        [self.red, self.green, self.blue].map(|part| f64::from(part) / 255.0)
    }

    /// Its relative luminance, as WCAG 2.2 defines it.
    pub fn luminance(self) -> f64 {
        let [red, green, blue] =
            self.parts().map(|part| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Its contrast with another colour, from 1 to 21, as WCAG 2.2 defines it.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.digits())
    }
}

/// An accent colour with its shades, which are derived once. It is stored as the colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Accent {
    /// The colour that was chosen.
    pub colour: Colour,
    /// Its shades.
    pub palette: Palette,
    version: u32,
}

impl Accent {
    /// The accent of a colour.
    pub fn new(colour: Colour) -> Self {
        let palette = Palette::new(colour);
        Self { colour, palette, version: crc32fast::hash(palette.stylesheet("").as_bytes()) }
    }

    /// Another one for other shades, which another version of the software may derive of the same colour.
    pub fn version(&self) -> String {
        format!("{:08x}", self.version)
    }
}

impl TryFrom<String> for Accent {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Colour::read(&text).map(Self::new)
    }
}

impl From<Accent> for String {
    fn from(accent: Accent) -> Self {
        accent.colour.to_string()
    }
}

/// A colour by hue, saturation and lightness. With the first two fixed, no part of the colour falls as it gets lighter.
#[derive(Clone, Copy, Debug)]
struct Tone {
    /// In sixths of the circle.
    hue: f64,
    saturation: f64,
    lightness: f64,
}

impl Tone {
    fn from_colour(colour: Colour) -> Self {
        let [red, green, blue] = colour.parts();
        let (max, least) = (red.max(green).max(blue), red.min(green).min(blue));
        let (lightness, spread) = ((max + least) / 2.0, max - least);
        if spread == 0.0 {
            return Self { hue: 0.0, saturation: 0.0, lightness };
        }
        let hue = if max == red {
            (green - blue) / spread
        } else if max == green {
            (blue - red) / spread + 2.0
        } else {
            (red - green) / spread + 4.0
        };
        Self { hue: hue.rem_euclid(6.0), saturation: spread / (1.0 - (2.0 * lightness - 1.0).abs()), lightness }
    }

    fn colour(self) -> Colour {
        let chroma = (1.0 - (2.0 * self.lightness - 1.0).abs()) * self.saturation;
        let between = chroma * (1.0 - (self.hue.rem_euclid(2.0) - 1.0).abs());
        let least = self.lightness - chroma / 2.0;
        let [red, green, blue] = match self.hue {
            hue if hue < 1.0 => [chroma, between, 0.0],
            hue if hue < 2.0 => [between, chroma, 0.0],
            hue if hue < 3.0 => [0.0, chroma, between],
            hue if hue < 4.0 => [0.0, between, chroma],
            hue if hue < 5.0 => [between, 0.0, chroma],
            _ => [chroma, 0.0, between],
        }
        .map(|part| ((part + least) * 255.0).round().clamp(0.0, 255.0) as u8);
        Colour::new(red, green, blue)
    }

    fn at(self, lightness: f64) -> Self {
        Self { lightness: lightness.clamp(0.0, 1.0), ..self }
    }

    /// At most so saturated.
    fn muted(self, max: f64) -> Self {
        Self { saturation: self.saturation.min(max), ..self }
    }

    /// The nearest of its shades that `passes`, looked for in steps towards white or black, the last of which is tried as
    /// well.
    fn until(self, step: f64, passes: impl Fn(Colour) -> bool) -> Self {
        let mut tone = self;
        while !passes(tone.colour()) && (0.0..=1.0).contains(&(tone.lightness + step)) {
            tone.lightness += step;
        }
        if passes(tone.colour()) { tone } else { self.at(if step < 0.0 { 0.0 } else { 1.0 }) }
    }
}

/// One of the two themes, as far as accents need it: a copy of what `tokens.css` says, which a test compares.
#[derive(Debug)]
struct Theme {
    /// Backgrounds of pages, notices, and rows under the pointer.
    grounds: &'static [(&'static str, Colour)],
    /// Text on the soft accent.
    inks: &'static [(&'static str, Colour)],
    /// Text on a button.
    on_accent: Colour,
    /// A step of lightness away from the ground.
    step: f64,
    soft_lightness: f64,
    line_lightness: f64,
}

const fn colour(value: u32) -> Colour {
    let [_, red, green, blue] = value.to_be_bytes();
    Colour::new(red, green, blue)
}

const LIGHT: Theme = Theme {
    grounds: &[
        ("ground", colour(0xf4f6f5)),
        ("surface", colour(0xffffff)),
        ("raised", colour(0xffffff)),
        ("sunken", colour(0xeef2f0)),
        ("hover", colour(0xeaefed)),
        ("danger-soft", colour(0xfcecea)),
        ("warning-soft", colour(0xfbf1dc)),
        ("success-soft", colour(0xe3f3e8)),
        ("info-soft", colour(0xe6eff7)),
    ],
    inks: &[
        ("ink", colour(0x12201b)),
        ("ink-soft", colour(0x4e5d57)),
        ("danger", colour(0xad241b)),
        ("warning", colour(0x805000)),
        ("success", colour(0x17693a)),
        ("info", colour(0x28587f)),
    ],
    on_accent: colour(0xffffff),
    step: -0.005,
    soft_lightness: 0.925,
    line_lightness: 0.76,
};

const DARK: Theme = Theme {
    grounds: &[
        ("ground", colour(0x0d1312)),
        ("surface", colour(0x141c1a)),
        ("raised", colour(0x1b2523)),
        ("sunken", colour(0x0f1716)),
        ("hover", colour(0x1e2927)),
        ("danger-soft", colour(0x351917)),
        ("warning-soft", colour(0x2f2511)),
        ("success-soft", colour(0x14301f)),
        ("info-soft", colour(0x162937)),
    ],
    inks: &[
        ("ink", colour(0xe7eeeb)),
        ("ink-soft", colour(0x9fb0a9)),
        ("danger", colour(0xff9286)),
        ("warning", colour(0xecbc68)),
        ("success", colour(0x77d396)),
        ("info", colour(0x8fbfe8)),
    ],
    on_accent: colour(0x0a0f0e),
    step: 0.005,
    soft_lightness: 0.14,
    line_lightness: 0.27,
};

/// The shades of an accent in one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shades {
    /// Links, the ring around what has the focus, and the ground of buttons.
    pub accent: Colour,
    /// The same under the pointer.
    pub strong: Colour,
    /// Text on buttons.
    pub on_accent: Colour,
    /// The ground of what is chosen, or marked.
    pub soft: Colour,
    /// Lines around that; nothing is read from them.
    pub line: Colour,
}

impl Shades {
    fn for_theme(accent: Colour, theme: &Theme) -> Self {
        let tone = Tone::from_colour(accent);
        let quiet = tone.muted(0.5);
        let soft = quiet
            .at(theme.soft_lightness)
            .until(-theme.step, |soft| {
                let mut inks = theme.inks.iter();
                inks.all(|(_, ink)| ink.contrast(soft) >= MIN_TEXT_CONTRAST)
            })
            .colour();
        let reads = |ink: Colour| {
            let mut grounds = theme.grounds.iter().map(|(_, ground)| *ground);
            ink.contrast(soft) >= MIN_TEXT_CONTRAST
                && ink.contrast(theme.on_accent) >= MIN_TEXT_CONTRAST
                && grounds.all(|ground| ink.contrast(ground) >= MIN_TEXT_CONTRAST)
        };
        let tone = tone.until(theme.step, reads);
        Self {
            accent: tone.colour(),
            strong: tone.at(tone.lightness + 18.0 * theme.step).colour(),
            on_accent: theme.on_accent,
            soft,
            line: quiet.at(theme.line_lightness).colour(),
        }
    }
}

/// A pair of colours that has to be told apart, and how well it is.
#[derive(Clone, Debug, Serialize)]
pub struct Pair {
    /// Name of the pair, as shown to admins.
    pub name: &'static str,
    /// The lowest contrast of it, cut off after two digits.
    pub ratio: f64,
    /// The lowest that is allowed.
    pub least: f64,
}

/// The shades of an accent in both themes. Every pair of them that the pages use has enough contrast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// In the light theme.
    pub light: Shades,
    /// In the dark theme.
    pub dark: Shades,
}

impl Palette {
    /// Derives the shades: of the colour's hue, and as near to it as can be read.
    pub fn new(accent: Colour) -> Self {
        Self { light: Shades::for_theme(accent, &LIGHT), dark: Shades::for_theme(accent, &DARK) }
    }

    /// Contrast of the shades in the light and in the dark theme.
    pub fn pairs(&self) -> [Vec<Pair>; 2] {
        [(&self.light, &LIGHT), (&self.dark, &DARK)].map(|(shades, theme)| {
            let on_grounds = |ink: Colour| {
                let grounds = theme.grounds.iter().map(|(_, ground)| *ground);
                grounds.chain([shades.soft]).map(|ground| ink.contrast(ground)).fold(f64::MAX, f64::min)
            };
            let on_soft = theme.inks.iter().map(|(_, ink)| ink.contrast(shades.soft));
            let on_button = |button: Colour| shades.on_accent.contrast(button);
            let pair = |name, ratio: f64, least| Pair { name, ratio: (ratio * 100.0).floor() / 100.0, least };
            vec![
                pair("Links", on_grounds(shades.accent), MIN_TEXT_CONTRAST),
                pair("Links under the pointer", on_grounds(shades.strong), MIN_TEXT_CONTRAST),
                pair("Text on buttons", on_button(shades.accent).min(on_button(shades.strong)), MIN_TEXT_CONTRAST),
                pair("Text on what is marked", on_soft.fold(f64::MAX, f64::min), MIN_TEXT_CONTRAST),
                pair("Focus ring", on_grounds(shades.accent), MIN_RING_CONTRAST),
            ]
        })
    }

    /// A stylesheet that sets the shades for the elements that `selector` names.
    pub fn stylesheet(&self, selector: &str) -> String {
        let Self { light, dark } = self;
        let both = |name: &str, light: Colour, dark: Colour| format!("--{name}:light-dark({light},{dark});");
        [
            format!("{selector}{{"),
            both("accent", light.accent, dark.accent),
            both("accent-strong", light.strong, dark.strong),
            both("accent-fill", light.accent, dark.accent),
            both("accent-fill-hover", light.strong, dark.strong),
            both("on-accent", light.on_accent, dark.on_accent),
            both("accent-soft", light.soft, dark.soft),
            both("accent-line", light.line, dark.line),
            // Where it is inherited, it has the accent of the element that it is inherited from.
            "--ring:2px solid var(--accent);}\n".to_owned(),
        ]
        .concat()
    }
}

#[cfg(test)]
mod tests;
