//! Who has a channel open, and whether they may read it: judged from the database in one reading for all of them, once for each
//! person, however many streams they have.
//! When that is due is decided in `channel_events`.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{self, OnceCell};
use tokio::time::Instant;

use super::channel_links::{self, Channels};
use super::message_view::Reader;
use crate::app::App;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::{ChannelId, ServerId, SessionId, UserId};
use portico_store::models::messages::mention_reach::MentionReach;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::blocked_user;
use portico_store::models::{Channel, Membership, Session};

/// A person and their session.
type Who = (UserId, SessionId);

/// Those who have a channel open on this process.
#[derive(Debug)]
pub(super) struct ChannelReaders {
    channel_id: ChannelId,
    open: Mutex<HashMap<Who, Arc<OpenSession>>>,
    /// The last reading of all.
    last: LastReading,
}

/// When a reading began, and its result. One at a time.
type LastReading = sync::Mutex<Option<(Instant, Arc<ReaderAccess>)>>;

/// A session with one or more streams of the channel.
#[derive(Debug)]
struct OpenSession {
    who: Who,
    /// The last reading of this person alone.
    last: LastReading,
}

/// Result of one reading.
#[derive(Debug)]
struct ReaderAccess {
    asked: HashSet<Who>,
    sessions: HashSet<SessionId>,
    readers: HashMap<UserId, Arc<ChannelReader>>,
}

/// The reader of one stream. Dropping it, for whatever reason, ends that.
#[derive(Debug)]
pub(super) struct StreamReader {
    readers: Arc<ChannelReaders>,
    session: Arc<OpenSession>,
}

impl ChannelReaders {
    /// Those of a channel that nobody has open.
    pub(super) fn new(channel_id: ChannelId) -> Self {
        Self { channel_id, open: Mutex::default(), last: sync::Mutex::default() }
    }

    /// One more stream of a session.
    pub(super) fn join(self: &Arc<Self>, session: &Session) -> StreamReader {
        let who = (session.user_id, session.id);
        let mut open = self.open();
        let open_session =
            open.entry(who).or_insert_with(|| Arc::new(OpenSession { who, last: sync::Mutex::default() }));
        StreamReader { readers: Arc::clone(self), session: Arc::clone(open_session) }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Who, Arc<OpenSession>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn judge(&self, app: &App, asked: HashSet<Who>) -> Result<ReaderAccess> {
        let users: HashSet<UserId> = asked.iter().map(|(user_id, _)| *user_id).collect();
        let users: Vec<UserId> = users.into_iter().collect();
        let sessions: Vec<SessionId> = asked.iter().map(|(_, session_id)| *session_id).collect();
        app.metrics.streams.access_reads.inc();
        app.metrics.streams.judgements.inc_by(users.len() as u64);
        let sessions = Session::active_among(app, &sessions).await?;
        let viewers = Channel::viewers(&app.db, self.channel_id, &users).await?;
        let mut blocked = blocked_user::of_users(&app.db, &users).await?;
        let readers = viewers.iter().map(|(user_id, membership)| {
            let blocked = blocked.remove(user_id).unwrap_or_default();
            let reader = ChannelReader::new(app, membership, blocked);
            (*user_id, Arc::new(reader))
        });
        Ok(ReaderAccess { readers: readers.collect(), asked, sessions })
    }
}

impl ReaderAccess {
    fn reader(&self, (user_id, session_id): Who) -> Result<Arc<ChannelReader>> {
        if !self.sessions.contains(&session_id) {
            return Err(Error::NotFound);
        }
        self.readers.get(&user_id).cloned().ok_or(Error::NotFound)
    }
}

impl StreamReader {
    /// The reader, where their session lives and they may view the channel, by a reading of all readers that began at
    /// `since` or later.
    ///
    /// # Errors
    /// [`Error::NotFound`] where they may not go on.
    pub(super) async fn check(&self, app: &App, since: Instant) -> Result<Arc<ChannelReader>> {
        let all = || self.readers.open().keys().copied().collect();
        self.read(app, &self.readers.last, since, all).await
    }

    /// The same by a reading of this person alone: where nothing changed for others.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub(super) async fn check_alone(&self, app: &App, since: Instant) -> Result<Arc<ChannelReader>> {
        let them = || [self.session.who].into();
        self.read(app, &self.session.last, since, them).await
    }

    async fn read(
        &self,
        app: &App,
        last: &LastReading,
        since: Instant,
        whom: impl FnOnce() -> HashSet<Who>,
    ) -> Result<Arc<ChannelReader>> {
        let who = self.session.who;
        let mut last = last.lock().await;
        if let Some((began, judged)) = &*last
            && *began >= since
            && judged.asked.contains(&who)
        {
            return judged.reader(who);
        }
        let began = Instant::now();
        // Boxed: one stream reads for the others.
        let judged = Arc::new(Box::pin(self.readers.judge(app, whom())).await?);
        *last = Some((began, Arc::clone(&judged)));
        judged.reader(who)
    }
}

impl Drop for StreamReader {
    fn drop(&mut self) {
        let mut open = self.readers.open();
        // This one, and the one that is listed.
        if Arc::strong_count(&self.session) == 2 {
            open.remove(&self.session.who);
        }
    }
}

/// A reader of a channel, as far as it changes what they see.
#[derive(Debug)]
pub(super) struct ChannelReader {
    pub(super) user_id: UserId,
    pub(super) reach: MentionReach,
    pub(super) may_see_versions: bool,
    pub(super) pictures_on_click: bool,
    /// The people whom they have blocked.
    pub(super) blocked: Arc<BTreeSet<UserId>>,
    /// Until when they are timed out; none where they are not.
    pub(super) timed_out_until: Option<Millis>,
    server_id: ServerId,
    /// The channels that they may see, once a message may name one.
    channels: OnceCell<Channels>,
}

impl ChannelReader {
    fn new(app: &App, membership: &Membership, blocked: BTreeSet<UserId>) -> Self {
        let reader = Reader::new(app, membership);
        Self {
            user_id: reader.user_id,
            reach: reader.reach,
            may_see_versions: reader.may_see_versions,
            pictures_on_click: reader.pictures_on_click,
            blocked: Arc::new(blocked),
            timed_out_until: membership.timed_out_until.filter(|_| membership.is_timed_out()),
            server_id: membership.server.id,
            channels: OnceCell::new(),
        }
    }

    /// The channels of the server that they may see, read once for all their streams.
    pub(super) async fn channels(&self, app: &App) -> Result<Channels> {
        let load = || async {
            let access = UserAccess::load(&app.db, self.user_id).await?;
            Ok::<_, Error>(channel_links::visible(&access, self.server_id))
        };
        let channels = self.channels.get_or_try_init(|| Box::pin(load()));
        Ok(Arc::clone(channels.await?))
    }

    /// The same, for the view of a message, for whom `#channel` leads to one of these.
    pub(super) fn seeing<'a>(&self, app: &'a App, channels: &Channels) -> Reader<'a> {
        Reader {
            user_id: self.user_id,
            reach: self.reach.clone(),
            may_see_versions: self.may_see_versions,
            acts: true,
            pictures_on_click: self.pictures_on_click,
            blocked: Arc::clone(&self.blocked),
            channels: Arc::clone(channels),
            base_url: &app.config.base_url,
            id_times: app.id_times(),
        }
    }
}
