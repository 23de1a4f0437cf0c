//! When apps and webhooks were last used, and searching them by it, a page at a time.
//! A use is noted with the logs of deliveries and exchanges; what else is searched is decided by each model.

use std::fmt;

use sea_orm::sea_query::{Expr, ExprTrait, ValueType};
use sea_orm::{
    ColumnTrait, EntityTrait, Order as Direction, QueryFilter, QueryOrder, QuerySelect, Select, TryGetable, Value,
};

use crate::models::key_range::in_key_range;
use portico_platform::database::{Conn, lists};
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::search::{NOT_A_DAY, day};
use portico_rules::clock::{DAY_MS, HOUR_MS, Millis};
use portico_rules::ids;

/// The beginning of the hour of a use, which is what is stored of it: an app or webhook in use is written once an hour.
pub fn hour_of(at: Millis) -> Millis {
    at - at.rem_euclid(HOUR_MS)
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The newest first.
    #[default]
    Newest,
    /// The one that was used last first, and those that were never used at the end.
    LastUsed,
    /// Those that were never used first, and the one that was used last at the end.
    LongestUnused,
}

impl Order {
    /// Every order, with its name in queries and its label for people.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Newest, "newest", "Newest first"),
        (Self::LastUsed, "used", "Last used first"),
        (Self::LongestUnused, "unused", "Longest unused first"),
    ];

    /// The order of this name; any other means the newest first.
    pub fn named(name: &str) -> Self {
        let mut all = Self::ALL.iter();
        all.find(|(_, known, _)| *known == name).map_or_else(Self::default, |(order, ..)| *order)
    }

    /// Its name in queries.
    pub fn name(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(order, ..)| *order == self).map_or("", |(_, name, _)| name)
    }
}

/// Where a page ends, and the next one begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// When the last one of the page was last used; zero for never.
    pub used: Millis,
    /// Its id.
    pub id: i64,
}

impl Cursor {
    /// Reads one as [`fmt::Display`] writes it.
    pub fn parse(text: &str) -> Option<Self> {
        let (used, id) = text.split_once('-')?;
        let is_number = used.len() <= 15 && used.bytes().all(|byte| byte.is_ascii_digit());
        Some(Self { used: used.parse().ok().filter(|_| is_number)?, id: ids::parse(id)? })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.used, self.id)
    }
}

/// A search for the latest uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastUseSearch<'s> {
    /// A part of a name, a nickname after an `@`, an id, or nothing.
    pub text: &'s str,
    /// Used at this time or later.
    pub used_since: Option<Millis>,
    /// Not used at this time or later.
    pub not_used_since: Option<Millis>,
    /// The order that was chosen.
    pub order: Order,
    /// Where the page before ended.
    pub after: Option<Cursor>,
    /// At most so many.
    pub limit: u64,
}

impl<'s> LastUseSearch<'s> {
    /// A search as it was typed, the days in UTC.
    ///
    /// # Errors
    /// Faults of `used_since` and `not_used_since`.
    pub fn typed(text: &'s str, used_since: &str, not_used_since: &str, order: &str) -> Result<Self> {
        let mut faults = FieldErrors::none();
        let mut since = |field: &'static str, typed: &str| match typed.trim() {
            "" => None,
            typed => {
                let begins_at = day(typed).map(|day| day * DAY_MS);
                if begins_at.is_none() {
                    faults.add(field, NOT_A_DAY);
                }
                begins_at
            }
        };
        let used_since = since("used_since", used_since);
        let not_used_since = since("not_used_since", not_used_since);
        if !faults.is_empty() {
            return Err(Error::Faults(faults));
        }
        Ok(Self { text: text.trim(), used_since, not_used_since, order: Order::named(order), after: None, limit: 0 })
    }

    /// The order of the page: by last use where that is searched.
    pub fn order(&self) -> Order {
        match self.order {
            Order::Newest if self.used_since.is_some() => Order::LastUsed,
            Order::Newest if self.not_used_since.is_some() => Order::LongestUnused,
            order => order,
        }
    }
}

/// The columns of a table that is searched.
#[derive(Clone, Copy)]
pub(in crate::models) struct Columns<C> {
    /// The id.
    pub(in crate::models) id: C,
    /// The last use.
    pub(in crate::models) used: C,
}

