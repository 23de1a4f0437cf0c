//! The journal of changed permissions: each commit that may revoke access notes whose, under a version that grows in the
//! order of commits. What was judged before and still holds is decided in `judgements`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, OnConflict};
use sea_orm::{Condition, QueryOrder, QuerySelect, QueryTrait, Set};

use crate::clock::Millis;
use crate::database::Conn;

/// How long a change is kept: far longer than any judgement holds.
const KEPT_MS: Millis = 60 * 60 * 1000;
/// The row with the newest version of all.
const NEWEST: &str = "";

/// When the permissions of a user or of a server's members changed last.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "access_versions")]
pub(crate) struct Model {
    /// `user:<id>` or `server:<id>`; empty for the newest version of all.
    #[sea_orm(primary_key, auto_increment = false)]
    pub whose: String,
    /// The number of the change.
    pub version: i64,
    /// When that was.
    pub changed_at: i64,
}

/// The relations of a version.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Notes a change, as the last thing before the commit: the row of the newest version stays locked until then, so that
/// versions become visible in their order.
pub(super) async fn note(write: &Conn, of: &[String]) -> Result<(), DbErr> {
    let now = write.now();
    let row = |whose: &str, version: i64| ActiveModel {
        whose: Set(whose.to_owned()),
        version: Set(version),
        changed_at: Set(now),
    };
    let next = ExprTrait::add(Expr::col((Entity, Column::Version)), 1);
    let counted = OnConflict::column(Column::Whose)
        .value(Column::Version, next)
        .update_column(Column::ChangedAt)
        .to_owned();
    Entity::insert(row(NEWEST, 1))
        .on_conflict(counted)
        .exec_without_returning(write)
        .await?;
    let version = newest(write).await?;
    let replaced = OnConflict::column(Column::Whose)
        .update_columns([Column::Version, Column::ChangedAt])
        .to_owned();
    Entity::insert_many(of.iter().map(|whose| row(whose, version)))
        .on_conflict(replaced)
        .exec_without_returning(write)
        .await?;
    Ok(())
}

/// The newest version; zero before the first change.
pub(super) async fn newest(db: &Conn) -> Result<i64, DbErr> {
    let found = Entity::find_by_id(NEWEST.to_owned()).one(db).await?;
    Ok(found.map_or(0, |newest| newest.version))
}

/// Whose permissions changed after a version, each with the last version of theirs. The newest version of all is among
/// them, of no one.
pub(super) async fn since(db: &Conn, version: i64) -> Result<Vec<(String, i64)>, DbErr> {
    Entity::find()
        .select_only()
        .column(Column::Whose)
        .column(Column::Version)
        .filter(Column::Version.gt(version))
        .into_tuple()
        .all(db)
        .await
}

/// Deletes at most `limit` rows that no judgement is old enough to need; returns how many.
///
/// # Errors
/// When the database can't be reached.
pub(crate) async fn delete_old(write: &Conn, now: Millis, limit: u64) -> Result<u64, DbErr> {
    let old = Condition::all()
        .add(Column::ChangedAt.lt(now - KEPT_MS))
        .add(Column::Whose.ne(NEWEST));
    let some = Entity::find()
        .select_only()
        .column(Column::Whose)
        .filter(old.clone())
        .order_by_asc(Column::ChangedAt)
        .limit(limit)
        .into_query();
    // Checked again: they may have changed since they were selected.
    let deleted = Entity::delete_many()
        .filter(old.add(Column::Whose.in_subquery(some)))
        .exec(write)
        .await?;
    Ok(deleted.rows_affected)
}
