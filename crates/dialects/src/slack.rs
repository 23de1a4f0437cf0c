//! Bodies for Slack's incoming webhooks, and their variants for Mattermost and Rocket.Chat.
//! Slack's text is translated in `mrkdwn`, blocks in `blocks`, attachments in `attachments`; answers are up to `routes`.

mod attachments;
mod blocks;
mod date_format;
mod mrkdwn;
mod rich_text;

use serde_json::{Map, Value};

use super::body::{self, Body};
use super::text::Text;
use super::{TranslatedBody, Translation, emoji, limits};
use portico_rules::chat::cards::{Card, MAX_CARDS};
use portico_rules::chat::mentions::OptIn;

/// Slack's error for a refused body. The status is 400.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SlackError {
    /// The body is no JSON object, or a key of it has the wrong type.
    #[error("invalid_payload")]
    InvalidPayload,
    /// There is nothing to post.
    #[error("no_text")]
    NoText,
}

/// Meaning of the signs in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    /// Slack's `*bold*`, `_italic_` and `~struck~`.
    Mrkdwn,
    /// `**bold**` and the rest of Markdown.
    Markdown,
    /// None.
    Plain,
}

impl Markup {
    fn translate(self, text: &str) -> Text {
        match self {
            Self::Plain => mrkdwn::unformatted(text),
            Self::Mrkdwn | Self::Markdown => mrkdwn::translate(text, self),
        }
    }

    /// Plain text for a title or a name.
    fn title(self, text: &str) -> String {
        let short = limits::cut(text, 1_024);
        super::text::without_markup(&mrkdwn::title(&short, self).into_content())
    }
}

/// Translates a body for Slack. Unknown keys, `null` and blank texts count as absent; `channel` is ignored; texts that are too long
/// are cut. Mentions fire only with the key `allowedMentions` of Portico's own payload.
///
/// Where there are blocks, `text` is what Slack shows in notifications only, so the blocks are the message.
///
/// # Errors
/// [`SlackError`].
pub fn translate(body: Body<'_>) -> Result<TranslatedBody, SlackError> {
    read(body, Markup::Mrkdwn)
}

/// Translates a body for Mattermost or Rocket.Chat, as [`translate`] does, but its texts are Markdown. Blocks, which only
/// Slack has, are read as Slack's.
///
/// # Errors
/// [`SlackError`].
pub fn translate_markdown(body: Body<'_>) -> Result<TranslatedBody, SlackError> {
    read(body, Markup::Markdown)
}

fn read(body: Body<'_>, markup: Markup) -> Result<TranslatedBody, SlackError> {
    let object = body.value.as_object().ok_or(SlackError::InvalidPayload)?;
    let mut translation = Translation {
        allowed_mentions: opt_in(object.get("allowedMentions"))?.into(),
        name: first(object, &["username", "alias"])?,
        avatar_url: first(object, &["icon_url", "avatar"])?,
        ..Translation::default()
    };
    let text = first(object, &["text"])?;
    let is_plain = object.get("mrkdwn") == Some(&Value::Bool(false));
    let mut walk =
        Walk { dropped: &mut translation.dropped, cards: &mut translation.cards, pictures: Vec::new(), markup };
    let mut content = blocks::read(list(object.get("blocks"))?, "blocks", &mut walk);
    if content.is_empty() {
        content = match text {
            Some(text) if is_plain => Markup::Plain.translate(&text),
            Some(text) => markup.translate(&text),
            None => Text::default(),
        };
    }
    picture_cards(&mut walk, &mut content);
    attachments::read(list(object.get("attachments"))?, &mut walk);
    // Mattermost's place for a card beside the message.
    let card = object.get("props").and_then(|props| props.get("card"));
    if card.is_some_and(|card| !card.is_null()) {
        limits::note(walk.dropped, "props/card");
    }
    let icon = ["icon_emoji", "emoji"].into_iter().find_map(|key| filled(object.get(key)));
    translation.icon = icon.as_deref().and_then(icon_of).filter(|_| translation.avatar_url.is_none());
    if icon.is_some() && translation.icon.is_none() {
        limits::note(walk.dropped, "icon_emoji");
    }
    for key in ["thread_ts", "priority"] {
        if filled(object.get(key)).is_some() {
            limits::note(walk.dropped, key);
        }
    }
    if !content.is_empty() {
        (translation.content, translation.marks) = content.into_parts();
    }
    body::name_files(&mut translation, body.files);
    limits::fit(&mut translation);
    if limits::is_empty(&translation) {
        return Err(SlackError::NoText);
    }
    Ok(TranslatedBody::Post(Box::new(translation)))
}

