//! `/inbox/events`: how many mentions are unread, and for pages with a sidebar what is unread where, as it changes.
//! The mentions themselves are read in `inbox`.

use std::collections::BTreeMap;
use std::pin::pin;

use rocket::futures::FutureExt;
use rocket::futures::Stream;
use rocket::futures::future::{pending, select, select_all};
use rocket::response::stream::{Event, stream};
use rocket::tokio::sync::watch;
use rocket::tokio::time::Duration;
use rocket::{Route, Shutdown, get, routes};

use super::marks::Marks;
use super::stream::{Events, Turn, Turns};
use crate::error::Result;
use crate::instance::Instance;
use crate::live::{Access, Live, Rights};
use crate::models::places::Places;
use crate::routes::viewer::SignedIn;

pub(super) fn routes() -> Vec<Route> {
    routes![listen]
}

/// Opens the stream; with `unread` it tells of channels and servers, too.
#[get("/inbox/events?<unread>")]
fn listen<'r>(
    unread: bool,
    me: SignedIn<'r>,
    at: &'r Instance,
    shutdown: Shutdown,
) -> Events<impl Stream<Item = Event> + use<'r>> {
    let mut turns = Turns::new(at.live.anywhere(), shutdown);
    let mut quiet = unread.then(Quiet::default);
    let mut rights = Rights::default();
    Events(stream! {
        yield Event::retry(Duration::from_secs(5));
        let mut told = Unread::default();
        let mut turn = Turn::Arrival;
        loop {
            match look(me, at, &mut rights, quiet.as_mut()).await {
                Ok(Some(now)) => {
                    let news = now.news(&told);
                    if news.is_empty() && turn == Turn::Heartbeat {
                        yield Event::comment("still here");
                    }
                    for event in news {
                        yield event;
                    }
                    told = now;
                }
                // Signed out.
                Ok(None) => break,
                Err(err) => {
                    err.tell();
                    break;
                }
            }
            let next = match &mut quiet {
                Some(quiet) => {
                    let (quiet, rights) = (pin!(quiet.broken()), pin!(rights.changed()));
                    turns.next_or(select(quiet, rights).map(drop)).await
                }
                None => turns.next_or(rights.changed()).await,
            };
            match next {
                Some(next) => turn = next,
                None => break,
            }
        }
    })
}

/// What is unread; none: it was not told yet.
#[derive(Debug, Default)]
struct Unread {
    mentions: Option<u64>,
    marks: Option<Marks>,
}

impl Unread {
    /// What is to be told to whoever was told `before`.
    fn news(&self, before: &Self) -> Vec<Event> {
        let count = self.mentions.filter(|_| self.mentions != before.mentions);
        let marks = self.marks.as_ref().filter(|_| self.marks != before.marks);
        let count = count.map(|count| Event::data(count.to_string()).event("count"));
        let marks = marks.map(|marks| Event::json(marks).event("unread"));
        count.into_iter().chain(marks).collect()
    }
}

/// Where they may look, resting on the rights that say so.
async fn places(me: SignedIn<'_>, at: &Instance, rights: &mut Rights) -> Result<Places> {
    let own = Access::User(me.id);
    if !rights.includes(own) {
        rights.rest_on(&at.live, [own]);
    }
    let before = at.live.access_changes();
    let mut places = Places::of(&*at.db, me.id).await?;
    let servers = places.servers();
    let servers: Vec<Access> = servers.map(|server| Access::Server(server.id)).collect();
    let is_new = |server: &Access| !rights.includes(*server);
    let is_behind = servers.iter().any(is_new);
    rights.rest_on(&at.live, servers.into_iter().chain([own]));
    // What changed in a server before its changes were waited for is found by looking again.
    if is_behind && at.live.access_changes() != before {
        places = Places::of(&*at.db, me.id).await?;
    }
    Ok(places)
}

/// What is unread now; none when the session is over.
async fn look(
    me: SignedIn<'_>,
    at: &Instance,
    rights: &mut Rights,
    quiet: Option<&mut Quiet>,
) -> Result<Option<Unread>> {
    let places = places(me, at, rights).await?;
    let mentions = places.unread_mentions(&*at.db).await?;
    let mut unread = Unread {
        mentions: Some(mentions.total()),
        marks: None,
    };
    if let Some(quiet) = quiet {
        // From here on no arrival goes unnoticed.
        quiet.listen(&at.live, places.visible.keys().copied());
        let marks = Marks::of(at, &places, &mentions).await?;
        quiet.leave(&marks);
        unread.marks = Some(marks);
    }
    // Asked last: what changed after they signed out is not told.
    let lives = me.session.still_lives(at).await?;
    Ok(lives.then_some(unread))
}

/// The channels in which nothing is unread: what arrives there is news. Where something is unread already, more of it
/// changes nothing, so that a busy channel wakes a page once and not with each message.
#[derive(Debug, Default)]
struct Quiet(BTreeMap<i64, watch::Receiver<()>>);

impl Quiet {
    /// Listens to these channels and no others.
    fn listen(&mut self, live: &Live, channels: impl Iterator<Item = i64>) {
        let mut before = std::mem::take(&mut self.0);
        for id in channels {
            let waiting = before.remove(&id).unwrap_or_else(|| live.channel(id));
            self.0.insert(id, waiting);
        }
    }

    /// Listens no more to those in which something is unread.
    fn leave(&mut self, marks: &Marks) {
        self.0.retain(|id, _| !marks.has_channel(*id));
    }

    /// Waits until something arrives in one of them.
    async fn broken(&mut self) {
        if self.0.is_empty() {
            return pending().await;
        }
        let waiting = self.0.values_mut();
        let (heard, ..) = select_all(waiting.map(|waiting| Box::pin(waiting.changed()))).await;
        // A channel that nobody wakes any more is looked for anew.
        if heard.is_err() {
            self.0.clear();
        }
    }
}
