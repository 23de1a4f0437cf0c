//! An index of refused deliveries: the portal's home counts those of the last day for every webhook on it.
//! Accepted deliveries, which are most of them, are not in it.

use crate::prelude::*;
use crate::table::index;

pub(crate) struct Migration;

const NAME: &str = "deliveries_refused_idx";

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let refused =
            index("deliveries", ["webhook_id", "id"]).name(NAME).and_where(Expr::cust("status >= 400")).take();
        manager.create_index(refused).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager.drop_index(Index::drop().name(NAME).table("deliveries").to_owned()).await
    }
}
