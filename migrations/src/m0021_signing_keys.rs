//! The keys that sign ID tokens.
//! None is made here: the server makes the first ones when it starts, under the instance key.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, id, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("signing_keys")
                    .col(id())
                    // The name in the header of a token.
                    .col(text("kid"))
                    .col(text("alg"))
                    // The public key, as a JSON Web Key.
                    .col(text("jwk"))
                    // The private key, encrypted; NULL once it signs no more.
                    .col(ColumnDef::new("private_sealed").binary().null().take())
                    .col(big("created_at"))
                    // It signs from here on, until the next key of its algorithm does.
                    .col(big("signs_from"))
                    // Neither signs nor verifies from here on.
                    .col(big_null("revoked_at"))
                    .take(),
            )
            .await?;
        manager.create_index(unique("signing_keys", ["kid"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["signing_keys"]).await
    }
}
