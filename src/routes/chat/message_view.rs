//! A message as one reader sees it, and what its template gets: the same for a page and for a live update.
//! Nothing is escaped here; templates do that. Its place in a feed is decided in `feed_rows`.

mod audience;
mod cards;
mod text;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde::Serialize;

pub(super) use self::audience::Audience;
use self::cards::CardContext;
use self::text::{MessageText, TextPiece};
use super::channel_links::Channels;
use crate::app::App;
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::card_text;
use portico_rules::chat::cards::Card;
use portico_rules::chat::markdown::{self, ElementBudget};
use portico_rules::chat::mentions::{self, MentionTarget, Piece};
use portico_rules::chat::names::NameForms;
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, IdTimes, MessageId, UserId};
use portico_rules::own_origin;
use portico_store::models::accounts::picture::{self, PictureKind};
use portico_store::models::messages::feed::{AuthorProfile, MessagePeople};
use portico_store::models::messages::mention_reach::MentionReach;
use portico_store::models::{Membership, Message};

/// For how many seconds messages of one author are grouped under one head. The page's script uses the same number.
const GROUPED_SECONDS: Millis = 5 * 60;
/// How many characters are shown of a message that another one replies to. The page's script uses the same number.
const QUOTED_CHARACTERS: usize = 120;
/// The most bytes of a message that is cheap to render, whatever they are.
const MAX_SHORT_BYTES: usize = 512;

/// True if someone with these permissions sees what edited messages said before: those who manage webhooks or messages.
pub(super) fn may_see_versions(held: Permissions) -> bool {
    let either = Permissions::MANAGE_SERVER | Permissions::MANAGE_MESSAGES;
    !held.intersection(either).is_empty()
}

/// The reader of a message, as far as it changes what they see of it.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// Their id.
    pub(super) user_id: UserId,
    /// Which mentions are theirs.
    pub(super) reach: MentionReach,
    /// True if they may see what edited messages said before.
    pub(super) may_see_versions: bool,
    /// True if a message leads to what can be done with it.
    pub(super) acts: bool,
    /// True if pictures that webhooks post are loaded when the reader asks for one, and not before.
    pub(super) pictures_on_click: bool,
    /// The people whom they have blocked.
    pub(super) blocked: Arc<BTreeSet<UserId>>,
    /// The channels that they may see in the message's server, which `#channel` leads to.
    pub(super) channels: Channels,
    /// The address of this instance: nothing on its origin except pictures is shown as a picture.
    pub(super) base_url: &'a BaseUrl,
    /// Converts the ids of messages to times.
    pub(super) id_times: &'a IdTimes,
}

impl<'a> Reader<'a> {
    /// A reader of a channel in their server.
    pub(super) fn new(app: &'a App, membership: &Membership) -> Self {
        let held = membership.permissions();
        Self {
            base_url: &app.config.base_url,
            id_times: app.id_times(),
            user_id: membership.user_id,
            reach: MentionReach::new(membership),
            may_see_versions: may_see_versions(held),
            acts: true,
            pictures_on_click: membership.server.pictures_on_click,
            blocked: Arc::default(),
            channels: Channels::default(),
        }
    }

    /// The same reader, who has blocked these people.
    pub(super) fn blocking(self, blocked: &Arc<BTreeSet<UserId>>) -> Self {
        Self { blocked: Arc::clone(blocked), ..self }
    }

    /// True if they have blocked the author of a message.
    pub(super) fn has_blocked(&self, message: &Message) -> bool {
        message.author_id.is_some_and(|id| self.blocked.contains(&id))
    }

    /// The same reader, for whom `#channel` leads to one of these.
    pub(super) fn seeing(self, channels: Channels) -> Self {
        Self { channels, ..self }
    }

    /// True if the picture of a webhook's message is loaded with the message.
    fn loads(&self, url: &str) -> bool {
        own_origin::may_be_shown(self.base_url, url)
            && (!self.pictures_on_click || own_origin::is_own_picture(self.base_url, url))
    }

    /// True if a mention in the message with this id notified this reader.
    fn is_notified_by(&self, piece: &Piece<'_>, message_id: MessageId) -> bool {
        let fired = piece.mention.filter(|_| piece.fired);
        fired.is_some_and(|target| self.reach.has(target, message_id))
    }

    /// True if a message notified this reader by replying to one of theirs.
    fn is_notified_by_reply(&self, message: &Message) -> bool {
        let notified = message.reply_notified_id.map(MentionTarget::User);
        notified.is_some_and(|target| self.reach.has(target, message.id))
    }
}

