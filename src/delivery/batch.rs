//! Posts of webhooks on their way into the database: as many as wait, in one transaction.
//! What is posted was checked before; what is answered is put together afterwards, in `webhook`.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbBackend, Value};

use super::judging::Known;
use super::post::Post;
use super::webhook::Accepted;
use crate::chat::mentions::{self, Resolved};
use crate::clock::Clock;
use crate::config::BaseUrl;
use crate::database::{Database, Rows};
use crate::error::{Error, Result};
use crate::gather::Work;
use crate::ids::Ids;
use crate::live::{self, Announcement, Live};
use crate::models::idempotency_key::{self, Key, Model as Kept};
use crate::models::{Webhook, mention, message};

/// What came of a post.
#[derive(Debug, Clone)]
pub(crate) enum Done {
    /// It is stored under this id, with this text.
    Stored(i64, Arc<Resolved<'static>>),
    /// It is stored, and so is its answer, under its idempotency key.
    Keyed(Accepted),
    /// The same key came with the same body before, and this was the answer.
    Replayed(Accepted),
    /// The same key came with another body before.
    KeyReused,
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
    type Done = Done;

    async fn together(&self, posts: &[Arc<Post>]) -> Result<Vec<Done>> {
        let plain: Option<Vec<_>> = posts.iter().map(|post| post.if_plain()).collect();
        if let Some(texts) = plain {
            return self.store_plain(posts, texts).await;
        }
        for _ in 0..ATTEMPTS {
            if let Some(done) = self.store_judged(posts).await? {
                return Ok(done);
            }
        }
        Err(Error::Unavailable(
            "idempotency keys are being taken elsewhere".into(),
        ))
    }
}

impl Posts {
    /// Stores posts of which only the webhook decides. One statement finds out and stores, and is its own
    /// transaction.
    async fn store_plain(
        &self,
        posts: &[Arc<Post>],
        texts: Vec<Arc<Resolved<'static>>>,
    ) -> Result<Vec<Done>> {
        let rows: Vec<Row<'_>> = posts
            .iter()
            .zip(texts)
            .map(|(post, text)| self.row(post, text))
            .collect();
        let turn = self.db.turn().await;
        let (arrivals, announcement) = self.arrivals(&rows);
        let missing = if insert(&*self.db, &rows, &announcement).await? == rows.len() {
            HashSet::new()
        } else {
            message::missing(&*self.db, rows.iter().map(|row| row.id)).await?
        };
        drop(turn);
        self.wake(&arrivals);
        Ok(rows
            .into_iter()
            .map(|row| {
                if missing.contains(&row.id) {
                    Done::Changed
                } else {
                    Done::Stored(row.id, row.text)
                }
            })
            .collect())
    }

    /// Stores posts whose mentions have to be judged, or that came with a key; and plain ones among them.
    /// None where another node kept one of the keys at the same time, and with it an answer to look at.
    ///
    /// The webhooks are held first: until the transaction ends nobody regenerates, pauses, moves or deletes
    /// them. What the mentions need is read after that, and so is no older than any of the posts.
    async fn store_judged(&self, posts: &[Arc<Post>]) -> Result<Option<Vec<Done>>> {
        let write = self.db.begin().await?;
        let now = self.clock.now();
        let held = Webhook::hold_all(&*write, posts.iter().map(|post| post.webhook.id)).await?;
        let stored_before = self.stored_before(&*write, posts).await?;
        let keys = posts.iter().filter_map(|post| post.slot());
        let mut kept = idempotency_key::all_kept(&*write, keys, now).await?;
        let known = look_up(&*write, posts, &held).await?;
        let (mut rows, mut fresh) = (Vec::new(), Vec::new());
        let mut done = Vec::with_capacity(posts.len());
        for post in posts {
            // Stored it is, whatever became of the webhook since. With a key, its answer is found below.
            if let Some((id, text)) = post.tried().filter(|(id, _)| stored_before.contains(id))
                && post.slot().is_none()
            {
                done.push(Done::Stored(id, text));
                continue;
            }
            let Some(webhook) = held
                .get(&post.webhook.id)
                .filter(|held| held.revision == post.webhook.revision)
            else {
                done.push(Done::Changed);
                continue;
            };
            if let Some((id, key)) = post.slot()
                && let Some(kept) = kept.get(&(id, key.key.clone()))
            {
                done.push(Done::again(key, kept)?);
                continue;
            }
            let row = self.row(post, post.judged(&known, webhook.creator_id));
            done.push(match post.slot() {
                None => Done::Stored(row.id, row.text.clone()),
                Some((id, key)) => {
                    let accepted = row.accepted(&self.base_url)?;
                    let slot = key.answered(id, &accepted.json, now);
                    // A twin that came at the same time is answered from this one.
                    kept.insert((id, key.key.clone()), slot.clone());
                    fresh.push(slot);
                    Done::Keyed(accepted)
                }
            });
            rows.push(row);
        }
        let (arrivals, announcement) = self.arrivals(&rows);
        if !rows.is_empty() {
            let stored = insert(&*write, &rows, &announcement).await?;
            if stored != rows.len() {
                return Err(Error::internal("a webhook that was held is gone"));
            }
            mention::keep(&*write, rows.iter().flat_map(Row::mentions)).await?;
            if !idempotency_key::keep(&*write, fresh, now).await? {
                return Ok(None);
            }
        }
        write.commit().await?;
        self.wake(&arrivals);
        Ok(Some(done))
    }

