//! Storing posts of webhooks: as many as wait are resolved and inserted in one transaction, and then wake open pages.
//! The insert statements are in `insert`. Payloads were checked before; answers are made afterwards, in `submit`.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use sea_orm::DbBackend;

use super::insert::{self, PostRow};
use super::kept_answer;
use super::mention_facts::MentionFacts;
use super::post::Post;
use super::stored_post::{PostError, StoredPost};
use crate::live::{Announcement, Arrival, InDoubt, Live};
use crate::models::Webhook;
use crate::models::messages::message;
use crate::models::webhooks::idempotency_key;
use portico_platform::database::{Conn, Database};
use portico_platform::error::{Error, Result};
use portico_platform::group_commit::Work;
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::mentions::ResolvedMessage;
use portico_rules::clock::Clock;
use portico_rules::ids::{Ids, MessageId, PlaceId};

/// The writer's result of a stored post. The request that waits for it makes the rest.
#[derive(Debug, Clone)]
pub(crate) enum PostRecord {
    /// The message is stored.
    New {
        /// Its id.
        id: MessageId,
        /// Its text, with what became of its mentions.
        text: Arc<ResolvedMessage<'static>>,
    },
    /// It was stored before, with the same key and body: what was kept of its answer, by `kept_answer`.
    Kept(String),
}

/// How often a batch is tried again for an idempotency key that another node stored first.
const ATTEMPTS: usize = 3;

/// Stores posts.
#[derive(Debug)]
pub(crate) struct Posts {
    pub(crate) db: Database,
    pub(crate) clock: Clock,
    pub(crate) ids: Ids,
    pub(crate) live: Arc<Live>,
    pub(crate) base_url: BaseUrl,
}

impl Work for Posts {
    type Job = Arc<Post>;
    type Outcome = Result<PostRecord, PostError>;

    async fn run_together(&self, posts: &[Arc<Post>]) -> Result<Vec<Self::Outcome>> {
        if !posts.iter().all(|post| post.is_fresh()) {
            for _ in 0..ATTEMPTS {
                if let Some(done) = self.store_with_history(posts).await? {
                    return Ok(done);
                }
            }
            return Err(Error::Unavailable("idempotency keys are being stored elsewhere".into()));
        }
        // On Postgres, one statement reads what mentions need, and one stores the posts as its own transaction. SQLite needs
        // several statements where something fired: these share a connection, whose cache has the last pages written.
        let is_plain = posts.iter().all(|post| post.mention_lookup().is_none());
        if is_plain || self.db.backend() != DbBackend::Sqlite {
            let _lock = self.db.write_lock().await;
            let (done, arrivals, in_doubt) = self.store_fresh(&self.db, posts).await?;
            in_doubt.end(Ok(()))?;
            self.wake(&arrivals);
            return Ok(done);
        }
        let write = self.db.begin().await?;
        let (done, arrivals, in_doubt) = self.store_fresh(&write, posts).await?;
        in_doubt.end(write.commit().await.map_err(Error::from))?;
        self.wake(&arrivals);
        Ok(done)
    }
}

impl Posts {
    /// Stores posts without an idempotency key that were not tried before. Judges mentions by what is read now, after the
    /// posts came. The insert statement checks the webhooks again.
    async fn store_fresh(
        &self,
        db: &Conn,
        posts: &[Arc<Post>],
    ) -> Result<(Vec<Result<PostRecord, PostError>>, ArrivalsByChannel, InDoubt<'_>)> {
        let facts = look_up(db, posts).await?;
        let allowed: Vec<bool> = posts.iter().map(|post| post.may_be_sent(&facts)).collect();
        let rows: Vec<PostRow<'_>> = posts
            .iter()
            .zip(&allowed)
            .filter(|(_, allowed)| **allowed)
            .map(|(post, _)| self.row(post, post.resolved(&facts)))
            .collect();
        if rows.is_empty() {
            let nothing = InDoubt::new(&self.live, []);
            return Ok((posts.iter().map(|_| Err(not_allowed())).collect(), BTreeMap::new(), nothing));
        }
        let mut arrivals = arrivals(&rows);
        let announcement = Announcement::new(self.ids.node(), arrivals.clone());
        let in_doubt = self.in_doubt(&arrivals);
        let missing = match insert::insert(db, &rows, &announcement).await {
            Ok(missing) => missing,
            Err(err) => return in_doubt.end(Err(err)),
        };
        for arrival in arrivals.values_mut() {
            arrival.message_ids.retain(|id| !missing.contains(id));
        }
        let mut stored = rows.into_iter().map(|row| {
            if missing.contains(&row.id) {
                Err(PostError::UnknownWebhook)
            } else {
                Ok(PostRecord::New { id: row.id, text: row.text })
            }
        });
        let done = allowed.into_iter().map(|allowed| {
            let stored = if allowed { stored.next() } else { None };
            stored.unwrap_or_else(|| Err(not_allowed()))
        });
        Ok((done.collect(), arrivals, in_doubt))
    }

