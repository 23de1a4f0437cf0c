//! A search query, and how it is written for each database.
//! `search_index` stores messages for it; `chat::search` parses the reader's text.

use std::cmp::Reverse;
use std::ops::Range;

use crate::models::messages::removal::Author;
use portico_rules::chat::mentions::MentionTarget;
use portico_rules::chat::search::Term;
use portico_rules::ids::ChannelId;

use super::{IndexedMessage, author_mark, in_channel, mention_mark};

/// A query: messages in one of these channels with all of these terms, and by one of these authors and mentioning one
/// of these targets, where it is limited to any.
#[derive(Debug, Clone)]
pub(in crate::models::messages) struct IndexQuery {
    channels: Vec<ChannelId>,
    terms: Vec<Term>,
    authors: Option<Vec<Author>>,
    mentions: Option<Vec<WantedMention>>,
}

/// A mention that is searched: its mark, and the first id that a message with it may have.
#[derive(Debug, Clone)]
struct WantedMention {
    mark: String,
    first: i64,
}

impl IndexQuery {
    /// Messages in one of these channels with these terms.
    pub(in crate::models::messages) fn in_channels(channels: Vec<ChannelId>, terms: Vec<Term>) -> Self {
        Self { channels, terms, authors: None, mentions: None }
    }

    /// Of those the ones by one of these authors.
    pub(in crate::models::messages) fn by(mut self, authors: Vec<Author>) -> Self {
        self.authors = Some(authors);
        self
    }

    /// Of those the ones that mention one of these targets, each from an id on.
    pub(in crate::models::messages) fn mentioning(
        mut self,
        targets: impl Iterator<Item = (MentionTarget, i64)>,
    ) -> Self {
        let wanted = targets.map(|(target, first)| WantedMention { mark: mention_mark(target), first });
        self.mentions = Some(wanted.collect());
        self
    }

    /// Parts of a range of ids, the newest first, each with what is wanted in it: the index knows no mention by the id of its
    /// message, so each part begins where another mention does. Of very many parts the oldest ones are one, in which some
    /// mentions are wanted from a later id on, see [`begins_within`](Self::begins_within).
    pub(in crate::models::messages) fn parts(&self, within: Range<i64>) -> Vec<(Range<i64>, Self)> {
        let mentions = self.mentions.as_deref().unwrap_or_default();
        let firsts = mentions.iter().map(|mention| mention.first);
        let mut starts: Vec<i64> = firsts.filter(|first| (within.start + 1..within.end).contains(first)).collect();
        starts.sort_unstable_by_key(|start| Reverse(*start));
        starts.dedup();
        starts.truncate(MAX_PARTS - 1);
        starts.push(within.start);
        let mut end = within.end;
        let parts = starts.into_iter().map(|start| {
            let part = start..end;
            end = start;
            let mut wanted = self.clone();
            if let Some(mentions) = &mut wanted.mentions {
                mentions.retain(|mention| mention.first < part.end);
            }
            (part, wanted)
        });
        parts.filter(|(_, wanted)| !wanted.is_hopeless()).collect()
    }

    /// True if one of the mentions is wanted only from an id within this range on.
    pub(in crate::models::messages) fn begins_within(&self, range: &Range<i64>) -> bool {
        let mut mentions = self.mentions.iter().flatten();
        mentions.any(|mention| mention.first > range.start)
    }

    /// A wider query for the index, where this would be too many look-ups: it finds every wanted message, and others.
    /// The longest words are kept, since they tend to be rare.
    pub(in crate::models::messages) fn narrowed(&self) -> Option<Self> {
        if self.lookups() <= MAX_LOOKUPS {
            return None;
        }
        let mut left = (MAX_LOOKUPS / self.channels.len()).max(1);
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
        Some(Self { channels: self.channels.clone(), terms: terms.collect(), authors, mentions: self.mentions.clone() })
    }

