//! Reading the `cards` of the native payload: every fault with its JSON pointer. `chat::cards` defines a card and its
//! limits.

use serde_json::{Map, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{BodyErrors, NOT_A_PICTURE};
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::cards::{
    Card, CardAuthor, CardField, CardFooter, MAX_CARDS, MAX_CHARACTERS, MAX_FIELDS, MAX_FOOTER_LENGTH, MAX_TEXT_LENGTH,
    MAX_TITLE_LENGTH, MAX_URL_LENGTH, MAX_VALUE_LENGTH,
};
use portico_rules::chat::names;
use portico_rules::clock::Millis;
use portico_rules::json;
use portico_rules::{own_origin, web_url};

/// The largest colour, white.
const MAX_COLOR: u32 = 0xff_ff_ff;

/// Reads the cards. As in the rest of the payload, unknown keys are ignored, and `null` and blank text mean absent.
pub(super) fn read(value: Option<&Value>, base_url: &BaseUrl, faults: &mut BodyErrors) -> Vec<Card> {
    let items = match value {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Array(items)) => items,
        Some(_) => {
            faults.add("/cards", "This must be an array of cards.");
            return Vec::new();
        }
    };
    if items.len() > MAX_CARDS {
        faults.add("/cards", "A message can have at most 10 cards.");
        return Vec::new();
    }
    let mut cards = Vec::with_capacity(items.len());
    for (position, item) in items.iter().enumerate() {
        let at = format!("/cards/{position}");
        let Some(object) = object(item, &at, faults) else {
            continue;
        };
        let before = faults.0.len();
        let card = CardReader { object, at: &at, base_url, faults }.card();
        if card.is_empty() && faults.0.len() == before {
            faults.add(
                at,
                "This card is empty. Give it a title, a text, a link, an author, a field, a picture or a footer.",
            );
        }
        cards.push(card);
    }
    let characters: usize = cards.iter().map(Card::characters).sum();
    if characters > MAX_CHARACTERS {
        faults.add("/cards", "The texts of all cards together must have at most 6,000 characters.");
    }
    cards
}

fn object<'b>(value: &'b Value, at: &str, faults: &mut BodyErrors) -> Option<&'b Map<String, Value>> {
    if !value.is_object() {
        faults.add(at, "This must be an object.");
    }
    value.as_object()
}

/// An object of a card, with its pointer.
struct CardReader<'r> {
    object: &'r Map<String, Value>,
    at: &'r str,
    base_url: &'r BaseUrl,
    faults: &'r mut BodyErrors,
}