    fn row<'p>(&self, post: &'p Post, text: Arc<Resolved<'static>>) -> Row<'p> {
        // Made as late as this, ids rise in the order in which they are stored.
        let id = post.tries(&text, || self.ids.next());
        Row { id, post, text }
    }

    /// Which of these posts an earlier attempt stored, though nobody heard of it; by the id of the message.
    async fn stored_before(
        &self,
        db: &impl ConnectionTrait,
        posts: &[Arc<Post>],
    ) -> Result<HashSet<i64>> {
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
    fn arrivals(&self, rows: &[Row<'_>]) -> (HashMap<i64, bool>, Announcement) {
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

/// Reads what the mentions of these posts need.
async fn look_up(
    db: &impl ConnectionTrait,
    posts: &[Arc<Post>],
    held: &HashMap<i64, Webhook>,
) -> Result<Known> {
    let questions: Vec<_> = posts
        .iter()
        .filter_map(|post| post.question(held.get(&post.webhook.id)?.creator_id))
        .collect();
    Known::of(db, &questions).await
}

impl Done {
    fn again(key: &Key, kept: &Kept) -> Result<Self> {
        Ok(if key.fits(kept) {
            Self::Replayed(Accepted::again(&kept.answer)?)
        } else {
            Self::KeyReused
        })
    }
}

/// A post about to be stored.
struct Row<'p> {
    id: i64,
    post: &'p Post,
    text: Arc<Resolved<'static>>,
}

impl Row<'_> {
    fn mentions(&self) -> impl Iterator<Item = mention::Model> {
        let (message_id, channel_id) = (self.id, self.post.webhook.channel_id);
        self.text
            .targets()
            .map(move |target| mention::Model::of(target, message_id, channel_id))
    }

    fn accepted(&self, base_url: &BaseUrl) -> Result<Accepted> {
        Accepted::new(self.post, self.id, &self.text, base_url)
    }

    fn values(&self) -> [Value; COLUMNS] {
        let Webhook { id, revision, .. } = *self.post.webhook;
        [
            self.id.into(),
            id.into(),
            revision.into(),
            self.post.name.clone().into(),
            self.post.avatar_url.clone().into(),
            self.text.content.clone().into_owned().into(),
            mentions::store(&self.text.spans).into(),
        ]
    }
}

/// How many values a row has in the statement below.
const COLUMNS: usize = 7;

/// Stores rows, each only where its webhook still has the revision that the post was checked against, in the
/// channel that the webhook has now. Says how many were stored; one that an earlier attempt stored is not again.
/// With the commit the other nodes are told by `announcement`.
///
/// This is what makes a regenerated, paused or deleted webhook dead, on every node: the row of the webhook is read
/// by the statement that stores, and on Postgres share-locked by it until it is committed. So whoever changes the
/// webhook either comes first, and the post is not stored, or waits until it is.
async fn insert(
    db: &impl ConnectionTrait,
    rows: &[Row<'_>],
    announcement: &Announcement,
) -> Result<usize> {
    const NOTHING: [Value; COLUMNS] = [
        Value::BigInt(None),
        Value::BigInt(None),
        Value::BigInt(None),
        Value::String(None),
        Value::String(None),
        Value::String(None),
        Value::String(None),
    ];
    let backend = db.get_database_backend();
    let values = Rows::of(rows.iter().map(Row::values), &NOTHING);
    let stored = if backend == DbBackend::Sqlite {
        let insert = values.statement(backend, |rows| insert_sql(rows, ""), None);
        db.execute_raw(insert).await?.rows_affected()
    } else {
        let payload = values.place_after(backend);
        let sql = |rows: &str| announced_sql(rows, &payload);
        let insert = values.statement(backend, sql, Some(announcement.to_string().into()));
        let told = db.query_one_raw(insert).await?;
        let told = told.ok_or_else(|| Error::internal("no count"))?;
        told.try_get_by_index::<i64>(0)?.unsigned_abs()
    };
    Ok(usize::try_from(stored).unwrap_or(usize::MAX))
}

/// What Postgres runs: webhooks are held until the commit, with which the other nodes are told.
fn announced_sql(rows: &str, payload: &str) -> String {
    format!(
        "WITH stored AS ({} RETURNING id) SELECT count(*), pg_notify('{}', {payload}) FROM stored",
        insert_sql(rows, " FOR SHARE"),
        live::SUBJECT,
    )
}

fn insert_sql(rows: &str, lock: &str) -> String {
    format!(
        "WITH posted (id, webhook_id, revision, name, avatar_url, content, spans) AS (VALUES {rows}), \
         held AS (SELECT id, revision, channel_id FROM webhooks WHERE id IN (SELECT webhook_id FROM posted){lock}) \
         INSERT INTO messages (id, channel_id, webhook_id, name, avatar_url, content, spans) \
         SELECT posted.id, held.channel_id, posted.webhook_id, posted.name, posted.avatar_url, posted.content, \
         posted.spans FROM posted JOIN held ON held.id = posted.webhook_id AND held.revision = posted.revision \
         WHERE true ON CONFLICT (id) DO NOTHING"
    )
}
