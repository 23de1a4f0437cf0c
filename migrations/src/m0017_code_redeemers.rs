//! Which process exchanged an authorization code, so that it can be exchanged again if the client got no response.

use crate::prelude::*;
use crate::table::big_null;

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let add = Table::alter().table("authorization_codes").add_column(big_null("redeemer")).take();
        manager.alter_table(add).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Table::alter().table("authorization_codes").drop_column("redeemer").take();
        manager.alter_table(drop).await
    }
}
