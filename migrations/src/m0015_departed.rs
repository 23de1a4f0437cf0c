//! Deleted servers, channels, roles, webhooks and apps, listed until their rows are deleted in batches.
//! Drops the foreign keys that deleted all of these rows in one transaction.

use sea_orm::{ConnectionTrait, DbBackend};

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, id, index, int, key, references, text, text_null, unique};

pub(crate) struct Migration;

/// The foreign keys to drop: table, column, parent.
const CUT: [(&str, &str, &str); 6] = [
    ("members", "server_id", "servers"),
    ("member_roles", "role_id", "roles"),
    ("overwrites", "channel_id", "channels"),
    ("overwrites", "role_id", "roles"),
    ("deliveries", "webhook_id", "webhooks"),
    ("grants", "app_id", "oauth_apps"),
];

/// A table as it is before or after this migration.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    After,
}

impl MigrationTrait for Migration {
    /// A partial run would leave a table under its temporary name.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("departed")
                    .col(text("kind"))
                    .col(big("id"))
                    .col(big("departed_at"))
                    // When to look for what is left of it.
                    .col(big("look_at"))
                    .primary_key(&mut key(["kind", "id"]))
                    .take(),
            )
            .await?;
        manager.create_index(index("departed", ["look_at"])).await?;
        manager
            .get_connection()
            .execute_unprepared(
                "INSERT INTO departed (kind, id, departed_at, look_at) \
                 SELECT 'channel', channel_id, departed_at, look_at FROM departed_channels",
            )
            .await?;
        drop_all(manager, &["departed_channels"]).await?;
        if manager.get_database_backend() == DbBackend::Sqlite {
            return rebuild_all(manager, State::After).await;
        }
        for (table, column, _) in CUT {
            let cut = ForeignKey::drop().table(table).name(format!("{table}_{column}_fkey")).to_owned();
            manager.drop_foreign_key(cut).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let db = manager.get_connection();
        manager
            .create_table(
                Table::create()
                    .table("departed_channels")
                    .col(big("channel_id").primary_key().take())
                    .col(big("departed_at"))
                    .col(big("look_at"))
                    .take(),
            )
            .await?;
        manager.create_index(index("departed_channels", ["look_at"])).await?;
        db.execute_unprepared(
            "INSERT INTO departed_channels (channel_id, departed_at, look_at) \
             SELECT id, departed_at, look_at FROM departed WHERE kind = 'channel'",
        )
        .await?;
        drop_all(manager, &["departed"]).await?;
        // What a foreign key would have deleted.
        for (table, column, parent) in CUT {
            db.execute_unprepared(&format!("DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {parent})"))
                .await?;
        }
        if manager.get_database_backend() == DbBackend::Sqlite {
            return rebuild_all(manager, State::Before).await;
        }
        for (table, column, parent) in CUT {
            let tie = ForeignKey::create()
                .name(format!("{table}_{column}_fkey"))
                .from(table, column)
                .to(parent, "id")
                .on_delete(ForeignKeyAction::Cascade)
                .take();
            manager.create_foreign_key(tie).await?;
        }
        Ok(())
    }
}

/// SQLite can't drop a table's constraint: each table is recreated and its rows copied. Dropping a table deletes the
/// rows that refer to it, so if one of two tables refers to the other, both are copied first.
async fn rebuild_all(manager: &SchemaManager<'_>, to: State) -> Result<(), DbErr> {
    rebuild(manager, &[(members(to), "members", MEMBERS), (member_roles(to), "member_roles", MEMBER_ROLES)]).await?;
    manager.create_index(index("members", ["user_id"])).await?;
    for column in ["role_id", "user_id"] {
        manager.create_index(index("member_roles", [column])).await?;
    }

    rebuild(manager, &[(overwrites(to), "overwrites", OVERWRITES)]).await?;
    for column in ["role_id", "user_id"] {
        manager.create_index(unique("overwrites", ["channel_id", column])).await?;
    }
    for column in ["role_id", "user_id"] {
        manager.create_index(index("overwrites", [column])).await?;
    }

    rebuild(manager, &[(deliveries(to), "deliveries", DELIVERIES)]).await?;
    manager.create_index(unique("deliveries", ["webhook_id", "id"])).await?;
    let refused = index("deliveries", ["webhook_id", "id"])
        .name("deliveries_refused_idx")
        .and_where(Expr::cust("status >= 400"))
        .take();
    manager.create_index(refused).await?;

    rebuild(manager, &[(grants(to), "grants", GRANTS), (codes(), "authorization_codes", CODES)]).await?;
    manager.create_index(index("grants", ["app_id"])).await?;
    manager.create_index(unique("authorization_codes", ["form_hash"])).await?;
    manager.create_index(index("authorization_codes", ["user_id", "app_id"])).await?;
    manager.create_index(index("authorization_codes", ["expires_at"])).await
}

