//! A reader's text in the search box: words, phrases and filters. Reading it never fails: what has no meaning is left
//! out, and said. `models::messages::search` looks up the names in it.

use chrono::{DateTime, TimeDelta, TimeZone};

use super::words::words;
use crate::chat::quiet_time::Tz;
use crate::clock::{DAY_MS, Millis};

/// The most characters of a query that are read.
pub const MAX_QUERY_LENGTH: usize = 400;
/// The most words of a query, those of phrases included.
pub const MAX_WORDS: usize = 32;
/// The fewest characters of a word that is found by its beginning. Fewer begin too many others.
const MIN_BEGINNING: usize = 3;
/// The most names after `from:`, and after `in:`.
pub const MAX_NAMES: usize = 10;
/// The most parts that are said to be left out.
const MAX_IGNORED: usize = 10;

/// A word, or words that follow each other: one at least.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Term {
    words: Vec<String>,
    /// True if its last word may be the beginning of one.
    is_open: bool,
}

impl Term {
    /// The words of a text; none where it has none. Unless it was quoted, the last one may be the beginning of a word.
    fn parse(text: &str, is_quoted: bool) -> Option<Self> {
        let words: Vec<String> = words(text).into_iter().map(|word| word.text).collect();
        let last = words.last()?;
        let is_open = !is_quoted && last.chars().count() >= MIN_BEGINNING;
        Some(Self { words, is_open })
    }

    /// Its folded words.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// True if its last word may be the beginning of one.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Its first words: a text that has the term has these.
    #[must_use]
    pub fn beginning(&self, words: usize) -> Self {
        Self {
            words: self.words.iter().take(words).cloned().collect(),
            is_open: self.is_open && words >= self.words.len(),
        }
    }

    /// True if a word of a text can be the one at this position.
    pub(super) fn has_at(&self, position: usize, word: &str) -> bool {
        let is_last = position + 1 == self.words.len();
        self.words.get(position).is_some_and(|own| own == word || self.is_open && is_last && word.starts_with(own))
    }
}

/// A part of a query that was left out, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredPart {
    /// The part as it was typed.
    pub part: String,
    /// A sentence that says why.
    pub reason: &'static str,
}

/// A query that was read. A message has to meet all of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchQuery {
    /// The words and phrases.
    pub terms: Vec<Term>,
    /// Names of authors: one of them wrote the message.
    pub from: Vec<String>,
    /// Names of channels: the message is in one of them.
    pub channels: Vec<String>,
    /// The first day, in days since 1970-01-01 in the reader's time zone, that is too late.
    pub before_day: Option<i64>,
    /// The first day that is late enough.
    pub from_day: Option<i64>,
    /// True if it mentions the reader.
    pub mentions_me: bool,
    /// Parts that were left out.
    pub ignored: Vec<IgnoredPart>,
}

/// Message for a day that can't be read.
pub const NOT_A_DAY: &str = "A day is written like 2026-03-01.";
const ONLY_ME: &str = "Only “mentions:me” is known.";
const NO_NAME: &str = "A name is missing after the colon.";
const NO_WORD: &str = "It has no letter or digit.";
const NO_EXCLUSION: &str = "A search can’t exclude anything.";
const TOO_MANY: &str = "A search can’t have more parts.";
const TOO_LONG: &str = "A search can’t be longer.";

/// The filters by name.
#[derive(Debug, Clone, Copy)]
enum Filter {
    From,
    In,
    Before,
    After,
    On,
    Mentions,
}

impl Filter {
    fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "from" => Self::From,
            "in" => Self::In,
            "before" => Self::Before,
            "after" => Self::After,
            "on" => Self::On,
            "mentions" => Self::Mentions,
            _ => return None,
        })
    }
}

impl SearchQuery {
    /// Reads a query.
    #[must_use]
    pub fn parse(typed: &str) -> Self {
        let mut query = Self::default();
        let end = typed.char_indices().nth(MAX_QUERY_LENGTH);
        let (read, rest) = typed.split_at(end.map_or(typed.len(), |(end, _)| end));
        let mut rest_of_words = MAX_WORDS;
        let mut left = read.trim_start();
        while !left.is_empty() {
            let part = QueryPart::next(left);
            left = left.get(part.typed.len()..).unwrap_or_default().trim_start();
            if let Err(reason) = query.add(&part, &mut rest_of_words) {
                query.ignore(part.typed.trim_end().to_owned(), reason);
            }
        }
        if !rest.trim().is_empty() {
            let part: String = rest.trim().chars().take(MAX_QUERY_LENGTH).collect();
            query.ignore(part, TOO_LONG);
        }
        query
    }

