//! Finding the newest mentions that reach a user.
//! The pages of an inbox are in `inbox`; the SQL of a range of mentions is in `ranges`, counting them in `unread_count`.

use std::cmp::{Reverse, max, min};
use std::collections::{BTreeMap, HashMap};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ExprTrait, Func, Query, SelectStatement, UnionType};
use sea_orm::{ConnectionTrait, JoinType, Order};

use super::ranges::{MentionRange, NEWEST, TARGET, ends_of_each, join_channel, limited, message_id, newest_of_each};
use crate::models::messages::mention::{self, MentionTargetKind};
use crate::models::messages::{message, read_mark};
use crate::models::servers::access::{HeldRole, UserAccess, VisibleChannel};
use crate::models::servers::{channel, member};
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::ids::{self, ChannelId, MessageId, ServerId};

/// One of the two parts of an inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Unread,
    Read,
}

impl Part {
    /// The first id that a message may have to be in this part of its channel.
    fn first_of(self, visible: &VisibleChannel) -> i64 {
        match self {
            Self::Unread => visible.first_unread(),
            Self::Read => visible.first,
        }
    }
}

/// A mention found, before its message is loaded.
#[derive(Debug, Clone, Copy)]
pub(super) struct MentionHit {
    pub(super) message_id: MessageId,
    pub(super) channel_id: ChannelId,
    pub(super) reason: MentionTargetKind,
}

impl UserAccess {
    /// The newest mentions of one part before `before`, newest first, each message once for its strongest reason.
    ///
    /// A user is reached by a handful of short ranges of the table's key, one for them, for each of their roles and for
    /// each channel: each is read from its end, and no further than `limit` rows. One statement reads them all, with
    /// the roles and the channels as parameters that hold a list each.
    pub(super) async fn mentions(
        &self,
        db: &Conn,
        part: Part,
        before: Option<i64>,
        limit: u64,
    ) -> Result<Vec<MentionHit>> {
        let Some(select) = self.select(db, part, before.unwrap_or(ids::MAX_ID), limit) else {
            return Ok(Vec::new());
        };
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(newest_found(db, &select).await?.take(limit).collect())
    }

    /// The newest mentions of both parts, the unread ones before `before` first, and how many of them are unread. One
    /// statement, as the first page of an inbox waits for it.
    pub(super) async fn mentions_of_both(
        &self,
        db: &Conn,
        before: Option<i64>,
        limit: u64,
    ) -> Result<(Vec<MentionHit>, usize)> {
        let before = before.unwrap_or(ids::MAX_ID);
        let unread = self.select(db, Part::Unread, before, limit);
        let read = self.select(db, Part::Read, ids::MAX_ID, limit);
        let (Some(mut both), Some(read)) = (unread, read) else {
            return Ok((Vec::new(), 0));
        };
        both.union(UnionType::All, read);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let is_unread = |found: &MentionHit| {
            let visible = self.visible.get(&found.channel_id);
            visible.is_some_and(|visible| found.message_id.get() > visible.read)
        };
        let found = newest_found(db, &both).await?;
        let (mut unread, read): (Vec<_>, Vec<_>) = found.partition(is_unread);
        unread.truncate(limit);
        let count = unread.len();
        unread.extend(read.into_iter().take(limit - count));
        Ok((unread, count))
    }

    /// The newest unread mention of @all in each channel that has one before `before`.
    pub(super) async fn newest_of_all(&self, db: &Conn, before: i64) -> Result<Vec<(ChannelId, MessageId)>> {
        let narrowed = |select: &mut SelectStatement| self.leave_out_blocked(db, select);
        let newest = newest_of_each(self.channels(db, Part::Unread, before), narrowed);
        let mut found = Vec::new();
        for row in db.query_all(&newest).await? {
            let message_id: MessageId = row.try_get("", NEWEST)?;
            if message_id.get() > 0 {
                found.push((row.try_get("", TARGET)?, message_id));
            }
        }
        Ok(found)
    }

    /// The roles they hold where they see any channel, each with the lowest `first` of that server's channels.
    pub(super) fn held_where(&self, first: impl Fn(&VisibleChannel) -> i64) -> impl Iterator<Item = (HeldRole, i64)> {
        let mut lowest: HashMap<ServerId, i64> = HashMap::new();
        for visible in self.visible.values() {
            let here = lowest.entry(visible.channel.server_id).or_insert(i64::MAX);
            *here = min(*here, first(visible));
        }
        self.held().filter_map(move |held| Some((held, *lowest.get(&held.server_id)?)))
    }