/// A message as one reader sees it. Two equal ones have the same HTML, so this is a key of the
/// [`RenderCache`](super::render_cache::RenderCache). Its Markdown is only parsed for [`context`](Self::context).
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct MessageView {
    head: MessageHead,
    text: MessageText,
    cards: Vec<Card>,
    /// True if the pictures of the cards are loaded on click.
    pictures_on_click: bool,
}

/// A message without its text, for templates.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct MessageHead {
    id: MessageId,
    channel_id: ChannelId,
    /// `user:<id>` or `webhook:<id>`.
    author: String,
    name: String,
    /// The name's words, compared with others' on the page, see [`NameForms::words_of`].
    #[serde(serialize_with = "super::as_str")]
    looks: Arc<str>,
    /// True if another author on the page has the same or a similar name.
    alike: bool,
    /// The user's nickname, or that of the webhook's creator. None for deleted ones.
    nickname: Option<String>,
    /// The webhook's own name, if this message has another one.
    own_name: Option<String>,
    /// Empty for deleted users.
    avatar_url: String,
    /// True if a webhook posted it.
    bot: bool,
    at: Millis,
    edited_at: Option<Millis>,
    /// True if the reader may see what it said before it was edited.
    may_see_versions: bool,
    /// True if it leads to what can be done with it.
    may_act: bool,
    mentions_me: bool,
    /// True if the reader has blocked its author: it is folded.
    blocked: bool,
    /// The message that it replies to.
    reply: Option<Quote>,
    /// True if it notified the reader by replying to a message of theirs.
    replies_to_me: bool,
    /// True if it is grouped under the head of a message above it.
    joined: bool,
}

/// The message that another one replies to, on one line.
#[derive(Debug, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Quote {
    id: MessageId,
    /// `user:<id>` or `webhook:<id>`. None of this is known of a deleted one.
    author: Option<String>,
    name: Option<String>,
    text: String,
    /// True if the reader has blocked its author: the text isn't shown.
    blocked: bool,
}

impl Quote {
    /// The beginning of a message.
    pub(super) fn new(message: &Message, people: &MessagePeople, reader: &Reader<'_>) -> Self {
        let (author, profile, _) = author(message, people, reader);
        let mut plain = markdown::plain_text(&message.content);
        if plain.trim().is_empty() {
            plain = card_text::plain_text(&message.cards(), QUOTED_CHARACTERS + 1);
        }
        let blocked = reader.has_blocked(message);
        let text = if blocked { String::new() } else { beginning(&plain) };
        Self { id: message.id, author: Some(author), name: Some(profile.name), text, blocked }
    }

    fn deleted(id: MessageId) -> Self {
        Self { id, author: None, name: None, text: String::new(), blocked: false }
    }
}

/// The first characters of a text, on one line.
fn beginning(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTED_CHARACTERS) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default().trim_end()),
        None => line,
    }
}

/// The variable `message` of the templates.
#[derive(Debug, Serialize)]
pub(super) struct MessageContext<'a> {
    #[serde(flatten)]
    head: &'a MessageHead,
    pieces: Vec<TextPiece<'a>>,
    cards: Vec<CardContext<'a>>,
}

impl MessageView {
    pub(super) fn new(message: &Message, people: &MessagePeople, reader: &Reader<'_>) -> Self {
        let spans = message.spans();
        let pieces = mentions::split(&message.content, &spans);
        let (author, profile, own_name) = author(message, people, reader);
        let blocked = reader.has_blocked(message);
        let replies_to_me = !blocked && reader.is_notified_by_reply(message);
        let mentions_me = |piece| reader.is_notified_by(piece, message.id);
        Self {
            head: MessageHead {
                id: message.id,
                channel_id: message.channel_id,
                author,
                name: profile.name,
                looks: profile.looks,
                alike: false,
                nickname: profile.nickname,
                own_name,
                avatar_url: profile.avatar_path,
                bot: message.webhook_id.is_some(),
                at: message.created_at(reader.id_times),
                edited_at: message.edited_at,
                may_see_versions: message.edited_at.is_some() && reader.may_see_versions,
                may_act: reader.acts,
                mentions_me: replies_to_me || (!blocked && pieces.iter().any(mentions_me)),
                blocked,
                reply: message.reply_to_id.map(|id| {
                    let original = people.originals.get(&id);
                    original.map_or(Quote::deleted(id), |one| Quote::new(one, people, reader))
                }),
                replies_to_me,
                joined: false,
            },
            text: MessageText::new(&pieces, message, people, reader),
            cards: cards::shown(message.cards(), reader.base_url),
            pictures_on_click: reader.pictures_on_click,
        }
    }

