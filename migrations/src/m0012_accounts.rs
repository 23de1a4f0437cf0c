//! Disabled accounts, password resets by code, and the security log of an account.
//! Accounts themselves are created by the first migration.

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, flag, id, index, int, references, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("users")
                    // Since when the operator has disabled the account; NULL: it is enabled.
                    .add_column(big_null("disabled_at"))
                    .take(),
            )
            .await?;

        // One row per name that was entered, whether or not an account has it.
        manager
            .create_table(
                Table::create()
                    .table("password_resets")
                    .col(bytes("login_mac").primary_key().take())
                    .col(bytes("ticket_hash"))
                    .col(big_null("user_id"))
                    .col(bytes("code_mac"))
                    .col(int("attempts"))
                    .col(int("asked"))
                    .col(big("sent_at"))
                    .col(big("expires_at"))
                    .col(big("resets_at"))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("password_resets", ["ticket_hash"])).await?;
        manager.create_index(index("password_resets", ["user_id"])).await?;
        manager.create_index(index("password_resets", ["resets_at"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("security_events")
                    .col(id())
                    .col(big("user_id"))
                    .col(text("kind"))
                    .col(text("detail"))
                    // Whether someone who is not signed in can cause it.
                    .col(flag("by_anybody"))
                    .col(text("user_agent"))
                    .col(text("address"))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        // Read page by page, and each of the two kinds is bounded separately.
        manager.create_index(index("security_events", ["user_id", "id"])).await?;
        manager.create_index(index("security_events", ["user_id", "by_anybody", "id"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["security_events", "password_resets"]).await?;
        manager.alter_table(Table::alter().table("users").drop_column("disabled_at").take()).await
    }
}
