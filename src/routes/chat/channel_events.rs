//! `/channels/<id>/events`: new, edited and deleted messages of an open page, rendered as the page renders them; that its reader
//! is timed out, or no member any more.
//! Pages without it show the same when they are loaded, see `channels`.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use rocket::futures::{FutureExt, Stream};
use rocket::request::{FromRequest, Outcome};
use rocket::response::stream::stream;
use rocket::{Request, Shutdown, State, get};
use serde_json::json;
use tokio::select;
use tokio::time::Instant;

use super::channel_feed;
use super::channel_reader::{ChannelReader, StreamReader};
use super::message_renderer::MessageRenderer;
use super::open_channels::{OpenChannel, OpenChannels};
use super::page_account::PageAccount;
use super::stream::{Frames, HEARTBEAT, WakeReason, WakeSource, open_stream};
use crate::app::App;
use crate::routes::guards::{ClientAddress, SignedIn};
use crate::routes::path_ids::PathId;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::event_frame::Frame;
use portico_rules::ids::{self, ChannelId, MessageId, RemovalId, ServerId};
use portico_store::live::{Access, ChangeReceiver, FellBehind, MessageChange, RenderTime, Rights, StreamPosition};
use portico_store::models::messages::removal::Model as Removal;
use portico_store::models::servers::ban;
use portico_store::models::servers::member::former;
use portico_store::models::{Channel, Message};

/// The most IDs that one query returns.
const WINDOW: u64 = 4_096;
/// Messages loaded and sent at once.
const BATCH: usize = 50;

/// A browser's position when it opens the stream.
pub(crate) struct Opening {
    address: ClientAddress,
    account: PageAccount,
    /// The message after which it reads on: the last that it received before it lost its connection, else the one that the
    /// page names as `after`.
    last: Option<i64>,
    /// Since when it may have missed edits and deletions: `rendered` of the page. After a lost connection the page looks at
    /// everything on its own.
    rendered: Option<RenderTime>,
}

#[rocket::async_trait]
impl<'r> FromRequest<'r> for Opening {
    type Error = Error;

    async fn from_request(request: &'r Request<'_>) -> Outcome<Self, Self::Error> {
        let query = |name| request.query_value::<&str>(name)?.ok();
        let received = request.headers().get_one("Last-Event-ID").and_then(ids::parse);
        let rendered = query("rendered").and_then(RenderTime::read);
        let address = request.guard::<ClientAddress>().await;
        address.map(|address| Self {
            address,
            account: PageAccount::for_request(request),
            last: received.or_else(|| query("after").and_then(ids::parse)),
            rendered: rendered.filter(|_| received.is_none()),
        })
    }
}

/// Opens the stream, from now on where the browser has no message yet.
#[get("/channels/<id>/events")]
pub(crate) async fn listen<'r>(
    id: PathId<ChannelId>,
    opening: Opening,
    me: SignedIn<'r>,
    app: &'r App,
    renderer: MessageRenderer<'r>,
    channels: &'r State<OpenChannels>,
    shutdown: Shutdown,
) -> Result<Frames<impl Stream<Item = Frame> + use<'r>>> {
    opening.account.require(me)?;
    let id = id.0;
    let db = &*app.db;
    let (channel, ..) = Channel::viewed_by(db, me.id, id).await?;
    let counted = open_stream(app, me, opening.address).await?;
    // From here on no message, change or loss of a right is missed: what was found before is checked again.
    let wakes = WakeSource::new(app.live.channel(id), counted, shutdown);
    let changes = match opening.rendered {
        Some(rendered) => app.live.changes_since(id, rendered, app.node()),
        None => app.live.changes(id),
    };
    let rests_on = [Access::User(me.id), Access::Server(channel.server_id)];
    let rights = Rights::rest_on(&app.live, &rests_on);
    let last = match opening.last {
        Some(last) => last,
        None => Message::newest_id(db, id, ids::MAX_ID).await?.unwrap_or(id.get().into()).get(),
    };
    let open = channels.get(id);
    let mut page = OpenPage {
        app,
        channel_id: id,
        renderer,
        me,
        server_id: channel.server_id,
        reader: open.readers.join(me.session),
        timed_out_until: None,
        is_over: false,
        open,
        wakes,
        changes,
        rights,
        reading: Reading::After(last),
        newest: last,
        unsent: VecDeque::new(),
    };
    page.find().await?;
    Ok(Frames(stream! {
        yield Frame::OPEN;
        while let Some(frames) = page.next().await {
            for frame in frames {
                yield frame;
            }
        }
    }))
}

