//! Servers: channels, roles, members, overwrites, invites.
//! Messages come in the next migration.

use crate::prelude::*;
use crate::table::{big, big_null, drop_all, flag, id, index, int, key, references, text, unique};

pub(crate) struct Migration;

impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("servers")
                    .col(id())
                    .col(text("name"))
                    .col(big("owner_id"))
                    .col(big("created_at"))
                    // An account that owns a server transfers or deletes it first.
                    .foreign_key(&mut references("owner_id", "users", ForeignKeyAction::Restrict))
                    .take(),
            )
            .await?;
        manager.create_index(index("servers", ["owner_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("channels")
                    .col(id())
                    .col(big("server_id"))
                    .col(text("name"))
                    .col(text("topic"))
                    .col(big("created_at"))
                    .foreign_key(&mut references("server_id", "servers", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("channels", ["server_id", "name"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("roles")
                    .col(id())
                    .col(big("server_id"))
                    .col(text("name"))
                    // The name in the form that is compared; `all` is the role that every member has.
                    .col(text("name_folded"))
                    .col(flag("mentionable"))
                    .col(int("permissions"))
                    .col(big("created_at"))
                    .foreign_key(&mut references("server_id", "servers", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(unique("roles", ["server_id", "name_folded"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("members")
                    .col(big("server_id"))
                    .col(big("user_id"))
                    .col(big("joined_at"))
                    .primary_key(&mut key(["server_id", "user_id"]))
                    .foreign_key(&mut references("server_id", "servers", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("members", ["user_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("member_roles")
                    .col(big("server_id"))
                    .col(big("user_id"))
                    .col(big("role_id"))
                    .col(big("given_at"))
                    .primary_key(&mut key(["server_id", "user_id", "role_id"]))
                    // Leaving a server removes the member's roles.
                    .foreign_key(
                        ForeignKey::create()
                            .from_col("server_id")
                            .from_col("user_id")
                            .to_tbl("members")
                            .to_col("server_id")
                            .to_col("user_id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .foreign_key(&mut references("role_id", "roles", ForeignKeyAction::Cascade))
                    .take(),
            )
            .await?;
        manager.create_index(index("member_roles", ["role_id"])).await?;
        manager.create_index(index("member_roles", ["user_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("overwrites")
                    .col(id())
                    .col(big("channel_id"))
                    // Exactly one of the two is set: the target of the overwrite.
                    .col(big_null("role_id"))
                    .col(big_null("user_id"))
                    .col(int("allow"))
                    .col(int("deny"))
                    .foreign_key(&mut references("channel_id", "channels", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("role_id", "roles", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("user_id", "users", ForeignKeyAction::Cascade))
                    .check(Expr::cust("(role_id IS NULL) <> (user_id IS NULL)"))
                    .take(),
            )
            .await?;
        manager.create_index(unique("overwrites", ["channel_id", "role_id"])).await?;
        manager.create_index(unique("overwrites", ["channel_id", "user_id"])).await?;
        manager.create_index(index("overwrites", ["role_id"])).await?;
        manager.create_index(index("overwrites", ["user_id"])).await?;

        manager
            .create_table(
                Table::create()
                    .table("invites")
                    .col(text("code").primary_key().take())
                    .col(big("server_id"))
                    .col(big_null("creator_id"))
                    .col(int("uses"))
                    .col(big("created_at"))
                    .foreign_key(&mut references("server_id", "servers", ForeignKeyAction::Cascade))
                    .foreign_key(&mut references("creator_id", "users", ForeignKeyAction::SetNull))
                    .take(),
            )
            .await?;
        manager.create_index(index("invites", ["server_id", "created_at"])).await?;
        manager.create_index(index("invites", ["creator_id"])).await
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_all(manager, &["invites", "overwrites", "member_roles", "members", "roles", "channels", "servers"]).await
    }
}
