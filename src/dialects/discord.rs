//! Bodies for Discord's webhooks (`content`, `embeds`, `allowed_mentions` and what goes with them).
//! The Discord message that is answered is made in `message`; paths, statuses and rate limits are up to `routes`.

mod embeds;
mod fault;
mod markup;
mod mentions;
mod message;

use serde_json::{Map, Value};

use super::body::{self, Body};
use super::{Translated, Translation, limits};
use crate::chat::mentions::AllowedMentions;

pub use self::fault::Fault;
pub use self::message::{PostedMessage, message_json};

use self::fault::Faults;

/// Flag `SUPPRESS_EMBEDS`.
const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Flag `SUPPRESS_NOTIFICATIONS`.
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// What Discord posts and a message here can't carry.
const NOT_CARRIED: [&str; 9] = [
    "tts",
    "poll",
    "components",
    "attachments",
    "sticker_ids",
    "thread_name",
    "thread_id",
    "applied_tags",
    "message_reference",
];

/// Translates a body. Unknown keys, `null` and blank texts count as absent; texts that are too long are cut. Nothing
/// fires without `allowed_mentions`, although Discord itself would notify.
///
/// # Errors
/// Discord's error tree: values of the wrong type, a list in `allowed_mentions` together with its word in `parse`, and
/// nothing to post (50006).
pub fn translate(body: Body<'_>) -> Result<Translated, Fault> {
    let Some(object) = body.value.as_object() else {
        let mut faults = Faults::default();
        faults.add("", fault::NOT_AN_OBJECT);
        return Err(faults.into_fault());
    };
    let mut faults = Faults::default();
    let mut translation = Translation::default();
    if let Some(text) = faults.text("content", object.get("content"))
        && !text.trim().is_empty()
    {
        (translation.content, translation.marks) = markup::translate(&text).into_parts();
    }
    translation.name = filled(faults.text("username", object.get("username")));
    translation.avatar_url = filled(faults.text("avatar_url", object.get("avatar_url")));
    translation.allowed_mentions = mentions::read(object.get("allowed_mentions"), &mut faults);
    embeds::read(object.get("embeds"), &mut faults, &mut translation);
    flags(object, &mut faults, &mut translation);
    if !faults.is_empty() {
        return Err(faults.into_fault());
    }
    for key in NOT_CARRIED {
        if object.get(key).is_some_and(says_something) {
            limits::note(&mut translation.dropped, key);
        }
    }
    body::name_files(&mut translation, body.files);
    limits::fit(&mut translation);
    if limits::is_empty(&translation) {
        return Err(Fault::empty_message());
    }
    Ok(Translated::Post(Box::new(translation)))
}

fn flags(object: &Map<String, Value>, faults: &mut Faults, translation: &mut Translation) {
    let flags = faults.number("flags", object.get("flags")).unwrap_or(0);
    if flags & SUPPRESS_NOTIFICATIONS != 0 {
        translation.allowed_mentions = AllowedMentions::default();
    }
    if flags & SUPPRESS_EMBEDS != 0 && !translation.cards.is_empty() {
        translation.cards.clear();
        limits::note(&mut translation.dropped, "embeds: suppressed by flags");
    }
}

fn filled(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty() && text != "false",
        Value::Array(items) => !items.is_empty(),
        Value::Object(entries) => !entries.is_empty(),
        Value::Bool(true) | Value::Number(_) => true,
    }
}

/// Markdown for a card's text.
fn card_text(text: &str) -> String {
    markup::translate(text).into_content()
}

/// Plain text for a title or a name, of which no more is read than can be shown.
fn card_title(text: &str) -> String {
    let short = limits::cut(text, 1_024);
    super::text::without_markup(&card_text(&short))
}

#[cfg(test)]
mod tests;
