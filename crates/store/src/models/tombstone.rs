//! Tombstones: deleted servers, channels, roles, webhooks, apps and accounts whose rows are not all deleted yet. Readers
//! join the owner of a row, or exclude what has a tombstone. What is deleted for each kind is listed in `cleanup`.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait, Query};
use sea_orm::{ConnectionTrait, QueryOrder, QuerySelect, QueryTrait, Set};

use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::{HOUR_MS, Millis};

/// How long after the deletion its leftovers are deleted once more: rows that were being written meanwhile.
const SECOND_LOOK_MS: Millis = HOUR_MS;

/// The things that can be deleted and have more rows than one transaction should delete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum TombstoneKind {
    /// A server: its members and the roles they held are left.
    #[sea_orm(string_value = "server")]
    Server,
    /// A channel: its messages, read marks and overwrites are left.
    #[sea_orm(string_value = "channel")]
    Channel,
    /// A role: who held it is left.
    #[sea_orm(string_value = "role")]
    Role,
    /// A webhook: its deliveries and idempotency keys are left.
    #[sea_orm(string_value = "webhook")]
    Webhook,
    /// An OAuth app: its grants, their codes and its audit log are left.
    #[sea_orm(string_value = "app")]
    App,
    /// An account: its overwrites, its roles, and its id as the creator of webhooks and invites are left.
    #[sea_orm(string_value = "user")]
    User,
}

/// A tombstone.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "departed")]
pub struct Model {
    /// The kind of what was deleted.
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: TombstoneKind,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// When it was deleted.
    pub departed_at: i64,
    /// When to delete leftovers next.
    pub look_at: i64,
}

portico_platform::database::no_relations!();

/// Records a deletion, in the same transaction.
pub(super) async fn record(write: &Conn, kind: TombstoneKind, id: i64, now: Millis) -> Result<()> {
    let tombstone = ActiveModel { kind: Set(kind), id: Set(id), departed_at: Set(now), look_at: Set(now) };
    Entity::insert(tombstone).exec_without_returning(write).await?;
    Ok(())
}

/// Records the deletion of every row that `deleted` selects, in the same transaction and before it; `id` is its id column.
pub(super) async fn record_all<E: EntityTrait>(
    write: &Conn,
    kind: TombstoneKind,
    deleted: Select<E>,
    id: E::Column,
    now: Millis,
) -> Result<()> {
    let rows = deleted
        .select_only()
        .expr(Expr::val(kind.to_value()))
        .column(id)
        .expr(Expr::val(now))
        .expr(Expr::val(now))
        .into_query();
    let insert = Query::insert()
        .into_table(Entity)
        .columns([Column::Kind, Column::Id, Column::DepartedAt, Column::LookAt])
        .select_from(rows)
        .map_err(portico_platform::error::Error::internal)?
        .take();
    write.execute(&insert).await?;
    Ok(())
}

/// A condition on other rows: nothing of this kind with the id in `column` has a tombstone. True for a null id.
pub(super) fn has_none(kind: TombstoneKind, column: impl ColumnTrait) -> Expr {
    let tombstones = Query::select()
        .expr(Expr::val(1))
        .from(Entity)
        .and_where(Column::Kind.eq(kind))
        .and_where(Expr::col((Entity, Column::Id)).equals(column.as_column_ref()))
        .take();
    Expr::exists(tombstones).not()
}

/// The tombstone whose leftovers are due first; none where nothing is due.
pub(super) async fn due(db: &Conn, now: Millis) -> Result<Option<Model>> {
    Ok(Entity::find().filter(Column::LookAt.lte(now)).order_by_asc(Column::LookAt).limit(1).one(db).await?)
}

impl Model {
    /// Nothing is left at this moment: schedules the second look, or after it deletes the tombstone.
    pub(super) async fn looked(&self, write: &Conn, now: Millis) -> Result<()> {
        let second_look = self.departed_at + SECOND_LOOK_MS;
        if second_look <= now {
            Entity::delete_by_id((self.kind, self.id)).exec(write).await?;
            return Ok(());
        }
        Entity::update_many()
            .col_expr(Column::LookAt, Expr::value(second_look))
            .filter(Column::Kind.eq(self.kind))
            .filter(Column::Id.eq(self.id))
            .exec(write)
            .await?;
        Ok(())
    }
}
