//! Deleting an account no longer updates all rows that name the user in one transaction: drops the foreign keys that
//! did.
//! What is left of a deleted account is listed in `departed` and deleted in batches.

use sea_orm::{ConnectionTrait, DbBackend};

use crate::prelude::*;
use crate::table::{big, big_null, bytes, id, index, int, key, references, text, unique};

pub(crate) struct Migration;

/// The foreign keys to users to drop: table, column, and what happened to a row when the user was deleted.
const CUT: [(&str, &str, ForeignKeyAction); 3] = [
    ("overwrites", "user_id", ForeignKeyAction::Cascade),
    ("webhooks", "creator_id", ForeignKeyAction::SetNull),
    ("invites", "creator_id", ForeignKeyAction::SetNull),
];

/// The foreign key from a member's roles to the member, on Postgres.
const OF_MEMBER: &str = "member_roles_server_id_user_id_fkey";

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
        if manager.get_database_backend() == DbBackend::Sqlite {
            return rebuild_all(manager, State::After).await;
        }
        let names = CUT.map(|(table, column, _)| (table, format!("{table}_{column}_fkey")));
        for (table, name) in names.into_iter().chain([("member_roles", OF_MEMBER.into())]) {
            let cut = ForeignKey::drop().table(table).name(name).to_owned();
            manager.drop_foreign_key(cut).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        let db = manager.get_connection();
        // What the foreign keys would have deleted. The version before this migration doesn't know the last of them.
        for sql in [
            "DELETE FROM overwrites WHERE user_id NOT IN (SELECT id FROM users)",
            "UPDATE webhooks SET creator_id = NULL WHERE creator_id NOT IN (SELECT id FROM users)",
            "UPDATE invites SET creator_id = NULL WHERE creator_id NOT IN (SELECT id FROM users)",
            "DELETE FROM member_roles WHERE NOT EXISTS (SELECT 1 FROM members \
             WHERE members.server_id = member_roles.server_id AND members.user_id = member_roles.user_id)",
            "DELETE FROM departed WHERE kind = 'user'",
        ] {
            db.execute_unprepared(sql).await?;
        }
        if manager.get_database_backend() == DbBackend::Sqlite {
            return rebuild_all(manager, State::Before).await;
        }
        for (table, column, on_delete) in CUT {
            let tie = ForeignKey::create()
                .name(format!("{table}_{column}_fkey"))
                .from(table, column)
                .to("users", "id")
                .on_delete(on_delete)
                .take();
            manager.create_foreign_key(tie).await?;
        }
        let tie = ForeignKey::create()
            .name(OF_MEMBER)
            .from("member_roles", "server_id")
            .from("member_roles", "user_id")
            .to("members", "server_id")
            .to("members", "user_id")
            .on_delete(ForeignKeyAction::Cascade)
            .take();
        manager.create_foreign_key(tie).await
    }
}

/// SQLite can't drop a table's constraint: each table is recreated and its rows copied. No table refers to one of
/// these.
async fn rebuild_all(manager: &SchemaManager<'_>, to: State) -> Result<(), DbErr> {
    let columns = "server_id, user_id, role_id, given_at";
    rebuild(manager, "member_roles", member_roles(to), None, columns).await?;
    for column in ["role_id", "user_id"] {
        manager.create_index(index("member_roles", [column])).await?;
    }

    let columns = "id, channel_id, role_id, user_id, allow, deny";
    rebuild(manager, "overwrites", overwrites(to), None, columns).await?;
    for column in ["role_id", "user_id"] {
        manager.create_index(unique("overwrites", ["channel_id", column])).await?;
    }
    for column in ["role_id", "user_id"] {
        manager.create_index(index("overwrites", [column])).await?;
    }

    let columns = "code, server_id, creator_id, uses, created_at";
    rebuild(manager, "invites", invites(to), None, columns).await?;
    manager.create_index(index("invites", ["server_id", "created_at"])).await?;
    manager.create_index(index("invites", ["creator_id"])).await?;

    let columns = "id, server_id, channel_id, creator_id, name, picture_at, token_hash, token_sealed, created_at, \
        paused_at, revision";
    let revision = big("revision").default(0).take();
    rebuild(manager, "webhooks", webhooks(to), Some(revision), columns).await?;
    for column in ["server_id", "channel_id", "creator_id"] {
        manager.create_index(index("webhooks", [column])).await?;
    }
    Ok(())
}

/// Recreates a table, with a column that an earlier migration added.
async fn rebuild(
    manager: &SchemaManager<'_>,
    name: &'static str,
    table: TableCreateStatement,
    added: Option<ColumnDef>,
    columns: &str,
) -> Result<(), DbErr> {
    let db = manager.get_connection();
    db.execute_unprepared(&format!("ALTER TABLE {name} RENAME TO {name}_before")).await?;
    manager.create_table(table).await?;
    if let Some(column) = added {
        let add = Table::alter().table(name).add_column(column).take();
        manager.alter_table(add).await?;
    }
    db.execute_unprepared(&format!("INSERT INTO {name} ({columns}) SELECT {columns} FROM {name}_before")).await?;
    db.execute_unprepared(&format!("DROP TABLE {name}_before")).await?;
    Ok(())
}

fn member_roles(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("member_roles")
        .col(big("server_id"))
        .col(big("user_id"))
        .col(big("role_id"))
        .col(big("given_at"))
        .primary_key(&mut key(["server_id", "user_id", "role_id"]))
        .take();
    if state == State::Before {
        table.foreign_key(
            ForeignKey::create()
                .from_col("server_id")
                .from_col("user_id")
                .to_tbl("members")
                .to_col("server_id")
                .to_col("user_id")
                .on_delete(ForeignKeyAction::Cascade),
        );
    }
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
    tied(&mut table, state, "user_id", ForeignKeyAction::Cascade);
    table.check(Expr::cust("(role_id IS NULL) <> (user_id IS NULL)")).take()
}

fn invites(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("invites")
        .col(text("code").primary_key().take())
        .col(big("server_id"))
        .col(big_null("creator_id"))
        .col(int("uses"))
        .col(big("created_at"))
        .foreign_key(&mut references("server_id", "servers", ForeignKeyAction::Cascade))
        .take();
    tied(&mut table, state, "creator_id", ForeignKeyAction::SetNull);
    table
}

fn webhooks(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("webhooks")
        .col(id())
        .col(big("server_id"))
        .col(big("channel_id"))
        .col(big_null("creator_id"))
        .col(text("name"))
        .col(big_null("picture_at"))
        .col(bytes("token_hash"))
        .col(bytes("token_sealed"))
        .col(big("created_at"))
        .col(big_null("paused_at"))
        .foreign_key(&mut references("server_id", "servers", ForeignKeyAction::Cascade))
        .foreign_key(&mut references("channel_id", "channels", ForeignKeyAction::Cascade))
        .take();
    tied(&mut table, state, "creator_id", ForeignKeyAction::SetNull);
    table
}

fn tied(table: &mut TableCreateStatement, state: State, column: &'static str, on_delete: ForeignKeyAction) {
    if state == State::Before {
        table.foreign_key(&mut references(column, "users", on_delete));
    }
}
