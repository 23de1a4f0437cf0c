//! Slack's mrkdwn as the chat's Markdown: `*bold*`, `_italic_`, `~struck~`, code, `<…>` links and mentions, entities. In the
//! Markdown of Mattermost and Rocket.Chat, signs stay as they are, and `<…>` and entities mean the same.
//! The modules above decide which texts are which, and which plain. A text is read in `writer`, its signs are paired in
//! `signs`; here is what both write: words, links, mentions and dates.

mod signs;
mod writer;

use super::Markup;
use super::date_format::{self, DatePiece};
use crate::emoji;
use crate::limits::web_url;
use crate::scanner::bracketed;
use crate::steps;
use crate::text::{Text, escape};
use portico_rules::chat::links;
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::chat::names;
use portico_rules::chat::times::{ChatTime, TimeStyle};
use portico_rules::ids;
use writer::MrkdwnWriter;

pub(super) use writer::unformatted;

/// The longest `<…>`, in bytes; a longer one is text.
const MAX_TOKEN_LENGTH: usize = 4_096;
/// The schemes of `<…>` without `://`. With a label any scheme is one; alone, `<host:port>` is a placeholder.
const SCHEMES: [&str; 3] = ["mailto", "tel", "sms"];
/// Signs that mark a label from end to end, and those that mark it here.
const STYLES: [(char, &str); 3] = [('*', "**"), ('_', "_"), ('~', "~~")];
/// Separates two characters that together would be markup; takes no space.
const WORD_JOINER: &str = "\u{2060}";

/// Translates a text. Linear.
pub(super) fn translate(text: &str, markup: Markup) -> Text {
    let mut writer = MrkdwnWriter::new(text, markup);
    writer.begin_line();
    writer.write()
}

/// Translates a title or a name, in which `>` quotes nothing: `>90% full` keeps its sign.
pub(super) fn title(text: &str, markup: Markup) -> Text {
    MrkdwnWriter::new(text, markup).write()
}

/// Text without markup: only entities are unescaped, and names of emoji read if it `has_emoji`; nothing in it is a mention.
pub(super) fn plain(text: &str, has_emoji: bool) -> Text {
    let mut out = Text::default();
    let text = unescape(text);
    out.no_mention(&if has_emoji { escape(&emoji::replaced(&text)) } else { escape(&text) });
    out
}

/// Plain text after what is written already. Some signs mark something only at the beginning of a line, and are escaped
/// only there.
pub(super) fn words(text: &str, out: &mut Text) {
    // Blanks need no look back, which would pass all blanks before them again.
    if text.trim().is_empty() {
        out.no_mention(text);
        return;
    }
    out.no_mention(&if begins_line(out) { escape(text) } else { within_line(text) });
}

/// True if nothing but blanks is written of a line.
fn begins_line(out: &Text) -> bool {
    let before = out.written().trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with('\n')
}

/// Plain text as Markdown, for a place that is not the beginning of a line.
pub(super) fn within_line(text: &str) -> String {
    escape(&format!(".{text}")).split_off(1)
}

