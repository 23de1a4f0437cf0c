//! `/inbox/notifications/events`: new mentions, live, for the notifications of an open page.
//! `models::messages::notification` decides what is a notification; the header's count comes from `inbox_events`.

use std::cmp::Reverse;

use rocket::futures::Stream;
use rocket::response::stream::{Event, stream};
use rocket::{Shutdown, get};
use tokio::time::Duration;

use super::inbox_events::watched;
use super::page_account::PageAccount;
use super::stream::{Events, WakeReason, WakeSource, open_stream, still_here};
use crate::app::App;
use crate::routes::guards::{ClientAddress, SignedIn};
use crate::routes::page::ReaderLanguage;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_store::live::{Access, Inbox, Rights};
use portico_store::models::AppReport;
use portico_store::models::messages::notification::{self, Notifications};
use portico_store::models::servers::access::UserAccess;

/// For how long a mention is news.
const NEWS_MS: Millis = 60_000;

#[get("/inbox/notifications/events")]
pub(crate) async fn listen<'r>(
    me: SignedIn<'r>,
    account: PageAccount,
    address: ClientAddress,
    language: ReaderLanguage,
    app: &'r App,
    shutdown: Shutdown,
) -> Result<Events<impl Stream<Item = Event> + use<'r>>> {
    account.require(me)?;
    let counted = open_stream(app, me, address).await?;
    let inbox = app.live.inbox(me.id, false);
    let mut wakes = WakeSource::new(inbox.changes(), counted, shutdown);
    let mut rights = Rights::rest_on(&app.live, &[Access::User(me.id)]);
    // What arrived before is in the inbox.
    let mut last = app.id_times().first_id_at(app.now()) - 1;
    Ok(Events(stream! {
        yield Event::retry(Duration::from_secs(5));
        yield still_here();
        loop {
            match look(me, app, (&inbox, last), language).await {
                Ok(Some(found)) => {
                    if found.shown.is_empty() {
                        yield still_here();
                    }
                    last = last.max(found.newest.unwrap_or_default());
                    // The oldest first.
                    for notification in found.shown.iter().rev() {
                        yield Event::json(notification).event("mention");
                    }
                }
                // Signed out.
                Ok(None) => return,
                Err(err) => {
                    err.log();
                    return;
                }
            }
            // With every heartbeat, too: what another process changed may not have been heard of.
            loop {
                match wakes.next(rights.changed()).await {
                    Some(WakeReason::Probe) => yield still_here(),
                    Some(_) => break,
                    None => return,
                }
            }
        }
    }))
}

/// The new mentions; none if the session has ended.
async fn look(
    me: SignedIn<'_>,
    app: &App,
    (inbox, last): (&Inbox, i64),
    ReaderLanguage(language): ReaderLanguage,
) -> Result<Option<Notifications>> {
    // It costs as much as a page.
    let _turn = if app.config.throttle.enabled { Some(app.at_once.wait(me.id).await?) } else { None };
    let access = UserAccess::load(&app.db, me.id).await?;
    // From here on no new mention is missed.
    inbox.watch(watched(&access, |_| false));
    // Those who gain a channel gain the mentions in it, too: old ones are in the inbox alone.
    let oldest = app.id_times().first_id_at(app.now() - NEWS_MS);
    let after = last.max(oldest - 1);
    let mut found = notification::after(app, me.id, after, language).await?;
    if me.user.is_admin() {
        let reports = AppReport::notifications(app, me.id, after).await?;
        found.newest = found.newest.max(reports.iter().map(|report| report.id).max());
        found.shown.extend(reports);
        found.shown.sort_by_key(|notification| Reverse(notification.id));
    }
    // Checked last: nothing is sent after a sign-out.
    Ok(me.session.is_active(app).await?.then_some(found))
}
