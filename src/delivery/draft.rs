//! A message about to be stored, and storing it: the same for people and webhooks.
//! Who may post at all is judged before, by each in its own way.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QuerySelect, Set};

use crate::chat::mentions::{self, Directory, Lookups, Member, OptIn, Report, Role, Roles};
use crate::chat::permissions::Permissions;
use crate::error::Result;
use crate::instance::Instance;
use crate::models::{Channel, Message, Server, Standing, mention, message, overwrite, role, user};

/// Who posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// A person, by whose permissions the mentions are judged.
    Person(i64),
    /// A webhook; its mentions are judged by the permissions of its creator, if there still is one.
    Webhook {
        /// The webhook.
        id: i64,
        /// The creator.
        creator: Option<i64>,
    },
}

impl Author {
    /// By whose permissions the mentions are judged.
    fn judged_as(self) -> Option<i64> {
        match self {
            Self::Person(id) => Some(id),
            Self::Webhook { creator, .. } => creator,
        }
    }
}

/// A message about to be stored. Its text and names are checked already.
#[derive(Debug, Clone, Copy)]
pub struct Draft<'a> {
    /// Where it goes.
    pub channel: &'a Channel,
    /// Who posts it.
    pub author: Author,
    /// The text as it was sent.
    pub content: &'a str,
    /// A name for this message alone.
    pub name: Option<&'a str>,
    /// An avatar for this message alone.
    pub avatar_url: Option<&'a str>,
    /// The kinds of mention that may fire.
    pub opt_in: OptIn,
}

/// A stored message and what became of its mentions.
#[derive(Debug, Clone)]
pub struct Posted {
    /// The message as it was stored.
    pub message: Message,
    /// The mentions that fired.
    pub fired: Vec<Report>,
    /// The mentions that stayed silent, and why.
    pub silent: Vec<Report>,
}

impl Draft<'_> {
    /// Judges the mentions by what holds in this transaction, and stores the message in it.
    ///
    /// # Errors
    /// When the database can't be reached; then nothing is stored.
    pub async fn store(self, at: &Instance, write: &impl ConnectionTrait) -> Result<Posted> {
        let scan = mentions::scan(self.content);
        let lookups = scan.lookups(self.opt_in);
        let (directory, may_mention_all) = if lookups.is_empty() {
            (Directory::default(), false)
        } else {
            self.look_up(write, &lookups).await?
        };
        let resolved = scan.resolve(self.opt_in, &directory, may_mention_all);
        let (author_id, webhook_id) = match self.author {
            Author::Person(id) => (Some(id), None),
            Author::Webhook { id, .. } => (None, Some(id)),
        };
        let message = Message {
            id: at.id(),
            channel_id: self.channel.id,
            author_id,
            webhook_id,
            name: self.name.map(str::to_owned),
            avatar_url: self.avatar_url.map(str::to_owned),
            spans: mentions::store(&resolved.spans),
            content: resolved.content.clone().into_owned(),
        };
        message::Entity::insert(message::ActiveModel {
            id: Set(message.id),
            channel_id: Set(message.channel_id),
            author_id: Set(message.author_id),
            webhook_id: Set(message.webhook_id),
            name: Set(message.name.clone()),
            avatar_url: Set(message.avatar_url.clone()),
            content: Set(message.content.clone()),
            spans: Set(message.spans.clone()),
        })
        .exec_without_returning(write)
        .await?;
        mention::keep(write, message.channel_id, message.id, resolved.targets()).await?;
        Ok(Posted {
            message,
            fired: resolved.fired,
            silent: resolved.silent,
        })
    }

    /// Asks the database what the text's mentions need, and whether who posts may mention all.
    async fn look_up(
        self,
        db: &impl ConnectionTrait,
        lookups: &Lookups,
    ) -> Result<(Directory, bool)> {
        let Some(server) = crate::models::server::Entity::find_by_id(self.channel.server_id)
            .one(db)
            .await?
        else {
            return Ok((Directory::default(), false));
        };
        let overwrites = overwrite::all_of(db, &[self.channel.id]).await?;
        let mut may_mention_all = false;
        if let (true, Some(creator)) = (lookups.creator, self.author.judged_as()) {
            let standings = Standing::of_members(db, &server, &[creator]).await?;
            may_mention_all = standings.get(&creator).is_some_and(|standing| {
                standing
                    .sum(&overwrites, self.channel.id)
                    .contains(Permissions::MENTION_ALL)
            });
        }
        let roles = if lookups.roles {
            roles_of(db, &server).await?
        } else {
            Roles::default()
        };
        let named = named(db, lookups).await?;
        let ids: Vec<i64> = named.iter().map(|(id, _)| *id).collect();
        let standings = Standing::of_members(db, &server, &ids).await?;
        let members = named.into_iter().filter_map(|(id, nickname)| {
            let standing = standings.get(&id)?;
            let can_view = standing
                .sum(&overwrites, self.channel.id)
                .contains(Permissions::VIEW_CHANNEL);
            Some(Member {
                id,
                nickname,
                can_view,
            })
        });
        Ok((Directory::new(roles, members), may_mention_all))
    }
}

async fn roles_of(db: &impl ConnectionTrait, server: &Server) -> Result<Roles> {
    let roles = role::Entity::find()
        .filter(role::Column::ServerId.eq(server.id))
        .all(db)
        .await?;
    Ok(roles
        .into_iter()
        .map(|role| Role {
            id: role.id,
            name: role.name,
            mentionable: role.mentionable,
        })
        .collect())
}

/// The people whom the text names by id or nickname, members or not.
async fn named(db: &impl ConnectionTrait, lookups: &Lookups) -> Result<Vec<(i64, String)>> {
    let mut found = Vec::new();
    let select = || {
        user::Entity::find()
            .select_only()
            .columns([user::Column::Id, user::Column::Nickname])
    };
    if !lookups.users.is_empty() {
        let by_id = select().filter(user::Column::Id.is_in(lookups.users.iter().copied()));
        found.extend(by_id.into_tuple::<(i64, String)>().all(db).await?);
    }
    // A statement takes only so many values.
    for nicknames in lookups.nicknames.chunks(500) {
        let by_nickname = select().filter(user::Column::Nickname.is_in(nicknames));
        found.extend(by_nickname.into_tuple::<(i64, String)>().all(db).await?);
    }
    Ok(found)
}
