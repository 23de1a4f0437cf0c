//! Properties of the mentions in any text, with a set of names that are easily confused.
//! What each mention should be is computed by `naive_mentions`.

use super::naive_mentions::{Town, resolve};
use portico_rules::chat::mentions::{
    AllowedMentions, Directory, Lookups, Mark, Member, MentionTarget, OptIn, ResolvedMessage, Role, Roles, read, scan,
    scan_marked, split, store,
};
use portico_rules::ids::UserId;

const TOWN: Town = Town {
    roles: &[
        (1, "all", true),
        (5, "Ops", true),
        (6, "Release Team", true),
        (7, "Release", false),
        (8, "mira", true),
        (9, "Équipe", true),
        (10, "ışık", false),
        (11, "ΟΔΟΣ", true),
        (12, "ผู้ดูแล", true),
        (13, "role_99 crew", true),
        (14, "-dash-", true),
        (15, "a_role_name_of_thirty_two_letter", false),
        (16, "開発", true),
        (17, "開発 チーム", false),
        (18, "Zoë", true),
        (19, "role_ops", true),
        (32, "all night", true),
        (33, "cat", true),
        (34, "5", true),
        (35, "Straße", true),
        (36, "ﬀ team", true),
    ],
    members: &[
        (2, "m2", true),
        (3, "m3", true),
        (4, "m4", true),
        (20, "m20", false),
        (21, "m21", true),
        (22, "m22", true),
        (23, "m23", true),
        (24, "m24", true),
        (25, "m25", true),
        (26, "m26", true),
        (27, "m27", true),
        (28, "m28", true),
        (29, "m29", true),
        (30, "m30", true),
        (31, "m31", true),
        (42, "bob", true),
        (43, "bob.smith", true),
        (44, "mira", true),
        (45, "hidden", false),
        (46, "all-hands", true),
        (47, "x_", true),
        (49, "cat", true),
        (50, "cat_", false),
        (51, "a.b-c_d", true),
        (48, "role_98-x", true),
        (52, "abcdefghijklmnopqrstuvwxyz_32_ok", true),
        (9_007_199_254_740_991, "last", true),
    ],
};

/// The lowest four bits of `options` are the opted-in kinds and the creator's permissions.
pub(super) fn verify(options: u8, text: &str) {
    let opt_in = OptIn { all: options & 1 != 0, roles: options & 2 != 0, users: options & 4 != 0 };
    agrees(text, opt_in, options & 8 != 0);
}

pub(super) fn agrees(text: &str, opt_in: OptIn, may_mention_all: bool) {
    let found = scan(text);
    let lookups = found.lookups(&opt_in.into());
    assert!(lookups.users.len() <= 16);
    let may = may_mention_all && lookups.creator;
    let resolved = found.resolve(&opt_in.into(), &answer(&lookups), may);
    lies_within(&resolved);
    leaves_the_rest_alone(text, &resolved);
    // The reference is slow for many consecutive `@`.
    if text.len() <= 2_048 {
        assert_eq!(resolved, resolve(text, &TOWN, opt_in, may_mention_all));
    }
}

/// What fires of a text with marks if its creator has every permission. The stored spans are within the text.
pub(super) fn fired(content: &str, marks: &[Mark], allowed: &AllowedMentions) -> Vec<MentionTarget> {
    let found = scan_marked(content, marks);
    let lookups = found.lookups(allowed);
    let resolved = found.resolve(allowed, &answer(&lookups), true);
    lies_within(&resolved);
    let fired = resolved.fired.iter();
    fired.map(|report| report.target().expect("a known target")).collect()
}

/// What the database would return: only what was requested.
fn answer(lookups: &Lookups) -> Directory {
    let roles = TOWN.roles.iter().filter(|_| lookups.roles);
    let roles = roles.map(|&(id, name, mentionable)| Role { id: id.into(), name: name.into(), mentionable });
    let members = TOWN.members.iter().filter(|(id, nickname, _)| {
        lookups.users.contains(&UserId::new(*id)) || lookups.nicknames.iter().any(|name| name == nickname)
    });
    let members =
        members.map(|&(id, nickname, can_view)| Member { id: id.into(), nickname: nickname.into(), can_view });
    Directory::new(roles.collect::<Roles>(), members)
}

