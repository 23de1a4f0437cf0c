//! When ids began to be ahead of the clock, and by how much, as every process of the instance reads it.
//! How ids are converted to times is in `portico_rules::ids`.

use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, Set};

use portico_platform::database::{Conn, Database};
use portico_platform::error::Result;
use portico_rules::ids::Shift;

/// A [`Shift`].
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "id_shifts")]
pub struct Model {
    /// The first id that it applies to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub first_id: i64,
    /// The time by the clock when it began.
    pub began_at: i64,
    /// By how many milliseconds ids are ahead from then on.
    pub ahead_ms: i64,
}

portico_platform::database::no_relations!();

/// All shifts of the instance. There are hardly any: one for each time that a clock was set back by more than seconds.
pub(super) async fn load(db: &Conn) -> Result<Vec<Shift>> {
    // By the key, as every statement of a request reads.
    let rows = Entity::find().filter(Column::FirstId.gt(0)).order_by_asc(Column::FirstId).all(db).await?;
    Ok(rows.into_iter().map(|Model { first_id, began_at, ahead_ms }| Shift { first_id, began_at, ahead_ms }).collect())
}

/// Stores a shift, in place of another where one is named.
pub(super) async fn store(db: &Database, shift: Option<Shift>, in_place_of: Option<Shift>) -> Result<()> {
    let write = db.begin().await?;
    if let Some(old) = in_place_of {
        Entity::delete_by_id(old.first_id).exec(&*write).await?;
    }
    if let Some(Shift { first_id, began_at, ahead_ms }) = shift {
        let row = ActiveModel { first_id: Set(first_id), began_at: Set(began_at), ahead_ms: Set(ahead_ms) };
        Entity::insert(row).exec_without_returning(&*write).await?;
    }
    write.commit().await?;
    Ok(())
}
