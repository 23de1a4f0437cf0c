//! What a template draws of a message: pure shaping of what was loaded, the same for a page and for an arrival.
//! Nothing is escaped here; the templates do that. What the text is cut into stands in `text`.

mod text;

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use self::text::Text;
use crate::chat::mentions::{self, Piece, Target};
use crate::chat::names::Alike;
use crate::clock::Millis;
use crate::config::BaseUrl;
use crate::error::Result;
use crate::models::accounts::picture::{self, PictureKind};
use crate::models::messages::feed::{Cast, Face, Feed};
use crate::models::{Membership, Message};
use crate::routes::page::Renderer;
use crate::security::own_origin;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// For how many seconds messages of one author stand under one head. The script of the page knows this number, too.
const JOINED_SECONDS: Millis = 5 * 60;

/// Whoever looks, as far as it changes how a message is drawn.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// Who they are.
    pub(super) user_id: i64,
    /// The roles they hold.
    pub(super) roles: Vec<i64>,
    /// Where they look at it: nothing of this origin but pictures is shown as a picture.
    pub(super) base_url: &'a BaseUrl,
}

impl<'a> Reader<'a> {
    /// The reader of one server's channel.
    pub(super) fn of(base_url: &'a BaseUrl, standing: &Membership) -> Self {
        Self {
            base_url,
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
pub struct RenderedMessage {
    id: i64,
    channel_id: i64,
    /// `user:<id>` or `webhook:<id>`.
    author: String,
    name: String,
    /// What the name is compared by with others on the page, see [`Alike::words_of`].
    #[serde(serialize_with = "as_str")]
    looks: Arc<str>,
    /// Whether another author on the page has a name that is the same or looks like it.
    alike: bool,
    /// The person's nickname, or that of the webhook's creator. None for who is gone.
    nickname: Option<String>,
    /// The webhook's own name, where it goes by another one over this message.
    own_name: Option<String>,
    /// Empty for who is gone.
    avatar_url: String,
    /// Whether a program wrote it.
    bot: bool,
    at: Millis,
    mentions_me: bool,
    /// Whether it stands under the head of a message above it.
    joined: bool,
    /// Cut into pieces only when it is drawn, not when it is looked up among those that were.
    #[serde(rename = "pieces")]
    text: Text,
}

impl RenderedMessage {
    pub(super) fn of(message: &Message, cast: &Cast, reader: &Reader<'_>) -> Self {
        let spans = message.spans();
        let drawn = mentions::draw(&message.content, &spans);
        let mentions_me = drawn.iter().any(|piece| reader.is_called_by(piece));
        let (author, face, own_name) = author(message, cast, reader.base_url);
        Self {
            id: message.id,
            channel_id: message.channel_id,
            author,
            name: face.name,
            looks: face.looks,
            alike: false,
            nickname: face.nickname,
            own_name,
            avatar_url: face.avatar_path,
            bot: message.webhook_id.is_some(),
            at: message.created_at(),
            mentions_me,
            joined: false,
            text: Text::of(&drawn, message.channel_id, cast, reader),
        }
    }

    /// Whether `below` may stand under this head: the same author in the same guise, soon after.
    fn heads(&self, below: &Self) -> bool {
        let seconds = below.at.div_euclid(1000) - self.at.div_euclid(1000);
        (&self.author, &self.name, &self.avatar_url)
            == (&below.author, &below.name, &below.avatar_url)
            && (0..JOINED_SECONDS).contains(&seconds)
    }
}

/// Who wrote it, how they are shown over this message, and a webhook's own name where that is another one.
fn author(message: &Message, cast: &Cast, base_url: &BaseUrl) -> (String, Face, Option<String>) {
    match (message.webhook_id, message.author_id) {
        (Some(id), _) => {
            let known = cast.webhooks.get(&id).cloned();
            let mut face = known.unwrap_or_else(|| {
                gone(
                    "Deleted webhook",
                    picture::path(PictureKind::Webhook, id, None),
                )
            });
            let mut own_name = None;
            if let Some(name) = message.name.as_ref().filter(|name| **name != face.name) {
                face.looks = Alike::words_of(name);
                own_name = Some(std::mem::replace(&mut face.name, name.clone()));
            }
            // One from before this was refused, or from before the address of this instance was changed, is not shown.
            if let Some(url) = &message.avatar_url
                && own_origin::may_be_shown(base_url, url)
            {
                face.avatar_path.clone_from(url);
            }
            (format!("webhook:{id}"), face, own_name)
        }
        (None, author_id) => {
            let id = author_id.unwrap_or_default();
            let known = cast.people.get(&id).cloned();
            let face = known.unwrap_or_else(|| gone("Deleted user", String::new()));
            (format!("user:{id}"), face, None)
        }
    }
}

fn gone(name: &str, avatar_path: String) -> Face {
    Face {
        name: name.to_owned(),
        looks: Alike::words_of(name),
        nickname: None,
        avatar_path,
    }
}

/// Marks the messages of different authors whose names are the same or look alike; the script of a feed does the same
/// for what arrives. Nicknames are unique, so that readers tell such authors apart by them.
pub(super) fn mark_alike(drawn: &mut [RenderedMessage]) {
    let mut authors: HashMap<&str, Option<&str>> = HashMap::new();
    for message in drawn.iter() {
        for word in message.looks.split(' ') {
            let author = authors.entry(word).or_insert(Some(&message.author));
            if *author != Some(&message.author) {
                *author = None;
            }
        }
    }
    let shared: Vec<bool> = drawn
        .iter()
        .map(|message| {
            message
                .looks
                .split(' ')
                .any(|word| authors.get(word) == Some(&None))
        })
        .collect();
    for (message, alike) in drawn.iter_mut().zip(shared) {
        message.alike = alike;
    }
}

/// A message in its place in a feed.
#[derive(Debug, Serialize)]
pub(super) struct FeedRow {
    /// The message as it is drawn.
    #[serde(serialize_with = "as_str")]
    html: Arc<str>,
    /// The day, in UTC, where it is another one than that of the message above.
    day: Option<Millis>,
    /// Whether it is the first that was not read, below one that was.
    first_unread: bool,
}

fn as_str<S: Serializer>(html: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(html)
}

/// What stands above a message of a feed: the day, where it is a new one, and whether the unread ones begin here.
type Lines = (Option<Millis>, bool);

fn lines(messages: &[Message], read: i64) -> Vec<Lines> {
    let mut above: Option<&Message> = None;
    let lines = messages.iter().map(|message| {
        let day = message.created_at().div_euclid(DAY);
        let new_day = above.is_none_or(|above| above.created_at().div_euclid(DAY) != day);
        let first_unread = message.id > read && above.is_some_and(|above| above.id <= read);
        above = Some(message);
        (new_day.then_some(day * DAY), first_unread)
    });
    lines.collect()
}

/// Joins messages that nothing parts to the one that heads them.
fn join(drawn: &mut [RenderedMessage], lines: &[Lines]) {
    let mut rest = drawn.iter_mut().zip(lines).map(|(message, (day, unread))| {
        let parted = day.is_some() || *unread;
        (message, parted)
    });
    let Some((mut head, _)) = rest.next() else {
        return;
    };
    for (message, parted) in rest {
        message.joined = !parted && head.heads(message);
        if !message.joined {
            head = message;
        }
    }
}

/// A page of a feed, of which everything up to and with `read` has been read.
///
/// # Errors
/// As [`Renderer::messages`].
pub(super) fn rows(
    feed: &Feed,
    drawing: &Renderer,
    reader: &Reader<'_>,
    read: i64,
) -> Result<Vec<FeedRow>> {
    let messages = feed.messages.iter();
    let mut drawn: Vec<RenderedMessage> = messages
        .map(|message| RenderedMessage::of(message, &feed.cast, reader))
        .collect();
    mark_alike(&mut drawn);
    let lines = lines(&feed.messages, read);
    join(&mut drawn, &lines);
    let drawn = drawing.messages(drawn)?;
    Ok(drawn
        .into_iter()
        .zip(lines)
        .map(|(html, (day, first_unread))| FeedRow {
            html,
            day,
            first_unread,
        })
        .collect())
}
