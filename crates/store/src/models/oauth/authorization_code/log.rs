//! Successful exchanges, recorded after the response: for the app's log, and the last use of its secret and the grant.
//! Refused ones are recorded before the response, in `redeem`.

use std::collections::{BTreeMap, HashMap};

use crate::models::instance::last_use;
use crate::models::logs::app_event::{self, AppEventKind};
use crate::models::oauth::client_secret::Client;
use crate::models::{Grant, OauthApp};
use portico_platform::database::Database;
use portico_platform::error::Result;
use portico_platform::write_behind::{Batches, Notes};
use portico_rules::clock::Millis;
use portico_rules::ids::{AppId, IdTimes, UserId};

/// A successful exchange.
#[derive(Debug)]
pub(crate) struct LoggedExchange {
    /// The id that its event is to have.
    pub(crate) event_id: i64,
    /// Who exchanged.
    pub(crate) client: Client,
    /// Whose identity was given.
    pub(crate) user_id: UserId,
}

/// Above so many apps the map of their last uses is cleared.
const REMEMBERED: usize = 10_000;

/// Records successful exchanges.
#[derive(Debug)]
pub(crate) struct ExchangeLog {
    pub(crate) db: Database,
    /// The hour that is stored as the last use of each app.
    pub(crate) noted: HashMap<AppId, Millis>,
}

impl Notes for ExchangeLog {
    type Note = LoggedExchange;

    async fn write(&mut self, gathered: Batches<LoggedExchange>) -> Result<()> {
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
    async fn store(&mut self, notes: &[LoggedExchange]) -> Result<()> {
        if self.noted.len() > REMEMBERED {
            self.noted.clear();
        }
        let times = self.db.id_times();
        let write = self.db.begin().await?;
        // The app first, and then its secrets and approvals, as everything else locks them.
        let mut used = None;
        if let Some(last) = notes.last() {
            let (app_id, hour) = (last.client.app_id, last_use::hour_of(last.at(times)));
            if self.noted.get(&app_id).is_none_or(|noted| *noted < hour) {
                OauthApp::note_use(&write, app_id, hour).await?;
                used = Some((app_id, hour));
            }
        }
        let secrets: BTreeMap<_, _> = notes.iter().filter_map(|note| Some((note.client.secret_id?, note))).collect();
        let people: BTreeMap<_, _> = notes.iter().map(|note| (note.user_id, note)).collect();
        for last in secrets.values() {
            last.client.note_use(&write, last.at(times)).await?;
        }
        for (user_id, last) in people {
            Grant::note_use(&write, user_id, last.client.app_id, last.at(times), false).await?;
        }
        app_event::insert_all(&write, notes.iter().map(LoggedExchange::event)).await?;
        write.commit().await?;
        self.noted.extend(used);
        Ok(())
    }
}

impl LoggedExchange {
    fn event(&self) -> app_event::Model {
        let kind = AppEventKind::Exchanged(self.user_id);
        app_event::Model::new(self.event_id, self.client.app_id, kind)
    }

    fn at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.event_id)
    }
}
