//! Building the result of judged mentions: the text to store, its spans, and the report.
//! The verdicts themselves come from `resolve`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::resolve::{Resolved, Verdict};
use super::scan::MentionStart;
use super::{Report, Span, Target};

/// What makes two mentions the same in the report.
#[derive(PartialEq, Eq, Hash)]
enum Same<'t> {
    Target(Target),
    Text(&'t str),
}

/// The message to store, as far as it is built.
pub(super) struct Draft<'t> {
    sent: &'t str,
    /// How many bytes of what was sent are in `written`, as they were or rewritten.
    copied: usize,
    written: String,
    /// How many bytes of what was sent have been counted, and the characters that they make in
    /// what is stored.
    counted: usize,
    characters: usize,
    reported: HashSet<Same<'t>>,
    spans: Vec<Span>,
    fired: Vec<Report>,
    silent: Vec<Report>,
}

impl<'t> Draft<'t> {
    pub(super) fn of(sent: &'t str) -> Self {
        Self {
            sent,
            copied: 0,
            written: String::new(),
            counted: 0,
            characters: 0,
            reported: HashSet::new(),
            spans: Vec::new(),
            fired: Vec::new(),
            silent: Vec::new(),
        }
    }

    pub(super) fn enter(&mut self, place: &MentionStart, verdict: &Verdict<'_>) {
        let end = verdict.length.map_or(place.end, |length| place.start + 1 + length);
        let text = &self.sent[place.start..end];
        if let Some(nickname) = verdict.rewritten {
            self.rewrite(place.start, end, nickname);
        }
        if let Some(target) = verdict.target {
            let length = 1 + verdict.rewritten.unwrap_or(&text[1..]).chars().count();
            self.span(place.start, end, length, target, verdict.reason.is_none());
        }
        self.report(text, verdict);
    }

    fn rewrite(&mut self, start: usize, end: usize, nickname: &str) {
        self.written.push_str(&self.sent[self.copied..=start]);
        self.written.push_str(nickname);
        self.copied = end;
    }

    fn span(&mut self, start: usize, end: usize, length: usize, target: Target, fired: bool) {
        let offset = self.characters + self.sent[self.counted..start].chars().count();
        self.spans.push(Span { offset, length, target, fired });
        self.characters = offset + length;
        self.counted = end;
    }

    fn report(&mut self, text: &'t str, verdict: &Verdict<'_>) {
        let same = verdict.target.map_or(Same::Text(text), Same::Target);
        if self.reported.insert(same) {
            let reports = if verdict.reason.is_none() { &mut self.fired } else { &mut self.silent };
            reports.push(Report {
                kind: verdict.kind,
                text: text.to_owned(),
                id: verdict.target.and_then(Target::id),
                reason: verdict.reason,
            });
        }
    }

    pub(super) fn finish(mut self) -> Resolved<'t> {
        let content = if self.copied == 0 {
            Cow::Borrowed(self.sent)
        } else {
            self.written.push_str(&self.sent[self.copied..]);
            Cow::Owned(self.written)
        };
        let Self { spans, fired, silent, .. } = self;
        Resolved { content, spans, fired, silent }
    }
}
