//! Finding the mentions that reach a user: which ranges of the table to read, and reading them.
//! The pages of an inbox are a level up.

use std::cmp::{Reverse, max, min};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{
    Alias, ExprTrait, Func, IntoColumnRef, Query, SelectStatement, UnionType,
};
use sea_orm::{ActiveEnum, ConnectionTrait, DbBackend, JoinType, Order, Statement};

use super::{MOST_COUNTED, UnreadMentions};
use crate::chat::names;
use crate::chat::permissions::Permissions;
use crate::database::{Conn, lists};
use crate::error::Result;
use crate::ids::{self, EPOCH, PER_MS};
use crate::models::messages::mention::{self, TargetKind};
use crate::models::messages::removal::SPARED_MENTION as SPARED;
use crate::models::messages::{read_mark, removal};
use crate::models::servers::access::{HeldRoles, UserAccess, VisibleChannel, with_more};
use crate::models::servers::{channel, member};

/// One of the two parts of an inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Unread,
    Read,
}

impl Part {
    /// The first id that a message may have to be in this part of its channel.
    fn first_of(self, place: &VisibleChannel) -> i64 {
        match self {
            Self::Unread => place.first_unread(),
            Self::Read => place.first,
        }
    }
}

/// A mention found, before its message is loaded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) message_id: i64,
    pub(super) channel_id: i64,
    pub(super) reason: TargetKind,
}

impl UserAccess {
    /// The newest mentions of one part before `before`, newest first, each message once for its strongest reason.
    ///
    /// What reaches a user is a handful of short stretches of the table's key, one for them, for each of
    /// their roles and for each channel: each is read from its end, and no further than `most` rows. One statement reads
    /// them all, with the roles and the channels as parameters that hold a list each.
    pub(super) async fn mentions(
        &self,
        db: &Conn,
        part: Part,
        before: Option<i64>,
        most: u64,
    ) -> Result<Vec<Found>> {
        let Some(select) = self.select(db, part, before.unwrap_or(ids::LARGEST), most) else {
            return Ok(Vec::new());
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Ok(newest_found(db, &select).await?.take(most).collect())
    }

    /// The newest mentions of both parts, the unread ones before `before` first, and how many of them are unread. One
    /// statement, as the first page of an inbox waits for it.
    pub(super) async fn mentions_of_both(
        &self,
        db: &Conn,
        before: Option<i64>,
        most: u64,
    ) -> Result<(Vec<Found>, usize)> {
        let before = before.unwrap_or(ids::LARGEST);
        let unread = self.select(db, Part::Unread, before, most);
        let read = self.select(db, Part::Read, ids::LARGEST, most);
        let (Some(mut both), Some(read)) = (unread, read) else {
            return Ok((Vec::new(), 0));
        };
        both.union(UnionType::All, read);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let is_unread = |found: &Found| {
            let place = self.visible.get(&found.channel_id);
            place.is_some_and(|place| found.message_id > place.read)
        };
        let found = newest_found(db, &both).await?;
        let (mut unread, read): (Vec<_>, Vec<_>) = found.partition(is_unread);
        unread.truncate(most);
        let count = unread.len();
        unread.extend(read.into_iter().take(most - count));
        Ok((unread, count))
    }

    /// The newest unread mention of @all in each channel that has one before `before`.
    pub(super) async fn newest_of_everybody(
        &self,
        db: &Conn,
        before: i64,
    ) -> Result<Vec<(i64, i64)>> {
        let newest = newest_of_each(self.channels(db, Part::Unread, before));
        let mut found = Vec::new();
        for row in db.query_all(&newest).await? {
            let message_id: i64 = row.try_get("", NEWEST)?;
            if message_id > 0 {
                found.push((row.try_get("", TARGET)?, message_id));
            }
        }
        Ok(found)
    }

    /// How many mentions they have not read, in one query of three parts, however many roles they hold and channels
    /// they see. Up to [`MOST_COUNTED`] in all the numbers are exact; none is looked for beyond the hundredth of a part.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn unread_mentions(&self, db: &Conn) -> Result<UnreadMentions> {
        let first = VisibleChannel::first_unread;
        let Some(lowest) = self.visible.values().map(first).min() else {
            return Ok(UnreadMentions::default());
        };
        let roles: Vec<[i64; 2]> = self
            .held_where(first)
            .map(|(held, lowest)| [held.role_id, max(held.first, lowest)])
            .collect();
        let channels = self.visible.iter();
        let channels = channels.map(|(id, place)| [*id, first(place)]);
        let hidden = self.hidden.iter().map(|channel| [channel.id]);
        // A message may call several of their roles.
        let most_of_roles = (MOST_COUNTED * roles.len() as u64).cast_signed();
        let backend = db.get_database_backend();
        let mut values = vec![self.user_id.into(), lowest.into(), most_of_roles.into()];
        values.extend(lists::parameters(backend, hidden));
        values.extend(lists::parameters(backend, roles));
        values.extend(lists::parameters(backend, channels));
        let counted = Statement::from_sql_and_values(backend, UNREAD.on(backend), values);
        let mut unread = BTreeMap::new();
        for row in db.query_all_raw(counted).await? {
            let of_channel: i64 = row.try_get("", "unread")?;
            unread.insert(row.try_get("", "channel_id")?, of_channel.unsigned_abs());
        }
        Ok(UnreadMentions(unread))
    }

