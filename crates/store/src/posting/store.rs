//! Storing posts of webhooks: as many as wait are judged and inserted in one transaction, and then wake open pages.
//! The insert statements are in `insert`. Payloads were checked before; responses are written afterwards, in `submit`.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use sea_orm::DbBackend;

use super::accepted::Accepted;
use super::insert::{self, PostRow};
use super::mention_facts::MentionFacts;
use super::post::Post;
use crate::live::{Announcement, Arrival, InDoubt, Live};
use crate::models::Webhook;
use crate::models::messages::message;
use crate::models::webhooks::idempotency_key::{self, Key, Model as UsedKey};
use portico_platform::database::{Conn, Database};
use portico_platform::error::{Error, Result};
use portico_platform::group_commit::Work;
use portico_rules::base_url::BaseUrl;
use portico_rules::chat::mentions::ResolvedMessage;
use portico_rules::clock::Clock;
use portico_rules::ids::IdTimes;
use portico_rules::ids::Ids;

/// A message that was stored.
#[derive(Debug, Clone)]
pub(crate) struct StoredPost {
    /// Its id.
    pub(crate) id: i64,
    /// Its text, with what became of its mentions.
    pub(crate) text: Arc<ResolvedMessage<'static>>,
    /// The response, where it was stored under an idempotency key.
    pub(crate) response: Option<Accepted>,
}

/// What came of a post.
#[derive(Debug, Clone)]
pub(crate) enum StoreOutcome {
    /// The message is stored.
    Stored(StoredPost),
    /// The same key came with the same body before: the first response again, and nothing stored.
    Replayed(Accepted),
    /// The same key came with another body before.
    KeyReused,
    /// The webhook is not any more what the post was checked against: it has another revision, or is deleted.
    WebhookChanged,
    /// The user who sent it from the portal may not post there. Nothing is stored.
    NotAllowed,
}

/// How often a batch is tried again for an idempotency key that another node stored first.
const ATTEMPTS: usize = 3;

/// What stores posts.
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
    type Outcome = StoreOutcome;

    async fn run_together(&self, posts: &[Arc<Post>]) -> Result<Vec<StoreOutcome>> {
        if posts.iter().all(|post| post.is_fresh()) {
            return self.store_fresh(posts).await;
        }
        for _ in 0..ATTEMPTS {
            if let Some(done) = self.store_with_history(posts).await? {
                return Ok(done);
            }
        }
        Err(Error::Unavailable("idempotency keys are being stored elsewhere".into()))
    }
}

impl Posts {
    /// Stores posts without an idempotency key that were not tried before.
    ///
    /// On Postgres, one statement reads what mentions need, and one stores the posts as its own transaction. SQLite needs
    /// several statements where something fired: these share a connection, whose cache has the last pages written.
    async fn store_fresh(&self, posts: &[Arc<Post>]) -> Result<Vec<StoreOutcome>> {
        let is_plain = posts.iter().all(|post| post.mention_lookup().is_none());
        if is_plain || self.db.backend() != DbBackend::Sqlite {
            let _lock = self.db.write_lock().await;
            let (done, arrivals, in_doubt) = self.judge_and_store(&self.db, posts).await?;
            in_doubt.end(Ok(()))?;
            self.wake(&arrivals);
            return Ok(done);
        }
        let write = self.db.begin().await?;
        let (done, arrivals, in_doubt) = self.judge_and_store(&write, posts).await?;
        in_doubt.end(write.commit().await.map_err(Error::from))?;
        self.wake(&arrivals);
        Ok(done)
    }

