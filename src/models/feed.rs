//! A page of a channel, and what drawing messages needs besides them: who wrote them, what their roles are called.
//! How a message looks is said by the routes and their templates.

use std::collections::{HashMap, HashSet};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Query};
use sea_orm::{ConnectionTrait, QuerySelect};

use crate::chat::mentions::{self, Target};
use crate::error::Result;
use crate::models::picture::{self, Kind};
use crate::models::{Message, role, user};

/// How many messages a page of a channel has.
pub const PAGE: u64 = 50;

/// Where in a channel a page lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the end: the newest messages.
    Newest,
    /// The newest before a message.
    Before(i64),
    /// The oldest after a message.
    After(i64),
    /// A message with what stands before and after it.
    Around(i64),
}

/// A page of a channel.
#[derive(Debug)]
pub struct Feed {
    /// The messages, oldest first.
    pub messages: Vec<Message>,
    /// Whether there are older ones.
    pub older: bool,
    /// Whether there are newer ones; if not, the page ends at the present.
    pub newer: bool,
}

impl Feed {
    /// Reads a page of a channel. Whoever reads may view the channel: that was judged before.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn read(db: &impl ConnectionTrait, channel_id: i64, place: Place) -> Result<Self> {
        match place {
            Place::Newest => {
                let (messages, older) = Self::up_to(db, channel_id, None, PAGE).await?;
                Ok(Self {
                    messages,
                    older,
                    newer: false,
                })
            }
            Place::Before(id) => {
                let (messages, older) = Self::up_to(db, channel_id, Some(id), PAGE).await?;
                let newer = !Message::ids_since(db, channel_id, id - 1, 1)
                    .await?
                    .is_empty();
                Ok(Self {
                    messages,
                    older,
                    newer,
                })
            }
            Place::After(id) => {
                let (messages, newer) = Self::from(db, channel_id, id, PAGE).await?;
                let older = Message::newest_id(db, channel_id, id).await?.is_some();
                Ok(Self {
                    messages,
                    older,
                    newer,
                })
            }
            Place::Around(id) => {
                let (mut messages, older) = Self::up_to(db, channel_id, Some(id), PAGE / 2).await?;
                let (after, newer) = Self::from(db, channel_id, id - 1, PAGE / 2).await?;
                messages.extend(after);
                Ok(Self {
                    messages,
                    older,
                    newer,
                })
            }
        }
    }

    /// The newest before `before`, and whether there are older ones.
    async fn up_to(
        db: &impl ConnectionTrait,
        channel_id: i64,
        before: Option<i64>,
        most: u64,
    ) -> Result<(Vec<Message>, bool)> {
        let mut messages = Message::page(db, channel_id, before, most + 1).await?;
        let more = messages.len() as u64 > most;
        if more {
            messages.remove(0);
        }
        Ok((messages, more))
    }

    /// The oldest after `after`, and whether there are newer ones.
    async fn from(
        db: &impl ConnectionTrait,
        channel_id: i64,
        after: i64,
        most: u64,
    ) -> Result<(Vec<Message>, bool)> {
        let mut messages = Message::since(db, channel_id, after, most + 1).await?;
        let more = messages.len() as u64 > most;
        if more {
            messages.pop();
        }
        Ok((messages, more))
    }
}

/// How somebody is shown over their messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Face {
    /// The display name.
    pub name: String,
    /// The path of the picture.
    pub avatar_path: String,
}

/// Everybody who appears in some messages. Who is gone is not in it.
#[derive(Debug, Default)]
pub struct Cast {
    /// People, by id.
    pub people: HashMap<i64, Face>,
    /// Webhooks, by id.
    pub webhooks: HashMap<i64, Face>,
    /// The names of roles that a message names by id.
    pub roles: HashMap<i64, String>,
}

impl Cast {
    /// Loads whoever appears in `messages`, with one query a kind, and none for a kind that does not appear.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn of(db: &impl ConnectionTrait, messages: &[Message]) -> Result<Self> {
        let people = messages.iter().filter_map(|message| message.author_id);
        let webhooks = messages.iter().filter_map(|message| message.webhook_id);
        let roles = messages.iter().flat_map(roles_by_id);
        Ok(Self {
            people: people_of(db, people.collect()).await?,
            webhooks: webhooks_of(db, webhooks.collect()).await?,
            roles: roles_of(db, roles.collect()).await?,
        })
    }
}

/// The roles that a message names as `@role_<id>`; a role named by its name needs no look-up.
fn roles_by_id(message: &Message) -> Vec<i64> {
    let spans = message.spans();
    mentions::draw(&message.content, &spans)
        .into_iter()
        .filter_map(|piece| match piece.mention {
            Some(Target::Role(id)) if names_role_by_id(piece.text) => Some(id),
            _ => None,
        })
        .collect()
}

/// Whether a mention of a role is written as `@role_<id>`.
pub fn names_role_by_id(text: &str) -> bool {
    text.get(..6)
        .is_some_and(|start| start.eq_ignore_ascii_case("@role_"))
}

async fn people_of(db: &impl ConnectionTrait, ids: HashSet<i64>) -> Result<HashMap<i64, Face>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    // Not the whole rows: hashes and phones have no business on a page.
    let found: Vec<(i64, String, Option<i64>)> = user::Entity::find()
        .select_only()
        .columns([
            user::Column::Id,
            user::Column::Name,
            user::Column::PictureAt,
        ])
        .filter(user::Column::Id.is_in(ids))
        .into_tuple()
        .all(db)
        .await?;
    Ok(faces(found, Kind::User))
}

async fn webhooks_of(db: &impl ConnectionTrait, ids: HashSet<i64>) -> Result<HashMap<i64, Face>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let columns = ["id", "name", "picture_at"];
    let select = Query::select()
        .columns(columns.map(Alias::new))
        .from(Alias::new("webhooks"))
        .and_where(ExprTrait::is_in(Expr::col(Alias::new("id")), ids))
        .take();
    let mut found = Vec::new();
    for row in db.query_all(&select).await? {
        found.push((
            row.try_get("", "id")?,
            row.try_get("", "name")?,
            row.try_get("", "picture_at")?,
        ));
    }
    Ok(faces(found, Kind::Webhook))
}

fn faces(found: Vec<(i64, String, Option<i64>)>, kind: Kind) -> HashMap<i64, Face> {
    found
        .into_iter()
        .map(|(id, name, picture_at)| {
            let avatar_path = picture::path(kind, id, picture_at);
            (id, Face { name, avatar_path })
        })
        .collect()
}

async fn roles_of(db: &impl ConnectionTrait, ids: HashSet<i64>) -> Result<HashMap<i64, String>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found: Vec<(i64, String)> = role::Entity::find()
        .select_only()
        .columns([role::Column::Id, role::Column::Name])
        .filter(role::Column::Id.is_in(ids))
        .into_tuple()
        .all(db)
        .await?;
    Ok(found.into_iter().collect())
}
