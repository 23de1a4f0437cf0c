//! What a template draws of a message: pure shaping of what was loaded, the same for a page and for an arrival.
//! Nothing is escaped here; the templates do that.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::chat::links;
use crate::chat::mentions::{self, Piece, Target};
use crate::clock::Millis;
use crate::error::Result;
use crate::models::feed::{Cast, Face, Feed, names_role_by_id};
use crate::models::picture::{self, Kind};
use crate::models::{Message, Standing};
use crate::routes::page::Drawing;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// Whoever looks, as far as it changes how a message is drawn.
#[derive(Debug)]
pub(super) struct Reader {
    /// Who they are.
    pub(super) user_id: i64,
    /// The roles they hold.
    pub(super) roles: Vec<i64>,
}

impl Reader {
    /// The reader of one server's channel.
    pub(super) fn of(standing: &Standing) -> Self {
        Self {
            user_id: standing.user_id,
            roles: standing.roles.iter().map(|role| role.id).collect(),
        }
    }

    fn is_called_by(&self, piece: &Piece<'_>) -> bool {
        piece.fired
            && match piece.mention {
                Some(Target::All) => true,
                Some(Target::Role(id)) => self.roles.contains(&id),
                Some(Target::User(id)) => id == self.user_id,
                None => false,
            }
    }
}

/// A message as a template draws it.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Drawn {
    id: i64,
    channel_id: i64,
    /// `user:<id>` or `webhook:<id>`.
    author: String,
    name: String,
    /// Empty for who is gone.
    avatar_url: String,
    /// Whether a program wrote it.
    bot: bool,
    at: Millis,
    mentions_me: bool,
    pieces: Vec<DrawnPiece>,
}

/// A stretch of its text: plain, a link, or a mention.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
struct DrawnPiece {
    text: String,
    link: bool,
    mention: Option<String>,
    fired: bool,
    me: bool,
    title: Option<String>,
}

impl Drawn {
    pub(super) fn of(message: &Message, cast: &Cast, reader: &Reader) -> Self {
        let spans = message.spans();
        let drawn = mentions::draw(&message.content, &spans);
        let mentions_me = drawn.iter().any(|piece| reader.is_called_by(piece));
        let (author, face) = author(message, cast);
        Self {
            id: message.id,
            channel_id: message.channel_id,
            author,
            name: face.name,
            avatar_url: face.avatar_path,
            bot: message.webhook_id.is_some(),
            at: message.created_at(),
            mentions_me,
            pieces: drawn
                .iter()
                .flat_map(|piece| pieces(piece, cast, reader))
                .collect(),
        }
    }
}

/// Who wrote it, and how they are shown over this message.
fn author(message: &Message, cast: &Cast) -> (String, Face) {
    match (message.webhook_id, message.author_id) {
        (Some(id), _) => {
            let known = cast.webhooks.get(&id).cloned();
            let face = known.unwrap_or_else(|| Face {
                name: "Deleted webhook".into(),
                avatar_path: picture::path(Kind::Webhook, id, None),
            });
            let face = Face {
                name: message.name.clone().unwrap_or(face.name),
                avatar_path: message.avatar_url.clone().unwrap_or(face.avatar_path),
            };
            (format!("webhook:{id}"), face)
        }
        (None, author_id) => {
            let id = author_id.unwrap_or_default();
            let face = cast.people.get(&id).cloned().unwrap_or_else(|| Face {
                name: "Deleted user".into(),
                avatar_path: String::new(),
            });
            (format!("user:{id}"), face)
        }
    }
}

fn pieces(piece: &Piece<'_>, cast: &Cast, reader: &Reader) -> Vec<DrawnPiece> {
    let Some(target) = piece.mention else {
        return links::cut(piece.text)
            .into_iter()
            .map(|stretch| DrawnPiece {
                text: stretch.text.to_owned(),
                link: stretch.is_link,
                mention: None,
                fired: false,
                me: false,
                title: None,
            })
            .collect();
    };
    let title = match target {
        Target::Role(id) if names_role_by_id(piece.text) => {
            cast.roles.get(&id).map(|name| format!("@{name}"))
        }
        _ => None,
    };
    vec![DrawnPiece {
        text: piece.text.to_owned(),
        link: false,
        mention: Some(target.to_string()),
        fired: piece.fired,
        me: reader.is_called_by(piece),
        title,
    }]
}

/// A message in its place in a feed.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    /// The message as it is drawn.
    #[serde(serialize_with = "text")]
    html: Arc<str>,
    /// The day, in UTC, where it is another one than that of the message above.
    day: Option<Millis>,
    /// Whether it is the first that was not read, below one that was.
    first_unread: bool,
}

fn text<S: Serializer>(html: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(html)
}

/// A page of a feed, of which everything up to and with `read` has been read.
///
/// # Errors
/// As [`Drawing::messages`].
pub(super) fn rows(feed: &Feed, drawing: &Drawing, reader: &Reader, read: i64) -> Result<Vec<Row>> {
    let messages = feed.messages.iter();
    let drawn = messages.map(|message| Drawn::of(message, &feed.cast, reader));
    let drawn = drawing.messages(drawn.collect())?;
    let mut above: Option<&Message> = None;
    Ok(feed
        .messages
        .iter()
        .zip(drawn)
        .map(|(message, html)| {
            let day = message.created_at().div_euclid(DAY);
            let new_day = above.is_none_or(|above| above.created_at().div_euclid(DAY) != day);
            let row = Row {
                html,
                day: new_day.then_some(day * DAY),
                first_unread: message.id > read && above.is_some_and(|above| above.id <= read),
            };
            above = Some(message);
            row
        })
        .collect())
}
