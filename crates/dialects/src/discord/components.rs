//! Discord's components. A message with the flag for them shows them instead of `content` and `embeds`: texts and links in
//! the message's text, containers and pictures as cards. Under any other message, buttons that are links become links of
//! its card. Other buttons and menus are left out.

use serde_json::{Map, Value};

use super::embeds::color_of;
use super::fault::ErrorTree;
use super::markup;
use crate::Translation;
use crate::event::markdown::{linked, web};
use crate::fences;
use crate::limits::{cut, note};
use crate::text::Text;
use portico_rules::chat::cards::{Card, MAX_CARDS, MAX_TEXT_LENGTH};
use portico_rules::chat::names::has_visible;

/// The most components that are read, as at Discord; those inside others count too.
const MAX_COMPONENTS: usize = 40;
/// The most characters of a button's label; Discord takes 80.
const MAX_LABEL_LENGTH: usize = 100;

const ACTION_ROW: u64 = 1;
const BUTTON: u64 = 2;
const SECTION: u64 = 9;
const TEXT_DISPLAY: u64 = 10;
const THUMBNAIL: u64 = 11;
const MEDIA_GALLERY: u64 = 12;
const SEPARATOR: u64 = 14;
const CONTAINER: u64 = 17;
/// The style of a button that leads to an address.
const LINK: u64 = 5;

/// The types that only a message of components has.
const OF_WHOLE_MESSAGES: [u64; 5] = [SECTION, TEXT_DISPLAY, MEDIA_GALLERY, SEPARATOR, CONTAINER];

/// True if a list of components can only be a message by itself, whatever flags come with it.
pub(super) fn are_whole(value: Option<&Value>) -> bool {
    let items = value.and_then(Value::as_array);
    items.into_iter().flatten().any(|item| {
        let kind = ErrorTree::default().number("type", item.get("type"));
        kind.is_some_and(|kind| OF_WHOLE_MESSAGES.contains(&kind))
    })
}

/// Reads the components into the text and the cards of a translation, after what is there already.
pub(super) fn read(value: Option<&Value>, faults: &mut ErrorTree, translation: &mut Translation) {
    let mut text =
        Text::from_parts(std::mem::take(&mut translation.content), std::mem::take(&mut translation.marks)).closed();
    let items = faults.list("components", value);
    let mut reader = ComponentReader { faults, dropped: &mut translation.dropped, count: 0 };
    let cards = &mut translation.cards;
    for (index, item) in items.iter().enumerate() {
        let path = format!("components/{index}");
        let Some((kind, component)) = reader.component(&path, item) else {
            continue;
        };
        if kind == CONTAINER {
            cards.extend(reader.container(&path, component));
            continue;
        }
        let mut part = ComponentParts::default();
        reader.part(&path, kind, component, &mut part);
        if !part.text.is_empty() {
            text.line();
            text.append(part.text);
        }
        cards.extend(part.thumbnail.map(|url| Card { thumbnail_url: Some(url), ..Card::default() }));
        cards.extend(part.images.into_iter().map(|url| picture(url, None)));
    }
    reader.note_more();
    (translation.content, translation.marks) = text.into_parts();
}

/// Reads the buttons under an ordinary message that are links into its last card, or into one of their own. Everything else is
/// noted, whatever its shape.
pub(super) fn read_links(value: Option<&Value>, translation: &mut Translation) {
    let Some(items) = value.and_then(Value::as_array) else {
        if value.is_some_and(super::says_something) {
            note(&mut translation.dropped, "components");
        }
        return;
    };
    let mut faults = ErrorTree::default();
    let mut reader = ComponentReader { faults: &mut faults, dropped: &mut translation.dropped, count: 0 };
    let mut part = ComponentParts::default();
    for (index, item) in items.iter().enumerate() {
        let path = format!("components/{index}");
        match reader.component(&path, item) {
            Some((ACTION_ROW, row)) => reader.action_row(&path, row, &mut part),
            Some((kind, _)) => reader.leave_out(&path, kind),
            None => {}
        }
    }
    reader.note_more();
    if !faults.is_empty() {
        note(&mut translation.dropped, "components: of another type than Discord’s");
    }
    if part.text.is_empty() {
        return;
    }
    let links = part.text.into_content();
    let cards = &mut translation.cards;
    let is_full = cards.len() >= MAX_CARDS;
    let fits = |text: &str| text.chars().count() + links.chars().count() < MAX_TEXT_LENGTH;
    match cards.last_mut() {
        Some(card) if is_full || card.text.as_deref().is_none_or(fits) => {
            card.text = Some(fences::joined(card.text.take().into_iter().chain([links]), "\n"));
        }
        _ => cards.push(Card { text: Some(links), ..Card::default() }),
    }
}

