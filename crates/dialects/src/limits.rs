//! Cuts a translation to the limits of messages and cards, and notes what was shortened or dropped.
//! Reading a body and choosing what goes where is up to each dialect.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

use super::{Translation, fences, steps};
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::cards::{
    Card, CardAuthor, CardFooter, MAX_CARDS, MAX_CHARACTERS, MAX_FIELDS, MAX_FOOTER_LENGTH, MAX_TEXT_LENGTH,
    MAX_TITLE_LENGTH, MAX_URL_LENGTH, MAX_VALUE_LENGTH,
};
use portico_rules::chat::mentions::Mark;
use portico_rules::chat::names;
use portico_rules::{own_origin, web_url};

/// The most characters of a message's text.
pub const MAX_CONTENT_LENGTH: usize = 4_000;
/// The most characters of a name for one message.
const MAX_NAME_LENGTH: usize = 64;
/// The most notes of one kind, and the most characters of each.
const MAX_NOTES: usize = 50;
const MAX_NOTE_LENGTH: usize = 200;
/// The most letters of a role's name, the longest kind of name that a mention can have.
const MAX_MENTION_LENGTH: usize = 32;
/// Max times a cut is moved back to make room for the end of a code block: it may reach the code before, whose fence is
/// longer.
const MAX_CUTS: usize = 4;
/// A text that is cut since no more room is left has more characters than these: fewer say nothing.
const MIN_CUT: usize = 16;
/// Ends a text that was cut.
const ELLIPSIS: char = '…';

/// A text of at most `max` characters: itself, or cut at the end of a word with `…`. One word that fills more than the
/// last quarter is cut inside. Looks at no more than `max` characters and one.
#[must_use]
pub fn cut(text: &str, max: usize) -> Cow<'_, str> {
    match cut_at(text, max) {
        None => Cow::Borrowed(text),
        Some(_) if max == 0 => Cow::Borrowed(""),
        Some(end) => {
            let kept = text.get(..end).unwrap_or_default();
            Cow::Owned(format!("{kept}{ELLIPSIS}"))
        }
    }
}

/// As [`cut`], for a text in Markdown: code between fences that the cut reaches is closed, within the limit.
pub(super) fn cut_markdown(text: &str, max: usize) -> Cow<'_, str> {
    match cut_markdown_at(text, max) {
        None => Cow::Borrowed(text),
        Some(_) if max == 0 => Cow::Borrowed(""),
        Some((end, tail)) => {
            let kept = text.get(..end).unwrap_or_default();
            Cow::Owned(format!("{kept}{tail}"))
        }
    }
}

/// Where to cut a Markdown text, in bytes, and what ends it then; none where it fits already.
fn cut_markdown_at(text: &str, max: usize) -> Option<(usize, String)> {
    let mut cut = cut_at(text, max)?;
    for _ in 0..MAX_CUTS {
        let kept = text.get(..cut).unwrap_or_default();
        let (end, tail) = fences::ending(kept, ELLIPSIS);
        let kept = kept.get(..end).unwrap_or_default();
        let closing = tail.chars().count();
        if kept.chars().count() + closing <= max {
            return Some((end, tail));
        }
        // What closes the code needs room too.
        cut = cut_at(text, (max + 1).saturating_sub(closing))?;
    }
    Some((cut, ELLIPSIS.to_string()))
}

/// Where to cut a text so that it fits with `…`, in bytes; none where it fits already.
fn cut_at(text: &str, max: usize) -> Option<usize> {
    steps::count(text.len().min(max));
    text.char_indices().nth(max)?;
    let hard = text.char_indices().nth(max.saturating_sub(1))?.0;
    let (head, tail) = text.split_at_checked(hard)?;
    let soft =
        if tail.starts_with(char::is_whitespace) { hard } else { head.rfind(char::is_whitespace).unwrap_or_default() };
    let end = if soft >= hard - hard / 4 {
        soft
    } else if tail.starts_with(joins) {
        // Not between a letter and its marks, nor inside a joined emoji.
        let start = head.trim_end_matches(joins);
        start.char_indices().next_back().map_or(hard, |(at, _)| at)
    } else {
        hard
    };
    head.get(..end).map(|kept| kept.trim_end().len())
}

