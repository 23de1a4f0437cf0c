//! What the database says about the mentions of messages: who and what they name, and who may call whom.
//! The rules themselves are pure and stand in `chat::mentions`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, QuerySelect};

use crate::chat::mentions::{Directory, Lookups, Member, Role, Roles};
use crate::chat::permissions::Permissions;
use crate::database::filled_up;
use crate::error::Result;
use crate::models::{Overwrite, Standing, overwrite, role, user};

/// What a message has to know about its server before its mentions can be judged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'a> {
    /// The server.
    pub(super) server_id: i64,
    /// The channel the message goes to.
    pub(super) channel_id: i64,
    /// By whose permissions its mentions are judged; nobody holds nothing.
    pub(super) judged_as: Option<i64>,
    /// What its text asks for.
    pub(super) lookups: &'a Lookups,
}

/// The answers to several questions about one server, read at one moment.
#[derive(Debug, Default)]
struct Answers {
    overwrites: Vec<Overwrite>,
    standings: HashMap<i64, Standing>,
    roles: Arc<Roles>,
}

/// What several messages asked for, with a handful of queries for each server however many they are.
#[derive(Debug, Default)]
pub(super) struct Known {
    servers: HashMap<i64, Answers>,
    nicknames: HashMap<i64, String>,
    by_nickname: HashMap<String, i64>,
}

impl Known {
    /// Asks the database.
    ///
    /// # Errors
    /// When it can't be reached.
    pub(super) async fn of(db: &impl ConnectionTrait, questions: &[Question<'_>]) -> Result<Self> {
        let mut known = Self::default();
        known.name(db, questions).await?;
        let server_ids: HashSet<i64> = questions.iter().map(|one| one.server_id).collect();
        for server_id in server_ids {
            let of_this: Vec<_> = questions
                .iter()
                .filter(|one| one.server_id == server_id)
                .collect();
            let channels: HashSet<i64> = of_this.iter().map(|one| one.channel_id).collect();
            let people: HashSet<i64> = of_this
                .iter()
                .flat_map(|one| known.people(one).chain(one.judged_as))
                .collect();
            let roles = if of_this.iter().any(|one| one.lookups.roles) {
                roles_of(db, server_id).await?
            } else {
                Roles::default()
            };
            let mut answers = Answers {
                roles: Arc::new(roles),
                ..Answers::default()
            };
            if !people.is_empty() {
                let (channels, people) = (filled_up(channels), filled_up(people));
                answers.overwrites = overwrite::concerning_any(db, &channels, &people).await?;
                answers.standings = Standing::of_members(db, server_id, &people).await?;
            }
            known.servers.insert(server_id, answers);
        }
        Ok(known)
    }

    /// The answer to one of the questions: the directory, and whether who posts may mention all.
    pub(super) fn answer(&self, question: Question<'_>) -> (Directory, bool) {
        let Some(answers) = self.servers.get(&question.server_id) else {
            return (Directory::default(), false);
        };
        let holds = |user_id: i64, needed| {
            let standing = answers.standings.get(&user_id)?;
            let here = standing.sum(&answers.overwrites, question.channel_id);
            Some(here.contains(needed))
        };
        let members = self.people(&question).filter_map(|id| {
            Some(Member {
                id,
                nickname: self.nicknames.get(&id)?.clone(),
                can_view: holds(id, Permissions::VIEW_CHANNEL)?,
            })
        });
        let may_mention_all = question
            .judged_as
            .filter(|_| question.lookups.creator)
            .and_then(|id| holds(id, Permissions::MENTION_ALL));
        (
            Directory::new(answers.roles.clone(), members),
            may_mention_all.unwrap_or(false),
        )
    }

    /// The people whom a message names by id or nickname, as far as there are any.
    fn people<'k>(&'k self, question: &Question<'k>) -> impl Iterator<Item = i64> + use<'k> {
        let Lookups {
            users, nicknames, ..
        } = question.lookups;
        let by_nickname = nicknames
            .iter()
            .filter_map(|nickname| self.by_nickname.get(nickname));
        let by_id = users.iter().filter(|id| self.nicknames.contains_key(id));
        by_id.chain(by_nickname).copied()
    }

    /// Finds out who is called what.
    async fn name(&mut self, db: &impl ConnectionTrait, questions: &[Question<'_>]) -> Result<()> {
        let ids: HashSet<i64> = questions
            .iter()
            .flat_map(|one| one.lookups.users.iter().copied())
            .collect();
        let nicknames: HashSet<&str> = questions
            .iter()
            .flat_map(|one| one.lookups.nicknames.iter().map(String::as_str))
            .collect();
        let by_id = filled_up(ids);
        for ids in by_id.chunks(MOST_VALUES) {
            self.add(db, user::Column::Id.is_in(ids.iter().copied()))
                .await?;
        }
        let by_nickname = filled_up(nicknames);
        for nicknames in by_nickname.chunks(MOST_VALUES) {
            self.add(db, user::Column::Nickname.is_in(nicknames.iter().copied()))
                .await?;
        }
        Ok(())
    }

    async fn add(&mut self, db: &impl ConnectionTrait, who: Expr) -> Result<()> {
        let found: Vec<(i64, String)> = user::Entity::find()
            .select_only()
            .columns([user::Column::Id, user::Column::Nickname])
            .filter(who)
            .into_tuple()
            .all(db)
            .await?;
        for (id, nickname) in found {
            self.by_nickname.insert(nickname.clone(), id);
            self.nicknames.insert(id, nickname);
        }
        Ok(())
    }
}

/// How many values a statement is given at once.
const MOST_VALUES: usize = 512;

async fn roles_of(db: &impl ConnectionTrait, server_id: i64) -> Result<Roles> {
    let roles = role::Entity::find()
        .filter(role::Column::ServerId.eq(server_id))
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
