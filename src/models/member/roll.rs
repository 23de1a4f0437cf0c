//! The roll of a server: its members in the order of their nicknames, a page at a time.
//! What each of them may do is judged in `standing`.

use sea_orm::entity::prelude::*;
use sea_orm::{ConnectionTrait, JoinType, QueryOrder, QuerySelect, QueryTrait, SelectTwo};

use super::{Column, Entity, Relation};
use crate::clock::Millis;
use crate::error::Result;
use crate::models::{User, user};

/// A member with their account.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The account.
    pub user: User,
    /// Since when they are a member, in UTC milliseconds.
    pub joined_at: Millis,
}

/// Where a page of the roll begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin<'a> {
    /// With the first one.
    First,
    /// After this nickname.
    After(&'a str),
    /// So that it ends before this nickname.
    Before(&'a str),
}

/// A page of the roll.
#[derive(Debug, Clone)]
pub struct Page {
    /// The members.
    pub entries: Vec<Entry>,
    /// Whether there are members before them.
    pub earlier: bool,
    /// Whether there are members after them.
    pub later: bool,
}

/// The members whose nicknames begin with `prefix`, at most `size` of them.
///
/// # Errors
/// When the database can't be reached.
pub async fn page(
    db: &impl ConnectionTrait,
    server_id: i64,
    prefix: &str,
    from: Begin<'_>,
    size: u64,
) -> Result<Page> {
    let mut select = entries(server_id);
    if !could_begin_a_nickname(prefix) {
        return Ok(Page {
            entries: Vec::new(),
            earlier: false,
            later: false,
        });
    }
    if !prefix.is_empty() {
        // No character of a nickname comes after `~`: this is the range of the index that begins so. Asked for
        // first, it spares a large server's other members being looked at.
        let begin_so = user::Entity::find()
            .select_only()
            .column(user::Column::Id)
            .filter(user::Column::Nickname.gte(prefix))
            .filter(user::Column::Nickname.lt(format!("{prefix}~")));
        select = select.filter(Column::UserId.in_subquery(begin_so.into_query()));
    }
    let from = match from {
        // A link that names what is no nickname leads to the beginning.
        Begin::After(text) | Begin::Before(text) if !could_begin_a_nickname(text) => Begin::First,
        from => from,
    };
    select = match from {
        Begin::First => select.order_by_asc(user::Column::Nickname),
        Begin::After(nickname) => select
            .filter(user::Column::Nickname.gt(nickname))
            .order_by_asc(user::Column::Nickname),
        Begin::Before(nickname) => select
            .filter(user::Column::Nickname.lt(nickname))
            .order_by_desc(user::Column::Nickname),
    };
    // One more than is shown tells whether there is another page.
    let mut entries = read(select.limit(size + 1), db).await?;
    let more = entries.len() as u64 > size;
    entries.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    let (earlier, later) = match from {
        Begin::First => (false, more),
        Begin::After(_) => (true, more),
        Begin::Before(_) => (more, true),
    };
    if matches!(from, Begin::Before(_)) {
        entries.reverse();
    }
    Ok(Page {
        entries,
        earlier,
        later,
    })
}

/// Every member of a server, in the order of their nicknames; none where they are more than `most`.
///
/// # Errors
/// When the database can't be reached.
pub async fn few(
    db: &impl ConnectionTrait,
    server_id: i64,
    most: u64,
) -> Result<Option<Vec<User>>> {
    let page = page(db, server_id, "", Begin::First, most).await?;
    let users = page.entries.into_iter().map(|entry| entry.user).collect();
    Ok((!page.later).then_some(users))
}

/// The member with this id.
///
/// # Errors
/// When the database can't be reached.
pub async fn find(
    db: &impl ConnectionTrait,
    server_id: i64,
    user_id: i64,
) -> Result<Option<Entry>> {
    let one = entries(server_id).filter(Column::UserId.eq(user_id));
    Ok(read(one.limit(1), db).await?.pop())
}

/// The members among these people.
///
/// # Errors
/// When the database can't be reached.
pub async fn among(
    db: &impl ConnectionTrait,
    server_id: i64,
    user_ids: &[i64],
) -> Result<Vec<User>> {
    let some = entries(server_id)
        .filter(Column::UserId.is_in(user_ids.iter().copied()))
        .order_by_asc(user::Column::Nickname);
    let entries = read(some, db).await?;
    Ok(entries.into_iter().map(|entry| entry.user).collect())
}

/// The member with this nickname, in any case and with or without its `@`.
///
/// # Errors
/// When the database can't be reached.
pub async fn find_by_nickname(
    db: &impl ConnectionTrait,
    server_id: i64,
    nickname: &str,
) -> Result<Option<User>> {
    let nickname = folded(nickname);
    if !could_begin_a_nickname(&nickname) {
        return Ok(None);
    }
    let one = entries(server_id).filter(user::Column::Nickname.eq(nickname));
    Ok(read(one.limit(1), db).await?.pop().map(|entry| entry.user))
}

/// How many members a server has.
///
/// # Errors
/// When the database can't be reached.
pub async fn count(db: &impl ConnectionTrait, server_id: i64) -> Result<u64> {
    Ok(Entity::find()
        .filter(Column::ServerId.eq(server_id))
        .count(db)
        .await?)
}

/// What somebody types to find a nickname, as nicknames are stored.
pub fn folded(typed: &str) -> String {
    let typed = typed.trim();
    typed
        .strip_prefix('@')
        .unwrap_or(typed)
        .to_ascii_lowercase()
}

/// Whether a nickname may begin so. Whatever else is typed (a NUL, which Postgres takes nowhere) is not looked up.
fn could_begin_a_nickname(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

fn entries(server_id: i64) -> SelectTwo<Entity, user::Entity> {
    Entity::find()
        .join(JoinType::InnerJoin, Relation::User.def())
        .select_also(user::Entity)
        .filter(Column::ServerId.eq(server_id))
}

async fn read(
    select: SelectTwo<Entity, user::Entity>,
    db: &impl ConnectionTrait,
) -> Result<Vec<Entry>> {
    let rows = select.all(db).await?.into_iter();
    Ok(rows
        .filter_map(|(member, user)| {
            user.map(|user| Entry {
                user,
                joined_at: member.joined_at,
            })
        })
        .collect())
}
