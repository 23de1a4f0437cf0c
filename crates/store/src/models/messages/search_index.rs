//! The index of messages' words: writing its rows, taking them out, and how far it has come.
//! Finding messages by it, and filling it, is in `search`; how words are split is in `chat::search`.

mod wanted;

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use crate::models::messages::removal::Author;
use portico_platform::database::{Conn, Rows, lists};
use portico_platform::error::{Error, Result};
use portico_rules::chat::cards::Card;
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::chat::search::SearchText;
use portico_rules::ids::{ChannelId, MessageId};

pub(super) use wanted::{IndexQuery, TsQueries};

/// How many messages share a block. On Postgres a search reads the index by ranges of blocks, the newest first: a GIN index
/// returns everything that matches, in no order, and so would read all of it for the first page.
const PER_BLOCK: i64 = 4_096;

/// Separates a channel from a word of its messages, and begins the marks that are stored beside them. No word has it:
/// it is neither letter nor digit.
const MARK: char = '§';

/// How far the index has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IndexState {
    /// Every message up to and with this id is in it.
    pub(super) indexed_up_to: i64,
    /// How many messages were put into it.
    indexed: i64,
}

impl IndexState {
    /// Reads it.
    pub(super) async fn read(db: &Conn) -> Result<Self> {
        Self::select(db, "").await
    }

    /// The same, about to be changed: until the transaction ends no message is indexed, edited or deleted elsewhere.
    pub(super) async fn lock_exclusive(write: &Conn) -> Result<Self> {
        Self::select(write, " FOR UPDATE").await
    }

    async fn select(db: &Conn, lock: &str) -> Result<Self> {
        let backend = db.get_database_backend();
        let lock = if backend == DbBackend::Sqlite { "" } else { lock };
        let sql = format!("SELECT indexed_up_to, indexed FROM search_state WHERE id = 1{lock}");
        let row = db.query_one_raw(Statement::from_string(backend, sql)).await?;
        let row = row.ok_or_else(|| Error::internal("no state of the search index"))?;
        Ok(Self { indexed_up_to: row.try_get_by_index(0)?, indexed: row.try_get_by_index(1)? })
    }

    /// Records that `count` messages up to `last` were put into it.
    pub(super) async fn advance(self, write: &Conn, last: i64, count: usize) -> Result<()> {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        let update = "UPDATE search_state SET indexed_up_to = $1, indexed = indexed + $2 WHERE id = 1";
        run(write, update.to_owned(), vec![last.into(), count.into()]).await
    }

    /// The block that the next messages belong to.
    pub(super) fn block(self) -> i32 {
        i32::try_from(self.indexed / PER_BLOCK).unwrap_or(i32::MAX)
    }
}

/// The form of a message in the index.
#[derive(Debug)]
pub(super) struct IndexedMessage {
    pub(super) id: i64,
    channel_id: ChannelId,
    author: Author,
    text: SearchText,
    mentions: BTreeSet<String>,
}

impl IndexedMessage {
    pub(super) fn new(
        (id, channel_id): (i64, ChannelId),
        author: Author,
        (content, cards): (&str, &[Card]),
        fired: impl IntoIterator<Item = MentionTarget>,
    ) -> Self {
        Self {
            id,
            channel_id,
            author,
            text: SearchText::new(content, cards),
            mentions: fired.into_iter().map(mention_mark).collect(),
        }
    }

    /// The marks by which it is found beside its words.
    fn marks(&self) -> impl Iterator<Item = String> {
        let own = [in_channel(self.channel_id, ""), in_channel(self.channel_id, &author_mark(self.author))];
        own.into_iter().chain(self.mentions.iter().cloned())
    }

    /// For SQLite: words and marks in their order, separated by spaces. Its tokenizer takes every letter that is not ASCII
    /// for part of a word, and folds nothing that is not folded already.
    fn listed(&self) -> String {
        let words = self.text.positions().map(|word| match word {
            Some(word) => in_channel(self.channel_id, word),
            None => MARK.to_string(),
        });
        let all: Vec<String> = words.chain(self.marks()).collect();
        all.join(" ")
    }

    /// For Postgres: each word with its positions, and the marks without any.
    fn vector(&self) -> String {
        let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (position, word) in self.text.positions().enumerate() {
            if let Some(word) = word {
                places.entry(word).or_default().push((position + 1).to_string());
            }
        }
        let words = places.into_iter().map(|(word, at)| {
            let word = in_channel(self.channel_id, word);
            format!("'{word}':{}", at.join(","))
        });
        let marks = self.marks().map(|mark| format!("'{mark}'"));
        words.chain(marks).collect::<Vec<_>>().join(" ")
    }

