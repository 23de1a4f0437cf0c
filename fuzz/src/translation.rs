//! What must hold of every translation of another dialect's body: it is within all limits, and can be stored and shown.
//! What holds of events alone is in `event_body`, of chat messages alone in `chat_body`.

use portico_dialects::limits::{self, MAX_CONTENT_LENGTH};
use portico_dialects::{Translation, steps};
use portico_rules::chat::cards::{
    Card, MAX_CARDS, MAX_CHARACTERS, MAX_FIELDS, MAX_FOOTER_LENGTH, MAX_TEXT_LENGTH, MAX_TITLE_LENGTH, MAX_URL_LENGTH,
    MAX_VALUE_LENGTH,
};
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::chat::names;

/// The most notes, with the one that says that there were more, and the most characters of each.
const MAX_NOTES: usize = 51;
const MAX_NOTE_LENGTH: usize = 200;
/// The most steps for each byte of a body, and for an empty one.
const STEPS_PER_BYTE: usize = 32;
const MIN_STEPS: usize = 10_000;

/// What `translate` returns for a body of so many bytes. Its steps are at most in proportion to them.
pub(super) fn in_proportion<T>(bytes: usize, translate: impl FnOnce() -> T) -> T {
    let max = MIN_STEPS + STEPS_PER_BYTE * bytes;
    let (translated, steps) = steps::counted(translate);
    assert!(steps <= max, "{steps} steps instead of {max}");
    translated
}

pub(super) fn is_fit(translation: &Translation) {
    assert!(!limits::is_empty(translation), "nothing to post");
    text_is_fit(&translation.content, MAX_CONTENT_LENGTH);
    marks_are_fit(translation);
    if let Some(name) = &translation.name {
        assert_eq!(names::display_name(name).as_ref(), Ok(name));
    }
    url_is_fit(translation.avatar_url.as_ref());
    assert!(translation.cards.len() <= MAX_CARDS);
    translation.cards.iter().for_each(card_is_fit);
    let characters: usize = translation.cards.iter().map(Card::characters).sum();
    assert!(characters <= MAX_CHARACTERS);
    for notes in [&translation.shortened, &translation.dropped] {
        assert!(notes.len() <= MAX_NOTES);
        notes.iter().for_each(|note| text_is_fit(note, MAX_NOTE_LENGTH));
    }
    let mut again = translation.clone();
    limits::fit(&mut again);
    assert_eq!(again, *translation, "what fits is not changed");
}

/// Marks are in order and apart, on the edges of characters, and a mention's text is the one that stands for it.
fn marks_are_fit(translation: &Translation) {
    let mut free = 0;
    for mark in &translation.marks {
        assert!(free <= mark.range.start && !mark.range.is_empty());
        free = mark.range.end;
        let text = translation.content.get(mark.range.clone());
        let text = text.expect("a mark on the edges of characters");
        match mark.target {
            None => {}
            Some(MentionTarget::All) => assert_eq!(text, "@all"),
            Some(MentionTarget::User(id)) => assert_eq!(text, format!("@<{id}>")),
            Some(MentionTarget::Role(id)) => assert_eq!(text, format!("@role_{id}")),
        }
    }
}

fn card_is_fit(card: &Card) {
    assert!(!card.is_empty(), "an empty card");
    assert!(card.fields.len() <= MAX_FIELDS);
    assert!(card.color.is_none_or(|color| color <= 0xff_ffff));
    for (text, max) in [(&card.title, MAX_TITLE_LENGTH), (&card.text, MAX_TEXT_LENGTH)] {
        if let Some(text) = text {
            shown_text_is_fit(text, max);
        }
    }
    for field in &card.fields {
        assert!(!field.name.is_empty() || !field.value.is_empty());
        text_is_fit(&field.name, MAX_TITLE_LENGTH);
        text_is_fit(&field.value, MAX_VALUE_LENGTH);
    }
    let mut urls = vec![&card.url, &card.thumbnail_url, &card.image_url];
    if let Some(author) = &card.author {
        shown_text_is_fit(&author.name, MAX_TITLE_LENGTH);
        urls.extend([&author.url, &author.icon_url]);
    }
    if let Some(footer) = &card.footer {
        shown_text_is_fit(&footer.text, MAX_FOOTER_LENGTH);
        urls.push(&footer.icon_url);
    }
    urls.into_iter().for_each(|url| url_is_fit(url.as_ref()));
}

fn shown_text_is_fit(text: &str, max: usize) {
    assert!(names::has_visible(text), "a text that shows nothing");
    text_is_fit(text, max);
}

fn text_is_fit(text: &str, max: usize) {
    assert!(text.chars().count() <= max, "more than {max}: {text:?}");
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    assert!(!text.contains(is_control), "a control character: {text:?}");
}

fn url_is_fit(url: Option<&String>) {
    let Some(url) = url else {
        return;
    };
    assert!(url.chars().count() <= MAX_URL_LENGTH);
    let parsed = url::Url::parse(url).expect("a URL");
    assert!(matches!(parsed.scheme(), "http" | "https") && parsed.has_host(), "{url}");
}
