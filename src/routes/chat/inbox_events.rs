//! `/inbox/events`: the number of unread mentions, and for pages with a sidebar the unread channels and servers and the open
//! reports, live.
//! The mentions themselves are shown by `inbox`.

use std::collections::BTreeMap;

use rocket::futures::Stream;
use rocket::response::stream::{Event, stream};
use rocket::{Shutdown, get};
use tokio::time::{Duration, Instant};

use super::marks::Marks;
use super::page_account::PageAccount;
use super::stream::{Events, HEARTBEAT, WakeReason, WakeSource, open_stream, still_here};
use crate::app::App;
use crate::routes::guards::{ClientAddress, SignedIn};
use portico_platform::error::{Error, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{ChannelId, MessageId, PlaceId, UserId};
use portico_store::live::{Access, Inbox, InboxState, Rights};
use portico_store::models::Membership;
use portico_store::models::messages::message_report;
use portico_store::models::servers::access::UserAccess;

/// Opens the stream; with `unread` it includes channels and servers, with `newest` the newest unread mention.
#[get("/inbox/events?<unread>&<newest>")]
pub(crate) async fn listen<'r>(
    unread: bool,
    newest: bool,
    me: SignedIn<'r>,
    account: PageAccount,
    address: ClientAddress,
    app: &'r App,
    shutdown: Shutdown,
) -> Result<Events<impl Stream<Item = Event> + use<'r>>> {
    account.require(me)?;
    let counted = open_stream(app, me, address).await?;
    let inbox = app.live.inbox(me.id, unread);
    let mut wakes = WakeSource::new(inbox.changes(), counted, shutdown);
    // A change of rights in a server wakes the inbox itself; the end of a session wakes each of its streams.
    let mut rights = Rights::rest_on(&app.live, &[Access::User(me.id)]);
    Ok(Events(stream! {
        yield Event::retry(Duration::from_secs(5));
        let mut sent = SentState::default();
        let mut reason = WakeReason::Arrival;
        loop {
            match look(me, app, &inbox, unread, reason).await {
                Ok(Some(now)) => {
                    let news = sent.news(&now, newest);
                    if news.is_empty() && reason == WakeReason::Heartbeat {
                        yield still_here();
                    }
                    for event in news {
                        yield event;
                    }
                }
                // Signed out.
                Ok(None) => break,
                Err(err) => {
                    err.log();
                    break;
                }
            }
            reason = loop {
                match wakes.next(rights.changed()).await {
                    Some(WakeReason::Probe) => yield still_here(),
                    // Reading what is unread may have to wait; the end of a session may not.
                    Some(WakeReason::Access(_)) => match me.session.is_active(app).await {
                        Ok(true) => break WakeReason::Arrival,
                        Ok(false) => return,
                        Err(err) => {
                            err.log();
                            return;
                        }
                    },
                    Some(next) => break next,
                    None => return,
                }
            };
        }
    }))
}

/// State that this stream has sent.
#[derive(Debug, Default)]
struct SentState {
    mentions: Option<u64>,
    newest_mention: Option<MessageId>,
    marks: Option<String>,
    reports: Option<String>,
}

impl SentState {
    /// The events that bring the browser up to date.
    fn news(&mut self, now: &InboxState, newest: bool) -> Vec<Event> {
        let mut news = Vec::new();
        if self.mentions != Some(now.mentions) {
            self.mentions = Some(now.mentions);
            news.push(Event::data(now.mentions.to_string()).event("count"));
        }
        if newest && self.newest_mention != now.newest_mention {
            self.newest_mention = now.newest_mention;
            let id = now.newest_mention.map_or(0, MessageId::get);
            news.push(Event::data(id.to_string()).event("newest"));
        }
        if self.marks != now.marks {
            self.marks.clone_from(&now.marks);
            let marks = now.marks.clone().unwrap_or_default();
            news.push(Event::data(marks).event("unread"));
        }
        if self.reports != now.reports {
            self.reports.clone_from(&now.reports);
            let reports = now.reports.clone().unwrap_or_else(|| "{}".to_owned());
            news.push(Event::data(reports).event("reports"));
        }
        news
    }
}

/// The unread mentions now; none if the session has ended.
async fn look(
    me: SignedIn<'_>,
    app: &App,
    inbox: &Inbox,
    marks: bool,
    reason: WakeReason,
) -> Result<Option<std::sync::Arc<InboxState>>> {
    let now = Instant::now();
    // If nothing happened, a recent result of another stream of this user is good enough.
    let since = match reason {
        WakeReason::Heartbeat => now.checked_sub(HEARTBEAT / 2).unwrap_or(now),
        _ => now,
    };
    let unread = inbox.look(since, find(app, me.id, inbox, marks)).await?;
    // Checked last: changes after a sign-out are not sent.
    let lives = me.session.is_active(app).await?;
    Ok(lives.then_some(unread))
}

/// Max times that unread messages are read again because rights changed meanwhile.
const MAX_LOOKS: usize = 3;

/// Finds what a user has not read, and watches the channels where more may arrive.
async fn find(app: &App, user_id: UserId, inbox: &Inbox, marks: bool) -> Result<InboxState> {
    // It costs as much as a page.
    let _turn = if app.config.throttle.enabled { Some(app.at_once.wait(user_id).await?) } else { None };
    let mut looks = 1;
    loop {
        let changes = app.live.access_changes();
        let unread = find_once(app, user_id, inbox, marks).await?;
        // A right may have been lost between reading rights and messages: then messages since then are not theirs.
        if app.live.access_changes() == changes || looks == MAX_LOOKS {
            return Ok(unread);
        }
        looks += 1;
    }
}

async fn find_once(app: &App, user_id: UserId, inbox: &Inbox, marks: bool) -> Result<InboxState> {
    let access = UserAccess::load(&app.db, user_id).await?;
    // From here on no new message and no change of rights is missed.
    inbox.watch(watched(&access, |_| marks));
    let (mentions, newest_mention) = access.unread_mentions_and_newest(&app.db).await?;
    let mut unread = InboxState { mentions: mentions.total(), newest_mention, marks: None, reports: None };
    if marks {
        let marks = Marks::load(app, &access, &mentions).await?;
        // In a channel that is unread already, another message changes nothing. So a busy channel wakes a page once, not
        // with each message.
        inbox.watch(watched(&access, |id| marks.is_quiet(id)));
        unread.marks = Some(serde_json::to_string(&marks).map_err(Error::internal)?);
        let moderated: Vec<_> = access.joined.iter().filter(|one| moderates(one)).map(|one| one.server.id).collect();
        if !moderated.is_empty() {
            let reports = message_report::count_open(&app.db, &access, &moderated).await?;
            unread.reports = Some(serde_json::to_string(&reports).map_err(Error::internal)?);
        }
    }
    Ok(unread)
}

/// The changes watched for a user: the channels they may view, each with whether any new message matters, and their
/// servers, for new channels and lost rights, for the end of a suspension, and for reports.
pub(super) fn watched(access: &UserAccess, is_quiet: impl Fn(ChannelId) -> bool) -> BTreeMap<PlaceId, bool> {
    let channels = access.visible.keys().map(|id| (PlaceId::from(*id), is_quiet(*id)));
    let servers = access.joined.iter().chain(&access.suspended);
    let servers = servers.map(|membership| (PlaceId::from(membership.server.id), moderates(membership)));
    channels.chain(servers).collect()
}

/// True if they decide reports: then everything that arrives in the server itself matters.
fn moderates(membership: &Membership) -> bool {
    membership.permissions().contains(Permissions::MODERATE_MEMBERS)
}
