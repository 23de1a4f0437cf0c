//! The mentions of a text, found the slow and obvious way: every name of the town is tried at every `@`.
//! The real scanner, which asks for what it needs and walks the text once, is held against this.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;

use crate::chat::mentions::{Kind, OptIn, Reason, Report, Resolved, Span, Target};
use crate::chat::names::fold;
use crate::ids;

/// Everybody there is: id, name, and whether the role is open to be mentioned or the member may see the channel.
pub(super) struct Town {
    pub(super) roles: &'static [(i64, &'static str, bool)],
    pub(super) members: &'static [(i64, &'static str, bool)],
}

/// What one `@` turns out to be.
struct Mention {
    /// How many characters it takes, the `@` included.
    length: usize,
    kind: Kind,
    target: Option<Target>,
    nickname: Option<&'static str>,
    reason: Option<Reason>,
}

impl Mention {
    fn of(length: usize, target: Target, reason: Option<Reason>) -> Self {
        let (kind, target) = (target.kind(), Some(target));
        Self {
            length,
            kind,
            target,
            nickname: None,
            reason,
        }
    }

    fn of_nobody(length: usize, kind: Kind, reason: Reason) -> Self {
        Self {
            length,
            kind,
            target: None,
            nickname: None,
            reason: Some(reason),
        }
    }
}

/// The text to store, and what became of its mentions.
pub(super) fn resolve(
    content: &str,
    town: &Town,
    opt_in: OptIn,
    may_mention_all: bool,
) -> Resolved<'static> {
    let text: Vec<char> = content.chars().collect();
    let mut walk = Walk {
        town,
        folded: town.roles.iter().map(|(_, name, _)| fold(name)).collect(),
        opt_in,
        may_mention_all,
        ids: Vec::new(),
    };
    let mut page = Resolved {
        content: Cow::Owned(String::new()),
        spans: Vec::new(),
        fired: Vec::new(),
        silent: Vec::new(),
    };
    let mut at = 0;
    while at < text.len() {
        let before = at.checked_sub(1).map(|before| text[before]);
        let opens = before.is_none_or(|before| !is_word(before) && before != '@' && before != '/');
        let found = match text[at] {
            '@' if opens => walk.mention(&text[at + 1..]),
            _ => None,
        };
        let length = found.as_ref().map_or(1, |mention| mention.length);
        let sent: String = text[at..at + length].iter().collect();
        match found {
            Some(mention) => enter(&mut page, mention, sent),
            None => page.content.to_mut().push_str(&sent),
        }
        at += length;
    }
    page
}

fn enter(page: &mut Resolved<'_>, mention: Mention, sent: String) {
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
    let id = mention.target.and_then(Target::id);
    let told = |report: &Report| match mention.target {
        Some(_) => report.kind == mention.kind && report.id == id && is_on_a_target(report),
        None => !is_on_a_target(report) && report.text == sent,
    };
    if !page.fired.iter().chain(&page.silent).any(told) {
        let reports = match mention.reason {
            None => &mut page.fired,
            Some(_) => &mut page.silent,
        };
        reports.push(Report {
            kind: mention.kind,
            text: sent,
            id,
            reason: mention.reason,
        });
    }
}

fn is_on_a_target(report: &Report) -> bool {
    report.kind == Kind::All || report.id.is_some()
}

struct Walk<'t> {
    town: &'t Town,
    /// The roles' names as they are compared.
    folded: Vec<String>,
    opt_in: OptIn,
    may_mention_all: bool,
    /// The different ids so far.
    ids: Vec<i64>,
}

