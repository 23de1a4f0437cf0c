//! Events that changed nothing, such as a wrong password, recorded after the response.
//! Those that changed something are written with the change itself.

use sea_orm::{EntityTrait, IntoActiveModel};

use super::{Entity, Model, SecurityEventKind, delete_surplus};
use crate::core::Core;
use crate::models::accounts::session::Browser;
use portico_macros::boxed;
use portico_platform::database::Database;
use portico_platform::error::Result;
use portico_platform::write_behind::{Batches, Notes, WriteBehind};

use portico_rules::ids::UserId;

/// Writes down what happened to accounts and changed nothing.
#[derive(Debug)]
pub struct SecurityLog(WriteBehind<SecurityEventWriter>);

impl SecurityLog {
    /// Opens the log. Must be called within the runtime.
    pub fn open(db: Database) -> Self {
        Self(WriteBehind::start(SecurityEventWriter { db }))
    }

    /// Queues an event that changed nothing. It is written after the response, which takes the same time whether or not
    /// there is an account.
    ///
    /// # Errors
    /// [`Error::Unavailable`](portico_platform::error::Error::Unavailable) when the node's number is no longer held.
    pub(in crate::models) async fn note(
        &self,
        core: &Core,
        user_id: UserId,
        kind: SecurityEventKind<'_>,
        browser: Browser<'_>,
    ) -> Result<()> {
        core.ensure_lease().await?;
        self.0.note(user_id.get(), || Model::new(core, user_id, kind, browser.into()));
        Ok(())
    }

    /// Waits until everything queued so far is written.
    #[boxed]
    pub async fn settled(&self) {
        self.0.settled().await;
    }
}

/// Records security events.
#[derive(Debug)]
struct SecurityEventWriter {
    db: Database,
}

impl Notes for SecurityEventWriter {
    type Note = Model;

    async fn write(&mut self, gathered: Batches<Model>) -> Result<()> {
        let of_each: Vec<Vec<Model>> = gathered.into_values().map(|one| one.notes).collect();
        if self.store(&of_each).await.is_ok() {
            return Ok(());
        }
        // A deleted account must not lose the events of others.
        for of_one in of_each {
            if let Err(err) = self.store(&[of_one]).await {
                tracing::debug!(error = %err, "security events were not stored");
            }
        }
        Ok(())
    }
}

impl SecurityEventWriter {
    async fn store(&self, of_each: &[Vec<Model>]) -> Result<()> {
        let write = self.db.begin().await?;
        for of_one in of_each {
            let Some(first) = of_one.first() else {
                continue;
            };
            let rows = of_one.iter().cloned().map(Model::into_active_model);
            Entity::insert_many(rows).exec_without_returning(&*write).await?;
            for by_anybody in [true, false] {
                if of_one.iter().any(|event| event.by_anybody == by_anybody) {
                    delete_surplus(&write, first.user_id, by_anybody).await?;
                }
            }
        }
        write.commit().await?;
        Ok(())
    }
}
