//! Whose permissions changed last, in the order of commits.
//! What follows from it for open pages is documented with the model.

use crate::prelude::*;
use crate::table::{big, drop_all, index, text};

pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("access_versions")
                    // A user or a server, who may be deleted meanwhile; empty for the newest version of all.
                    .col(text("whose").primary_key())
                    .col(big("version"))
                    .col(big("changed_at"))
                    .take(),
            )
            .await?;
        manager
            .create_index(index("access_versions", ["version"]))
            .await?;
        manager
            .create_index(index("access_versions", ["changed_at"]))
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        drop_all(manager, &["access_versions"]).await
    }
}
