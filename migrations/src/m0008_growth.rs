//! Preparation for large tables: messages without foreign keys, remains of deleted channels, posts counted by the hour.
//! Creates the indexes that the cleanup needs, and drops unused ones.

use sea_orm::{ConnectionTrait, DbBackend};

use crate::prelude::*;
use crate::table::{big, big_null, bytes, drop_all, id, index, int, key, references, text, text_null};

pub(crate) struct Migration;

/// The foreign keys to drop: table, column, parent.
const CUT: [(&str, &str, &str); 4] = [
    ("mentions", "message_id", "messages"),
    ("messages", "channel_id", "channels"),
    ("read_marks", "channel_id", "channels"),
    ("idempotency_keys", "webhook_id", "webhooks"),
];

/// The indexes that find expired rows.
const WANTED: [(&str, &str); 3] = [("sessions", "seen_at"), ("phone_codes", "sent_at"), ("phone_budgets", "resets_at")];

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
            rebuild_all(manager, State::After).await?;
        } else {
            for (table, column, _) in CUT {
                let cut = ForeignKey::drop().table(table).name(format!("{table}_{column}_fkey")).to_owned();
                manager.drop_foreign_key(cut).await?;
            }
            let unused = Index::drop().name("mentions_message_id_idx").table("mentions").to_owned();
            manager.drop_index(unused).await?;
        }

        manager
            .create_table(
                Table::create()
                    .table("departed_channels")
                    .col(big("channel_id").primary_key().take())
                    .col(big("departed_at"))
                    // When to look for what is left of it.
                    .col(big("look_at"))
                    .take(),
            )
            .await?;
        manager.create_index(index("departed_channels", ["look_at"])).await?;

        // The hour comes first: a webhook's day is then a few short ranges, and old rows are adjacent.
        manager
            .create_table(
                Table::create()
                    .table("webhook_hours")
                    .col(big("hour"))
                    .col(big("webhook_id"))
                    .col(big("accepted"))
                    .col(big("refused"))
                    .primary_key(&mut key(["hour", "webhook_id"]))
                    .take(),
            )
            .await?;
        // What the chart of the last day shows. An ID has milliseconds since 2025 above its lower twelve bits.
        manager
            .get_connection()
            .execute_unprepared(
                "INSERT INTO webhook_hours (hour, webhook_id, accepted, refused) \
                 SELECT id / 14745600000 * 3600000 + 1735689600000, webhook_id, COUNT(*), 0 FROM messages \
                 WHERE webhook_id IS NOT NULL \
                     AND id >= (SELECT COALESCE(MAX(id), 0) FROM messages) - 353894400000 \
                 GROUP BY 1, 2",
            )
            .await?;

        for (table, column) in WANTED {
            manager.create_index(index(table, [column])).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for (table, column) in WANTED {
            let unwanted = Index::drop().name(format!("{table}_{column}_idx")).table(table).to_owned();
            manager.drop_index(unwanted).await?;
        }
        drop_all(manager, &["webhook_hours", "departed_channels"]).await?;
        // What a foreign key would have deleted.
        for (table, column, parent) in [CUT[1], CUT[0], CUT[2], CUT[3]] {
            manager
                .get_connection()
                .execute_unprepared(&format!("DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {parent})"))
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
        manager.create_index(index("mentions", ["message_id"])).await
    }
}

/// SQLite can't drop a table's constraint: each table is recreated and its rows copied. Mentions come first when their
/// messages are recreated, and last when they refer to them again: dropping a table deletes the rows that refer to it.
async fn rebuild_all(manager: &SchemaManager<'_>, to: State) -> Result<(), DbErr> {
    if to == State::After {
        rebuild(manager, mentions(to), "mentions", MENTIONS).await?;
    }
    rebuild(manager, messages(to), "messages", MESSAGES).await?;
    // A row is found by its ID alone, and an index entry contains the row ID anyway.
    manager
        .create_index(match to {
            State::Before => index("messages", ["channel_id", "id"]),
            State::After => index("messages", ["channel_id"]),
        })
        .await?;
    if to == State::Before {
        rebuild(manager, mentions(to), "mentions", MENTIONS).await?;
        manager.create_index(index("mentions", ["message_id"])).await?;
    }
    rebuild(manager, read_marks(to), "read_marks", READ_MARKS).await?;
    manager.create_index(index("read_marks", ["channel_id"])).await?;
    rebuild(manager, keys(to), "idempotency_keys", KEYS).await?;
    manager.create_index(index("idempotency_keys", ["created_at"])).await
}

const MENTIONS: &str = "kind, target_id, message_id, channel_id";
const MESSAGES: &str = "id, channel_id, author_id, webhook_id, name, avatar_url, content, spans";
const READ_MARKS: &str = "user_id, channel_id, message_id";
const KEYS: &str = "webhook_id, key, body_hash, answer, created_at";

async fn rebuild(
    manager: &SchemaManager<'_>,
    table: TableCreateStatement,
    name: &'static str,
    columns: &str,
) -> Result<(), DbErr> {
    let db = manager.get_connection();
    db.execute_unprepared(&format!("ALTER TABLE {name} RENAME TO {name}_before")).await?;
    manager.create_table(table).await?;
    db.execute_unprepared(&format!("INSERT INTO {name} ({columns}) SELECT {columns} FROM {name}_before")).await?;
    db.execute_unprepared(&format!("DROP TABLE {name}_before")).await?;
    Ok(())
}

/// In SQLite's terms: WITHOUT ROWID.
const BY_KEY: &str = "WITHOUT ROWID";

fn mentions(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("mentions")
        .col(int("kind"))
        .col(big("target_id"))
        .col(big("message_id"))
        .col(big("channel_id"))
        .primary_key(&mut key(["kind", "target_id", "message_id"]))
        .take();
    tied(&mut table, state, "message_id", "messages");
    if state == State::After {
        table.extra(BY_KEY);
    }
    table
}

fn messages(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("messages")
        .col(id())
        .col(big("channel_id"))
        .col(big_null("author_id"))
        .col(big_null("webhook_id"))
        .col(text_null("name"))
        .col(text_null("avatar_url"))
        .col(text("content"))
        .col(text_null("spans"))
        .take();
    tied(&mut table, state, "channel_id", "channels");
    table
}

fn read_marks(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("read_marks")
        .col(big("user_id"))
        .col(big("channel_id"))
        .col(big("message_id"))
        .primary_key(&mut key(["user_id", "channel_id"]))
        .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
        .take();
    tied(&mut table, state, "channel_id", "channels");
    if state == State::After {
        table.extra(BY_KEY);
    }
    table
}

fn keys(state: State) -> TableCreateStatement {
    let mut table = Table::create()
        .table("idempotency_keys")
        .col(big("webhook_id"))
        .col(text("key"))
        .col(bytes("body_hash"))
        .col(text("answer"))
        .col(big("created_at"))
        .primary_key(&mut key(["webhook_id", "key"]))
        .take();
    tied(&mut table, state, "webhook_id", "webhooks");
    table
}

fn tied(table: &mut TableCreateStatement, state: State, column: &'static str, parent: &'static str) {
    if state == State::Before {
        table.foreign_key(&mut references(column, parent, ForeignKeyAction::Cascade));
    }
}
