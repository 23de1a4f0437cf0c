//! Names of emoji, as `:tada:`: those that GitHub knows become the emoji, and a few that only Slack and Discord know.
//! Other names stay text. Each dialect decides in which of its texts names are read.

use std::borrow::Cow;
use std::ops::Range;

use super::text::CodeSpans;
use super::{scanner, steps};

/// The longest name, in bytes.
const MAX_NAME_LENGTH: usize = 64;

/// The longest list of an emoji's code points, in bytes: ten of five digits, with hyphens.
const MAX_POINTS_LENGTH: usize = 60;

/// Names that are missing from GitHub's table, or mean another emoji there.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("octagonal_sign", "🛑"),
    ("large_red_circle", "🔴"),
    ("large_orange_circle", "🟠"),
    ("large_yellow_circle", "🟡"),
    ("large_green_circle", "🟢"),
    ("blue_circle", "🔵"),
    ("large_purple_circle", "🟣"),
    ("large_brown_circle", "🟤"),
    ("red_square", "🟥"),
    ("large_red_square", "🟥"),
    ("large_orange_square", "🟧"),
    ("large_yellow_square", "🟨"),
    ("large_green_square", "🟩"),
    ("large_blue_square", "🟦"),
    ("large_purple_square", "🟪"),
    ("thinking_face", "🤔"),
    ("hugging_face", "🤗"),
    ("face_with_rolling_eyes", "🙄"),
    ("robot_face", "🤖"),
    ("tools", "🛠️"),
    ("rain_cloud", "🌧️"),
    ("thumbup", "👍"),
    ("thumbdown", "👎"),
    ("email", "✉️"),
    ("shipit", "🐿️"),
    ("skin-tone-2", "🏻"),
    ("skin-tone-3", "🏼"),
    ("skin-tone-4", "🏽"),
    ("skin-tone-5", "🏾"),
    ("skin-tone-6", "🏿"),
];

/// The emoji of a name.
pub(super) fn named(name: &str) -> Option<&'static str> {
    let other = OTHER_NAMES.iter().find(|(known, _)| *known == name);
    other.map(|(_, emoji)| *emoji).or_else(|| emojis::get_by_shortcode(name).map(emojis::Emoji::as_str))
}

/// The emoji that a text is, if it is one.
pub(super) fn itself(text: &str) -> Option<&'static str> {
    emojis::get(text).map(emojis::Emoji::as_str)
}

/// The path of an emoji as a picture on this instance.
#[must_use]
pub fn picture_path(emoji: &str) -> String {
    let points: Vec<String> = emoji.chars().map(|c| format!("{:x}", u32::from(c))).collect();
    format!("/avatars/emoji/{}", points.join("-"))
}

/// The emoji of these code points, in lower-case hexadecimal digits with hyphens between them, as in [`picture_path`];
/// none where they are no emoji.
#[must_use]
pub fn from_code_points(points: &str) -> Option<&'static str> {
    if points.len() > MAX_POINTS_LENGTH {
        return None;
    }
    let points = points.split('-').map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32));
    itself(&points.collect::<Option<String>>()?)
}

/// The emoji whose name between colons a text begins with, and the length of both; none inside a word. `before` is what
/// comes before the text, after another emoji if `follows`.
pub(super) fn read(text: &str, before: &str, follows: bool) -> Option<(&'static str, usize)> {
    let in_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '/');
    if !follows && before.ends_with(in_word) {
        return None;
    }
    let inside = text.strip_prefix(':')?;
    let end = inside
        .bytes()
        .take(MAX_NAME_LENGTH)
        .position(|byte| !byte.is_ascii_alphanumeric() && !b"_+-".contains(&byte))?;
    let (name, after) = inside.split_at_checked(end)?;
    let after = after.strip_prefix(':')?;
    let emoji = named(name)?;
    (!after.starts_with(|c: char| c.is_ascii_alphanumeric())).then_some((emoji, end + 2))
}

