//! `/channels/<id>/events`: messages as they arrive, each drawn as the page draws it for this reader.
//! Who has no page open reads them later, in `channels`.

use std::collections::VecDeque;

use rocket::futures::Stream;
use rocket::request::{FromRequest, Outcome};
use rocket::response::stream::{Event, stream};
use rocket::{Request, Shutdown, State, get};

use super::message_view::{MessageView, Reader};
use super::stream::{Events, Turn, Turns, of_html, still_here};
use crate::app::App;
use crate::error::{Error, Result};
use crate::ids::{self, ChannelId};
use crate::live::{Access, Cursor, Rights, WINDOW};
use crate::models::messages::feed::Cast;
use crate::models::{Channel, Membership, Message};
use crate::routes::guards::{ClientAddress, SignedIn};
use crate::routes::page::Renderer;

/// How many messages are loaded and drawn at once.
const BATCH: usize = 50;

/// From where a browser opens the stream, and the last event that it got before its connection was lost.
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
    renderer: &'r State<Renderer>,
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
    // From here on no arrival goes unnoticed, and no loss of a right: what is found first is judged once more.
    let turns = Turns::new(app.live.channel(id), counted, shutdown);
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
    let seen = Message::ids_since(db, id, Cursor::look_from(last), WINDOW).await?;
    let mut open = Open {
        app,
        me,
        channel_id: id,
        renderer,
        turns,
        rights,
        given: Cursor::up_to(last, &seen),
        waiting: VecDeque::new(),
        to_look: true,
    };
    Ok(Events(stream! {
        // Tells the browser at once that the line is open, and how soon to come back when it is cut.
        yield Event::retry(tokio::time::Duration::from_secs(2));
        while let Some(events) = open.next().await {
            for event in events {
                yield event;
            }
        }
    }))
}

/// An open page.
struct Open<'r> {
    app: &'r App,
    me: SignedIn<'r>,
    channel_id: i64,
    renderer: &'r Renderer,
    turns: Turns,
    rights: Rights,
    given: Cursor,
    /// Found, and not drawn yet.
    waiting: VecDeque<i64>,
    /// Whether there may be something that was not found yet.
    to_look: bool,
}

impl Open<'_> {
    /// The next events; none when the stream is over.
    async fn next(&mut self) -> Option<Vec<Event>> {
        match self.look().await {
            Ok(events) => events,
            // The browser comes back, and is then answered as everybody is.
            Err(Error::NotFound) => None,
            Err(err) => {
                err.log();
                None
            }
        }
    }

    async fn look(&mut self) -> Result<Option<Vec<Event>>> {
        loop {
            let mut turn = Turn::Arrival;
            if self.waiting.is_empty() && !self.to_look {
                match self.turns.next(self.rights.changed()).await {
                    Some(Turn::Probe) => return Ok(Some(vec![still_here()])),
                    Some(next) => turn = next,
                    None => return Ok(None),
                }
            }
            if self.waiting.is_empty() {
                self.find().await?;
            }
            let messages = self.load().await?;
            // Judged after the reading and before the sending: what was written after they left, or signed
            // out, is never theirs.
            let standing = self.still_allowed().await?;
            if !messages.is_empty() {
                return self.draw(&messages, &standing).await.map(Some);
            }
            if turn == Turn::Heartbeat {
                return Ok(Some(vec![still_here()]));
            }
        }
    }

    async fn still_allowed(&self) -> Result<Membership> {
        if !self.me.session.is_active(self.app).await? {
            return Err(Error::NotFound);
        }
        let (_, standing, _) =
            Channel::viewed_by(&self.app.db, self.me.id, self.channel_id).await?;
        Ok(standing)
    }

    async fn find(&mut self) -> Result<()> {
        let now = self.app.now();
        let from = self.given.settled();
        let found = Message::ids_since(&self.app.db, self.channel_id, from, WINDOW).await?;
        self.to_look = found.len() as u64 >= WINDOW;
        self.waiting.extend(self.given.news(&found, now));
        Ok(())
    }

    async fn load(&mut self) -> Result<Vec<Message>> {
        let next = self.waiting.len().min(BATCH);
        if next == 0 {
            return Ok(Vec::new());
        }
        let ids: Vec<i64> = self.waiting.drain(..next).collect();
        Message::all_with(&self.app.db, &ids).await
    }

    async fn draw(&self, messages: &[Message], standing: &Membership) -> Result<Vec<Event>> {
        let cast = Cast::of(&self.app.db, messages).await?;
        let reader = Reader::of(&self.app.config.base_url, standing);
        let drawn = messages
            .iter()
            .map(|message| MessageView::of(message, &cast, &reader))
            .collect();
        let html = self.renderer.messages(drawn)?;
        let events = messages.iter().zip(html).map(|(message, html)| {
            let id = message.id.to_string();
            of_html(&html).event("message").id(id)
        });
        Ok(events.collect())
    }
}
