//! The second step of signing in: authenticator apps, recovery codes, sign-ins that wait for it, and trusted browsers.
//! Sessions say how they were opened; codes for apps, how the person had signed in.

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, id, index, int, key, references, text, unique};

pub(crate) struct Migration;

const TABLES: [&str; 4] = ["authenticators", "recovery_codes", "sign_in_tickets", "trusted_browsers"];

/// The account that a row belongs to, and is deleted with.
fn of_user() -> ForeignKeyCreateStatement {
    references("user_id", "users", ForeignKeyAction::Cascade)
}

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("authenticators")
                    .col(big("user_id").primary_key().take())
                    .col(bytes("secret_sealed"))
                    .col(big("last_step"))
                    .col(big("created_at"))
                    .col(big_null("confirmed_at"))
                    .foreign_key(&mut of_user())
                    .take(),
            )
            .await?;
        manager.create_index(index("authenticators", ["confirmed_at", "created_at"])).await?;
        manager
            .create_table(
                Table::create()
                    .table("recovery_codes")
                    .col(big("user_id"))
                    .col(bytes("code_hash"))
                    .primary_key(&mut key(["user_id", "code_hash"]))
                    .foreign_key(&mut of_user())
                    .take(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("sign_in_tickets")
                    .col(id())
                    .col(bytes("ticket_hash"))
                    .col(big("user_id"))
                    .col(int("attempts"))
                    .col(big("expires_at"))
                    .foreign_key(&mut of_user())
                    .take(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("trusted_browsers")
                    .col(id())
                    .col(bytes("token_hash"))
                    .col(big("user_id"))
                    .col(big("expires_at"))
                    .col(text("user_agent"))
                    .col(text("address"))
                    .foreign_key(&mut of_user())
                    .take(),
            )
            .await?;
        for (table, secret) in [("sign_in_tickets", "ticket_hash"), ("trusted_browsers", "token_hash")] {
            manager.create_index(unique(table, [secret])).await?;
            manager.create_index(index(table, ["user_id", "id"])).await?;
            manager.create_index(index(table, ["expires_at"])).await?;
        }
        let opened_by = text("opened_by").default("password").take();
        let amr = text("amr").default("pwd").take();
        for (table, mut column) in [
            ("sessions", opened_by),
            ("sessions", big_null("second_at")),
            ("authorization_codes", amr),
            ("password_resets", ColumnDef::new("text_mac").binary().null().take()),
        ] {
            let add = Table::alter().table(table).add_column(&mut column).take();
            manager.alter_table(add).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for (table, column) in [
            ("password_resets", "text_mac"),
            ("authorization_codes", "amr"),
            ("sessions", "second_at"),
            ("sessions", "opened_by"),
        ] {
            let drop = Table::alter().table(table).drop_column(column).take();
            manager.alter_table(drop).await?;
        }
        drop_all(manager, &TABLES).await
    }
}
