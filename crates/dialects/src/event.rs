//! Shared code of the event dialects: reading loosely typed JSON, and posting one line with at most a card. Each
//! dialect interprets its events; Markdown is written in `markdown`, lists of commits in `commits`.

pub(super) mod commits;
pub(super) mod markdown;

use std::collections::HashSet;

use serde_json::Value;

use self::markdown::{Description, plain, take_cuts, web};
use super::limits;
use super::{TranslatedBody, Translation};
use portico_rules::chat::cards::{Card, CardField};
use portico_rules::chat::mentions::Mark;
use portico_rules::chat::names;

/// The edge of a card about something new or successful.
pub(super) const GREEN: u32 = 0x2d_a4_4e;
/// The edge of a card about something closed, removed or failed.
pub(super) const RED: u32 = 0xcf_22_2e;
/// The edge of a card about something that needs a look.
pub(super) const YELLOW: u32 = 0xbf_87_00;
/// The edge of a card about something that is for information.
pub(super) const BLUE: u32 = 0x09_69_da;
/// The edge of a card about something merged.
pub(super) const PURPLE: u32 = 0x82_50_df;
/// The edge of a card about something without a verdict, such as a cancelled run.
pub(super) const GRAY: u32 = 0x6e_77_81;

/// The most characters of an event's name in the delivery log.
const MAX_EVENT_LENGTH: usize = 64;

/// A JSON value of any shape. A missing value or another type reads as absent, never as `null` or `false` in a text.
#[derive(Clone, Copy)]
pub(super) struct EventBody<'b>(pub(super) &'b Value);

impl<'b> EventBody<'b> {
    /// The value at a path of keys with dots between them; `null` where there is none.
    pub(super) fn at(self, path: &str) -> Self {
        let value = path.split('.').try_fold(self.0, |value, key| value.get(key));
        Self(value.unwrap_or(&Value::Null))
    }

    /// True if there is an object at the path.
    pub(super) fn has(self, path: &str) -> bool {
        self.at(path).0.is_object()
    }

    /// The text at the path, trimmed; none where it shows nothing.
    pub(super) fn text(self, path: &str) -> Option<&'b str> {
        let text = self.at(path).0.as_str()?.trim();
        names::has_visible(text).then_some(text)
    }

    /// The first of several paths that has a text.
    pub(super) fn first(self, paths: &[&str]) -> Option<&'b str> {
        paths.iter().find_map(|path| self.text(path))
    }

    /// The text or the number at the path, as text.
    pub(super) fn scalar(self, path: &str) -> Option<String> {
        match self.at(path).0 {
            Value::Number(number) => Some(number.to_string()),
            _ => self.text(path).map(ToOwned::to_owned),
        }
    }

    /// The whole number at the path, 0 or more.
    pub(super) fn number(self, path: &str) -> Option<u64> {
        self.at(path).0.as_u64()
    }

    /// True if the value at the path is `true`.
    pub(super) fn flag(self, path: &str) -> bool {
        self.at(path).0.as_bool().unwrap_or_default()
    }

    /// The items of the array at the path; none where it is no array.
    pub(super) fn items(self, path: &str) -> &'b [Value] {
        self.at(path).0.as_array().map_or(&[], Vec::as_slice)
    }

    /// The web address at the path, in a form that Markdown keeps whole.
    pub(super) fn link(self, path: &str) -> Option<String> {
        self.text(path).and_then(web)
    }

    /// The action of the event; empty where it has none.
    pub(super) fn action(self) -> &'b str {
        self.text("action").unwrap_or_default()
    }
}

/// A message about an event: one line, and a card where there is more to say.
pub(super) struct Message {
    event: String,
    content: String,
    cards: Vec<Card>,
    shortened: Vec<String>,
    dropped: Vec<String>,
}

impl Message {
    /// One line of Markdown about an event, which the delivery log calls by its name and action.
    pub(super) fn new(event: &str, action: &str, content: String) -> Self {
        Self { event: name_of(event, action), content, cards: Vec::new(), shortened: Vec::new(), dropped: Vec::new() }
    }

    /// Notes something of the body that the message doesn't show.
    pub(super) fn note_dropped(&mut self, note: &str) {
        limits::note(&mut self.dropped, note);
    }

    /// Notes how many items of a list are not shown, if only the first `max` of its `count` are.
    pub(super) fn note_more(&mut self, list: &str, count: usize, max: usize) {
        if count > max {
            let more = count - max;
            self.note_dropped(&format!("{list}: {more} after the first {max}"));
        }
    }

    /// Adds a card, unless nothing of it can be shown.
    pub(super) fn card(mut self, card: Card) -> Self {
        if !card.is_empty() {
            self.cards.push(card);
        }
        self
    }

    /// Notes whether the text of the card that comes next was cut.
    pub(super) fn shortened_text(mut self, is_cut: bool) -> Self {
        if is_cut {
            let place = format!("cards/{}/text", self.cards.len());
            limits::note(&mut self.shortened, &place);
        }
        self
    }

    /// Adds a card with a text that a user wrote, if there is one, and those of the named values that are there.
    pub(super) fn described(
        mut self,
        color: u32,
        text: Option<&str>,
        fields: impl IntoIterator<Item = Option<CardField>>,
    ) -> Self {
        let description = text.map(Description::parse).unwrap_or_default();
        let place = format!("cards/{}/text", self.cards.len());
        for what in description.dropped {
            self.note_dropped(&format!("{place}: a {what} without a complete http or https URL"));
        }
        self.shortened_text(description.cut).card(Card {
            color: Some(color),
            text: Some(description.text).filter(|text| !text.is_empty()),
            fields: fields.into_iter().flatten().collect(),
            ..Card::default()
        })
    }

