//! The index of messages' words: writing its rows, taking them out, and how far it has come.
//! Finding messages by it, and filling it, is in `search`; how words are split is in `chat::search`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value};

use crate::chat::cards::Card;
use crate::chat::mentions::Target;
use crate::chat::search::{SearchText, Term};
use crate::database::{Conn, Rows, lists};
use crate::error::{Error, Result};
use crate::models::messages::removal::Author;

/// How many messages share a block. On Postgres a search reads the index by ranges of blocks, the newest first: a GIN index
/// returns everything that matches, in no order, and so would read all of it for the first page.
const PER_BLOCK: i64 = 4_096;

/// What stands between a channel and a word of its messages, and begins the marks that are stored beside them. No word has it: it
/// is neither letter nor digit.
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
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn read(db: &Conn) -> Result<Self> {
        Self::select(db, "").await
    }

    /// The same, about to be changed: until the transaction ends no message is indexed, edited or deleted elsewhere.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn hold_alone(write: &Conn) -> Result<Self> {
        Self::select(write, " FOR UPDATE").await
    }

    async fn select(db: &Conn, lock: &str) -> Result<Self> {
        let backend = db.get_database_backend();
        let lock = if backend == DbBackend::Sqlite {
            ""
        } else {
            lock
        };
        let sql = format!("SELECT indexed_up_to, indexed FROM search_state WHERE id = 1{lock}");
        let row = db
            .query_one_raw(Statement::from_string(backend, sql))
            .await?;
        let row = row.ok_or_else(|| Error::internal("no state of the search index"))?;
        Ok(Self {
            indexed_up_to: row.try_get_by_index(0)?,
            indexed: row.try_get_by_index(1)?,
        })
    }

    /// Records that `count` messages up to `last` were put into it.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub(super) async fn advance(self, write: &Conn, last: i64, count: usize) -> Result<()> {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        let update =
            "UPDATE search_state SET indexed_up_to = $1, indexed = indexed + $2 WHERE id = 1";
        run(write, update.to_owned(), vec![last.into(), count.into()]).await
    }

    /// The block that the next messages belong to.
    pub(super) fn block(self) -> i32 {
        i32::try_from(self.indexed / PER_BLOCK).unwrap_or(i32::MAX)
    }
}

/// What the index stores of a message.
#[derive(Debug)]
pub(super) struct IndexedMessage {
    pub(super) id: i64,
    channel_id: i64,
    author: Author,
    text: SearchText,
    mentions: BTreeSet<String>,
}

impl IndexedMessage {
    pub(super) fn of(
        (id, channel_id): (i64, i64),
        author: Author,
        (content, cards): (&str, &[Card]),
        fired: impl IntoIterator<Item = Target>,
    ) -> Self {
        Self {
            id,
            channel_id,
            author,
            text: SearchText::of(content, cards),
            mentions: fired.into_iter().map(mention_mark).collect(),
        }
    }

    /// Whether it is what is searched.
    pub(super) fn meets(&self, wanted: &Wanted) -> bool {
        let is_by = |authors: &Vec<Author>| authors.contains(&self.author);
        let mentions = |any: &Vec<String>| any.iter().any(|mark| self.mentions.contains(mark));
        wanted.channels.contains(&self.channel_id)
            && wanted.authors.as_ref().is_none_or(is_by)
            && wanted.mentions.as_ref().is_none_or(mentions)
            && self.text.has_all(&wanted.terms)
    }

