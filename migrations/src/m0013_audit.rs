//! The audit log of servers and OAuth apps: who did what, and what the state was before.
//! Such entries move here from the apps' own log, which keeps the events of an app itself.

use sea_orm::ConnectionTrait;

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, id, index, text};

pub(crate) struct Migration;

/// The name of an action in the app's log, and its name here.
const MOVED: [(&str, &str); 4] = [
    ("created", "app_created"),
    ("edited", "app_edited"),
    ("secret_made", "secret_made"),
    ("secret_dropped", "secret_dropped"),
];

impl MigrationTrait for Migration {
    /// A partial run would leave actions in neither log.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("audit_entries")
                    .col(id())
                    // The server or app whose log the entry is in. No foreign key, here and below: an entry outlives
                    // its author and its subject.
                    .col(big("log_id"))
                    .col(big("actor_id"))
                    .col(text("actor_name"))
                    .col(text("actor_nickname"))
                    .col(text("action"))
                    .col(text("target_kind"))
                    .col(big_null("target_id"))
                    .col(text("target_name"))
                    .col(text("detail"))
                    .take(),
            )
            .await?;
        manager.create_index(index("audit_entries", ["log_id", "id"])).await?;
        manager.create_index(index("audit_entries", ["log_id", "actor_id", "id"])).await?;
        manager.create_index(index("audit_entries", ["log_id", "action", "id"])).await?;

        let db = manager.get_connection();
        for (before, after) in MOVED {
            // Only the owner could do any of it.
            db.execute_unprepared(&format!(
                "INSERT INTO audit_entries (id, log_id, actor_id, actor_name, actor_nickname, action, \
                     target_kind, target_id, target_name, detail) \
                 SELECT app_events.id, oauth_apps.id, users.id, users.name, users.nickname, '{after}', \
                     'app', oauth_apps.id, oauth_apps.name, '' \
                 FROM app_events JOIN oauth_apps ON oauth_apps.id = app_events.app_id \
                     JOIN users ON users.id = oauth_apps.owner_id \
                 WHERE app_events.kind = '{before}'"
            ))
            .await?;
            db.execute_unprepared(&format!("DELETE FROM app_events WHERE kind = '{before}'")).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for (before, after) in MOVED {
            manager
                .get_connection()
                .execute_unprepared(&format!(
                    "INSERT INTO app_events (id, app_id, kind, detail, user_id) \
                     SELECT id, log_id, '{before}', '', NULL FROM audit_entries \
                     WHERE action = '{after}' AND log_id IN (SELECT id FROM oauth_apps)"
                ))
                .await?;
        }
        drop_all(manager, &["audit_entries"]).await
    }
}
