//! The searchable text of a message: the words of its text and of its cards, each with its position.
//! `models::messages::search_index` stores it.

use std::collections::HashMap;

use super::query::Term;
use super::words::words;
use crate::chat::cards::Card;

/// The most positions. Postgres stores none beyond 16,383.
const MAX_POSITIONS: usize = 12_000;
/// The most positions of one word. Postgres stores no more than 256.
const MAX_OF_A_WORD: usize = 200;

/// The words of a message by their position. A position without a word separates texts, so that no phrase crosses from one
/// into the next, or is one of a word that is there too often to be indexed again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchText {
    positions: Vec<Option<String>>,
}

impl SearchText {
    /// The words of a message with this text and these cards.
    #[must_use]
    pub fn new(content: &str, cards: &[Card]) -> Self {
        let mut positions = Vec::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        for text in std::iter::once(content).chain(cards.iter().flat_map(texts)) {
            for word in words(text) {
                let times = seen.entry(word.text.clone()).or_default();
                *times += 1;
                positions.push((*times <= MAX_OF_A_WORD).then_some(word.text));
            }
            positions.push(None);
        }
        positions.truncate(MAX_POSITIONS);
        Self { positions }
    }

    /// The word at each position.
    pub fn positions(&self) -> impl Iterator<Item = Option<&str>> {
        self.positions.iter().map(Option::as_deref)
    }

    /// True if it has every one of these terms.
    #[must_use]
    pub fn has_all(&self, terms: &[Term]) -> bool {
        terms.iter().all(|term| self.has(term))
    }

    fn has(&self, term: &Term) -> bool {
        let words = term.words();
        self.positions.windows(words.len()).any(|here| {
            let mut pairs = here.iter().enumerate();
            pairs.all(|(position, here)| here.as_ref().is_some_and(|here| term.has_at(position, here)))
        })
    }
}

/// The texts of a card.
pub(super) fn texts(card: &Card) -> impl Iterator<Item = &str> {
    let author = card.author.iter().map(|author| author.name.as_str());
    let own = [&card.title, &card.text].into_iter().flatten();
    let fields = card.fields.iter();
    let fields = fields.flat_map(|field| [field.name.as_str(), &field.value]);
    let footer = card.footer.iter().map(|footer| footer.text.as_str());
    let own = own.map(String::as_str);
    author.chain(own).chain(fields).chain(footer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::cards::CardField;
    use crate::chat::search::SearchQuery;

    fn is_found(text: &SearchText, query: &str) -> bool {
        text.has_all(&SearchQuery::parse(query).terms)
    }

    #[test]
    fn a_phrase_follows_word_by_word_and_crosses_no_border() {
        let card = Card {
            title: Some("Deployment failed".to_owned()),
            fields: vec![CardField { name: "Branch".to_owned(), value: "main".to_owned(), inline: true }],
            ..Card::default()
        };
        let text = SearchText::new("The build of Monday", &[card]);
        for (query, found) in [
            ("build monday", true),
            ("monday build", true),
            (r#""build of monday""#, true),
            (r#""build monday""#, false),
            ("deployment branch main", true),
            (r#""monday deployment""#, false),
            (r#""failed branch""#, false),
            (r#""branch main""#, false),
            ("builds", false),
            ("deplo fail", true),
            ("uild", false),
            (r#""deplo""#, false),
            (r#""deployment fail""#, false),
            ("de", false),
            ("failed.bra", false),
        ] {
            assert_eq!(is_found(&text, query), found, "{query}");
        }
    }

    #[test]
    fn characters_of_a_script_without_spaces_are_found_where_they_follow_each_other() {
        let text = SearchText::new("東京都に行く", &[]);
        for (query, found) in [("京都", true), ("都", true), ("東都", false), ("行く", true)] {
            assert_eq!(is_found(&text, query), found, "{query}");
        }
    }

    #[test]
    fn a_word_that_repeats_without_end_is_indexed_a_bounded_number_of_times() {
        let text = SearchText::new(&"a ".repeat(2_000), &[]);
        assert_eq!(text.positions().flatten().count(), MAX_OF_A_WORD);
        let long: String = (0..20_000).map(|n| format!("{n} ")).collect();
        let text = SearchText::new(&long, &[]);
        assert_eq!(text.positions().count(), MAX_POSITIONS);
    }
}
