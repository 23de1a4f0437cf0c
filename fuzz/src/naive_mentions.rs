//! The mentions of a text, found by a slow and simple search: every known name is tried at every `@`.
//! The real scanner, which walks the text once and looks names up, is compared with it.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

use portico_rules::chat::markdown;
use portico_rules::chat::mentions::{MentionKind, MentionReport, MentionTarget, OptIn, Reason, ResolvedMessage, Span};
use portico_rules::chat::names::{fold_role, is_latin};
use portico_rules::ids;

/// All users and roles: ID, name, and whether the role is mentionable or the member may see the channel.
pub(super) struct Town {
    pub(super) roles: &'static [(i64, &'static str, bool)],
    pub(super) members: &'static [(i64, &'static str, bool)],
}

/// The result for one `@`.
struct Mention {
    /// Its length in characters, including the `@`.
    length: usize,
    kind: MentionKind,
    target: Option<MentionTarget>,
    nickname: Option<&'static str>,
    reason: Option<Reason>,
}

impl Mention {
    fn new(length: usize, target: MentionTarget, reason: Option<Reason>) -> Self {
        let (kind, target) = (target.kind(), Some(target));
        Self { length, kind, target, nickname: None, reason }
    }

    fn unresolved(length: usize, kind: MentionKind, reason: Reason) -> Self {
        Self { length, kind, target: None, nickname: None, reason: Some(reason) }
    }
}

/// The text to store, and the mentions found.
pub(super) fn resolve(content: &str, town: &Town, opt_in: OptIn, may_mention_all: bool) -> ResolvedMessage<'static> {
    let text: Vec<char> = content.chars().collect();
    let mut walk = Walk {
        town,
        folded: town.roles.iter().map(|(_, name, _)| fold_role(name)).collect(),
        opt_in,
        may_mention_all,
        ids: Vec::new(),
    };
    let mut page = ResolvedMessage {
        content: Cow::Owned(String::new()),
        spans: Vec::new(),
        fired: Vec::new(),
        silent: Vec::new(),
    };
    let code = markdown::code(content);
    let (mut at, mut byte) = (0, 0);
    while at < text.len() {
        let in_code = code.iter().any(|range| range.contains(&byte));
        let rest = &text[at + 1..];
        let name = || may_begin(&text[..at]).then_some(rest);
        let found = match text[at] {
            '@' => walk.token_at(rest).or_else(|| walk.mention(name()?, in_code)),
            '＠' => name().and_then(|rest| walk.mention(rest, in_code)),
            _ => None,
        };
        let length = found.as_ref().map_or(1, |mention| mention.length);
        let sent: String = text[at..at + length].iter().collect();
        match found {
            Some(mention) => enter(&mut page, mention, sent),
            None => page.content.to_mut().push_str(&sent),
        }
        byte += text[at..at + length].iter().map(|c| c.len_utf8()).sum::<usize>();
        at += length;
    }
    page
}

fn enter(page: &mut ResolvedMessage<'_>, mention: Mention, sent: String) {
    let stored = match mention.nickname {
        Some(nickname) => format!("@{nickname}"),
        None => sent.clone(),
    };
    if let Some(target) = mention.target {
        page.spans.push(Span {
            offset: page.content.chars().count(),
            length: stored.chars().count(),
            target,
            fired: mention.reason.is_none(),
        });
    }
    page.content.to_mut().push_str(&stored);
    let id = mention.target.and_then(MentionTarget::id);
    let is_reported = |report: &MentionReport| match mention.target {
        Some(_) => report.kind == mention.kind && report.id == id && is_on_a_target(report),
        None => !is_on_a_target(report) && report.text == sent,
    };
    if !page.fired.iter().chain(&page.silent).any(is_reported) {
        let reports = match mention.reason {
            None => &mut page.fired,
            Some(_) => &mut page.silent,
        };
        reports.push(MentionReport { kind: mention.kind, text: sent, id, reason: mention.reason });
    }
}

fn is_on_a_target(report: &MentionReport) -> bool {
    let names_everyone = report.kind == MentionKind::All && report.reason != Some(Reason::InCode);
    names_everyone || report.id.is_some()
}

struct Walk<'t> {
    town: &'t Town,
    /// The names of the roles in the form that is compared.
    folded: Vec<String>,
    opt_in: OptIn,
    may_mention_all: bool,
    /// The distinct IDs so far.
    ids: Vec<i64>,
}