    /// Judges mentions by what is read now, after the posts came. The insert statement checks the webhooks again.
    async fn judge_and_store(
        &self,
        db: &Conn,
        posts: &[Arc<Post>],
    ) -> Result<(Vec<StoreOutcome>, ArrivalsByChannel, InDoubt<'_>)> {
        let facts = look_up(db, posts).await?;
        let allowed: Vec<bool> = posts.iter().map(|post| post.may_be_sent(&facts)).collect();
        let rows: Vec<PostRow<'_>> = posts
            .iter()
            .zip(&allowed)
            .filter(|(_, allowed)| **allowed)
            .map(|(post, _)| self.row(post, post.judged(&facts)))
            .collect();
        if rows.is_empty() {
            let nothing = InDoubt::of(&self.live, []);
            return Ok((vec![StoreOutcome::NotAllowed; posts.len()], BTreeMap::new(), nothing));
        }
        let mut arrivals = arrivals(&rows);
        let announcement = Announcement::of(self.ids.node(), arrivals.clone());
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
                StoreOutcome::WebhookChanged
            } else {
                StoreOutcome::Stored(StoredPost::without_key(row.id, row.text))
            }
        });
        let done = allowed.into_iter().map(|allowed| {
            let stored = if allowed { stored.next() } else { None };
            stored.unwrap_or(StoreOutcome::NotAllowed)
        });
        Ok((done.collect(), arrivals, in_doubt))
    }

    /// Stores posts with a key, or tried for the second time, and others among them. None where another node stored one
    /// of the keys at the same time, with a response to repeat.
    ///
    /// The webhooks are locked first: until the transaction ends they are not regenerated, paused, moved or deleted. What
    /// the mentions need is read after that, and so is no older than any of the posts.
    async fn store_with_history(&self, posts: &[Arc<Post>]) -> Result<Option<Vec<StoreOutcome>>> {
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
                done.push(StoreOutcome::Stored(StoredPost::without_key(id, text)));
                continue;
            }
            let webhook = locked.get(&post.webhook.id);
            if webhook.is_none_or(|locked| locked.revision != post.webhook.revision) {
                done.push(StoreOutcome::WebhookChanged);
                continue;
            }
            if let Some((id, key)) = post.idempotency_key()
                && let Some(used) = used.get(&(id, key.key.clone()))
            {
                done.push(repeated(post, key, used, self.db.id_times())?);
                continue;
            }
            if !post.may_be_sent(&facts) {
                done.push(StoreOutcome::NotAllowed);
                continue;
            }
            let row = self.row(post, post.judged(&facts));
            let response = match post.idempotency_key() {
                None => None,
                Some((id, key)) => {
                    let (accepted, answer) = Accepted::keyed(
                        row.post,
                        row.id,
                        &row.text,
                        self.db.id_times().time_of(row.id),
                        &self.base_url,
                    )?;
                    let used_key = key.answered(id, &answer, now);
                    // The same post that came at the same time gets this response.
                    used.insert((id, key.key.clone()), used_key.clone());
                    fresh.push(used_key);
                    Some(accepted)
                }
            };
            done.push(StoreOutcome::Stored(StoredPost { id: row.id, text: row.text.clone(), response }));
            rows.push(row);
        }
        let arrivals = arrivals(&rows);
        if !rows.is_empty() {
            let announcement = Announcement::of(self.ids.node(), arrivals.clone());
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
        let id = post.begin_attempt(&text, || self.ids.next());
        PostRow { id, post, text }
    }

    /// Which of these posts an earlier attempt stored without learning of the commit, by the id of the message.
    async fn stored_before(&self, db: &Conn, posts: &[Arc<Post>]) -> Result<HashSet<i64>> {
        let tried = posts.iter().filter_map(|post| post.last_attempt());
        let tried: HashSet<i64> = tried.map(|(id, _)| id).collect();
        if tried.is_empty() {
            return Ok(tried);
        }
        let missing = message::missing(db, tried.iter().copied()).await?;
        Ok(&tried - &missing)
    }

    fn in_doubt(&self, arrivals: &ArrivalsByChannel) -> InDoubt<'_> {
        let lowest = arrivals.iter().filter_map(|(channel_id, arrival)| {
            let lowest = arrival.message_ids.iter().copied().min();
            lowest.map(|lowest| (*channel_id, lowest))
        });
        InDoubt::of(&self.live, lowest)
    }

    fn wake(&self, arrivals: &ArrivalsByChannel) {
        for (channel_id, arrival) in arrivals {
            self.live.stored(*channel_id, &arrival.message_ids, arrival.mentions);
        }
    }
}

/// What arrives in each channel.
type ArrivalsByChannel = BTreeMap<i64, Arrival>;

/// The channels that get messages, each with whether an inbox may change, for open pages on this node and on others.
fn arrivals(rows: &[PostRow<'_>]) -> ArrivalsByChannel {
    let mut arrivals = ArrivalsByChannel::new();
    for row in rows {
        let arrival = arrivals.entry(row.post.webhook.channel_id).or_default();
        arrival.mentions |= !row.text.fired.is_empty();
        arrival.message_ids.push(row.id);
    }
    arrivals
}

/// Reads what the mentions of these posts need; nothing where they need nothing.
async fn look_up(db: &Conn, posts: &[Arc<Post>]) -> Result<MentionFacts> {
    let lookups: Vec<_> = posts.iter().filter_map(|post| post.mention_lookup()).collect();
    MentionFacts::of(db, &lookups).await
}

impl StoredPost {
    fn without_key(id: i64, text: Arc<ResolvedMessage<'static>>) -> Self {
        Self { id, text, response: None }
    }
}

/// The outcome of a post whose key came before; perhaps with this very post, in an attempt whose commit was done though no
/// answer came to it.
fn repeated(post: &Post, key: &Key, used: &UsedKey, times: &IdTimes) -> Result<StoreOutcome> {
    if !key.fits(used) {
        return Ok(StoreOutcome::KeyReused);
    }
    let mut accepted = Accepted::again(post, &used.answer, times)?;
    Ok(match post.last_attempt() {
        Some((id, text)) if id == accepted.message_id => {
            accepted.replayed = false;
            StoreOutcome::Stored(StoredPost { id, text, response: Some(accepted) })
        }
        _ => StoreOutcome::Replayed(accepted),
    })
}
