//! The statements that store posts of webhooks, with the mentions that fired in them.
//! `store` decides what is stored.

use std::collections::HashSet;
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use super::post::Post;
use crate::live::{self, Announcement};
use crate::models::Webhook;
use crate::models::messages::{mention, message};
use portico_platform::database::{Conn, Rows};
use portico_platform::error::{Error, Result};
use portico_rules::chat::mentions::{self, ResolvedMessage};
use portico_rules::ids::MessageId;

/// A post about to be stored.
pub(super) struct PostRow<'p> {
    pub(super) id: MessageId,
    pub(super) post: &'p Post,
    pub(super) text: Arc<ResolvedMessage<'static>>,
}

/// Inserts posts and what fired in them, each only where its webhook still has the revision that the post was checked
/// against, in the channel that the webhook has now. Returns the ids of those that were not stored; one that an earlier
/// attempt stored is not stored again. The commit notifies the other nodes by `announcement`.
///
/// On Postgres it is one statement. On SQLite it is one only where nothing fired, and else takes a transaction.
///
/// This is why nothing is stored for a regenerated, paused or deleted webhook, on any node: the insert statement reads the
/// webhook's row, and on Postgres share-locks it until the commit. So a change of the webhook is either earlier, and the
/// post is not stored, or waits until it is.
pub(super) async fn insert(db: &Conn, rows: &[PostRow<'_>], announcement: &Announcement) -> Result<HashSet<MessageId>> {
    let stored = match db.get_database_backend() {
        DbBackend::Sqlite => {
            let mut values = Vec::new();
            let insert = insert_sql(&posted(rows).query(DbBackend::Sqlite, &mut values), "");
            let insert = Statement::from_sql_and_values(DbBackend::Sqlite, insert, values);
            db.execute_raw(insert).await?.rows_affected()
        }
        _ => {
            let counted = db.query_one_raw(on_postgres(rows, announcement)).await?;
            let counted = counted.ok_or_else(|| Error::internal("no count"))?;
            counted.try_get_by_index::<i64>(0)?.unsigned_abs()
        }
    };
    let missing = if stored == rows.len() as u64 {
        HashSet::new()
    } else {
        let missing = message::missing(db, rows.iter().map(|row| row.id)).await;
        // The others may be committed already.
        missing.map_err(Error::after_write)?
    };
    if db.get_database_backend() == DbBackend::Sqlite {
        let stored = rows.iter().filter(|row| !missing.contains(&row.id));
        mention::keep(db, stored.flat_map(PostRow::mentions)).await?;
    }
    Ok(missing)
}

/// One statement, because each is a round trip that all posts of the batch wait for.
fn on_postgres(rows: &[PostRow<'_>], announcement: &Announcement) -> Statement {
    const POSTGRES: DbBackend = DbBackend::Postgres;
    let mut values = Vec::new();
    let posted = posted(rows).query(POSTGRES, &mut values);
    let insert = insert_sql(&posted, " FOR SHARE OF webhooks");
    let fired = mention::in_order(rows.iter().flat_map(PostRow::mentions));
    let called = if fired.is_empty() {
        String::new()
    } else {
        let fired = mention::rows(&fired).query(POSTGRES, &mut values);
        let insert = mention::insert_sql(&fired);
        let queue = mention::queue_sql("called");
        format!(
            ", called AS ({insert} AND message_id = ANY (ARRAY(SELECT id FROM stored)) \
             RETURNING message_id, kind, target_id, channel_id), queued AS ({queue})"
        )
    };
    values.push(announcement.to_string().into());
    let sql = format!(
        "WITH stored AS ({insert} RETURNING id){called} SELECT count(*), pg_notify('{}', ${}) FROM stored",
        live::SUBJECT,
        values.len(),
    );
    Statement::from_sql_and_values(POSTGRES, sql, values)
}

/// On Postgres an empty text comes as none, see [`Rows`]: a message that consists of cards has one.
fn insert_sql(posted: &str, lock: &str) -> String {
    format!(
        "WITH posted (id, webhook_id, revision, name, avatar_url, content, spans, cards) AS ({posted}) \
         INSERT INTO messages (id, channel_id, webhook_id, name, avatar_url, content, spans, cards) \
         SELECT posted.id, webhooks.channel_id, posted.webhook_id, posted.name, posted.avatar_url, \
         COALESCE(posted.content, ''), posted.spans, posted.cards FROM posted \
         JOIN webhooks ON webhooks.id = posted.webhook_id AND webhooks.revision = posted.revision \
         WHERE true{lock} ON CONFLICT (id) DO NOTHING"
    )
}

/// How many values a row has.
const COLUMNS: usize = 8;

fn posted(rows: &[PostRow<'_>]) -> Rows<COLUMNS> {
    let nothing = [
        Value::BigInt(None),
        Value::BigInt(None),
        Value::BigInt(None),
        Value::String(None),
        Value::String(None),
        Value::String(None),
        Value::String(None),
        Value::String(None),
    ];
    Rows::new(rows.iter().map(PostRow::values), nothing)
}

impl PostRow<'_> {
    fn mentions(&self) -> impl Iterator<Item = mention::Model> {
        let (message_id, channel_id) = (self.id, self.post.webhook.channel_id);
        self.text.targets().map(move |target| mention::Model::new(target, message_id, channel_id))
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
            self.post.stored_cards.clone().into(),
        ]
    }
}
