//! A page of a channel, and what rendering messages needs besides: their authors, and the names of roles.
//! Rendering is in the routes and their templates.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use sea_orm::entity::prelude::*;
use sea_orm::{FromQueryResult, JoinType, Order, QueryOrder, QuerySelect};

use crate::models::Message;
use crate::models::accounts::picture::{self, PictureKind};
use crate::models::accounts::user;
use crate::models::messages::{message, removal};
use crate::models::servers::{channel, role};
use crate::models::webhooks::webhook;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::chat::mentions::{self, MentionTarget};
use portico_rules::chat::names::NameForms;
use portico_rules::ids::{ChannelId, MessageId, RoleId, UserId, WebhookId};

/// How many messages a page of a channel has.
pub const PAGE_SIZE: u64 = 50;

/// Where in a channel a page lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagePosition {
    /// At the end: the newest messages.
    Newest,
    /// The newest before a message.
    Before(i64),
    /// The oldest after a message.
    After(i64),
    /// A message with those before and after it.
    Around(i64),
}

/// A page of a channel.
#[derive(Debug)]
pub struct Feed {
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// Who appears in them.
    pub people: MessagePeople,
    /// True if there are older ones.
    pub older: bool,
    /// True if there are newer ones; if not, the page ends at the present.
    pub newer: bool,
}

impl Feed {
    /// Reads a page of a channel. The caller has checked that the user may view it.
    #[boxed]
    pub async fn read(db: &Conn, channel_id: ChannelId, place: PagePosition) -> Result<Self> {
        let (authored, older, newer) = match place {
            PagePosition::Newest => {
                let (messages, older) = up_to(db, channel_id, None, PAGE_SIZE).await?;
                (messages, older, false)
            }
            PagePosition::Before(id) => {
                let (messages, older) = up_to(db, channel_id, Some(id), PAGE_SIZE).await?;
                let newer = Message::ids_since(db, channel_id, id - 1, 1).await?;
                (messages, older, !newer.is_empty())
            }
            PagePosition::After(id) => {
                let (messages, newer) = from(db, channel_id, id, PAGE_SIZE).await?;
                let older = Message::newest_id(db, channel_id, id).await?.is_some();
                (messages, older, newer)
            }
            PagePosition::Around(id) => {
                let (mut messages, older) = up_to(db, channel_id, Some(id), PAGE_SIZE / 2).await?;
                let (after, newer) = from(db, channel_id, id - 1, PAGE_SIZE / 2).await?;
                messages.extend(after);
                (messages, older, newer)
            }
        };
        let (messages, people) = with_people(db, authored).await?;
        Ok(Self { messages, people, older, newer })
    }
}

/// The messages with these ids, oldest first, and who appears in them.
#[boxed]
pub async fn messages_with(db: &Conn, ids: &[MessageId]) -> Result<(Vec<Message>, MessagePeople)> {
    if ids.is_empty() {
        return Ok((Vec::new(), MessagePeople::default()));
    }
    let rows = with_authors()
        .filter(lists::is_one_of(db, message::Column::Id, ids.iter().copied()))
        .filter(removal::spares_message())
        .order_by_asc(message::Column::Id)
        .into_model()
        .all(db)
        .await?;
    with_people(db, rows).await
}

/// A message with who wrote it, as far as they are still there.
#[derive(Debug, FromQueryResult)]
struct AuthoredMessage {
    #[sea_orm(nested)]
    message: Message,
    author_name: Option<String>,
    author_nickname: Option<String>,
    author_picture_at: Option<i64>,
    webhook_name: Option<String>,
    webhook_picture_at: Option<i64>,
    creator_nickname: Option<String>,
}

fn with_authors() -> Select<message::Entity> {
    // Not the whole rows: hashes and phones have no business on a page.
    message::Entity::find()
        .join(
            JoinType::LeftJoin,
            message::Entity::belongs_to(user::Entity).from(message::Column::AuthorId).to(user::Column::Id).into(),
        )
        .join(
            JoinType::LeftJoin,
            message::Entity::belongs_to(webhook::Entity)
                .from(message::Column::WebhookId)
                .to(webhook::Column::Id)
                .into(),
        )
        .join_as(JoinType::LeftJoin, creator(), CREATOR)
        .column_as(user::Column::Name, "author_name")
        .column_as(user::Column::Nickname, "author_nickname")
        .column_as(user::Column::PictureAt, "author_picture_at")
        .column_as(webhook::Column::Name, "webhook_name")
        .column_as(webhook::Column::PictureAt, "webhook_picture_at")
        .expr_as(creator_nickname(), "creator_nickname")
}

/// Who created a webhook, beside the users who wrote messages.
const CREATOR: &str = "creator";

