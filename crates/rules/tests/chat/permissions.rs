//! Effective permissions, by example and against a model that takes one permission at a time. A member's roles are
//! tested where they are stored.

use portico_rules::chat::permissions::{Overwrite, Permissions, Standing};
use proptest::prelude::*;

const VIEW: Permissions = Permissions::VIEW_CHANNEL;
const SEND: Permissions = Permissions::SEND_MESSAGES;
const CALL: Permissions = Permissions::MENTION_ALL;

fn member(role_permissions: Permissions) -> Standing {
    Standing { is_owner: false, role_permissions, timed_out: false, lacks_second_step: false }
}

fn allow(allow: Permissions) -> Option<Overwrite> {
    Some(Overwrite { allow, deny: Permissions::NONE })
}

fn deny(deny: Permissions) -> Option<Overwrite> {
    Some(Overwrite { allow: Permissions::NONE, deny })
}

/// Shows: permissions.owner
#[test]
fn the_owner_holds_everything_everywhere() {
    let owner =
        Standing { is_owner: true, role_permissions: Permissions::NONE, timed_out: false, lacks_second_step: false };
    assert_eq!(owner.in_server(), Permissions::ALL);
    let nothing = deny(Permissions::CHANNEL);
    assert_eq!(owner.in_channel(nothing, nothing, nothing), Permissions::ALL);
}

/// Shows: second-step.required-server
#[test]
fn power_waits_for_a_required_second_step_and_the_rest_is_held() {
    let manages = Permissions::MANAGE_SERVER | Permissions::MANAGE_ROLES;
    let nothing = deny(Permissions::CHANNEL);
    for (is_owner, role_permissions, held) in [
        (true, Permissions::NONE, Permissions::CHANNEL),
        (false, Permissions::ADMINISTRATOR, Permissions::CHANNEL),
        (false, manages | VIEW, VIEW),
    ] {
        let lacking = Standing { is_owner, lacks_second_step: true, ..member(role_permissions) };
        assert!(lacking.waits_for_second_step());
        assert_eq!(lacking.in_server(), held);
        assert!(!lacking.may_hand_out(Permissions::MANAGE_ROLES));
        // Owners and administrators still see every channel.
        if held == Permissions::CHANNEL {
            assert_eq!(lacking.in_channel(nothing, nothing, nothing), held);
        }
    }
    // Neither of the two permissions is held, so nothing waits.
    let roles = Permissions::MANAGE_ROLES | VIEW;
    let other = Standing { lacks_second_step: true, ..member(roles) };
    assert!(!other.waits_for_second_step());
    assert_eq!(other.in_server(), roles);
}

/// Shows: permissions.owner
#[test]
fn an_administrator_holds_everything_everywhere() {
    let admin = member(Permissions::ADMINISTRATOR);
    assert_eq!(admin.in_server(), Permissions::ALL);
    let nothing = deny(Permissions::CHANNEL);
    assert_eq!(admin.in_channel(nothing, nothing, nothing), Permissions::ALL);
}

/// Shows: permissions.default
#[test]
fn a_new_member_may_only_read_and_write() {
    let member = member(Permissions::DEFAULT_FOR_ALL_ROLE);
    assert_eq!(member.in_server(), VIEW | SEND);
    assert_eq!(member.in_channel(None, None, None), VIEW | SEND);
}

#[test]
fn who_holds_nothing_holds_nothing_in_a_channel() {
    assert_eq!(member(Permissions::NONE).in_channel(None, None, None), Permissions::NONE);
}

/// Shows: permissions.order
#[test]
fn each_layer_of_overwrites_overrides_the_previous_one() {
    let member = member(VIEW | SEND);
    assert_eq!(member.in_channel(deny(SEND), None, None), VIEW);
    assert_eq!(member.in_channel(deny(SEND), allow(SEND), None), VIEW | SEND);
    assert_eq!(member.in_channel(deny(SEND), allow(SEND), deny(SEND)), VIEW);
    assert_eq!(member.in_channel(None, deny(SEND), allow(SEND)), VIEW | SEND);
    assert_eq!(member.in_channel(allow(CALL), None, None), VIEW | SEND | CALL);
    assert_eq!(member.in_channel(allow(CALL), deny(CALL), None), VIEW | SEND);
}

/// Shows: permissions.order
#[test]
fn among_roles_one_that_allows_outweighs_any_that_deny() {
    let member = member(VIEW | SEND);
    let roles = [deny(SEND), allow(SEND)].into_iter().flatten();
    assert_eq!(member.in_channel(None, roles.clone(), None), VIEW | SEND);
    assert_eq!(member.in_channel(None, roles.rev(), None), VIEW | SEND);
}

