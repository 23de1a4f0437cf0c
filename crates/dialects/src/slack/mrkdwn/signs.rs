//! The signs of a text in mrkdwn that mark something, and its web addresses.

use std::collections::HashSet;
use std::ops::Range;

use super::{STYLES, token};
use crate::scanner;
use crate::steps;
use crate::text::CodeSpans;

/// Positions of the signs `*`, `_` and `~` that open or close something: on one line, not inside a word, not next to a
/// space within, and not in code, in `<…>` or in a web address.
#[derive(Default)]
pub(super) struct MarkupSigns {
    paired: HashSet<usize>,
    /// Where the addresses end that a sign follows.
    pub(super) after_address: HashSet<usize>,
}

impl MarkupSigns {
    /// The signs of a text, and its web addresses, in order. A sign at the end of one is part of it where another one of its
    /// kind is, or where what comes before it can't end an address, unless it closes something that opened before.
    pub(super) fn find(text: &str) -> (Self, Vec<Range<usize>>) {
        let code = CodeSpans::find(text);
        let mut found = Vec::new();
        let mut after_address = HashSet::new();
        let mut addresses = scanner::addresses(text).into_iter().peekable();
        let mut paired = HashSet::new();
        let mut open: [Option<usize>; 3] = [None; 3];
        let mut before: Option<char> = None;
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            steps::count(1);
            let rest = text.get(at..).unwrap_or_default();
            while addresses.next_if(|address| address.start < at).is_some() {}
            let length = match c {
                _ if addresses.peek().is_some_and(|address| address.start == at) => {
                    let mut end = addresses.next().map_or(at + 1, |address| address.end);
                    let address = text.get(at..end).unwrap_or_default();
                    steps::count(STYLES.len() * address.len());
                    let goes_on = address.ends_with(['=', '/', '?', '&', '#', ':', '(']);
                    let has = STYLES.map(|(sign, _)| goes_on || address.contains(sign));
                    while let Some(sign) = text.get(end..).and_then(|rest| rest.chars().next())
                        && let Some(kind) = STYLES.iter().position(|(known, _)| *known == sign)
                    {
                        let is_open = open.get(kind).copied().flatten().is_some();
                        if is_open || !has.get(kind).copied().unwrap_or_default() {
                            after_address.insert(end);
                            break;
                        }
                        end += 1;
                    }
                    found.push(at..end);
                    end - at
                }
                '`' => {
                    let ticks = rest.len() - rest.trim_start_matches('`').len();
                    code.end(at, ticks).map_or(ticks, |end| end - at)
                }
                '<' => token(rest).map_or(1, |inside| inside.len() + 2),
                c => c.len_utf8(),
            };
            if c == '\n' {
                open = [None; 3];
            }
            if let Some(kind) = ['*', '_', '~'].iter().position(|sign| *sign == c) {
                let after = rest.get(1..).and_then(|rest| rest.chars().next());
                let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                let is_gap = |c: Option<char>| c.is_none_or(char::is_whitespace);
                let sign = Some(c);
                match open.get(kind).copied().flatten() {
                    Some(start) if !is_gap(before) && !in_word(after) && before != sign && after != sign => {
                        paired.extend([start, at]);
                        // What opened within and has not closed stays text.
                        for other in &mut open {
                            other.take_if(|other| *other >= start);
                        }
                    }
                    _ if !in_word(before) && !is_gap(after) && before != sign && after != sign => {
                        if let Some(slot) = open.get_mut(kind) {
                            *slot = Some(at);
                        }
                    }
                    _ => {}
                }
            }
            before = Some(c);
            at += length;
        }
        (Self { paired, after_address }, found)
    }

    pub(super) fn is_paired(&self, at: usize) -> bool {
        self.paired.contains(&at)
    }
}
