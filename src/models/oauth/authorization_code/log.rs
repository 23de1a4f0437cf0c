//! Successful exchanges, recorded after the response: for the app's log, and the last use of its secret and the grant.
//! Refused ones are recorded before the response, in `redeem`.

use std::collections::BTreeMap;

use crate::clock::Millis;
use crate::database::Database;
use crate::error::Result;
use crate::ids;
use crate::models::Grant;
use crate::models::logs::app_event::{self, AppEventKind};
use crate::models::oauth::client_secret::Client;
use crate::write_behind::{Batches, Notes};

/// A successful exchange.
#[derive(Debug)]
pub(crate) struct Exchanged {
    /// The id that its event is to have.
    pub(crate) event_id: i64,
    /// Who exchanged.
    pub(crate) client: Client,
    /// Whose identity was given.
    pub(crate) user_id: i64,
}

/// What records them.
#[derive(Debug)]
pub(crate) struct ExchangeLog {
    pub(crate) db: Database,
}

impl Notes for ExchangeLog {
    type Note = Exchanged;

    async fn write(&mut self, gathered: Batches<Exchanged>) -> Result<()> {
        for of_one in gathered.into_values() {
            // Each app separately: a deleted one must not lose the notes of others.
            if let Err(err) = self.store(&of_one.notes).await {
                tracing::debug!(error = %err, "exchanges were not logged");
            }
        }
        Ok(())
    }
}

impl ExchangeLog {
    async fn store(&self, notes: &[Exchanged]) -> Result<()> {
        let write = self.db.begin().await?;
        let secrets: BTreeMap<_, _> = notes
            .iter()
            .filter_map(|note| Some((note.client.secret_id?, note)))
            .collect();
        let people: BTreeMap<_, _> = notes.iter().map(|note| (note.user_id, note)).collect();
        for last in secrets.values() {
            last.client.note_use(&write, last.at()).await?;
        }
        for (user_id, last) in people {
            Grant::note_use(&write, user_id, last.client.app_id, last.at(), false).await?;
        }
        app_event::insert_all(&write, notes.iter().map(Exchanged::event)).await?;
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
