//! The members of a server in the order of their nicknames, a page at a time.
//! `membership` computes the permissions of each.

use std::collections::HashSet;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, IntoCondition, Query};
use sea_orm::{FromQueryResult, JoinType, QueryOrder, QuerySelect};

use super::{Column, Entity, Relation};
use crate::models::User;
use crate::models::accounts::user;
use crate::models::servers::overwrite;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::chat::names;
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, ServerId, UserId};

/// The largest server whose members are all read and sorted for a page. Of a larger one all nicknames are scanned in
/// their order, which for a smaller one would pass too many users who are not its members: among a million, the two
/// cost the same about here.
pub const SORTED: u64 = 4000;

/// A limit that limits nothing.
const UNLIMITED: u64 = i64::MAX.unsigned_abs();

/// A member with their account.
#[derive(Debug, Clone, FromQueryResult)]
pub struct MemberEntry {
    /// The account.
    #[sea_orm(nested)]
    pub user: User,
    /// Since when they are a member, in UTC milliseconds.
    pub joined_at: Millis,
}

/// Where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberStart<'a> {
    /// With the first one.
    First,
    /// After this nickname.
    After(&'a str),
    /// So that it ends before this nickname.
    Before(&'a str),
}

impl MemberStart<'_> {
    /// The same, or the beginning for a link that names what is no nickname.
    fn or_first(self) -> Self {
        match self {
            Self::After(text) | Self::Before(text) if !could_begin_a_nickname(text) => Self::First,
            from => from,
        }
    }

    /// True if this nickname is on the side of it that the page is on.
    fn leads_to(self, nickname: &str) -> bool {
        match self {
            Self::First => true,
            Self::After(before) => nickname > before,
            Self::Before(after) => nickname < after,
        }
    }
}

/// A page of members.
#[derive(Debug, Clone)]
pub struct MemberPage {
    /// The members.
    pub entries: Vec<MemberEntry>,
    /// True if there are members before them.
    pub earlier: bool,
    /// True if there are members after them.
    pub later: bool,
    /// How many members the server has.
    pub total: u64,
}

/// The members whose nicknames begin with `prefix`, at most `size` of them.
#[boxed]
pub async fn page(
    db: &Conn,
    server_id: ServerId,
    prefix: &str,
    from: MemberStart<'_>,
    size: u64,
) -> Result<MemberPage> {
    let total = count(db, server_id).await?;
    let from = from.or_first();
    let entries = by_nickname(db, server_id, total, prefix, from, size + 1).await?;
    Ok(cut(entries, from, size, total))
}

/// The members whose nicknames begin with `text`, or who have it in their display names: in a server of at most [`SORTED`]
/// members at the beginning of a word, in a larger one as the whole name. At most `size` of them; every member for no text.
#[boxed]
pub async fn search(
    db: &Conn,
    server_id: ServerId,
    text: &str,
    from: MemberStart<'_>,
    size: u64,
) -> Result<MemberPage> {
    let text = text.trim();
    let prefix = folded(text);
    // No name has a NUL, which Postgres refuses.
    if prefix.is_empty() || text.contains('\0') {
        return page(db, server_id, &prefix, from, size).await;
    }
    let total = count(db, server_id).await?;
    let from = from.or_first();
    let mut found = if total <= SORTED {
        let start = names::fold(text);
        let select = members_first(server_id, UNLIMITED);
        let mut all: Vec<MemberEntry> = select.into_model().all(db).await?;
        all.retain(|MemberEntry { user, .. }| user.nickname.starts_with(&prefix) || names::begins(&user.name, &start));
        all
    } else {
        let mut found = by_nickname(db, server_id, total, &prefix, from, size + 1).await?;
        found.extend(named(db, server_id, text).await?);
        let mut seen = HashSet::new();
        found.retain(|entry| seen.insert(entry.user.id));
        found
    };
    found.retain(|entry| from.leads_to(&entry.user.nickname));
    found.sort_by(|one, other| one.user.nickname.cmp(&other.user.nickname));
    if matches!(from, MemberStart::Before(_)) {
        found.reverse();
    }
    Ok(cut(found, from, size, total))
}

/// Members whose display name is `text` in any case, in no order. They are sorted where they have arrived: for an order of the
/// database's own, it could go through all users in that order instead of looking the name up.
async fn named(db: &Conn, server_id: ServerId, text: &str) -> Result<Vec<MemberEntry>> {
    let name = Expr::col((user::Entity, user::Column::Name));
    let select = nicknames_first(server_id).filter(user::is_spelled(db, name, text)).limit(SORTED);
    Ok(select.into_model().all(db).await?)
}

