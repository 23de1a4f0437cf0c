//! Listings by pages: going from one page to the next shows each row once and in order, for any size of a page and with
//! rows that are added and deleted meanwhile.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Debug;

use portico_rules::ids;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sea_orm::EntityTrait;

use crate::support::{START, TestInstance};

mod chat;
mod logs;
mod made_up;
mod members;

/// How often a walk is tried with each listing.
const WALKS: u32 = 12;
/// Rows are known by numbers below this.
const ROWS: i64 = 400;

/// Rows by their numbers, in an order that the listing says.
trait Listing {
    /// How a row looks in the listing, and where it stands: the least comes first.
    type Row: Ord + Clone + Debug;

    /// Rows come into being, and beside each one another that is not to be listed.
    async fn come(&self, rows: &[i64]);
    /// Rows go.
    async fn go(&self, rows: &[i64]);
    /// How it is listed; none where it is not.
    fn row(&self, number: i64) -> Option<Self::Row>;
    /// The first page, or what follows a row.
    async fn page(&self, after: Option<&Self::Row>, size: u64) -> Vec<Self::Row>;
}

/// The rows at first, then alternately rows that are added and rows that are deleted between pages.
#[derive(Debug, Clone)]
struct Script {
    rows: BTreeSet<i64>,
    size: u64,
    turns: Vec<Turn>,
}

#[derive(Debug, Clone)]
struct Turn {
    come: BTreeSet<i64>,
    go: BTreeSet<i64>,
    /// Whether the row goes that the page before ended with.
    last_goes: bool,
}

fn scripts(most: usize) -> impl Strategy<Value = Script> {
    let few = || proptest::collection::btree_set(0..ROWS, 0..6);
    let turn = (few(), few(), any::<bool>()).prop_map(|(come, go, last_goes)| Turn { come, go, last_goes });
    (proptest::collection::btree_set(0..ROWS, 0..most), 1..12_u64, proptest::collection::vec(turn, 1..8))
        .prop_map(|(rows, size, turns)| Script { rows, size, turns })
}

/// Walks through a listing from its first page to its end. A row that is there all the while is seen; no row is seen that
/// never was there, or out of its order, and so none is seen twice.
async fn walk<L: Listing>(listing: &L, script: &Script) {
    let mut ever = script.rows.clone();
    let mut stay = script.rows.clone();
    listing.come(&numbers(&script.rows)).await;
    let mut seen: Vec<L::Row> = Vec::new();
    for turn in script.turns.iter().cycle() {
        let page = listing.page(seen.last(), script.size).await;
        let Some(last) = page.last().cloned() else {
            break;
        };
        assert!(page.len() as u64 <= script.size, "{} rows", page.len());
        assert!(seen.len() <= ever.len(), "no end of {script:?}");
        seen.extend(page);
        // A number is used once: what is gone does not come back.
        let come: BTreeSet<i64> = turn.come.difference(&ever).copied().collect();
        let mut go: BTreeSet<i64> = turn.go.intersection(&stay).copied().collect();
        let is_last = |number: &&i64| listing.row(**number).as_ref() == Some(&last);
        go.extend(stay.iter().filter(is_last).filter(|_| turn.last_goes));
        listing.come(&numbers(&come)).await;
        listing.go(&numbers(&go)).await;
        ever.extend(&come);
        stay.retain(|number| !go.contains(number));
    }
    let in_order = seen.windows(2).all(|two| two[0] < two[1]);
    assert!(in_order, "{seen:?} of {script:?}");
    let listed = |numbers: &BTreeSet<i64>| -> BTreeSet<L::Row> {
        let rows = numbers.iter().filter_map(|number| listing.row(*number));
        rows.collect()
    };
    let seen: BTreeSet<L::Row> = seen.into_iter().collect();
    let missed: Vec<_> = listed(&stay).difference(&seen).cloned().collect();
    assert!(missed.is_empty(), "{missed:?} missed of {script:?}");
    let strange: Vec<_> = seen.difference(&listed(&ever)).cloned().collect();
    assert!(strange.is_empty(), "{strange:?} seen of {script:?}");
}

fn numbers(rows: &BTreeSet<i64>) -> Vec<i64> {
    rows.iter().copied().collect()
}

/// The same scripts every time.
fn all_scripts(most: usize) -> impl Iterator<Item = Script> {
    let mut runner = TestRunner::deterministic();
    (0..WALKS).map(move |_| scripts(most).new_tree(&mut runner).unwrap().current())
}

/// The id of a row: a moment of the last hours. The one after it belongs to a row that is not listed.
fn id(number: i64) -> i64 {
    ids::first_plain_id_at(START - ROWS * 60_000) + number * 60_000 * ids::PER_MS
}

/// The id of the newest row is the least: it comes first.
type Newest = Reverse<i64>;

impl TestInstance {
    /// Leaves a table without rows.
    async fn clear<E: EntityTrait>(&self, _: E) {
        let all = E::delete_many();
        all.exec(&*self.app.db).await.unwrap();
    }
}
