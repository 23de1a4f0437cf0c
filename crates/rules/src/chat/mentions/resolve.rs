//! Judging the mentions of a text: what each refers to, and whether it fires.
//! `scan` finds where they may be; `draft` builds what is stored and reported.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::directory::{Directory, Member, Role, Roles};
use super::draft::Draft;
use super::scan::{FirstIds, MentionShape, MentionStart, Scan};
use super::{AllowedMentions, MentionKind, MentionReport, MentionTarget, Reason, Span};

use crate::ids::{RoleId, UserId};

/// A message as it is stored, and what became of its mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolvedMessage<'t> {
    /// The text to store: what was sent, each resolved `@<id>` rewritten to `@nickname`.
    pub content: Cow<'t, str>,
    /// The mentions in it whose target is known, in reading order, none overlapping another.
    pub spans: Vec<Span>,
    /// The mentions that fired, each once.
    pub fired: Vec<MentionReport>,
    /// The mentions that did not, each once, with the reason.
    pub silent: Vec<MentionReport>,
}

impl ResolvedMessage<'_> {
    /// The same, independent of the text that was sent.
    #[must_use]
    pub fn into_owned(self) -> ResolvedMessage<'static> {
        ResolvedMessage {
            content: Cow::Owned(self.content.into_owned()),
            spans: self.spans,
            fired: self.fired,
            silent: self.silent,
        }
    }

    /// The same for an edit, which notifies no one: what is among `fired` already counts as fired, whatever the sender
    /// may do now, and everything else but text in code is silent because of the edit.
    #[must_use]
    pub fn edited(mut self, fired: &BTreeSet<MentionTarget>) -> Self {
        for span in &mut self.spans {
            span.fired = fired.contains(&span.target);
        }
        let reports = self.fired.into_iter().chain(self.silent);
        let (fired, silent) = reports.partition(|report| report.target().is_some_and(|one| fired.contains(&one)));
        (self.fired, self.silent) = (fired, silent);
        for report in &mut self.fired {
            report.reason = None;
        }
        for report in &mut self.silent {
            if report.reason != Some(Reason::InCode) {
                report.reason = Some(Reason::Edited);
            }
        }
        self
    }

    /// Targets of the mentions that fired, each once, in reading order.
    pub fn targets(&self) -> impl Iterator<Item = MentionTarget> {
        self.fired.iter().filter_map(MentionReport::target)
    }
}

impl<'t> Scan<'t> {
    /// Judges every mention and writes the text to store.
    ///
    /// `directory` holds what [`Scan::lookups`] asked for with the same `allowed`. `may_mention_all`
    /// is whether the message's creator has `mention_all` in the channel at this moment; a creator who left the server
    /// or deleted the account has no permission.
    ///
    /// At one `@` the first of these wins, in any case of letters: `@all`, `@<id>`, a role's id, the
    /// longest name of a role, the longest nickname; and of these only what was opted in. Linear in
    /// the text.
    #[must_use]
    pub fn resolve(
        &self,
        allowed: &AllowedMentions,
        directory: &Directory,
        may_mention_all: bool,
    ) -> ResolvedMessage<'t> {
        let mut resolver = Resolver { allowed, directory, may_mention_all, ids: FirstIds::default() };
        let mut draft = Draft::new(self.content);
        for place in self.places.iter() {
            if let Some(mention) = resolver.resolve(place, self.after_at(place)) {
                draft.enter(place, &mention);
            }
        }
        draft.finish()
    }
}

/// Kind, target and result of one mention.
pub(super) struct ResolvedMention<'d> {
    pub(super) kind: MentionKind,
    pub(super) target: Option<MentionTarget>,
    /// Number of bytes after the `@`, if its form alone doesn't say.
    pub(super) length: Option<usize>,
    /// Text that replaces what follows the `@`.
    pub(super) rewritten: Option<&'d str>,
    /// Reason it stays silent.
    pub(super) reason: Option<Reason>,
}

impl ResolvedMention<'_> {
    fn on(target: MentionTarget, reason: Option<Reason>) -> Self {
        Self { kind: target.kind(), target: Some(target), length: None, rewritten: None, reason }
    }

    fn literal(kind: MentionKind, reason: Reason) -> Self {
        Self { kind, target: None, length: None, rewritten: None, reason: Some(reason) }
    }
}

struct Resolver<'a, 'd> {
    allowed: &'a AllowedMentions,
    directory: &'d Directory,
    may_mention_all: bool,
    ids: FirstIds,
}

