//! The migrations of released versions stay as they are, and those after them only add: nodes of the version before go on with the
//! schema until each is restarted.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use portico_migrations::Migrator;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{FACTS, ROOT, kept_in};

/// The migrations of released versions, as `sha256sum` prints them.
const RELEASED: &str = "migrations.sha256";

fn sql(name: &str) -> String {
    fs::read_to_string(format!("{}/migrations/sql/{name}.sql", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn released() -> Vec<String> {
    let list = fs::read_to_string(Path::new(ROOT).join(RELEASED)).unwrap();
    list.lines().map(str::to_owned).collect()
}

/// With `PORTICO_REFRESH`, the migrations of this version are released.
#[test]
fn the_migrations_of_released_versions_never_change() {
    let lines: Vec<String> = Migrator::steps()
        .iter()
        .map(|step| {
            let sum: String = Sha256::digest(sql(step.name())).iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{sum}  {}.sql", step.name())
        })
        .collect();
    let released = released();
    for (number, line) in released.iter().enumerate() {
        assert_eq!(lines.get(number), Some(line), "a released migration never changes: correct it with the next one");
    }
    if std::env::var_os("PORTICO_REFRESH").is_some() {
        fs::write(Path::new(ROOT).join(RELEASED), lines.join("\n") + "\n").unwrap();
        return;
    }
    let folder = kept_in(&Path::new(ROOT).join(env!("CARGO_PKG_VERSION")), false);
    let facts: Value = serde_json::from_slice(&fs::read(folder.join(FACTS)).unwrap()).unwrap();
    assert_eq!(facts["rows"]["seaql_migrations"], released.len(), "docs/stability.md says how a version is released");
}

/// The first statement that a node of the version before may fail on.
fn breaking_statement(migration: &str) -> Option<String> {
    let up = migration.split("\n-- down\n").next().unwrap_or_default();
    let lines = up.lines().filter(|line| !line.trim_start().starts_with("--"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.replace("/*sqlite", " ").replace("/*postgres", " ").replace("*/", " ").to_uppercase();
    let mut new_tables = BTreeSet::new();
    for statement in text.split(';') {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let has = |word: &str| words.contains(&word);
        let only_adds = match words.as_slice() {
            [] | ["CREATE", "INDEX", ..] | ["INSERT", "INTO", ..] | ["UPDATE", ..] => true,
            ["CREATE", "TABLE", table, ..] => {
                new_tables.insert((*table).to_owned());
                true
            }
            ["CREATE", "UNIQUE", "INDEX", _, "ON", table, ..] => new_tables.contains(*table),
            ["ALTER", "TABLE", _, "ADD", "COLUMN", ..] => has("DEFAULT") || !has("NOT"),
            _ => false,
        };
        if !only_adds {
            return Some(words.join(" "));
        }
    }
    None
}

#[test]
fn migrations_after_those_of_released_versions_only_add() {
    for step in Migrator::steps().iter().skip(released().len()) {
        let statement = breaking_statement(&sql(step.name()));
        assert_eq!(statement, None, "{}: nodes of the version before go on while this one has migrated", step.name());
    }
}

#[test]
fn tables_indexes_and_columns_that_older_nodes_can_leave_out_are_additions() {
    for addition in [
        "-- A table.\nCREATE TABLE a (\n    id bigint NOT NULL /*postgres COLLATE \"C\"*/\n) /*sqlite WITHOUT ROWID*/;\n",
        "CREATE TABLE a (b text);\nCREATE UNIQUE INDEX a_b ON a (b);\n\n-- down\n\nDROP TABLE a;\n",
        "/*postgres\nCREATE INDEX a_b ON a (b);\n*/\n",
        "ALTER TABLE a ADD COLUMN b integer;\n",
        "ALTER TABLE a ADD COLUMN b integer NOT NULL DEFAULT 0;\nUPDATE a SET b = 1;\n",
    ] {
        assert_eq!(breaking_statement(addition), None);
    }
}

#[test]
fn whatever_older_nodes_may_fail_on_is_no_addition() {
    for change in [
        "DROP TABLE a;\n",
        "/*sqlite\nDROP INDEX a_b;\n*/\n",
        "ALTER TABLE a RENAME TO b;\n",
        "ALTER TABLE a RENAME COLUMN b TO c;\n",
        "ALTER TABLE a DROP COLUMN b;\n",
        "ALTER TABLE a ADD COLUMN b integer NOT NULL;\n",
        "CREATE INDEX a_b ON a (b);\nalter table a\n    alter column b set not null;\n",
        "CREATE UNIQUE INDEX a_b ON a (b);\n",
        "DELETE FROM a;\n",
    ] {
        assert!(breaking_statement(change).is_some(), "{change}");
    }
}
