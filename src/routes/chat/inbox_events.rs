//! `/inbox/events`: how many mentions are unread, and for pages with a sidebar what is unread where, as it changes.
//! The mentions themselves are read in `inbox`.

use std::collections::BTreeMap;

use rocket::futures::Stream;
use rocket::response::stream::{Event, stream};
use rocket::{Shutdown, get};
use tokio::time::{Duration, Instant};

use super::marks::Marks;
use super::stream::{Events, HEARTBEAT, Turn, Turns, still_here};
use crate::app::App;
use crate::error::{Error, Result};
use crate::live::{Access, Inbox, Rights, Unread};
use crate::models::servers::access::UserAccess;
use crate::routes::guards::{ClientAddress, SignedIn};

/// Opens the stream; with `unread` it tells of channels and servers, too.
#[get("/inbox/events?<unread>")]
pub(crate) async fn listen<'r>(
    unread: bool,
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
    let inbox = app.live.inbox(me.id, unread);
    let mut turns = Turns::new(inbox.changes(), counted, shutdown);
    // Rights in a server wake the inbox itself; a session that ended wakes each of its streams.
    let mut rights = Rights::default();
    rights.rest_on(&app.live, [Access::User(me.id)]);
    Ok(Events(stream! {
        yield Event::retry(Duration::from_secs(5));
        let mut told = SentState::default();
        let mut turn = Turn::Arrival;
        loop {
            match look(me, app, &inbox, unread, turn).await {
                Ok(Some(now)) => {
                    let news = told.news(&now);
                    if news.is_empty() && turn == Turn::Heartbeat {
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
            turn = loop {
                match turns.next(rights.changed()).await {
                    Some(Turn::Probe) => yield still_here(),
                    // Another look may have to wait, and a session that ended may not.
                    Some(Turn::Access) => match me.session.is_active(app).await {
                        Ok(true) => break Turn::Arrival,
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

/// What this stream was told.
#[derive(Debug, Default)]
struct SentState {
    mentions: Option<u64>,
    marks: Option<String>,
}

impl SentState {
    /// What is to be told of what is unread now.
    fn news(&mut self, now: &Unread) -> Vec<Event> {
        let mut news = Vec::new();
        if self.mentions != Some(now.mentions) {
            self.mentions = Some(now.mentions);
            news.push(Event::data(now.mentions.to_string()).event("count"));
        }
        if self.marks != now.marks {
            self.marks.clone_from(&now.marks);
            let marks = now.marks.clone().unwrap_or_default();
            news.push(Event::data(marks).event("unread"));
        }
        news
    }
}

/// What is unread now; none when the session is over.
async fn look(
    me: SignedIn<'_>,
    app: &App,
    inbox: &Inbox,
    marks: bool,
    turn: Turn,
) -> Result<Option<std::sync::Arc<Unread>>> {
    let now = Instant::now();
    // Where nothing happened, what another stream of theirs found lately is good enough.
    let since = match turn {
        Turn::Heartbeat => now.checked_sub(HEARTBEAT / 2).unwrap_or(now),
        _ => now,
    };
    let unread = inbox.look(since, find(app, me.id, inbox, marks)).await?;
    // Asked last: what changed after they signed out is not told.
    let lives = me.session.is_active(app).await?;
    Ok(lives.then_some(unread))
}

/// How often it is looked anew for rights that change meanwhile.
const LOOKS: usize = 3;

/// Finds what a person has not read, and watches where more may come.
async fn find(app: &App, user_id: i64, inbox: &Inbox, marks: bool) -> Result<Unread> {
    // It costs what a page costs.
    let _turn = if app.config.throttle.enabled {
        let most = app.config.caps.pages_at_once;
        Some(app.at_once.wait(user_id, most).await?)
    } else {
        None
    };
    let mut looks = 1;
    loop {
        let changes = app.live.access_changes();
        let unread = find_once(app, user_id, inbox, marks).await?;
        // A right that was taken away between the reading of rights and of messages: what came since is not theirs.
        if app.live.access_changes() == changes || looks == LOOKS {
            return Ok(unread);
        }
        looks += 1;
    }
}

async fn find_once(app: &App, user_id: i64, inbox: &Inbox, marks: bool) -> Result<Unread> {
    let places = UserAccess::of(&app.db, user_id).await?;
    // From here on no arrival goes unnoticed, and no change of rights.
    inbox.watch(watched(&places, |_| marks));
    let mentions = places.unread_mentions(&app.db).await?;
    let mut unread = Unread {
        mentions: mentions.total(),
        marks: None,
    };
    if marks {
        let marks = Marks::of(app, &places, &mentions).await?;
        // Where something is unread already, more of it changes nothing, so that a busy channel wakes a page once and not
        // with each message.
        inbox.watch(watched(&places, |id| !marks.has_channel(id)));
        unread.marks = Some(serde_json::to_string(&marks).map_err(Error::internal)?);
    }
    Ok(unread)
}

/// What is watched for someone who may look there: the channels, each with whether any arrival is news, and the servers, in
/// which a channel may be new or a right taken away.
fn watched(places: &UserAccess, is_quiet: impl Fn(i64) -> bool) -> BTreeMap<i64, bool> {
    let channels = places.visible.keys().map(|id| (*id, is_quiet(*id)));
    let servers = places.servers().map(|server| (server.id, false));
    channels.chain(servers).collect()
}
