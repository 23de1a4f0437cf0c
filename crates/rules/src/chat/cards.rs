//! Cards: the structured part of a message, such as an embed, an alert or a repository event. Pure; no I/O.
//! `models::messages` stores them, `routes::chat` renders them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::names;

/// The most cards of a message.
pub const MAX_CARDS: usize = 10;
/// The most characters of all texts of a message's cards together.
pub const MAX_CHARACTERS: usize = 6_000;
/// The most fields of a card.
pub const MAX_FIELDS: usize = 25;
/// The most characters of a title, an author's name or a field's name.
pub const MAX_TITLE_LENGTH: usize = 256;
/// The most characters of a card's text.
pub const MAX_TEXT_LENGTH: usize = 4_096;
/// The most characters of a field's value.
pub const MAX_VALUE_LENGTH: usize = 1_024;
/// The most characters of a footer.
pub const MAX_FOOTER_LENGTH: usize = 2_048;
/// The most characters of a URL in a card.
pub const MAX_URL_LENGTH: usize = 2_048;

/// One card. Texts are Markdown where it says so and are never scanned for mentions. URLs are absolute and `http` or `https`.
/// This is the stored form and the form of the native payload (keys in camelCase).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Card {
    /// Its title, plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where the title leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Its text, Markdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The colour of its edge, `0xRRGGBB`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<u32>,
    /// Who or what it is about, above the title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<CardAuthor>,
    /// Named values, in columns where they are short.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<CardField>,
    /// A small picture beside the text. Loaded by viewers, never by the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_url: Option<String>,
    /// A large picture below the text. Loaded by viewers, never by the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_url: Option<String>,
    /// A small line at the bottom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footer: Option<CardFooter>,
    /// The time that it is about, in UTC milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<i64>,
}

/// The line above a card's title.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CardAuthor {
    /// A name, plain text.
    pub name: String,
    /// Where the name leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// A small picture before the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_url: Option<String>,
}

/// A named value of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CardField {
    /// Its name, plain text.
    pub name: String,
    /// Its value, Markdown.
    pub value: String,
    /// True if it may stand beside others.
    pub inline: bool,
}

/// The line at the bottom of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CardFooter {
    /// Plain text.
    pub text: String,
    /// A small picture before the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_url: Option<String>,
}

impl Card {
    /// Where each of its pictures has its URL, with the name of the place.
    pub fn pictures_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut Option<String>)> {
        let author = self.author.as_mut().map(|author| ("author/icon", &mut author.icon_url));
        let footer = self.footer.as_mut().map(|footer| ("footer/icon", &mut footer.icon_url));
        [("image", &mut self.image_url), ("thumbnail", &mut self.thumbnail_url)].into_iter().chain(author).chain(footer)
    }

    /// Its texts, as [`Self::characters`] counts them.
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let own = [&mut self.title, &mut self.text].into_iter().flatten();
        let author = self.author.iter_mut().map(|author| &mut author.name);
        let fields = self.fields.iter_mut().flat_map(|field| [&mut field.name, &mut field.value]);
        let footer = self.footer.iter_mut().map(|footer| &mut footer.text);
        own.chain(author).chain(fields).chain(footer)
    }

    /// Leaves out the marks of its texts that are too many on one letter, as [`names::limit_marks`] does.
    pub fn limit_marks(&mut self) {
        for text in self.texts_mut() {
            if let Cow::Owned(limited) = names::limit_marks(text) {
                *text = limited;
            }
        }
    }

    /// True if nothing of it can be shown.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self { color: self.color, ..Self::default() }
    }

    /// Number of characters in its texts: title, text, author's name, fields and footer. URLs don't count.
    #[must_use]
    pub fn characters(&self) -> usize {
        let own = [&self.title, &self.text].into_iter().flatten();
        let author = self.author.iter().map(|author| &author.name);
        let fields = self.fields.iter();
        let fields = fields.flat_map(|field| [&field.name, &field.value]);
        let footer = self.footer.iter().map(|footer| &footer.text);
        let texts = own.chain(author).chain(fields).chain(footer);
        texts.map(|text| text.chars().count()).sum()
    }
}

/// The cards as they are stored beside a message; none where there are none.
#[must_use]
pub fn store(cards: &[Card]) -> Option<String> {
    (!cards.is_empty()).then(|| serde_json::to_string(cards).ok())?
}

/// The cards that were stored. An unreadable value is no card.
#[must_use]
pub fn read(stored: Option<&str>) -> Vec<Card> {
    stored.and_then(|cards| serde_json::from_str(cards).ok()).unwrap_or_default()
}