    /// The message within the limits. None of its text is a mention: names of other services are no nicknames here.
    pub(super) fn post(self) -> TranslatedBody {
        let mut translation = Translation {
            content: self.content,
            cards: self.cards,
            event: Some(self.event),
            shortened: self.shortened,
            dropped: self.dropped,
            ..Translation::default()
        };
        note_cuts(&mut translation);
        limits::fit(&mut translation);
        // A text that was cut once more is noted once.
        let mut noted = HashSet::new();
        translation.shortened.retain(|place| noted.insert(place.clone()));
        if !translation.content.is_empty() {
            translation.marks = vec![Mark { range: 0..translation.content.len(), target: None }];
        }
        TranslatedBody::Post(Box::new(translation))
    }
}

/// Notes the texts of which a line was cut, and removes the marks of these cuts.
fn note_cuts(translation: &mut Translation) {
    let shortened = &mut translation.shortened;
    let mut note_cut = |text: &mut String, place: &dyn Fn() -> String| {
        if take_cuts(text) {
            limits::note(shortened, &place());
        }
    };
    note_cut(&mut translation.content, &|| "content".to_owned());
    for (index, card) in translation.cards.iter_mut().enumerate() {
        if let Some(title) = &mut card.title {
            note_cut(title, &|| format!("cards/{index}/title"));
        }
        if let Some(text) = &mut card.text {
            note_cut(text, &|| format!("cards/{index}/text"));
        }
        for (place, field) in card.fields.iter_mut().enumerate() {
            note_cut(&mut field.name, &|| format!("cards/{index}/fields/{place}/name"));
            note_cut(&mut field.value, &|| format!("cards/{index}/fields/{place}/value"));
        }
    }
}

/// An event that posts nothing.
pub(super) fn ignored(reason: &str) -> TranslatedBody {
    TranslatedBody::Ignored(reason.to_owned())
}

/// A named value, if there is one; `value` is Markdown.
pub(super) fn field(name: &str, value: Option<String>) -> Option<CardField> {
    let value = value.filter(|value| !value.trim().is_empty())?;
    Some(CardField { name: name.to_owned(), value, inline: true })
}

/// A part of a line: what there is to say after these words, if anything.
pub(super) fn after(words: &str, said: Option<String>) -> String {
    said.map(|said| format!("{words}{said}")).unwrap_or_default()
}

/// The name of an event for the delivery log, such as `issues.opened`.
fn name_of(event: &str, action: &str) -> String {
    let dot = if action.is_empty() { "" } else { "." };
    [event, dot, action]
        .into_iter()
        .flat_map(str::chars)
        .map(|c| if c == ' ' { '_' } else { c })
        .filter(char::is_ascii_graphic)
        .take(MAX_EVENT_LENGTH)
        .collect()
}

/// An identifier such as `deploy_key` or `Push Hook` as words, safe in Markdown.
pub(super) fn words(identifier: &str) -> String {
    plain(&identifier.replace(['_', '-', '.'], " "))
}

/// An event's name in words. A header may name it by nothing that can be seen.
pub(super) fn noun_of(name: &str) -> String {
    let noun = words(name);
    if names::has_visible(&noun) { noun } else { "event".to_owned() }
}

/// A count with its noun, such as `1 commit` and `3 commits`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// A duration in seconds, such as `1 h 2 min` or `45 s`.
pub(super) fn duration(seconds: u64) -> String {
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, 0) => format!("{minutes} min"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_or_of_another_type_reads_as_absent() {
        let value = json!({"a": {"b": "x", "n": 3, "z": null, "t": true, "blank": "  ", "list": [1]}});
        let body = EventBody(&value);
        assert_eq!(body.text("a.b"), Some("x"));
        for path in ["a", "a.n", "a.z", "a.t", "a.blank", "a.list", "b", "a.b.c", "a.list.0"] {
            assert_eq!(body.text(path), None, "{path}");
        }
        assert_eq!(body.scalar("a.n").as_deref(), Some("3"));
        assert_eq!(body.scalar("a.z"), None);
        assert_eq!(body.scalar("a.t"), None);
        assert_eq!(body.items("a.list").len(), 1);
        assert!(body.items("a.b").is_empty());
        assert!(body.flag("a.t") && !body.flag("a.b"));
        assert_eq!(body.link("a.b"), None);
    }

    #[test]
    fn the_name_of_an_event_is_short_and_visible_ascii() {
        assert_eq!(name_of("issues", "opened"), "issues.opened");
        assert_eq!(name_of("Push Hook", ""), "Push_Hook");
        assert_eq!(name_of("é\n\0x", "\u{202e}y"), "x.y");
        assert_eq!(name_of(&"a".repeat(99), "b").len(), MAX_EVENT_LENGTH);
    }

    #[test]
    fn durations_read_as_people_say_them() {
        let cases =
            [(0, "0 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3_600, "1 h 0 min"), (7_325, "2 h 2 min")];
        for (seconds, text) in cases {
            assert_eq!(duration(seconds), text);
        }
    }
}
