//! The passage of a message that a search result shows: the words around the first match, with every match marked.
//! Plain text; templates escape it.

use std::ops::Range;

use serde::Serialize;

use super::query::Term;
use super::text::texts;
use super::words::{Word, words};
use crate::chat::cards::Card;
use crate::chat::markdown;

/// Max characters of a passage.
const LENGTH: usize = 240;
/// Characters before the first match.
const LEAD: usize = 60;

/// A piece of a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// The text.
    pub text: String,
    /// True if it matches what was searched.
    pub marked: bool,
}

/// The passage of a message that shows why it was found: of its text, or of the first text of its cards that matches
/// where the text does not. "…" marks omitted text.
#[must_use]
pub fn excerpt(content: &str, cards: &[Card], terms: &[Term]) -> Vec<Passage> {
    let content = std::iter::once(content);
    let mut first = None;
    for text in content.chain(cards.iter().flat_map(texts)) {
        let text = markdown::plain_text(text);
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        let marks = marks(&words(text), terms);
        if !marks.is_empty() {
            return cut(text, &marks);
        }
        first.get_or_insert_with(|| text.to_owned());
    }
    first.map_or_else(Vec::new, |text| cut(&text, &[]))
}

/// The ranges of a text that match, in their order, none overlapping another.
fn marks(words: &[Word], terms: &[Term]) -> Vec<Range<usize>> {
    let mut is_marked = vec![false; words.len()];
    for term in terms {
        let asked = term.words();
        for (start, here) in words.windows(asked.len()).enumerate() {
            if here.iter().enumerate().all(|(position, here)| term.has_at(position, &here.text)) {
                for flag in is_marked.iter_mut().skip(start).take(asked.len()) {
                    *flag = true;
                }
            }
        }
    }
    let mut marks: Vec<Range<usize>> = Vec::new();
    for (word, _) in words.iter().zip(is_marked).filter(|(_, flag)| *flag) {
        match marks.last_mut() {
            // Characters of a script without spaces, or parts of one character.
            Some(last) if last.end >= word.range.start => last.end = last.end.max(word.range.end),
            _ => marks.push(word.range.clone()),
        }
    }
    marks
}

fn cut(text: &str, marks: &[Range<usize>]) -> Vec<Passage> {
    let first = marks.first().map_or(0, |mark| mark.start);
    let before = text.get(..first).unwrap_or_default();
    let lead = before.char_indices().rev().nth(LEAD - 1);
    let start = match lead {
        // From the next word on, where there is one before the match.
        Some((from, _)) => {
            before.get(from..).and_then(|lead| lead.find(char::is_whitespace)).map_or(from, |space| from + space)
        }
        None => 0,
    };
    let rest = text.get(start..).unwrap_or_default();
    let end = rest.char_indices().nth(LENGTH);
    let end = end.map_or(text.len(), |(end, _)| start + end);
    let mut passages = Passages::default();
    if start > 0 {
        passages.push("…", false);
    }
    let mut done = start;
    for mark in marks {
        let (from, to) = (mark.start.max(done), mark.end.min(end));
        if from >= to {
            continue;
        }
        passages.push(text.get(done..from).unwrap_or_default(), false);
        passages.push(text.get(from..to).unwrap_or_default(), true);
        done = to;
    }
    passages.push(text.get(done..end).unwrap_or_default(), false);
    if end < text.len() {
        passages.push("…", false);
    }
    passages.0
}

#[derive(Default)]
struct Passages(Vec<Passage>);

impl Passages {
    fn push(&mut self, text: &str, marked: bool) {
        if text.is_empty() {
            return;
        }
        match self.0.last_mut() {
            Some(last) if last.marked == marked => last.text.push_str(text),
            _ => self.0.push(Passage { text: text.to_owned(), marked }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::search::SearchQuery;

    fn shown(content: &str, cards: &[Card], query: &str) -> String {
        let passages = excerpt(content, cards, &SearchQuery::parse(query).terms);
        let piece = |piece: &Passage| match piece.marked {
            true => format!("[{}]", piece.text),
            false => piece.text.clone(),
        };
        passages.iter().map(piece).collect()
    }

    #[test]
    fn matches_are_marked_in_plain_text() {
        for (content, query, expected) in [
            ("The **Build** passed", "build", "The [Build] passed"),
            ("a café and a CAFE", "cafe", "a [café] and a [CAFE]"),
            ("build of build", r#""of build""#, "build [of] [build]"),
            ("東京都に行く", "京都", "東[京都]に行く"),
            ("nothing here", "from:mira", "nothing here"),
            ("<b>&", "b", "<[b]>&"),
        ] {
            assert_eq!(shown(content, &[], query), expected, "{query}");
        }
    }

    #[test]
    fn the_passage_is_around_the_first_match() {
        let long = format!("{}needle {}", "word ".repeat(100), "more ".repeat(100));
        let shown = shown(&long, &[], "needle");
        assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
        assert!(shown.contains("word [needle] more"), "{shown}");
        assert!(shown.chars().count() <= LENGTH + 4, "{shown}");
    }

    #[test]
    fn a_card_is_shown_where_the_text_does_not_match() {
        let card = Card { title: Some("Deployment failed".to_owned()), ..Card::default() };
        assert_eq!(shown("see below", std::slice::from_ref(&card), "failed"), "Deployment [failed]");
        assert_eq!(shown("", std::slice::from_ref(&card), "from:ci"), "Deployment failed");
        assert_eq!(shown("", &[], "x"), "");
    }
}