/// When these were last used, those that were: exactly as long as their log has it, whose newest id `last` is, and then by the
/// hour.
pub(in crate::models) async fn of<E: EntityTrait, T>(
    db: &Conn,
    Columns { id, used }: Columns<E::Column>,
    last: Expr,
    ids: &[T],
) -> Result<Vec<(T, Millis)>>
where
    T: Copy + Into<Value> + ValueType + TryGetable,
{
    let rows: Vec<(T, Millis, Option<i64>)> = E::find()
        .select_only()
        .columns([id, used])
        .expr_as(last, "last_logged")
        .filter(lists::is_one_of(db, id, ids.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    let used = |(id, hour, last): (T, Millis, Option<i64>)| {
        let at = last.map_or(hour, |last| Ord::max(hour, db.id_times().time_of(last)));
        (at > 0).then_some((id, at))
    };
    Ok(rows.into_iter().filter_map(used).collect())
}

/// Sorts the rows of one owner: an index in this order would lead through those of everyone.
fn sorted(column: impl ColumnTrait) -> Expr {
    Expr::col(column.as_column_ref()).add(0_i64)
}

/// A page of `all`, which are the few rows of one owner, creator or server where `are_few`.
///
/// Of all rows, the index of the last use gives a page in its order: first those that were used when the last one of the page
/// before was, and then the others. Neither database finds both by one condition.
pub(in crate::models) async fn page<E: EntityTrait>(
    db: &Conn,
    mut all: Select<E>,
    are_few: bool,
    Columns { id, used }: Columns<E::Column>,
    search: &LastUseSearch<'_>,
) -> Result<Vec<E::Model>> {
    let order = search.order();
    if order == Order::Newest {
        // A range of the key, of which the end is read.
        let before = search.after.map_or(i64::MAX, |last| last.id);
        let newest = all.filter(id.lt(before)).order_by_desc(id);
        return Ok(newest.limit(search.limit).all(db).await?);
    }
    all = all.filter(used.gte(search.used_since.unwrap_or(0)));
    if let Some(until) = search.not_used_since {
        all = all.filter(used.lt(until));
    }
    let rises = order == Order::LongestUnused;
    let direction = || {
        if rises { Direction::Asc } else { Direction::Desc }
    };
    let mut found = Vec::new();
    if let Some(last) = search.after {
        let (ids, others) =
            if rises { (last.id + 1..i64::MAX, used.gt(last.used)) } else { (0..last.id, used.lt(last.used)) };
        let same = if are_few {
            let same = all.clone().filter(used.eq(last.used));
            let same = same.filter(id.gte(ids.start)).filter(id.lt(ids.end));
            same.order_by(sorted(id), direction())
        } else {
            in_key_range(all.clone(), db, (used, last.used), id, ids, direction())
        };
        let same = same.limit(search.limit);
        found = same.all(db).await?;
        all = all.filter(others);
    }
    let left = search.limit.saturating_sub(found.len() as u64);
    if left > 0 {
        let by_use = if are_few { all.order_by(sorted(used), direction()) } else { all.order_by(used, direction()) };
        let others = by_use.order_by(id, direction()).limit(left);
        found.extend(others.all(db).await?);
    }
    Ok(found)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written_and_nothing_else_is_one() {
        for cursor in [Cursor { used: 0, id: 1 }, Cursor { used: 1_767_225_600_000, id: ids::MAX_ID }] {
            assert_eq!(Cursor::parse(&cursor.to_string()), Some(cursor));
        }
        for odd in ["", "-", "1", "1-", "-1", "1-0", "+1-1", "1-1-1", "x-1", "1-x", "1 -1", "9999999999999999-1"] {
            assert_eq!(Cursor::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn a_search_by_last_use_is_in_its_order() {
        let order = |since: &str, not: &str, order: &str| LastUseSearch::typed("", since, not, order).unwrap().order();
        assert_eq!(order("", "", ""), Order::Newest);
        assert_eq!(order("2026-01-01", "", "newest"), Order::LastUsed);
        assert_eq!(order("", "2026-01-01", ""), Order::LongestUnused);
        assert_eq!(order("2026-01-01", "", "unused"), Order::LongestUnused);
        assert_eq!(order("", "", "used"), Order::LastUsed);
        assert_eq!(order("", "", "sideways"), Order::Newest);
    }

    #[test]
    fn what_is_no_day_is_a_fault_of_its_field() {
        for odd in ["yesterday", "2026-02-30", "2026-1-1", "1767225600000"] {
            let Err(Error::Faults(faults)) = LastUseSearch::typed("", odd, odd, "") else {
                panic!("{odd} is no day");
            };
            let faults = serde_json::to_value(&faults).unwrap();
            assert_eq!(faults.as_object().unwrap().len(), 2, "{odd}");
        }
    }
}
