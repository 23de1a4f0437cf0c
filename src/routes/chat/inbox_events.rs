//! `/inbox/events`: how many mentions are unread, as it changes.
//! The mentions themselves are read in `inbox`.

use rocket::futures::Stream;
use rocket::response::stream::{Event, stream};
use rocket::tokio::time::Duration;
use rocket::{Route, Shutdown, get, routes};

use super::stream::{Events, Turn, Turns};
use crate::error::Result;
use crate::instance::Instance;
use crate::models::inbox;
use crate::routes::viewer::SignedIn;

pub(super) fn routes() -> Vec<Route> {
    routes![listen]
}

#[get("/inbox/events")]
fn listen<'r>(
    me: SignedIn<'r>,
    at: &'r Instance,
    shutdown: Shutdown,
) -> Events<impl Stream<Item = Event> + use<'r>> {
    let mut turns = Turns::new(at.live.anywhere(), shutdown);
    Events(stream! {
        yield Event::retry(Duration::from_secs(5));
        let mut told = None;
        let mut turn = Turn::Arrival;
        loop {
            match count(me, at).await {
                Ok(Some(count)) if told != Some(count) => {
                    told = Some(count);
                    yield Event::data(count.to_string()).event("count");
                }
                Ok(Some(_)) if turn == Turn::Heartbeat => yield Event::comment("still here"),
                Ok(Some(_)) => {}
                // Signed out.
                Ok(None) => break,
                Err(err) => {
                    err.tell();
                    break;
                }
            }
            match turns.next().await {
                Some(next) => turn = next,
                None => break,
            }
        }
    })
}

/// How many are unread; none when the session is over.
async fn count(me: SignedIn<'_>, at: &Instance) -> Result<Option<u64>> {
    let count = inbox::count_unread(&*at.db, me.id).await?;
    // Asked last: what changed after they signed out is not told.
    let lives = me.session.still_lives(at).await?;
    Ok(lives.then_some(count))
}
