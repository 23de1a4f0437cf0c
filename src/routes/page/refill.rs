//! Puts the fields of a form that was sent before into the form of a rendered page.
//! Only for our own pages: every attribute is quoted, and every text escaped.

use std::ops::Range;

use super::render::escaped;
use portico_store::models::accounts::saved_form::SentForm;

/// Said in the form.
const NOTE: &str = "<div class=\"notice notice-info form-kept\" role=\"status\" data-kept><p>Your session had ended, so this wasn’t sent. What you typed is here again.</p></div>";
/// Kinds of inputs whose values are the page's.
const NOT_TYPED: [&str; 6] = ["hidden", "password", "file", "submit", "button", "image"];

/// The page with `sent` in the form that it was sent from; none if the page does not have it, or it has no field for anything
/// that was sent. Where several forms have the same action, it is the one with the same hidden fields.
pub(super) fn refilled(html: &str, sent: &SentForm) -> Option<String> {
    let (start, end) = forms(html)
        .filter(|(tag, _)| tag.path() == Some(sent.action.as_str()))
        .map(|(tag, end)| (tag.range.end, end))
        .find(|(start, end)| is_the_form(&html[*start..*end], sent))?;
    let mut page = String::with_capacity(html.len() + 4_096);
    page.push_str(&html[..start]);
    page.push_str(NOTE);
    let has_filled = fill(&html[start..end], sent, &mut page);
    page.push_str(&html[end..]);
    has_filled.then_some(page)
}

/// A start tag: its name, its attributes and its place.
struct Tag<'h> {
    name: &'h str,
    attributes: Vec<(&'h str, String)>,
    range: Range<usize>,
}

impl Tag<'_> {
    fn value(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Where a form is sent, without the query and the place in its page.
    fn path(&self) -> Option<&str> {
        self.value("action")?.split(['?', '#']).next()
    }

    fn kind(&self) -> &str {
        self.value("type").unwrap_or("text")
    }

    /// The tag with these attributes in place of its own of the same names.
    fn with(&self, changes: &[(&str, Option<&str>)]) -> String {
        let mut text = format!("<{}", self.name);
        let kept = self.attributes.iter().filter(|(name, _)| {
            let is_changed = changes.iter().any(|(changed, _)| changed == name);
            !is_changed
        });
        let kept = kept.map(|(name, value)| (*name, value.as_str()));
        let added = changes.iter().filter_map(|(name, value)| Some((*name, (*value)?)));
        for (name, value) in kept.chain(added) {
            text.push(' ');
            text.push_str(name);
            if !value.is_empty() {
                text.push_str("=\"");
                text.push_str(&escaped(value));
                text.push('"');
            }
        }
        text.push('>');
        text
    }
}

/// The next start tag from `at` on.
fn next_tag(html: &str, mut at: usize) -> Option<Tag<'_>> {
    loop {
        let start = at + html.get(at..)?.find('<')?;
        let rest = html.get(start + 1..)?;
        if !rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            at = start + 1;
            continue;
        }
        let name = rest.split(|end: char| !end.is_ascii_alphanumeric() && end != '-');
        let name = name.take(1).next()?;
        let (attributes, end) = attributes(html, start + 1 + name.len())?;
        return Some(Tag { name, attributes, range: start..end });
    }
}

/// The attributes from `at` on, and the end of the tag.
fn attributes(html: &str, mut at: usize) -> Option<(Vec<(&str, String)>, usize)> {
    let mut found = Vec::new();
    loop {
        let rest = html.get(at..)?;
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with('>') {
            return Some((found, at + 1));
        }
        let length = trimmed.find(|end: char| end == '=' || end == '>' || end.is_whitespace())?;
        let (name, after) = trimmed.split_at(length);
        at += length;
        let Some(quoted) = after.strip_prefix("=\"") else {
            // A slash at the end, or an attribute without a value.
            at += usize::from(length == 0);
            found.push((name, String::new()));
            continue;
        };
        let length = quoted.find('"')?;
        found.push((name, unescaped(quoted.get(..length)?)));
        at += 2 + length + 1;
    }
}

fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}

/// Every form with the end of its contents.
fn forms(html: &str) -> impl Iterator<Item = (Tag<'_>, usize)> {
    tags(html).filter_map(move |tag| {
        if tag.name != "form" {
            return None;
        }
        let end = tag.range.end + html.get(tag.range.end..)?.find("</form>")?;
        Some((tag, end))
    })
}

fn tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let tag = next_tag(html, at)?;
        at = tag.range.end;
        Some(tag)
    })
}

/// True if its hidden fields are those that were sent.
fn is_the_form(form: &str, sent: &SentForm) -> bool {
    tags(form)
        .filter(|tag| tag.name == "input" && tag.kind() == "hidden")
        .filter_map(|tag| {
            let name = tag.value("name")?.to_owned();
            Some((name, tag.value("value").unwrap_or_default().to_owned()))
        })
        .all(|(name, value)| {
            let mut values = sent.fields.iter().filter(|(known, _)| *known == name);
            // What differs with each page says nothing of the form.
            name == "key" || name.ends_with("/was") || values.any(|(_, known)| *known == value)
        })
}

