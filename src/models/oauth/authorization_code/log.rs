//! Exchanges that went well, written down behind the answers: for the app's log, and when its secret and the approval
//! were last used.
//! Those that failed are written down before they are answered, in `redeem`.

use std::collections::BTreeMap;

use crate::clock::Millis;
use crate::database::Database;
use crate::error::Result;
use crate::ids;
use crate::models::Grant;
use crate::models::logs::app_event::{self, AppEventKind};
use crate::models::oauth::client_secret::Client;
use crate::write_behind::{Gathered, Notes};

/// An exchange that went well.
#[derive(Debug)]
pub(crate) struct Exchanged {
    /// The id that its event is to have.
    pub(crate) event_id: i64,
    /// Who exchanged.
    pub(crate) client: Client,
    /// Whose identity was given.
    pub(crate) user_id: i64,
}

/// What writes them down.
#[derive(Debug)]
pub(crate) struct ExchangeLog {
    pub(crate) db: Database,
}

impl Notes for ExchangeLog {
    type Note = Exchanged;

    async fn write(&mut self, gathered: Gathered<Exchanged>) -> Result<()> {
        for of_one in gathered.into_values() {
            // Each app for itself: one that is gone takes nobody else's notes along.
            if let Err(err) = self.keep(&of_one.notes).await {
                tracing::debug!(error = %err, "exchanges were not logged");
            }
        }
        Ok(())
    }
}

impl ExchangeLog {
    async fn keep(&self, notes: &[Exchanged]) -> Result<()> {
        let write = self.db.begin().await?;
        let secrets: BTreeMap<_, _> = notes
            .iter()
            .map(|note| (note.client.secret_id, note))
            .collect();
        let people: BTreeMap<_, _> = notes.iter().map(|note| (note.user_id, note)).collect();
        for last in secrets.values() {
            last.client.note_use(&write, last.at()).await?;
        }
        for (user_id, last) in people {
            Grant::note_use(&write, user_id, last.client.app_id, last.at()).await?;
        }
        app_event::keep(&write, notes.iter().map(Exchanged::event)).await?;
        write.commit().await?;
        Ok(())
    }
}

impl Exchanged {
    fn event(&self) -> app_event::Model {
        let kind = AppEventKind::Exchanged(self.user_id);
        app_event::Model::of(self.event_id, self.client.app_id, kind)
    }

    fn at(&self) -> Millis {
        ids::time_of(self.event_id)
    }
}
