//! The input of a chat dialect: the parsed body, and the files that came with it and are not kept. Reading bytes, forms
//! and multipart is up to `routes::webhooks`.

use serde_json::{Map, Value};

use super::event::markdown::turns_direction;
use super::limits::{self, MAX_CONTENT_LENGTH};
use super::text::Text;
use super::{Translation, fences};

/// The most files that are named in a message.
const MAX_FILES: usize = 10;
/// The most characters of a file's name.
const MAX_NAME_LENGTH: usize = 100;

/// A file of a multipart body, whose bytes were counted and dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DroppedFile {
    /// Its name as it was sent; may be empty.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
}

/// A body to translate.
#[derive(Clone, Copy, Debug)]
pub struct Body<'b> {
    /// The JSON body, the JSON in `payload_json` or `payload`, or the fields of a form as [`from_form`] gives them.
    pub value: &'b Value,
    /// The files that came with it.
    pub files: &'b [DroppedFile],
}

impl<'b> From<&'b Value> for Body<'b> {
    fn from(value: &'b Value) -> Self {
        Self { value, files: &[] }
    }
}

/// The fields of a form as a JSON object of strings. The last of several fields with the same name counts.
#[must_use]
pub fn from_form(fields: &[(String, String)]) -> Value {
    let fields = fields.iter().map(|(name, value)| (name.clone(), Value::String(value.clone())));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// Names the files at the end of the text, each in a line of its own, and makes room for these lines.
pub(super) fn name_files(translation: &mut Translation, files: &[DroppedFile]) {
    if files.is_empty() {
        return;
    }
    let mut lines: Vec<String> = files
        .iter()
        .take(MAX_FILES)
        .map(|file| {
            let name = file.name.chars().take(MAX_NAME_LENGTH * 2);
            let name: String = name.filter(|c| !turns_direction(*c)).collect();
            let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
            let name = match limits::cut(&name, MAX_NAME_LENGTH) {
                name if name.is_empty() => "file".into(),
                name => name,
            };
            limits::note(&mut translation.dropped, &format!("file {name}"));
            format!("not kept: {} ({})", super::text::escape(&name), size(file.size))
        })
        .collect();
    if files.len() > MAX_FILES {
        lines.push(format!("not kept: {} more files", files.len() - MAX_FILES));
    }
    let lines = lines.join("\n");
    fences::close(&mut translation.content);
    limits::cut_content(
        &mut translation.content,
        &mut translation.marks,
        &mut translation.shortened,
        MAX_CONTENT_LENGTH.saturating_sub(lines.chars().count() + 1),
    );
    let mut text = Text::from_parts(std::mem::take(&mut translation.content), std::mem::take(&mut translation.marks));
    if !text.is_empty() {
        text.markup("\n");
    }
    text.no_mention(&lines);
    (translation.content, translation.marks) = text.into_parts();
}

/// A size as people read it.
fn size(bytes: u64) -> String {
    let tenths = |unit: u64| {
        let tenths = bytes.saturating_mul(10) / unit;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    match bytes {
        0..1_024 => format!("{bytes} bytes"),
        1_024..1_048_576 => format!("{} KiB", tenths(1_024)),
        _ => format!("{} MiB", tenths(1_048_576)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_for_people() {
        assert_eq!(size(17), "17 bytes");
        assert_eq!(size(1_536), "1.5 KiB");
        assert_eq!(size(25 * 1_048_576), "25.0 MiB");
    }

    #[test]
    fn the_name_of_a_file_turns_no_direction_of_its_line() {
        let mut translation = Translation::default();
        let file = |name: &str| DroppedFile { name: name.into(), size: 3 };
        let files = [file("a\u{202e}txt.png"), file("\u{2066}\u{200f}"), file("é ü.txt")];
        name_files(&mut translation, &files);
        assert_eq!(
            translation.content,
            "not kept: atxt.png (3 bytes)\nnot kept: file (3 bytes)\nnot kept: é ü.txt (3 bytes)"
        );
        assert_eq!(translation.dropped, ["file atxt.png", "file file", "file é ü.txt"]);
    }

    #[test]
    fn files_are_named_even_after_a_text_that_fills_the_message() {
        let mut translation = Translation { content: "word ".repeat(900), ..Translation::default() };
        let file = DroppedFile { name: "@all *log*.txt".into(), size: 3 };
        name_files(&mut translation, &[file]);
        let line = "\nnot kept: @all \\*log\\*.txt (3 bytes)";
        assert!(translation.content.ends_with(line), "{}", translation.content);
        assert!(translation.content.chars().count() <= MAX_CONTENT_LENGTH);
        let marked = &translation.marks[0];
        assert_eq!((&marked.target, marked.range.end), (&None, translation.content.len()));
    }
}