/// Plain text with the emoji that it names, outside of web addresses. Linear.
pub(super) fn replaced(text: &str) -> Cow<'_, str> {
    if !text.contains(':') {
        return Cow::Borrowed(text);
    }
    outside(text, scanner::addresses(text))
}

/// Markdown with the emoji that it names, outside of code and web addresses. Linear.
pub(super) fn in_markdown(text: &str) -> Cow<'_, str> {
    if !text.contains(':') {
        return Cow::Borrowed(text);
    }
    let mut kept = CodeSpans::find(text).ranges();
    kept.extend(scanner::addresses(text));
    kept.sort_by_key(|range| range.start);
    outside(text, kept)
}

/// The text with the emoji that it names outside of these ranges, which are in order of their starts.
fn outside(text: &str, kept: Vec<Range<usize>>) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let (mut done, mut follows) = (0, None);
    let mut kept = kept.into_iter().peekable();
    while let Some(offset) = text.get(done..).and_then(|rest| rest.find(':')) {
        let at = done + offset;
        steps::count(offset + 1);
        while kept.next_if(|range| range.end <= at).is_some() {}
        if let Some(range) = kept.next_if(|range| range.start <= at) {
            out.push_str(text.get(done..range.end).unwrap_or_default());
            done = range.end;
            continue;
        }
        let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
        out.push_str(before.get(done..).unwrap_or_default());
        let emoji = read(rest, before, follows == Some(at));
        let (written, length) = emoji.unwrap_or((":", 1));
        out.push_str(written);
        done = at + length;
        follows = emoji.map(|_| done);
    }
    out.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{from_code_points, in_markdown, picture_path, replaced};
    use crate::steps::counted;

    #[test]
    fn usual_names_become_emoji() {
        for (text, expected) in [
            (":tada: Release :rocket:", "🎉 Release 🚀"),
            ("(:+1:) :-1:, :x:.", "(👍) 👎, ❌."),
            (":thumbsup::skin-tone-3::fire:", "👍🏼🔥"),
            (":large_green_circle:ok", ":large_green_circle:ok"),
            ("完成:x:完成", "完成❌完成"),
        ] {
            assert_eq!(replaced(text), expected, "{text}");
        }
    }

    #[test]
    fn other_names_and_colons_stay_text() {
        for text in [
            ":acme-logo: :party-parrot:",
            "10:100:30",
            "a:x:b",
            "std::fire::now",
            "https://a.example:x:/:x:",
            "see https://a.example/#:x: and https://a.example/?q=(:x:)",
            ": x : :x",
            "::x::",
            ":",
        ] {
            assert_eq!(replaced(text), text);
        }
    }

    #[test]
    fn names_in_code_and_in_addresses_of_markdown_stay_as_they_are() {
        for (text, expected) in [
            (":x: `:x:` :x:", "❌ `:x:` ❌"),
            ("```yaml\n- :x:\n``` :x:", "```yaml\n- :x:\n``` ❌"),
            ("[:x: log](https://a.example/#:x:) :x:", "[❌ log](https://a.example/#:x:) ❌"),
            ("` :x:", "` ❌"),
        ] {
            assert_eq!(in_markdown(text), expected, "{text}");
        }
    }

    #[test]
    fn the_path_of_a_picture_names_its_emoji_and_no_other_text() {
        for emoji in ["🚀", "⚠️", "👍", "🇩🇪", "#️⃣"] {
            let path = picture_path(emoji);
            assert_eq!(from_code_points(path.strip_prefix("/avatars/emoji/").unwrap_or_default()), Some(emoji));
        }
        let long = "1f680-".repeat(100_000);
        for points in ["", "61", "3c", "1f680-1f680", "110000", "x", "-", "d800", long.as_str()] {
            assert_eq!(from_code_points(points), None);
        }
    }

    #[test]
    fn names_are_read_in_linear_time() {
        for pattern in [":", ":a", ":x:", "`:x:`", "https://a.example/:x: ", ":`https://a.example/"] {
            let cost = |times: usize| counted(|| in_markdown(&pattern.repeat(times)).len()).1;
            assert!(cost(4_000) <= 5 * cost(1_000), "{pattern}");
        }
    }
}
