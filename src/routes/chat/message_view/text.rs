//! The text of a message as a template gets it: pieces of plain text, mentions, links, and the tags around them.
//! `chat::markdown` parses the Markdown; only templates write HTML.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::Reader;
use portico_rules::chat::channel_names;
use portico_rules::chat::markdown::{self, Align, Element, ElementBudget, Part};
use portico_rules::chat::mentions::{MentionTarget, Piece};
use portico_rules::chat::times::TimeStyle;
use portico_rules::clock::Millis;
use portico_rules::ids::ChannelId;
use portico_store::models::Message;
use portico_store::models::messages::feed::{MessagePeople, names_role_by_id};

/// A text with what is known about its mentions. Two equal ones have the same HTML.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct MessageText {
    content: String,
    mentions: Vec<Mention>,
    /// The channels that it may name and that the reader may see, by their names.
    channels: BTreeMap<String, ChannelId>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Mention {
    range: Range<usize>,
    target: String,
    fired: bool,
    /// True if it notified the reader.
    me: bool,
    /// The name of a role that is mentioned by its id.
    title: Option<String>,
}

impl MessageText {
    pub(super) fn new(pieces: &[Piece<'_>], message: &Message, people: &MessagePeople, reader: &Reader) -> Self {
        let mut content = String::new();
        let mut mentions = Vec::new();
        for piece in pieces {
            let start = content.len();
            content.push_str(piece.text);
            let Some(target) = piece.mention else {
                continue;
            };
            let title = match target {
                MentionTarget::Role(id) if names_role_by_id(piece.text) => {
                    let name = people.roles.get(&(message.channel_id, id));
                    name.map(|name| format!("@{name}"))
                }
                _ => None,
            };
            mentions.push(Mention {
                range: start..content.len(),
                target: target.to_string(),
                fired: piece.fired,
                me: reader.is_notified_by(piece, message.id),
                title,
            });
        }
        let named = channel_names::find(&content, |name| {
            let id = reader.channels.get(name)?;
            Some((name.to_owned(), *id))
        });
        let channels = named.into_iter().map(|(_, channel)| channel).collect();
        Self { content, mentions, channels }
    }

    /// Parses the Markdown.
    pub(super) fn pieces(&self, budget: &mut ElementBudget) -> Vec<TextPiece<'_>> {
        let ranges: Vec<_> = self.mentions.iter().map(|mention| mention.range.clone()).collect();
        pieces(&self.content, &ranges, &self.mentions, &self.channels, budget)
    }

    /// The length of the text in bytes.
    pub(super) fn len(&self) -> usize {
        self.content.len()
    }
}

/// Parses the Markdown of a text without mentions.
pub(super) fn pieces_of<'a>(text: &'a str, budget: &mut ElementBudget) -> Vec<TextPiece<'a>> {
    pieces(text, &[], &[], &BTreeMap::new(), budget)
}

fn pieces<'a>(
    content: &'a str,
    ranges: &[Range<usize>],
    mentions: &'a [Mention],
    channels: &BTreeMap<String, ChannelId>,
    budget: &mut ElementBudget,
) -> Vec<TextPiece<'a>> {
    let mut pieces = Vec::new();
    // Within code and within a link nothing is a link.
    let mut verbatim = 0_usize;
    for part in markdown::parse_within(content, ranges, budget) {
        match part {
            Part::Text(text) if verbatim == 0 => with_channels(&mut pieces, text, channels, budget),
            Part::Text(text) => pieces.push(TextPiece::Plain { text }),
            Part::Address(address) => pieces.push(TextPiece::Address { address }),
            Part::Time(time, _) => pieces.push(TextPiece::Time { time: time.at(), kind: kind(time.style()) }),
            Part::Mention(index, text) => {
                pieces.extend(mentions.get(index).map(|mention| TextPiece::Mention {
                    text,
                    person: mention.target.strip_prefix("user:").filter(|_| verbatim == 0),
                    mention: &mention.target,
                    fired: mention.fired,
                    me: mention.me,
                    title: mention.title.as_deref(),
                }));
            }
            Part::Open(element) => {
                verbatim += usize::from(is_verbatim(&element));
                pieces.push(match element {
                    Element::Link { to, host } => TextPiece::Link { href: to, host },
                    element => TextPiece::Open {
                        open: tag(&element),
                        value: match element {
                            Element::Item(Some(number)) => Some(number.to_string()),
                            _ => None,
                        },
                        align: align(&element),
                    },
                });
            }
            Part::Close(element) => {
                verbatim = verbatim.saturating_sub(usize::from(is_verbatim(&element)));
                pieces.push(TextPiece::Close { close: tag(&element) });
            }
        }
    }
    pieces
}

fn is_verbatim(element: &Element) -> bool {
    matches!(element, Element::Code | Element::CodeBlock | Element::Link { .. })
}

/// A text, with the channels that it names as pieces of their own.
fn with_channels<'a>(
    pieces: &mut Vec<TextPiece<'a>>,
    text: &'a str,
    channels: &BTreeMap<String, ChannelId>,
    budget: &mut ElementBudget,
) {
    let named =
        if channels.is_empty() { Vec::new() } else { channel_names::find(text, |name| channels.get(name).copied()) };
    let mut done = 0;
    for (range, channel) in named.into_iter().take_while(|_| budget.take()) {
        let before = text.get(done..range.start).unwrap_or_default();
        done = range.end;
        let text = text.get(range).unwrap_or_default();
        pieces.extend((!before.is_empty()).then_some(TextPiece::Plain { text: before }));
        pieces.push(TextPiece::Channel { text, channel });
    }
    let text = text.get(done..).unwrap_or_default();
    pieces.extend((!text.is_empty()).then_some(TextPiece::Plain { text }));
}

/// A piece of a text. The template distinguishes them by their fields.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum TextPiece<'a> {
    Plain {
        text: &'a str,
    },
    Channel {
        text: &'a str,
        channel: ChannelId,
    },
    Address {
        address: &'a str,
    },
    Time {
        time: Millis,
        kind: &'static str,
    },
    Mention {
        text: &'a str,
        mention: &'a str,
        /// The user whose card it leads to; none within code and within a link.
        person: Option<&'a str>,
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
        align: Option<&'static str>,
    },
    Close {
        close: &'static str,
    },
}

/// The name of a style for the template's `time`.
fn kind(style: TimeStyle) -> &'static str {
    match style {
        TimeStyle::ShortTime => "clock-utc",
        TimeStyle::LongTime => "clock-seconds",
        TimeStyle::ShortDate => "date-short",
        TimeStyle::LongDate => "date-long",
        TimeStyle::Full => "long",
        TimeStyle::FullWithDay => "weekday",
        TimeStyle::Short => "short",
        TimeStyle::ShortWithSeconds => "short-seconds",
        TimeStyle::Relative => "distance",
    }
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
        Element::Table => "table",
        Element::Row => "tr",
        Element::Header(_) => "th",
        Element::Cell(_) => "td",
    }
}

/// The side of a cell's text, where it was chosen.
fn align(element: &Element) -> Option<&'static str> {
    let (Element::Header(align) | Element::Cell(align)) = element else {
        return None;
    };
    match align {
        Align::Start => None,
        Align::Left => Some("left"),
        Align::Center => Some("center"),
        Align::Right => Some("right"),
    }
}