impl Walk<'_> {
    /// The token at the start of `rest`, after an `@`.
    fn token_at(&mut self, rest: &[char]) -> Option<Mention> {
        let inside = rest.strip_prefix(&['<'])?;
        let digits = digits(inside);
        let closed = inside.get(digits.len()) == Some(&'>');
        (closed && !digits.is_empty()).then(|| self.token(&digits))
    }

    /// What `rest`, the text after an `@`, mentions. Opted-in kinds are tried in order; other kinds are recognised by
    /// syntax alone, and so is everything in code.
    fn mention(&mut self, rest: &[char], in_code: bool) -> Option<Mention> {
        let OptIn { all, roles, users } = self.opt_in;
        let run = run(rest);
        if let (false, ['/' | '@' | '＠', c, ..]) = (run.is_empty(), &rest[run.len()..])
            && c.is_alphanumeric()
        {
            return None;
        }
        let is_all = names_whole(run, "all");
        let id = role_id(run);
        let length = looks(rest);
        if in_code {
            let text = |length, kind| Some(Mention::unresolved(1 + length, kind, Reason::InCode));
            return match (is_all, id, length) {
                (true, _, _) => text(3, MentionKind::All),
                (_, Some((_, length)), _) => text(length, MentionKind::Role),
                (_, _, 0) => None,
                (_, _, length) => text(length, MentionKind::Name),
            };
        }
        if is_all && all {
            let reason = (!self.may_mention_all).then_some(Reason::CreatorLacksPermission);
            return Some(Mention::new(4, MentionTarget::All, reason));
        }
        let by_id = id.filter(|_| roles).and_then(|(id, length)| {
            let mut town = self.town.roles.iter();
            let role = town.find(|role| role.0 == id && fold_role(role.1) != "all")?;
            Some(self.role(1 + length, role.0, role.2))
        });
        let by_name = || self.role_named(rest).filter(|_| roles);
        let by_nickname = || self.member_named(rest).filter(|_| users);
        if let Some(mention) = by_id.or_else(by_name).or_else(by_nickname) {
            return Some(mention);
        }
        let looked_up = |by| match by {
            true => Reason::UnknownName,
            false => Reason::NotOptedIn,
        };
        if is_all {
            return Some(Mention::new(4, MentionTarget::All, Some(Reason::NotOptedIn)));
        }
        if let Some((_, length)) = id {
            return Some(Mention::unresolved(1 + length, MentionKind::Role, looked_up(roles)));
        }
        (length > 0).then(|| Mention::unresolved(1 + length, MentionKind::Name, looked_up(users)))
    }

    /// `@<digits>`.
    fn token(&mut self, digits: &str) -> Mention {
        let length = digits.len() + 3;
        let unresolved = |reason| Mention::unresolved(length, MentionKind::User, reason);
        if !self.opt_in.users {
            return unresolved(Reason::NotOptedIn);
        }
        let Some(id) = ids::parse(digits) else {
            return unresolved(Reason::NotAMember);
        };
        if !self.ids.contains(&id) {
            self.ids.push(id);
        }
        if self.ids.iter().position(|known| *known == id) >= Some(16) {
            return unresolved(Reason::OverLimit);
        }
        match self.town.members.iter().find(|member| member.0 == id) {
            None => unresolved(Reason::NotAMember),
            Some(&(id, nickname, sees)) => Mention { nickname: Some(nickname), ..Self::user(length, id, sees) },
        }
    }

    /// The role whose whole name is at the start, with or without `role_`: the longest one.
    fn role_named(&self, rest: &[char]) -> Option<Mention> {
        // No role's name is longer, including combining marks, and none contains an `@`.
        let max = rest.iter().take(140).take_while(|c| **c != '@').count();
        for length in (1..=max).rev() {
            let plain = Some(&rest[..length]);
            let prefixed = plain.filter(|_| begins_with(rest, "role_") && length > 5);
            for name in [plain, prefixed.map(|name| &name[5..])].into_iter().flatten() {
                // Folding makes letters of signs that no name has.
                let is_name = |c: &char| is_word(*c) || matches!(c, ' ' | '-');
                if !name.iter().all(is_name) || needs_an_end(name) && goes_on(&rest[length..]) {
                    continue;
                }
                let written = fold_role(&name.iter().collect::<String>());
                let called = self.town.roles.iter().zip(&self.folded);
                let mut role = called.filter(|(_, name)| **name == written && written != "all");
                if let Some((&(id, _, open), _)) = role.next() {
                    return Some(self.role(1 + length, id, open));
                }
            }
        }
        None
    }

    /// The member with the longest nickname that is all of a nickname's characters at the start, but signs at their end.
    fn member_named(&self, rest: &[char]) -> Option<Mention> {
        let stands_here = |(_, nickname, _): &&(i64, &'static str, bool)| names_whole(run(rest), nickname);
        let members = self.town.members.iter().filter(stands_here);
        let &(id, nickname, sees) = members.max_by_key(|(_, nickname, _)| nickname.len())?;
        Some(Self::user(1 + nickname.len(), id, sees))
    }

    fn role(&self, length: usize, id: i64, open: bool) -> Mention {
        let silent = !open && !self.may_mention_all;
        let reason = silent.then_some(Reason::RoleNotMentionable);
        Mention::new(length, MentionTarget::Role(id.into()), reason)
    }

    fn user(length: usize, id: i64, sees: bool) -> Mention {
        let reason = (!sees).then_some(Reason::CannotViewChannel);
        Mention::new(length, MentionTarget::User(id.into()), reason)
    }
}

