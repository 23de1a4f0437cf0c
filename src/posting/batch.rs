//! Posts of webhooks on their way into the database: as many as wait, in one transaction.
//! What is posted was checked before; the statements that store it stand in `storing`; what is answered is put together
//! afterwards, in `webhook`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::DbBackend;

use super::judging::MentionFacts;
use super::post::Post;
use super::storing::{self, PostRow};
use super::webhook::Accepted;
use crate::chat::mentions::Resolved;
use crate::clock::Clock;
use crate::config::BaseUrl;
use crate::database::{Conn, Database};
use crate::error::{Error, Result};
use crate::group_commit::Work;
use crate::ids::Ids;
use crate::live::{Announcement, Live};
use crate::models::Webhook;
use crate::models::messages::message;
use crate::models::webhooks::idempotency_key::{self, Key, Model as Kept};

/// What came of a post.
#[derive(Debug, Clone)]
pub(crate) enum PostOutcome {
    /// It is stored under this id, with this text.
    Stored(i64, Arc<Resolved<'static>>),
    /// It is stored, with this text, and so is its answer, under its idempotency key.
    Keyed(Accepted, Arc<Resolved<'static>>),
    /// The same key came with the same body before, and this was the answer.
    Replayed(Accepted),
    /// The same key came with another body before.
    KeyReused,
    /// Who sent it from the portal may not post there. Nothing is stored.
    NotAllowed,
    /// The webhook is not any more what the post was checked against. Nothing is stored.
    Changed,
}

/// How often a batch is tried again for an idempotency key that another node kept first.
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
    type Outcome = PostOutcome;

    async fn together(&self, posts: &[Arc<Post>]) -> Result<Vec<PostOutcome>> {
        if posts.iter().all(|post| post.is_fresh()) {
            return self.store_fresh(posts).await;
        }
        for _ in 0..ATTEMPTS {
            if let Some(done) = self.store_kept(posts).await? {
                return Ok(done);
            }
        }
        Err(Error::Unavailable(
            "idempotency keys are being taken elsewhere".into(),
        ))
    }
}

impl Posts {
    /// Stores posts about which nothing was decided before.
    ///
    /// On Postgres the statement that stores them is its own transaction, with one before it that reads what mentions
    /// need. SQLite needs several to store what fired; there one connection does it all, since it knows what it wrote
    /// last, and another one would have to read that again.
    async fn store_fresh(&self, posts: &[Arc<Post>]) -> Result<Vec<PostOutcome>> {
        let is_plain = posts.iter().all(|post| post.question().is_none());
        let (done, arrivals) = if is_plain || self.db.backend() != DbBackend::Sqlite {
            let _lock = self.db.write_lock().await;
            self.judge_and_store(&self.db, posts).await?
        } else {
            let write = self.db.begin().await?;
            let done = self.judge_and_store(&write, posts).await?;
            write.commit().await?;
            done
        };
        self.wake(&arrivals);
        Ok(done)
    }

    /// Judges mentions by what is read now, after the posts came; the webhooks are looked at again by what stores them.
    async fn judge_and_store(
        &self,
        db: &Conn,
        posts: &[Arc<Post>],
    ) -> Result<(Vec<PostOutcome>, HashMap<i64, bool>)> {
        let known = look_up(db, posts).await?;
        let allowed: Vec<bool> = posts.iter().map(|post| post.may_be_sent(&known)).collect();
        let rows: Vec<PostRow<'_>> = posts
            .iter()
            .zip(&allowed)
            .filter(|(_, allowed)| **allowed)
            .map(|(post, _)| self.row(post, post.judged(&known)))
            .collect();
        if rows.is_empty() {
            return Ok((vec![PostOutcome::NotAllowed; posts.len()], HashMap::new()));
        }
        let (arrivals, announcement) = self.arrivals(&rows);
        let missing = storing::insert(db, &rows, &announcement).await?;
        let mut stored = rows.into_iter().map(|row| {
            if missing.contains(&row.id) {
                PostOutcome::Changed
            } else {
                PostOutcome::Stored(row.id, row.text)
            }
        });
        let done = allowed.into_iter().map(|allowed| {
            let stored = if allowed { stored.next() } else { None };
            stored.unwrap_or(PostOutcome::NotAllowed)
        });
        Ok((done.collect(), arrivals))
    }