    /// Records a part that was left out; of very many the first ones.
    fn ignore(&mut self, part: String, reason: &'static str) {
        if self.ignored.len() < MAX_IGNORED {
            self.ignored.push(IgnoredPart { part, reason });
        }
    }

    /// True if it asks for nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let query = Self { ignored: Vec::new(), ..self.clone() };
        query == Self::default()
    }

    /// True if it asks for messages of certain days.
    #[must_use]
    pub fn has_days(&self) -> bool {
        self.before_day.is_some() || self.from_day.is_some()
    }

    fn end_before(&mut self, day: i64) {
        self.before_day = Some(self.before_day.map_or(day, |other| other.min(day)));
    }

    fn begin_on(&mut self, day: i64) {
        self.from_day = Some(self.from_day.map_or(day, |other| other.max(day)));
    }

    fn add(&mut self, part: &QueryPart<'_>, rest_of_words: &mut usize) -> Result<(), &'static str> {
        if part.is_excluded {
            return Err(NO_EXCLUSION);
        }
        let Some(filter) = part.filter else {
            let term = Term::parse(part.value, part.is_quoted).ok_or(NO_WORD)?;
            if !self.terms.contains(&term) {
                *rest_of_words = rest_of_words.checked_sub(term.words.len()).ok_or(TOO_MANY)?;
                self.terms.push(term);
            }
            return Ok(());
        };
        let value = part.value.trim();
        match filter {
            Filter::From => add_name(&mut self.from, value.strip_prefix('@').unwrap_or(value)),
            Filter::In => add_name(&mut self.channels, value.strip_prefix('#').unwrap_or(value)),
            Filter::Before => {
                self.end_before(day(value).ok_or(NOT_A_DAY)?);
                Ok(())
            }
            Filter::After => {
                self.begin_on(day(value).ok_or(NOT_A_DAY)? + 1);
                Ok(())
            }
            Filter::On => {
                let day = day(value).ok_or(NOT_A_DAY)?;
                self.begin_on(day);
                self.end_before(day + 1);
                Ok(())
            }
            Filter::Mentions => {
                let name = value.strip_prefix('@').unwrap_or(value);
                if !name.eq_ignore_ascii_case("me") {
                    return Err(ONLY_ME);
                }
                self.mentions_me = true;
                Ok(())
            }
        }
    }
}

/// When a day, in days since 1970-01-01, begins in a time zone, in UTC milliseconds.
#[must_use]
pub fn begins_at(day: i64, zone: Tz) -> Millis {
    let utc = day * DAY_MS;
    let Some(midnight) = DateTime::from_timestamp_millis(utc).map(|day| day.naive_utc()) else {
        return utc;
    };
    // In some zones, clocks skip midnight on a few days, and one skipped a whole day.
    let mut later = (0..=48).filter_map(|halves| midnight.checked_add_signed(TimeDelta::minutes(30 * halves)));
    let begins = later.find_map(|time| zone.from_local_datetime(&time).earliest());
    begins.map_or(utc, |begins| begins.timestamp_millis())
}

fn add_name(names: &mut Vec<String>, name: &str) -> Result<(), &'static str> {
    if name.is_empty() {
        return Err(NO_NAME);
    }
    if names.len() >= MAX_NAMES {
        return Err(TOO_MANY);
    }
    names.push(name.to_owned());
    Ok(())
}

/// A part of a query: a word, a phrase in quotes, or a filter with its value, which may be in quotes.
struct QueryPart<'q> {
    typed: &'q str,
    filter: Option<Filter>,
    value: &'q str,
    is_quoted: bool,
    /// True if a `-` before it asks for messages without it.
    is_excluded: bool,
}