/// Undoes `&lt;`, `&gt;` and `&amp;`, once.
pub(super) fn unescape(text: &str) -> String {
    steps::count(text.len());
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// A link with a plain label, or the address itself where the label says nothing else.
pub(super) fn link(url: &str, label: &str, out: &mut Text) {
    link_as(within_line, url, label, out);
}

/// A label in mrkdwn as Markdown: formatted where signs go around all of it, otherwise plain.
fn formatted(label: &str) -> String {
    let code = label.strip_prefix('`').and_then(|code| code.strip_suffix('`'));
    if let Some(code) = code.filter(|code| !code.trim().is_empty() && !code.contains('`')) {
        return format!("`{code}`");
    }
    for (sign, written) in STYLES {
        let words = label.strip_prefix(sign);
        let words = words.and_then(|words| words.strip_suffix(sign));
        let spans = |words: &&str| !words.is_empty() && words.trim() == *words && !words.contains([sign, '\\']);
        if let Some(words) = words.filter(spans) {
            return format!("{written}{}{written}", formatted(words));
        }
    }
    within_line(label)
}

/// A link whose label is written as Markdown by `write`.
fn link_as(write: impl Fn(&str) -> String, url: &str, label: &str, out: &mut Text) {
    let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(url) = web_url(url) else {
        match url.strip_prefix("mailto:") {
            Some(address) if label.is_empty() || label == address => words(address, out),
            _ if label.is_empty() => words(url, out),
            _ => words(&format!("{label} ({url})"), out),
        }
        return;
    };
    // What is written before must not make a picture of the link, or take the meaning of its sign.
    if out.written().ends_with(['!', '\\']) {
        out.markup(WORD_JOINER);
    }
    let says_more = names::has_visible(&label) && !label.contains("://");
    // A label that looks like an address could lie about where it leads; these signs would end it elsewhere.
    if !says_more || label.contains(['[', ']']) || label.ends_with('\\') {
        out.no_mention(&links::in_brackets(url));
        if says_more {
            out.no_mention(&format!(" ({})", write(&label)));
        }
    } else {
        let url =
            url.replace('(', "%28").replace(')', "%29").replace('<', "%3C").replace('>', "%3E").replace('`', "%60");
        out.no_mention(&format!("[{}]({url})", write(&label)));
    }
}

/// The mention of a user by id; another system's id is text.
pub(super) fn user(id: &str, label: Option<&str>, out: &mut Text) {
    named(id, label, MentionTarget::User, out);
}

/// The mention of a group of users, which is a role here.
pub(super) fn group(id: &str, label: Option<&str>, out: &mut Text) {
    named(id, label, MentionTarget::Role, out);
}

fn named<Id: From<i64>>(id: &str, label: Option<&str>, target: fn(Id) -> MentionTarget, out: &mut Text) {
    match ids::parse(id) {
        Some(id) => out.mention(target(id)),
        None => {
            let name = label.filter(|label| !label.is_empty()).unwrap_or(id);
            let name = name.trim_start_matches('@');
            out.no_mention(&format!("@{}", within_line(name)));
        }
    }
}

/// A moment in the words of its format, such as `Posted {date} at {time}`, as a link where it has an address. Without a
/// moment, or with words that are none of a date, the fallback is written.
pub(super) fn date(seconds: Option<i64>, format: &str, url: Option<&str>, fallback: Option<&str>, out: &mut Text) {
    let fallback = fallback.filter(|fallback| !fallback.is_empty());
    let written = seconds.and_then(|seconds| date_format::pieces(seconds, format));
    let pieces = match (written, fallback, seconds.and_then(|seconds| ChatTime::new(seconds, TimeStyle::Full))) {
        (Some(pieces), _, _) => pieces,
        (None, Some(fallback), _) => vec![DatePiece::Words(fallback)],
        (None, None, Some(time)) => vec![DatePiece::Time(time)],
        (None, None, None) => vec![DatePiece::Words("date")],
    };
    if let Some(url) = url.filter(|url| web_url(url).is_some()) {
        let label = pieces.iter().map(|piece| match piece {
            DatePiece::Words(words) => within_line(words),
            DatePiece::Time(time) => time.to_string(),
        });
        link_as(str::to_owned, url, &label.collect::<String>(), out);
        return;
    }
    for piece in pieces {
        match piece {
            DatePiece::Words(text) => words(text, out),
            DatePiece::Time(time) => out.no_mention(&time.to_string()),
        }
    }
}

/// The text between `<` and `>` at the beginning of a text, on one line, if it is a mention, a command or an address;
/// none for anything else, such as `<placeholder>`.
fn token(text: &str) -> Option<&str> {
    let inside = bracketed(text, MAX_TOKEN_LENGTH)?;
    let (target, label) = match inside.split_once('|') {
        Some((target, label)) => (target, Some(label)),
        None => (inside, None),
    };
    let means = if let Some(id) = target.strip_prefix(['@', '#']) {
        !id.is_empty() && !id.contains(char::is_whitespace)
    } else if let Some(command) = target.strip_prefix('!') {
        let name = command.split('^').next().unwrap_or_default();
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !name.is_empty() && name.chars().all(is_name)
    } else {
        is_address(target, label.is_some())
    };
    means.then_some(inside)
}

/// True if a text begins with a scheme, as an address does.
fn is_address(target: &str, is_labelled: bool) -> bool {
    let Some((scheme, rest)) = target.split_once(':') else {
        return false;
    };
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let names_something = !rest.is_empty() && !rest.starts_with(|c: char| c == ':' || c.is_whitespace());
    let is_known = || is_labelled || SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    is_scheme && names_something && (rest.starts_with("//") || is_known())
}

/// The web address and the label of a text that is one `<…>` and nothing else.
fn linked(text: &str) -> Option<(String, String)> {
    let inside = token(text).filter(|inside| inside.len() + 2 == text.len())?;
    let (url, label) = inside.split_once('|').unwrap_or((inside, ""));
    let url = unescape(url);
    web_url(&url)?;
    let label = unescape(label);
    (!label.contains('`')).then_some((url, label))
}
