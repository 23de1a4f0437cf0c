//! Properties of mentions in any text.
//! `mentions` has single texts with their results.

use std::borrow::Cow;
use std::collections::BTreeSet;

use portico_rules::chat::mentions::{MentionKind, MentionTarget, OptIn, Reason, Span, read, scan, split, store};
use proptest::prelude::*;

use super::town::post;

/// Texts that are thick with almost-mentions.
fn texts() -> impl Strategy<Value = String> {
    let names = [
        "@all",
        "@ALL ",
        "@Ops",
        "@Release Team",
        "@bob",
        "@bob.smith",
        "@mira",
        "@hidden",
        "@role_5",
        "@role_7",
        "@role_77",
        "@<42>",
        "@<45>",
        "@<46>",
        "@<007>",
        "@Équipe",
        "@E\u{301}quipe",
        "@-dash-",
        "@nobody",
        "@@",
        "＠bob",
        "`",
        "\n```\n",
        "/",
        "👍",
        " ",
        ".",
    ];
    let piece = prop_oneof![
        4 => proptest::sample::select(names.to_vec()).prop_map(str::to_owned),
        2 => (95..120_i64).prop_map(|id| format!("@<{id}>")),
        2 => "[@<>a-zA-Z0-9_. -]{0,8}",
        1 => "[@ışİßé\u{301}\u{e48}ก٣ \n]{0,4}",
        1 => any::<String>(),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn opt_ins() -> impl Strategy<Value = OptIn> {
    any::<(bool, bool, bool)>().prop_map(|(all, roles, users)| OptIn { all, roles, users })
}

proptest! {
    /// Shows: random.scanner
    #[test]
    fn spans_lie_in_the_text_in_order_and_apart(
        text in texts(), opt_in in opt_ins(), may in any::<bool>(),
    ) {
        let resolved = post(&text, opt_in, may);
        let stored: Vec<char> = resolved.content.chars().collect();
        let mut free = 0;
        for span in &resolved.spans {
            prop_assert!(span.offset >= free && span.length > 1);
            prop_assert!(matches!(stored.get(span.offset), Some('@' | '＠')));
            free = span.offset + span.length;
        }
        prop_assert!(free <= stored.len());
    }

    /// Shows: random.scanner
    #[test]
    fn pieces_make_the_text_again(text in texts(), opt_in in opt_ins(), may in any::<bool>()) {
        let resolved = post(&text, opt_in, may);
        let pieces = split(&resolved.content, &resolved.spans);
        prop_assert_eq!(pieces.iter().map(|piece| piece.text).collect::<String>(), resolved.content.as_ref());
        let mentions = pieces.iter().filter(|piece| piece.mention.is_some());
        prop_assert_eq!(mentions.count(), resolved.spans.len());
        prop_assert!(pieces.iter().all(|piece| !piece.text.is_empty()));
        prop_assert_eq!(read(store(&resolved.spans).as_deref()), resolved.spans);
    }

    /// Shows: random.scanner
    #[test]
    fn any_spans_can_be_rendered(
        text in texts(),
        spans in proptest::collection::vec((0..300_usize, 0..40_usize, any::<bool>()), 0..8),
    ) {
        let spans: Vec<Span> = spans
            .into_iter()
            .map(|(offset, length, fired)| Span { offset, length, target: MentionTarget::All, fired })
            .collect();
        let pieces = split(&text, &spans);
        prop_assert_eq!(pieces.iter().map(|piece| piece.text).collect::<String>(), text);
    }

    /// Shows: mentions.sixteen
    #[test]
    fn at_most_sixteen_ids_are_rewritten(
        ids in proptest::collection::vec(95..125_i64, 0..60), opt_in in opt_ins(),
    ) {
        let text: String = ids.iter().map(|id| format!("@<{id}> ")).collect();
        let resolved = post(&text, opt_in, true);
        let rewritten: BTreeSet<MentionTarget> = resolved.spans.iter().map(|span| span.target).collect();
        prop_assert!(rewritten.len() <= 16);

        let mut first = Vec::new();
        ids.iter().for_each(|id| if !first.contains(id) { first.push(*id) });
        first.truncate(16);
        let expected: String = ids
            .iter()
            .map(|id| match id {
                101..=117 if opt_in.users && first.contains(id) => format!("@m{} ", id - 100),
                _ => format!("@<{id}> "),
            })
            .collect();
        prop_assert_eq!(resolved.content, expected);
    }

    /// Shows: random.scanner
    #[test]
    fn a_text_without_an_at_sign_is_left_alone(text in "[^@＠]*", opt_in in opt_ins()) {
        let resolved = post(&text, opt_in, true);
        prop_assert!(matches!(resolved.content, Cow::Borrowed(same) if same == text));
        prop_assert!(resolved.spans.is_empty() && resolved.silent.is_empty());
        prop_assert!(scan(&text).lookups(&opt_in.into()).is_empty());
    }

    /// Shows: mentions.code
    #[test]
    fn in_code_only_tokens_have_a_target(text in texts(), may in any::<bool>()) {
        let text = format!("```\n{}\n```", text.replace('`', ""));
        let resolved = post(&text, OptIn::EVERYTHING, may);
        prop_assert!(resolved.spans.iter().all(|span| matches!(span.target, MentionTarget::User(_))));
        let mut reports = resolved.fired.iter().chain(&resolved.silent);
        prop_assert!(reports.all(|report| report.text.starts_with("@<") != (report.reason == Some(Reason::InCode))));
    }

    /// Shows: mentions.silent
    #[test]
    fn a_silent_message_is_stored_as_sent_and_notifies_no_one(text in texts(), may in any::<bool>()) {
        let resolved = post(&text, OptIn::NOTHING, may);
        prop_assert!(matches!(resolved.content, Cow::Borrowed(same) if same == text));
        prop_assert!(resolved.fired.is_empty() && resolved.targets().next().is_none());
        prop_assert!(resolved.spans.iter().all(|span| !span.fired));
        prop_assert!(scan(&text).lookups(&OptIn::NOTHING.into()).is_empty());
    }

    /// Shows: mentions.parse
    #[test]
    fn only_what_was_opted_in_fires(text in texts(), opt_in in opt_ins(), may in any::<bool>()) {
        let resolved = post(&text, opt_in, may);
        for report in &resolved.fired {
            prop_assert!(report.reason.is_none());
            let asked_for = match report.kind {
                MentionKind::All => opt_in.all && may,
                MentionKind::Role => opt_in.roles,
                MentionKind::User => opt_in.users,
                MentionKind::Name => false,
            };
            prop_assert!(asked_for, "{report:?}");
        }
        prop_assert!(resolved.silent.iter().all(|report| report.reason.is_some()));
        let fired: BTreeSet<MentionTarget> =
            resolved.spans.iter().filter(|span| span.fired).map(|span| span.target).collect();
        prop_assert_eq!(resolved.targets().collect::<BTreeSet<_>>(), fired);
        prop_assert_eq!(resolved.targets().count(), resolved.fired.len());
    }

    // What follows each id would make another name of the nickname that replaces it.
    /// Shows: mentions.read-once
    #[test]
    fn rewritten_text_is_never_scanned_again(
        mentions in proptest::collection::vec((42..53_i64, "( |[.]smith |-hands |ly |_ )?"), 0..12),
    ) {
        let text: String = mentions.iter().map(|(id, tail)| format!("@<{id}>{tail}")).collect();
        let resolved = post(&text, OptIn::EVERYTHING, true);
        let found: Vec<MentionTarget> = resolved.spans.iter().map(|span| span.target).collect();
        let sent: Vec<MentionTarget> = mentions.iter().map(|&(id, _)| MentionTarget::User(id.into())).collect();
        prop_assert_eq!(found, sent);
        let mut reports = resolved.fired.iter().chain(&resolved.silent);
        prop_assert!(reports.all(|report| report.kind == MentionKind::User));
    }
}
