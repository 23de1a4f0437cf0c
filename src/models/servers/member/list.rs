//! The members of a server in the order of their nicknames, a page at a time.
//! What each of them may do is in `membership`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, IntoCondition, Query};
use sea_orm::{FromQueryResult, JoinType, QueryOrder, QuerySelect};

use super::{Column, Entity, Relation};
use crate::clock::Millis;
use crate::database::Conn;
use crate::error::Result;
use crate::models::User;
use crate::models::accounts::user;
use crate::models::servers::overwrite;

/// The largest server whose members are all read and sorted for a page. Of a larger one all nicknames are scanned in
/// their order, which for a smaller one would pass too many users who are not its members: among a million, the two
/// cost the same about here.
pub const SORTED: u64 = 4000;

/// A limit that limits nothing.
const UNLIMITED: u64 = i64::MAX.unsigned_abs();

/// A member with their account.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Entry {
    /// The account.
    #[sea_orm(nested)]
    pub user: User,
    /// Since when they are a member, in UTC milliseconds.
    pub joined_at: Millis,
}

/// Where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin<'a> {
    /// With the first one.
    First,
    /// After this nickname.
    After(&'a str),
    /// So that it ends before this nickname.
    Before(&'a str),
}

/// A page of members.
#[derive(Debug, Clone)]
pub struct Page {
    /// The members.
    pub entries: Vec<Entry>,
    /// Whether there are members before them.
    pub earlier: bool,
    /// Whether there are members after them.
    pub later: bool,
    /// How many members the server has.
    pub total: u64,
}

/// The members whose nicknames begin with `prefix`, at most `size` of them.
///
/// # Errors
/// When the database can't be reached.
pub async fn page(
    db: &Conn,
    server_id: i64,
    prefix: &str,
    from: Begin<'_>,
    size: u64,
) -> Result<Page> {
    let total = count(db, server_id).await?;
    if !could_begin_a_nickname(prefix) {
        return Ok(Page {
            entries: Vec::new(),
            earlier: false,
            later: false,
            total,
        });
    }
    let mut select = if total <= SORTED {
        members_first(server_id, UNLIMITED)
    } else {
        nicknames_first(server_id)
    };
    if !prefix.is_empty() {
        // No character of a nickname comes after `~`: this is the range of the index that begins so.
        select = select
            .filter(user::Column::Nickname.gte(prefix))
            .filter(user::Column::Nickname.lt(format!("{prefix}~")));
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
    // One more than is shown, to know whether there is another page.
    let mut entries: Vec<Entry> = select.limit(size + 1).into_model().all(db).await?;
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
        total,
    })
}

/// Every member of a server, in the order of their nicknames; none where they are more than `most`.
///
/// # Errors
/// When the database can't be reached.
pub async fn few(db: &Conn, server_id: i64, most: u64) -> Result<Option<Vec<User>>> {
    let select = members_first(server_id, most + 1).order_by_asc(user::Column::Nickname);
    let users = select.into_model::<User>().all(db).await?;
    Ok((users.len() as u64 <= most).then_some(users))
}

/// The member with this id.
///
/// # Errors
/// When the database can't be reached.
pub async fn find(db: &Conn, server_id: i64, user_id: i64) -> Result<Option<Entry>> {
    let one = members(server_id).filter(Column::UserId.eq(user_id));
    Ok(one.into_model().one(db).await?)
}

/// A user whom a channel's overwrites name.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Named {
    /// The account.
    #[sea_orm(nested)]
    pub user: User,
    /// Since when they are a member of the channel's server; none for those who have left.
    pub joined_at: Option<Millis>,
}

/// Those whom a channel of the server allows or denies something, in the order of their nicknames, members or not.
///
/// # Errors
/// When the database can't be reached.
pub async fn named_by_channel(db: &Conn, server_id: i64, channel_id: i64) -> Result<Vec<Named>> {
    let named = Query::select()
        .column(overwrite::Column::UserId)
        .from(overwrite::Entity)
        .and_where(overwrite::Column::ChannelId.eq(channel_id))
        .and_where(overwrite::Column::UserId.is_not_null())
        .take();
    let membership = Relation::User.def().rev().on_condition(move |_, members| {
        let server = Expr::col((members, Column::ServerId));
        ExprTrait::eq(server, server_id).into_condition()
    });
    let found = user::Entity::find()
        .column(Column::JoinedAt)
        .join(JoinType::LeftJoin, membership)
        .filter(user::Column::Id.in_subquery(named))
        .order_by_asc(user::Column::Nickname);
    Ok(found.into_model().all(db).await?)
}

/// The member with this nickname, in any case and with or without its `@`.
///
/// # Errors
/// When the database can't be reached.
pub async fn find_by_nickname(db: &Conn, server_id: i64, nickname: &str) -> Result<Option<User>> {
    let nickname = folded(nickname);
    if !could_begin_a_nickname(&nickname) {
        return Ok(None);
    }
    let one = members(server_id).filter(user::Column::Nickname.eq(nickname));
    Ok(one.one(db).await?)
}

/// How many members a server has.
///
/// # Errors
/// When the database can't be reached.
pub async fn count(db: &Conn, server_id: i64) -> Result<u64> {
    Ok(Entity::find()
        .filter(Column::ServerId.eq(server_id))
        .count(db)
        .await?)
}

/// What a user types to find a nickname, as nicknames are stored.
pub fn folded(typed: &str) -> String {
    let typed = typed.trim();
    typed
        .strip_prefix('@')
        .unwrap_or(typed)
        .to_ascii_lowercase()
}

/// Whether a nickname can begin so. Anything else (a NUL, which Postgres refuses) is not looked up.
fn could_begin_a_nickname(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

/// Those who are members.
fn members(server_id: i64) -> Select<user::Entity> {
    user::Entity::find()
        .column(Column::JoinedAt)
        .join(JoinType::InnerJoin, Relation::User.def().rev())
        .filter(Column::ServerId.eq(server_id))
}

/// At most `most` members, looked up before anything else: no database looks behind a limit.
fn members_first(server_id: i64, most: u64) -> Select<user::Entity> {
    let listed = Query::select()
        .columns([Column::UserId, Column::JoinedAt])
        .from(Entity)
        .and_where(Column::ServerId.eq(server_id))
        .limit(most)
        .take();
    let of_listed = |column: Column| Expr::col((Alias::new("listed"), column));
    let mut select = user::Entity::find().expr(of_listed(Column::JoinedAt));
    QuerySelect::query(&mut select).join_subquery(
        JoinType::InnerJoin,
        listed,
        Alias::new("listed"),
        of_listed(Column::UserId).equals((user::Entity, user::Column::Id)),
    );
    select
}

/// The members, looked up for one nickname after the other: as a filter on members no database would begin with the
/// nicknames.
fn nicknames_first(server_id: i64) -> Select<user::Entity> {
    let joined_at = Query::select()
        .column((Entity, Column::JoinedAt))
        .from(Entity)
        .and_where(Column::ServerId.eq(server_id))
        .and_where(Expr::col((Entity, Column::UserId)).equals((user::Entity, user::Column::Id)))
        .take();
    let joined_at = Expr::SubQuery(None, Box::new(joined_at.into()));
    user::Entity::find()
        .expr_as(joined_at.clone(), "joined_at")
        .filter(joined_at.is_not_null())
}
