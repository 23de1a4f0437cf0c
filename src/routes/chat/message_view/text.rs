//! The text of a message as a template gets it: pieces of plain text, mentions, links, and the tags around them.
//! `chat::markdown` parses the Markdown; only templates write HTML.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::Reader;
use crate::chat::markdown::{self, Element, Part};
use crate::chat::mentions::{Piece, Target};
use crate::models::messages::feed::{MessagePeople, names_role_by_id};

/// A text with what is known about its mentions. Two equal ones have the same HTML.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct MessageText {
    content: String,
    mentions: Vec<Mention>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Mention {
    range: Range<usize>,
    target: String,
    fired: bool,
    /// Whether it notified the reader.
    me: bool,
    /// The name of a role that is mentioned by its id.
    title: Option<String>,
}

impl MessageText {
    pub(super) fn of(
        pieces: &[Piece<'_>],
        channel_id: i64,
        cast: &MessagePeople,
        reader: &Reader,
    ) -> Self {
        let mut content = String::new();
        let mut mentions = Vec::new();
        for piece in pieces {
            let start = content.len();
            content.push_str(piece.text);
            let Some(target) = piece.mention else {
                continue;
            };
            let title = match target {
                Target::Role(id) if names_role_by_id(piece.text) => {
                    let name = cast.roles.get(&(channel_id, id));
                    name.map(|name| format!("@{name}"))
                }
                _ => None,
            };
            mentions.push(Mention {
                range: start..content.len(),
                target: target.to_string(),
                fired: piece.fired,
                me: reader.is_notified_by(piece),
                title,
            });
        }
        Self { content, mentions }
    }

    /// Parses the Markdown.
    pub(super) fn pieces(&self) -> Vec<TextPiece<'_>> {
        let ranges: Vec<_> = self
            .mentions
            .iter()
            .map(|mention| mention.range.clone())
            .collect();
        pieces(&self.content, &ranges, &self.mentions)
    }
}

/// Parses the Markdown of a text without mentions.
pub(super) fn pieces_of(text: &str) -> Vec<TextPiece<'_>> {
    pieces(text, &[], &[])
}

fn pieces<'a>(
    content: &'a str,
    ranges: &[Range<usize>],
    mentions: &'a [Mention],
) -> Vec<TextPiece<'a>> {
    let parts = markdown::parse(content, ranges).into_iter();
    let piece = |part| {
        Some(match part {
            Part::Text(text) => TextPiece::Plain { text },
            Part::Address(address) => TextPiece::Address { address },
            Part::Mention(index, text) => {
                let mention = mentions.get(index)?;
                TextPiece::Mention {
                    text,
                    mention: &mention.target,
                    fired: mention.fired,
                    me: mention.me,
                    title: mention.title.as_deref(),
                }
            }
            Part::Open(Element::Link { to, host }) => TextPiece::Link { href: to, host },
            Part::Open(element) => TextPiece::Open {
                open: tag(&element),
                value: match element {
                    Element::Item(Some(number)) => Some(number.to_string()),
                    _ => None,
                },
            },
            Part::Close(element) => TextPiece::Close {
                close: tag(&element),
            },
        })
    };
    parts.filter_map(piece).collect()
}

/// A piece of a text. The template distinguishes them by their fields.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum TextPiece<'a> {
    Plain {
        text: &'a str,
    },
    Address {
        address: &'a str,
    },
    Mention {
        text: &'a str,
        mention: &'a str,
        fired: bool,
        me: bool,
        title: Option<&'a str>,
    },
    Link {
        #[serde(serialize_with = "crate::routes::chat::as_str")]
        href: Arc<str>,
        #[serde(serialize_with = "crate::routes::chat::as_str")]
        host: Arc<str>,
    },
    Open {
        open: &'static str,
        value: Option<String>,
    },
    Close {
        close: &'static str,
    },
}

fn tag(element: &Element) -> &'static str {
    match element {
        Element::Emphasis => "em",
        Element::Strong => "strong",
        Element::Struck => "s",
        Element::Code => "code",
        Element::CodeBlock => "pre",
        Element::Quote => "blockquote",
        Element::Bullets => "ul",
        Element::Numbers => "ol",
        Element::Item(_) => "li",
        Element::Link { .. } => "a",
    }
}