impl CardReader<'_> {
    fn card(mut self) -> Card {
        Card {
            title: self.text("title", MAX_TITLE_LENGTH),
            url: self.link("url"),
            text: self.text("text", MAX_TEXT_LENGTH),
            color: self.color(),
            author: self.part("author", |author| author.author()),
            fields: self.fields(),
            thumbnail_url: self.picture("thumbnailUrl"),
            image_url: self.picture("imageUrl"),
            footer: self.part("footer", |footer| footer.footer()),
            time: self.time(),
        }
    }

    fn author(mut self) -> Option<CardAuthor> {
        let (url, icon_url) = (self.link("url"), self.picture("iconUrl"));
        let is_needed = url.is_some() || icon_url.is_some();
        Some(CardAuthor { name: self.named("name", MAX_TITLE_LENGTH, is_needed)?, url, icon_url })
    }

    fn footer(mut self) -> Option<CardFooter> {
        let icon_url = self.picture("iconUrl");
        Some(CardFooter { text: self.named("text", MAX_FOOTER_LENGTH, icon_url.is_some())?, icon_url })
    }

    fn field(mut self) -> Option<CardField> {
        let value = self.text("value", MAX_VALUE_LENGTH);
        let inline = self.flag("inline");
        let name = if value.is_some() && self.is_invisible("name") {
            // Discord's users write U+200B as the name of a field that has none.
            self.written("name", MAX_TITLE_LENGTH)?
        } else {
            self.named("name", MAX_TITLE_LENGTH, value.is_some())?
        };
        Some(CardField { name, value: value.unwrap_or_default(), inline })
    }

    /// True if there is a text of invisible characters, which is more than white space.
    fn is_invisible(&self, key: &str) -> bool {
        let text = self.object.get(key).and_then(Value::as_str);
        text.is_some_and(|text| !text.trim().is_empty() && !names::has_visible(text))
    }

    /// Those that have a name or a value.
    fn fields(&mut self) -> Vec<CardField> {
        let at = self.pointer("fields");
        let items = match self.object.get("fields") {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(_) => {
                self.faults.add(at, "This must be an array of fields.");
                return Vec::new();
            }
        };
        if items.len() > MAX_FIELDS {
            self.faults.add(at, "A card can have at most 25 fields.");
            return Vec::new();
        }
        let fields = items
            .iter()
            .enumerate()
            .filter_map(|(position, item)| self.read_part(item, &format!("{at}/{position}"), |field| field.field()));
        fields.collect()
    }

    fn part<T>(&mut self, key: &str, read: impl Fn(CardReader<'_>) -> Option<T>) -> Option<T> {
        let value = self.object.get(key).filter(|value| !value.is_null())?;
        self.read_part(value, &self.pointer(key), read)
    }

    fn read_part<T>(&mut self, value: &Value, at: &str, read: impl Fn(CardReader<'_>) -> Option<T>) -> Option<T> {
        read(CardReader { object: object(value, at, self.faults)?, at, base_url: self.base_url, faults: self.faults })
    }

    fn pointer(&self, key: &str) -> String {
        format!("{}/{key}", self.at)
    }

    fn fault(&mut self, key: &str, detail: impl Into<String>) {
        self.faults.add(self.pointer(key), detail);
    }

    /// The text of a key, unless it shows nothing. One that breaks a rule is reported, and counts as there.
    fn text(&mut self, key: &str, longest: usize) -> Option<String> {
        self.written(key, longest).filter(|text| names::has_visible(text))
    }

    /// As [`text`](Self::text), but only white space counts as absent.
    fn written(&mut self, key: &str, longest: usize) -> Option<String> {
        let text = self.faults.text(&self.pointer(key), self.object.get(key))?;
        if text.trim().is_empty() {
            return None;
        }
        if text.chars().count() > longest {
            self.fault(key, format!("This must have at most {} characters.", grouped(longest)));
        }
        if text.contains('\0') {
            self.fault(key, "This can't contain the character U+0000. Remove it.");
        }
        Some(text.to_owned())
    }

    /// The text that makes a part what it is; reported where it is missing although the rest is there.
    fn named(&mut self, key: &str, longest: usize, is_needed: bool) -> Option<String> {
        let before = self.faults.0.len();
        let text = self.text(key, longest);
        if text.is_none() && is_needed && self.faults.0.len() == before {
            self.fault(key, "This is missing.");
        }
        text
    }

    fn link(&mut self, key: &str) -> Option<String> {
        let url = self.written(key, MAX_URL_LENGTH)?;
        if !web_url::is_strict(&url) {
            self.fault(key, "This must start with https:// or http:// and be a complete URL.");
        }
        Some(url)
    }

    /// The URL of a picture, which readers' browsers load with their cookies.
    fn picture(&mut self, key: &str) -> Option<String> {
        let url = self.link(key)?;
        if web_url::is_strict(&url) && !own_origin::may_be_shown(self.base_url, &url) {
            self.fault(key, NOT_A_PICTURE);
        }
        Some(url)
    }

    fn flag(&mut self, key: &str) -> bool {
        match self.object.get(key) {
            None | Some(Value::Null) => false,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.fault(key, "This must be true or false.");
                false
            }
        }
    }

    fn color(&mut self) -> Option<u32> {
        let color = match self.object.get("color")? {
            Value::Null => return None,
            Value::String(text) if text.trim().is_empty() => return None,
            Value::String(text) => hex(text),
            value => json::whole_number(value).and_then(|color| u32::try_from(color).ok()),
        };
        let color = color.filter(|color| *color <= MAX_COLOR);
        if color.is_none() {
            self.fault("color", "This must be a colour like \"#1e90ff\", or a number from 0 to 16777215.");
        }
        color
    }

    fn time(&mut self) -> Option<Millis> {
        let text = self.written("time", MAX_URL_LENGTH)?;
        let time = OffsetDateTime::parse(&text, &Rfc3339).ok();
        let time = time.and_then(|time| Millis::try_from(time.unix_timestamp_nanos().div_euclid(1_000_000)).ok());
        if time.is_none() {
            self.fault("time", "This must be a time like \"2026-03-01T09:30:00Z\" (RFC 3339).");
        }
        time
    }
}

/// The colour `#rrggbb`.
fn hex(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#')?;
    let is_hex = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok())?
}

/// A number with its thousands apart, as in `4,096`.
fn grouped(number: usize) -> String {
    if number < 1_000 {
        return number.to_string();
    }
    format!("{},{:03}", number / 1_000, number % 1_000)
}
