//! The schema of Portico's database: one file of SQL per step in `sql/`, the same for SQLite and Postgres. The models
//! document the rows.

mod migrator;
mod schema_state;
mod snapshot;
mod sql;

pub use schema_state::{REVISION, SchemaState, applied, schema_state};

/// One change of the schema.
#[derive(Debug)]
pub struct Step {
    name: &'static str,
    sql: &'static str,
}

impl Step {
    /// The name under which it is recorded: that of its file.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// Lists steps under the names of their files.
macro_rules! steps {
    ($($name:literal),* $(,)?) => {
        &[$(Step { name: $name, sql: include_str!(concat!("../sql/", $name, ".sql")) }),*]
    };
}

/// Applies and reverts the steps in order.
#[derive(Debug)]
pub struct Migrator;

impl Migrator {
    /// Every step, the oldest first. A step never changes; what is wrong with it is put right by the next one.
    pub fn steps() -> &'static [Step] {
        steps![
            "001_accounts",
            "002_servers",
            "003_messages",
            "004_oauth",
            "005_webhooks",
            "006_instance",
            "007_storage",
            "008_id_shifts",
            "009_server_transfers",
            "010_moderation",
            "011_orders",
            "012_collaborators",
            "013_languages",
        ]
    }

    /// The steps that the schema began with.
    pub(crate) fn baseline() -> &'static [Step] {
        &Self::steps()[..6]
    }
}