/// The first `limit` members, seen from where a page begins, whose nicknames begin with `prefix`.
async fn by_nickname(
    db: &Conn,
    server_id: ServerId,
    total: u64,
    prefix: &str,
    from: MemberStart<'_>,
    limit: u64,
) -> Result<Vec<MemberEntry>> {
    if !could_begin_a_nickname(prefix) {
        return Ok(Vec::new());
    }
    let mut select = if total <= SORTED { members_first(server_id, UNLIMITED) } else { nicknames_first(server_id) };
    if !prefix.is_empty() {
        // No character of a nickname comes after `~`: this is the range of the index that begins so.
        select =
            select.filter(user::Column::Nickname.gte(prefix)).filter(user::Column::Nickname.lt(format!("{prefix}~")));
    }
    select = match from {
        MemberStart::First => select.order_by_asc(user::Column::Nickname),
        MemberStart::After(nickname) => {
            select.filter(user::Column::Nickname.gt(nickname)).order_by_asc(user::Column::Nickname)
        }
        MemberStart::Before(nickname) => {
            select.filter(user::Column::Nickname.lt(nickname)).order_by_desc(user::Column::Nickname)
        }
    };
    Ok(select.limit(limit).into_model().all(db).await?)
}

/// A page of what was found from where it begins: one more than is shown says that there is another page.
fn cut(mut entries: Vec<MemberEntry>, from: MemberStart<'_>, size: u64, total: u64) -> MemberPage {
    let more = entries.len() as u64 > size;
    entries.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    let (earlier, later) = match from {
        MemberStart::First => (false, more),
        MemberStart::After(_) => (true, more),
        MemberStart::Before(_) => (more, true),
    };
    if matches!(from, MemberStart::Before(_)) {
        entries.reverse();
    }
    MemberPage { entries, earlier, later, total }
}

/// Every member of a server, in the order of their nicknames; none where they are more than `limit`.
#[boxed]
pub async fn few(db: &Conn, server_id: ServerId, limit: u64) -> Result<Option<Vec<User>>> {
    let select = members_first(server_id, limit + 1).order_by_asc(user::Column::Nickname);
    let users = select.into_model::<User>().all(db).await?;
    Ok((users.len() as u64 <= limit).then_some(users))
}

/// The member with this id.
#[boxed]
pub async fn find(db: &Conn, server_id: ServerId, user_id: UserId) -> Result<Option<MemberEntry>> {
    let one = members(server_id).filter(Column::UserId.eq(user_id));
    Ok(one.into_model().one(db).await?)
}

/// A user whom a channel's overwrites name.
#[derive(Debug, Clone, FromQueryResult)]
pub struct NamedMember {
    /// The account.
    #[sea_orm(nested)]
    pub user: User,
    /// Since when they are a member of the channel's server; none for those who have left.
    pub joined_at: Option<Millis>,
}

/// Those whom a channel of the server allows or denies something, in the order of their nicknames, members or not.
#[boxed]
pub async fn named_by_channel(db: &Conn, server_id: ServerId, channel_id: ChannelId) -> Result<Vec<NamedMember>> {
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
#[boxed]
pub async fn find_by_nickname(db: &Conn, server_id: ServerId, nickname: &str) -> Result<Option<User>> {
    let nickname = folded(nickname);
    if !could_begin_a_nickname(&nickname) {
        return Ok(None);
    }
    let one = members(server_id).filter(user::Column::Nickname.eq(nickname));
    Ok(one.one(db).await?)
}

/// How many members a server has.
#[boxed]
pub async fn count(db: &Conn, server_id: ServerId) -> Result<u64> {
    Ok(Entity::find().filter(Column::ServerId.eq(server_id)).count(db).await?)
}

/// A search text in the form in which nicknames are stored.
pub fn folded(typed: &str) -> String {
    let typed = typed.trim();
    typed.strip_prefix('@').unwrap_or(typed).to_ascii_lowercase()
}

/// True if a nickname can begin so. Anything else (a NUL, which Postgres refuses) is not looked up.
fn could_begin_a_nickname(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'))
}

/// Those who are members.
fn members(server_id: ServerId) -> Select<user::Entity> {
    user::Entity::find()
        .column(Column::JoinedAt)
        .join(JoinType::InnerJoin, Relation::User.def().rev())
        .filter(Column::ServerId.eq(server_id))
}

/// At most `limit` members, looked up before anything else: no database looks behind a limit.
fn members_first(server_id: ServerId, limit: u64) -> Select<user::Entity> {
    let listed = Query::select()
        .columns([Column::UserId, Column::JoinedAt])
        .from(Entity)
        .and_where(Column::ServerId.eq(server_id))
        .limit(limit)
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
fn nicknames_first(server_id: ServerId) -> Select<user::Entity> {
    let joined_at = Query::select()
        .column((Entity, Column::JoinedAt))
        .from(Entity)
        .and_where(Column::ServerId.eq(server_id))
        .and_where(Expr::col((Entity, Column::UserId)).equals((user::Entity, user::Column::Id)))
        .take();
    let joined_at = Expr::SubQuery(None, Box::new(joined_at.into()));
    user::Entity::find().expr_as(joined_at.clone(), "joined_at").filter(joined_at.is_not_null())
}
