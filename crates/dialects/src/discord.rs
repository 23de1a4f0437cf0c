//! Bodies for Discord's webhooks (`content`, `embeds`, `components`, `allowed_mentions` and what goes with them).
//! The Discord message that is answered is made in `message`; paths, statuses and rate limits are up to `routes`.

mod components;
mod embeds;
mod fault;
mod markup;
mod mentions;
mod message;

use serde_json::Value;

use super::body::{self, Body};
use super::{TranslatedBody, Translation, limits};
use portico_rules::chat::mentions::AllowedMentions;

pub use self::fault::DiscordError;
pub use self::message::{PostedMessage, message_json};

use self::fault::ErrorTree;

/// Flag `SUPPRESS_EMBEDS`.
const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Flag `SUPPRESS_NOTIFICATIONS`.
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Flag `IS_COMPONENTS_V2`: the message consists of its components.
const IS_COMPONENTS: u64 = 1 << 15;
/// The key of the components that make up a message with this flag.
const COMPONENTS: &str = "components";
/// Parts of a Discord message that a message here can't carry.
const NOT_CARRIED: [&str; 8] =
    ["tts", "poll", "attachments", "sticker_ids", "thread_name", "thread_id", "applied_tags", "message_reference"];

/// Translates a body. Unknown keys, `null` and blank texts count as absent; texts that are too long are cut. Nothing
/// fires without `allowed_mentions`, although Discord itself would notify. Components count with the flag for them; a text
/// and embeds beside them, which Discord refuses, come before them. Without the flag, buttons that are links count.
///
/// # Errors
/// Discord's error tree: values of the wrong type, a list in `allowed_mentions` together with its word in `parse`, and
/// nothing to post (50006).
pub fn translate(body: Body<'_>) -> Result<TranslatedBody, DiscordError> {
    let translation = read(body, false)?;
    if limits::is_empty(&translation) {
        return Err(DiscordError::empty_message());
    }
    Ok(TranslatedBody::Post(Box::new(translation)))
}

/// A translated edit, and the parts of the message that it replaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TranslatedEdit {
    /// The new text and the new cards, both of which may be empty, and what was shortened or dropped.
    pub translation: Translation,
    /// True if it replaces the text.
    pub replaces_text: bool,
    /// True if it replaces the cards.
    pub replaces_cards: bool,
}

/// Translates the body of an edit. Parts that it doesn't name stay as they are. Components count with the flag for
/// them, as in a post; without it too where only a message of components can have them and nothing else is named, since
/// clients send the flag with the post alone.
///
/// # Errors
/// Discord's error tree, as for a post. An edit may be empty: the rest of the message may stay.
pub fn translate_edit(body: Body<'_>) -> Result<TranslatedEdit, DiscordError> {
    let names = |key: &str| body.value.get(key).is_some();
    let says = |key: &str| body.value.get(key).is_some_and(says_something);
    let is_whole = shows_components(body.value)
        || components::are_whole(body.value.get(COMPONENTS)) && !says("content") && !says("embeds");
    let mut translation = read(body, is_whole)?;
    let replaces_cards = is_whole || names("embeds") || flags_of(body.value) & SUPPRESS_EMBEDS != 0;
    if !replaces_cards && !translation.cards.is_empty() {
        // Links of buttons, whose card stays as it is.
        limits::note(&mut translation.dropped, COMPONENTS);
    }
    Ok(TranslatedEdit {
        translation,
        // Components become both.
        replaces_text: is_whole || names("content"),
        replaces_cards,
    })
}

/// Reads a body, which may have nothing to post. With `is_whole`, its components count whatever its flags say.
fn read(body: Body<'_>, is_whole: bool) -> Result<Translation, DiscordError> {
    let Some(object) = body.value.as_object() else {
        let mut faults = ErrorTree::default();
        faults.add("", fault::NOT_AN_OBJECT);
        return Err(faults.into_fault());
    };
    let mut faults = ErrorTree::default();
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
    let flags = faults.number("flags", object.get("flags")).unwrap_or(0);
    suppress(flags, &mut translation);
    if is_whole || flags & IS_COMPONENTS != 0 {
        components::read(object.get(COMPONENTS), &mut faults, &mut translation);
    } else {
        components::read_links(object.get(COMPONENTS), &mut translation);
    }
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
    Ok(translation)
}

/// True if a body says by its flags that its components are the message, and has a list of them.
fn shows_components(body: &Value) -> bool {
    flags_of(body) & IS_COMPONENTS != 0 && body.get(COMPONENTS).is_some_and(Value::is_array)
}

/// The flags of a body; none where they are no number.
fn flags_of(body: &Value) -> u64 {
    let flags = ErrorTree::default().number("flags", body.get("flags"));
    flags.unwrap_or_default()
}

fn suppress(flags: u64, translation: &mut Translation) {
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
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_body_is_shown_by_its_components_only_with_the_flag_and_a_list() {
        let list = json!([{ "type": 10, "content": "x" }]);
        assert!(shows_components(&json!({ "flags": 32_768, "components": list })));
        assert!(shows_components(&json!({ "flags": "32772", "components": [] })));
        for body in [
            json!({ "components": list }),
            json!({ "flags": 4, "components": list }),
            json!({ "flags": 32_768 }),
            json!({ "flags": 32_768, "components": null }),
            json!({ "flags": [], "components": list }),
        ] {
            assert!(!shows_components(&body), "{body}");
        }
    }
}
