//! Sign-in for external services: apps, their redirect URIs and secrets, codes, grants, and the apps' log.
//! Webhook apps are separate and have their own migration.

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, id, index, int, key, references, text, text_null, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("oauth_apps")
                    .col(id())
                    .col(big("owner_id"))
                    .col(text("name"))
                    .col(text("homepage"))
                    .col(text("description"))
                    .col(big_null("picture_at"))
                    .col(big("created_at"))
                    .foreign_key(&mut references("owner_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("oauth_apps", ["owner_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("redirect_uris")
                    .col(big("app_id"))
                    .col(int("position"))
                    .col(text("uri"))
                    .primary_key(&mut key(["app_id", "position"]))
                    .foreign_key(&mut references("app_id", "oauth_apps", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("redirect_uris", ["app_id", "uri"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("client_secrets")
                    .col(id())
                    .col(big("app_id"))
                    // 0 or 1: an app has at most two secrets.
                    .col(int("slot"))
                    .col(bytes("secret_hash"))
                    .col(text("last_four"))
                    .col(big("created_at"))
                    .col(big_null("last_used_at"))
                    .foreign_key(&mut references("app_id", "oauth_apps", ForeignKeyAction::Cascade))
                    .check(Expr::cust("slot IN (0, 1)"))
                    .take(),
            )
            .await?;
        manager.create_index(unique("client_secrets", ["app_id", "slot"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("grants")
                    .col(big("user_id"))
                    .col(big("app_id"))
                    .col(big("created_at"))
                    .col(big("last_used_at"))
                    .primary_key(&mut key(["user_id", "app_id"]))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("app_id", "oauth_apps", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("grants", ["app_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("authorization_codes")
                    .col(id())
                    .col(bytes("secret_hash"))
                    .col(big("app_id"))
                    .col(big("user_id"))
                    .col(text("redirect_uri"))
                    .col(text_null("code_challenge"))
                    // A consent form creates at most one code, however often it is submitted.
                    .col(bytes("form_hash"))
                    .col(big("created_at"))
                    .col(big("expires_at"))
                    .col(big_null("used_at"))
                    // A code is deleted with the grant it was issued for.
                    .foreign_key(
                        ForeignKey::create()
                            .from_col("user_id")
                            .from_col("app_id")
                            .to_tbl("grants")
                            .to_col("user_id")
                            .to_col("app_id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .take(),
            )
            .await?;
        manager.create_index(unique("authorization_codes", ["form_hash"])).await?;
        manager.create_index(index("authorization_codes", ["user_id", "app_id"])).await?;
        manager.create_index(index("authorization_codes", ["expires_at"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("app_events")
                    .col(id())
                    .col(big("app_id"))
                    .col(text("kind"))
                    .col(text("detail"))
                    .col(big_null("user_id"))
                    .foreign_key(&mut references("app_id", "oauth_apps", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::SetNull))
                    .take(),
            )
            .await?;
        manager.create_index(index("app_events", ["app_id", "id"])).await?;
        manager.create_index(index("app_events", ["user_id"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(
            manager,
            &["app_events", "authorization_codes", "grants", "client_secrets", "redirect_uris", "oauth_apps"],
        )
        .await
    }
}