    /// Where a user may look, and how many mentions they have not read, in one statement: every page needs both.
    ///
    /// The statement leaves out the channels that certainly are hidden from them. Should it count in another one that they
    /// may not view, the mentions are counted again without those.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn with_unread_mentions(db: &Conn, user_id: i64) -> Result<(Self, UnreadMentions)> {
        let statement = ACCESS_WITH_UNREAD.on(db.get_database_backend());
        let (access, counted) = Self::by(db, user_id, statement).await?;
        let is_visible = |(channel_id, _): &(i64, i64)| access.visible.contains_key(channel_id);
        let unread = if counted.iter().all(is_visible) {
            let counted = counted.into_iter();
            UnreadMentions(
                counted
                    .map(|(id, unread)| (id, unread.unsigned_abs()))
                    .collect(),
            )
        } else {
            access.unread_mentions(db).await?
        };
        Ok((access, unread))
    }

    /// The roles they hold where they see any channel, each with the lowest `first` of that server's channels.
    fn held_where(
        &self,
        first: impl Fn(&VisibleChannel) -> i64,
    ) -> impl Iterator<Item = (HeldRoles, i64)> {
        let mut lowest: HashMap<i64, i64> = HashMap::new();
        for place in self.visible.values() {
            let here = lowest.entry(place.channel.server_id).or_insert(i64::MAX);
            *here = min(*here, first(place));
        }
        self.held()
            .filter_map(move |held| Some((held, *lowest.get(&held.server_id)?)))
    }

    /// What reads the stretches of a part, from the end of each; none where they see no channel.
    fn select(&self, db: &Conn, part: Part, before: i64, most: u64) -> Option<SelectStatement> {
        let first = |place: &VisibleChannel| part.first_of(place);
        let lowest = self.visible.values().map(first).min()?;
        let mut theirs = MentionRange {
            kind: TargetKind::User,
            target_id: self.user_id,
            first: lowest,
            before,
            most,
        }
        .select();
        self.join_membership(&mut theirs);
        self.leave_out(db, &mut theirs);
        self.only(&mut theirs, part);
        let mut parts = Vec::new();
        let roles: Vec<[i64; 3]> = self
            .held_where(first)
            .map(|(held, lowest)| [held.role_id, max(held.first, lowest), before])
            .collect();
        if !roles.is_empty() {
            let narrowed = |select: &mut SelectStatement| {
                join_channel(select);
                self.leave_out(db, select);
                self.only(select, part);
            };
            let roles = lists::table_of_ids(db, roles);
            parts.push(ends_of_each(TargetKind::Role, roles, most, narrowed));
        }
        // Each message mentions @all in one channel: the newest ones are in the channels with the newest ones.
        let busiest = newest_of_each(self.channels(db, part, before))
            .order_by(Alias::new(NEWEST), Order::Desc)
            .limit(most)
            .take();
        parts.push(ends_of_each(TargetKind::All, busiest, most, |_| {}));
        let parts = parts.into_iter().map(|part| (UnionType::All, part));
        Some(limited(theirs).unions(parts).take())
    }

    /// The channels they see, each with where its stretch of a part begins and ends.
    fn channels(&self, db: &Conn, part: Part, before: i64) -> SelectStatement {
        let stretches = self.visible.iter().filter_map(|(channel_id, place)| {
            let first = part.first_of(place);
            let before = match part {
                Part::Unread => before,
                Part::Read => min(before, place.read + 1),
            };
            (first < before).then_some([*channel_id, first, before])
        });
        lists::table_of_ids(db, stretches)
    }

    /// Only messages of their servers, and after they joined.
    fn join_membership(&self, select: &mut SelectStatement) {
        let joined_at = Expr::col((member::Entity, member::Column::JoinedAt));
        let first = ExprTrait::mul(ExprTrait::sub(joined_at, ids::EPOCH), ids::PER_MS);
        join_channel(select);
        select.inner_join(
            member::Entity,
            Expr::col((member::Entity, member::Column::ServerId))
                .equals((channel::Entity, channel::Column::ServerId))
                .and(ExprTrait::eq(
                    Expr::col((member::Entity, member::Column::UserId)),
                    self.user_id,
                ))
                .and(ExprTrait::gte(message_id(), first)),
        );
    }

    /// Nothing of channels that they may not view.
    fn leave_out(&self, db: &Conn, select: &mut SelectStatement) {
        if self.hidden.is_empty() {
            return;
        }
        let hidden = self.hidden.iter().map(|channel| channel.id);
        select.and_where(lists::is_none_of(db, mention::Column::ChannelId, hidden));
    }

    /// Only what lies behind, or before, the mark of its channel.
    fn only(&self, select: &mut SelectStatement, part: Part) {
        let mark = Expr::col((read_mark::Entity, read_mark::Column::MessageId));
        let read_up_to = Func::coalesce([mark, Expr::val(0_i64)]);
        select.join(
            JoinType::LeftJoin,
            read_mark::Entity,
            Expr::col((read_mark::Entity, read_mark::Column::ChannelId))
                .equals((mention::Entity, mention::Column::ChannelId))
                .and(ExprTrait::eq(
                    Expr::col((read_mark::Entity, read_mark::Column::UserId)),
                    self.user_id,
                )),
        );
        select.and_where(match part {
            Part::Unread => ExprTrait::gt(message_id(), read_up_to),
            Part::Read => ExprTrait::lte(message_id(), read_up_to),
        });
    }
}