/// A card of a picture alone.
fn picture(url: String, color: Option<u32>) -> Card {
    Card { color, image_url: Some(url), ..Card::default() }
}

/// Text and pictures of components.
#[derive(Default)]
struct ComponentParts {
    text: Text,
    thumbnail: Option<String>,
    images: Vec<String>,
}

struct ComponentReader<'r> {
    faults: &'r mut ErrorTree,
    dropped: &'r mut Vec<String>,
    /// Number of components so far.
    count: usize,
}

impl ComponentReader<'_> {
    /// A component with its type; none for what is no component, and after the most that are read.
    fn component<'v>(&mut self, path: &str, item: &'v Value) -> Option<(u64, &'v Map<String, Value>)> {
        let object = self.faults.object(path, Some(item))?;
        let kind = self.faults.number(&format!("{path}/type"), object.get("type"));
        self.count += 1;
        (self.count <= MAX_COMPONENTS).then_some((kind.unwrap_or_default(), object))
    }

    /// Notes how many components are not read, if some are not.
    fn note_more(&mut self) {
        if self.count > MAX_COMPONENTS {
            let more = self.count - MAX_COMPONENTS;
            note(self.dropped, &format!("components: {more} after the first {MAX_COMPONENTS}"));
        }
    }

    /// The components inside another one, with their paths.
    fn inside<'v>(
        &mut self,
        path: &str,
        component: &'v Map<String, Value>,
    ) -> Vec<(String, u64, &'v Map<String, Value>)> {
        let path = format!("{path}/components");
        let items = self.faults.list(&path, component.get("components"));
        let mut inner = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let path = format!("{path}/{index}");
            if let Some((kind, component)) = self.component(&path, item) {
                inner.push((path, kind, component));
            }
        }
        inner
    }

    /// A container as a card, and a card for each of its pictures after the first.
    fn container(&mut self, path: &str, container: &Map<String, Value>) -> Vec<Card> {
        let color = container.get("accent_color").filter(|value| !value.is_null());
        let color = color.and_then(|value| {
            let color = color_of(value);
            if color.is_none() {
                note(self.dropped, &format!("{path}/accent_color"));
            }
            color
        });
        if container.get("spoiler").is_some_and(super::says_something) {
            note(self.dropped, &format!("{path}/spoiler"));
        }
        let mut part = ComponentParts::default();
        for (path, kind, component) in self.inside(path, container) {
            self.part(&path, kind, component, &mut part);
        }
        let has_text = !part.text.is_empty();
        let (text, marks) = part.text.into_parts();
        if marks.iter().any(|mark| mark.target.is_some()) {
            note(self.dropped, &format!("{path}: mentions in a container"));
        }
        let mut images = part.images.into_iter();
        let card = Card {
            color,
            text: has_text.then_some(text),
            thumbnail_url: part.thumbnail,
            image_url: images.next(),
            ..Card::default()
        };
        std::iter::once(card).filter(|card| !card.is_empty()).chain(images.map(|url| picture(url, color))).collect()
    }

    /// Adds a component that is no container, or notes that it is left out.
    fn part(&mut self, path: &str, kind: u64, component: &Map<String, Value>, part: &mut ComponentParts) {
        match kind {
            TEXT_DISPLAY => self.text_display(path, component, part),
            SECTION => self.section(path, component, part),
            ACTION_ROW => self.action_row(path, component, part),
            MEDIA_GALLERY => self.gallery(path, component, part),
            SEPARATOR => {}
            kind => self.leave_out(path, kind),
        }
    }

    fn text_display(&mut self, path: &str, component: &Map<String, Value>, part: &mut ComponentParts) {
        if let Some(text) = self.text(path, "content", component) {
            part.text.line();
            part.text.append(markup::translate(&text).closed());
        }
    }

    /// Texts, with a picture or a button beside them.
    fn section(&mut self, path: &str, section: &Map<String, Value>, part: &mut ComponentParts) {
        for (path, kind, component) in self.inside(path, section) {
            match kind {
                TEXT_DISPLAY => self.text_display(&path, component, part),
                kind => self.leave_out(&path, kind),
            }
        }
        let path = format!("{path}/accessory");
        let accessory = section.get("accessory");
        let Some((kind, accessory)) = accessory.and_then(|item| self.component(&path, item)) else {
            return;
        };
        match kind {
            BUTTON => {
                let link = self.link(&path, accessory);
                add_links(part, link.as_slice());
            }
            // A card has room for one.
            THUMBNAIL if part.thumbnail.is_none() => {
                part.thumbnail = self.media(&path, accessory);
            }
            kind => self.leave_out(&path, kind),
        }
    }

    fn action_row(&mut self, path: &str, row: &Map<String, Value>, part: &mut ComponentParts) {
        let mut links = Vec::new();
        for (path, kind, component) in self.inside(path, row) {
            match kind {
                BUTTON => links.extend(self.link(&path, component)),
                kind => self.leave_out(&path, kind),
            }
        }
        add_links(part, &links);
    }

    /// A button that leads to an address, as a link; others are left out.
    fn link(&mut self, path: &str, button: &Map<String, Value>) -> Option<String> {
        let style = self.faults.number(&format!("{path}/style"), button.get("style"));
        let [label, url] = ["label", "url"].map(|key| self.text(path, key, button));
        if style != Some(LINK) {
            self.leave_out(path, BUTTON);
            return None;
        }
        let Some(to) = url.as_deref().and_then(web) else {
            let why = "not a complete http or https URL";
            note(self.dropped, &format!("{path}/url: {why}"));
            return None;
        };
        let label = match (self.emoji(path, button), label) {
            (Some(emoji), Some(label)) => format!("{emoji} {label}"),
            (Some(label), None) | (None, Some(label)) => label,
            (None, None) => "Link".to_owned(),
        };
        Some(linked(&cut(&label, MAX_LABEL_LENGTH), Some(to)))
    }

    /// The emoji of a button. One of Discord's own servers has an id there, and no picture here.
    fn emoji(&mut self, path: &str, button: &Map<String, Value>) -> Option<String> {
        let emoji = button.get("emoji").filter(|emoji| super::says_something(emoji))?;
        let is_custom = emoji.get("id").is_some_and(super::says_something);
        let name = emoji.get("name").and_then(Value::as_str);
        let name = name.filter(|name| !is_custom && has_visible(name));
        if name.is_none() {
            note(self.dropped, &format!("{path}/emoji"));
        }
        name.map(str::to_owned)
    }

    fn gallery(&mut self, path: &str, gallery: &Map<String, Value>, part: &mut ComponentParts) {
        let path = format!("{path}/items");
        let items = self.faults.list(&path, gallery.get("items"));
        if items.len() > MAX_CARDS {
            let more = items.len() - MAX_CARDS;
            note(self.dropped, &format!("{path}: {more} after the first {MAX_CARDS}"));
        }
        for (index, item) in items.iter().take(MAX_CARDS).enumerate() {
            let path = format!("{path}/{index}");
            if let Some(item) = self.faults.object(&path, Some(item)) {
                part.images.extend(self.media(&path, item));
            }
        }
    }

    /// The address of a picture. One that is hidden until it is clicked is left out, since here it would be shown.
    fn media(&mut self, path: &str, item: &Map<String, Value>) -> Option<String> {
        let inside = format!("{path}/media");
        let media = self.faults.object(&inside, item.get("media"))?;
        let url = self.text(&inside, "url", media)?;
        if self.text(path, "description", item).is_some() {
            note(self.dropped, &format!("{path}/description"));
        }
        if item.get("spoiler").is_some_and(super::says_something) {
            note(self.dropped, &format!("{path}: spoiler"));
            return None;
        }
        Some(url)
    }

    /// A text that shows something.
    fn text(&mut self, path: &str, key: &str, object: &Map<String, Value>) -> Option<String> {
        let text = self.faults.text(&format!("{path}/{key}"), object.get(key));
        text.filter(|text| has_visible(text))
    }

    fn leave_out(&mut self, path: &str, kind: u64) {
        let what = match kind {
            ACTION_ROW => "action row",
            BUTTON => "button",
            3 | 5..=8 => "menu",
            SECTION => "section",
            TEXT_DISPLAY => "text",
            THUMBNAIL => "thumbnail",
            MEDIA_GALLERY => "media gallery",
            13 => "file",
            CONTAINER => "container",
            _ => "of an unknown type",
        };
        note(self.dropped, &format!("{path}: {what}"));
    }
}

/// Adds links in a line of their own. A label mentions no one.
fn add_links(part: &mut ComponentParts, links: &[String]) {
    if !links.is_empty() {
        part.text.line();
        part.text.no_mention(&links.join(" · "));
    }
}
