//! Slack's names for emoji, as `:tada:`: the usual ones become the emoji, others stay text.
//! Where names are read is up to the modules beside this one.

use std::borrow::Cow;

/// The longest name, in bytes.
const MAX_NAME_LENGTH: usize = 32;

/// The usual names.
const EMOJI: &[(&str, &str)] = &[
    ("white_check_mark", "✅"),
    ("heavy_check_mark", "✔️"),
    ("ballot_box_with_check", "☑️"),
    ("x", "❌"),
    ("negative_squared_cross_mark", "❎"),
    ("heavy_multiplication_x", "✖️"),
    ("heavy_plus_sign", "➕"),
    ("heavy_minus_sign", "➖"),
    ("warning", "⚠️"),
    ("rotating_light", "🚨"),
    ("no_entry", "⛔"),
    ("no_entry_sign", "🚫"),
    ("octagonal_sign", "🛑"),
    ("construction", "🚧"),
    ("exclamation", "❗"),
    ("heavy_exclamation_mark", "❗"),
    ("bangbang", "‼️"),
    ("question", "❓"),
    ("information_source", "ℹ️"),
    ("bulb", "💡"),
    ("red_circle", "🔴"),
    ("large_orange_circle", "🟠"),
    ("orange_circle", "🟠"),
    ("large_yellow_circle", "🟡"),
    ("yellow_circle", "🟡"),
    ("large_green_circle", "🟢"),
    ("green_circle", "🟢"),
    ("large_blue_circle", "🔵"),
    ("blue_circle", "🔵"),
    ("large_purple_circle", "🟣"),
    ("purple_circle", "🟣"),
    ("white_circle", "⚪"),
    ("black_circle", "⚫"),
    ("tada", "🎉"),
    ("rocket", "🚀"),
    ("fire", "🔥"),
    ("boom", "💥"),
    ("collision", "💥"),
    ("bug", "🐛"),
    ("sparkles", "✨"),
    ("star", "⭐"),
    ("zap", "⚡"),
    ("eyes", "👀"),
    ("wave", "👋"),
    ("pray", "🙏"),
    ("clap", "👏"),
    ("raised_hands", "🙌"),
    ("muscle", "💪"),
    ("ok_hand", "👌"),
    ("thumbsup", "👍"),
    ("+1", "👍"),
    ("thumbsdown", "👎"),
    ("-1", "👎"),
    ("point_right", "👉"),
    ("heart", "❤️"),
    ("broken_heart", "💔"),
    ("smile", "😄"),
    ("slightly_smiling_face", "🙂"),
    ("thinking_face", "🤔"),
    ("thinking", "🤔"),
    ("cry", "😢"),
    ("scream", "😱"),
    ("skull", "💀"),
    ("ghost", "👻"),
    ("robot_face", "🤖"),
    ("hourglass", "⌛"),
    ("hourglass_flowing_sand", "⏳"),
    ("stopwatch", "⏱️"),
    ("alarm_clock", "⏰"),
    ("calendar", "📆"),
    ("bell", "🔔"),
    ("no_bell", "🔕"),
    ("loudspeaker", "📢"),
    ("mega", "📣"),
    ("email", "✉️"),
    ("envelope", "✉️"),
    ("memo", "📝"),
    ("pencil", "📝"),
    ("package", "📦"),
    ("link", "🔗"),
    ("lock", "🔒"),
    ("unlock", "🔓"),
    ("key", "🔑"),
    ("mag", "🔍"),
    ("wrench", "🔧"),
    ("hammer", "🔨"),
    ("gear", "⚙️"),
    ("chart_with_upwards_trend", "📈"),
    ("chart_with_downwards_trend", "📉"),
    ("bar_chart", "📊"),
    ("arrow_up", "⬆️"),
    ("arrow_down", "⬇️"),
    ("arrow_right", "➡️"),
    ("arrows_counterclockwise", "🔄"),
    ("recycle", "♻️"),
    ("money_with_wings", "💸"),
    ("moneybag", "💰"),
    ("shipit", "🐿️"),
    ("100", "💯"),
    ("skin-tone-2", "🏻"),
    ("skin-tone-3", "🏼"),
    ("skin-tone-4", "🏽"),
    ("skin-tone-5", "🏾"),
    ("skin-tone-6", "🏿"),
];

/// The emoji of a name.
pub(super) fn named(name: &str) -> Option<&'static str> {
    let known = EMOJI.iter().find(|(known, _)| *known == name)?;
    Some(known.1)
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

/// Plain text with the emoji that it names.
pub(super) fn replaced(text: &str) -> Cow<'_, str> {
    if !text.contains(':') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let (mut done, mut follows) = (0, None);
    while let Some(offset) = text.get(done..).and_then(|rest| rest.find(':')) {
        let at = done + offset;
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
    use super::replaced;

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
            ":acme-logo: :parrot:",
            "10:100:30",
            "a:x:b",
            "std::fire::now",
            "https://a.example:x:/:x:",
            ": x : :x",
            "::x::",
            ":",
        ] {
            assert_eq!(replaced(text), text);
        }
    }
}
