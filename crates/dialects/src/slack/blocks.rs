//! Slack's blocks, in order, as text; what becomes of their pictures is up to the caller.
//! The elements of rich text are in `rich_text`.

use serde_json::Value;

use super::{BlockImage, Walk, filled, mrkdwn, rich_text, text_object};
use crate::fences;
use crate::limits::{note, web_url};
use crate::text::Text;

/// Slack's limit; more are left out.
const MAX_BLOCKS: usize = 50;
/// The most elements or fields of a block that are read.
const MAX_ELEMENTS: usize = 100;

/// Reads blocks; their pictures are in [`Walk::pictures`] then. `path` is where they are, for the notes.
pub(super) fn read(blocks: &[Value], path: &str, walk: &mut Walk<'_>) -> Text {
    let mut out = Text::default();
    if blocks.len() > MAX_BLOCKS {
        let more = blocks.len() - MAX_BLOCKS;
        note(walk.dropped, &format!("{path}: {more} after the first {MAX_BLOCKS}"));
    }
    for (index, block) in blocks.iter().take(MAX_BLOCKS).enumerate() {
        let kind = block.get("type").and_then(Value::as_str).unwrap_or_default();
        let path = format!("{path}/{index}");
        match kind {
            "header" => {
                if let Some(text) = filled(block.pointer("/text/text")) {
                    out.line();
                    out.markup("**");
                    let has_emoji = block.pointer("/text/emoji") != Some(&Value::Bool(false));
                    out.append(mrkdwn::plain(text.trim(), has_emoji));
                    out.markup("**");
                }
            }
            "section" => section(block, &path, walk, &mut out),
            "context" => context(block, &path, walk, &mut out),
            "divider" => {
                out.line();
                out.markup("———");
            }
            "image" => picture(block, &path, walk),
            "rich_text" => {
                out.line();
                out.append(rich_text::read(block, &path, walk.dropped));
            }
            "actions" => {
                for element in elements(block, "elements") {
                    button(element, &path, walk, &mut out);
                }
            }
            "markdown" => {
                if let Some(text) = filled(block.get("text")) {
                    let mut markdown = Text::default();
                    markdown.no_mention(&text);
                    out.line();
                    out.append(markdown.closed());
                }
            }
            "table" => table(block, &mut out),
            "video" => video(block, &path, walk, &mut out),
            _ => note(walk.dropped, &format!("{path}: {kind}")),
        }
    }
    out
}

fn elements<'v>(block: &'v Value, key: &str) -> impl Iterator<Item = &'v Value> {
    let items = block.get(key).and_then(Value::as_array);
    items.into_iter().flatten().take(MAX_ELEMENTS)
}

fn section(block: &Value, path: &str, walk: &mut Walk<'_>, out: &mut Text) {
    let texts = text_object(block.get("text")).into_iter();
    for text in texts.chain(elements(block, "fields").filter_map(|field| text_object(Some(field)))) {
        out.line();
        out.append(text.closed());
    }
    if let Some(accessory) = block.get("accessory") {
        if accessory.get("type").and_then(Value::as_str) == Some("image") {
            picture(accessory, &format!("{path}/accessory"), walk);
        } else {
            button(accessory, &format!("{path}/accessory"), walk, out);
        }
    }
}

/// Small print in one line; its little pictures are their descriptions.
fn context(block: &Value, path: &str, walk: &mut Walk<'_>, out: &mut Text) {
    let mut begun = false;
    for element in elements(block, "elements") {
        let text = if element.get("type").and_then(Value::as_str) == Some("image") {
            note(walk.dropped, &format!("{path}: image"));
            filled(element.get("alt_text")).map(|text| mrkdwn::plain(&text, false))
        } else {
            text_object(Some(element))
        };
        if let Some(text) = text {
            if begun {
                beside(text.closed(), " ", out);
            } else {
                out.line();
                out.append(text.closed());
            }
            begun = true;
        }
    }
}

/// Adds a text to the line that others are on, or where code between fences can't be on it, in one of its own.
fn beside(text: Text, separator: &str, out: &mut Text) {
    if fences::need_lines(out.written(), text.written()) {
        out.line();
    } else {
        out.markup(separator);
    }
    out.append(text);
}

/// A button that leads somewhere is a link; one that would call its app is left out.
fn button(element: &Value, path: &str, walk: &mut Walk<'_>, out: &mut Text) {
    let url = filled(element.get("url"));
    match url.as_deref().and_then(web_url) {
        Some(url) => {
            let label = filled(element.pointer("/text/text")).unwrap_or_default();
            out.line();
            mrkdwn::link(url, &mrkdwn::unescape(&label), out);
        }
        None => {
            let kind = element.get("type").and_then(Value::as_str);
            note(walk.dropped, &format!("{path}: {}", kind.unwrap_or("element")));
        }
    }
}

fn picture(image: &Value, path: &str, walk: &mut Walk<'_>) {
    let url = filled(image.get("image_url")).or_else(|| filled(image.pointer("/slack_file/url")));
    let Some(url) = url.as_deref().and_then(web_url) else {
        note(walk.dropped, &format!("{path}: image"));
        return;
    };
    let title = words_of(image, "title").or_else(|| filled(image.get("alt_text")));
    walk.pictures.push(BlockImage {
        path: path.to_owned(),
        title: title.map(|title| mrkdwn::unescape(&title)),
        url: url.to_owned(),
    });
}

/// A title or the like: a plain text object, or a string.
fn words_of(block: &Value, key: &str) -> Option<String> {
    match block.get(key) {
        Some(Value::Object(text)) => filled(text.get("text")),
        other => filled(other),
    }
}

/// A video is its title, which leads to it, and its description.
fn video(block: &Value, path: &str, walk: &mut Walk<'_>, out: &mut Text) {
    let title = words_of(block, "title").map(|title| mrkdwn::unescape(&title));
    let urls = ["title_url", "video_url"].map(|key| filled(block.get(key)));
    let url = urls.iter().flatten().find_map(|url| web_url(url));
    if title.is_some() || url.is_some() {
        out.line();
    }
    match (url, title) {
        (Some(url), title) => mrkdwn::link(url, &title.unwrap_or_default(), out),
        (None, title) => {
            title.iter().for_each(|title| mrkdwn::words(title, out));
            note(walk.dropped, &format!("{path}: video"));
        }
    }
    if let Some(words) = words_of(block, "description") {
        out.line();
        out.append(mrkdwn::plain(&words, true));
    }
    if filled(block.get("thumbnail_url")).is_some() {
        note(walk.dropped, &format!("{path}/thumbnail_url"));
    }
}

/// Rows as lines, with bars between their cells.
fn table(block: &Value, out: &mut Text) {
    for row in elements(block, "rows") {
        let cells = row.as_array().into_iter().flatten().take(MAX_ELEMENTS);
        for (index, cell) in cells.enumerate() {
            let text = if cell.get("type").and_then(Value::as_str) == Some("rich_text") {
                rich_text::read(cell, "", &mut Vec::new())
            } else {
                let text = filled(cell.get("text"));
                text.map(|text| mrkdwn::plain(&text, true)).unwrap_or_default()
            };
            if index == 0 {
                out.line();
                out.append(text);
            } else {
                beside(text, " | ", out);
            }
        }
    }
}