const MEMBERS: &str = "server_id, user_id, joined_at";
const MEMBER_ROLES: &str = "server_id, user_id, role_id, given_at";
const OVERWRITES: &str = "id, channel_id, role_id, user_id, allow, deny";
const DELIVERIES: &str = "id, webhook_id, status, latency_us, message_id, report";
const GRANTS: &str = "user_id, app_id, created_at, last_used_at";
const CODES: &str = "id, secret_hash, app_id, user_id, redirect_uri, code_challenge, form_hash, created_at, \
    expires_at, used_at";

/// A new table: its name and columns.
type Rebuilt = (TableCreateStatement, &'static str, &'static str);

/// Recreates tables, each after the one it refers to.
async fn rebuild(manager: &SchemaManager<'_>, tables: &[Rebuilt]) -> Result<(), DbErr> {
    let db = manager.get_connection();
    for (table, name, columns) in tables {
        db.execute_unprepared(&format!("ALTER TABLE {name} RENAME TO {name}_before")).await?;
        manager.create_table(table.clone()).await?;
        db.execute_unprepared(&format!("INSERT INTO {name} ({columns}) SELECT {columns} FROM {name}_before")).await?;
    }
    for (_, name, _) in tables.iter().rev() {
        db.execute_unprepared(&format!("DROP TABLE {name}_before")).await?;
    }
    Ok(())
}

fn members(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("members")
        .col(big("server_id"))
        .col(big("user_id"))
        .col(big("joined_at"))
        .primary_key(&mut key(["server_id", "user_id"]))
        .take();
    tied(&mut table, state, "server_id", "servers");
    table.foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade)).take()
}

fn member_roles(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("member_roles")
        .col(big("server_id"))
        .col(big("user_id"))
        .col(big("role_id"))
        .col(big("given_at"))
        .primary_key(&mut key(["server_id", "user_id", "role_id"]))
        .foreign_key(
            ForeignKey::create()
                .from_col("server_id")
                .from_col("user_id")
                .to_tbl("members")
                .to_col("server_id")
                .to_col("user_id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take();
    tied(&mut table, state, "role_id", "roles");
    table
}

fn overwrites(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("overwrites")
        .col(id())
        .col(big("channel_id"))
        .col(big_null("role_id"))
        .col(big_null("user_id"))
        .col(int("allow"))
        .col(int("deny"))
        .take();
    tied(&mut table, state, "channel_id", "channels");
    tied(&mut table, state, "role_id", "roles");
    table
        .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
        .check(Expr::cust("(role_id IS NULL) <> (user_id IS NULL)"))
        .take()
}

fn deliveries(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("deliveries")
        .col(id())
        .col(big("webhook_id"))
        .col(int("status"))
        .col(int("latency_us"))
        .col(big_null("message_id"))
        .col(text("report"))
        .take();
    tied(&mut table, state, "webhook_id", "webhooks");
    table
}

fn grants(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("grants")
        .col(big("user_id"))
        .col(big("app_id"))
        .col(big("created_at"))
        .col(big("last_used_at"))
        .primary_key(&mut key(["user_id", "app_id"]))
        .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
        .take();
    tied(&mut table, state, "app_id", "oauth_apps");
    table
}

/// Unchanged, but it refers to a table that is recreated.
fn codes() -> TableCreateStatement {
    Table::create()
        .table("authorization_codes")
        .col(id())
        .col(bytes("secret_hash"))
        .col(big("app_id"))
        .col(big("user_id"))
        .col(text("redirect_uri"))
        .col(text_null("code_challenge"))
        .col(bytes("form_hash"))
        .col(big("created_at"))
        .col(big("expires_at"))
        .col(big_null("used_at"))
        .foreign_key(
            ForeignKey::create()
                .from_col("user_id")
                .from_col("app_id")
                .to_tbl("grants")
                .to_col("user_id")
                .to_col("app_id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .take()
}

fn tied(table: &mut TableCreateStatement, state: State, column: &'static str, parent: &'static str) {
    if state == State::Before {
        table.foreign_key(&mut references(column, parent, ForeignKeyAction::Cascade));
    }
}
