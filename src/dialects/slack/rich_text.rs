//! Slack's rich text: sections, lists, quotes and code, with styled elements in them.
//! Blocks of other types are in `blocks`.

use serde_json::Value;
use time::macros::format_description;

use super::{filled, mrkdwn};
use crate::chat::mentions::Target;
use crate::clock;
use crate::dialects::limits::note;
use crate::dialects::steps;
use crate::dialects::text::{Text, escape};

/// How deep lists may be indented.
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
                let longest = code
                    .split(|c| c != '`')
                    .map(str::len)
                    .max()
                    .unwrap_or_default();
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
    value
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.get("elements").and_then(Value::as_array);
    items.into_iter().flatten().inspect(|_| steps::count(1))
}

/// The words of an element, as code shows them.
fn raw(element: &Value) -> Option<String> {
    filled(element.get("text"))
        .or_else(|| {
            element
                .get("text")
                .and_then(Value::as_str)
                .map(str::to_owned)
        })
        .or_else(|| filled(element.get("url")))
}

fn list(part: &Value, path: &str, dropped: &mut Vec<String>, out: &mut Text) {
    let is_ordered = part.get("style").and_then(Value::as_str) == Some("ordered");
    let number = |key: &str| part.get(key).and_then(Value::as_u64).unwrap_or(0);
    let indent = "  ".repeat(usize::try_from(number("indent").min(DEEPEST)).unwrap_or_default());
    for (index, item) in items(part).enumerate() {
        out.line();
        let place = number("offset")
            .min(100_000)
            .saturating_add(index as u64 + 1);
        out.markup(&if is_ordered {
            format!("{indent}{place}. ")
        } else {
            format!("{indent}- ")
        });
        section(item, path, dropped, out);
    }
}

fn section(part: &Value, path: &str, dropped: &mut Vec<String>, out: &mut Text) {
    for element in items(part) {
        let text = |key: &str| filled(element.get(key)).unwrap_or_default();
        match kind(element) {
            "text" => styled(element, out),
            "link" => mrkdwn::link(&text("url"), &text("text"), out),
            "user" => mrkdwn::user(&text("user_id"), None, out),
            "usergroup" => mrkdwn::group(&text("usergroup_id"), None, out),
            "channel" => out.no_mention(&format!("#{}", escape(&text("channel_id")))),
            "broadcast" => out.mention(Target::All),
            "emoji" => out.no_mention(&emoji(element)),
            "color" => out.no_mention(&escape(&text("value"))),
            "date" => out.no_mention(&date(element)),
            other => note(dropped, &format!("{path}: {other}")),
        }
    }
}

/// Words with their styles. Markup must not touch white space, so that stays outside.
fn styled(element: &Value, out: &mut Text) {
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
        let signs: Vec<&str> = signs
            .iter()
            .filter(|(style, _)| has(style))
            .map(|(_, sign)| *sign)
            .collect();
        // Over several lines the signs would be text.
        let signs = if words.contains('\n') {
            Vec::new()
        } else {
            signs
        };
        signs.iter().for_each(|sign| out.markup(sign));
        out.no_mention(&escape(words));
        signs.iter().rev().for_each(|sign| out.markup(sign));
    }
    out.markup(text.get(lead + words.len()..).unwrap_or_default());
}

/// The emoji itself where its code points are given, else its name.
fn emoji(element: &Value) -> String {
    let points = element
        .get("unicode")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let glyph: Option<String> = points
        .split('-')
        .take(16)
        .map(|point| u32::from_str_radix(point, 16).ok().and_then(char::from_u32))
        .collect();
    match glyph.filter(|glyph| !glyph.is_ascii() && !points.is_empty()) {
        Some(glyph) => glyph,
        None => format!(
            ":{}:",
            escape(&filled(element.get("name")).unwrap_or_default())
        ),
    }
}

fn date(element: &Value) -> String {
    if let Some(words) = filled(element.get("fallback")) {
        return escape(&words);
    }
    let at = element
        .get("timestamp")
        .and_then(Value::as_i64)
        .unwrap_or_default();
    clock::written(
        at.saturating_mul(1_000),
        format_description!("[year]-[month]-[day] [hour]:[minute] UTC"),
    )
}