    fn stored(&self, backend: DbBackend) -> String {
        match backend {
            DbBackend::Sqlite => self.listed(),
            _ => self.vector(),
        }
    }
}

/// A word of a channel's messages, as the index has it: by itself a word is not in it. So a search passes nothing of channels
/// that it is not for, and takes no longer for what was written in them. Without a word: every message of the channel.
fn in_channel(id: ChannelId, word: &str) -> String {
    format!("{:x}{MARK}{word}", id.get())
}

fn author_mark(author: Author) -> String {
    match author {
        Author::User(id) => format!("{MARK}a{id}"),
        Author::Webhook(id) => format!("{MARK}w{id}"),
    }
}

fn mention_mark(target: MentionTarget) -> String {
    match target {
        MentionTarget::User(id) => format!("{MARK}u{id}"),
        MentionTarget::Role(id) => format!("{MARK}r{id}"),
        MentionTarget::All => format!("{MARK}all"),
    }
}

/// Puts messages into the index. They are in none of their rows yet.
pub(super) async fn insert(write: &Conn, messages: &[IndexedMessage], block: i32) -> Result<()> {
    let backend = write.get_database_backend();
    for batch in messages.chunks(Rows::<2>::MAX) {
        let rows = batch.iter().map(|message| [message.id.into(), message.stored(backend).into()]);
        let rows = Rows::new(rows, [Value::BigInt(None), Value::String(None)]);
        let mut values = Vec::new();
        let given = rows.query(backend, &mut values);
        let given = format!("WITH given (id, terms) AS ({given})");
        let sql = if backend == DbBackend::Sqlite {
            format!(
                "{given} INSERT INTO message_search (rowid, terms) SELECT id, terms FROM given WHERE id IS NOT NULL"
            )
        } else {
            values.push(block.into());
            let block = values.len();
            format!(
                "{given} INSERT INTO message_search (message_id, block, terms) \
                 SELECT id, ${block}::integer, CAST(terms AS tsvector) FROM given"
            )
        };
        run(write, sql, values).await?;
    }
    Ok(())
}

/// Replaces the words of a message that was edited, if it is in the index. The caller has locked the message.
pub(super) async fn replace(write: &Conn, message: &IndexedMessage) -> Result<()> {
    lock(write).await?;
    let backend = write.get_database_backend();
    let sql = match backend {
        DbBackend::Sqlite => "UPDATE message_search SET terms = $2 WHERE rowid = $1",
        _ => "UPDATE message_search SET terms = CAST($2::text AS tsvector) WHERE message_id = $1",
    };
    let values = vec![message.id.into(), message.stored(backend).into()];
    run(write, sql.to_owned(), values).await
}

/// Takes messages that are deleted in this transaction out of the index.
pub(super) async fn forget(write: &Conn, ids: impl Iterator<Item = MessageId>) -> Result<()> {
    lock(write).await?;
    let backend = write.get_database_backend();
    let key = match backend {
        DbBackend::Sqlite => "rowid",
        _ => "message_id",
    };
    let these = lists::among(backend, 1);
    let sql = format!("DELETE FROM message_search WHERE {key} {these}");
    run(write, sql, vec![lists::ids(backend, ids)]).await
}

/// Waits until no message is being put into the index, and keeps it so until the transaction ends: otherwise what was read
/// of a message before this transaction changed or deleted it could be put in after that. SQLite has one writer.
async fn lock(write: &Conn) -> Result<()> {
    let backend = write.get_database_backend();
    if backend == DbBackend::Sqlite {
        return Ok(());
    }
    let sql = "SELECT id FROM search_state WHERE id = 1 FOR SHARE";
    write.query_one_raw(Statement::from_string(backend, sql)).await?;
    Ok(())
}

async fn run(write: &Conn, sql: String, values: Vec<Value>) -> Result<()> {
    let backend = write.get_database_backend();
    write.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_written_for_each_database() {
        let fired = [MentionTarget::All, MentionTarget::User(9.into())];
        let message = IndexedMessage::new((7, ChannelId::new(30)), Author::User(5.into()), ("Ab ab'c", &[]), fired);
        assert_eq!(message.listed(), "1e§ab 1e§ab 1e§c § 1e§ 1e§§a5 §all §u9");
        assert_eq!(message.vector(), "'1e§ab':1,2 '1e§c':3 '1e§' '1e§§a5' '§all' '§u9'");
    }
}
