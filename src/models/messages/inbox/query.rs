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
use crate::database::{Conn, lists};
use crate::error::Result;
use crate::ids::{self, EPOCH, PER_MS};
use crate::models::messages::mention::{self, TargetKind};
use crate::models::messages::removal::SPARED_MENTION as SPARED;
use crate::models::messages::{read_mark, removal};
use crate::models::servers::access::{HeldRoles, UserAccess, VisibleChannel};
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
        let mut found: BTreeMap<Reverse<i64>, Found> = BTreeMap::new();
        for row in db.query_all(&select).await? {
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
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Ok(found.into_values().take(most).collect())
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
        let counted = Statement::from_sql_and_values(backend, unread_by_channel(backend), values);
        let mut unread = BTreeMap::new();
        for row in db.query_all_raw(counted).await? {
            let of_channel: i64 = row.try_get("", "unread")?;
            unread.insert(row.try_get("", "channel_id")?, of_channel.unsigned_abs());
        }
        Ok(UnreadMentions(unread))
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

/// Counts unread mentions by channel. Every page runs it, so the SQL is built once.
fn unread_by_channel(backend: DbBackend) -> &'static str {
    static SQLITE: LazyLock<String> = LazyLock::new(|| write(DbBackend::Sqlite));
    static POSTGRES: LazyLock<String> = LazyLock::new(|| write(DbBackend::Postgres));
    fn write(backend: DbBackend) -> String {
        const FIRST_LIST: usize = 4;
        let (hidden, next) = lists::source::<1>(backend, FIRST_LIST);
        let (roles, next) = lists::source::<2>(backend, next);
        let (channels, _) = lists::source::<2>(backend, next);
        let of = |kind: TargetKind| kind.into_value();
        let is_unread = format!(
            "mentions.channel_id NOT IN ({hidden}) AND mentions.message_id > COALESCE(read_marks.message_id, 0) AND {SPARED}"
        );
        let marks = "LEFT JOIN read_marks ON read_marks.channel_id = mentions.channel_id AND read_marks.user_id = $1";
        // In the joins with a list the list comes first: SQLite goes by the order of a cross join, and would go through
        // the list once for every mention if it were free to choose.
        format!(
            "SELECT channel_id, COUNT(*) AS unread FROM (SELECT DISTINCT message_id, channel_id FROM (\
             SELECT * FROM (SELECT mentions.message_id, mentions.channel_id FROM mentions \
             JOIN channels ON channels.id = mentions.channel_id \
             JOIN members ON members.server_id = channels.server_id AND members.user_id = $1 \
             AND mentions.message_id >= (members.joined_at - {EPOCH}) * {PER_MS} {marks} \
             WHERE mentions.kind = {user} AND mentions.target_id = $1 AND mentions.message_id >= $2 AND {is_unread} \
             ORDER BY mentions.message_id DESC LIMIT {MOST_COUNTED}) AS of_user \
             UNION ALL SELECT * FROM (SELECT mentions.message_id, mentions.channel_id \
             FROM ({roles}) AS listed CROSS JOIN mentions \
             JOIN channels ON channels.id = mentions.channel_id {marks} \
             WHERE mentions.target_id = listed.{TARGET} AND mentions.kind = {role} \
             AND mentions.message_id >= listed.{FIRST} AND {is_unread} LIMIT $3) AS of_roles \
             UNION ALL SELECT * FROM (SELECT mentions.message_id, mentions.channel_id \
             FROM ({channels}) AS listed CROSS JOIN mentions \
             WHERE mentions.target_id = listed.{TARGET} AND mentions.kind = {all} \
             AND mentions.message_id >= listed.{FIRST} AND {SPARED} LIMIT {MOST_COUNTED}) AS of_channels\
             ) AS found) AS messages GROUP BY channel_id",
            user = of(TargetKind::User),
            role = of(TargetKind::Role),
            all = of(TargetKind::All),
        )
    }
    match backend {
        DbBackend::Sqlite => &SQLITE,
        _ => &POSTGRES,
    }
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
