//! Cards as plain text, for where only text is shown, such as the inbox.
//! The cards of a feed are rendered by `routes::chat`.

use super::cards::Card;
use super::markdown;

/// The title, author, text and fields of cards as plain text, a line each, and at most `max` characters in all. A
/// longer text is cut at a word and ends with "…". The footers and pictures are left out.
#[must_use]
pub fn plain_text(cards: &[Card], max: usize) -> String {
    let mut text = String::new();
    for line in cards.iter().flat_map(lines) {
        // Every line is at most `max` characters of the result, so no more of them are needed.
        if text.len() > max.saturating_mul(4) {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&line);
    }
    shortened(text, max)
}

/// The lines of a card, none of them blank.
fn lines(card: &Card) -> Vec<String> {
    let title = card.title.clone();
    // The address stands for a title where it is the only thing to show.
    let title = title.filter(|title| !title.trim().is_empty());
    let title = title.or_else(|| card.url.clone());
    let author = card.author.iter().map(|author| author.name.clone());
    let text = card.text.iter().map(|text| markdown::plain_text(text));
    let fields = card.fields.iter().map(|field| {
        let value = markdown::plain_text(&field.value);
        match (field.name.trim(), value.trim()) {
            ("", value) => value.to_owned(),
            (name, "") => name.to_owned(),
            (name, value) => format!("{name}: {value}"),
        }
    });
    let parts = author.chain(title).chain(text).chain(fields);
    parts
        .flat_map(|part| {
            let lines = part.lines().map(|line| line.trim().to_owned());
            lines.filter(|line| !line.is_empty()).collect::<Vec<_>>()
        })
        .collect()
}

/// Cuts a text at the last word that fits.
fn shortened(mut text: String, max: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(max) else {
        return text;
    };
    // The last character makes room for the ellipsis. If it is a space, the word before it fits.
    let start = text.get(..end).unwrap_or_default();
    let kept = start.char_indices().next_back().map_or(0, |(last, _)| last);
    let word_end = start.rfind(char::is_whitespace);
    // A long word is cut: without it, too little would be left.
    let cut = word_end.filter(|end| *end >= kept / 2).unwrap_or(kept);
    text.truncate(cut);
    text.truncate(text.trim_end().len());
    text.push('…');
    text
}
