//! Passkeys, and the challenges that one has answered.
//! Sessions say what the second step was.

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, flag, id, index, key, references, text, text_null, unique};

pub(crate) struct Migration;

const TABLES: [&str; 2] = ["passkeys", "used_challenges"];

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("passkeys")
                    .col(id())
                    .col(big("user_id"))
                    .col(bytes("credential_id"))
                    .col(bytes("user_handle"))
                    .col(text("name"))
                    .col(text("credential"))
                    .col(flag("is_discoverable"))
                    .col(big_null("used_at"))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("passkeys", ["credential_id"])).await?;
        manager.create_index(index("passkeys", ["user_id", "id"])).await?;
        manager
            .create_table(
                Table::create()
                    .table("used_challenges")
                    .col(bytes("challenge_hash"))
                    .col(big("expires_at"))
                    .primary_key(&mut key(["challenge_hash"]))
                    .take(),
            )
            .await?;
        manager.create_index(index("used_challenges", ["expires_at"])).await?;
        let mut second_by = text_null("second_by");
        let add = Table::alter().table("sessions").add_column(&mut second_by).take();
        manager.alter_table(add).await?;
        let earlier = "UPDATE sessions SET second_by = 'authenticator' WHERE second_at IS NOT NULL";
        manager.get_connection().execute_unprepared(earlier).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let drop = Table::alter().table("sessions").drop_column("second_by").take();
        manager.alter_table(drop).await?;
        drop_all(manager, &TABLES).await
    }
}
