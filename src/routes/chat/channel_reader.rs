//! What was judged about those who have a channel's page open: whether their session lives, whether they may view the
//! channel, and what of that changes what they see.
//! Until when a judgement holds is decided in `live::judgements`.

use std::sync::Arc;

use tokio::sync::OnceCell;
use tokio::time::Instant;

use super::channel_feed::ChannelFeed;
use super::channel_links::{self, Channels};
use super::message_view::Reader;
use crate::app::App;
use crate::clock::Millis;
use crate::error::{Error, Result};
use crate::live::{Access, Judged, Shared};
use crate::models::servers::access::UserAccess;
use crate::models::{Channel, Membership, Session};

/// What the open pages of this process share.
#[derive(Debug, Default)]
pub struct ChannelFeeds {
    feeds: Shared<i64, ChannelFeed>,
    readers: Shared<(i64, i64), Judged<ChannelReader>>,
    sessions: Shared<i64, Judged<()>>,
}

impl ChannelFeeds {
    /// The feed of a channel, for one more page.
    pub(super) fn of(&self, channel_id: i64) -> Arc<ChannelFeed> {
        self.feeds.of(channel_id, || ChannelFeed::of(channel_id))
    }

    /// What is judged about a reader of a channel and their session.
    pub(super) fn standing(&self, session: &Session, channel: &Channel) -> Standing {
        let user = Access::User(session.user_id);
        let rests_on = vec![user, Access::Server(channel.server_id)];
        let reader = (session.user_id, channel.id);
        Standing {
            reader: self.readers.judged(reader, rests_on),
            session: self.sessions.judged(session.id, vec![user]),
        }
    }
}

/// Whether a page may go on.
#[derive(Debug)]
pub(super) struct Standing {
    reader: Arc<Judged<ChannelReader>>,
    session: Arc<Judged<()>>,
}

impl Standing {
    /// The reader, where their session lives and they may view the channel, after all that was committed before `since`.
    ///
    /// # Errors
    /// [`Error::NotFound`] and [`Error::ServerSuspended`] where they may not go on.
    pub(super) async fn check(
        &self,
        app: &App,
        session: &Session,
        channel_id: i64,
        since: Instant,
    ) -> Result<Arc<ChannelReader>> {
        let (judgements, metrics) = (&app.live.judgements, &app.metrics.streams);
        if judgements.catch_up(&app.db, since).await? {
            metrics.journal_reads.inc();
        }
        let lives = async {
            metrics.session_checks.inc();
            let until = session.lives_until(app).await?.ok_or(Error::NotFound)?;
            Ok::<_, Error>(((), until))
        };
        self.session.get(judgements, app.now(), lives).await?;
        let reads = async {
            metrics.judgements.inc();
            let user_id = session.user_id;
            let (_, membership, _) = Channel::viewed_by(&app.db, user_id, channel_id).await?;
            Ok::<_, Error>((ChannelReader::of(app, &membership), Millis::MAX))
        };
        self.reader.get(judgements, app.now(), reads).await
    }
}

/// A reader of a channel, as far as it changes what they see.
#[derive(Debug)]
pub(super) struct ChannelReader {
    pub(super) user_id: i64,
    pub(super) roles: Vec<i64>,
    pub(super) may_see_versions: bool,
    pub(super) pictures_on_click: bool,
    server_id: i64,
    /// The channels that they may see, once a message may name one.
    channels: OnceCell<Channels>,
}

impl ChannelReader {
    fn of(app: &App, membership: &Membership) -> Self {
        let reader = Reader::of(&app.config.base_url, membership);
        Self {
            user_id: reader.user_id,
            roles: reader.roles,
            may_see_versions: reader.may_see_versions,
            pictures_on_click: reader.pictures_on_click,
            server_id: membership.server.id,
            channels: OnceCell::new(),
        }
    }

    /// The channels of the server that they may see: read once for each judgement, as their names change with it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn channels(&self, app: &App) -> Result<Channels> {
        let load = || async {
            let access = UserAccess::of(&app.db, self.user_id).await?;
            Ok::<_, Error>(channel_links::visible(&access, self.server_id))
        };
        let channels = self.channels.get_or_try_init(|| Box::pin(load()));
        Ok(Arc::clone(channels.await?))
    }

    /// The same, for the view of a message, for whom `#channel` leads to one of these.
    pub(super) fn seeing<'a>(&self, app: &'a App, channels: &Channels) -> Reader<'a> {
        Reader {
            user_id: self.user_id,
            roles: self.roles.clone(),
            may_see_versions: self.may_see_versions,
            acts: true,
            pictures_on_click: self.pictures_on_click,
            channels: Arc::clone(channels),
            base_url: &app.config.base_url,
        }
    }
}