/// True if a character belongs to the one before it.
fn joins(c: char) -> bool {
    is_combining_mark(c) || matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// A URL that a page may link to, as [`web_url::is_strict`] says, of at most [`MAX_URL_LENGTH`] characters. Surrounding white
/// space is dropped.
#[must_use]
pub fn web_url(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.len() > MAX_URL_LENGTH * 4 || text.chars().count() > MAX_URL_LENGTH {
        return None;
    }
    web_url::is_strict(text).then_some(text)
}

/// Adds a note. After the first 50, one more says that there were more.
pub fn note(notes: &mut Vec<String>, text: &str) {
    steps::count(1);
    if notes.len() < MAX_NOTES {
        let mut note = cut(text, MAX_NOTE_LENGTH).into_owned();
        storable(&mut note);
        notes.push(note);
    } else if notes.len() == MAX_NOTES {
        notes.push("and more".to_owned());
    }
}

/// Cuts everything to its limit, drops what can't be stored or shown, and notes both. Texts that fit stay as they are.
///
/// Marks that the cut reaches are dropped with their text. Where the cut could turn a longer name into a mention
/// (`@alliance` into `@all…`), the end becomes a mark without a target.
pub fn fit(translation: &mut Translation) {
    let Translation { content, marks, name, avatar_url, cards, event, shortened, dropped, .. } = translation;
    if !names::has_visible(content) {
        content.clear();
        marks.clear();
    }
    cut_content(content, marks, shortened, MAX_CONTENT_LENGTH);
    storable(content);
    fit_name(name, shortened, dropped);
    fit_url(avatar_url, dropped, || "avatar".into());
    if let Some(event) = event {
        *event = cut(event, MAX_NAME_LENGTH).into_owned();
    }
    if cards.len() > MAX_CARDS {
        note(dropped, &format!("{} cards after the first {MAX_CARDS}", cards.len() - MAX_CARDS));
        cards.truncate(MAX_CARDS);
    }
    fit_cards(cards, shortened, dropped);
}

/// Cuts the cards to their limits, and all of them together to theirs: first come the names of every card, for which there
/// is always room, then the other texts, card by card. Drops the cards that show nothing then.
fn fit_cards(cards: &mut Vec<Card>, shortened: &mut Vec<String>, dropped: &mut Vec<String>) {
    let mut shortener = Shortener { path: String::new(), room: MAX_CHARACTERS, without_room: 0, shortened, dropped };
    for (index, card) in cards.iter_mut().enumerate() {
        shortener.path = format!("cards/{index}");
        shortener.names(card);
    }
    let (mut index, mut lost_cards, mut lost_texts) = (0, 0, 0);
    cards.retain_mut(|card| {
        shortener.path = format!("cards/{index}");
        index += 1;
        shortener.texts(card);
        let without_room = std::mem::take(&mut shortener.without_room);
        let is_kept = !shows_nothing(card);
        if is_kept {
            lost_texts += without_room;
        } else if without_room > 0 {
            lost_cards += 1;
        }
        is_kept
    });
    for (what, count) in [("cards", lost_cards), ("texts of cards", lost_texts)] {
        if count > 0 {
            note(shortener.dropped, &format!("{what}: no room left for {count}"));
        }
    }
}

/// True if a card has nothing that a reader would see: an address, a time and a colour alone are of nothing.
pub(super) fn shows_nothing(card: &Card) -> bool {
    card.title.is_none()
        && card.text.is_none()
        && card.author.is_none()
        && card.fields.is_empty()
        && card.thumbnail_url.is_none()
        && card.image_url.is_none()
        && card.footer.is_none()
}

/// Drops pictures on this instance's own address that are not below `/avatars/`: a reader's browser would send its
/// cookies along. To be called on every translation before it is posted; it may leave one that is [empty](is_empty).
pub fn drop_own_pictures(translation: &mut Translation, base_url: &BaseUrl) {
    let dropped = &mut translation.dropped;
    let mut check_url = |url: &mut Option<String>, place: &dyn Fn() -> String| {
        if url.as_ref().is_some_and(|url| !own_origin::may_be_shown(base_url, url)) {
            *url = None;
            note(dropped, &format!("{}: on this instance's own address", place()));
        }
    };
    check_url(&mut translation.avatar_url, &|| "avatar".into());
    for (index, card) in translation.cards.iter_mut().enumerate() {
        for (place, url) in card.pictures_mut() {
            check_url(url, &|| format!("cards/{index}/{place}"));
        }
    }
    translation.cards.retain(|card| !shows_nothing(card));
}

/// True if there is nothing to post.
#[must_use]
pub fn is_empty(translation: &Translation) -> bool {
    !names::has_visible(&translation.content) && translation.cards.is_empty()
}

/// Replaces control characters other than the end of a line and the tab: they show nothing, and not every database can
/// store U+0000. A space, or a no-break space for the two bytes of U+0080 to U+009F, keeps the ranges of marks.
fn storable(text: &mut String) {
    let is_unfit = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if text.contains(is_unfit) {
        let fit = |c: char| match c {
            c if !is_unfit(c) => c,
            c if c.is_ascii() => ' ',
            _ => '\u{a0}',
        };
        *text = text.chars().map(fit).collect();
    }
}

/// Cuts a text with its marks to at most `max` characters.
pub(super) fn cut_content(content: &mut String, marks: &mut Vec<Mark>, shortened: &mut Vec<String>, max: usize) {
    let Some((mut end, mut tail)) = cut_markdown_at(content, max) else {
        return;
    };
    let whole = marks.partition_point(|mark| mark.range.end <= end);
    let reached = marks.get(whole).filter(|mark| mark.range.start < end);
    let beginning = match reached.cloned() {
        // A mention is whole or not there.
        Some(mark) if mark.target.is_some() => {
            end = mark.range.start;
            tail = tail_of(content.get(..end).unwrap_or_default(), max);
            None
        }
        Some(mark) => Some(Mark { range: mark.range.start..end, target: None }),
        None => None,
    };
    marks.truncate(whole);
    marks.extend(beginning);
    let marked = marks.last().map_or(0, |mark| mark.range.end);
    if let Some(start) = open_mention(content, marked, end) {
        marks.push(Mark { range: start..end, target: None });
    }
    content.truncate(end);
    content.push_str(&tail);
    note(shortened, "content");
}

/// The end of a Markdown text of which this much stays.
fn tail_of(kept: &str, max: usize) -> String {
    let (end, tail) = fences::ending(kept, ELLIPSIS);
    let fits = end == kept.len() && kept.chars().count() + tail.chars().count() <= max;
    if fits { tail } else { ELLIPSIS.to_string() }
}

/// Where the last `@` before `end` is, if the name after it may have gone on beyond `end`.
fn open_mention(content: &str, marked: usize, end: usize) -> Option<usize> {
    let may_be_name = |c: char| c.is_alphanumeric() || joins(c) || matches!(c, '_' | '.' | '-' | ' ');
    let mut letters = 0;
    for (at, c) in content.get(marked..end)?.char_indices().rev() {
        if matches!(c, '@' | '＠') {
            return Some(marked + at);
        }
        letters += usize::from(!joins(c));
        if !may_be_name(c) || letters > MAX_MENTION_LENGTH {
            return None;
        }
    }
    None
}

fn fit_name(name: &mut Option<String>, shortened: &mut Vec<String>, dropped: &mut Vec<String>) {
    let Some(raw) = name.take_if(|name| names::display_name(name).as_deref() != Ok(name.as_str())) else {
        return;
    };
    if raw.trim().is_empty() {
        return;
    }
    // The characters that a display name can't have, and more of them than any name has room for.
    let seen: String = raw
        .chars()
        .take(MAX_NAME_LENGTH * 16)
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| matches!(c, '\u{200d}' | '\u{fe0f}') || !names::is_hidden(*c))
        .collect();
    let seen = names::shown_form(&names::limit_marks(&seen));
    let short = cut(&seen, MAX_NAME_LENGTH);
    if short.len() != seen.len() {
        note(shortened, "name");
    }
    *name = names::display_name(&short).ok();
    if name.is_none() {
        note(dropped, "name: it has characters that names can't have");
    }
}