struct OpenPage<'r> {
    app: &'r App,
    channel_id: ChannelId,
    renderer: MessageRenderer<'r>,
    open: Arc<OpenChannel>,
    me: SignedIn<'r>,
    server_id: ServerId,
    reader: StreamReader,
    /// The end of the time-out that the page was told of.
    timed_out_until: Option<Millis>,
    /// True once the page was told why it can no longer follow.
    is_over: bool,
    wakes: WakeSource,
    changes: ChangeReceiver,
    rights: Rights,
    reading: Reading,
    /// The newest message that the page has.
    newest: i64,
    /// Messages that were found and not sent yet.
    unsent: VecDeque<i64>,
}

/// The way an open page learns of new messages.
enum Reading {
    /// From the database: those after this one.
    After(i64),
    /// As they arrive.
    From(StreamPosition),
}

/// The IDs of a channel's messages above one, in windows, until one ends above `enough`; and whether these are all.
async fn ids_above(app: &App, channel_id: ChannelId, mut above: i64, enough: i64) -> Result<(Vec<i64>, bool)> {
    let mut found = Vec::new();
    loop {
        let some = Message::ids_since(&app.db, channel_id, above, WINDOW).await?;
        let is_all = (some.len() as u64) < WINDOW;
        above = some.last().copied().unwrap_or(above);
        found.extend(some);
        if is_all || above > enough {
            return Ok((found, is_all));
        }
    }
}

/// Looks for messages in the database where announcements may have been missed, once for all streams of a channel.
async fn look_if_due(app: &App, channel_id: ChannelId) -> Result<()> {
    let Some(due) = app.live.due(channel_id) else {
        return Ok(());
    };
    let _turn = due.turn.lock().await;
    let Some(due) = app.live.due(channel_id) else {
        return Ok(());
    };
    let (found, _) = ids_above(app, channel_id, due.above, i64::MAX).await?;
    app.live.found(channel_id, &due, &found);
    Ok(())
}

/// Edited and deleted messages.
#[derive(Debug, Default)]
struct ChangedMessages {
    ids: BTreeSet<MessageId>,
    /// Removals of many messages.
    removals: BTreeSet<RemovalId>,
    /// True if any message may have changed.
    any: bool,
}

impl ChangedMessages {
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
    async fn next(&mut self) -> Option<Vec<Frame>> {
        if self.is_over {
            return None;
        }
        match self.next_events().await {
            Ok(events) => events,
            // Without a reason to tell, the browser reconnects, and gets the response that everyone without access gets.
            Err(Error::NotFound | Error::ServerSuspended(_)) => {
                self.is_over = true;
                let told = Box::pin(self.farewell()).await;
                told.unwrap_or_else(|err| {
                    err.log();
                    None
                })
            }
            Err(err) => {
                err.log();
                None
            }
        }
    }

    /// The event `closed` for a person who is signed in and no member any more, with whether they were banned; none for others.
    async fn farewell(&self) -> Result<Option<Vec<Frame>>> {
        let (db, user_id) = (&*self.app.db, self.me.id);
        if !self.me.session.is_active(self.app).await? {
            return Ok(None);
        }
        let Some(server) = former::server_left(db, self.server_id, user_id).await? else { return Ok(None) };
        let is_banned = ban::is_banned(db, self.server_id, user_id).await?;
        let told = json!({ "server": server.name, "banned": is_banned });
        Ok(Some(vec![Frame::event("closed", None, &told.to_string())]))
    }

    async fn next_events(&mut self) -> Result<Option<Vec<Frame>>> {
        loop {
            let mut reason = WakeReason::Arrival;
            if self.unsent.is_empty() && matches!(self.reading, Reading::From(_)) {
                let next = select! {
                    biased;
                    reason = self.wakes.next(self.rights.changed()) => reason,
                    // Boxed, as what follows a turn is: a page waits most of the time, and should be small then.
                    change = self.changes.next() => return Box::pin(self.changed(change)).await.map(Some),
                };
                match next {
                    Some(WakeReason::Probe) => return Ok(Some(vec![Frame::STILL_HERE])),
                    Some(next) => reason = next,
                    None => return Ok(None),
                }
            }
            let events = Box::pin(self.look(reason)).await?;
            if !events.is_empty() {
                return Ok(Some(events));
            }
            if reason == WakeReason::Heartbeat {
                return Ok(Some(vec![Frame::STILL_HERE]));
            }
        }
    }

