//! Events that changed nothing, such as a wrong password, written down behind the answers.
//! Those that changed something are written with the change itself.

use sea_orm::{EntityTrait, IntoActiveModel};

use super::{Entity, Model, forget_surplus};
use crate::behind::{Gathered, Notes};
use crate::database::Database;
use crate::error::Result;

/// What writes them down.
#[derive(Debug)]
pub(crate) struct SecurityLog {
    pub(crate) db: Database,
}

impl Notes for SecurityLog {
    type Note = Model;

    async fn write(&mut self, gathered: Gathered<Model>) -> Result<()> {
        let of_each: Vec<Vec<Model>> = gathered.into_values().map(|one| one.notes).collect();
        if self.keep(&of_each).await.is_ok() {
            return Ok(());
        }
        // Somebody whose account is gone takes nobody else's events along.
        for of_one in of_each {
            if let Err(err) = self.keep(&[of_one]).await {
                tracing::debug!(error = %err, "security events were not stored");
            }
        }
        Ok(())
    }
}

impl SecurityLog {
    async fn keep(&self, of_each: &[Vec<Model>]) -> Result<()> {
        let write = self.db.begin().await?;
        for of_one in of_each {
            let Some(first) = of_one.first() else {
                continue;
            };
            let rows = of_one.iter().cloned().map(Model::into_active_model);
            Entity::insert_many(rows)
                .exec_without_returning(&*write)
                .await?;
            for by_anybody in [true, false] {
                if of_one.iter().any(|event| event.by_anybody == by_anybody) {
                    forget_surplus(&*write, first.user_id, by_anybody).await?;
                }
            }
        }
        write.commit().await?;
        Ok(())
    }
}