fn creator() -> RelationDef {
    webhook::Entity::belongs_to(user::Entity).from(webhook::Column::CreatorId).to(user::Column::Id).into()
}

fn creator_nickname() -> Expr {
    Expr::col((CREATOR, user::Column::Nickname))
}

/// The newest before `before`, oldest first, and whether there are older ones.
async fn up_to(
    db: &Conn,
    channel_id: ChannelId,
    before: Option<i64>,
    limit: u64,
) -> Result<(Vec<AuthoredMessage>, bool)> {
    let ids = 0..before.unwrap_or(i64::MAX);
    let found = Message::of_channel(with_authors(), db, channel_id, ids, Order::Desc).limit(limit + 1);
    let mut messages = found.into_model().all(db).await?;
    let more = messages.len() as u64 > limit;
    if more {
        messages.pop();
    }
    messages.reverse();
    Ok((messages, more))
}

/// The oldest after `after`, and whether there are newer ones.
async fn from(db: &Conn, channel_id: ChannelId, after: i64, limit: u64) -> Result<(Vec<AuthoredMessage>, bool)> {
    let ids = after + 1..i64::MAX;
    let mut messages = Message::of_channel(with_authors(), db, channel_id, ids, Order::Asc)
        .limit(limit + 1)
        .into_model()
        .all(db)
        .await?;
    let more = messages.len() as u64 > limit;
    if more {
        messages.pop();
    }
    Ok((messages, more))
}

/// Separates messages from their authors.
async fn with_people(db: &Conn, authored: Vec<AuthoredMessage>) -> Result<(Vec<Message>, MessagePeople)> {
    let mut people = MessagePeople::default();
    let messages = people.add(authored);
    people.roles = roles_of(db, &messages).await?;
    people.add_originals(db, &messages).await?;
    Ok((messages, people))
}

/// How an author is shown over their messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorProfile {
    /// The display name.
    pub name: String,
    /// The form by which the name is compared with others on a page, see [`NameForms::words_of`].
    pub looks: Arc<str>,
    /// The nickname: a user's own, a webhook's that of its creator. None for a webhook without a creator.
    pub nickname: Option<String>,
    /// The path of the picture.
    pub avatar_path: String,
}

impl AuthorProfile {
    fn new(kind: PictureKind, id: i64, name: String, nickname: Option<String>, picture_at: Option<i64>) -> Self {
        Self { looks: NameForms::words_of(&name), nickname, avatar_path: picture::path(kind, id, picture_at), name }
    }
}

/// Who appears in some messages. Deleted authors are not included.
#[derive(Debug, Default)]
pub struct MessagePeople {
    /// The messages that others of them reply to, by id. Deleted ones are not included.
    pub originals: HashMap<MessageId, Message>,
    /// Users, by id.
    pub users: HashMap<UserId, AuthorProfile>,
    /// Webhooks, by id.
    pub webhooks: HashMap<WebhookId, AuthorProfile>,
    /// The names of roles that a message names by id, by the message's channel and that id. A role of another server is
    /// not included: an id in a message reveals no name from elsewhere.
    pub roles: HashMap<(ChannelId, RoleId), String>,
}

impl MessagePeople {
    /// Loads who appears in `messages`, with one query a kind, and none for a kind that does not appear.
    #[boxed]
    pub async fn load(db: &Conn, messages: &[Message]) -> Result<Self> {
        let users = messages.iter().filter_map(|message| message.author_id);
        let webhooks = messages.iter().filter_map(|message| message.webhook_id);
        let mut people = Self {
            originals: HashMap::new(),
            users: users_of(db, users.collect()).await?,
            webhooks: webhooks_of(db, webhooks.collect()).await?,
            roles: roles_of(db, messages).await?,
        };
        people.add_originals(db, messages).await?;
        Ok(people)
    }

    /// Adds what some messages reply to, with one query where that is not among them.
    async fn add_originals(&mut self, db: &Conn, messages: &[Message]) -> Result<()> {
        let replied: HashSet<(MessageId, ChannelId)> =
            messages.iter().filter_map(|message| Some((message.reply_to_id?, message.channel_id))).collect();
        let mut found: Vec<Message> =
            messages.iter().filter(|message| replied.contains(&(message.id, message.channel_id))).cloned().collect();
        let mut missing: HashSet<MessageId> = replied.iter().map(|(id, _)| *id).collect();
        for message in &found {
            missing.remove(&message.id);
        }
        if !missing.is_empty() {
            let loaded = with_authors()
                .filter(lists::is_one_of(db, message::Column::Id, missing))
                .filter(removal::spares_message())
                .into_model()
                .all(db)
                .await?;
            found.extend(self.add(loaded));
        }
        let of_channel = |message: &Message| replied.contains(&(message.id, message.channel_id));
        found.retain(of_channel);
        self.originals = found.into_iter().map(|one| (one.id, one)).collect();
        Ok(())
    }

