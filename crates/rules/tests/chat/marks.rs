//! Mentions that a dialect decided before the scan, and single ids that may fire.

use std::ops::Range;

use portico_rules::chat::mentions::{
    AllowedMentions, Mark, MentionKind, MentionTarget, OptIn, Reason, ResolvedMessage, scan_marked,
};
use portico_rules::ids::{RoleId, UserId};
use proptest::prelude::*;

use super::town::{drawn, opt_in, post, post_marked, reported};

fn mark(range: Range<usize>, target: impl Into<Option<MentionTarget>>) -> Mark {
    Mark { range, target: target.into() }
}

/// A text of parts, those with a mark in the second place.
fn joined(parts: &[(String, Option<Option<MentionTarget>>)]) -> (String, Vec<Mark>) {
    let (mut content, mut marks) = (String::new(), Vec::new());
    for (text, target) in parts {
        let start = content.len();
        content.push_str(text);
        marks.extend(target.map(|target| mark(start..content.len(), target)));
    }
    (content, marks)
}

fn all_of(content: &str, marks: &[Mark], letters: &str) -> String {
    drawn(&post_marked(content, marks, &opt_in(letters).into(), true))
}

#[test]
fn a_marked_mention_fires_as_one_in_the_text_does() {
    let content = "@all @<42> @role_5";
    let marks = [
        mark(0..4, MentionTarget::All),
        mark(5..10, MentionTarget::User(42.into())),
        mark(11..18, MentionTarget::Role(5.into())),
    ];
    let page = "{+all @all} {+user:42 @bob} {+role:5 @role_5}";
    assert_eq!(all_of(content, &marks, "aru"), page);
    let silent = post_marked(content, &marks, &OptIn::NOTHING.into(), true);
    assert_eq!(silent.content, content);
    assert_eq!(reported(&silent), "all @all not_opted_in; user @<42> not_opted_in; role @role_5 not_opted_in");
}

#[test]
fn a_mark_does_not_join_with_what_comes_after_it() {
    let page = all_of("@role_534", &[mark(0..7, MentionTarget::Role(5.into()))], "aru");
    assert_eq!(page, "{+role:5 @role_5}34");
    let page = all_of("@role_7734", &[mark(0..8, MentionTarget::Role(77.into()))], "aru");
    assert_eq!(page, "@role_7734");
    let page = all_of("@all night", &[mark(0..4, MentionTarget::All)], "aru");
    assert_eq!(page, "{+all @all} night");
}

#[test]
fn a_mark_does_not_join_with_what_comes_before_it() {
    // Neither the address before it nor the `@` hides it; and the `@` alone is no mention.
    let page = all_of("a@@all", &[mark(2..6, MentionTarget::All)], "aru");
    assert_eq!(page, "a@{+all @all}");
    let page = all_of("@role_5", &[mark(6..7, None)], "aru");
    assert_eq!(page, "@role_5");
    let page = all_of("@<42>", &[mark(1..2, None)], "aru");
    assert_eq!(page, "@<42>");
}

#[test]
fn text_marked_as_none_mentions_no_one() {
    let content = "@all @<42> @bob";
    assert_eq!(all_of(content, &[mark(0..15, None)], "aru"), content);
    assert_eq!(all_of(content, &[mark(5..10, None)], "aru"), "{+all @all} @<42> {+user:42 @bob}");
}

#[test]
fn a_mark_that_lies_nowhere_silences_what_follows() {
    let content = "é @all @bob";
    for broken in [
        vec![mark(1..2, None)],
        vec![mark(40..50, None)],
        vec![mark(3..3, None), mark(0..2, None)],
        vec![mark(Range { start: 3, end: 2 }, None)],
    ] {
        let resolved = post_marked(content, &broken, &OptIn::EVERYTHING.into(), true);
        assert_eq!(resolved.content, content);
        assert!(resolved.fired.is_empty(), "{broken:?}");
    }
    // A mark without a mention's text is no mention.
    let resolved = post_marked(content, &[mark(0..2, MentionTarget::All)], &OptIn::EVERYTHING.into(), true);
    assert_eq!(drawn(&resolved), "é {+all @all} {+user:42 @bob}");
    assert_eq!(all_of("@", &[mark(0..1, MentionTarget::All)], "aru"), "@");
}

#[test]
fn a_single_id_fires_exactly_that_one() {
    let text = "@<42> @<43> @mira @bob.smith @role_5 @Release Team @all";
    let allowed = |users: &[i64], roles: &[i64]| AllowedMentions {
        users: users.iter().copied().map(UserId::from).collect(),
        roles: roles.iter().copied().map(RoleId::from).collect(),
        ..AllowedMentions::default()
    };
    let page = |users: &[i64], roles: &[i64]| drawn(&post_marked(text, &[], &allowed(users, roles), true));
    assert_eq!(
        page(&[43], &[]),
        "@<42> {+user:43 @bob.smith} @mira {+user:43 @bob.smith} @role_5 @Release Team {-all @all}"
    );
    assert_eq!(
        page(&[], &[5, 6]),
        "@<42> @<43> @mira @bob.smith {+role:5 @role_5} {+role:6 @Release Team} {-all @all}"
    );
    let silent = post_marked(text, &[], &allowed(&[43], &[5]), true).silent;
    assert!(silent.iter().all(|report| report.reason == Some(Reason::NotOptedIn)));
}