/// A statement for each database, built once, as pages run it.
struct ForBoth {
    sqlite: LazyLock<String>,
    postgres: LazyLock<String>,
}

impl ForBoth {
    fn on(&self, backend: DbBackend) -> &str {
        match backend {
            DbBackend::Sqlite => &self.sqlite,
            _ => &self.postgres,
        }
    }
}

/// Counts unread mentions by channel. The parameters are the user, the lowest id that is unread anywhere, at how many mentions
/// of roles to stop, and three lists.
static UNREAD: ForBoth = ForBoth {
    sqlite: LazyLock::new(|| unread_by_channel(DbBackend::Sqlite)),
    postgres: LazyLock::new(|| unread_by_channel(DbBackend::Postgres)),
};

fn unread_by_channel(backend: DbBackend) -> String {
    const FIRST_LIST: usize = 4;
    let (hidden, next) = lists::source::<1>(backend, FIRST_LIST);
    let (roles, next) = lists::source::<2>(backend, next);
    let (channels, _) = lists::source::<2>(backend, next);
    Unread {
        backend,
        hidden: &hidden,
        roles: &format!("({roles}) AS held_roles"),
        channels: &format!("({channels}) AS seen_channels"),
        lowest: "$2",
        most_of_roles: "$3",
    }
    .sql()
}

/// The access of a user with their unread mentions by channel. What [`UserAccess::unread_mentions`] passes as lists is made
/// from the access by the statement itself: `hidden_channels` has those that neither a role nor the user themselves is
/// allowed to view, and one of them is denied.
static ACCESS_WITH_UNREAD: ForBoth = ForBoth {
    sqlite: LazyLock::new(|| access_with_unread(DbBackend::Sqlite)),
    postgres: LazyLock::new(|| access_with_unread(DbBackend::Postgres)),
};

