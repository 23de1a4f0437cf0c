//! Where an app's privacy policy and terms are, and what people report about apps to the operator.
//! A report outlives the app that it is about, so it names the app and its owner itself.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, id, index, references, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for name in ["privacy_url", "terms_url"] {
            let column = text(name).default("").take();
            let add = Table::alter().table("oauth_apps").add_column(column).take();
            manager.alter_table(add).await?;
        }
        manager
            .create_table(
                Table::create()
                    .table("app_reports")
                    .col(id())
                    .col(big("app_id"))
                    .col(text("app_name"))
                    .col(big("owner_id"))
                    .col(text("owner_nickname"))
                    .col(big_null("reporter_id"))
                    .col(text("reason"))
                    .col(text("text"))
                    .col(big_null("closed_at"))
                    .foreign_key(&mut references("reporter_id", "users", ForeignKeyAction::SetNull))
                    .take(),
            )
            .await?;
        // A person has one report of an app, which a later one replaces once it is closed.
        manager.create_index(unique("app_reports", ["reporter_id", "app_id"])).await?;
        manager.create_index(index("app_reports", ["app_id", "closed_at"])).await?;
        manager.create_index(index("app_reports", ["closed_at"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["app_reports"]).await?;
        for name in ["terms_url", "privacy_url"] {
            let drop = Table::alter().table("oauth_apps").drop_column(name).take();
            manager.alter_table(drop).await?;
        }
        Ok(())
    }
}
