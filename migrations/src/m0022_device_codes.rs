//! Device codes (RFC 8628): sign-ins of devices that a person has yet to approve on another one.
//! An approved one becomes an authorization code, and its row here is deleted.

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, id, index, int, references, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("device_codes")
                    // Also the id of the authorization code that an approval makes of it.
                    .col(id())
                    .col(bytes("secret_hash"))
                    .col(big("app_id"))
                    // The short code under the instance key: its 34 bits would not outlast a plain hash.
                    .col(bytes("user_code_mac"))
                    .col(text("scope"))
                    // From where the device asked, for the page; and what of it counts as one address.
                    .col(text("address"))
                    .col(text("network"))
                    .col(big("created_at"))
                    .col(big("expires_at"))
                    .col(int("interval_secs"))
                    .col(big_null("polled_at"))
                    .col(big_null("denied_at"))
                    .foreign_key(&mut references("app_id", "oauth_apps", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("device_codes", ["user_code_mac"])).await?;
        manager.create_index(index("device_codes", ["app_id", "expires_at"])).await?;
        manager.create_index(index("device_codes", ["network", "expires_at"])).await?;
        manager.create_index(index("device_codes", ["expires_at"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["device_codes"]).await
    }
}