    /// True if a message meets the query.
    pub(in crate::models::messages) fn is_met_by(&self, message: &IndexedMessage) -> bool {
        let has = |any: &Vec<WantedMention>| {
            let mut reaching = any.iter().filter(|mention| mention.first <= message.id);
            reaching.any(|mention| message.mentions.contains(&mention.mark))
        };
        self.channels.contains(&message.channel_id)
            && (self.authors.as_ref()).is_none_or(|any| any.contains(&message.author))
            && self.mentions.as_ref().is_none_or(has)
            && message.text.has_all(&self.terms)
    }

    pub(in crate::models::messages) fn channels(&self) -> &[ChannelId] {
        &self.channels
    }

    /// True if nothing can be found: there is no channel, author or target that it is limited to.
    pub(in crate::models::messages) fn is_hopeless(&self) -> bool {
        let is_empty = |any: Option<usize>| any == Some(0);
        self.channels.is_empty()
            || is_empty(self.authors.as_ref().map(Vec::len))
            || is_empty(self.mentions.as_ref().map(Vec::len))
    }

    /// The conditions in some channels: of each condition one phrase. A phrase is a list of terms in the index.
    fn in_channels_of(&self, channels: &[ChannelId]) -> Vec<Vec<Phrase>> {
        let in_any = |words: &[String], is_open: bool| -> Vec<Phrase> {
            let words = |id: &ChannelId| words.iter().map(|word| in_channel(*id, word)).collect();
            channels.iter().map(|id| Phrase { words: words(id), is_open }).collect()
        };
        let terms = self.terms.iter().map(|term| in_any(term.words(), term.is_open()));
        let mut conditions: Vec<_> = terms.collect();
        if let Some(authors) = &self.authors {
            let marks = authors.iter().map(|author| author_mark(*author));
            conditions.push(marks.flat_map(|mark| in_any(&[mark], false)).collect());
        }
        // A word or an author of a channel names the channel already.
        if conditions.is_empty() {
            conditions.push(in_any(&[String::new()], false));
        }
        conditions
    }

    fn of_mentions(&self) -> Option<Vec<Phrase>> {
        let mentions = self.mentions.as_ref()?.iter();
        let phrase = |mention: &WantedMention| Phrase { words: vec![mention.mark.clone()], is_open: false };
        Some(mentions.map(phrase).collect())
    }

    /// For SQLite's `MATCH`.
    pub(in crate::models::messages) fn matched(&self) -> String {
        let phrase = |phrase: &Phrase| {
            let open = if phrase.is_open { " *" } else { "" };
            format!("\"{}\"{open}", phrase.words.join(" "))
        };
        let mut conditions = self.in_channels_of(&self.channels);
        conditions.extend(self.of_mentions());
        let conditions = conditions.into_iter().map(|any| {
            let any: Vec<String> = any.iter().map(phrase).collect();
            format!("({})", any.join(" OR "))
        });
        conditions.collect::<Vec<_>>().join(" AND ")
    }

    /// For Postgres' `@@`.
    pub(in crate::models::messages) fn tsqueries(&self) -> TsQueries {
        let mut of_groups = Vec::new();
        for group in self.channels.chunks(CHANNELS_TOGETHER) {
            let conditions = self.in_channels_of(group);
            of_groups.resize_with(conditions.len(), Vec::new);
            for (of_groups, any) in of_groups.iter_mut().zip(conditions) {
                of_groups.push(tsquery(&any));
            }
        }
        TsQueries { of_groups, of_all: self.of_mentions().as_deref().map(tsquery) }
    }

    /// How many words and marks are looked up.
    pub(in crate::models::messages) fn lookups(&self) -> usize {
        let words: usize = self.terms.iter().map(|term| term.words().len()).sum();
        let authors = self.authors.as_ref().map_or(0, Vec::len);
        let mentions = self.mentions.as_ref().map_or(0, Vec::len);
        (words + authors).max(1) * self.channels.len() + mentions
    }
}

