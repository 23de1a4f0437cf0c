//! The SQL that reads ranges of the key of `mentions`.
//! Which ranges an inbox has is decided in `query`.

use sea_orm::Order;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Alias, ColumnRef, ExprTrait, Func, IntoColumnRef, Query, SelectStatement};

use crate::models::messages::mention::{self, MentionTargetKind};
use crate::models::messages::removal;
use crate::models::servers::channel;
use portico_platform::database::lists;

/// Excludes deleted channels, whose messages are deleted in steps.
pub(super) fn join_channel(select: &mut SelectStatement) {
    select.inner_join(
        channel::Entity,
        Expr::col((channel::Entity, channel::Column::Id)).equals((mention::Entity, mention::Column::ChannelId)),
    );
}

pub(super) fn message_id() -> Expr {
    Expr::col((mention::Entity, mention::Column::MessageId))
}

/// The columns of a mention that is found.
fn found() -> [ColumnRef; 3] {
    [mention::Column::Kind, mention::Column::MessageId, mention::Column::ChannelId]
        .map(|column| (mention::Entity, column).into_column_ref())
}

/// A stretch of the key of `mentions`.
#[derive(Debug, Clone, Copy)]
pub(super) struct MentionRange {
    pub(super) kind: MentionTargetKind,
    pub(super) target_id: i64,
    pub(super) first: i64,
    pub(super) before: i64,
    pub(super) limit: u64,
}

impl MentionRange {
    pub(super) fn select(self) -> SelectStatement {
        Query::select()
            .columns(found())
            .from(mention::Entity)
            .and_where(mention::Column::Kind.eq(self.kind))
            .and_where(mention::Column::TargetId.eq(self.target_id))
            .and_where(mention::Column::MessageId.gte(self.first))
            .and_where(mention::Column::MessageId.lt(self.before))
            .and_where(removal::spares_mention())
            .order_by((mention::Entity, mention::Column::MessageId), Order::Desc)
            .limit(self.limit)
            .take()
    }
}

// The columns of a list of stretches: whose each is, where it begins and before what it ends.
const LISTED: &str = "listed";
pub(crate) const TARGET: &str = lists::COLUMNS[0];
pub(crate) const FIRST: &str = lists::COLUMNS[1];
const BEFORE: &str = lists::COLUMNS[2];
/// The newest mention of a stretch; 0: none.
pub(super) const NEWEST: &str = "newest";
/// Where the last mentions of a stretch begin.
const FLOOR: &str = "floor";

fn listed(column: &'static str) -> Expr {
    Expr::col((Alias::new(LISTED), Alias::new(column)))
}

/// The last `limit` mentions of each of some stretches, which `narrowed` narrows down to what counts.
pub(super) fn ends_of_each(
    kind: MentionTargetKind,
    stretches: SelectStatement,
    limit: u64,
    narrowed: impl Fn(&mut SelectStatement),
) -> SelectStatement {
    let mut nth = of_listed(kind, Query::select().expr(message_id()).from(mention::Entity).take());
    narrowed(&mut nth);
    let nth = newest_first(nth).limit(1).offset(limit.saturating_sub(1)).take();
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

/// Some ranges of mentions of @all, each with the newest one of those that `narrowed` leaves.
pub(super) fn newest_of_each(stretches: SelectStatement, narrowed: impl Fn(&mut SelectStatement)) -> SelectStatement {
    let ids = Query::select().expr(message_id()).from(mention::Entity).take();
    let mut newest = of_listed(MentionTargetKind::All, ids);
    narrowed(&mut newest);
    let newest = newest_first(newest).limit(1).take();
    Query::select()
        .exprs([TARGET, FIRST, BEFORE].map(listed))
        .expr_as(or(newest, Expr::val(0_i64)), Alias::new(NEWEST))
        .from_subquery(stretches, Alias::new(LISTED))
        .take()
}

/// Joins mentions to a list, of each target from the id in column `first` on.
fn from_list(list: SelectStatement, kind: MentionTargetKind, first: &'static str) -> SelectStatement {
    Query::select()
        .columns(found())
        .from_subquery(list, Alias::new(LISTED))
        // The list comes first: SQLite goes by the order of a cross join, and would go through the list once for
        // every mention if it were free to choose.
        .cross_join(mention::Entity)
        .and_where(ExprTrait::eq(Expr::col((mention::Entity, mention::Column::TargetId)), listed(TARGET)))
        .and_where(mention::Column::Kind.eq(kind))
        .and_where(ExprTrait::gte(message_id(), listed(first)))
        .and_where(removal::spares_mention())
        .take()
}

/// Only what lies in the stretch of a list that a query around this one is at.
fn of_listed(kind: MentionTargetKind, mut select: SelectStatement) -> SelectStatement {
    select
        .and_where(mention::Column::Kind.eq(kind))
        .and_where(ExprTrait::eq(Expr::col((mention::Entity, mention::Column::TargetId)), listed(TARGET)))
        .and_where(ExprTrait::gte(message_id(), listed(FIRST)))
        .and_where(ExprTrait::lt(message_id(), listed(BEFORE)))
        .and_where(removal::spares_mention())
        .take()
}

fn newest_first(mut select: SelectStatement) -> SelectStatement {
    let column = (mention::Entity, mention::Column::MessageId);
    select.order_by(column, Order::Desc).take()
}

/// The result of a query, or something else where it has none.
fn or(select: SelectStatement, other: Expr) -> Expr {
    Func::coalesce([Expr::SubQuery(None, Box::new(select.into())), other]).into()
}

/// The same in brackets: a union would otherwise order and limit the whole.
pub(super) fn limited(select: SelectStatement) -> SelectStatement {
    Query::select()
        .columns(["kind", "message_id", "channel_id"].map(Alias::new))
        .from_subquery(select, Alias::new("stretch"))
        .take()
}