impl<'d> Resolver<'_, 'd> {
    /// Resolves the mention at this place; `text` is what follows the `@`.
    fn resolve(&mut self, place: &MentionStart, text: &str) -> Option<ResolvedMention<'d>> {
        if place.in_code {
            let is_name = place.end > place.name;
            return is_name.then(|| ResolvedMention::literal(place.shape.kind(), Reason::InCode));
        }
        match place.shape {
            MentionShape::Marked(MentionTarget::User(id)) => Some(self.token(Some(id))),
            MentionShape::Token(id) => Some(self.token(id)),
            MentionShape::All | MentionShape::Marked(MentionTarget::All) if self.allowed.kinds.all => Some(self.all()),
            MentionShape::Marked(MentionTarget::All) => {
                Some(ResolvedMention::on(MentionTarget::All, Some(Reason::NotOptedIn)))
            }
            MentionShape::All => {
                self.named(text).or(Some(ResolvedMention::on(MentionTarget::All, Some(Reason::NotOptedIn))))
            }
            MentionShape::Marked(MentionTarget::Role(id)) => {
                Some(self.role_with(id).unwrap_or_else(|| self.unknown_role(id)))
            }
            MentionShape::Role(id) => {
                self.role_with(id).or_else(|| self.named(text)).or_else(|| Some(self.unknown_role(id)))
            }
            MentionShape::Name => self.named(text).or_else(|| {
                // Nothing is named by dashes alone, so they are not reported.
                let reads_as_name = place.end > place.name;
                reads_as_name.then(|| ResolvedMention::literal(MentionKind::Name, self.why_unnamed()))
            }),
        }
    }

    fn all(&self) -> ResolvedMention<'d> {
        let reason = (!self.may_mention_all).then_some(Reason::CreatorLacksPermission);
        ResolvedMention::on(MentionTarget::All, reason)
    }

    /// The server's roles, where any of them may be mentioned.
    fn roles(&self) -> Option<&'d Roles> {
        self.allowed.has_roles().then(|| self.directory.roles())
    }

    /// The role with this id, where it may be mentioned.
    fn role_with(&self, id: RoleId) -> Option<ResolvedMention<'d>> {
        let roles = self.roles().filter(|_| self.allowed.has_role(id))?;
        roles.get(id).map(|role| self.role(role))
    }

    /// Not looked up, or not found: the id of a role of another server is not stored.
    fn unknown_role(&self, id: RoleId) -> ResolvedMention<'d> {
        let reason = match self.allowed.has_role(id) {
            true => Reason::UnknownName,
            false => Reason::NotOptedIn,
        };
        ResolvedMention::literal(MentionKind::Role, reason)
    }

    fn token(&mut self, id: Option<UserId>) -> ResolvedMention<'d> {
        let literal = |reason| ResolvedMention::literal(MentionKind::User, reason);
        let is_allowed = id.map_or(self.allowed.kinds.users, |id| self.allowed.has_user(id));
        if !is_allowed {
            return literal(Reason::NotOptedIn);
        }
        let Some(id) = id else {
            return literal(Reason::NotAMember);
        };
        if !self.ids.admit(id) {
            return literal(Reason::OverLimit);
        }
        let Some(member) = self.directory.member(id) else {
            return literal(Reason::NotAMember);
        };
        ResolvedMention { rewritten: Some(&member.nickname), ..self.user(member) }
    }

    /// The longest name of a role, or else the longest nickname, that the text begins with.
    fn named(&self, text: &str) -> Option<ResolvedMention<'d>> {
        let may = |id| self.allowed.has_role(id);
        let role = self.roles().and_then(|roles| roles.longest(text, may));
        if let Some((role, length)) = role {
            return Some(ResolvedMention { length: Some(length), ..self.role(role) });
        }
        let may = |id| self.allowed.has_user(id);
        let (member, length) = self.allowed.has_users().then(|| self.directory.longest_nickname(text, may))??;
        Some(ResolvedMention { length: Some(length), ..self.user(member) })
    }

    fn role(&self, role: &Role) -> ResolvedMention<'d> {
        let fires = role.mentionable || self.may_mention_all;
        let reason = (!fires).then_some(Reason::RoleNotMentionable);
        ResolvedMention::on(MentionTarget::Role(role.id), reason)
    }

    fn user(&self, member: &Member) -> ResolvedMention<'d> {
        let reason = (!member.can_view).then_some(Reason::CannotViewChannel);
        ResolvedMention::on(MentionTarget::User(member.id), reason)
    }

    /// Where nicknames were not opted in, the name may be that of a user who was not looked up.
    fn why_unnamed(&self) -> Reason {
        if self.allowed.kinds.users { Reason::UnknownName } else { Reason::NotOptedIn }
    }
}
