//! Counts of the instance's events, by the hour and by the day: each process adds its counts once a minute, so that a
//! chart costs the same however much happened.
//! `metrics` counts; `background::counts` adds.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{QueryOrder, QuerySelect, Set};

use crate::core::Core;
use crate::models::instance::setting;
use portico_macros::boxed;
use portico_platform::database::{Conn, lists};
use portico_platform::error::Result;
use portico_rules::clock::{DAY_MS, HOUR_MS, Millis};

/// An hour or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// An hour.
    Hour,
    /// A day in UTC.
    Day,
}

impl Span {
    /// Its name in the database.
    fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
        }
    }

    /// How long it is.
    pub fn millis(self) -> Millis {
        match self {
            Self::Hour => HOUR_MS,
            Self::Day => DAY_MS,
        }
    }

    /// How many of them a chart shows, the present one among them.
    pub fn shown(self) -> i64 {
        match self {
            Self::Hour => 24,
            Self::Day => 30,
        }
    }

    /// When the one of this moment began.
    pub fn start_of(self, at: Millis) -> Millis {
        at - at.rem_euclid(self.millis())
    }

    /// When the first one that a chart shows began.
    fn first_shown(self, now: Millis) -> Millis {
        self.start_of(now) - (self.shown() - 1) * self.millis()
    }
}

/// How often something happened on one process within an hour or a day.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "instance_counts")]
pub struct Model {
    /// The name of the [`Span`].
    #[sea_orm(primary_key, auto_increment = false)]
    pub span: String,
    /// When it began.
    #[sea_orm(primary_key, auto_increment = false)]
    pub began_at: i64,
    /// The number of the process.
    #[sea_orm(primary_key, auto_increment = false)]
    pub node: i32,
    /// The name of the event.
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    /// How often.
    pub count: i64,
}

portico_platform::database::no_relations!();

/// Counts by the names of events.
pub type EventCounts = BTreeMap<String, u64>;

/// Adds what this process counted since the last time, and notes its version.
///
/// # Errors
/// When the database can't be reached; then nothing is added.
#[boxed]
pub async fn add(core: &Core, counted: &EventCounts) -> Result<()> {
    let (now, node) = (core.now(), core.node());
    let mut rows = Vec::with_capacity(2 * counted.len());
    for span in [Span::Hour, Span::Day] {
        for (name, count) in counted {
            rows.push(ActiveModel {
                span: Set(span.name().to_owned()),
                began_at: Set(span.start_of(now)),
                node: Set(i32::from(node)),
                name: Set(name.clone()),
                count: Set(i64::try_from(*count).unwrap_or(i64::MAX)),
            });
        }
    }
    let sum = ExprTrait::add(Expr::col((Entity, Column::Count)), Expr::col(("excluded", Column::Count)));
    let key = [Column::Span, Column::BeganAt, Column::Node, Column::Name];
    let added = OnConflict::columns(key).value(Column::Count, sum).to_owned();
    // It needs no new ID, and so not the node's number, which may be released by now.
    let write = core.db.begin().await?;
    if !counted.is_empty() {
        Entity::insert_many(rows).on_conflict(added).exec_without_returning(&*write).await?;
    }
    let version = env!("CARGO_PKG_VERSION").to_owned();
    setting::set(&write, now, &version_of(node), version).await?;
    write.commit().await?;
    Ok(())
}

/// The name of the setting with the version of a process.
fn version_of(node: u8) -> String {
    format!("version of node {node}")
}

/// The versions of these processes, each as far as it is known.
#[boxed]
pub async fn versions(db: &Conn, nodes: &[u8]) -> Result<Vec<(u8, String)>> {
    let names: Vec<String> = nodes.iter().map(|node| version_of(*node)).collect();
    let rows = setting::Entity::find().filter(lists::is_one_of(db, setting::Column::Name, names)).all(db).await?;
    let version = |node: &u8| {
        let stored = rows.iter().find(|row| row.name == version_of(*node))?;
        Some((*node, stored.value.clone()))
    };
    Ok(nodes.iter().filter_map(version).collect())
}

/// The counts of all processes in the hours or days of a chart: by when each began, and by name.
#[boxed]
pub async fn shown(db: &Conn, span: Span, now: Millis) -> Result<BTreeMap<Millis, BTreeMap<String, i64>>> {
    let rows: Vec<(i64, String, i64)> = Entity::find()
        .select_only()
        .columns([Column::BeganAt, Column::Name])
        // A sum of 64-bit integers is of another type on Postgres.
        .column_as(Expr::cust("CAST(SUM(\"count\") AS BIGINT)"), "total")
        .filter(Column::Span.eq(span.name()))
        .filter(Column::BeganAt.gte(span.first_shown(now)))
        .group_by(Column::BeganAt)
        .group_by(Column::Name)
        .into_tuple()
        .all(db)
        .await?;
    let first = span.first_shown(now);
    let mut shown: BTreeMap<Millis, BTreeMap<String, i64>> =
        (0..span.shown()).map(|place| (first + place * span.millis(), BTreeMap::new())).collect();
    for (at, name, total) in rows {
        shown.entry(at).or_default().insert(name, total);
    }
    Ok(shown)
}

/// Deletes counts that no chart shows any more, at about `limit`; returns how many. One more is kept, for clocks that
/// differ.
pub(in crate::models) async fn delete_old(write: &Conn, now: Millis, limit: u64) -> Result<u64> {
    let mut deleted = 0;
    for span in [Span::Hour, Span::Day] {
        while deleted < limit {
            let oldest: Option<i64> = Entity::find()
                .select_only()
                .column(Column::BeganAt)
                .filter(Column::Span.eq(span.name()))
                .filter(Column::BeganAt.lt(span.first_shown(now) - span.millis()))
                .order_by_asc(Column::BeganAt)
                .limit(1)
                .into_tuple()
                .one(write)
                .await?;
            let Some(oldest) = oldest else {
                break;
            };
            // Of one hour or day there are as many rows as processes and names.
            let rows = Entity::delete_many()
                .filter(Column::Span.eq(span.name()))
                .filter(Column::BeganAt.eq(oldest))
                .exec(write)
                .await?;
            deleted += rows.rows_affected;
        }
    }
    Ok(deleted)
}