#[test]
fn a_single_id_needs_the_same_permissions() {
    let allowed = AllowedMentions {
        users: vec![45.into(), 46_000.into()],
        roles: vec![7.into(), 77.into()],
        ..AllowedMentions::default()
    };
    let text = "@<45> @<46000> @role_7 @role_77";
    let resolved = post_marked(text, &[], &allowed, false);
    assert_eq!(
        reported(&resolved),
        "user:45 @<45> cannot_view_channel; user @<46000> not_a_member; \
         role:7 @role_7 role_not_mentionable; role @role_77 unknown_name"
    );
}

#[test]
fn sixteen_ids_are_resolved_marked_or_not() {
    let parts: Vec<_> = (101..=117)
        .map(|id| {
            let target = (id % 2 == 0).then_some(Some(MentionTarget::User(id.into())));
            (format!("@<{id}>"), target)
        })
        .collect();
    let (content, marks) = joined(&parts);
    let ids: Vec<UserId> = (101..=117).map(UserId::from).collect();
    for allowed in [opt_in("u").into(), AllowedMentions { users: ids, ..AllowedMentions::default() }] {
        assert_eq!(scan_marked(&content, &marks).lookups(&allowed).users.len(), 16);
        let resolved = post_marked(&content, &marks, &allowed, false);
        assert_eq!(resolved.fired.len(), 16);
        assert_eq!(reported(&resolved).matches("over_limit").count(), 1);
    }
}

fn targets() -> impl Strategy<Value = (String, Option<Option<MentionTarget>>)> {
    prop_oneof![
        Just(("@all".to_owned(), Some(Some(MentionTarget::All)))),
        (40..48_i64).prop_map(|id| (format!("@<{id}>"), Some(Some(MentionTarget::User(id.into()))))),
        (1..12_i64).prop_map(|id| (format!("@role_{id}"), Some(Some(MentionTarget::Role(id.into()))))),
        "[@<>a-z_0-9 ]{0,6}".prop_map(|text| (text, Some(None))),
        Just(("@all".to_owned(), Some(None))),
    ]
}

/// Parts of a text, marked ones and others, thick with almost-mentions.
fn parts() -> impl Strategy<Value = Vec<(String, Option<Option<MentionTarget>>)>> {
    let names = ["@all", "@bob", "@mira", "@Ops", "@role_", "@Release", " Team", "@<", "42>", "@", "5", "_", "é"];
    let plain = proptest::collection::vec(
        prop_oneof![
            3 => proptest::sample::select(names.to_vec()).prop_map(str::to_owned),
            1 => "[@<>a-zA-Z0-9_. -]{0,4}",
        ],
        1..5,
    );
    let plain = plain.prop_map(|texts| (texts.concat(), None));
    proptest::collection::vec(prop_oneof![targets(), plain], 0..8).prop_map(|mut parts| {
        // Two parts without a mark in a row are one text.
        parts.dedup_by(|next, before| {
            let is_one = next.1.is_none() && before.1.is_none();
            if is_one {
                before.0.push_str(&next.0);
            }
            is_one
        });
        parts
    })
}

proptest! {
    #[test]
    fn a_mark_never_joins_with_its_neighbours(
        parts in parts(), letters in "a?r?u?", may in any::<bool>(),
    ) {
        let opted = opt_in(&letters);
        let (content, marks) = joined(&parts);
        let whole = post_marked(&content, &marks, &opted.into(), may);
        let alone: String = parts
            .iter()
            .map(|(text, target)| {
                let marks: Vec<Mark> = target.iter().map(|target| mark(0..text.len(), *target)).collect();
                drawn(&post_marked(text, &marks, &opted.into(), may))
            })
            .collect();
        prop_assert_eq!(drawn(&whole), alone);
    }

    #[test]
    fn nothing_fires_that_was_not_opted_in(
        parts in parts(),
        letters in "a?r?u?",
        users in proptest::collection::vec((40..48_i64).prop_map(UserId::from), 0..3),
        roles in proptest::collection::vec((1..12_i64).prop_map(RoleId::from), 0..3),
    ) {
        let kinds = opt_in(&letters);
        let allowed = AllowedMentions { kinds, users: users.clone(), roles: roles.clone() };
        let (content, marks) = joined(&parts);
        for report in &post_marked(&content, &marks, &allowed, true).fired {
            let id = report.id.unwrap_or_default();
            let is_allowed = match report.kind {
                MentionKind::All => kinds.all,
                MentionKind::Role => kinds.roles || roles.contains(&id.into()),
                MentionKind::User => kinds.users || users.contains(&id.into()),
                MentionKind::Name => false,
            };
            prop_assert!(is_allowed, "{:?}", report);
        }
    }

    #[test]
    fn a_text_without_marks_is_judged_as_ever(parts in parts(), letters in "a?r?u?", may in any::<bool>()) {
        let (content, _) = joined(&parts);
        let plain: ResolvedMessage<'_> = post(&content, opt_in(&letters), may);
        prop_assert_eq!(post_marked(&content, &[], &opt_in(&letters).into(), may), plain);
    }

    #[test]
    fn any_marks_can_be_scanned(
        text in "[@a-zé<>0-9 ]{0,40}",
        marks in proptest::collection::vec((0..50_usize, 0..50_usize, 0..4_i64), 0..6),
    ) {
        let marks: Vec<Mark> = marks
            .into_iter()
            .map(|(start, end, target)| mark(start..end, match target {
                0 => None,
                1 => Some(MentionTarget::All),
                id => Some(MentionTarget::User((40 + id).into())),
            }))
            .collect();
        let resolved = post_marked(&text, &marks, &OptIn::EVERYTHING.into(), true);
        let length = resolved.content.chars().count();
        prop_assert!(resolved.spans.iter().all(|span| span.offset + span.length <= length));
    }
}
