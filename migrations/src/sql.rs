//! The SQL of a step, as one database reads it.
//!
//! A file has the statements that apply a step, a line `-- down`, and those that revert it. Types are those of
//! Postgres. SQL for one database alone is in `/*sqlite … */` or `/*postgres … */`.

use sea_orm::DbBackend;

/// The line between the statements that apply a step and those that revert it.
const DOWN: &str = "\n-- down\n";

/// The statements that apply a step (`up`) or revert it.
pub(crate) fn statements(file: &str, up: bool, backend: DbBackend) -> Vec<String> {
    let (apply, revert) = file.split_once(DOWN).unwrap_or((file, ""));
    let sql = dialect(if up { apply } else { revert }, backend);
    let lines = sql.lines().filter(|line| !line.trim_start().starts_with("--"));
    let sql = lines.collect::<Vec<_>>().join("\n");
    let statements = sql.split(";\n").map(|one| one.trim().trim_end_matches(';').trim_end());
    statements.filter(|one| !one.is_empty()).map(ToOwned::to_owned).collect()
}

fn dialect(sql: &str, backend: DbBackend) -> String {
    let (own, other) = match backend {
        DbBackend::Sqlite => ("/*sqlite", "/*postgres"),
        _ => ("/*postgres", "/*sqlite"),
    };
    let mut written = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some((before, after)) = rest.split_once("/*") {
        written.push_str(before);
        let marked = &rest[before.len()..];
        let (inside, after) = after.split_once("*/").unwrap_or((after, ""));
        if marked.starts_with(own) {
            written.push_str(&inside[own.len() - 2..]);
        } else if !marked.starts_with(other) {
            written.push_str("/*");
            written.push_str(inside);
            written.push_str("*/");
        }
        rest = after;
    }
    written.push_str(rest);
    if backend == DbBackend::Sqlite {
        // Only a column of exactly this type is SQLite's own row id.
        written = written.replace(" bigint", " integer").replace(" bytea", " blob");
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "-- A table.\nCREATE TABLE a (\n    id bigint /*postgres COLLATE \"C\"*/\n) /*sqlite WITHOUT ROWID*/;\n\
        /*sqlite\nCREATE INDEX b ON a (id);\n*/\n-- down\nDROP TABLE a;\n";

    #[test]
    fn each_database_reads_its_own_statements() {
        let sqlite = ["CREATE TABLE a (\n    id integer \n)  WITHOUT ROWID", "CREATE INDEX b ON a (id)"];
        assert_eq!(statements(FILE, true, DbBackend::Sqlite), sqlite);
        assert_eq!(statements(FILE, true, DbBackend::Postgres), ["CREATE TABLE a (\n    id bigint  COLLATE \"C\"\n)"]);
        assert_eq!(statements(FILE, false, DbBackend::Postgres), ["DROP TABLE a"]);
    }
}
