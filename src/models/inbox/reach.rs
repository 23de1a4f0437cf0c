//! Finding the mentions that reach a person: which stretches of the table to read, and reading them.
//! What an inbox makes of them stands in the file above.

use std::cmp::{Reverse, max, min};
use std::collections::{BTreeMap, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{
    Alias, Asterisk, ExprTrait, Func, IntoColumnRef, Query, SelectStatement, UnionType,
};
use sea_orm::{ConnectionTrait, JoinType, Order};

use super::{MOST_COUNTED, UnreadMentions};
use crate::database::filled_up_with;
use crate::error::Result;
use crate::ids;
use crate::models::mention::{self, Kind};
use crate::models::places::{Held, NOWHERE, Place, Places};
use crate::models::{channel, member, read_mark};

/// SQLite joins at most 500 selects in one statement.
const SELECTS: usize = 200;

/// One of the two parts of an inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Unread,
    Read,
}

/// A mention found, before its message is loaded.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) message_id: i64,
    pub(super) channel_id: i64,
    pub(super) reason: Kind,
}

impl Places {
    /// The newest mentions of one part before `before`, newest first, each message once for its strongest reason.
    ///
    /// What reaches a person is a handful of short stretches of the table's key, one for them, for each of
    /// their roles and for each channel: each is read from its end, and no further than `most` rows.
    pub(super) async fn mentions(
        &self,
        db: &impl ConnectionTrait,
        part: Part,
        before: Option<i64>,
        most: u64,
    ) -> Result<Vec<Found>> {
        let selects = self.selects(part, before.unwrap_or(ids::LARGEST), most);
        let mut found: BTreeMap<Reverse<i64>, Found> = BTreeMap::new();
        for chunk in selects.chunks(SELECTS) {
            let [first, others @ ..] = chunk else {
                continue;
            };
            let others = others.iter().map(|other| (UnionType::All, other.clone()));
            let select = first.clone().unions(others).take();
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
        }
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Ok(found.into_values().take(most).collect())
    }

