//! A folder to serve from, and a Postgres if it is needed.

use tempfile::TempDir;

use super::{Postgres, Store};

/// Everything a node needs to start. It goes with its test.
#[derive(Debug)]
pub struct Site {
    pub store: Store,
    pub postgres: Option<Postgres>,
    _folder: TempDir,
}

impl Site {
    pub fn on_sqlite() -> Self {
        let folder = TempDir::with_prefix("portico-faults-").unwrap();
        Self { store: Store::sqlite(&folder.path().join("data")), postgres: None, _folder: folder }
    }

    pub async fn on_postgres() -> Self {
        Self::on(Postgres::start().await)
    }

    pub fn on(postgres: Postgres) -> Self {
        let folder = TempDir::with_prefix("portico-faults-").unwrap();
        Self { store: postgres.store(&folder.path().join("data")), postgres: Some(postgres), _folder: folder }
    }

    pub fn postgres(&mut self) -> &mut Postgres {
        self.postgres.as_mut().expect("a Postgres")
    }
}
