//! Finding `#channel` in a text. Pure: the caller says which names mean a channel to the reader.
//! Mentions of users and roles are found by `mentions`.

use std::ops::Range;

use super::names;
use crate::steps;

/// The most characters of a channel's name.
const MAX_LENGTH: usize = 40;

/// The channels that a text names, in their order: where each is, with its `#`, and what `find` has for its name in the
/// stored form.
///
/// A name counts unless a letter, a digit, or one of `_ # & / @` is right before the `#`, so that `page#part`, `&#39;` and
/// `##` name none. It is the longest name that is found and ends where no ASCII letter or digit follows an ASCII one, not
/// even after hyphens.
#[must_use]
pub fn find<T>(text: &str, find: impl Fn(&str) -> Option<T>) -> Vec<(Range<usize>, T)> {
    let mut found = Vec::new();
    let mut before = None;
    let mut done = 0;
    for (at, c) in text.char_indices() {
        let is_start = c == '#' && at >= done && before.is_none_or(|before| !joins(before));
        before = Some(c);
        if !is_start {
            continue;
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        if let Some((length, channel)) = longest(rest, &find) {
            done = at + 1 + length;
            found.push((at..done, channel));
        }
    }
    found
}

/// True if a `#` right after this character names no channel.
fn joins(before: char) -> bool {
    names::is_word(before) || matches!(before, '#' | '&' | '/' | '@')
}

/// The longest name at the start of a text, and how many bytes it has.
fn longest<T>(text: &str, find: impl Fn(&str) -> Option<T>) -> Option<(usize, T)> {
    let run = text.char_indices().take_while(|(_, c)| *c == '-' || names::is_word(*c)).take(MAX_LENGTH + 1);
    let run: Vec<(usize, char)> = run.collect();
    run.iter().enumerate().rev().find_map(|(at, (start, last))| {
        let end = start + last.len_utf8();
        let mut rest = text.get(end..)?.chars().skip_while(|next| {
            steps::count(1);
            *next == '-'
        });
        let goes_on = rest.next().is_some_and(|next| next.is_ascii_alphanumeric());
        if at >= MAX_LENGTH || (last.is_ascii() && goes_on) {
            return None;
        }
        let name = names::channel_form(text.get(..end)?);
        Some((end, find(&name)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(&str, &str)> {
        let known = ["general", "off-topic", "off", "東京", "dock_2", "ärger"];
        let name = |name: &str| known.iter().find(|known| **known == name).copied();
        let found = find(text, name).into_iter();
        found.map(|(range, name)| (&text[range], name)).collect()
    }

    #[test]
    fn channels_are_found_where_they_are_named() {
        for (text, expected) in [
            ("#general", &[("#general", "general")][..]),
            ("see #General.", &[("#General", "general")]),
            ("(#off-topic)", &[("#off-topic", "off-topic")]),
            ("#off-topics", &[]),
            ("#off-", &[("#off", "off")]),
            ("#general-", &[("#general", "general")]),
            ("#general's", &[("#general", "general")]),
            ("#general #off", &[("#general", "general"), ("#off", "off")]),
            ("东#general您好", &[]),
            ("#general您好", &[("#general", "general")]),
            ("#東京に", &[("#東京", "東京")]),
            ("#dock_2", &[("#dock_2", "dock_2")]),
            ("#A\u{308}RGER", &[("#A\u{308}RGER", "ärger")]),
            ("page#general", &[]),
            ("/#general", &[]),
            ("##general", &[]),
            ("&#general;", &[]),
            ("#", &[]),
            ("# general", &[]),
            ("#nowhere", &[]),
        ] {
            assert_eq!(found(text), expected, "{text:?}");
        }
    }
}
