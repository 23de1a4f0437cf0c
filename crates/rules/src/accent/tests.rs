//! Contrast against values that others published, and shades of random colours.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;

fn hex(text: &str) -> Colour {
    Colour::read(text).unwrap()
}

#[test]
fn contrast_is_that_of_wcag() {
    for (one, two, ratio) in [
        ("#000000", "#ffffff", 21.0),
        ("#ffffff", "#ffffff", 1.0),
        ("#777777", "#ffffff", 4.478),
        ("#767676", "#ffffff", 4.542),
        ("#949494", "#ffffff", 3.033),
        ("#ff0000", "#ffffff", 3.998),
        ("#00ff00", "#ffffff", 1.372),
        ("#0000ff", "#ffffff", 8.592),
        ("#ffff00", "#000000", 19.556),
    ] {
        let (one, two) = (hex(one), hex(two));
        assert!((one.contrast(two) - ratio).abs() < 0.001, "{one} {two}");
        assert!((two.contrast(one) - ratio).abs() < 0.001, "{two} {one}");
    }
    assert!((hex("#808080").luminance() - 0.2159).abs() < 0.0001);
}

#[test]
fn a_colour_is_a_hash_and_six_digits() {
    assert_eq!(hex("#0A6a57"), Colour::new(0x0a, 0x6a, 0x57));
    assert_eq!(hex("#0A6a57").to_string(), "#0a6a57");
    for wrong in [
        "",
        "#",
        "0a6a57",
        "#0a6a5",
        "#0a6a577",
        "#0a6a5g",
        "#abc",
        "#+1+1+1",
        " #0a6a57",
        "red",
        "#0a6a57;",
        "#ä6a57",
        "##a6a57",
        "rgb(1,2,3)",
        "#é1é1",
    ] {
        assert!(Colour::read(wrong).is_err(), "{wrong}");
    }
    assert!(Colour::of_digits("#0a6a5").is_none());
}

/// The light and the dark value of each colour in the stylesheet.
fn tokens() -> HashMap<String, (Colour, Colour)> {
    let css = include_str!("../../../../static/css/tokens.css");
    css.lines()
        .filter_map(|line| {
            let (name, value) = line.trim().strip_prefix("--")?.split_once(": light-dark(")?;
            let (light, dark) = value.strip_suffix(");")?.split_once(", ")?;
            let both = (Colour::read(light).ok()?, Colour::read(dark).ok()?);
            Some((name.to_owned(), both))
        })
        .collect()
}

#[test]
fn the_themes_are_those_of_the_stylesheet() {
    let tokens = tokens();
    for (name, light) in LIGHT.grounds.iter().chain(LIGHT.inks) {
        assert_eq!(tokens[*name].0, *light, "{name}");
    }
    for (name, dark) in DARK.grounds.iter().chain(DARK.inks) {
        assert_eq!(tokens[*name].1, *dark, "{name}");
    }
    let set = Palette::new(hex("#0a6a57")).stylesheet(":root");
    for name in tokens.keys().filter(|name| name.contains("accent")) {
        assert!(set.contains(&format!("--{name}:light-dark(")), "{name}");
    }
}

#[test]
fn a_colour_that_can_be_read_already_stays_as_it_is() {
    assert_eq!(Palette::new(hex("#0a6a57")).light.accent, hex("#0a6a57"));
    assert_eq!(Palette::new(hex("#7a1f5c")).light.accent, hex("#7a1f5c"));
    assert_eq!(Palette::new(hex("#58cbad")).dark.accent, hex("#58cbad"));
}

#[test]
fn the_stylesheet_sets_both_themes() {
    let css = Palette::new(hex("#ffdd00")).stylesheet(".sample");
    assert!(css.starts_with(".sample{--accent:light-dark(#"), "{css}");
    assert!(css.ends_with("--ring:2px solid var(--accent);}\n"), "{css}");
    assert_eq!(css.matches("light-dark(").count(), 7);
}

/// The hue of a colour in degrees; none of one that has hardly any.
fn hue(colour: Colour) -> Option<f64> {
    let [red, green, blue] = colour.parts();
    let spread = red.max(green).max(blue) - red.min(green).min(blue);
    (spread > 0.15).then(|| Tone::from_colour(colour).hue * 60.0)
}

fn expect_readable(accent: Colour) {
    let palette = Palette::new(accent);
    for (shades, theme) in [(palette.light, &LIGHT), (palette.dark, &DARK)] {
        for (name, ground) in theme.grounds.iter().chain(&[("soft", shades.soft)]) {
            for ink in [shades.accent, shades.strong] {
                assert!(ink.contrast(*ground) >= MIN_TEXT_CONTRAST, "{accent} {name}");
            }
        }
        for button in [shades.accent, shades.strong] {
            let ratio = shades.on_accent.contrast(button);
            assert!(ratio >= MIN_TEXT_CONTRAST, "{accent} {ratio}");
        }
        for (name, ink) in theme.inks {
            assert!(ink.contrast(shades.soft) >= MIN_TEXT_CONTRAST, "{accent} {name}");
        }
        if let (Some(before), Some(after)) = (hue(accent), hue(shades.accent)) {
            let apart = (before - after).abs();
            assert!(apart.min(360.0 - apart) < 5.0, "{accent} {before} {after}");
        }
    }
    for pair in palette.pairs().concat() {
        assert!(pair.ratio >= pair.least, "{accent} {pair:?}");
    }
}

#[test]
fn the_corners_of_the_cube_and_every_grey_can_be_read() {
    for corner in 0..8_u32 {
        let part = |bit: u32| if corner >> bit & 1 == 1 { 255 } else { 0 };
        expect_readable(Colour::new(part(2), part(1), part(0)));
    }
    for grey in 0..=255 {
        expect_readable(Colour::new(grey, grey, grey));
    }
}

proptest! {
    #[test]
    fn every_pair_of_shades_can_be_read_and_keeps_the_hue(red: u8, green: u8, blue: u8) {
        expect_readable(Colour::new(red, green, blue));
    }

    #[test]
    fn a_colour_is_read_as_it_is_written(red: u8, green: u8, blue: u8) {
        let colour = Colour::new(red, green, blue);
        prop_assert_eq!(Colour::read(&colour.to_string()), Ok(colour));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,12}") {
        if let Ok(colour) = Colour::read(&text) {
            prop_assert_eq!(colour.to_string(), text.to_ascii_lowercase());
        }
    }
}