/// Shows: permissions.order
#[test]
fn who_cannot_view_a_channel_can_do_nothing_in_it() {
    let manager = member(Permissions::CHANNEL | Permissions::MANAGE_SERVER);
    let held = manager.in_channel(deny(VIEW), allow(SEND | CALL), None);
    assert_eq!(held, Permissions::MANAGE_SERVER | Permissions::MODERATE_MEMBERS);
    assert_eq!(member(SEND | CALL).in_channel(None, None, None), Permissions::NONE);
}

#[test]
fn who_manages_a_server_moderates_its_members() {
    let manager = member(Permissions::MANAGE_SERVER).in_server();
    assert_eq!(manager, Permissions::MANAGE_SERVER | Permissions::MODERATE_MEMBERS);
    let moderator = member(Permissions::MODERATE_MEMBERS);
    assert_eq!(moderator.in_server(), Permissions::MODERATE_MEMBERS);
    assert!(moderator.may_hand_out(Permissions::MODERATE_MEMBERS));
    assert!(!moderator.may_hand_out(Permissions::MANAGE_SERVER));
    let timed_out = Standing { timed_out: true, ..moderator };
    assert_eq!(timed_out.in_server(), Permissions::NONE);
}

/// Shows: permissions.order
#[test]
fn an_overwrite_changes_only_what_is_the_channels_own() {
    let member = member(VIEW | Permissions::MANAGE_CHANNELS);
    let everything = allow(Permissions::ALL);
    let held = member.in_channel(everything, everything, everything);
    assert_eq!(held, Permissions::CHANNEL | Permissions::MANAGE_CHANNELS);
    let held = member.in_channel(deny(Permissions::ALL), None, allow(VIEW));
    assert_eq!(held, VIEW | Permissions::MANAGE_CHANNELS);
}