    /// Adds who wrote some messages, and returns the messages.
    fn add(&mut self, authored: Vec<AuthoredMessage>) -> Vec<Message> {
        let mut messages = Vec::with_capacity(authored.len());
        for authored in authored {
            let message = authored.message;
            if let (Some(id), Some(name)) = (message.author_id, authored.author_name) {
                let (nickname, picture_at) = (authored.author_nickname, authored.author_picture_at);
                let profile = || AuthorProfile::new(PictureKind::User, id.get(), name, nickname, picture_at);
                self.users.entry(id).or_insert_with(profile);
            }
            if let (Some(id), Some(name)) = (message.webhook_id, authored.webhook_name) {
                let (nickname, picture_at) = (authored.creator_nickname, authored.webhook_picture_at);
                let profile = || AuthorProfile::new(PictureKind::Webhook, id.get(), name, nickname, picture_at);
                self.webhooks.entry(id).or_insert_with(profile);
            }
            messages.push(message);
        }
        messages
    }
}

/// The roles that a message names as `@role_<id>`; a role named by its name needs no look-up.
fn roles_by_id(message: &Message) -> Vec<RoleId> {
    let spans = message.spans();
    mentions::split(&message.content, &spans)
        .into_iter()
        .filter_map(|piece| match piece.mention {
            Some(MentionTarget::Role(id)) if names_role_by_id(piece.text) => Some(id),
            _ => None,
        })
        .collect()
}

/// True if a mention of a role is written as `@role_<id>`.
pub fn names_role_by_id(text: &str) -> bool {
    let name = text.strip_prefix(['@', '＠']).and_then(|name| name.get(..5));
    name.is_some_and(|start| start.eq_ignore_ascii_case("role_"))
}

async fn users_of(db: &Conn, ids: HashSet<UserId>) -> Result<HashMap<UserId, AuthorProfile>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    // Not the whole rows: hashes and phones have no business on a page.
    let rows: Vec<NamedRow> = user::Entity::find()
        .select_only()
        .columns([user::Column::Id, user::Column::Name, user::Column::Nickname, user::Column::PictureAt])
        .filter(lists::is_one_of(db, user::Column::Id, ids))
        .into_tuple()
        .all(db)
        .await?;
    Ok(profiles(rows, PictureKind::User))
}

async fn webhooks_of(db: &Conn, ids: HashSet<WebhookId>) -> Result<HashMap<WebhookId, AuthorProfile>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<NamedRow> = webhook::Entity::find()
        .join_as(JoinType::LeftJoin, creator(), CREATOR)
        .select_only()
        .columns([webhook::Column::Id, webhook::Column::Name])
        .expr_as(creator_nickname(), "creator_nickname")
        .column(webhook::Column::PictureAt)
        .filter(lists::is_one_of(db, webhook::Column::Id, ids))
        .into_tuple()
        .all(db)
        .await?;
    Ok(profiles(rows, PictureKind::Webhook))
}

/// Id, name, nickname, and since when there is a picture.
type NamedRow = (i64, String, Option<String>, Option<i64>);

fn profiles<T: From<i64> + Eq + Hash>(found: Vec<NamedRow>, kind: PictureKind) -> HashMap<T, AuthorProfile> {
    let profile =
        |(id, name, nickname, picture_at)| (T::from(id), AuthorProfile::new(kind, id, name, nickname, picture_at));
    found.into_iter().map(profile).collect()
}

/// The roles that messages name by id, where they are of the messages' servers.
async fn roles_of(db: &Conn, messages: &[Message]) -> Result<HashMap<(ChannelId, RoleId), String>> {
    let (mut channels, mut roles) = (HashSet::new(), HashSet::new());
    for message in messages {
        let named = roles_by_id(message);
        if !named.is_empty() {
            channels.insert(message.channel_id);
            roles.extend(named);
        }
    }
    if roles.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(ChannelId, RoleId, String)> = role::Entity::find()
        .select_only()
        .column(channel::Column::Id)
        .columns([role::Column::Id, role::Column::Name])
        .join(
            JoinType::InnerJoin,
            role::Entity::belongs_to(channel::Entity).from(role::Column::ServerId).to(channel::Column::ServerId).into(),
        )
        .filter(lists::is_one_of(db, role::Column::Id, roles))
        .filter(lists::is_one_of(db, channel::Column::Id, channels))
        .into_tuple()
        .all(db)
        .await?;
    let names = rows.into_iter();
    Ok(names.map(|(channel_id, id, name)| ((channel_id, id), name)).collect())
}