    /// Parses the Markdown, for a template to render.
    pub(super) fn context(&self) -> MessageContext<'_> {
        let mut budget = ElementBudget::default();
        MessageContext {
            head: &self.head,
            pieces: self.text.pieces(&mut budget),
            cards: self.cards.iter().map(|card| CardContext::new(card, self.pictures_on_click, &mut budget)).collect(),
        }
    }

    /// The message without its text, for a page that renders the text by itself, or not at all.
    pub(super) fn head(&self) -> &MessageHead {
        &self.head
    }

    /// The bytes of its texts.
    pub(super) fn bytes(&self) -> usize {
        self.text.len() + self.cards.iter().map(Card::characters).sum::<usize>()
    }

    /// True if it may cost much more than most to render.
    pub(super) fn is_long(&self) -> bool {
        self.bytes() > MAX_SHORT_BYTES
    }

    /// Its cards as plain text of at most `most` characters.
    pub(super) fn card_text(&self, most: usize) -> String {
        card_text::plain_text(&self.cards, most)
    }

    /// Groups it under the head of a message above it, or not.
    pub(super) fn set_joined(&mut self, joined: bool) {
        self.head.joined = joined;
    }

    /// True if `below` may be grouped under this head: the same author with the same name and picture, soon after. A reply
    /// has a head of its own, and so has a message that is folded.
    pub(super) fn heads(&self, below: &Self) -> bool {
        let (head, below) = (&self.head, &below.head);
        let seconds = below.at.div_euclid(1000) - head.at.div_euclid(1000);
        below.reply.is_none()
            && !below.blocked
            && (&head.author, &head.name, &head.avatar_url) == (&below.author, &below.name, &below.avatar_url)
            && (0..GROUPED_SECONDS).contains(&seconds)
    }
}

/// The author, how they are shown on this message, and a webhook's own name if that is another one.
fn author(message: &Message, people: &MessagePeople, reader: &Reader<'_>) -> (String, AuthorProfile, Option<String>) {
    match (message.webhook_id, message.author_id) {
        (Some(id), _) => {
            let known = people.webhooks.get(&id).cloned();
            let mut profile = known
                .unwrap_or_else(|| deleted("Deleted webhook", picture::path(PictureKind::Webhook, id.get(), None)));
            let mut own_name = None;
            if let Some(name) = message.name.as_ref().filter(|name| **name != profile.name) {
                profile.looks = NameForms::words_of(name);
                own_name = Some(std::mem::replace(&mut profile.name, name.clone()));
            }
            // A URL stored before such URLs were refused, or before the address of this instance changed, is not shown.
            if let Some(url) = &message.avatar_url
                && reader.loads(url)
            {
                profile.avatar_path.clone_from(url);
            }
            (format!("webhook:{id}"), profile, own_name)
        }
        (None, author_id) => {
            let id = author_id.unwrap_or(UserId::from(0));
            let known = people.users.get(&id).cloned();
            let profile = known.unwrap_or_else(|| deleted("Deleted user", String::new()));
            (format!("user:{id}"), profile, None)
        }
    }
}

fn deleted(name: &str, avatar_path: String) -> AuthorProfile {
    AuthorProfile { name: name.to_owned(), looks: NameForms::words_of(name), nickname: None, avatar_path }
}

/// Marks the messages of different authors whose names are the same or similar; the script of a feed does the same
/// for new messages. Nicknames are unique, so readers can tell such authors apart by them.
pub(super) fn mark_similar_names(messages: &mut [MessageView]) {
    let mut authors: HashMap<&str, Option<&str>> = HashMap::new();
    for MessageView { head, .. } in messages.iter() {
        for word in head.looks.split(' ') {
            let author = authors.entry(word).or_insert(Some(&head.author));
            if *author != Some(&head.author) {
                *author = None;
            }
        }
    }
    let shared: Vec<bool> = messages
        .iter()
        .map(|message| {
            let mut words = message.head.looks.split(' ');
            words.any(|word| authors.get(word) == Some(&None))
        })
        .collect();
    for (message, alike) in messages.iter_mut().zip(shared) {
        message.head.alike = alike;
    }
}
