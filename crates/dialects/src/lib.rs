//! Bodies of other software's webhooks, translated to what Portico posts. Pure: no I/O, no database, no HTTP answers.
//! `routes::webhooks` maps paths to dialects, and responds.

pub mod alertmanager;
pub mod body;
mod colors;
pub mod discord;
pub mod emoji;
mod escapes;
mod event;
mod fences;
pub mod github;
pub mod gitlab;
pub mod lenient_json;
pub mod limits;
mod moments;
pub mod native;
mod scanner;
pub mod slack;
pub mod steps;
pub mod text;

use portico_rules::chat::cards::Card;
use portico_rules::chat::mentions::{AllowedMentions, Mark};

/// The translation of a body in another dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TranslatedBody {
    /// A message to post.
    Post(Box<Translation>),
    /// An event that posts nothing, with the reason, such as `ping`.
    Ignored(String),
}

/// A message in Portico's terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Translation {
    /// The text in the chat's Markdown, at most 4,000 characters; may be empty where there are cards.
    pub content: String,
    /// Ranges of `content` that the translation decided, in order and apart from each other; see [`Mark`].
    pub marks: Vec<Mark>,
    /// The mentions that may fire.
    pub allowed_mentions: AllowedMentions,
    /// A name for this message alone.
    pub name: Option<String>,
    /// An avatar for this message alone.
    pub avatar_url: Option<String>,
    /// An emoji as the avatar of this message alone, where it has no other.
    pub icon: Option<&'static str>,
    /// The cards, within the limits of [`cards`](portico_rules::chat::cards).
    pub cards: Vec<Card>,
    /// The event, for the delivery log, such as `push` or `firing`.
    pub event: Option<String>,
    /// Parts that were shortened to fit, one short phrase each, such as `content` or `cards/0/text`.
    pub shortened: Vec<String>,
    /// Parts that could not be carried, one short phrase each, such as `poll` or `blocks/2: video`.
    pub dropped: Vec<String>,
}
