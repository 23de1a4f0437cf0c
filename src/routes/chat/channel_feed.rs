//! State shared by the open pages of a channel: the messages as they are read, each rendered once for every view of it.
//! When a page looks is decided in `channel_events`; what was judged about the readers is in `channel_reader`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tokio::sync::Mutex;
use tokio::time::{Duration, Instant};

use super::channel_links::Channels;
use super::channel_reader::ChannelReader;
use super::message_renderer::MessageRenderer;
use super::message_view::{Audience, MessageView};
use crate::app::App;
use portico_platform::error::Result;
use portico_rules::chat::channel_names;
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::event_frame::Frame;
use portico_rules::ids::{ChannelId, MessageId};
use portico_store::models::Message;
use portico_store::models::messages::feed::{self, MessagePeople};

/// For how long a message that was read is sent without reading it again. Changes to it end that at once; new names and
/// pictures of people appear a moment later.
const FRESH: Duration = Duration::from_secs(1);

/// The messages of a channel that were read a moment ago.
#[derive(Debug)]
pub(super) struct ChannelFeed {
    channel_id: ChannelId,
    recent: Mutex<HashMap<MessageId, CachedMessage>>,
}

#[derive(Debug)]
struct CachedMessage {
    /// Number of changes of the channel's messages before it was read.
    changes: u64,
    at: Instant,
    /// None where it is deleted.
    message: Option<Arc<SharedMessage>>,
}

/// Messages, and when the last one of them had been read.
#[derive(Debug, Default)]
pub(super) struct ReadMessages {
    pub(super) messages: Vec<Arc<SharedMessage>>,
    pub(super) at: Option<Instant>,
}

impl ChannelFeed {
    /// That of a channel of which nothing was read.
    pub(super) fn new(channel_id: ChannelId) -> Self {
        Self { channel_id, recent: Mutex::default() }
    }

    /// The messages with these ids as they are now, the oldest first: read once for all pages.
    pub(super) async fn read(&self, app: &App, ids: &[MessageId]) -> Result<ReadMessages> {
        if ids.is_empty() {
            return Ok(ReadMessages::default());
        }
        let mut recent = self.recent.lock().await;
        // Counted before reading: what changes meanwhile is read again.
        let changes = app.live.change_count(self.channel_id);
        recent.retain(|_, read| read.changes == changes && read.at.elapsed() < FRESH);
        let lacks = |id: &&MessageId| !recent.contains_key(*id);
        let missing: Vec<MessageId> = ids.iter().filter(lacks).copied().collect();
        if !missing.is_empty() {
            app.metrics.streams.message_reads.inc();
            // Boxed: one page reads for all.
            let reading = Box::pin(feed::messages_with(&app.db, &missing));
            let (messages, people) = reading.await?;
            let (people, at) = (Arc::new(people), Instant::now());
            for id in missing {
                let message = None;
                recent.insert(id, CachedMessage { changes, at, message });
            }
            for message in messages {
                if message.channel_id == self.channel_id
                    && let Some(read) = recent.get_mut(&message.id)
                {
                    let shared = SharedMessage::new(message, Arc::clone(&people));
                    read.message = Some(Arc::new(shared));
                }
            }
        }
        let read: Vec<&CachedMessage> = ids.iter().filter_map(|id| recent.get(id)).collect();
        let mut messages: Vec<Arc<SharedMessage>> = read.iter().filter_map(|read| read.message.clone()).collect();
        messages.sort_by_key(|message| message.id());
        Ok(ReadMessages { at: read.iter().map(|read| read.at).max(), messages })
    }
}

/// A message, and its events for those who see the same of it.
#[derive(Debug)]
pub(super) struct SharedMessage {
    message: Message,
    people: Arc<MessagePeople>,
    audience: Audience,
    frames: Mutex<Vec<(View, &'static str, Frame)>>,
}

/// The properties of a reader on which a message's look depends. Equal ones see the same.
#[derive(Debug, PartialEq, Eq)]
struct View {
    is_new: bool,
    /// The mentions that are theirs.
    mentions: Vec<MentionTarget>,
    replies_to_them: bool,
    may_see_versions: bool,
    pictures_on_click: bool,
    /// True if the reader has blocked the author, and the author of the message that it replies to.
    blocked: (bool, bool),
    named_channels: BTreeMap<String, ChannelId>,
}

impl SharedMessage {
    fn new(message: Message, people: Arc<MessagePeople>) -> Self {
        Self { audience: Audience::from_message(&message), message, people, frames: Mutex::default() }
    }

    pub(super) fn id(&self) -> MessageId {
        self.message.id
    }

    fn view(&self, is_new: bool, reader: &ChannelReader, channels: &Channels) -> View {
        let text = self.audience.text_with_channels().unwrap_or_default();
        let named = channel_names::find(text, |name| {
            let id = channels.get(name)?;
            Some((name.to_owned(), *id))
        });
        let replied_to = self.message.reply_notified_id.map(MentionTarget::User);
        let has_blocked = |message: &Message| message.author_id.is_some_and(|id| reader.blocked.contains(&id));
        let original = self.message.reply_to_id.and_then(|id| self.people.originals.get(&id));
        View {
            is_new,
            mentions: self.audience.mentions_of(&reader.reach),
            replies_to_them: replied_to.is_some_and(|one| reader.reach.has(one, self.id())),
            may_see_versions: self.message.edited_at.is_some() && reader.may_see_versions,
            pictures_on_click: reader.pictures_on_click,
            blocked: (has_blocked(&self.message), original.is_some_and(has_blocked)),
            named_channels: named.into_iter().map(|(_, channel)| channel).collect(),
        }
    }
}

/// Messages as events for a reader: what is rendered already for the same view is shared.
///
/// # Errors
/// When the database can't be reached, or a template fails.
pub(super) async fn frames(
    app: &App,
    renderer: MessageRenderer<'_>,
    reader: &ChannelReader,
    messages: &[Arc<SharedMessage>],
    is_new: bool,
) -> Result<Vec<Frame>> {
    let names_channels = |message: &Arc<SharedMessage>| message.audience.text_with_channels().is_some();
    let channels = match messages.iter().any(names_channels) {
        true => reader.channels(app).await?,
        false => Channels::default(),
    };
    let mut made = Vec::with_capacity(messages.len());
    for message in messages {
        let view = message.view(is_new, reader, &channels);
        let mut frames = message.frames.lock().await;
        if let Some((_, _, frame)) =
            frames.iter().find(|(known, tag, _)| *known == view && *tag == renderer.language.tag)
        {
            made.push(frame.clone());
            continue;
        }
        app.metrics.streams.renders.inc();
        let reader = reader.seeing(app, &channels);
        let view_of_message = MessageView::new(&message.message, &message.people, &reader);
        let html = renderer.render(vec![view_of_message]).await?;
        let html = html.first().map(|html| &**html).unwrap_or_default();
        let frame = match is_new {
            true => Frame::event("message", Some(message.id().get()), html),
            false => Frame::event("update", None, html),
        };
        frames.push((view, renderer.language.tag, frame.clone()));
        made.push(frame);
    }
    let sent = messages.len() as u64;
    app.metrics.streams.messages_sent.inc_by(sent);
    Ok(made)
}
