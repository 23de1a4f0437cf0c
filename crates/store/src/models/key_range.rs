//! Key ranges: the rows of one owner between two ids, in the order of their ids, such as a page of a channel.

use std::ops::Range;

use portico_platform::database::Conn;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect,
    Select,
};

/// Every id there can be.
pub(super) const ALL: Range<i64> = 0..i64::MAX;

/// Restricts `select` to the rows whose `owner` is `of`, a value or a column of the outer query, and whose `id` is in
/// `ids`, in their order. There is an index of the owner with the id, and this makes sure that it is used.
///
/// Postgres may estimate that scanning all rows by id soon finds enough of a busy owner's. Of one that was busy once it
/// finds none for a long time. A row comparison in the order of the index rules that plan out. SQLite has no such
/// statistics, and finds the range only by plain comparisons of both columns.
pub(super) fn in_key_range<E: EntityTrait>(
    select: Select<E>,
    db: &Conn,
    (owner, of): (E::Column, impl Into<Expr>),
    id: E::Column,
    ids: Range<i64>,
    order: Order,
) -> Select<E> {
    let Range { start, end } = ids;
    let of = of.into();
    if db.get_database_backend() == DbBackend::Sqlite {
        let these = Condition::all()
            .add(Expr::col(owner.as_column_ref()).eq(of))
            .add_option((start > ALL.start).then(|| id.gte(start)))
            .add_option((end < ALL.end).then(|| id.lt(end)));
        return select.filter(these).order_by(id, order);
    }
    let place = || Expr::tuple([Expr::col(owner.as_column_ref()), Expr::col(id.as_column_ref())]);
    let at = |id: i64| Expr::tuple([of.clone(), Expr::value(id)]);
    select.filter(place().gte(at(start)).and(place().lt(at(end)))).order_by(owner, order.clone()).order_by(id, order)
}

/// Restricts `select` to the first row of an owner from an id on, both columns of the outer query: one lookup in the
/// same index for each of its rows.
pub(super) fn first_from<E: EntityTrait>(
    select: Select<E>,
    db: &Conn,
    (owner, of): (E::Column, Expr),
    (id, first): (E::Column, Expr),
) -> Select<E> {
    let column = |column: E::Column| Expr::col(column.as_column_ref());
    if db.get_database_backend() == DbBackend::Sqlite {
        let these = column(owner).eq(of).and(column(id).gte(first));
        return select.filter(these).order_by_asc(id).limit(1);
    }
    let place = || Expr::tuple([column(owner), column(id)]);
    let last = Expr::tuple([of.clone(), Expr::value(ALL.end)]);
    select
        .filter(place().gte(Expr::tuple([of, first])).and(place().lt(last)))
        .order_by_asc(owner)
        .order_by_asc(id)
        .limit(1)
}
