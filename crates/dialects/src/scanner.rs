//! The way through a text in another chat's markup: copying what is the same here, and finding code, web addresses and
//! `<…>`. Each dialect interprets the rest of its markup.

use std::collections::VecDeque;
use std::ops::Range;

use super::steps;
use super::text::{CodeSpans, Text};
use portico_rules::chat::links;

/// A place in a text, and what was written of it so far.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    code: CodeSpans,
    /// The web addresses that are not passed yet.
    addresses: VecDeque<Range<usize>>,
    /// The written text.
    pub(super) out: Text,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self::with_addresses(text, addresses(text))
    }

    /// As [`new`](Self::new), with the web addresses of the text that were found already.
    pub(super) fn with_addresses(text: &'t str, addresses: Vec<Range<usize>>) -> Self {
        Self { text, at: 0, code: CodeSpans::find(text), addresses: addresses.into(), out: Text::default() }
    }

    /// The place, in bytes.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The text before the place.
    pub(super) fn before(&self) -> &'t str {
        self.text.get(..self.at).unwrap_or_default()
    }

    /// The text after it.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Goes on, and gives what it passes.
    pub(super) fn take(&mut self, bytes: usize) -> &'t str {
        let taken = self.rest().get(..bytes).unwrap_or_default();
        self.at += bytes;
        taken
    }

    /// Goes on, and copies what it passes, which is Markdown already.
    pub(crate) fn markup(&mut self, bytes: usize) {
        let taken = self.take(bytes);
        self.out.markup(taken);
    }

    /// Copies what comes before the next of these signs, or everything; whether there is one. Signs in a web address are
    /// part of it; `write` writes the address.
    pub(super) fn copy_to(&mut self, signs: &[char], write: impl Fn(&str, &mut Text)) -> bool {
        loop {
            while self.addresses.pop_front_if(|address| address.start < self.at).is_some() {}
            let end = self.addresses.front().map_or(self.text.len(), |address| address.start);
            let before = self.text.get(self.at..end).unwrap_or_default();
            if let Some(offset) = before.find(signs) {
                self.markup(offset);
                return true;
            }
            self.markup(before.len());
            let Some(address) = self.addresses.pop_front() else {
                return false;
            };
            let address = self.take(address.len());
            write(address, &mut self.out);
        }
    }

    /// At backticks: takes the code that they begin, and says how many they are. Copies those that nothing closes.
    pub(super) fn take_code(&mut self) -> Option<(&'t str, usize)> {
        let rest = self.rest();
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        match self.code.end(self.at, ticks) {
            Some(end) => Some((self.take(end - self.at), ticks)),
            None => {
                self.markup(ticks);
                None
            }
        }
    }
}

/// The text between `<` and `>` at the beginning of a text, on one line and shorter than `longest` bytes.
pub(super) fn bracketed(text: &str, longest: usize) -> Option<&str> {
    let inside = text.strip_prefix('<')?;
    let end = inside.bytes().take(longest).position(|byte| matches!(byte, b'>' | b'\n' | b'<'))?;
    steps::count(end);
    let (inside, after) = inside.split_at_checked(end)?;
    after.starts_with('>').then_some(inside)
}

/// The web addresses in a text, in order. One ends before an escaped angle bracket. Linear.
pub(super) fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut addresses = Vec::new();
    for part in links::cut(text) {
        let start = at;
        at += part.text.len();
        if part.is_link {
            // The semicolon of an escape at the end was taken for the sentence's.
            let end = at + usize::from(text.get(at..).is_some_and(|rest| rest.starts_with(';')));
            let address = text.get(start..end).unwrap_or_default();
            steps::count(address.len());
            let escaped = ["&lt;", "&gt;"].into_iter().filter_map(|sign| address.find(sign));
            addresses.push(start..start + escaped.min().unwrap_or(part.text.len()));
        }
    }
    addresses
}
