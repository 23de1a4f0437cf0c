//! No two roles of a server have names that look alike, by NFKC, case folding and the confusables of UTS #39.
//! Existing look-alikes keep their names; the compared forms of the later ones end in their ID.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, Statement};
use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

use crate::prelude::*;
use crate::table::{text_null, unique};

pub(crate) struct Migration;

/// The columns that this migration adds.
const ADDED: [&str; 2] = ["name_look", "name_look_key"];

/// How many roles are read at once.
const BATCH: i64 = 1_000;

/// A role, as far as its name is concerned.
struct Role {
    id: i64,
    server_id: i64,
    name: String,
    is_all: bool,
}

impl MigrationTrait for Migration {
    /// A partial run would leave names that are compared in two ways.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        drop_key(manager, "roles_server_id_name_folded_key").await?;
        for column in ADDED {
            let add = Table::alter().table("roles").add_column(text_null(column)).take();
            manager.alter_table(add).await?;
        }
        let mut taken = Taken::default();
        let mut after = (i64::MIN, i64::MIN);
        loop {
            let roles = read(manager, after).await?;
            let Some(last) = roles.last() else { break };
            after = (last.server_id, last.id);
            for role in &roles {
                let forms = if role.is_all {
                    ["all"; 3].map(str::to_owned)
                } else {
                    let dotted = role.name.replace('I', "i");
                    [key(&role.name), shape(&role.name), key(&shape(&dotted))]
                };
                let [folded, look, look_key] = taken.distinguish(role, forms);
                write(manager, role.id, folded, Some(look), Some(look_key)).await?;
            }
        }
        for column in ["name_folded"].into_iter().chain(ADDED) {
            manager.create_index(unique("roles", ["server_id", column])).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        for column in ["name_folded"].into_iter().chain(ADDED) {
            drop_key(manager, &format!("roles_server_id_{column}_key")).await?;
        }
        let mut after = (i64::MIN, i64::MIN);
        loop {
            let roles = read(manager, after).await?;
            let Some(last) = roles.last() else { break };
            after = (last.server_id, last.id);
            for role in &roles {
                write(manager, role.id, folded(&role.name), None, None).await?;
            }
        }
        for column in ADDED {
            let drop = Table::alter().table("roles").drop_column(column).take();
            manager.alter_table(drop).await?;
        }
        manager.create_index(unique("roles", ["server_id", "name_folded"])).await
    }
}

/// The compared forms of the roles of the current server, form by form.
#[derive(Default)]
struct Taken {
    server_id: i64,
    forms: [HashSet<String>; 3],
}

impl Taken {
    /// Appends the role's ID to a form that an earlier role of the server has already. No name contains a `#`.
    fn distinguish(&mut self, role: &Role, forms: [String; 3]) -> [String; 3] {
        if self.server_id != role.server_id {
            *self = Self { server_id: role.server_id, ..Self::default() };
        }
        let is_all_by_accident = !role.is_all && forms.iter().any(|form| form == "all");
        let is_taken = forms.iter().zip(&self.forms).any(|(form, taken)| taken.contains(form));
        let forms =
            if is_all_by_accident || is_taken { forms.map(|form| format!("{form} #{}", role.id)) } else { forms };
        for (form, taken) in forms.iter().zip(&mut self.forms) {
            taken.insert(form.clone());
        }
        forms
    }
}

async fn drop_key(manager: &SchemaManager<'_>, name: &str) -> Result<(), DbErr> {
    manager.drop_index(Index::drop().name(name).table("roles").to_owned()).await
}

/// The next roles by server and ID.
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
    folded: String,
    look: Option<String>,
    look_key: Option<String>,
) -> Result<(), DbErr> {
    let set = Statement::from_sql_and_values(
        manager.get_database_backend(),
        "UPDATE roles SET name_folded = $1, name_look = $2, name_look_key = $3 WHERE id = $4",
        [folded.into(), look.into(), look_key.into(), id.into()],
    );
    manager.get_connection().execute_raw(set).await?;
    Ok(())
}

// The forms of a name as the application computed them when this migration was written. They stay as they are here even
// if the application changes.

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

/// The form that was compared before.
fn folded(name: &str) -> String {
    let lower = name.chars().flat_map(char::to_lowercase);
    lower.map(|c| if c == 'ς' { 'σ' } else { c }).nfc().collect()
}
