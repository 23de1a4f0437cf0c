//! Sign-in by the standards: what an app chose, what a code was issued for, and the access token that came of it.
//! Apps and codes from before speak the JSON exchange alone, which is what the defaults say.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, flag, int, key, references, text, text_null, unique};

pub(crate) struct Migration;

/// The new columns, in the order in which they are added.
fn columns() -> [(&'static str, ColumnDef); 10] {
    [
        // What the owner's pages show: `native` or `openid`. Any app may use either on the endpoints.
        ("oauth_apps", text("profile").default("native").take()),
        // A public app has no secret (RFC 6749, section 2.1). Chosen at creation, never changed.
        ("oauth_apps", flag("is_public").default(false).take()),
        ("oauth_apps", text("id_token_alg").default("RS256").take()),
        ("oauth_apps", flag("device_enabled").default(false).take()),
        // How a code may be exchanged: `json`, `any`, `form` or `device`.
        ("authorization_codes", text("exchange").default("json").take()),
        // Granted scope values, separated by spaces.
        ("authorization_codes", text("scope").default("").take()),
        ("authorization_codes", text_null("nonce")),
        // When the user last entered the password before the code was issued.
        ("authorization_codes", big("auth_time").default(0).take()),
        // SHA-256 of the secret part of the access token that the exchange gave. In the same row, so that one statement
        // uses up the code and issues the token.
        ("authorization_codes", ColumnDef::new("access_token_hash").binary().null().take()),
        ("authorization_codes", big_null("access_token_expires_at")),
    ]
}

impl MigrationTrait for Migration {
    /// A failure halfway would leave a column that can't be added again.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for (table, column) in columns() {
            // SQLite adds one column at a time.
            let add = Table::alter().table(table).add_column(column).take();
            manager.alter_table(add).await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("post_logout_redirect_uris")
                    .col(big("app_id"))
                    .col(int("position"))
                    .col(text("uri"))
                    .primary_key(&mut key(["app_id", "position"]))
                    .foreign_key(&mut references("app_id", "oauth_apps", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("post_logout_redirect_uris", ["app_id", "uri"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["post_logout_redirect_uris"]).await?;
        for (table, column) in columns().into_iter().rev() {
            let drop = Table::alter().table(table).drop_column(column.get_column_name()).take();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