    /// Stores posts with a key, or tried for the second time, and others among them. None where another node stored one
    /// of the keys at the same time, with a response to repeat.
    ///
    /// The webhooks are locked first: until the transaction ends they are not regenerated, paused, moved or deleted. What
    /// the mentions need is read after that, and so is no older than any of the posts.
    async fn store_with_history(&self, posts: &[Arc<Post>]) -> Result<Option<Vec<Result<PostRecord, PostError>>>> {
        let write = self.db.begin().await?;
        let now = self.clock.now();
        let locked = Webhook::lock_all(&write, posts.iter().map(|post| post.webhook.id)).await?;
        let stored_before = self.stored_before(&write, posts).await?;
        let keys = posts.iter().filter_map(|post| post.idempotency_key());
        let mut used = idempotency_key::find_all(&write, keys, now).await?;
        let facts = look_up(&write, posts).await?;
        let (mut rows, mut fresh) = (Vec::new(), Vec::new());
        let mut done = Vec::with_capacity(posts.len());
        for post in posts {
            // It is stored, whatever became of the webhook since. With a key, its response is found below.
            if let Some((id, text)) = post.last_attempt().filter(|(id, _)| stored_before.contains(id))
                && post.idempotency_key().is_none()
            {
                done.push(Ok(PostRecord::New { id, text }));
                continue;
            }
            let webhook = locked.get(&post.webhook.id);
            if webhook.is_none_or(|locked| locked.revision != post.webhook.revision) {
                done.push(Err(PostError::UnknownWebhook));
                continue;
            }
            if let Some((id, key)) = post.idempotency_key()
                && let Some(used) = used.get(&(id, key.key.clone()))
            {
                done.push(if key.fits(used) {
                    Ok(PostRecord::Kept(used.answer.clone()))
                } else {
                    Err(PostError::KeyReused)
                });
                continue;
            }
            if !post.may_be_sent(&facts) {
                done.push(Err(not_allowed()));
                continue;
            }
            let row = self.row(post, post.resolved(&facts));
            if let Some((id, key)) = post.idempotency_key() {
                let at = self.db.id_times().time_of(row.id.get());
                let answer = StoredPost::new(post, row.id, &row.text, at, &self.base_url).into_json()?;
                let used_key = key.answered(id, kept_answer::pack(answer)?, now);
                // The same post that came at the same time gets this answer.
                used.insert((id, key.key.clone()), used_key.clone());
                fresh.push(used_key);
            }
            done.push(Ok(PostRecord::New { id: row.id, text: row.text.clone() }));
            rows.push(row);
        }
        let arrivals = arrivals(&rows);
        if !rows.is_empty() {
            let announcement = Announcement::new(self.ids.node(), arrivals.clone());
            let missing = insert::insert(&write, &rows, &announcement).await?;
            if !missing.is_empty() {
                return Err(Error::internal("a webhook that was locked is gone"));
            }
            if !idempotency_key::insert_all(&write, fresh, now).await? {
                return Ok(None);
            }
        }
        let in_doubt = self.in_doubt(&arrivals);
        in_doubt.end(write.commit().await.map_err(Error::from))?;
        self.wake(&arrivals);
        Ok(Some(done))
    }

    fn row<'p>(&self, post: &'p Post, text: Arc<ResolvedMessage<'static>>) -> PostRow<'p> {
        // Generated this late, ids rise in the order in which they are stored.
        let id = post.begin_attempt(&text, || self.ids.next().into());
        PostRow { id, post, text }
    }

    /// Which of these posts an earlier attempt stored without learning of the commit, by the id of the message.
    async fn stored_before(&self, db: &Conn, posts: &[Arc<Post>]) -> Result<HashSet<MessageId>> {
        let tried = posts.iter().filter_map(|post| post.last_attempt());
        let tried: HashSet<MessageId> = tried.map(|(id, _)| id).collect();
        if tried.is_empty() {
            return Ok(tried);
        }
        let missing = message::missing(db, tried.iter().copied()).await?;
        Ok(&tried - &missing)
    }

    fn in_doubt(&self, arrivals: &ArrivalsByChannel) -> InDoubt<'_> {
        let lowest = arrivals.iter().filter_map(|(channel_id, arrival)| {
            let lowest = arrival.message_ids.iter().map(|id| id.get()).min();
            lowest.map(|lowest| (*channel_id, lowest))
        });
        InDoubt::new(&self.live, lowest)
    }

    fn wake(&self, arrivals: &ArrivalsByChannel) {
        for (channel_id, arrival) in arrivals {
            self.live.stored(*channel_id, &arrival.message_ids, arrival.mentions);
        }
    }
}

/// The new messages of each channel.
type ArrivalsByChannel = BTreeMap<PlaceId, Arrival>;

/// The channels that get messages, each with whether an inbox may change, for open pages on this node and on others.
fn arrivals(rows: &[PostRow<'_>]) -> ArrivalsByChannel {
    let mut arrivals = ArrivalsByChannel::new();
    for row in rows {
        let arrival = arrivals.entry(row.post.webhook.channel_id.into()).or_default();
        arrival.mentions |= !row.text.fired.is_empty();
        arrival.message_ids.push(row.id);
    }
    arrivals
}

/// Reads what the mentions of these posts need; nothing where they need nothing.
async fn look_up(db: &Conn, posts: &[Arc<Post>]) -> Result<MentionFacts> {
    let lookups: Vec<_> = posts.iter().filter_map(|post| post.mention_lookup()).collect();
    MentionFacts::load(db, &lookups).await
}

fn not_allowed() -> PostError {
    PostError::Failed(Error::Forbidden(
        "To post here from the portal, you need “Manage server”, and in the webhook’s channel “View channel” and “Send messages”.",
    ))
}
