//! Effective permissions: the order of roles does not matter, and who has all permissions.
//! `chat` compares the sum with a model.

use portico_rules::chat::permissions::{Overwrite, Permissions, Standing};
use proptest::prelude::*;

fn sets() -> impl Strategy<Value = Permissions> {
    (0..=Permissions::ALL.bits()).prop_map(Permissions::from_bits_truncate)
}

fn overwrites() -> impl Strategy<Value = Overwrite> {
    (sets(), sets()).prop_map(|(allow, deny)| Overwrite { allow, deny })
}

fn standings() -> impl Strategy<Value = Standing> {
    (any::<bool>(), sets()).prop_map(|(is_owner, role_permissions)| Standing {
        is_owner,
        role_permissions,
        timed_out: false,
        lacks_second_step: false,
    })
}

/// Some roles' overwrites, and the same shuffled, some of them twice.
fn shuffled() -> impl Strategy<Value = (Vec<Overwrite>, Vec<Overwrite>)> {
    let roles = proptest::collection::vec(overwrites(), 0..6);
    roles.prop_flat_map(|roles| {
        let twice: Vec<Overwrite> = roles.iter().chain(roles.iter().take(2)).copied().collect();
        (Just(roles), Just(twice).prop_shuffle())
    })
}

proptest! {
    /// Shows: random.permissions
    #[test]
    fn order_and_repetition_of_roles_do_not_matter(
        standing in standings(), (roles, others) in shuffled(),
        all in proptest::option::of(overwrites()), own in proptest::option::of(overwrites()),
    ) {
        prop_assert_eq!(standing.in_channel(all, roles, own), standing.in_channel(all, others, own));
    }

    /// Shows: random.permissions
    #[test]
    fn owner_and_administrators_stand_above_every_overwrite(
        standing in standings(), roles in proptest::collection::vec(overwrites(), 0..4),
        all in overwrites(), own in overwrites(),
    ) {
        let held = standing.in_channel(Some(all), roles, Some(own));
        let above = standing.is_owner || standing.role_permissions.contains(Permissions::ADMINISTRATOR);
        prop_assert_eq!(above, held.contains(Permissions::ADMINISTRATOR));
        prop_assert!(!above || held == Permissions::ALL);
    }

    /// Shows: random.permissions
    #[test]
    fn an_overwrite_touches_only_what_is_the_channels_own(
        standing in standings(), roles in proptest::collection::vec(overwrites(), 0..4),
        all in proptest::option::of(overwrites()), own in proptest::option::of(overwrites()),
    ) {
        let held = standing.in_channel(all, roles, own);
        let apart = |set: Permissions| set.difference(Permissions::CHANNEL);
        prop_assert_eq!(apart(held), apart(standing.in_server()));
        let speaks = !held.intersection(Permissions::CHANNEL).is_empty();
        prop_assert!(!speaks || held.contains(Permissions::VIEW_CHANNEL));
    }

    /// Shows: random.permissions
    #[test]
    fn what_the_members_own_overwrite_says_of_a_permission_is_the_last_word(
        base in sets(), own in overwrites(), all in proptest::option::of(overwrites()),
        roles in proptest::collection::vec(overwrites(), 0..4),
    ) {
        let plain = base.difference(Permissions::ADMINISTRATOR);
        let member = Standing { is_owner: false, role_permissions: plain, timed_out: false, lacks_second_step: false };
        let held = member.in_channel(all, roles, Some(own));
        let view = Permissions::VIEW_CHANNEL;
        if own.allow.contains(view) {
            prop_assert!(held.contains(own.allow.intersection(Permissions::CHANNEL)));
        } else if own.deny.contains(view) {
            prop_assert!(held.intersection(Permissions::CHANNEL).is_empty());
        }
    }

    /// Shows: random.permissions
    #[test]
    fn no_one_grants_more_than_they_have_or_appoints_administrators(standing in standings(), given in sets()) {
        let administrators = given.contains(Permissions::ADMINISTRATOR);
        let more = Permissions::NAMES
            .iter()
            .any(|one| given.contains(one.flag) && !standing.in_server().contains(one.flag));
        prop_assert_eq!(standing.may_hand_out(given), standing.is_owner || !(administrators || more));
    }
}