    /// Reads the ranges of a part, from the end of each; none where they see no channel.
    fn select(&self, db: &Conn, part: Part, before: i64, limit: u64) -> Option<SelectStatement> {
        let first = |visible: &VisibleChannel| part.first_of(visible);
        let lowest = self.visible.values().map(first).min()?;
        let mut theirs =
            MentionRange { kind: MentionTargetKind::User, target_id: self.user_id.get(), first: lowest, before, limit }
                .select();
        self.join_membership(db, &mut theirs);
        self.leave_out(db, &mut theirs);
        self.leave_out_blocked(db, &mut theirs);
        self.only(&mut theirs, part);
        let mut parts = Vec::new();
        let roles: Vec<[i64; 3]> = self
            .held_where(first)
            .map(|(held, lowest)| [held.role_id.get(), max(held.first, lowest), before])
            .collect();
        if !roles.is_empty() {
            let narrowed = |select: &mut SelectStatement| {
                join_channel(select);
                self.leave_out(db, select);
                self.leave_out_blocked(db, select);
                self.only(select, part);
            };
            let roles = lists::table_of_ids(db, roles);
            parts.push(ends_of_each(MentionTargetKind::Role, roles, limit, narrowed));
        }
        // Each message mentions @all in one channel: the newest ones are in the channels with the newest ones.
        let narrowed = |select: &mut SelectStatement| self.leave_out_blocked(db, select);
        let busiest = newest_of_each(self.channels(db, part, before), narrowed)
            .order_by(Alias::new(NEWEST), Order::Desc)
            .limit(limit)
            .take();
        parts.push(ends_of_each(MentionTargetKind::All, busiest, limit, narrowed));
        let parts = parts.into_iter().map(|part| (UnionType::All, part));
        Some(limited(theirs).unions(parts).take())
    }

    /// The channels they see, each with where its stretch of a part begins and ends.
    fn channels(&self, db: &Conn, part: Part, before: i64) -> SelectStatement {
        let stretches = self.visible.iter().filter_map(|(channel_id, visible)| {
            let first = part.first_of(visible);
            let before = match part {
                Part::Unread => before,
                Part::Read => min(before, visible.read + 1),
            };
            (first < before).then_some([channel_id.get(), first, before])
        });
        lists::table_of_ids(db, stretches)
    }

    /// Only messages of their servers, and after they joined.
    fn join_membership(&self, db: &Conn, select: &mut SelectStatement) {
        let first = Expr::cust(db.id_times().first_id_sql("members.joined_at"));
        join_channel(select);
        select.inner_join(
            member::Entity,
            Expr::col((member::Entity, member::Column::ServerId))
                .equals((channel::Entity, channel::Column::ServerId))
                .and(ExprTrait::eq(Expr::col((member::Entity, member::Column::UserId)), self.user_id))
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

    /// Nothing by people whom they have blocked. The offset keeps Postgres from joining all messages.
    pub(in crate::models::messages) fn leave_out_blocked(&self, db: &Conn, select: &mut SelectStatement) {
        if self.blocked.is_empty() {
            return;
        }
        let by_blocked = Query::select()
            .expr(Expr::val(1))
            .from(message::Entity)
            .and_where(
                Expr::col((message::Entity, message::Column::Id)).equals((mention::Entity, mention::Column::MessageId)),
            )
            .and_where(lists::is_one_of(db, message::Column::AuthorId, self.blocked.iter().copied()))
            .limit(1)
            .offset(0)
            .take();
        select.and_where(Expr::exists(by_blocked).not());
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
                .and(ExprTrait::eq(Expr::col((read_mark::Entity, read_mark::Column::UserId)), self.user_id)),
        );
        select.and_where(match part {
            Part::Unread => ExprTrait::gt(message_id(), read_up_to),
            Part::Read => ExprTrait::lte(message_id(), read_up_to),
        });
    }
}

/// The rows of a statement, the newest first, each message once for its strongest reason.
async fn newest_found(db: &Conn, select: &SelectStatement) -> Result<impl Iterator<Item = MentionHit> + use<>> {
    let mut found: BTreeMap<Reverse<i64>, MentionHit> = BTreeMap::new();
    for row in db.query_all(select).await? {
        let next = MentionHit {
            message_id: row.try_get("", "message_id")?,
            channel_id: row.try_get("", "channel_id")?,
            reason: row.try_get("", "kind")?,
        };
        found
            .entry(Reverse(next.message_id.get()))
            .and_modify(|known| known.reason = min(known.reason, next.reason))
            .or_insert(next);
    }
    Ok(found.into_values())
}
