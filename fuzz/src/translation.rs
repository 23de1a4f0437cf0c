//! What must hold of every translation of another dialect's body: it is within all limits, and can be stored and shown.
//! What holds of events alone is in `event_body`, of chat messages alone in `chat_body`.

use portico_dialects::limits::{self, LONGEST_CONTENT};
use portico_dialects::{Translation, steps};
use portico_rules::chat::cards::{
    Card, LONGEST_FOOTER, LONGEST_TEXT, LONGEST_TITLE, LONGEST_URL, LONGEST_VALUE, MOST_CARDS, MOST_CHARACTERS,
    MOST_FIELDS,
};
use portico_rules::chat::mentions::Target;
use portico_rules::chat::names;

/// The most notes, with the one that says that there were more, and the most characters of each.
const MOST_NOTES: usize = 51;
const LONGEST_NOTE: usize = 200;
/// The most steps for each byte of a body, and for an empty one.
const STEPS_PER_BYTE: usize = 32;
const LEAST_STEPS: usize = 10_000;

/// What `translate` returns for a body of so many bytes. Its steps are at most in proportion to them.
pub(super) fn in_proportion<T>(bytes: usize, translate: impl FnOnce() -> T) -> T {
    let most = LEAST_STEPS + STEPS_PER_BYTE * bytes;
    let (translated, steps) = steps::counted(translate);
    assert!(steps <= most, "{steps} steps instead of {most}");
    translated
}

pub(super) fn is_fit(translation: &Translation) {
    assert!(!limits::is_empty(translation), "nothing to post");
    text_is_fit(&translation.content, LONGEST_CONTENT);
    marks_are_fit(translation);
    if let Some(name) = &translation.name {
        assert_eq!(names::display_name(name).as_ref(), Ok(name));
    }
    url_is_fit(translation.avatar_url.as_ref());
    assert!(translation.cards.len() <= MOST_CARDS);
    translation.cards.iter().for_each(card_is_fit);
    let characters: usize = translation.cards.iter().map(Card::characters).sum();
    assert!(characters <= MOST_CHARACTERS);
    for notes in [&translation.shortened, &translation.dropped] {
        assert!(notes.len() <= MOST_NOTES);
        notes.iter().for_each(|note| text_is_fit(note, LONGEST_NOTE));
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
            Some(Target::All) => assert_eq!(text, "@all"),
            Some(Target::User(id)) => assert_eq!(text, format!("@<{id}>")),
            Some(Target::Role(id)) => assert_eq!(text, format!("@role_{id}")),
        }
    }
}

fn card_is_fit(card: &Card) {
    assert!(!card.is_empty(), "an empty card");
    assert!(card.fields.len() <= MOST_FIELDS);
    assert!(card.color.is_none_or(|color| color <= 0xff_ffff));
    for (text, most) in [(&card.title, LONGEST_TITLE), (&card.text, LONGEST_TEXT)] {
        if let Some(text) = text {
            shown_text_is_fit(text, most);
        }
    }
    for field in &card.fields {
        assert!(!field.name.is_empty() || !field.value.is_empty());
        text_is_fit(&field.name, LONGEST_TITLE);
        text_is_fit(&field.value, LONGEST_VALUE);
    }
    let mut urls = vec![&card.url, &card.thumbnail_url, &card.image_url];
    if let Some(author) = &card.author {
        shown_text_is_fit(&author.name, LONGEST_TITLE);
        urls.extend([&author.url, &author.icon_url]);
    }
    if let Some(footer) = &card.footer {
        shown_text_is_fit(&footer.text, LONGEST_FOOTER);
        urls.push(&footer.icon_url);
    }
    urls.into_iter().for_each(|url| url_is_fit(url.as_ref()));
}

fn shown_text_is_fit(text: &str, most: usize) {
    assert!(names::has_visible(text), "a text that shows nothing");
    text_is_fit(text, most);
}

fn text_is_fit(text: &str, most: usize) {
    assert!(text.chars().count() <= most, "more than {most}: {text:?}");
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    assert!(!text.contains(is_control), "a control character: {text:?}");
}

fn url_is_fit(url: Option<&String>) {
    let Some(url) = url else {
        return;
    };
    assert!(url.chars().count() <= LONGEST_URL);
    let parsed = url::Url::parse(url).expect("a URL");
    assert!(matches!(parsed.scheme(), "http" | "https") && parsed.has_host(), "{url}");
}
