//! Accounts: people, their sessions, phone codes and pictures.
//! Servers and what people do in them come in the next step.

use sea_orm::DbBackend;

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, id, index, int, key, references, text, text_null, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        // Compared byte by byte on both databases, so that a search for a prefix is a range of the index.
        let mut nickname = text("nickname");
        if manager.get_database_backend() == DbBackend::Postgres {
            nickname.extra("COLLATE \"C\"");
        }
        manager
            .create_table(
                Table::create()
                    .table("users")
                    .col(id())
                    .col(nickname)
                    .col(text("name"))
                    .col(text("password_hash"))
                    .col(text_null("phone"))
                    // When the picture was uploaded, which distinguishes its versions; NULL: the generated one.
                    .col(big_null("picture_at"))
                    .col(big("created_at"))
                    .take(),
            )
            .await?;
        manager.create_index(unique("users", ["nickname"])).await?;
        // A number belongs to one account; any number of accounts may have none.
        manager.create_index(unique("users", ["phone"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("sessions")
                    .col(id())
                    .col(bytes("token_hash"))
                    .col(big("user_id"))
                    .col(big("created_at"))
                    .col(big("seen_at"))
                    // When the password was last entered, for actions that require it again.
                    .col(big("authenticated_at"))
                    .col(text("user_agent"))
                    .col(text("address"))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("sessions", ["token_hash"])).await?;
        manager.create_index(index("sessions", ["user_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("phone_codes")
                    .col(big("user_id").primary_key().take())
                    .col(text("phone"))
                    .col(bytes("code_mac"))
                    .col(int("attempts"))
                    .col(big("sent_at"))
                    .col(big("expires_at"))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;

        // One row per number and day: the budget of texts belongs to the number, whichever account asks.
        manager
            .create_table(
                Table::create()
                    .table("phone_budgets")
                    .col(bytes("phone_mac").primary_key().take())
                    .col(int("sent"))
                    .col(big("last_sent_at"))
                    .col(big("resets_at"))
                    .take(),
            )
            .await?;

        manager
            .create_table(
                Table::create()
                    .table("pictures")
                    .col(text("kind"))
                    .col(big("subject_id"))
                    .col(bytes("png"))
                    .primary_key(&mut key(["kind", "subject_id"]))
                    .take(),
            )
            .await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["pictures", "phone_budgets", "phone_codes", "sessions", "users"]).await
    }
}