    /// How many mentions they have not read, in one query of three parts, however many roles they hold and channels
    /// they see. Up to [`MOST_COUNTED`] in all the numbers are exact; none is looked for beyond the hundredth of a part.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn unread_mentions(&self, db: &impl ConnectionTrait) -> Result<UnreadMentions> {
        let unread = Place::first_unread;
        let Some(lowest) = self.visible.values().map(unread).min() else {
            return Ok(UnreadMentions::default());
        };
        let mut theirs = Stretch {
            kind: Kind::User,
            target_id: self.user_id,
            first: lowest,
            before: ids::LARGEST,
            most: MOST_COUNTED,
        }
        .select();
        self.join_membership(&mut theirs);
        self.leave_out(&mut theirs, |_| true);
        self.only(&mut theirs, Part::Unread);
        let mut parts = Vec::new();
        let roles: Vec<(i64, i64)> = self
            .held_where(unread)
            .map(|(held, lowest)| (held.role_id, max(held.first, lowest)))
            .collect();
        if !roles.is_empty() {
            // A message may call several of their roles.
            let most = MOST_COUNTED * roles.len() as u64;
            let mut roles = from_each(Kind::Role, roles, most);
            join_channel(&mut roles);
            self.leave_out(&mut roles, |_| true);
            self.only(&mut roles, Part::Unread);
            parts.push(roles);
        }
        let channels = self.visible.iter();
        let channels = channels.map(|(id, place)| (*id, place.first_unread()));
        parts.push(from_each(Kind::All, channels.collect(), MOST_COUNTED));
        let parts = parts
            .into_iter()
            .map(|part| (UnionType::All, limited(part)));
        let found = limited(theirs).unions(parts).take();
        // A message counts once, however many ways it calls them.
        let messages = Query::select()
            .distinct()
            .columns(["message_id", "channel_id"].map(Alias::new))
            .from_subquery(found, Alias::new("found"))
            .take();
        let counted = Query::select()
            .column(Alias::new("channel_id"))
            .expr_as(Func::count(Expr::col(Asterisk)), Alias::new("unread"))
            .from_subquery(messages, Alias::new("messages"))
            .group_by_col(Alias::new("channel_id"))
            .take();
        let mut unread = BTreeMap::new();
        for row in db.query_all(&counted).await? {
            let of_channel: i64 = row.try_get("", "unread")?;
            unread.insert(row.try_get("", "channel_id")?, of_channel.unsigned_abs());
        }
        Ok(UnreadMentions(unread))
    }

    /// The roles they hold where they see any channel, each with the lowest `first` of that server's channels.
    fn held_where(&self, first: impl Fn(&Place) -> i64) -> impl Iterator<Item = (Held, i64)> {
        let mut lowest: HashMap<i64, i64> = HashMap::new();
        for place in self.visible.values() {
            let here = lowest.entry(place.channel.server_id).or_insert(i64::MAX);
            *here = min(*here, first(place));
        }
        self.held()
            .filter_map(move |held| Some((held, *lowest.get(&held.server_id)?)))
    }

    fn selects(&self, part: Part, before: i64, most: u64) -> Vec<SelectStatement> {
        let first = |place: &Place| match part {
            Part::Unread => place.first_unread(),
            Part::Read => place.first,
        };
        let stretch = |kind, target_id, first| Stretch {
            kind,
            target_id,
            first,
            before,
            most,
        };
        let mut selects = Vec::new();
        if let Some(lowest) = self.visible.values().map(first).min() {
            let mut theirs = stretch(Kind::User, self.user_id, lowest).select();
            self.join_membership(&mut theirs);
            self.leave_out(&mut theirs, |_| true);
            self.only(&mut theirs, part);
            selects.push(limited(theirs));
        }
        for (held, lowest) in self.held_where(first) {
            let mut role = stretch(Kind::Role, held.role_id, max(held.first, lowest)).select();
            join_channel(&mut role);
            self.leave_out(&mut role, |server_id| server_id == held.server_id);
            self.only(&mut role, part);
            selects.push(limited(role));
        }
        for (channel_id, place) in &self.visible {
            let before = match part {
                Part::Unread => before,
                Part::Read => min(before, place.read + 1),
            };
            let all = stretch(Kind::All, *channel_id, first(place));
            if all.first < before {
                selects.push(limited(Stretch { before, ..all }.select()));
            }
        }
        selects
    }

    /// Only what was said in their servers, and after they joined.
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
    fn leave_out(&self, select: &mut SelectStatement, of: impl Fn(i64) -> bool) {
        let hidden: Vec<i64> = self
            .hidden
            .iter()
            .filter(|channel| of(channel.server_id))
            .map(|channel| channel.id)
            .collect();
        if !hidden.is_empty() {
            select.and_where(ExprTrait::is_not_in(
                Expr::col((mention::Entity, mention::Column::ChannelId)),
                hidden,
            ));
        }
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

/// Nothing of channels that are gone: what was said in them is swept away in steps.
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
struct Stretch {
    kind: Kind,
    target_id: i64,
    first: i64,
    before: i64,
    most: u64,
}

impl Stretch {
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
            .order_by((mention::Entity, mention::Column::MessageId), Order::Desc)
            .limit(self.most)
            .take()
    }
}

/// Up to `most` mentions of any of these targets, of each from the id on that stands beside it.
fn from_each(kind: Kind, targets: Vec<(i64, i64)>, most: u64) -> SelectStatement {
    // Both databases name the columns of a list of values so.
    let listed = |column: &'static str| Expr::col((Alias::new("listed"), Alias::new(column)));
    let column = |column| (mention::Entity, column).into_column_ref();
    Query::select()
        .columns([
            column(mention::Column::Kind),
            column(mention::Column::MessageId),
            column(mention::Column::ChannelId),
        ])
        .from_values(filled_up_with(NOWHERE, targets), Alias::new("listed"))
        .inner_join(
            mention::Entity,
            ExprTrait::eq(
                Expr::col((mention::Entity, mention::Column::TargetId)),
                listed("column1"),
            )
            .and(mention::Column::Kind.eq(kind))
            .and(ExprTrait::gte(message_id(), listed("column2"))),
        )
        .limit(most)
        .take()
}

/// The same in brackets: a union would otherwise order and limit the whole.
fn limited(select: SelectStatement) -> SelectStatement {
    Query::select()
        .columns(["kind", "message_id", "channel_id"].map(Alias::new))
        .from_subquery(select, Alias::new("stretch"))
        .take()
}
