//! A small server with roles and members that are easily confused.
//! It answers the scanner's look-ups as a database would: only with what was requested.

use std::fmt::Write;

use portico_rules::chat::mentions::{
    AllowedMentions, Directory, Lookups, Mark, Member, MentionReport, OptIn, ResolvedMessage, Role, Roles, scan_marked,
    split,
};

const ROLES: &[(i64, &str, bool)] = &[
    (1, "all", true),
    (5, "Ops", true),
    (6, "Release Team", true),
    (7, "Release", false),
    (8, "mira", true),
    (9, "Équipe", true),
    (10, "ışık", true),
    (11, "ΟΔΟΣ", true),
    (12, "ผู้ดูแล", true),
    (13, "role_99 crew", true),
    (14, "-dash-", true),
    (15, "Zoë", false),
    (16, "a_role_name_of_thirty_two_letters", true),
    (17, "開発", true),
    (18, "开发 团队", true),
    (19, "cat", true),
    (20, "role_red", false),
    (21, "all night", true),
    (22, "5", true),
    (23, "Straße", true),
    (24, "ﬀ team", true),
    (25, "ßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßßß", true),
];

const MEMBERS: &[(i64, &str, bool)] = &[
    (42, "bob", true),
    (43, "bob.smith", true),
    (44, "mira", true),
    (45, "hidden", false),
    (46, "all-hands", true),
    (47, "x_", true),
    (48, "role_98-x", true),
    (49, "jose", true),
    (50, "a.b-c_d", true),
    (51, "0day", true),
    (52, "abcdefghijklmnopqrstuvwxyz_32_ok", true),
    (53, "cat", true),
    (54, "cat_", true),
    (9_007_199_254_740_991, "last", true),
];

/// Seventeen more members, `m1` to `m17`, with the ids 101 to 117.
fn everyone() -> impl Iterator<Item = Member> {
    let many = (1..=17).map(|n| (100 + n, format!("m{n}"), true));
    let named = MEMBERS.iter().map(|&(id, nickname, can_view)| (id, nickname.to_owned(), can_view));
    named.chain(many).map(|(id, nickname, can_view)| Member { id: id.into(), nickname, can_view })
}

/// Exactly what was asked for.
pub(crate) fn answer(lookups: &Lookups) -> Directory {
    let roles = ROLES.iter().filter(|_| lookups.roles).map(|&(id, name, mentionable)| Role {
        id: id.into(),
        name: name.to_owned(),
        mentionable,
    });
    let members =
        everyone().filter(|member| lookups.users.contains(&member.id) || lookups.nicknames.contains(&member.nickname));
    Directory::new(roles.collect::<Roles>(), members)
}

/// Scans, asks, and resolves, as a post does.
pub(crate) fn post(content: &str, opt_in: OptIn, may_mention_all: bool) -> ResolvedMessage<'_> {
    post_marked(content, &[], &opt_in.into(), may_mention_all)
}

/// The same around marks, and with single ids.
pub(crate) fn post_marked<'t>(
    content: &'t str,
    marks: &[Mark],
    allowed: &AllowedMentions,
    may_mention_all: bool,
) -> ResolvedMessage<'t> {
    let found = scan_marked(content, marks);
    let lookups = found.lookups(allowed);
    found.resolve(allowed, &answer(&lookups), may_mention_all && lookups.creator)
}

/// `a`, `r` and `u`, each for one opted-in kind.
pub(crate) fn opt_in(letters: &str) -> OptIn {
    OptIn { all: letters.contains('a'), roles: letters.contains('r'), users: letters.contains('u') }
}

/// The stored text with its mentions in braces: `{+user:42 @bob}` fired, `{-all @all}` did not.
pub(crate) fn drawn(resolved: &ResolvedMessage<'_>) -> String {
    let mut page = String::new();
    for piece in split(&resolved.content, &resolved.spans) {
        let sign = if piece.fired { '+' } else { '-' };
        let _ = match piece.mention {
            Some(target) => write!(page, "{{{sign}{target} {}}}", piece.text),
            None => write!(page, "{}", piece.text),
        };
    }
    page
}

/// The report in one line: `user:42 @bob` for what fired, then `name @eve unknown_name`.
pub(crate) fn reported(resolved: &ResolvedMessage<'_>) -> String {
    let lines: Vec<String> = resolved.fired.iter().chain(&resolved.silent).map(line).collect();
    lines.join("; ")
}

fn line(report: &MentionReport) -> String {
    let json = serde_json::json!(report);
    let word = |key: &str| json[key].as_str().map(str::to_owned);
    let kind = match (word("kind"), report.id) {
        (kind, None) => kind,
        (kind, Some(id)) => kind.map(|kind| format!("{kind}:{id}")),
    };
    let words = [kind, Some(report.text.clone()), word("reason")];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