/// Whether an `@` after this text may start a mention.
fn may_begin(before: &[char]) -> bool {
    let keeps = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '@' | '＠' | '/');
    match before {
        [.., c, '_'] => !keeps(c),
        ['_'] | [] => true,
        [.., c] => !keeps(c),
    }
}

/// True if this text goes on with the role's name before it.
fn goes_on(after: &[char]) -> bool {
    match after {
        ['_' | '-' | '/' | '@' | '＠', c, ..] | [c, ..] => c.is_ascii_alphanumeric(),
        [] => false,
    }
}

/// The characters of a nickname at the start.
fn run(rest: &[char]) -> &[char] {
    let is_nicknames = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let end = rest.iter().position(|c| !is_nicknames(c)).unwrap_or(rest.len());
    &rest[..end]
}

/// Whether `run` is `name`, but for signs at its end.
fn names_whole(run: &[char], name: &str) -> bool {
    begins_with(run, name) && run[name.len()..].iter().all(|c| matches!(c, '.' | '-' | '_'))
}

/// Whether a name must not be followed by a letter: those that end in a Latin letter, ASCII digit or symbol.
fn needs_an_end(name: &[char]) -> bool {
    let last = name.iter().rev().find(|c| !is_mark(**c));
    last.is_none_or(|c| is_latin(*c) || !c.is_alphanumeric())
}

/// The ID in `role_<id>`, and its length in characters.
fn role_id(run: &[char]) -> Option<(i64, usize)> {
    let digits = digits(run.get(5..)?);
    let name = format!("role_{digits}");
    let id = ids::parse(&digits)?;
    names_whole(run, &name).then_some((id, name.len()))
}

/// The length of what looks like a name, in characters.
fn looks(rest: &[char]) -> usize {
    let Some(first) = rest.first().filter(|first| is_word(**first)) else {
        return 0;
    };
    let mut length = 0;
    for c in rest {
        let is_other_script = c.is_alphanumeric() && !is_latin(*c) && !is_mark(*c);
        let is_sign = matches!(c, '.' | '-');
        if !(is_word(*c) || is_sign) || is_latin(*first) && is_other_script {
            break;
        }
        length += 1;
    }
    while length > 0 && matches!(rest[length - 1], '.' | '-' | '_') {
        length -= 1;
    }
    length
}

fn begins_with(rest: &[char], ascii: &str) -> bool {
    rest.len() >= ascii.len() && rest.iter().zip(ascii.chars()).all(|(have, want)| have.eq_ignore_ascii_case(&want))
}

fn digits(text: &[char]) -> String {
    text.iter().take_while(|c| c.is_ascii_digit()).collect()
}

/// A letter, a digit, `_`, or a combining mark on one of them.
fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || is_mark(c)
}

fn is_mark(c: char) -> bool {
    let dresses_an_emoji = matches!(c, '\u{20DD}'..='\u{20E4}' | '\u{FE00}'..='\u{FE0F}');
    let is_unseen = matches!(c,
        '\u{034F}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{E0100}'..='\u{E01EF}');
    is_combining_mark(c) && !dresses_an_emoji && !is_unseen
}