    /// Stores posts that came with a key, or for the second time; and others among them. None where another node kept one
    /// of the keys at the same time, and with it an answer to look at.
    ///
    /// The webhooks are held first: until the transaction ends nobody regenerates, pauses, moves or deletes them. What the
    /// mentions need is read after that, and so is no older than any of the posts.
    async fn store_kept(&self, posts: &[Arc<Post>]) -> Result<Option<Vec<PostOutcome>>> {
        let write = self.db.begin().await?;
        let now = self.clock.now();
        let held = Webhook::hold_all(&write, posts.iter().map(|post| post.webhook.id)).await?;
        let stored_before = self.stored_before(&write, posts).await?;
        let keys = posts.iter().filter_map(|post| post.slot());
        let mut kept = idempotency_key::all_kept(&write, keys, now).await?;
        let known = look_up(&write, posts).await?;
        let (mut rows, mut fresh) = (Vec::new(), Vec::new());
        let mut done = Vec::with_capacity(posts.len());
        for post in posts {
            // Stored it is, whatever became of the webhook since. With a key, its answer is found below.
            if let Some((id, text)) = post.tried().filter(|(id, _)| stored_before.contains(id))
                && post.slot().is_none()
            {
                done.push(PostOutcome::Stored(id, text));
                continue;
            }
            let webhook = held.get(&post.webhook.id);
            if webhook.is_none_or(|held| held.revision != post.webhook.revision) {
                done.push(PostOutcome::Changed);
                continue;
            }
            if let Some((id, key)) = post.slot()
                && let Some(kept) = kept.get(&(id, key.key.clone()))
            {
                done.push(PostOutcome::again(post, key, kept)?);
                continue;
            }
            if !post.may_be_sent(&known) {
                done.push(PostOutcome::NotAllowed);
                continue;
            }
            let row = self.row(post, post.judged(&known));
            done.push(match post.slot() {
                None => PostOutcome::Stored(row.id, row.text.clone()),
                Some((id, key)) => {
                    let (accepted, answer) =
                        Accepted::keyed(row.post, row.id, &row.text, &self.base_url)?;
                    let slot = key.answered(id, &answer, now);
                    // A twin that came at the same time is answered from this one.
                    kept.insert((id, key.key.clone()), slot.clone());
                    fresh.push(slot);
                    PostOutcome::Keyed(accepted, row.text.clone())
                }
            });
            rows.push(row);
        }
        let (arrivals, announcement) = self.arrivals(&rows);
        if !rows.is_empty() {
            let missing = storing::insert(&write, &rows, &announcement).await?;
            if !missing.is_empty() {
                return Err(Error::internal("a webhook that was held is gone"));
            }
            if !idempotency_key::keep(&write, fresh, now).await? {
                return Ok(None);
            }
        }
        write.commit().await?;
        self.wake(&arrivals);
        Ok(Some(done))
    }

    fn row<'p>(&self, post: &'p Post, text: Arc<Resolved<'static>>) -> PostRow<'p> {
        // Made as late as this, ids rise in the order in which they are stored.
        let id = post.tries(&text, || self.ids.next());
        PostRow { id, post, text }
    }

    /// Which of these posts an earlier attempt stored, though nobody heard of it; by the id of the message.
    async fn stored_before(&self, db: &Conn, posts: &[Arc<Post>]) -> Result<HashSet<i64>> {
        let tried = posts.iter().filter_map(|post| post.tried());
        let tried: HashSet<i64> = tried.map(|(id, _)| id).collect();
        if tried.is_empty() {
            return Ok(tried);
        }
        let missing = message::missing(db, tried.iter().copied()).await?;
        Ok(&tried - &missing)
    }

    /// Where something arrives and whether an inbox may change, for those who wait here and on other nodes.
    /// Whoever is woken for nothing looks and finds nothing.
    fn arrivals(&self, rows: &[PostRow<'_>]) -> (HashMap<i64, bool>, Announcement) {
        let mut arrivals = HashMap::new();
        for row in rows {
            let mentions = arrivals.entry(row.post.webhook.channel_id).or_default();
            *mentions |= !row.text.fired.is_empty();
        }
        let folded: Vec<_> = arrivals
            .iter()
            .map(|(id, mentions)| (*id, *mentions))
            .collect();
        let announcement = Announcement::of(self.ids.node(), &folded);
        (arrivals, announcement)
    }

    fn wake(&self, arrivals: &HashMap<i64, bool>) {
        for (channel_id, mentions) in arrivals {
            self.live.arrived(*channel_id, *mentions);
        }
    }
}

/// Reads what the mentions of these posts need; nothing where they need nothing.
async fn look_up(db: &Conn, posts: &[Arc<Post>]) -> Result<MentionFacts> {
    let questions: Vec<_> = posts.iter().filter_map(|post| post.question()).collect();
    MentionFacts::of(db, &questions).await
}

impl PostOutcome {
    fn again(post: &Post, key: &Key, kept: &Kept) -> Result<Self> {
        Ok(if key.fits(kept) {
            Self::Replayed(Accepted::again(post, &kept.answer)?)
        } else {
            Self::KeyReused
        })
    }
}
