//! Slack's rich text: sections, lists, quotes and code, with styled elements in them.
//! Blocks of other types are in `blocks`.

use serde_json::Value;

use super::{filled, mrkdwn};
use crate::emoji;
use crate::limits::{note, web_url};
use crate::steps;
use crate::text::{Text, escape};
use portico_rules::chat::mentions::MentionTarget;

/// Max indent of lists.
const DEEPEST: u64 = 4;

/// Reads a `rich_text` block or cell.
pub(super) fn read(block: &Value, path: &str, dropped: &mut Vec<String>) -> Text {
    let mut out = Text::default();
    for part in items(block) {
        match kind(part) {
            "rich_text_section" => {
                out.line();
                section(part, path, dropped, &mut out);
            }
            "rich_text_list" => list(part, path, dropped, &mut out),
            "rich_text_quote" => {
                out.line();
                let mut quote = Text::default();
                section(part, path, dropped, &mut quote);
                out.append(quote.with_line_prefix("> "));
            }
            "rich_text_preformatted" => {
                let code: String = items(part).filter_map(raw).collect();
                let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or_default();
                let fence = "`".repeat(longest.max(2) + 1);
                out.line();
                out.no_mention(&format!("{fence}\n{code}\n{fence}"));
            }
            other => note(dropped, &format!("{path}: {other}")),
        }
    }
    out
}

fn kind(value: &Value) -> &str {
    value.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.get("elements").and_then(Value::as_array);
    items.into_iter().flatten().inspect(|_| steps::count(1))
}

/// The words of an element, as code shows them.
fn raw(element: &Value) -> Option<String> {
    filled(element.get("text"))
        .or_else(|| element.get("text").and_then(Value::as_str).map(str::to_owned))
        .or_else(|| filled(element.get("url")))
}

fn list(part: &Value, path: &str, dropped: &mut Vec<String>, out: &mut Text) {
    let is_ordered = part.get("style").and_then(Value::as_str) == Some("ordered");
    let number = |key: &str| part.get(key).and_then(Value::as_u64).unwrap_or(0);
    let indent = "  ".repeat(usize::try_from(number("indent").min(DEEPEST)).unwrap_or_default());
    for (index, item) in items(part).enumerate() {
        out.line();
        let place = number("offset").min(100_000).saturating_add(index as u64 + 1);
        out.markup(&if is_ordered { format!("{indent}{place}. ") } else { format!("{indent}- ") });
        section(item, path, dropped, out);
    }
}

fn section(part: &Value, path: &str, dropped: &mut Vec<String>, out: &mut Text) {
    let mut elements = items(part).enumerate().peekable();
    while let Some((index, element)) = elements.next() {
        let text = |key: &str| filled(element.get(key)).unwrap_or_default();
        match kind(element) {
            "text" => {
                let next = elements.peek().map(|(_, next)| *next);
                styled(element, index == 0, next.and_then(first_letter), out);
            }
            "link" => mrkdwn::link(&text("url"), &text("text"), out),
            "user" => mrkdwn::user(&text("user_id"), None, out),
            "usergroup" => mrkdwn::group(&text("usergroup_id"), None, out),
            "channel" => {
                out.no_mention(&format!("#{}", mrkdwn::within_line(&text("channel_id"))));
            }
            "broadcast" => out.mention(MentionTarget::All),
            "emoji" => out.no_mention(&glyph(element)),
            "color" => mrkdwn::words(&text("value"), out),
            "date" => date(element, out),
            other => note(dropped, &format!("{path}: {other}")),
        }
    }
}

/// The character that an element begins with, if that may be a letter.
fn first_letter(element: &Value) -> Option<char> {
    let text = |key: &str| element.get(key).and_then(Value::as_str);
    match kind(element) {
        "text" => text("text")?.chars().next(),
        "date" => {
            let mut written = Text::default();
            date(element, &mut written);
            written.written().chars().next()
        }
        // A web address begins with a sign.
        "link" if text("url").and_then(web_url).is_none() => {
            filled(element.get("text")).or_else(|| filled(element.get("url")))?.chars().next()
        }
        _ => None,
    }
}

/// True if a sign marks something between the character outside of it and the one within: beside letters of most
/// scripts it would be text.
fn marks(sign: &str, outside: Option<char>, within: Option<char>) -> bool {
    !outside.is_some_and(char::is_alphanumeric)
        || sign != "_"
            && !outside.is_some_and(|c| c.is_ascii_alphanumeric())
            && within.is_some_and(char::is_alphanumeric)
}

/// Words with their styles. Markup must not touch white space, so that stays outside. `first`: nothing but the sign of a
/// list is before them; `next` comes after them.
fn styled(element: &Value, first: bool, next: Option<char>, out: &mut Text) {
    let Some(text) = element.get("text").and_then(Value::as_str) else {
        return;
    };
    let has = |style: &str| {
        let style = element.get("style").and_then(|styles| styles.get(style));
        style.and_then(Value::as_bool) == Some(true)
    };
    let words = text.trim();
    if words.is_empty() {
        out.markup(text);
        return;
    }
    let lead = text.len() - text.trim_start().len();
    out.markup(text.get(..lead).unwrap_or_default());
    if has("code") && !words.contains('`') {
        out.no_mention(&format!("`{words}`"));
    } else {
        let signs = [("bold", "**"), ("italic", "_"), ("strike", "~~")];
        let signs: Vec<&str> = signs.iter().filter(|(style, _)| has(style)).map(|(_, sign)| *sign).collect();
        // Over several lines the signs would be text, and in a word.
        let is_marked = !words.contains('\n')
            && signs.first().is_none_or(|sign| {
                let before = out.written().chars().next_back();
                let after = text.get(lead + words.len()..);
                let after = after.and_then(|after| after.chars().next()).or(next);
                marks(sign, before, words.chars().next()) && marks(sign, after, words.chars().next_back())
            });
        let signs = if is_marked { signs } else { Vec::new() };
        signs.iter().for_each(|sign| out.markup(sign));
        if first && signs.is_empty() {
            out.no_mention(&escape(words));
        } else {
            mrkdwn::words(words, out);
        }
        signs.iter().rev().for_each(|sign| out.markup(sign));
    }
    out.markup(text.get(lead + words.len()..).unwrap_or_default());
}

/// The emoji itself where its code points are given or its name is a usual one, else its name.
fn glyph(element: &Value) -> String {
    let points = element.get("unicode").and_then(Value::as_str).unwrap_or_default();
    let glyph: Option<String> =
        points.split('-').take(16).map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32)).collect();
    match glyph.filter(|glyph| !glyph.is_ascii() && !points.is_empty()) {
        Some(glyph) => glyph,
        None => {
            let name = filled(element.get("name")).unwrap_or_default();
            match emoji::named(&name) {
                Some(emoji) => emoji.to_owned(),
                None => format!(":{}:", mrkdwn::within_line(&name)),
            }
        }
    }
}

fn date(element: &Value, out: &mut Text) {
    let text = |key: &str| filled(element.get(key));
    let seconds = element.get("timestamp").and_then(Value::as_i64);
    let format = text("format").unwrap_or_default();
    mrkdwn::date(seconds, &format, text("url").as_deref(), text("fallback").as_deref(), out);
}
