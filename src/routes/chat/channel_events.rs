//! `/channels/<id>/events`: new, edited and deleted messages of an open page, rendered as the page renders them.
//! Pages without it show the same when they are loaded, see `channels`.

use std::collections::{BTreeSet, VecDeque};

use rocket::futures::{FutureExt, Stream};
use rocket::request::{FromRequest, Outcome};
use rocket::response::stream::{Event, stream};
use rocket::{Request, Shutdown, State, get};
use serde_json::json;
use tokio::select;

use super::channel_links;
use super::message_renderer::MessageRenderer;
use super::message_view::{MessageView, Reader};
use super::stream::{Events, WakeReason, WakeSource, of_html, still_here};
use crate::app::App;
use crate::error::{Error, Result};
use crate::ids::{self, ChannelId};
use crate::live::{Access, ChangeReceiver, FellBehind, MessageChange, Place, Rights, WINDOW};
use crate::models::messages::feed::MessagePeople;
use crate::models::messages::removal::Model as Removal;
use crate::models::{Channel, Membership, Message};
use crate::routes::guards::{ClientAddress, SignedIn};

/// How many messages are loaded and rendered at once.
const BATCH: usize = 50;

/// The address that a browser opens the stream from, and the last event that it received before it lost its connection.
pub(crate) struct Opening {
    address: ClientAddress,
    last: Option<i64>,
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Opening {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Self::Error> {
        let last = request.headers().get_one("Last-Event-ID");
        let last = last.and_then(ids::parse);
        let address = request.guard::<ClientAddress>().await;
        address.map(|address| Self { address, last })
    }
}

/// Opens the stream: after `Last-Event-ID`, else after the message that the page names, else from now on.
#[get("/channels/<id>/events?<after>")]
pub(crate) async fn listen<'r>(
    id: ChannelId,
    after: Option<&str>,
    opening: Opening,
    me: SignedIn<'r>,
    app: &'r App,
    renderer: &'r State<MessageRenderer>,
    shutdown: Shutdown,
) -> Result<Events<impl Stream<Item = Event> + use<'r>>> {
    let id = id.get();
    let db = &*app.db;
    let (channel, ..) = Channel::viewed_by(db, me.id, id).await?;
    let counted = app.live.streams.open(
        &app.config.caps,
        (me.session.id, me.session.user_id),
        opening.address.0,
    );
    let counted = counted.await?;
    // From here on no message, change or loss of a right is missed: what was found before is checked again.
    let turns = WakeSource::new(app.live.channel(id), counted, shutdown);
    let changes = app.live.changes(id);
    let mut rights = Rights::default();
    rights.rest_on(
        &app.live,
        [Access::User(me.id), Access::Server(channel.server_id)],
    );
    let last = match opening.last.or_else(|| after.and_then(ids::parse)) {
        Some(last) => last,
        None => Message::newest_id(db, id, ids::LARGEST)
            .await?
            .unwrap_or(id),
    };
    let mut page = OpenPage {
        app,
        me,
        channel_id: id,
        renderer,
        turns,
        changes,
        rights,
        reading: Reading::After(last),
        newest: last,
        unsent: VecDeque::new(),
    };
    page.find().await?;
    Ok(Events(stream! {
        // Shows the browser at once that the stream is open, and how soon to reconnect when it is lost.
        yield Event::retry(tokio::time::Duration::from_secs(2));
        while let Some(events) = page.next().await {
            for event in events {
                yield event;
            }
        }
    }))
}

/// An open page.
struct OpenPage<'r> {
    app: &'r App,
    me: SignedIn<'r>,
    channel_id: i64,
    renderer: &'r MessageRenderer,
    turns: WakeSource,
    changes: ChangeReceiver,
    rights: Rights,
    reading: Reading,
    /// The newest message that the page has.
    newest: i64,
    /// Messages that were found and not sent yet.
    unsent: VecDeque<i64>,
}

/// How an open page learns of new messages.
enum Reading {
    /// From the database: those after this one.
    After(i64),
    /// As they arrive.
    From(Place),
}

/// Looks for messages in the database where announcements may have been missed, once for all streams of a channel.
async fn look_if_due(app: &App, channel_id: i64) -> Result<()> {
    let Some(due) = app.live.due(channel_id) else {
        return Ok(());
    };
    let _turn = due.turn.lock().await;
    let Some(due) = app.live.due(channel_id) else {
        return Ok(());
    };
    let mut found = Vec::new();
    let mut above = due.above;
    loop {
        let some = Message::ids_since(&app.db, channel_id, above, WINDOW).await?;
        let is_all = (some.len() as u64) < WINDOW;
        above = some.last().copied().unwrap_or(above);
        found.extend(some);
        if is_all {
            break;
        }
    }
    app.live.found(channel_id, &due, &found);
    Ok(())
}

/// Edited and deleted messages.
#[derive(Debug, Default)]
struct Changed {
    ids: BTreeSet<i64>,
    /// Removals of many messages.
    removals: BTreeSet<i64>,
    /// Whether any message may have changed.
    any: bool,
}

impl Changed {
    fn add(&mut self, change: MessageChange) {
        match change {
            MessageChange::One(id) => drop(self.ids.insert(id)),
            MessageChange::Removed(id) => drop(self.removals.insert(id)),
            MessageChange::Any => self.any = true,
        }
    }
}