/// Appends the contents of a form with the fields that were sent; false where it has none of them.
fn fill(form: &str, sent: &SentForm, page: &mut String) -> bool {
    let mut has_filled = false;
    let mut left = sent.fields.clone();
    let mut take = |name: &str| {
        let at = left.iter().position(|(known, _)| known == name)?;
        Some(left.remove(at).1)
    };
    let is_sent = |name: &str, value: &str| {
        let mut fields = sent.fields.iter();
        fields.any(|(known, known_value)| known == name && known_value == value)
    };
    let mut copied = 0;
    let mut select: Option<String> = None;
    for tag in tags(form) {
        let name = tag.value("name").unwrap_or_default();
        let changed = match (tag.name, tag.kind()) {
            ("input", "checkbox" | "radio") if !name.is_empty() => {
                let value = tag.value("value").unwrap_or("on");
                let checked = is_sent(name, value).then_some("");
                Some(tag.with(&[("checked", checked)]))
            }
            // What was typed is compared with the page that it was typed on.
            ("input", kind) if !NOT_TYPED.contains(&kind) || name.ends_with("/was") => {
                take(name).map(|value| tag.with(&[("value", Some(&value))]))
            }
            ("select", _) => {
                select = Some(name.to_owned());
                None
            }
            ("option", _) => {
                select.as_ref().filter(|name| sent.fields.iter().any(|(known, _)| known == *name)).map(|name| {
                    let chosen = is_sent(name, tag.value("value").unwrap_or_default());
                    tag.with(&[("selected", chosen.then_some(""))])
                })
            }
            ("textarea", _) => {
                let end = form.get(tag.range.end..).and_then(|rest| rest.find("</"));
                if let (Some(end), Some(value)) = (end, take(name)) {
                    page.push_str(&form[copied..tag.range.end]);
                    page.push('\n');
                    page.push_str(&escaped(&value));
                    copied = tag.range.end + end;
                    has_filled = true;
                }
                None
            }
            _ => None,
        };
        if let Some(changed) = changed {
            page.push_str(&form[copied..tag.range.start]);
            page.push_str(&changed);
            copied = tag.range.end;
            has_filled |= tag.kind() != "hidden";
        }
    }
    page.push_str(&form[copied..]);
    has_filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(action: &str, fields: &[(&str, &str)]) -> SentForm {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        SentForm { user_id: 1, action: action.to_owned(), fields: fields.iter().map(owned).collect() }
    }

    fn shown(html: &str, action: &str, fields: &[(&str, &str)]) -> Option<String> {
        refilled(html, &sent(action, fields)).map(|page| page.replace(NOTE, ""))
    }

    #[test]
    fn each_kind_of_field_gets_its_value_back() {
        let cases = [
            (
                r#"<input name="a" type="text" value="old" required>"#,
                r#"<input name="a" type="text" required value="&lt;b&gt; &amp; &quot;x&quot;">"#,
                ("a", r#"<b> & "x""#),
            ),
            (
                "<textarea name=\"a\" rows=\"2\">\nold &lt;x&gt;</textarea>",
                "<textarea name=\"a\" rows=\"2\">\n&lt;/textarea&gt;</textarea>",
                ("a", "</textarea>"),
            ),
            (
                r#"<input type="checkbox" name="a" value="x" checked><input type="checkbox" name="a" value="y">"#,
                r#"<input type="checkbox" name="a" value="x"><input type="checkbox" name="a" value="y" checked>"#,
                ("a", "y"),
            ),
            (
                r#"<select name="a"><option value="1" selected>1</option><option value="2">2</option></select>"#,
                r#"<select name="a"><option value="1">1</option><option value="2" selected>2</option></select>"#,
                ("a", "2"),
            ),
        ];
        for (before, after, field) in cases {
            let page = |inside| format!("<p>a < b</p><form action=\"/x\">{inside}</form><i>");
            let found = shown(&page(before), "/x", &[field]);
            assert_eq!(found, Some(page(after)), "{before}");
        }
    }

    #[test]
    fn of_forms_with_one_action_the_one_with_the_same_hidden_fields_is_meant() {
        let form = |target: &str, value: &str| {
            format!(
                "<form action=\"/x\"><input type=\"hidden\" name=\"t\" value=\"{target}\"><input name=\"a\" value=\"{value}\"></form>"
            )
        };
        let page = form("1", "") + &form("2", "");
        let found = shown(&page, "/x", &[("t", "2"), ("a", "typed")]);
        assert_eq!(found, Some(form("1", "") + &form("2", "typed")));
        assert_eq!(shown(&page, "/x", &[("t", "3"), ("a", "typed")]), None);
    }

    #[test]
    fn what_a_field_was_is_that_of_the_page_on_which_it_was_typed() {
        let form = |was: &str, value: &str| {
            format!(
                "<form action=\"/x\"><input type=\"hidden\" name=\"a/was\" value=\"{was}\"><input name=\"a\" value=\"{value}\"></form>"
            )
        };
        let (now, typed) = (form("changed", "changed"), form("first", "typed"));
        let found = shown(&now, "/x", &[("a/was", "first"), ("a", "typed")]);
        assert_eq!(found, Some(typed));
        let alone = shown(&now, "/x", &[("a/was", "first")]);
        assert_eq!(alone, None);
    }

    #[test]
    fn a_page_without_the_form_or_a_field_for_what_was_typed_stays() {
        for page in [
            "<form action=\"/x\"><input type=\"hidden\" name=\"a\" value=\"b\"></form>",
            "<form action=\"/x\"><input type=\"password\" name=\"a\"><input type=\"file\" name=\"a\"></form>",
            "",
            "<form action=\"/y\"></form>",
            "<form action=\"/x\">",
            "<form",
        ] {
            assert_eq!(shown(page, "/x", &[("a", "b")]), None, "{page}");
        }
    }
}