fn access_with_unread(backend: DbBackend) -> String {
    let view = Permissions::VIEW_CHANNEL.bits();
    let administrator = Permissions::ADMINISTRATOR.bits();
    let first_after = |at: &str| format!("({at} - {EPOCH}) * {PER_MS}");
    let later =
        |one: &str, other: &str| format!("CASE WHEN {one} > {other} THEN {one} ELSE {other} END");
    let tables = format!(
        ", concerning AS (\
         SELECT overwrites.channel_id, overwrites.allow, overwrites.deny \
         FROM held JOIN overwrites ON overwrites.role_id = held.id \
         UNION ALL SELECT channel_id, allow, deny FROM overwrites WHERE user_id = $1), \
         denied AS (\
         SELECT channel_id FROM concerning GROUP BY channel_id \
         HAVING MAX(allow & {view}) = 0 AND MAX(deny & {view}) > 0), \
         hidden_channels AS (\
         SELECT channels.id FROM denied JOIN channels ON channels.id = denied.channel_id \
         JOIN servers ON servers.id = channels.server_id \
         WHERE servers.owner_id <> $1 AND servers.id NOT IN \
         (SELECT server_id FROM held WHERE (permissions & {administrator}) > 0) \
         UNION ALL SELECT channels.id FROM seats JOIN channels ON channels.server_id = seats.id \
         WHERE seats.suspended_at IS NOT NULL), \
         seen_channels AS (\
         SELECT channels.id AS {TARGET}, channels.server_id, {first} AS {FIRST} \
         FROM seats JOIN channels ON channels.server_id = seats.id \
         LEFT JOIN read_marks ON read_marks.user_id = $1 AND read_marks.channel_id = channels.id \
         WHERE channels.id NOT IN (SELECT id FROM hidden_channels)), \
         lowest_by_server AS (\
         SELECT server_id, MIN({FIRST}) AS lowest FROM seen_channels GROUP BY server_id), \
         held_roles AS (\
         SELECT held.id AS {TARGET}, {first_of_role} AS {FIRST} \
         FROM held JOIN lowest_by_server ON lowest_by_server.server_id = held.server_id \
         WHERE held.name_folded <> '{all}')",
        first = later(
            &first_after("seats.joined_at"),
            "(COALESCE(read_marks.message_id, 0) + 1)"
        ),
        first_of_role = later(&first_after("held.given_at"), "lowest_by_server.lowest"),
        all = names::ALL,
    );
    let unread = Unread {
        backend,
        hidden: "SELECT id FROM hidden_channels",
        roles: "held_roles",
        channels: "seen_channels",
        lowest: "(SELECT MIN(lowest) FROM lowest_by_server)",
        // A message may call several of their roles.
        most_of_roles: &format!("(SELECT {MOST_COUNTED} * COUNT(*) FROM held_roles)"),
    };
    let part = format!(
        "SELECT channel_id AS first, unread AS second FROM ({}) AS counted",
        unread.sql()
    );
    with_more(&tables, &part)
}

/// The parts of the statement that counts unread mentions.
struct Unread<'s> {
    backend: DbBackend,
    /// What selects the channels that they may not view.
    hidden: &'s str,
    /// The table of their roles, `held_roles`.
    roles: &'s str,
    /// The table of the channels that they see, `seen_channels`.
    channels: &'s str,
    /// The lowest id that is unread in any channel.
    lowest: &'s str,
    /// At how many mentions of roles the count stops.
    most_of_roles: &'s str,
}