fn fit_url(url: &mut Option<String>, dropped: &mut Vec<String>, place: impl Fn() -> String) {
    let Some(text) = url.take().filter(|url| !url.trim().is_empty()) else {
        return;
    };
    match web_url(&text) {
        Some(fit) if fit.len() == text.len() => *url = Some(text),
        Some(fit) => *url = Some(fit.to_owned()),
        None => note(dropped, &format!("{}: not a complete http or https URL", place())),
    }
}

/// A function that cuts a text: [`cut`] or [`cut_markdown`].
type Cut = fn(&str, usize) -> Cow<'_, str>;

/// The way through the cards, with the characters that are left for what comes.
struct Shortener<'n> {
    /// The card, for the notes.
    path: String,
    room: usize,
    /// Number of the card's texts that found no room.
    without_room: usize,
    shortened: &'n mut Vec<String>,
    dropped: &'n mut Vec<String>,
}

impl Shortener<'_> {
    /// The card's author and title.
    fn names(&mut self, card: &mut Card) {
        self.author(&mut card.author);
        self.optional("title", &mut card.title, MAX_TITLE_LENGTH, cut);
    }

    /// Everything else.
    fn texts(&mut self, card: &mut Card) {
        self.optional("text", &mut card.text, MAX_TEXT_LENGTH, cut_markdown);
        self.fields(card);
        self.footer(&mut card.footer);
        self.url("url", &mut card.url);
        self.url("thumbnail", &mut card.thumbnail_url);
        self.url("image", &mut card.image_url);
        card.color = card.color.map(|color| color & 0xff_ffff);
    }

    fn author(&mut self, author: &mut Option<CardAuthor>) {
        if let Some(CardAuthor { name, url, icon_url }) = author {
            self.text("author", name, MAX_TITLE_LENGTH, cut);
            self.url("author/url", url);
            self.url("author/icon", icon_url);
        }
        author.take_if(|author| author.name.is_empty());
    }

    fn footer(&mut self, footer: &mut Option<CardFooter>) {
        if let Some(CardFooter { text, icon_url }) = footer {
            self.text("footer", text, MAX_FOOTER_LENGTH, cut);
            self.url("footer/icon", icon_url);
        }
        footer.take_if(|footer| footer.text.is_empty());
    }

    fn fields(&mut self, card: &mut Card) {
        if card.fields.len() > MAX_FIELDS {
            let more = card.fields.len() - MAX_FIELDS;
            let path = &self.path;
            note(self.dropped, &format!("{path}: {more} fields after the first {MAX_FIELDS}"));
            card.fields.truncate(MAX_FIELDS);
        }
        for (index, field) in card.fields.iter_mut().enumerate() {
            let (room, without_room) = (self.room, self.without_room);
            self.text(&format!("fields/{index}/name"), &mut field.name, MAX_TITLE_LENGTH, cut);
            self.text(&format!("fields/{index}/value"), &mut field.value, MAX_VALUE_LENGTH, cut_markdown);
            // A name without its value, or a value without its name, says nothing.
            if self.without_room > without_room {
                field.name.clear();
                field.value.clear();
                self.room = room;
                self.without_room = without_room + 1;
            }
        }
        card.fields.retain(|field| !field.name.is_empty() || !field.value.is_empty());
    }

    fn optional(&mut self, place: &str, text: &mut Option<String>, max: usize, cut: Cut) {
        if let Some(text) = text {
            self.text(place, text, max, cut);
        }
        text.take_if(|text| text.is_empty());
    }

    /// Cuts a text to its limit and to what is left of the room of all cards; one that shows nothing becomes empty.
    fn text(&mut self, place: &str, text: &mut String, max: usize, cut: Cut) {
        storable(text);
        if !names::has_visible(text) {
            text.clear();
            return;
        }
        let short = match cut(text, max.min(self.room)) {
            Cow::Borrowed(short) if short.len() == text.len() => None,
            short => Some(short.into_owned()),
        };
        match short {
            None => {}
            Some(short) if self.room < max && short.chars().nth(MIN_CUT).is_none() => {
                text.clear();
                self.without_room += 1;
            }
            Some(short) => {
                *text = short;
                note(self.shortened, &format!("{}/{place}", self.path));
            }
        }
        self.room = self.room.saturating_sub(text.chars().count());
    }

    fn url(&mut self, place: &str, url: &mut Option<String>) {
        let path = &self.path;
        fit_url(url, self.dropped, || format!("{path}/{place}"));
    }
}

#[cfg(test)]
mod tests;
