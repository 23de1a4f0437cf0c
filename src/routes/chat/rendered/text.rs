//! The text of a message as a template draws it: stretches, mentions, links, and the tags around them.
//! Where they stand is found by the rules of the house; the template alone writes HTML.

use std::ops::Range;

use serde::{Serialize, Serializer};

use super::Reader;
use crate::chat::markdown::{self, Element, Part};
use crate::chat::mentions::{Piece, Target};
use crate::models::messages::feed::{Cast, names_role_by_id};

/// A text with what is known of its mentions. Two that are equal are drawn alike.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Text {
    content: String,
    mentions: Vec<Mention>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Mention {
    range: Range<usize>,
    target: String,
    fired: bool,
    /// Whether it calls the reader.
    me: bool,
    /// What a role is called that is named by its id.
    title: Option<String>,
}

impl Text {
    pub(super) fn of(pieces: &[Piece<'_>], channel_id: i64, cast: &Cast, reader: &Reader) -> Self {
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
                me: reader.is_called_by(piece),
                title,
            });
        }
        Self { content, mentions }
    }

    fn piece<'a>(&'a self, part: &'a Part<'a>) -> Option<DrawnPiece<'a>> {
        Some(match part {
            Part::Text(text) => DrawnPiece::Plain { text },
            Part::Address(text) => DrawnPiece::Address { address: text },
            Part::Mention(place, text) => {
                let mention = self.mentions.get(*place)?;
                DrawnPiece::Mention {
                    text,
                    mention: &mention.target,
                    fired: mention.fired,
                    me: mention.me,
                    title: mention.title.as_deref(),
                }
            }
            Part::Open(Element::Link { to, host }) => DrawnPiece::Link { href: to, host },
            Part::Open(element) => DrawnPiece::Open {
                open: tag(element),
                value: match element {
                    Element::Item(Some(number)) => Some(number.to_string()),
                    _ => None,
                },
            },
            Part::Close(element) => DrawnPiece::Close {
                close: tag(element),
            },
        })
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mentions: Vec<_> = self
            .mentions
            .iter()
            .map(|found| found.range.clone())
            .collect();
        let parts = markdown::draw(&self.content, &mentions);
        serializer.collect_seq(parts.iter().filter_map(|part| self.piece(part)))
    }
}

/// What the template goes through. Which one it is, it tells by the fields.
#[derive(Serialize)]
#[serde(untagged)]
enum DrawnPiece<'a> {
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
        href: &'a str,
        host: &'a str,
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
