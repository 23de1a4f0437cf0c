//! Puts the fields of a form that was sent before into the form of a rendered page: it was sent in another request, so that the
//! handler of the page knows nothing of it, and a page with several forms has to find the one that is meant.
//! Only for our own pages: every attribute is in double quotes, and every text escaped, so that a tag ends at the next `>`.

use super::render::escaped;
use portico_store::models::accounts::saved_form::SentForm;

/// Said in the form.
pub const NOTE: &str = "<div class=\"notice notice-info form-kept\" role=\"status\" data-kept><p>Your session had ended, so this wasn’t sent. What you typed is here again.</p></div>";
/// Kinds of inputs whose values are the page's.
const NOT_TYPED: [&str; 6] = ["hidden", "password", "file", "submit", "button", "image"];

/// The page with `sent` in the form that it was sent from; none if the page does not have it, or it has no field for anything
/// that was sent. Where several forms have the same action, it is the one with the same hidden fields.
pub fn refilled(html: &str, sent: &SentForm) -> Option<String> {
    // Escaped, as the page has them.
    let fields: Vec<_> = sent.fields.iter().map(|(name, value)| (name.as_str(), escaped(value))).collect();
    let (start, end) = html.match_indices("<form").find_map(|(at, _)| {
        let (tag, _) = html.get(at..)?.split_once('>')?;
        let start = at + tag.len() + 1;
        let end = start + html.get(start..)?.find("</form>")?;
        // Without the query and the place in its page.
        let path = attribute(tag, "action")?.split(['?', '#']).next()?;
        (path == sent.action && is_the_form(&html[start..end], &fields)).then_some((start, end))
    })?;
    Some([&html[..start], NOTE, &fill(&html[start..end], &fields)?, &html[end..]].concat())
}

/// The value of an attribute, escaped. A quote in a value is escaped too, so that no value looks like an attribute.
fn attribute<'h>(tag: &'h str, name: &str) -> Option<&'h str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split('"').next()
}

/// The texts of a form, each with the tag after it.
fn pieces(form: &str) -> impl Iterator<Item = (&str, &str)> {
    form.split_inclusive('>').map(|piece| piece.split_at(piece.find('<').unwrap_or(piece.len())))
}

/// True if its hidden fields are those that were sent.
fn is_the_form(form: &str, sent: &[(&str, String)]) -> bool {
    let mut hidden = pieces(form).filter(|(_, tag)| attribute(tag, "type") == Some("hidden"));
    hidden.all(|(_, tag)| {
        attribute(tag, "name").is_none_or(|name| {
            let value = attribute(tag, "value").unwrap_or_default();
            // What differs with each page says nothing of the form.
            name == "key" || name.ends_with("/was") || has(sent, name, value)
        })
    })
}

fn has(sent: &[(&str, String)], name: &str, value: &str) -> bool {
    sent.iter().any(|(known, known_value)| *known == name && known_value == value)
}

/// The contents of a form with the fields that were sent; none where it has none of them.
fn fill(form: &str, sent: &[(&str, String)]) -> Option<String> {
    let mut left = sent.to_vec();
    let mut take = |name: &str| {
        let at = left.iter().position(|(known, _)| *known == name)?;
        Some(left.remove(at).1)
    };
    let (mut page, mut has_filled) = (String::with_capacity(form.len() + 4_096), false);
    let (mut select, mut typed) = ("", None);
    for (text, tag) in pieces(form) {
        page.push_str(&typed.take().map_or_else(|| text.to_owned(), |typed| format!("\n{typed}")));
        let [name, kind, value] = ["name", "type", "value"].map(|name| attribute(tag, name));
        let (name, kind) = (name.unwrap_or_default(), kind.unwrap_or("text"));
        let changed = match tag.split([' ', '>']).next().unwrap_or_default() {
            "<input" if matches!(kind, "checkbox" | "radio") && !name.is_empty() => {
                Some(with_flag(tag, "checked", has(sent, name, value.unwrap_or("on"))))
            }
            // What was typed is compared with the page that it was typed on.
            "<input" if !NOT_TYPED.contains(&kind) || name.ends_with("/was") => {
                take(name).map(|value| with_value(tag, &value))
            }
            "<select" => {
                select = name;
                None
            }
            "<option" if sent.iter().any(|(known, _)| *known == select) => {
                Some(with_flag(tag, "selected", has(sent, select, value.unwrap_or_default())))
            }
            "<textarea" => {
                typed = take(name);
                has_filled |= typed.is_some();
                None
            }
            _ => None,
        };
        has_filled |= changed.is_some() && kind != "hidden";
        page.push_str(changed.as_deref().unwrap_or(tag));
    }
    has_filled.then_some(page)
}

/// The tag with this value, which is escaped, in place of its own.
fn with_value(tag: &str, value: &str) -> String {
    let without = match tag.split_once(" value=\"") {
        Some((before, after)) => [before, after.split_once('"').map_or("", |(_, after)| after)].concat(),
        None => tag.to_owned(),
    };
    format!("{} value=\"{value}\">", without.trim_end_matches('>'))
}

/// The tag with or without an attribute that has no value.
fn with_flag(tag: &str, flag: &str, is_set: bool) -> String {
    let without = tag.replace(&format!(" {flag}"), "");
    if is_set { format!("{} {flag}>", without.trim_end_matches('>')) } else { without }
}