    /// What it is found by beside its words.
    fn marks(&self) -> impl Iterator<Item = String> {
        let own = [
            in_channel(self.channel_id, ""),
            in_channel(self.channel_id, &author_mark(self.author)),
        ];
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
                places
                    .entry(word)
                    .or_default()
                    .push((position + 1).to_string());
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
fn in_channel(id: i64, word: &str) -> String {
    format!("{id:x}{MARK}{word}")
}

fn author_mark(author: Author) -> String {
    match author {
        Author::User(id) => format!("{MARK}a{id}"),
        Author::Webhook(id) => format!("{MARK}w{id}"),
    }
}

fn mention_mark(target: Target) -> String {
    match target {
        Target::User(id) => format!("{MARK}u{id}"),
        Target::Role(id) => format!("{MARK}r{id}"),
        Target::All => format!("{MARK}all"),
    }
}

/// What is searched: messages in one of these channels with all of these terms, and by one of these authors and mentioning one
/// of these targets, where it is limited to any.
#[derive(Debug, Clone)]
pub(super) struct Wanted {
    channels: Vec<i64>,
    terms: Vec<Term>,
    authors: Option<Vec<Author>>,
    mentions: Option<Vec<String>>,
}

impl Wanted {
    /// Messages in one of these channels with these terms.
    pub(super) fn in_channels(channels: Vec<i64>, terms: Vec<Term>) -> Self {
        Self {
            channels,
            terms,
            authors: None,
            mentions: None,
        }
    }

    /// Of those the ones by one of these authors.
    pub(super) fn by(mut self, authors: Vec<Author>) -> Self {
        self.authors = Some(authors);
        self
    }

    /// Of those the ones that mention one of these targets.
    pub(super) fn mentioning(mut self, targets: impl Iterator<Item = Target>) -> Self {
        self.mentions = Some(targets.map(mention_mark).collect());
        self
    }

    /// What the index is asked for instead, where this would be too many look-ups: every message that is wanted is found by
    /// it, and others. The longest words are kept, since they tend to be rare.
    pub(super) fn narrowed(&self) -> Option<Self> {
        if self.lookups() <= MOST_LOOKUPS {
            return None;
        }
        let mut left = (MOST_LOOKUPS / self.channels.len()).max(1);
        // A word more is left for the terms.
        let fit = |authors: &&Vec<Author>| authors.len() + self.terms.len().min(1) <= left;
        let authors = self.authors.as_ref().filter(fit).cloned();
        left -= authors.as_ref().map_or(0, Vec::len);
        let mut terms: Vec<&Term> = self.terms.iter().collect();
        terms.sort_by_key(|term| Reverse(term.words().iter().map(String::len).max()));
        let terms = terms.into_iter().map_while(|term| {
            let words = term.words().len().min(left);
            left -= words;
            (words > 0).then(|| term.beginning(words))
        });
        Some(Self {
            channels: self.channels.clone(),
            terms: terms.collect(),
            authors,
            mentions: self.mentions.clone(),
        })
    }

    pub(super) fn channels(&self) -> &[i64] {
        &self.channels
    }

    /// Whether nothing can be found: there is no channel, author or target that it is limited to.
    pub(super) fn is_hopeless(&self) -> bool {
        let is_empty = |any: Option<usize>| any == Some(0);
        self.channels.is_empty()
            || is_empty(self.authors.as_ref().map(Vec::len))
            || is_empty(self.mentions.as_ref().map(Vec::len))
    }

    /// What has to be met in some channels: of each condition one phrase. A phrase is a list of what is in the index.
    fn in_channels_of(&self, channels: &[i64]) -> Vec<Vec<Phrase>> {
        let in_any = |words: &[String]| -> Vec<Phrase> {
            let phrase = |id: &i64| words.iter().map(|word| in_channel(*id, word)).collect();
            channels.iter().map(phrase).collect()
        };
        let terms = self.terms.iter().map(|term| in_any(term.words()));
        let mut conditions: Vec<_> = terms.collect();
        if let Some(authors) = &self.authors {
            let marks = authors.iter().map(|author| author_mark(*author));
            conditions.push(marks.flat_map(|mark| in_any(&[mark])).collect());
        }
        // A word or an author of a channel names the channel already.
        if conditions.is_empty() {
            conditions.push(in_any(&[String::new()]));
        }
        conditions
    }

    fn of_mentions(&self) -> Option<Vec<Phrase>> {
        let marks = self.mentions.as_ref()?;
        Some(marks.iter().map(|mark| vec![mark.clone()]).collect())
    }

    /// For SQLite's `MATCH`.
    pub(super) fn matched(&self) -> String {
        let phrase = |words: &Phrase| format!("\"{}\"", words.join(" "));
        let mut conditions = self.in_channels_of(&self.channels);
        conditions.extend(self.of_mentions());
        let conditions = conditions.into_iter().map(|any| {
            let any: Vec<String> = any.iter().map(phrase).collect();
            format!("({})", any.join(" OR "))
        });
        conditions.collect::<Vec<_>>().join(" AND ")
    }

    /// For Postgres' `@@`.
    pub(super) fn tsqueries(&self) -> TsQueries {
        let mut of_groups = Vec::new();
        for group in self.channels.chunks(CHANNELS_TOGETHER) {
            let conditions = self.in_channels_of(group);
            of_groups.resize_with(conditions.len(), Vec::new);
            for (of_groups, any) in of_groups.iter_mut().zip(conditions) {
                of_groups.push(tsquery(&any));
            }
        }
        TsQueries {
            of_groups,
            of_all: self.of_mentions().as_deref().map(tsquery),
        }
    }

    /// How many words and marks are looked up.
    pub(super) fn lookups(&self) -> usize {
        let words: usize = self.terms.iter().map(|term| term.words().len()).sum();
        let authors = self.authors.as_ref().map_or(0, Vec::len);
        let mentions = self.mentions.as_ref().map_or(0, Vec::len);
        (words + authors).max(1) * self.channels.len() + mentions
    }
}

/// Words or marks that follow each other.
type Phrase = Vec<String>;

/// The most words and marks that a search looks up, if it can be searched by fewer. SQLite takes 20 KB for each.
const MOST_LOOKUPS: usize = 2_048;

/// How many channels share a query. In a query of more, Postgres compares each with all others before it begins.
const CHANNELS_TOGETHER: usize = 16;

/// Queries on the index of Postgres.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TsQueries {
    /// Each condition for each group of channels: of one group a message has to meet all.
    pub(super) of_groups: Vec<Vec<String>>,
    /// What it has to meet as well, in any channel.
    pub(super) of_all: Option<String>,
}

fn tsquery(any: &[Phrase]) -> String {
    let phrase = |words: &Phrase| {
        let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        words.join("<->")
    };
    any.iter().map(phrase).collect::<Vec<_>>().join("|")
}

/// Puts messages into the index. They are in none of their rows yet.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn insert(write: &Conn, messages: &[IndexedMessage], block: i32) -> Result<()> {
    let backend = write.get_database_backend();
    for some in messages.chunks(Rows::<2>::MOST) {
        let rows = some
            .iter()
            .map(|message| [message.id.into(), message.stored(backend).into()]);
        let rows = Rows::of(rows, [Value::BigInt(None), Value::String(None)]);
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

/// Replaces the words of a message that was edited, if it is in the index. The caller holds the message.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn replace(write: &Conn, message: &IndexedMessage) -> Result<()> {
    hold(write).await?;
    let backend = write.get_database_backend();
    let sql = match backend {
        DbBackend::Sqlite => "UPDATE message_search SET terms = $2 WHERE rowid = $1",
        _ => "UPDATE message_search SET terms = CAST($2::text AS tsvector) WHERE message_id = $1",
    };
    let values = vec![message.id.into(), message.stored(backend).into()];
    run(write, sql.to_owned(), values).await
}

/// Takes messages that are deleted in this transaction out of the index.
///
/// # Errors
/// When the database can't be reached.
pub(super) async fn forget(write: &Conn, ids: impl Iterator<Item = i64>) -> Result<()> {
    hold(write).await?;
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
async fn hold(write: &Conn) -> Result<()> {
    let backend = write.get_database_backend();
    if backend == DbBackend::Sqlite {
        return Ok(());
    }
    let sql = "SELECT id FROM search_state WHERE id = 1 FOR SHARE";
    write
        .query_one_raw(Statement::from_string(backend, sql))
        .await?;
    Ok(())
}

async fn run(write: &Conn, sql: String, values: Vec<Value>) -> Result<()> {
    let backend = write.get_database_backend();
    write
        .execute_raw(Statement::from_sql_and_values(backend, sql, values))
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::search::SearchQuery;

    #[test]
    fn a_message_is_written_for_each_database() {
        let fired = [Target::All, Target::User(9)];
        let message = IndexedMessage::of((7, 30), Author::User(5), ("Ab ab'c", &[]), fired);
        assert_eq!(message.listed(), "1e§ab 1e§ab 1e§c § 1e§ 1e§§a5 §all §u9");
        assert_eq!(
            message.vector(),
            "'1e§ab':1,2 '1e§c':3 '1e§' '1e§§a5' '§all' '§u9'"
        );
    }

    #[test]
    fn what_is_wanted_is_written_for_each_database() {
        let terms = SearchQuery::parse(r#"one "two three""#).terms;
        let wanted = Wanted::in_channels(vec![1, 30], terms)
            .by(vec![Author::Webhook(4)])
            .mentioning([Target::Role(6)].into_iter());
        assert_eq!(
            wanted.matched(),
            r#"("1§one" OR "1e§one") AND ("1§two 1§three" OR "1e§two 1e§three") AND ("1§§w4" OR "1e§§w4") AND ("§r6")"#
        );
        let expected = TsQueries {
            of_groups: vec![
                vec!["'1§one'|'1e§one'".to_owned()],
                vec!["'1§two'<->'1§three'|'1e§two'<->'1e§three'".to_owned()],
                vec!["'1§§w4'|'1e§§w4'".to_owned()],
            ],
            of_all: Some("'§r6'".to_owned()),
        };
        assert_eq!(wanted.tsqueries(), expected);
        assert_eq!(wanted.lookups(), 9);
        assert!(!wanted.is_hopeless());
        assert!(wanted.by(Vec::new()).is_hopeless());
    }

    #[test]
    fn nothing_is_looked_up_without_its_channel_but_who_is_mentioned() {
        let nothing = || Wanted::in_channels(vec![1, 2], Vec::new());
        assert_eq!(nothing().tsqueries().of_groups, [["'1§'|'2§'"]]);
        let by_someone = nothing().by(vec![Author::User(3)]).tsqueries();
        assert_eq!(by_someone.of_groups, [["'1§§a3'|'2§§a3'"]]);
        let of_everyone = nothing().mentioning([Target::All].into_iter()).tsqueries();
        assert_eq!(of_everyone.of_groups, [["'1§'|'2§'"]]);
        assert_eq!(of_everyone.of_all.as_deref(), Some("'§all'"));
        assert!(Wanted::in_channels(Vec::new(), Vec::new()).is_hopeless());
    }

    #[test]
    fn of_many_words_in_many_channels_the_longest_are_looked_up() {
        let typed = r#"a bbb "cc ccccc cc" dddd"#;
        let terms = || SearchQuery::parse(typed).terms;
        let authors = || vec![Author::User(1), Author::User(2)];
        let in_channels = |count| Wanted::in_channels((0..count).collect(), terms());
        assert!(in_channels(341).narrowed().is_none());
        let words = |wanted: Wanted| -> Vec<String> {
            let terms = wanted.terms.iter().map(|term| term.words().join(" "));
            terms.collect()
        };
        let narrowed = |wanted: Wanted| wanted.narrowed().unwrap();
        assert_eq!(
            words(narrowed(in_channels(342))),
            ["cc ccccc cc", "dddd", "bbb"]
        );
        assert_eq!(words(narrowed(in_channels(1_000))), ["cc ccccc"]);
        assert_eq!(words(narrowed(in_channels(3_000))), ["cc"]);
        let by_two = narrowed(in_channels(500).by(authors()));
        assert_eq!(by_two.authors, Some(authors()));
        assert_eq!(words(by_two), ["cc ccccc"]);
        let by_two = narrowed(in_channels(1_000).by(authors()));
        assert_eq!(
            (by_two.authors.clone(), words(by_two)),
            (None, vec!["cc ccccc".to_owned()])
        );
        let by_many =
            Wanted::in_channels((0..500).collect(), Vec::new()).by(vec![Author::User(1); 5]);
        let found = narrowed(by_many);
        assert_eq!((found.authors.clone(), found.lookups()), (None, 500));
    }

    #[test]
    fn many_channels_are_looked_up_in_groups() {
        let terms = SearchQuery::parse("one two").terms;
        let channels = (1..).take(CHANNELS_TOGETHER + 1).collect();
        let found = Wanted::in_channels(channels, terms).tsqueries();
        let last = found.of_groups.iter().map(|groups| groups[1].as_str());
        assert_eq!(last.collect::<Vec<_>>(), ["'11§one'", "'11§two'"]);
        assert!(found.of_groups.iter().all(|groups| groups.len() == 2));
    }
}
