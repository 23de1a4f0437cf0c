//! The order of a server's roles: moving them, and who may act on which roles and members.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Role;

use crate::support::{Community, TestInstance};

fn path(acme: &Community<'_>, role: &Role) -> String {
    acme.settings(&format!("/roles/{}", role.id))
}

/// The names of the roles besides `all`, the highest first, whose positions have no gaps.
async fn order(acme: &Community<'_>) -> Vec<String> {
    let roles = Role::all_of_server(&acme.instance.app.db, acme.id()).await.unwrap();
    let positions: Vec<i32> = roles.iter().map(|role| role.position).collect();
    let last = i32::try_from(roles.len()).unwrap();
    let mut expected: Vec<i32> = (0..last).collect();
    expected[1..].reverse();
    assert_eq!(positions, expected);
    let names = roles.into_iter().skip(1).map(|role| role.name);
    names.collect()
}

/// Shows: roles.order
#[tokio::test]
async fn a_role_moves_and_those_between_make_room() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for name in ["a", "b", "c", "d"] {
        let fields = [("name", name)];
        let answer = alice.browser.post(&acme.settings("/roles"), &fields).await;
        answer.expect(303);
    }
    assert_eq!(order(&acme).await, ["a", "b", "c", "d"]);
    let all = Role::all_of_server(&instance.app.db, acme.id()).await.unwrap();
    let named = |name: &str| all.iter().find(|role| role.name == name).unwrap();
    for (name, to, then) in [
        ("d", "4", ["d", "a", "b", "c"]),
        ("d", "2", ["a", "b", "d", "c"]),
        ("a", "1", ["b", "d", "c", "a"]),
        ("c", "2", ["b", "d", "c", "a"]),
    ] {
        let path = path(&acme, named(name));
        let answer = alice.browser.post(&path, &[("position", to)]).await;
        answer.expect(303);
        assert_eq!(order(&acme).await, then, "{name} to {to}");
    }
    let fields = [("name", "A"), ("position", "4"), ("mentionable", "on")];
    let answer = alice.browser.post(&path(&acme, named("a")), &fields).await;
    answer.expect(303);
    assert_eq!(order(&acme).await, ["A", "b", "d", "c"]);
    // Without a position it stays where it is.
    let fields = [("name", "D")];
    let answer = alice.browser.post(&path(&acme, named("d")), &fields).await;
    answer.expect(303);
    let delete = format!("{}/delete", path(&acme, named("b")));
    alice.browser.post(&delete, &[]).await.expect(303);
    assert_eq!(order(&acme).await, ["A", "D", "c"]);
    let entries = instance.audited().await;
    let moved = entries.iter().filter(|entry| entry.action == "role_edited");
    assert_eq!(moved.count(), 5);
    let page = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    assert!(page.text().contains("moved the role"), "{}", page.text());
}

#[tokio::test]
async fn a_position_that_can_not_be_is_refused_and_nothing_is_changed() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let crew = acme.role("Crew", Permissions::NONE, false).await;
    let before = instance.all_of_servers().await;
    for position in ["0", "-1", "2", "x", "", "99999999999"] {
        for name in [None, Some(("name", "Crew"))] {
            let mut fields = vec![("position", position)];
            fields.extend(name);
            let answer = alice.browser.post(&path(&acme, &crew), &fields).await;
            assert_eq!(answer.expect(422).faults(), ["position"], "{position:?}");
        }
    }
    let all = acme.all().await;
    let answer = alice.browser.post(&path(&acme, &all), &[("position", "1")]).await;
    assert_eq!(answer.expect(422).faults(), ["position"]);
    assert_eq!(instance.all_of_servers().await, before);
}

/// Shows: roles.order
#[tokio::test]
async fn no_one_but_the_owner_acts_on_a_role_at_or_above_their_own_highest() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let high = acme.role("high", Permissions::NONE, false).await;
    let own = acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    let low = acme.role("low", Permissions::NONE, false).await;
    let lower = acme.role("lower", Permissions::NONE, false).await;
    let before = instance.all_of_servers().await;
    for role in [&high, &own] {
        let path = path(&acme, role);
        for fields in [&[("name", "mine")][..], &[("position", "1")]] {
            bob.browser.post(&path, fields).await.expect(403);
        }
        let delete = format!("{path}/delete");
        bob.browser.post(&delete, &[]).await.expect(403);
        let page = bob.browser.get(&path).await.expect(200);
        assert_eq!(page.all("form[action$=delete]"), [""; 0]);
    }
    for position in ["3", "4"] {
        let fields = [("position", position)];
        let answer = bob.browser.post(&path(&acme, &low), &fields).await;
        answer.expect(403);
    }
    let mine = acme.settings(&format!("/members/{}", bob.id));
    let (high, own) = (high.id.to_string(), own.id.to_string());
    for fields in [&[("roles", own.as_str()), ("roles", &high)][..], &[]] {
        bob.browser.post(&mine, fields).await.expect(403);
    }
    assert_eq!(instance.all_of_servers().await, before);
    // Below their own, they may.
    let answer = bob.browser.post(&path(&acme, &lower), &[("position", "2")]).await;
    answer.expect(303);
    assert_eq!(order(&acme).await, ["high", "of bob", "lower", "low"]);
    let id = low.id.to_string();
    let fields = [("roles", own.as_str()), ("roles", &id)];
    bob.browser.post(&mine, &fields).await.expect(303);
    // The page offers what would be done.
    let page = bob.browser.get(&acme.settings("/roles")).await.expect(200);
    assert_eq!(page.attributes(".role-moves button", "value"), ["1", "2"]);
    let page = alice.browser.get(&acme.settings("/roles")).await.expect(200);
    assert_eq!(page.all(".role-moves button").len(), 6);
}

/// Shows: roles.order
#[tokio::test]
async fn no_one_but_the_owner_acts_on_a_member_at_or_above_their_own_highest_role() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let (dan, eve) = (instance.person("dan").await, instance.person("eve").await);
    let acme = instance.server("Acme", &alice).await;
    let may = Permissions::MANAGE_SERVER | Permissions::MANAGE_ROLES;
    acme.join_with(&carol, Permissions::NONE).await;
    let equal = acme.join_with(&bob, may).await;
    acme.join(&dan).await.give(&equal, &dan).await;
    let low = acme.join_with(&eve, Permissions::NONE).await;
    let before = instance.all_of_servers().await;
    let low = low.id.to_string();
    for above in [&alice, &carol, &dan] {
        let path = acme.settings(&format!("/members/{}", above.id));
        for (act, fields) in
            [("", &[("roles", low.as_str())][..]), ("/remove", &[]), ("/ban", &[]), ("/timeout", &[("hours", "1")])]
        {
            let answer = bob.browser.post(&format!("{path}{act}"), fields).await;
            assert_eq!(answer.status, 403, "{act} of {}", above.nickname);
        }
        let page = bob.browser.get(&path).await.expect(200);
        assert_eq!(page.all(&format!("form[action^='{path}']")), [""; 0]);
    }
    assert_eq!(instance.all_of_servers().await, before);
    let path = acme.settings(&format!("/members/{}", eve.id));
    let timeout = format!("{path}/timeout");
    bob.browser.post(&timeout, &[("hours", "1")]).await.expect(303);
    bob.browser.post(&path, &[]).await.expect(303);
    bob.browser.post(&format!("{path}/ban"), &[]).await.expect(303);
}
