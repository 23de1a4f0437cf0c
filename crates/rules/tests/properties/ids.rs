//! IDs, as they are written and as they are generated.
//! That nodes never share a number is tested with the nodes.

use std::time::Duration;

use portico_rules::chat::mentions::MentionTarget;
use portico_rules::clock::Clock;
use portico_rules::ids::{self, EPOCH, Ids, MAX_ID};
use proptest::prelude::*;

/// Numbers, and what others might take for numbers.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-+ 0-9eE._x]{0,20}",
        "0{0,3}[0-9]{1,20}",
        "[ \\t\\n+-]?[0-9]{1,17}[ \\t\\n.eL]?",
        "[0-9٠-٩０-９]{1,16}",
        (MAX_ID - 3..=MAX_ID).prop_map(|id| (i128::from(id) + 2).to_string()),
        any::<i128>().prop_map(|number| number.to_string()),
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Shows: random.ids
    #[test]
    fn an_id_has_one_spelling(text in texts()) {
        let plainly = text.parse::<i64>().ok().filter(|id| (1..=MAX_ID).contains(id) && id.to_string() == text);
        prop_assert_eq!(ids::parse(&text), plainly);
    }

    /// Shows: random.ids
    #[test]
    fn so_has_what_a_mention_points_at(kind in "role|user|all|Role|", text in texts()) {
        if let Ok(target) = format!("{kind}:{text}").parse::<MentionTarget>() {
            prop_assert_eq!(target.to_string(), format!("{kind}:{text}"));
            prop_assert!(target.id().is_some_and(|id| ids::parse(&text) == Some(id)));
        }
    }

    /// Shows: random.ids
    #[test]
    fn a_target_is_read_as_it_was_written(id in 1..=MAX_ID) {
        for target in [MentionTarget::All, MentionTarget::Role(id.into()), MentionTarget::User(id.into())] {
            prop_assert_eq!(target.to_string().parse(), Ok(target));
        }
    }

    /// Shows: random.ids
    #[test]
    fn the_first_id_of_a_moment_parts_what_came_before_from_what_comes_after(
        ms in 0..(1_i64 << 41) - 1, id in 1..=MAX_ID
    ) {
        let first = ids::first_plain_id_at(EPOCH + ms);
        prop_assert_eq!(ids::plain_time_of(first), EPOCH + ms);
        prop_assert_eq!(id >= first, ids::plain_time_of(id) >= EPOCH + ms);
    }

    /// Shows: random.new-ids
    #[test]
    fn ids_always_increase_despite_changes_of_clock_number_and_lease(
        steps in proptest::collection::vec((0..5_u8, 0..200_000_i64, 0..32_u8), 1..60),
    ) {
        let noon = EPOCH + 40_000_000_000;
        let clock = Clock::fixed_at(noon);
        let made = Ids::new(clock.clone(), 3, 0);
        made.cover(noon + 60_000);
        let mut last = 0;
        for (step, ms, node) in steps {
            match step {
                0 => clock.advance(Duration::from_millis(ms.unsigned_abs())),
                1 => clock.set(clock.now() - ms),
                2 => {
                    let now = clock.now().max(made.highest_ms());
                    made.renumber(node, clock.now() + ms % 50_000, now + 60_000);
                }
                3 => made.cover(made.covered_until() + ms),
                _ => {}
            }
            for _ in 0..1 + ms % 150 {
                let id = made.next();
                prop_assert!(id > last && id <= MAX_ID);
                prop_assert!(ids::plain_time_of(id) <= made.covered_until());
                prop_assert!(ids::plain_time_of(id) <= made.highest_ms());
                last = id;
            }
        }
    }
}
