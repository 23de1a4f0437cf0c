//! Two roles of a server never have names that a reader takes for one: by NFKC, case folding and the confusables of UTS #39.
//! Roles that were alike before keep their names; what the later ones are compared by ends in their id.

use std::collections::HashSet;

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, Statement};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use crate::table::{text_null, unique};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// How many roles are read at once.
const BATCH: i64 = 1_000;

/// A role, as far as its name is concerned.
struct Role {
    id: i64,
    server_id: i64,
    name: String,
    is_all: bool,
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// Half of it would leave names that are compared in two ways.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        drop_key(manager, "roles_server_id_name_folded_key").await?;
        let look = Table::alter()
            .table("roles")
            .add_column(text_null("name_look"))
            .take();
        manager.alter_table(look).await?;
        let mut taken = Taken::default();
        let mut after = (i64::MIN, i64::MIN);
        loop {
            let roles = read(manager, after).await?;
            let Some(last) = roles.last() else { break };
            after = (last.server_id, last.id);
            for role in &roles {
                let (mut key, mut look) = if role.is_all {
                    ("all".to_owned(), "all".to_owned())
                } else {
                    (key(&role.name), shape(&role.name))
                };
                taken.distinguish(role, &mut key, &mut look);
                write(manager, role.id, &key, Some(&look)).await?;
            }
        }
        for column in ["name_folded", "name_look"] {
            manager
                .create_index(unique("roles", ["server_id", column]))
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in ["name_folded", "name_look"] {
            drop_key(manager, &format!("roles_server_id_{column}_key")).await?;
        }
        let mut after = (i64::MIN, i64::MIN);
        loop {
            let roles = read(manager, after).await?;
            let Some(last) = roles.last() else { break };
            after = (last.server_id, last.id);
            for role in &roles {
                write(manager, role.id, &folded(&role.name), None).await?;
            }
        }
        let look = Table::alter()
            .table("roles")
            .drop_column("name_look")
            .take();
        manager.alter_table(look).await?;
        manager
            .create_index(unique("roles", ["server_id", "name_folded"]))
            .await
    }
}

/// What the roles of the server that is gone through are compared by.
#[derive(Default)]
struct Taken {
    server_id: i64,
    keys: HashSet<String>,
    looks: HashSet<String>,
}

impl Taken {
    /// Adds the role's id to what an earlier role of the server is compared by already. No name holds a `#`.
    fn distinguish(&mut self, role: &Role, key: &mut String, look: &mut String) {
        if self.server_id != role.server_id {
            *self = Self {
                server_id: role.server_id,
                ..Self::default()
            };
        }
        let is_all_by_accident = !role.is_all && (key == "all" || look == "all");
        if is_all_by_accident || self.keys.contains(key) || self.looks.contains(look) {
            let suffix = format!(" #{}", role.id);
            key.push_str(&suffix);
            look.push_str(&suffix);
        }
        self.keys.insert(key.clone());
        self.looks.insert(look.clone());
    }
}

async fn drop_key(manager: &SchemaManager<'_>, name: &str) -> Result<(), DbErr> {
    manager
        .drop_index(Index::drop().name(name).table("roles").to_owned())
        .await
}

/// The next roles by server and id.
async fn read(manager: &SchemaManager<'_>, after: (i64, i64)) -> Result<Vec<Role>, DbErr> {
    let db = manager.get_connection();
    let question = Statement::from_sql_and_values(
        manager.get_database_backend(),
        "SELECT id, server_id, name, name_folded FROM roles WHERE (server_id, id) > ($1, $2) \
         ORDER BY server_id, id LIMIT $3",
        [after.0.into(), after.1.into(), BATCH.into()],
    );
    let rows = db.query_all_raw(question).await?;
    rows.iter()
        .map(|row| {
            Ok(Role {
                id: row.try_get("", "id")?,
                server_id: row.try_get("", "server_id")?,
                name: row.try_get("", "name")?,
                is_all: row.try_get::<String>("", "name_folded")? == "all",
            })
        })
        .collect()
}

async fn write(
    manager: &SchemaManager<'_>,
    id: i64,
    folded: &str,
    look: Option<&str>,
) -> Result<(), DbErr> {
    let set = Statement::from_sql_and_values(
        manager.get_database_backend(),
        "UPDATE roles SET name_folded = $1, name_look = $2 WHERE id = $3",
        [folded.into(), look.map(str::to_owned).into(), id.into()],
    );
    manager.get_connection().execute_raw(set).await?;
    Ok(())
}

// The forms of a name as the application makes them when this step is written. A step does not change when they do.

fn key(name: &str) -> String {
    case_folded(&shape(&case_folded(name)))
}

fn shape(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    let once: String = skeleton(&plain).nfkc().collect();
    let twice: String = skeleton(&once).collect();
    let words: Vec<&str> = twice.split_whitespace().collect();
    words.join(" ")
}

fn case_folded(name: &str) -> String {
    let plain: String = name.nfkc().collect();
    let upper = plain.to_uppercase();
    let lower: String = upper.chars().flat_map(char::to_lowercase).collect();
    lower.nfkc().collect()
}

/// What names were compared by before.
fn folded(name: &str) -> String {
    let lower = name.chars().flat_map(char::to_lowercase);
    lower
        .map(|c| if c == 'ς' { 'σ' } else { c })
        .nfc()
        .collect()
}
