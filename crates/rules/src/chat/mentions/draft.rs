//! Building the result of resolved mentions: the text to store, its spans, and the report.
//! The verdicts themselves come from `resolve`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::resolve::{ResolvedMention, ResolvedMessage};
use super::scan::MentionStart;
use super::{MentionReport, MentionTarget, Span};

/// Key that merges equal mentions in the report.
#[derive(PartialEq, Eq, Hash)]
enum MentionKey<'t> {
    Known(MentionTarget),
    Text(&'t str),
}

/// The message to store, as far as it is built.
pub(super) struct Draft<'t> {
    sent: &'t str,
    /// Number of bytes of the sent text that are in `written`, as they were or rewritten.
    copied: usize,
    written: String,
    /// Number of bytes of the sent text that have been counted, and the characters that they make in the stored text.
    counted: usize,
    characters: usize,
    reported: HashSet<MentionKey<'t>>,
    spans: Vec<Span>,
    fired: Vec<MentionReport>,
    silent: Vec<MentionReport>,
}

impl<'t> Draft<'t> {
    pub(super) fn new(sent: &'t str) -> Self {
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

    pub(super) fn enter(&mut self, place: &MentionStart, mention: &ResolvedMention<'_>) {
        let end = mention.length.map_or(place.end, |length| place.name + length);
        let text = &self.sent[place.start..end];
        if let Some(nickname) = mention.rewritten {
            self.rewrite(place.start, end, nickname);
        }
        if let Some(target) = mention.target {
            let name = mention.rewritten.unwrap_or(&self.sent[place.name..end]);
            let length = 1 + name.chars().count();
            self.span(place.start, end, length, target, mention.reason.is_none());
        }
        self.report(text, mention);
    }

    fn rewrite(&mut self, start: usize, end: usize, nickname: &str) {
        self.written.push_str(&self.sent[self.copied..=start]);
        self.written.push_str(nickname);
        self.copied = end;
    }

    fn span(&mut self, start: usize, end: usize, length: usize, target: MentionTarget, fired: bool) {
        let offset = self.characters + self.sent[self.counted..start].chars().count();
        self.spans.push(Span { offset, length, target, fired });
        self.characters = offset + length;
        self.counted = end;
    }

    fn report(&mut self, text: &'t str, mention: &ResolvedMention<'_>) {
        let same = mention.target.map_or(MentionKey::Text(text), MentionKey::Known);
        if self.reported.insert(same) {
            let reports = if mention.reason.is_none() { &mut self.fired } else { &mut self.silent };
            reports.push(MentionReport {
                kind: mention.kind,
                text: text.to_owned(),
                id: mention.target.and_then(MentionTarget::id),
                reason: mention.reason,
            });
        }
    }

    pub(super) fn finish(mut self) -> ResolvedMessage<'t> {
        let content = if self.copied == 0 {
            Cow::Borrowed(self.sent)
        } else {
            self.written.push_str(&self.sent[self.copied..]);
            Cow::Owned(self.written)
        };
        let Self { spans, fired, silent, .. } = self;
        ResolvedMessage { content, spans, fired, silent }
    }
}