/// Words or marks that follow each other.
struct Phrase {
    words: Vec<String>,
    /// True if the last one is the beginning of a word.
    is_open: bool,
}

/// The most words and marks that a search looks up, if it can be searched by fewer. SQLite takes 20 KB for each.
const MAX_LOOKUPS: usize = 2_048;

/// The most parts of a range that are searched by themselves.
const MAX_PARTS: usize = 8;

/// How many channels share a query. In a query of more, Postgres compares each with all others before it begins.
const CHANNELS_TOGETHER: usize = 16;

/// Queries on the index of Postgres.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::models::messages) struct TsQueries {
    /// Each condition for each group of channels: of one group a message has to meet all.
    pub(in crate::models::messages) of_groups: Vec<Vec<String>>,
    /// The conditions that it has to meet in any channel.
    pub(in crate::models::messages) of_all: Option<String>,
}

fn tsquery(any: &[Phrase]) -> String {
    let phrase = |phrase: &Phrase| {
        let words: Vec<String> = phrase.words.iter().map(|word| format!("'{word}'")).collect();
        let open = if phrase.is_open { ":*" } else { "" };
        format!("{}{open}", words.join("<->"))
    };
    any.iter().map(phrase).collect::<Vec<_>>().join("|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use portico_rules::chat::search::SearchQuery;
    use portico_rules::ids::WebhookId;

    #[test]
    fn what_is_wanted_is_written_for_each_database() {
        let terms = SearchQuery::parse(r#"one "two three""#).terms;
        let wanted = IndexQuery::in_channels([1, 30].map(ChannelId::new).to_vec(), terms)
            .by(vec![Author::Webhook(WebhookId::new(4))])
            .mentioning([(MentionTarget::Role(6.into()), 1)].into_iter());
        assert_eq!(
            wanted.matched(),
            r#"("1§one" * OR "1e§one" *) AND ("1§two 1§three" OR "1e§two 1e§three") AND ("1§§w4" OR "1e§§w4") AND ("§r6")"#
        );
        let expected = TsQueries {
            of_groups: vec![
                vec!["'1§one':*|'1e§one':*".to_owned()],
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
        let nothing = || IndexQuery::in_channels([1, 2].map(ChannelId::new).to_vec(), Vec::new());
        assert_eq!(nothing().tsqueries().of_groups, [["'1§'|'2§'"]]);
        let by_someone = nothing().by(vec![Author::User(3.into())]).tsqueries();
        assert_eq!(by_someone.of_groups, [["'1§§a3'|'2§§a3'"]]);
        let of_everyone = nothing().mentioning([(MentionTarget::All, 1)].into_iter());
        let of_everyone = of_everyone.tsqueries();
        assert_eq!(of_everyone.of_groups, [["'1§'|'2§'"]]);
        assert_eq!(of_everyone.of_all.as_deref(), Some("'§all'"));
        assert!(IndexQuery::in_channels(Vec::new(), Vec::new()).is_hopeless());
    }

    #[test]
    fn of_many_words_in_many_channels_the_longest_are_looked_up() {
        let typed = r#"a bbb "cc ccccc cc" dddd"#;
        let terms = || SearchQuery::parse(typed).terms;
        let authors = || vec![Author::User(1.into()), Author::User(2.into())];
        let in_channels = |count| IndexQuery::in_channels((0..count).map(ChannelId::new).collect(), terms());
        assert!(in_channels(341).narrowed().is_none());
        let words = |wanted: IndexQuery| -> Vec<String> {
            let terms = wanted.terms.iter().map(|term| term.words().join(" "));
            terms.collect()
        };
        let narrowed = |wanted: IndexQuery| wanted.narrowed().unwrap();
        assert_eq!(words(narrowed(in_channels(342))), ["cc ccccc cc", "dddd", "bbb"]);
        assert_eq!(words(narrowed(in_channels(1_000))), ["cc ccccc"]);
        assert_eq!(words(narrowed(in_channels(3_000))), ["cc"]);
        let by_two = narrowed(in_channels(500).by(authors()));
        assert_eq!(by_two.authors, Some(authors()));
        assert_eq!(words(by_two), ["cc ccccc"]);
        let by_two = narrowed(in_channels(1_000).by(authors()));
        assert_eq!((by_two.authors.clone(), words(by_two)), (None, vec!["cc ccccc".to_owned()]));
        let by_many =
            IndexQuery::in_channels((0..500).map(ChannelId::new).collect(), Vec::new())
                .by(vec![Author::User(1.into()); 5]);
        let found = narrowed(by_many);
        assert_eq!((found.authors.clone(), found.lookups()), (None, 500));
    }

    #[test]
    fn each_mention_is_looked_up_from_its_first_id_on() {
        let targets = [
            (MentionTarget::All, 10),
            (MentionTarget::Role(1.into()), 30),
            (MentionTarget::Role(2.into()), 20),
            (MentionTarget::Role(3.into()), 30),
        ];
        let wanted = || IndexQuery::in_channels(vec![ChannelId::new(1)], Vec::new()).mentioning(targets.into_iter());
        let marks = |wanted: &IndexQuery| wanted.tsqueries().of_all.unwrap();
        let parts = |within: Range<i64>| -> Vec<(Range<i64>, String)> {
            let parts = wanted().parts(within).into_iter();
            let exact = parts.inspect(|(part, wanted)| assert!(!wanted.begins_within(part)));
            exact.map(|(part, wanted)| (part, marks(&wanted))).collect()
        };
        let all = "'§all'|'§r1'|'§r2'|'§r3'".to_owned();
        let two = "'§all'|'§r2'".to_owned();
        let one = "'§all'".to_owned();
        assert_eq!(parts(30..40), [(30..40, all.clone())]);
        assert_eq!(parts(10..40), [(30..40, all), (20..30, two.clone()), (10..20, one.clone())]);
        assert_eq!(parts(15..25), [(20..25, two), (15..20, one)]);
        // Before the first of them nothing is looked up.
        assert!(parts(1..5).is_empty());
        let no_mention = IndexQuery::in_channels(vec![ChannelId::new(1)], Vec::new()).parts(1..5);
        assert_eq!(no_mention.len(), 1);
    }

    #[test]
    fn of_very_many_first_ids_the_lowest_share_a_part() {
        let targets = (1..=20).map(|id| (MentionTarget::Role(id.into()), id * 10));
        let wanted = IndexQuery::in_channels(vec![ChannelId::new(1)], Vec::new()).mentioning(targets);
        let parts = wanted.parts(10..1_000);
        assert_eq!(parts.len(), MAX_PARTS);
        let (oldest, wanted) = parts.last().unwrap();
        assert_eq!(*oldest, 10..140);
        assert!(wanted.begins_within(oldest));
        let of_role = |id, role| {
            let fired = [MentionTarget::Role(role)];
            IndexedMessage::new((id, ChannelId::new(1)), Author::User(1.into()), ("", &[]), fired)
        };
        assert!(wanted.is_met_by(&of_role(50, 5.into())));
        assert!(!wanted.is_met_by(&of_role(49, 5.into())));
    }

    #[test]
    fn many_channels_are_looked_up_in_groups() {
        let terms = SearchQuery::parse("one two").terms;
        let channels = (1..).take(CHANNELS_TOGETHER + 1).map(ChannelId::new).collect();
        let found = IndexQuery::in_channels(channels, terms).tsqueries();
        let last = found.of_groups.iter().map(|groups| groups[1].as_str());
        assert_eq!(last.collect::<Vec<_>>(), ["'11§one':*", "'11§two':*"]);
        assert!(found.of_groups.iter().all(|groups| groups.len() == 2));
    }
}