/// Spans are within the stored text, sorted and disjoint, and each starts at an `@`. Splits the text along them.
fn lies_within(resolved: &ResolvedMessage<'_>) {
    let stored: Vec<char> = resolved.content.chars().collect();
    let mut free = 0;
    for span in &resolved.spans {
        assert!(span.offset >= free && span.length > 1, "{span:?}");
        assert!(matches!(stored.get(span.offset), Some('@' | '＠')));
        free = span.offset + span.length;
    }
    assert!(free <= stored.len());
    let pieces = split(&resolved.content, &resolved.spans);
    let together: String = pieces.iter().map(|piece| piece.text).collect();
    assert_eq!(together, resolved.content);
    let mentions = pieces.iter().filter(|piece| piece.mention.is_some());
    assert_eq!(mentions.count(), resolved.spans.len());
    assert_eq!(read(store(&resolved.spans).as_deref()), resolved.spans);
}

/// The text between mentions is stored unchanged and in order; at most sixteen users' names are replaced.
fn leaves_the_rest_alone(text: &str, resolved: &ResolvedMessage<'_>) {
    let pieces = split(&resolved.content, &resolved.spans);
    let mut rest = text;
    let mut rewritten = Vec::new();
    for piece in pieces {
        match rest.strip_prefix(piece.text) {
            Some(after) => rest = after,
            // Only `@<id>` is ever replaced.
            None => {
                let target = piece.mention.expect("plain text is not rewritten");
                let id = target.id().expect("only people are");
                let token = format!("@<{id}>");
                rest = rest.strip_prefix(token.as_str()).expect("the person's id");
                rewritten.push(id);
            }
        }
    }
    assert_eq!(rest, "");
    rewritten.sort_unstable();
    rewritten.dedup();
    assert!(rewritten.len() <= 16, "{rewritten:?}");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Texts with many near-mentions.
    fn texts() -> impl Strategy<Value = String> {
        let names = TOWN.roles.iter().chain(TOWN.members);
        let names: Vec<&str> = names.map(|(_, name, _)| *name).collect();
        let ids: Vec<i64> = TOWN.members.iter().map(|(id, _, _)| *id).collect();
        let piece = prop_oneof![
            4 => proptest::sample::select(names).prop_map(|name| format!("@{name}")),
            3 => proptest::sample::select(ids).prop_map(|id| format!("@<{id}>")),
            2 => (1..60_i64).prop_map(|id| format!("@<{id}>")),
            1 => (1..18_i64).prop_map(|id| format!("@Role_{id}")),
            1 => "@<0[0-9]{0,20}>",
            3 => "[@<>a-zA-Z0-9_. /-]{0,4}",
            2 => proptest::sample::select(vec![
                "_", "__", "**", "您好", "role_", "@role_", "@role_5", "@all", "チーム", "の", "/", "a_", "'",
                "＠", "＠bob", "`", "``", "\n```\n", "\n~~~ ", "@bob/", "@cat@", "-x",
            ]).prop_map(str::to_owned),
            1 => "[@ışİßé\u{301}\u{e48}ก٣K\u{212A}\u{fe0f}\u{20e3} \n]{0,4}",
            1 => any::<String>(),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        /// Shows: random.scanner
        #[test]
        fn the_scanner_agrees_with_the_slow_reference(text in texts(), options in 0..16_u8) {
            verify(options, &text);
        }

        /// Shows: random.scanner
        #[test]
        fn case_and_spelling_of_a_name_decide_nothing(options in 0..16_u8, at in 0..TOWN.roles.len()) {
            use unicode_normalization::UnicodeNormalization;
            let name = TOWN.roles[at].1;
            let apart: String = name.nfd().collect();
            for spelt in [name.to_owned(), name.to_lowercase(), apart] {
                verify(options, &format!("@{spelt}, @{spelt}x @{spelt}"));
                verify(options, &format!("_@{spelt}_ 你@role_{spelt}_x @role_{spelt}だ @{spelt}だ"));
            }
        }
    }
}