impl Walk<'_> {
    /// What stands before `rest`, the text after an `@`.
    fn mention(&mut self, rest: &[char]) -> Option<Mention> {
        if rest.first() == Some(&'<') {
            let digits = digits(&rest[1..]);
            let closed = rest.get(1 + digits.len()) == Some(&'>');
            return (closed && !digits.is_empty()).then(|| self.token(&digits));
        }
        if begins_with(rest, "all") && ends_at(rest, 3) {
            let reason = if !self.opt_in.all {
                Some(Reason::NotOptedIn)
            } else {
                (!self.may_mention_all).then_some(Reason::CreatorLacksPermission)
            };
            return Some(Mention::of(4, Target::All, reason));
        }
        let names_count = self.opt_in.roles || self.opt_in.users;
        if begins_with(rest, "role_") {
            let digits = digits(&rest[5..]);
            let length = 5 + digits.len();
            if let Some(id) = ids::parse(&digits).filter(|_| ends_at(rest, length)) {
                let role = self.town.roles.iter().find(|role| role.0 == id);
                let role = role.filter(|(_, name, _)| fold(name) != "all");
                return Some(match role {
                    _ if !names_count => {
                        Mention::of(1 + length, Target::Role(id), Some(Reason::NotOptedIn))
                    }
                    Some(&(id, _, open)) => self.role(1 + length, id, open),
                    None => self.named(rest).unwrap_or_else(|| {
                        Mention::of_nobody(1 + length, Kind::Role, Reason::UnknownName)
                    }),
                });
            }
        }
        if let Some(mention) = self.named(rest) {
            return Some(mention);
        }
        let word = rest
            .iter()
            .take_while(|c| is_word(**c) || **c == '.' || **c == '-');
        let mut length = word.count();
        while length > 0 && matches!(rest[length - 1], '.' | '-') {
            length -= 1;
        }
        let reason = match self.opt_in.users {
            true => Reason::UnknownName,
            false => Reason::NotOptedIn,
        };
        let reads_as_name = length > 0 && is_word(rest[0]);
        reads_as_name.then(|| Mention::of_nobody(1 + length, Kind::Name, reason))
    }

    /// `@<digits>`.
    fn token(&mut self, digits: &str) -> Mention {
        let length = digits.len() + 3;
        let nobody = |reason| Mention::of_nobody(length, Kind::User, reason);
        if !self.opt_in.users {
            return nobody(Reason::NotOptedIn);
        }
        let Some(id) = ids::parse(digits) else {
            return nobody(Reason::NotAMember);
        };
        if !self.ids.contains(&id) {
            self.ids.push(id);
        }
        if self.ids.iter().position(|known| *known == id) >= Some(16) {
            return nobody(Reason::OverLimit);
        }
        match self.town.members.iter().find(|member| member.0 == id) {
            None => nobody(Reason::NotAMember),
            Some(&(id, nickname, sees)) => Mention {
                nickname: Some(nickname),
                ..Self::user(length, id, sees)
            },
        }
    }

    /// The longest name of a role, else the longest nickname, that stands here whole.
    fn named(&self, rest: &[char]) -> Option<Mention> {
        if !self.opt_in.roles && !self.opt_in.users {
            return None;
        }
        // No role's name is longer, with marks of their own on its letters, and none holds an `@`.
        let most = rest.iter().take(80).take_while(|c| **c != '@').count();
        for length in (1..=most).rev() {
            if !ends_at(rest, length) {
                continue;
            }
            let written = fold(&rest[..length].iter().collect::<String>());
            let called = self.town.roles.iter().zip(&self.folded);
            let mut role = called.filter(|(_, name)| **name == written && written != "all");
            if let Some((&(id, _, open), _)) = role.next() {
                return Some(self.role(1 + length, id, open));
            }
        }
        if !self.opt_in.users {
            return None;
        }
        let stands_here = |(_, nickname, _): &&(i64, &'static str, bool)| {
            begins_with(rest, nickname) && ends_at(rest, nickname.len())
        };
        let members = self.town.members.iter().filter(stands_here);
        let &(id, nickname, sees) = members.max_by_key(|(_, nickname, _)| nickname.len())?;
        Some(Self::user(1 + nickname.len(), id, sees))
    }

    fn role(&self, length: usize, id: i64, open: bool) -> Mention {
        let reason = if !self.opt_in.roles {
            Some(Reason::NotOptedIn)
        } else {
            (!open && !self.may_mention_all).then_some(Reason::RoleNotMentionable)
        };
        Mention::of(length, Target::Role(id), reason)
    }

    fn user(length: usize, id: i64, sees: bool) -> Mention {
        let reason = (!sees).then_some(Reason::CannotViewChannel);
        Mention::of(length, Target::User(id), reason)
    }
}

/// Whether a name of this many characters ends where it should.
fn ends_at(rest: &[char], length: usize) -> bool {
    rest.get(length).is_none_or(|next| !is_word(*next))
}

fn begins_with(rest: &[char], ascii: &str) -> bool {
    rest.len() >= ascii.len()
        && rest
            .iter()
            .zip(ascii.chars())
            .all(|(have, want)| have.eq_ignore_ascii_case(&want))
}

fn digits(text: &[char]) -> String {
    text.iter().take_while(|c| c.is_ascii_digit()).collect()
}

/// A letter, a digit, `_`, or a mark that stands on one of them.
fn is_word(c: char) -> bool {
    let dresses_an_emoji = matches!(c, '\u{20DD}'..='\u{20E4}' | '\u{FE00}'..='\u{FE0F}');
    let is_unseen = matches!(c,
        '\u{034F}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{E0100}'..='\u{E01EF}');
    let is_mark = is_combining_mark(c) && !dresses_an_emoji && !is_unseen;
    c == '_' || c.is_alphanumeric() || is_mark
}