#[test]
fn every_permission_has_one_name() {
    let names: Vec<&str> = Permissions::ALL.names().collect();
    let expected = [
        "administrator",
        "manage_server",
        "manage_channels",
        "manage_roles",
        "moderate_members",
        "view_channel",
        "send_messages",
        "mention_all",
        "manage_messages",
    ];
    assert_eq!(names, expected);
    assert_eq!(Permissions::from_names(expected), Ok(Permissions::ALL));
    assert!(Permissions::from_names(["view_channel", "View_channel"]).is_err());
    assert!(Permissions::from_name("").is_err());
    assert_eq!(format!("{:?}", VIEW | CALL), r#"{"view_channel", "mention_all"}"#);
}

#[test]
fn stored_bits_come_back_and_strange_ones_are_dropped() {
    for bits in 0..=Permissions::ALL.bits() {
        let held = Permissions::from_bits_truncate(bits);
        assert_eq!(held.bits(), bits);
        assert_eq!(Permissions::from_names(held.names()), Ok(held));
    }
    assert_eq!(Permissions::from_bits_truncate(-1), Permissions::ALL);
    assert_eq!(Permissions::from_bits_truncate(1 << 9), Permissions::NONE);
    assert_eq!(Permissions::from_bits_truncate(i32::MIN), Permissions::NONE);
}

fn sets() -> impl Strategy<Value = Permissions> {
    (0..=Permissions::ALL.bits()).prop_map(Permissions::from_bits_truncate)
}

fn overwrites() -> impl Strategy<Value = Overwrite> {
    (sets(), sets()).prop_map(|(allow, deny)| Overwrite { allow, deny })
}

/// True if one permission is held, told by walking the layers from the topmost down.
fn holds(
    flag: Permissions,
    base: Permissions,
    all: Option<Overwrite>,
    roles: &[Overwrite],
    own: Option<Overwrite>,
) -> bool {
    if base.contains(Permissions::ADMINISTRATOR) {
        return true;
    }
    if flag == Permissions::MODERATE_MEMBERS && base.contains(Permissions::MANAGE_SERVER) {
        return true;
    }
    if !Permissions::CHANNEL.contains(flag) {
        return base.contains(flag);
    }
    let layers = [own.as_slice(), roles, all.as_slice()];
    let said = layers.iter().find_map(|layer| {
        let allowed = layer.iter().any(|overwrite| overwrite.allow.contains(flag));
        let denied = layer.iter().any(|overwrite| overwrite.deny.contains(flag));
        (allowed || denied).then_some(allowed)
    });
    let held = said.unwrap_or(base.contains(flag));
    held && (flag == VIEW || holds(VIEW, base, all, roles, own))
}

/// Shows: access.administrator
#[test]
fn only_an_owner_makes_administrators() {
    let everything = Permissions::ALL;
    let owner =
        Standing { is_owner: true, role_permissions: Permissions::NONE, timed_out: false, lacks_second_step: false };
    assert!(owner.may_hand_out(everything));
    let administrator = member(Permissions::ADMINISTRATOR);
    assert!(!administrator.may_hand_out(Permissions::ADMINISTRATOR));
    assert!(administrator.may_hand_out(everything.difference(Permissions::ADMINISTRATOR)));
}

/// Shows: access.hand-out
#[test]
fn no_one_grants_permissions_that_they_do_not_have() {
    let holds_two = member(VIEW | SEND);
    for (given, may) in
        [(Permissions::NONE, true), (VIEW, true), (VIEW | SEND, true), (CALL, false), (SEND | CALL, false)]
    {
        assert_eq!(holds_two.may_hand_out(given), may, "{given:?}");
    }
}

#[test]
fn every_permission_says_what_it_allows_and_is_named_where_it_is_missing() {
    let mut all = Permissions::NONE;
    for permission in &Permissions::NAMES {
        assert!(permission.hint.ends_with('.'), "{}", permission.name);
        let label = format!("“{}”", permission.label);
        assert!(permission.refusal.contains(&label), "{}", permission.name);
        assert!(!all.contains(permission.flag), "{}", permission.name);
        all = all | permission.flag;
    }
    assert_eq!(all, Permissions::ALL);
}

proptest! {
    /// Shows: permissions.order
    #[test]
    fn the_sum_is_what_each_permission_says_for_itself(
        base in sets(),
        all in proptest::option::of(overwrites()),
        roles in proptest::collection::vec(overwrites(), 0..4),
        own in proptest::option::of(overwrites()),
    ) {
        let sum = member(base).in_channel(all, roles.clone(), own);
        for named in &Permissions::NAMES {
            prop_assert_eq!(
                sum.contains(named.flag),
                holds(named.flag, base, all, &roles, own),
                "{}", named.name
            );
        }
    }

    /// Shows: permissions.owner
    #[test]
    fn an_owner_loses_nothing_to_any_overwrite(
        base in sets(),
        all in overwrites(),
        roles in proptest::collection::vec(overwrites(), 0..4),
        own in overwrites(),
    ) {
        let owner = Standing { is_owner: true, role_permissions: base, timed_out: true, lacks_second_step: false };
        prop_assert_eq!(owner.in_channel(Some(all), roles, Some(own)), Permissions::ALL);
    }

    /// Shows: random.permissions
    #[test]
    fn the_order_of_roles_decides_nothing(base in sets(), roles in proptest::collection::vec(overwrites(), 0..5)) {
        let backwards: Vec<Overwrite> = roles.iter().rev().copied().collect();
        prop_assert_eq!(member(base).in_channel(None, roles, None), member(base).in_channel(None, backwards, None));
    }

    /// Shows: random.permissions, access.stale-pages
    #[test]
    fn a_permission_that_is_sent_as_it_was_shown_stays_as_it_is_stored(stored in sets(), shown in sets(), sent in sets()) {
        let merged = stored.with_changes(shown, sent);
        for named in Permissions::NAMES {
            let is_in = |set: Permissions| set.contains(named.flag);
            let from = if is_in(shown) == is_in(sent) { stored } else { sent };
            prop_assert_eq!(is_in(merged), is_in(from), "{}", named.name);
        }
    }

    /// Shows: random.permissions, access.stale-pages
    #[test]
    fn a_rule_that_is_sent_as_it_was_shown_stays_as_it_is_stored(stored in overwrites(), shown in overwrites(), sent in overwrites()) {
        let merged = stored.with_changes(shown, sent);
        for named in Permissions::NAMES {
            let of = |rule: Overwrite| (rule.allow.contains(named.flag), rule.deny.contains(named.flag));
            let from = if of(shown) == of(sent) { stored } else { sent };
            prop_assert_eq!(of(merged), of(from), "{}", named.name);
        }
    }

    /// Shows: random.permissions
    #[test]
    fn sets_behave_as_sets(a in sets(), b in sets()) {
        prop_assert!((a | b).contains(a) && a.contains(a.intersection(b)));
        prop_assert_eq!(a.difference(b).union(a.intersection(b)), a);
        prop_assert!(a.difference(b).intersection(b).is_empty());
        prop_assert_eq!([a, b].into_iter().collect::<Permissions>(), a | b);
    }
}