impl Unread<'_> {
    fn sql(&self) -> String {
        let Self {
            backend,
            hidden,
            roles,
            channels,
            lowest,
            most_of_roles,
        } = self;
        let of = |kind: TargetKind| kind.into_value();
        let is_unread = format!(
            "mentions.channel_id NOT IN ({hidden}) AND mentions.message_id > COALESCE(read_marks.message_id, 0) AND {SPARED}"
        );
        let marks = "LEFT JOIN read_marks ON read_marks.channel_id = mentions.channel_id AND read_marks.user_id = $1";
        let of_roles = for_each(
            *backend,
            roles,
            &format!(
                "mentions JOIN channels ON channels.id = mentions.channel_id {marks} \
                 WHERE mentions.target_id = held_roles.{TARGET} AND mentions.kind = {role} \
                 AND mentions.message_id >= held_roles.{FIRST} AND {is_unread}",
                role = of(TargetKind::Role),
            ),
        );
        let of_channels = for_each(
            *backend,
            channels,
            &format!(
                "mentions WHERE mentions.target_id = seen_channels.{TARGET} AND mentions.kind = {all} \
                 AND mentions.message_id >= seen_channels.{FIRST} AND {SPARED}",
                all = of(TargetKind::All),
            ),
        );
        format!(
            "SELECT channel_id, COUNT(*) AS unread FROM (SELECT DISTINCT message_id, channel_id FROM (\
             SELECT * FROM (SELECT mentions.message_id, mentions.channel_id FROM mentions \
             JOIN channels ON channels.id = mentions.channel_id \
             JOIN members ON members.server_id = channels.server_id AND members.user_id = $1 \
             AND mentions.message_id >= (members.joined_at - {EPOCH}) * {PER_MS} {marks} \
             WHERE mentions.kind = {user} AND mentions.target_id = $1 AND mentions.message_id >= {lowest} AND {is_unread} \
             ORDER BY mentions.message_id DESC LIMIT {MOST_COUNTED}) AS of_user \
             UNION ALL SELECT * FROM ({of_roles} LIMIT {most_of_roles}) AS of_roles \
             UNION ALL SELECT * FROM ({of_channels} LIMIT {MOST_COUNTED}) AS of_channels\
             ) AS found) AS messages GROUP BY channel_id",
            user = of(TargetKind::User),
        )
    }
}

/// The mentions that `found` finds for each row of a list. The list comes first, and each row looks into the index: SQLite goes
/// by the order of a cross join, Postgres by the fence that OFFSET is. Free to choose, either may go through the list once
/// for every mention there is.
fn for_each(backend: DbBackend, list: &str, found: &str) -> String {
    match backend {
        DbBackend::Sqlite => {
            format!(
                "SELECT mentions.message_id, mentions.channel_id FROM {list} CROSS JOIN {found}"
            )
        }
        _ => format!(
            "SELECT of_each.message_id, of_each.channel_id FROM {list} CROSS JOIN LATERAL \
             (SELECT mentions.message_id, mentions.channel_id FROM {found} OFFSET 0) AS of_each"
        ),
    }
}

/// What a statement finds, the newest first, each message once for its strongest reason.
async fn newest_found(
    db: &Conn,
    select: &SelectStatement,
) -> Result<impl Iterator<Item = Found> + use<>> {
    let mut found: BTreeMap<Reverse<i64>, Found> = BTreeMap::new();
    for row in db.query_all(select).await? {
        let next = Found {
            message_id: row.try_get("", "message_id")?,
            channel_id: row.try_get("", "channel_id")?,
            reason: row.try_get("", "kind")?,
        };
        found
            .entry(Reverse(next.message_id))
            .and_modify(|known| known.reason = min(known.reason, next.reason))
            .or_insert(next);
    }
    Ok(found.into_values())
}

/// Excludes deleted channels, whose messages are deleted in steps.
fn join_channel(select: &mut SelectStatement) {
    select.inner_join(
        channel::Entity,
        Expr::col((channel::Entity, channel::Column::Id))
            .equals((mention::Entity, mention::Column::ChannelId)),
    );
}

fn message_id() -> Expr {
    Expr::col((mention::Entity, mention::Column::MessageId))
}

/// A stretch of the key of `mentions`.
#[derive(Debug, Clone, Copy)]
struct MentionRange {
    kind: TargetKind,
    target_id: i64,
    first: i64,
    before: i64,
    most: u64,
}

impl MentionRange {
    fn select(self) -> SelectStatement {
        let column = |column| (mention::Entity, column).into_column_ref();
        Query::select()
            .columns([
                column(mention::Column::Kind),
                column(mention::Column::MessageId),
                column(mention::Column::ChannelId),
            ])
            .from(mention::Entity)
            .and_where(mention::Column::Kind.eq(self.kind))
            .and_where(mention::Column::TargetId.eq(self.target_id))
            .and_where(mention::Column::MessageId.gte(self.first))
            .and_where(mention::Column::MessageId.lt(self.before))
            .and_where(removal::spares_mention())
            .order_by((mention::Entity, mention::Column::MessageId), Order::Desc)
            .limit(self.most)
            .take()
    }
}

