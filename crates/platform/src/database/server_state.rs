//! Facts from a Postgres server: its clock, the rights of this user, and a pooler in between.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

use super::Database;
use portico_macros::boxed;
use portico_rules::clock::Millis;

/// Facts from a Postgres server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerState {
    /// Its clock, in UTC milliseconds.
    pub now: Millis,
    /// True if this user may create tables where they belong.
    pub can_create: bool,
    /// True if the settings of our connections are in force. A pooler may drop them.
    pub has_our_settings: bool,
}

impl ServerState {
    /// Asks the server; none on SQLite, which has none.
    ///
    /// # Errors
    /// When it can't be reached.
    #[boxed]
    pub async fn read(db: &Database) -> Result<Option<Self>, DbErr> {
        if db.backend() == DbBackend::Sqlite {
            return Ok(None);
        }
        let ask = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, \
                   coalesce(has_schema_privilege(current_schema(), 'CREATE'), false), \
                   current_setting('enable_seqscan') = 'off'";
        let row = db.query_one_raw(Statement::from_string(DbBackend::Postgres, ask)).await?;
        let Some(row) = row else {
            return Ok(None);
        };
        Ok(Some(Self {
            now: row.try_get_by_index(0)?,
            can_create: row.try_get_by_index(1)?,
            has_our_settings: row.try_get_by_index(2)?,
        }))
    }
}