/// The emoji of an icon: its name, with or without colons, or the emoji itself.
fn icon_of(icon: &str) -> Option<&'static str> {
    let name = icon.trim();
    let name = name.strip_prefix(':').and_then(|name| name.strip_suffix(':')).unwrap_or(name);
    emoji::named(name).or_else(|| emoji::itself(name))
}

/// The state that the parts of a body add to.
struct Walk<'w> {
    dropped: &'w mut Vec<String>,
    cards: &'w mut Vec<Card>,
    /// The pictures of the blocks that were read last.
    pictures: Vec<BlockImage>,
    /// The meaning of the signs in attachments.
    markup: Markup,
}

/// A picture among blocks.
struct BlockImage {
    /// Where it is, for the notes.
    path: String,
    /// Its title, or else its description.
    title: Option<String>,
    url: String,
}

impl BlockImage {
    /// Its title on a line of its own.
    fn write_title(&self, out: &mut Text) {
        if let Some(title) = &self.title {
            out.line();
            mrkdwn::words(title, out);
        }
    }
}

/// Makes cards of the message's pictures. The titles of pictures for which there is no card become lines.
fn picture_cards(walk: &mut Walk<'_>, content: &mut Text) {
    let pictures = std::mem::take(&mut walk.pictures);
    if walk.cards.len() + pictures.len() > MAX_CARDS {
        content.close_code();
    }
    for picture in pictures {
        if walk.cards.len() < MAX_CARDS {
            walk.cards.push(Card { title: picture.title, image_url: Some(picture.url), ..Card::default() });
        } else {
            limits::note(walk.dropped, &format!("{}: image", picture.path));
            picture.write_title(content);
        }
    }
}

/// Reads `allowedMentions` as the native payload has it.
fn opt_in(value: Option<&Value>) -> Result<OptIn, SlackError> {
    let parse = match value {
        None | Some(Value::Null) => return Ok(OptIn::NOTHING),
        Some(Value::Object(allowed)) => list(allowed.get("parse"))?,
        Some(_) => return Err(SlackError::InvalidPayload),
    };
    OptIn::parse(parse.iter().map(|item| item.as_str().unwrap_or_default())).map_err(|_| SlackError::InvalidPayload)
}

/// The first of these keys that has a text.
fn first(object: &Map<String, Value>, keys: &[&str]) -> Result<Option<String>, SlackError> {
    for key in keys {
        let value = object.get(*key);
        if let Some(Value::Array(_) | Value::Object(_)) = value {
            return Err(SlackError::InvalidPayload);
        }
        if let Some(text) = filled(value) {
            return Ok(Some(text));
        }
    }
    Ok(None)
}

/// A list; a blank text counts as none.
fn list(value: Option<&Value>) -> Result<&[Value], SlackError> {
    match value {
        None | Some(Value::Null) => Ok(&[]),
        Some(Value::Array(items)) => Ok(items),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(&[]),
        Some(_) => Err(SlackError::InvalidPayload),
    }
}

/// A text that is not blank; a number is written out.
fn filled(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The text of a text object, `plain_text` or `mrkdwn`, or of a plain string.
fn text_object(value: Option<&Value>) -> Option<Text> {
    let value = value?;
    if let Some(object) = value.as_object() {
        let text = filled(object.get("text"))?;
        let is_plain = object.get("type").and_then(Value::as_str) == Some("plain_text");
        return Some(if is_plain {
            let has_emoji = object.get("emoji") != Some(&Value::Bool(false));
            mrkdwn::plain(&text, has_emoji)
        } else {
            Markup::Mrkdwn.translate(&text)
        });
    }
    filled(Some(value)).map(|text| Markup::Mrkdwn.translate(&text))
}