impl OpenPage<'_> {
    /// The next events; none at the end of the stream.
    async fn next(&mut self) -> Option<Vec<Event>> {
        match self.next_events().await {
            Ok(events) => events,
            // The browser reconnects, and gets the response that everyone without access gets.
            Err(Error::NotFound | Error::ServerSuspended(_)) => None,
            Err(err) => {
                err.log();
                None
            }
        }
    }

    async fn next_events(&mut self) -> Result<Option<Vec<Event>>> {
        loop {
            let mut turn = WakeReason::Arrival;
            if self.unsent.is_empty() && matches!(self.reading, Reading::From(_)) {
                let next = select! {
                    biased;
                    turn = self.turns.next(self.rights.changed()) => turn,
                    change = self.changes.next() => return self.changed(change).await.map(Some),
                };
                match next {
                    Some(WakeReason::Probe) => return Ok(Some(vec![still_here()])),
                    Some(next) => turn = next,
                    None => return Ok(None),
                }
            }
            if self.unsent.is_empty() {
                self.find().await?;
            }
            let messages = self.load().await?;
            // Checked after reading and before sending: messages written after a user left or signed out are never sent
            // to them.
            let membership = self.still_allowed().await?;
            if !messages.is_empty() {
                let html = self.render(&messages, &membership).await?;
                let events = messages.iter().zip(html).map(|(message, html)| {
                    let id = message.id.to_string();
                    of_html(&html).event("message").id(id)
                });
                let mut events: Vec<Event> = events.collect();
                let highest = messages.iter().map(|message| message.id).max();
                if highest < Some(self.newest) {
                    // Late ones. The browser reconnects after the newest message all the same.
                    events.push(still_here().id(self.newest.to_string()));
                }
                self.newest = self.newest.max(highest.unwrap_or_default());
                return Ok(Some(events));
            }
            if turn == WakeReason::Heartbeat {
                return Ok(Some(vec![still_here()]));
            }
        }
    }

    async fn still_allowed(&self) -> Result<Membership> {
        if !self.me.session.is_active(self.app).await? {
            return Err(Error::NotFound);
        }
        let (_, membership, _) =
            Channel::viewed_by(&self.app.db, self.me.id, self.channel_id).await?;
        Ok(membership)
    }

    /// Finds what was not sent yet.
    async fn find(&mut self) -> Result<()> {
        let (app, id) = (self.app, self.channel_id);
        match &mut self.reading {
            Reading::After(last) => {
                let last = *last;
                let from = app.live.look_from(last);
                let found = Message::ids_since(&app.db, id, from, WINDOW).await?;
                match found.last() {
                    // There may be more: these first.
                    Some(highest) if found.len() as u64 >= WINDOW && *highest > last => {
                        self.unsent.extend(found.iter().filter(|id| **id > last));
                        self.reading = Reading::After(*highest);
                    }
                    _ => {
                        let (place, lacking) = app.live.open(id, last, &found);
                        self.unsent.extend(lacking);
                        self.reading = Reading::From(place);
                    }
                }
            }
            Reading::From(place) => {
                look_if_due(app, id).await?;
                match app.live.read(id, place) {
                    Ok(arrived) => self.unsent.extend(arrived),
                    // The browser reconnects, and says what it has.
                    Err(FellBehind) => return Err(Error::NotFound),
                }
            }
        }
        Ok(())
    }

    async fn load(&mut self) -> Result<Vec<Message>> {
        let next = self.unsent.len().min(BATCH);
        if next == 0 {
            return Ok(Vec::new());
        }
        let ids: Vec<i64> = self.unsent.drain(..next).collect();
        Message::all_with(&self.app.db, &ids).await
    }

    /// The events of changed messages: `update` with the HTML of an edited one, `remove` with the id of a deleted one,
    /// `remove-all` with the author and the range of ids of many, and `reload` where it is unknown which changed. The page ignores those that it does not show. These events have no id,
    /// so that `Last-Event-ID` stays that of a new message.
    async fn changed(&mut self, first: MessageChange) -> Result<Vec<Event>> {
        let mut changed = Changed::default();
        changed.add(first);
        // Several edits of one message are one update.
        while let Some(change) = self.changes.next().now_or_never() {
            changed.add(change);
        }
        let ids: Vec<i64> = changed.ids.iter().copied().collect();
        let mut messages = Message::all_with(&self.app.db, &ids).await?;
        messages.retain(|message| message.channel_id == self.channel_id);
        let mut removed = Vec::new();
        for id in &changed.removals {
            match Removal::find(&self.app.db, self.channel_id, *id).await {
                Ok(removal) => removed.push(removal),
                // It was undone.
                Err(Error::NotFound) => changed.any = true,
                Err(err) => return Err(err),
            }
        }
        let membership = self.still_allowed().await?;
        let mut events = Vec::new();
        for removal in removed {
            let covered = json!({
                "author": removal.author().to_string(),
                "first": removal.first_id,
                "last": removal.last_id,
            });
            events.push(Event::data(covered.to_string()).event("remove-all"));
        }
        if changed.any {
            events.push(Event::data("messages").event("reload"));
        }
        let html = self.render(&messages, &membership).await?;
        for (message, html) in messages.iter().zip(html) {
            changed.ids.remove(&message.id);
            events.push(of_html(&html).event("update"));
        }
        let deleted = changed.ids.iter();
        events.extend(deleted.map(|id| Event::data(id.to_string()).event("remove")));
        Ok(events)
    }

    async fn render(
        &self,
        messages: &[Message],
        membership: &Membership,
    ) -> Result<Vec<std::sync::Arc<str>>> {
        let cast = MessagePeople::of(&self.app.db, messages).await?;
        let server_id = membership.server.id;
        let channels = channel_links::load(&self.app.db, self.me.id, server_id, messages).await?;
        let reader = Reader::of(&self.app.config.base_url, membership).seeing(channels);
        let views = messages
            .iter()
            .map(|message| MessageView::of(message, &cast, &reader));
        self.renderer.render(views.collect())
    }
}
