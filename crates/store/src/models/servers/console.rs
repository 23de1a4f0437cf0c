//! Servers as the admins' console lists and finds them, with how large each is.
//! Suspending one is in `lifecycle::suspension`; the pages are in `routes::admin`.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};

use super::server::{Column, Entity, Model};
use crate::models::User;
use crate::models::accounts::user;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, Result};
use portico_rules::ids::{self, ServerId, UserId};

/// Up to where members and messages are counted: a list reads no more of an index than this for each server.
pub const MAX_COUNTED: u64 = 10_000;

/// How large a server is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// Its members, at most [`MAX_COUNTED`].
    pub members: u64,
    /// Its channels.
    pub channels: u64,
    /// Its webhooks.
    pub webhooks: u64,
    /// Its messages, at most [`MAX_COUNTED`].
    pub messages: u64,
}

/// A server as the console lists it.
#[derive(Debug, Clone)]
pub struct ConsoleServer {
    /// The server.
    pub server: Model,
    /// Its owner.
    pub owner: Option<User>,
    /// How large it is.
    pub size: Size,
}

impl Model {
    /// The servers with `text` in their name or in their owner's nickname, as accounts are found, and the one with this id;
    /// after an `@` those of the owner with exactly this nickname; all of them where it is empty. Those before the id
    /// `before`, or the newest ones; at most `limit`, the newest first. It may read every server and account.
    #[boxed]
    pub async fn search(db: &Conn, text: &str, before: Option<ServerId>, limit: u64) -> Result<Vec<ConsoleServer>> {
        let text = text.trim();
        if user::is_in_no_name(text) {
            return Ok(Vec::new());
        }
        // A range of the key, of which the end is read.
        let range = match before {
            Some(before) => Column::Id.lt(before),
            None => Column::Id.lte(ids::MAX_ID),
        };
        let newest = || Entity::find().filter(range.clone()).order_by_desc(Column::Id).limit(limit);
        if text.is_empty() {
            return listed(db, newest().all(db).await?).await;
        }
        if text.starts_with('@') {
            return match User::named(db, text).await? {
                Some(owner) => listed(db, newest().filter(Column::OwnerId.eq(owner.id)).all(db).await?).await,
                None => Ok(Vec::new()),
            };
        }
        let has_part = user::has_part(Expr::col(Column::Name), text)
            .add(Column::OwnerId.in_subquery(user::ids_of_nicknames(text)));
        let mut rows = newest().filter(has_part).all(db).await?;
        if let Some(id) = ids::parse::<ServerId>(text) {
            rows.extend(newest().filter(Column::Id.eq(id)).all(db).await?);
        }
        rows.sort_by_key(|server| std::cmp::Reverse(server.id));
        rows.dedup_by_key(|server| server.id);
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        listed(db, rows).await
    }

    /// The names of these servers, by their ids; those that are still there.
    #[boxed]
    pub async fn names_of(db: &Conn, ids: &[ServerId]) -> Result<HashMap<ServerId, String>> {
        let names: Vec<(ServerId, String)> = Entity::find()
            .select_only()
            .columns([Column::Id, Column::Name])
            .filter(lists::is_one_of(db, Column::Id, ids.iter().copied()))
            .into_tuple()
            .all(db)
            .await?;
        Ok(names.into_iter().collect())
    }

    /// The server with this id.
    ///
    /// # Errors
    /// [`Error::NotFound`] where there is none.
    #[boxed]
    pub async fn of_instance(db: &Conn, id: ServerId) -> Result<ConsoleServer> {
        let rows = Entity::find_by_id(id).all(db).await?;
        listed(db, rows).await?.pop().ok_or(Error::NotFound)
    }
}

/// With their owners, and how large they are.
async fn listed(db: &Conn, servers: Vec<Model>) -> Result<Vec<ConsoleServer>> {
    if servers.is_empty() {
        return Ok(Vec::new());
    }
    let owners: Vec<UserId> = servers.iter().map(|server| server.owner_id).collect();
    let people = User::all_of(db, &owners).await?;
    let mut sizes = sizes(db, servers.iter().map(|server| server.id)).await?;
    let rows = servers.into_iter().map(|server| ConsoleServer {
        owner: people.iter().find(|user| user.id == server.owner_id).cloned(),
        size: sizes.remove(&server.id).unwrap_or_default(),
        server,
    });
    Ok(rows.collect())
}

/// How large these servers are, in one statement.
async fn sizes(db: &Conn, ids: impl Iterator<Item = ServerId>) -> Result<HashMap<ServerId, Size>> {
    let count = |what: &str| Expr::cust(format!("(SELECT COUNT(*) FROM {what})"));
    let of_server = |table: &str| format!("{table} WHERE {table}.server_id = servers.id");
    let up_to_max = |rows: &str| format!("(SELECT 1 FROM {rows} LIMIT {MAX_COUNTED}) AS counted");
    let messages = "channels JOIN messages ON messages.channel_id = channels.id \
                    WHERE channels.server_id = servers.id";
    let rows: Vec<(ServerId, i64, i64, i64, i64)> = Entity::find()
        .select_only()
        .column(Column::Id)
        .expr_as(count(&up_to_max(&of_server("members"))), "members")
        .expr_as(count(&of_server("channels")), "channels")
        .expr_as(count(&of_server("webhooks")), "webhooks")
        .expr_as(count(&up_to_max(messages)), "messages")
        .filter(lists::is_one_of(db, Column::Id, ids))
        .into_tuple()
        .all(db)
        .await?;
    let sized = rows.into_iter().map(|(id, members, channels, webhooks, messages)| {
        let size = Size {
            members: members.unsigned_abs(),
            channels: channels.unsigned_abs(),
            webhooks: webhooks.unsigned_abs(),
            messages: messages.unsigned_abs(),
        };
        (id, size)
    });
    Ok(sized.collect())
}
