//! Exchanges that went well, written down behind the answers: for the app's log, and when its secret was used.
//! Those that failed are written down before they are answered, in `redeem`.

use crate::behind::{Gathered, Notes};
use crate::database::Database;
use crate::error::Result;
use crate::ids;
use crate::models::app_event::{self, Kind};
use crate::models::client_secret::Client;

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
        for (app_id, of_one) in gathered {
            let Some(last) = of_one.notes.last() else {
                continue;
            };
            let write = self.db.begin().await?;
            // An app that is gone takes nobody else's notes along.
            if !last
                .client
                .note_use(&*write, ids::time_of(last.event_id))
                .await?
            {
                continue;
            }
            for note in &of_one.notes {
                let kind = Kind::Exchanged(note.user_id);
                app_event::record(&*write, note.event_id, app_id, kind).await?;
            }
            write.commit().await?;
        }
        Ok(())
    }
}
