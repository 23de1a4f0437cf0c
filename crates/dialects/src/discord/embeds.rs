//! Discord's embeds as cards.
//! Their limits are applied in `dialects::limits`.

use serde_json::{Map, Value};

use super::fault::ErrorTree;
use super::{card_text, card_title};
use crate::limits::{note, shows_nothing};
use crate::{Translation, colors, moments};
use portico_rules::chat::cards::{Card, CardAuthor, CardField, CardFooter, MAX_CARDS, MAX_FIELDS};
use portico_rules::chat::names::has_visible;
use portico_rules::json;

/// Reads the embeds into the cards of a translation.
pub(super) fn read(value: Option<&Value>, faults: &mut ErrorTree, translation: &mut Translation) {
    let embeds = faults.list("embeds", value);
    if embeds.len() > MAX_CARDS {
        let more = embeds.len() - MAX_CARDS;
        note(&mut translation.dropped, &format!("embeds: {more} after the first {MAX_CARDS}"));
    }
    for (index, embed) in embeds.iter().take(MAX_CARDS).enumerate() {
        let mut reader = EmbedReader { path: format!("embeds/{index}"), faults, dropped: &mut translation.dropped };
        if let Some(embed) = reader.faults.object(&reader.path, Some(embed)) {
            let card = reader.card(embed);
            translation.cards.extend((!shows_nothing(&card)).then_some(card));
        }
    }
}

/// The colour that is `0xRRGGBB` as a number or written out, or `#rrggbb` or `#rgb`.
pub(super) fn color_of(value: &Value) -> Option<u32> {
    let number = match value {
        Value::String(text) => match text.trim().strip_prefix('#') {
            Some(digits) => colors::hex(digits),
            None => text.trim().parse().ok(),
        },
        value => json::whole_number(value).and_then(|number| number.try_into().ok()),
    };
    number.filter(|number| *number <= 0xff_ffff)
}

struct EmbedReader<'r> {
    path: String,
    faults: &'r mut ErrorTree,
    dropped: &'r mut Vec<String>,
}

impl EmbedReader<'_> {
    fn card(&mut self, embed: &Map<String, Value>) -> Card {
        let card = Card {
            title: self.text("title", embed).map(|text| card_title(&text)),
            url: self.text("url", embed),
            text: self.text("description", embed).map(|text| card_text(&text)),
            color: self.color(embed.get("color")),
            author: self.part("author", embed, |part, author| {
                // All of it is read, so that no value of the wrong type passes.
                let [name, url, icon_url] = ["name", "url", "icon_url"].map(|key| part.text(key, author));
                part.note_without("name", name.is_none() && (url.is_some() || icon_url.is_some()));
                Some(CardAuthor { name: card_title(&name?), url, icon_url })
            }),
            fields: self.fields(embed.get("fields")),
            thumbnail_url: self.part("thumbnail", embed, |part, image| part.text("url", image)),
            image_url: self.part("image", embed, |part, image| part.text("url", image)),
            footer: self.part("footer", embed, |part, footer| {
                let [text, icon_url] = ["text", "icon_url"].map(|key| part.text(key, footer));
                part.note_without("text", text.is_none() && icon_url.is_some());
                Some(CardFooter {
                    // Discord shows it without Markdown too.
                    text: text?,
                    icon_url,
                })
            }),
            time: self.time(embed.get("timestamp")),
        };
        if embed.get("video").is_some_and(super::says_something) {
            note(self.dropped, &format!("{}/video", self.path));
        }
        card
    }

    /// A text that shows something.
    fn text(&mut self, key: &str, object: &Map<String, Value>) -> Option<String> {
        let path = format!("{}/{key}", self.path);
        let text = self.faults.text(&path, object.get(key));
        text.filter(|text| has_visible(text))
    }

    /// Notes a part that is dropped with its link and picture, since it lacks the text that they belong to.
    fn note_without(&mut self, key: &str, is_dropped: bool) {
        if is_dropped {
            note(self.dropped, &format!("{}: it has no {key}", self.path));
        }
    }

    fn part<T>(
        &mut self,
        key: &str,
        embed: &Map<String, Value>,
        read: impl FnOnce(&mut EmbedReader<'_>, &Map<String, Value>) -> Option<T>,
    ) -> Option<T> {
        let path = format!("{}/{key}", self.path);
        let object = self.faults.object(&path, embed.get(key))?;
        let mut part = EmbedReader { path, faults: self.faults, dropped: self.dropped };
        read(&mut part, object)
    }

    fn fields(&mut self, value: Option<&Value>) -> Vec<CardField> {
        let path = format!("{}/fields", self.path);
        let items = self.faults.list(&path, value);
        if items.len() > MAX_FIELDS {
            let more = items.len() - MAX_FIELDS;
            note(self.dropped, &format!("{path}: {more} after the first {MAX_FIELDS}"));
        }
        let mut fields = Vec::new();
        for (index, item) in items.iter().take(MAX_FIELDS).enumerate() {
            let mut reader =
                EmbedReader { path: format!("{path}/{index}"), faults: self.faults, dropped: self.dropped };
            let Some(field) = reader.faults.object(&reader.path, Some(item)) else {
                continue;
            };
            let name = reader.text("name", field).unwrap_or_default();
            let value = reader.text("value", field).unwrap_or_default();
            fields.push(CardField {
                name: card_title(&name),
                value: card_text(&value),
                inline: field.get("inline").is_some_and(super::says_something),
            });
        }
        fields
    }

    /// A colour; what is none is noted, not refused.
    fn color(&mut self, value: Option<&Value>) -> Option<u32> {
        let color = color_of(value.filter(|value| !value.is_null())?);
        if color.is_none() {
            note(self.dropped, &format!("{}/color", self.path));
        }
        color
    }

    fn time(&mut self, value: Option<&Value>) -> Option<i64> {
        let time = match value? {
            Value::Null => return None,
            Value::String(text) if text.trim().is_empty() => return None,
            Value::String(text) => moments::iso8601(text),
            _ => None,
        };
        if time.is_none() {
            note(self.dropped, &format!("{}/timestamp", self.path));
        }
        time
    }
}