impl<'q> QueryPart<'q> {
    /// The part that a text begins with.
    fn next(text: &'q str) -> Self {
        let excluded =
            text.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || is_quote(c)));
        let Some(rest) = excluded else {
            return Self::next_wanted(text);
        };
        let part = Self::next_wanted(rest);
        Self { typed: text.get(..1 + part.typed.len()).unwrap_or(text), is_excluded: true, ..part }
    }

    /// The same, whatever a `-` at its beginning means.
    fn next_wanted(text: &'q str) -> Self {
        let word = text.split(char::is_whitespace).next().unwrap_or_default();
        let named = word.split_once(':');
        let filter = named.and_then(|(name, _)| Some((Filter::named(name)?, name.len() + 1)));
        let (filter, start) = match filter {
            Some((filter, start)) => (Some(filter), start),
            None => (None, 0),
        };
        let rest = text.get(start..).unwrap_or_default();
        let Some(quoted) = rest.strip_prefix(is_quote) else {
            let value = word.get(start..).unwrap_or_default();
            return Self { typed: word, filter, value, is_quoted: false, is_excluded: false };
        };
        // A quote that is not closed goes on to the end.
        let opened = text.len() - quoted.len();
        let (value, after) = match quoted.find(is_quote) {
            Some(end) => {
                let (value, rest) = quoted.split_at(end);
                (value, rest.chars().next().map_or(0, char::len_utf8))
            }
            None => (quoted, 0),
        };
        let typed = text.get(..opened + value.len() + after).unwrap_or(text);
        Self { typed, filter, value, is_quoted: true, is_excluded: false }
    }
}

/// Keyboards of phones turn quotes.
fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„')
}