    /// The events of messages that were not sent yet.
    async fn look(&mut self, reason: WakeReason) -> Result<Vec<Frame>> {
        let woke = Instant::now();
        if self.unsent.is_empty() {
            self.find().await?;
        }
        let ids: Vec<MessageId> = self.unsent.drain(..self.unsent.len().min(BATCH)).map(MessageId::new).collect();
        let read = self.open.feed.read(self.app, &ids).await?;
        // Checked after reading and before sending: messages written after a user left or signed out are never sent
        // to them.
        let heard = self.app.live.access_heard_at().unwrap_or(woke);
        let since = match reason {
            // One reading serves all pages that a change wakes.
            WakeReason::Access(_) => read.at.map_or(heard, |at| at.max(heard)),
            // If nothing happened, what another page learned a moment ago is good enough.
            WakeReason::Heartbeat => {
                let lately = woke.checked_sub(HEARTBEAT / 2).unwrap_or(woke);
                read.at.unwrap_or(lately)
            }
            WakeReason::Arrival | WakeReason::Probe => read.at.unwrap_or(woke),
        };
        let reader = match reason {
            WakeReason::Access(Access::User(_)) => self.reader.check_alone(self.app, since).await?,
            _ => self.reader.check(self.app, since).await?,
        };
        let messages = read.messages;
        let mut events = self.frames(&reader, &messages, true).await?;
        let highest = messages.last().map(|message| message.id().get());
        if highest.is_some_and(|highest| highest < self.newest) {
            // Late ones. The browser reconnects after the newest message all the same.
            events.push(Frame::after(self.newest));
        }
        self.newest = self.newest.max(highest.unwrap_or_default());
        if reader.timed_out_until != self.timed_out_until {
            self.timed_out_until = reader.timed_out_until;
            let until = reader.timed_out_until.unwrap_or_default();
            events.push(Frame::event("timeout", None, &until.to_string()));
        }
        Ok(events)
    }

    async fn frames(
        &self,
        reader: &ChannelReader,
        messages: &[Arc<channel_feed::SharedMessage>],
        is_new: bool,
    ) -> Result<Vec<Frame>> {
        channel_feed::frames(self.app, self.renderer, reader, messages, is_new).await
    }

    /// Finds what was not sent yet.
    async fn find(&mut self) -> Result<()> {
        let (app, id) = (self.app, self.channel_id);
        match &mut self.reading {
            Reading::After(last) => {
                let last = *last;
                let above = app.live.look_from(last);
                let (found, is_all) = ids_above(app, id, above, last).await?;
                if is_all {
                    let (position, lacking) = app.live.open(id, last, &found);
                    self.unsent.extend(lacking);
                    self.reading = Reading::From(position);
                } else {
                    // There may be more: these first.
                    self.unsent.extend(found.iter().filter(|id| **id > last));
                    self.reading = Reading::After(found.last().copied().unwrap_or(last));
                }
            }
            Reading::From(position) => {
                look_if_due(app, id).await?;
                match app.live.read(id, position) {
                    Ok(arrived) => self.unsent.extend(arrived),
                    // The browser reconnects, and says what it has.
                    Err(FellBehind) => return Err(Error::NotFound),
                }
            }
        }
        Ok(())
    }

    /// The events of changed messages: `update` with the HTML of an edited one, `remove` with the id of a deleted one,
    /// `remove-all` with the author and the range of ids of many, and `reload` where it is unknown which changed. The page
    /// ignores those that it does not show. These events have no id, so that `Last-Event-ID` stays that of a new message.
    async fn changed(&mut self, first: MessageChange) -> Result<Vec<Frame>> {
        let mut changed = ChangedMessages::default();
        changed.add(first);
        // Several edits of one message are one update.
        while let Some(change) = self.changes.next().now_or_never() {
            changed.add(change);
        }
        let ids: Vec<MessageId> = changed.ids.iter().copied().collect();
        let read = self.open.feed.read(self.app, &ids).await?;
        let since = read.at.unwrap_or_else(Instant::now);
        let mut removed = Vec::new();
        for id in &changed.removals {
            match Removal::find(&self.app.db, self.channel_id, *id).await {
                Ok(removal) => removed.push(removal),
                // It was undone.
                Err(Error::NotFound) => changed.any = true,
                Err(err) => return Err(err),
            }
        }
        let reader = self.reader.check(self.app, since).await?;
        let mut events = Vec::new();
        for removal in removed {
            let covered = json!({
                "author": removal.author().to_string(),
                "first": removal.first_id,
                "last": removal.last_id,
            });
            events.push(Frame::event("remove-all", None, &covered.to_string()));
        }
        if changed.any {
            events.push(Frame::event("reload", None, "messages"));
        }
        for message in &read.messages {
            changed.ids.remove(&message.id());
        }
        events.extend(self.frames(&reader, &read.messages, false).await?);
        let deleted = changed.ids.iter();
        events.extend(deleted.map(|id| Frame::event("remove", None, &id.to_string())));
        Ok(events)
    }
}
