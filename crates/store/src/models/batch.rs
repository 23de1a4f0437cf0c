//! Deleting many rows: some at a time, and those beyond what a log stores.

use std::future::Future;
use std::pin::Pin;

use sea_orm::sea_query::{Expr, ExprTrait, IntoCondition};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, Iterable, PrimaryKeyToColumn, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
};

use crate::core::Core;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::UserId;

/// The most rows that one statement names by their keys.
pub(super) const KEYS_PER_STATEMENT: usize = 250;
/// The most rows that one transaction deletes before an act that deletes the rest.
const ROWS_PER_TRANSACTION: u64 = 250;

/// The future that each function in a list returns.
pub(super) type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;
/// Deletes at most so many rows of one owner; returns how many.
pub(super) type DeleteSome<Id> = for<'a> fn(&'a Conn, Id, Millis, u64) -> Pending<'a, u64>;

/// Deletes a user's rows of one kind in short transactions, before an act whose own transaction would otherwise delete
/// all of them. Only for rows that the user does not miss if that act is refused.
///
/// # Errors
/// When the database can't be reached; what was deleted until then stays deleted.
pub(super) async fn delete_in_batches(core: &Core, user_id: UserId, batch: DeleteSome<UserId>) -> Result<()> {
    loop {
        let write = core.begin().await?;
        let rows = batch(&write, user_id, core.now(), ROWS_PER_TRANSACTION).await?;
        write.commit().await?;
        if rows < ROWS_PER_TRANSACTION {
            return Ok(());
        }
    }
}

/// Deletes at most `limit` rows whose time `at` is `until` or earlier, the earliest first; returns how many.
pub(super) async fn delete_until<E: EntityTrait>(
    write: &Conn,
    at: E::Column,
    until: Millis,
    limit: u64,
) -> Result<u64> {
    let keys: Vec<E::Column> = E::PrimaryKey::iter().map(PrimaryKeyToColumn::into_column).collect();
    let batch = E::find().select_only().columns(keys.clone()).filter(at.lte(until)).order_by_asc(at).limit(limit);
    let keys = Expr::tuple(keys.into_iter().map(|key| Expr::col(key.as_column_ref())));
    let deleted = E::delete_many()
        .filter(keys.in_subquery(batch.into_query()))
        // A row may have got another time since it was selected.
        .filter(at.lte(until))
        .exec(write)
        .await?;
    Ok(deleted.rows_affected)
}

/// Deletes at most `limit` rows whose `owner` is `of`, and whose primary key is `owner` with `key`; returns how many.
pub(super) async fn delete_of<E: EntityTrait>(
    write: &Conn,
    (owner, of): (E::Column, i64),
    key: E::Column,
    limit: u64,
) -> Result<u64> {
    let batch = E::find().filter(owner.eq(of)).limit(limit);
    delete_some_of(write, owner.eq(of), key, batch).await
}

/// Clears the id of a user from `column` of at most `limit` rows, whose primary key is `key`; returns how many.
pub(super) async fn clear_user<E: EntityTrait>(
    write: &Conn,
    key: E::Column,
    column: E::Column,
    user_id: UserId,
    limit: u64,
) -> Result<u64> {
    let batch = E::find().select_only().column(key).filter(column.eq(user_id)).limit(limit);
    let changed = E::update_many()
        .col_expr(column, Expr::value(None::<i64>))
        .filter(key.in_subquery(batch.into_query()))
        .exec(write)
        .await?;
    Ok(changed.rows_affected)
}

/// Deletes the rows that `some` selects, which has a limit; `key` is their primary key. Returns how many.
pub(super) async fn delete_some<E: EntityTrait>(write: &Conn, key: E::Column, batch: Select<E>) -> Result<u64> {
    delete_some_of(write, Condition::all(), key, batch).await
}

/// As [`delete_some`], and of those rows only the ones that meet `condition` at this moment: the rest of their primary key, or
/// what may have changed since they were selected.
pub(super) async fn delete_some_of<E: EntityTrait>(
    write: &Conn,
    condition: impl IntoCondition,
    key: E::Column,
    batch: Select<E>,
) -> Result<u64> {
    let keys = batch.select_only().column(key).into_query();
    let deleted = E::delete_many().filter(condition.into_condition().add(key.in_subquery(keys))).exec(write).await?;
    Ok(deleted.rows_affected)
}

/// Deletes rows whose id is below `first_kept`, the oldest first and at most `limit`; returns how many.
pub(super) async fn delete_before<E: EntityTrait>(
    write: &Conn,
    id: E::Column,
    first_kept: i64,
    limit: u64,
) -> Result<u64> {
    let first = E::find().filter(id.lt(first_kept)).order_by_asc(id).limit(limit);
    delete_some(write, id, first).await
}

/// The id of the newest row beyond the `kept` newest, where `newest_first` has more.
pub(super) async fn newest_surplus<E: EntityTrait>(
    db: &Conn,
    id: E::Column,
    newest_first: Select<E>,
    kept: u64,
) -> Result<Option<i64>> {
    Ok(newest_first.select_only().column(id).offset(kept).limit(1).into_tuple().one(db).await?)
}

/// Deletes the rows of a log beyond the `kept` newest; `rows` are those that count together.
pub(super) async fn delete_surplus<E: EntityTrait>(
    write: &Conn,
    id: E::Column,
    rows: Condition,
    kept: u64,
) -> Result<()> {
    let newest_first = E::find().filter(rows.clone()).order_by_desc(id);
    if let Some(surplus) = newest_surplus(write, id, newest_first, kept).await? {
        E::delete_many().filter(rows.add(id.lte(surplus))).exec(write).await?;
    }
    Ok(())
}
