//! `/inbox/notifications/events`: new mentions, live, for the notifications of an open page.
//! What is a notification is decided in `models::messages::notice`; the count in the header comes from `inbox_events`.

use rocket::futures::Stream;
use rocket::response::stream::{Event, stream};
use rocket::{Shutdown, get};
use tokio::time::Duration;

use super::stream::{Events, WakeReason, WakeSource, still_here};
use crate::app::App;
use crate::error::Result;
use crate::ids;
use crate::live::{Access, Inbox, Rights};
use crate::models::messages::notice::{self, Notices};
use crate::models::servers::access::UserAccess;
use crate::routes::guards::{ClientAddress, SignedIn};

#[get("/inbox/notifications/events")]
pub(crate) async fn listen<'r>(
    me: SignedIn<'r>,
    address: ClientAddress,
    app: &'r App,
    shutdown: Shutdown,
) -> Result<Events<impl Stream<Item = Event> + use<'r>>> {
    let counted = app.live.streams.open(
        &app.config.caps,
        (me.session.id, me.session.user_id),
        address.0,
    );
    let counted = counted.await?;
    let inbox = app.live.inbox(me.id, false);
    let mut wakes = WakeSource::new(inbox.changes(), counted, shutdown);
    let mut rights = Rights::rest_on(&app.live, &[Access::User(me.id)]);
    // What arrived before is in the inbox.
    let mut last = ids::first_id_at(app.now()) - 1;
    Ok(Events(stream! {
        yield Event::retry(Duration::from_secs(5));
        yield still_here();
        let mut reason = WakeReason::Arrival;
        loop {
            let found = match reason {
                WakeReason::Heartbeat => me.session.is_active(app).await.map(|lives| lives.then(Notices::default)),
                _ => look(me, app, &inbox, last).await,
            };
            match found {
                Ok(Some(found)) => {
                    if found.shown.is_empty() {
                        yield still_here();
                    }
                    last = last.max(found.newest.unwrap_or_default());
                    // The oldest first.
                    for notice in found.shown.iter().rev() {
                        yield Event::json(notice).event("mention");
                    }
                }
                // Signed out.
                Ok(None) => return,
                Err(err) => {
                    err.log();
                    return;
                }
            }
            reason = loop {
                match wakes.next(rights.changed()).await {
                    Some(WakeReason::Probe) => yield still_here(),
                    Some(WakeReason::Access(_)) => break WakeReason::Arrival,
                    Some(next) => break next,
                    None => return,
                }
            };
        }
    }))
}

/// The new mentions; none if the session has ended.
async fn look(me: SignedIn<'_>, app: &App, inbox: &Inbox, last: i64) -> Result<Option<Notices>> {
    // It costs as much as a page.
    let _turn = if app.config.throttle.enabled {
        let most = app.config.caps.pages_at_once;
        Some(app.at_once.wait(me.id, most).await?)
    } else {
        None
    };
    let access = UserAccess::of(&app.db, me.id).await?;
    // From here on no new mention is missed.
    let channels = access.visible.keys().map(|id| (*id, false));
    let servers = access.servers().map(|server| (server.id, false));
    inbox.watch(channels.chain(servers).collect());
    let found = notice::after(app, me.id, last).await?;
    // Checked last: nothing is sent after a sign-out.
    Ok(me.session.is_active(app).await?.then_some(found))
}