// The columns of a list of stretches: whose each is, where it begins and before what it ends.
const LISTED: &str = "listed";
const TARGET: &str = lists::COLUMNS[0];
const FIRST: &str = lists::COLUMNS[1];
const BEFORE: &str = lists::COLUMNS[2];
/// The newest mention of a stretch; 0: none.
const NEWEST: &str = "newest";
/// Where the last mentions of a stretch begin.
const FLOOR: &str = "floor";

fn listed(column: &'static str) -> Expr {
    Expr::col((Alias::new(LISTED), Alias::new(column)))
}

/// The last `most` mentions of each of some stretches, which `narrowed` narrows down to what counts.
fn ends_of_each(
    kind: TargetKind,
    stretches: SelectStatement,
    most: u64,
    narrowed: impl Fn(&mut SelectStatement),
) -> SelectStatement {
    let mut nth = of_listed(
        kind,
        Query::select()
            .expr(message_id())
            .from(mention::Entity)
            .take(),
    );
    narrowed(&mut nth);
    let nth = newest_first(nth)
        .limit(1)
        .offset(most.saturating_sub(1))
        .take();
    let floors = Query::select()
        .exprs([TARGET, BEFORE].map(listed))
        .expr_as(or(nth, listed(FIRST)), Alias::new(FLOOR))
        .from_subquery(stretches, Alias::new(LISTED))
        .take();
    let mut select = from_list(floors, kind, FLOOR);
    select.and_where(ExprTrait::lt(message_id(), listed(BEFORE)));
    narrowed(&mut select);
    select
}

/// Some ranges of mentions of @all, each with its newest one.
fn newest_of_each(stretches: SelectStatement) -> SelectStatement {
    let ids = Query::select()
        .expr(message_id())
        .from(mention::Entity)
        .take();
    let newest = newest_first(of_listed(TargetKind::All, ids))
        .limit(1)
        .take();
    Query::select()
        .exprs([TARGET, FIRST, BEFORE].map(listed))
        .expr_as(or(newest, Expr::val(0_i64)), Alias::new(NEWEST))
        .from_subquery(stretches, Alias::new(LISTED))
        .take()
}

/// Joins mentions to a list, of each target from the id in column `first` on.
fn from_list(list: SelectStatement, kind: TargetKind, first: &'static str) -> SelectStatement {
    let column = |column| (mention::Entity, column).into_column_ref();
    Query::select()
        .columns([
            column(mention::Column::Kind),
            column(mention::Column::MessageId),
            column(mention::Column::ChannelId),
        ])
        .from_subquery(list, Alias::new(LISTED))
        // The list comes first: SQLite goes by the order of a cross join, and would go through the list once for
        // every mention if it were free to choose.
        .cross_join(mention::Entity)
        .and_where(ExprTrait::eq(
            Expr::col((mention::Entity, mention::Column::TargetId)),
            listed(TARGET),
        ))
        .and_where(mention::Column::Kind.eq(kind))
        .and_where(ExprTrait::gte(message_id(), listed(first)))
        .and_where(removal::spares_mention())
        .take()
}

/// Only what lies in the stretch of a list that a query around this one is at.
fn of_listed(kind: TargetKind, mut select: SelectStatement) -> SelectStatement {
    select
        .and_where(mention::Column::Kind.eq(kind))
        .and_where(ExprTrait::eq(
            Expr::col((mention::Entity, mention::Column::TargetId)),
            listed(TARGET),
        ))
        .and_where(ExprTrait::gte(message_id(), listed(FIRST)))
        .and_where(ExprTrait::lt(message_id(), listed(BEFORE)))
        .and_where(removal::spares_mention())
        .take()
}

fn newest_first(mut select: SelectStatement) -> SelectStatement {
    let column = (mention::Entity, mention::Column::MessageId);
    select.order_by(column, Order::Desc).take()
}

/// What a query finds, or something else where it finds nothing.
fn or(select: SelectStatement, other: Expr) -> Expr {
    Func::coalesce([Expr::SubQuery(None, Box::new(select.into())), other]).into()
}

/// The same in brackets: a union would otherwise order and limit the whole.
fn limited(select: SelectStatement) -> SelectStatement {
    Query::select()
        .columns(["kind", "message_id", "channel_id"].map(Alias::new))
        .from_subquery(select, Alias::new("stretch"))
        .take()
}