/// The day written as `2026-03-01`, in days since 1970-01-01.
pub fn day(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let mut number = |digits: usize| {
        let part = parts.next()?;
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { part.parse::<i64>().ok() } else { None }
    };
    let (year, month, day) = (number(4)?, number(2)?, number(2)?);
    if parts.next().is_some() || !(1..=12).contains(&month) {
        return None;
    }
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    if !(1..=days).contains(&day) {
        return None;
    }
    // Years begin in March, so that the leap day is the last of one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    Some(year * 365 + leaps + (153 * month + 2) / 5 + day - 1 - 719_468)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn parse(text: &str) -> SearchQuery {
        SearchQuery::parse(text)
    }

    fn terms(text: &str) -> Vec<String> {
        let terms = parse(text).terms;
        terms.iter().map(|term| term.words().join(" ")).collect()
    }

    #[test]
    fn words_and_phrases_are_told_apart() {
        for (text, expected) in [
            ("", &[][..]),
            ("Build passed", &["build", "passed"]),
            (r#""Build passed" today"#, &["build passed", "today"]),
            ("“Build passed” today", &["build passed", "today"]),
            (r#"never "closed at all"#, &["never", "closed at all"]),
            ("build build BUILD", &["build"]),
            ("v1.2", &["v1 2"]),
            ("https://example.org", &["https example org"]),
            ("note:this", &["note this"]),
            (r#"a"b c"#, &["a b", "c"]),
            // A hyphen within a word, and before no word, excludes nothing.
            ("re-run --force", &["re run", "force"]),
        ] {
            assert_eq!(terms(text), expected, "{text}");
        }
    }

    #[test]
    fn filters_take_names_and_days() {
        let query = parse(r#"from:@mira FROM:"CI bot" in:#general in:builds mentions:me deploy"#);
        assert_eq!(query.from, ["mira", "CI bot"]);
        assert_eq!(query.channels, ["general", "builds"]);
        assert!(query.mentions_me);
        assert_eq!(query.terms.len(), 1);
        assert_eq!(query.ignored, []);
        let query = parse("after:2026-03-01 before:2026-03-05 before:2026-03-04 after:2026-02-27");
        assert_eq!(query.from_day, Some(day("2026-03-02").unwrap()));
        assert_eq!(query.before_day, Some(day("2026-03-04").unwrap()));
    }

    #[test]
    fn a_word_may_be_a_beginning_unless_it_is_quoted_or_short() {
        for (text, is_open) in
            [("deplo", true), ("dep", true), ("de", false), (r#""deplo""#, false), ("v1.20", false), ("v1.200", true)]
        {
            assert_eq!(parse(text).terms[0].is_open(), is_open, "{text}");
        }
        let term = &parse("one.two.three").terms[0];
        assert!(term.is_open() && term.beginning(3).is_open() && !term.beginning(2).is_open());
    }

    #[test]
    fn a_day_begins_at_the_midnight_of_the_reader() {
        for (day, zone, expected) in [
            ("2026-03-29", "UTC", 1_774_742_400_000),
            ("2026-03-29", "Europe/Berlin", 1_774_742_400_000 - 3_600_000),
            // After the clocks were put forward.
            ("2026-03-30", "Europe/Berlin", 1_774_742_400_000 + 22 * 3_600_000),
            ("2026-03-29", "Pacific/Auckland", 1_774_742_400_000 - 13 * 3_600_000),
            // Clocks went from 0:00 to 1:00.
            ("2018-11-04", "America/Sao_Paulo", 1_541_300_400_000),
            // There was no such day.
            ("2011-12-30", "Pacific/Apia", 1_325_239_200_000),
        ] {
            assert_eq!(begins_at(super::day(day).unwrap(), zone.parse().unwrap()), expected, "{day} {zone}");
        }
        let query = parse("on:2026-03-29");
        let day = day("2026-03-29").unwrap();
        assert_eq!((query.from_day, query.before_day), (Some(day), Some(day + 1)));
        assert_eq!(parse("on:2026-02-30 x").ignored[0].reason, NOT_A_DAY);
    }

    #[test]
    fn what_has_no_meaning_is_left_out_and_said() {
        for (text, part, reason) in [
            ("before:tomorrow x", "before:tomorrow", NOT_A_DAY),
            ("after:2026-02-29 x", "after:2026-02-29", NOT_A_DAY),
            ("before:2026-13-01 x", "before:2026-13-01", NOT_A_DAY),
            ("before:2026-1-1 x", "before:2026-1-1", NOT_A_DAY),
            ("before: x", "before:", NOT_A_DAY),
            ("mentions:bob x", "mentions:bob", ONLY_ME),
            ("from: x", "from:", NO_NAME),
            (r#"x from:"""#, r#"from:"""#, NO_NAME),
            ("in:# x", "in:#", NO_NAME),
            ("🎉 x", "🎉", NO_WORD),
            (r#"x "…""#, r#""…""#, NO_WORD),
            ("x -number1", "-number1", NO_EXCLUSION),
            (r#"-"number one" x"#, r#"-"number one""#, NO_EXCLUSION),
            (r#"-from:"CI bot" x"#, r#"-from:"CI bot""#, NO_EXCLUSION),
        ] {
            let query = parse(text);
            let expected = IgnoredPart { part: part.to_owned(), reason };
            assert_eq!(query.ignored, [expected], "{text}");
            assert_eq!(query.terms.len(), 1, "{text}");
        }
    }

    #[test]
    fn a_query_is_bounded() {
        let many: String = (0..100).map(|n| format!("w{n} ")).collect();
        let query = parse(&many);
        assert_eq!(query.terms.len(), MAX_WORDS);
        assert!(query.ignored.iter().any(|part| part.reason == TOO_MANY));
        assert_eq!(query.ignored.len(), MAX_IGNORED);
        let names: String = (0..20).map(|n| format!("from:n{n} ")).collect();
        assert_eq!(parse(&names).from.len(), MAX_NAMES);
        let long = "x ".repeat(10_000);
        let query = parse(&long);
        assert_eq!(query.ignored.len(), 1);
        assert!(query.ignored[0].part.len() <= MAX_QUERY_LENGTH);
        assert!(parse("before:x 🎉").is_empty());
        assert!(!parse("mentions:me").is_empty());
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (text, expected) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-02-29", 11_016),
            ("2026-01-01", 20_454),
            ("0000-03-01", -719_468),
        ] {
            assert_eq!(day(text), Some(expected), "{text}");
        }
        for odd in ["2100-02-29", "2026-01-01-", "2026-01-01-01", "-026-01-01", "2026-00-01", "２０２６-01-01"] {
            assert_eq!(day(odd), None, "{odd}");
        }
    }
}
