//! `/servers/<id>/settings/roles`.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Role;
use portico_store::models::servers::role;
use rocket::futures::future::join_all;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};

use crate::support::{Community, TestInstance};

async fn named(instance: &TestInstance, acme: &Community<'_>, name: &str) -> Option<Role> {
    role::Entity::find()
        .filter(role::Column::ServerId.eq(acme.id()))
        .filter(role::Column::Name.eq(name))
        .one(&*instance.app.db)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_role_is_made_with_its_permissions_and_shown_in_its_row() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = acme.settings("/roles");
    let fields = [
        ("name", " Night watch "),
        ("mentionable", "on"),
        ("permissions", "manage_channels"),
        ("permissions", "mention_all"),
    ];
    let answer = alice.browser.post(&path, &fields).await.expect(303);
    let role = named(&instance, &acme, "Night watch").await.unwrap();
    assert_eq!(answer.location(), format!("{path}#role-{}", role.id));
    assert!(role.mentionable);
    assert_eq!(role.permissions(), Permissions::MANAGE_CHANNELS | Permissions::MENTION_ALL);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.one(&format!("#role-{} .list-title", role.id)), "Night watch");
}

#[tokio::test]
async fn a_role_changes_its_name_its_permissions_and_whether_it_is_open_to_mentions() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let role = acme.role("Crew", Permissions::MENTION_ALL, true).await;
    let path = acme.settings(&format!("/roles/{}", role.id));
    let fields = [("name", "crew"), ("permissions", "view_channel")];
    let answer = alice.browser.post(&path, &fields).await.expect(303);
    assert_eq!(answer.location(), acme.settings(&format!("/roles#role-{}", role.id)));
    let now = named(&instance, &acme, "crew").await.unwrap();
    assert_eq!(now.id, role.id);
    assert!(!now.mentionable);
    assert_eq!(now.permissions(), Permissions::VIEW_CHANNEL);
}

#[tokio::test]
async fn every_fault_of_a_role_is_shown_and_what_was_chosen_stays() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let role = acme.role("Crew", Permissions::NONE, false).await;
    let before = instance.all_of_servers().await;
    for path in [acme.settings("/roles"), acme.settings(&format!("/roles/{}", role.id))] {
        let fields = [("name", "role_7"), ("permissions", "mention_all"), ("permissions", "fly")];
        let answer = alice.browser.post(&path, &fields).await.expect(422);
        assert_eq!(answer.faults(), ["name", "permissions"]);
        assert_eq!(answer.attributes("input[name=name]", "value"), ["role_7"]);
        assert_eq!(answer.attributes("input[name=permissions][checked]", "value"), ["mention_all"]);
        let long = "r".repeat(33);
        for name in ["", "ALL", "a@b", &long] {
            let answer = alice.browser.post(&path, &[("name", name)]).await;
            assert_eq!(answer.expect(422).faults(), ["name"], "{name}");
        }
    }
    assert_eq!(instance.all_of_servers().await, before);
}

/// Shows: names.roles
#[tokio::test]
async fn two_roles_of_a_server_never_have_the_same_name_in_any_case() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    acme.role("Größe", Permissions::NONE, false).await;
    let role = acme.role("Crew", Permissions::NONE, false).await;
    for path in [acme.settings("/roles"), acme.settings(&format!("/roles/{}", role.id))] {
        let answer = alice.browser.post(&path, &[("name", "GRÖßE")]).await;
        assert_eq!(answer.expect(422).faults(), ["name"], "{path}");
    }
}

/// Shows: access.hand-out
#[tokio::test]
async fn no_one_grants_permissions_that_they_do_not_have() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    let strong = acme.role("strong", Permissions::MANAGE_SERVER, false).await;
    let weak = acme.role("weak", Permissions::SEND_MESSAGES, false).await;
    let before = instance.all_of_servers().await;
    let (strong, weak) =
        (acme.settings(&format!("/roles/{}", strong.id)), acme.settings(&format!("/roles/{}", weak.id)));
    for permission in ["manage_server", "manage_channels", "mention_all", "administrator"] {
        for path in [&acme.settings("/roles"), &weak] {
            let fields = [("name", "mine"), ("permissions", permission)];
            bob.browser.post(path, &fields).await.expect(403);
        }
    }
    // A role that gives more than Bob holds is not his to change, take from or delete.
    let fields = [("name", "mine"), ("permissions", "send_messages")];
    bob.browser.post(&strong, &fields).await.expect(403);
    let delete = format!("{strong}/delete");
    bob.browser.post(&delete, &[]).await.expect(403);
    assert_eq!(instance.all_of_servers().await, before);
    let fields = [("name", "mine"), ("permissions", "manage_roles"), ("permissions", "send_messages")];
    bob.browser.post(&weak, &fields).await.expect(303);
    bob.browser.post(&format!("{weak}/delete"), &[]).await.expect(303);
}

/// Shows: access.administrator
#[tokio::test]
async fn only_the_owner_touches_administrator() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let role = acme.join_with(&bob, Permissions::ADMINISTRATOR).await;
    let before = instance.all_of_servers().await;
    let path = acme.settings(&format!("/roles/{}", role.id));
    let fields = [("name", "chiefs"), ("permissions", "administrator")];
    bob.browser.post(&acme.settings("/roles"), &fields).await.expect(403);
    bob.browser.post(&path, &fields).await.expect(403);
    bob.browser.post(&path, &fields[..1]).await.expect(403);
    bob.browser.post(&format!("{path}/delete"), &[]).await.expect(403);
    assert_eq!(instance.all_of_servers().await, before);
    alice.browser.post(&path, &fields).await.expect(303);
    let fields = [("name", "wardens"), ("permissions", "manage_server")];
    bob.browser.post(&acme.settings("/roles"), &fields).await.expect(303);
}

#[tokio::test]
async fn of_the_role_all_only_the_permissions_change() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let all = acme.all().await;
    let path = acme.settings(&format!("/roles/{}", all.id));
    let fields = [("name", "everybody"), ("mentionable", "on"), ("permissions", "view_channel")];
    alice.browser.post(&path, &fields).await.expect(303);
    let now = acme.all().await;
    assert_eq!(now.name, "all");
    assert!(!now.mentionable);
    assert_eq!(now.permissions(), Permissions::VIEW_CHANNEL);
    let fields = [("permissions", "administrator")];
    let answer = alice.browser.post(&path, &fields).await.expect(422);
    assert_eq!(answer.faults(), ["permissions"]);
    let delete = format!("{path}/delete");
    let answer = alice.browser.post(&delete, &[]).await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    assert_eq!(acme.all().await, now);
}

#[tokio::test]
async fn a_deleted_role_has_no_members() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let role = acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    bob.browser.get(&acme.settings("")).await.expect(200);
    let path = acme.settings(&format!("/roles/{}/delete", role.id));
    alice.browser.post(&path, &[]).await.expect(303);
    bob.browser.get(&acme.settings("")).await.expect(403);
    alice.browser.post(&path, &[]).await.expect(404);
}

#[tokio::test]
async fn a_server_has_no_more_than_two_hundred_and_fifty_roles() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let rows = (0..248).map(|number| role::ActiveModel {
        id: Set(instance.app.id()),
        server_id: Set(acme.id()),
        name: Set(format!("r{number}")),
        name_folded: Set(format!("r{number}")),
        name_look: Set(None),
        name_look_key: Set(None),
        mentionable: Set(false),
        permissions: Set(0),
        position: Set(number + 1),
        created_at: Set(instance.app.now()),
    });
    role::Entity::insert_many(rows).exec_without_returning(&*instance.app.db).await.unwrap();
    let path = acme.settings("/roles");
    alice.browser.post(&path, &[("name", "the last")]).await.expect(303);
    let answer = alice.browser.post(&path, &[("name", "one more")]).await;
    assert_eq!(answer.expect(422).faults(), ["form"]);
}

/// Shows: names.roles
#[tokio::test]
async fn two_roles_of_a_server_never_have_names_that_look_alike() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let other = instance.server("Other", &alice).await;
    let crew = acme.role("Crew", Permissions::NONE, false).await;
    acme.role("ADMIN", Permissions::NONE, false).await;
    let role = acme.role("plain", Permissions::NONE, false).await;
    for path in [acme.settings("/roles"), acme.settings(&format!("/roles/{}", role.id))] {
        for name in
            ["Сrew", "ｃｒｅｗ", "CREW", "ADM1N", "ADMlN", "аdmin", "аll", "ａｌｌ", "role_１", "---", "All hands"]
        {
            let answer = alice.browser.post(&path, &[("name", name)]).await;
            assert_eq!(answer.expect(422).faults(), ["name"], "{path} {name}");
        }
    }
    // Another server has names of its own, and a role may be spelt anew.
    let path = other.settings("/roles");
    alice.browser.post(&path, &[("name", "Crew")]).await.expect(303);
    let path = acme.settings(&format!("/roles/{}", crew.id));
    alice.browser.post(&path, &[("name", "Сrew")]).await.expect(303);
}

/// Shows: names.roles
#[tokio::test]
async fn of_alike_names_that_are_taken_at_once_one_is_kept() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = acme.settings("/roles");
    let names = ["Crew", "Сrew", "CREW", "ｃｒｅｗ"];
    let answers = join_all(names.map(|name| {
        let (browser, path) = (&alice.browser, &path);
        async move { browser.post(path, &[("name", name)]).await.status }
    }));
    let mut answers = answers.await;
    answers.sort_unstable();
    assert_eq!(answers, [303, 422, 422, 422]);
}

/// Shows: names.kept
#[tokio::test]
async fn a_role_from_before_the_rules_keeps_its_name_while_the_rest_of_it_changes() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let role = acme.role("all-stars", Permissions::NONE, false).await;
    let path = acme.settings(&format!("/roles/{}", role.id));
    let fields = [("name", "all-stars"), ("mentionable", "on")];
    alice.browser.post(&path, &fields).await.expect(303);
    assert!(named(&instance, &acme, "all-stars").await.unwrap().mentionable);
    let fields = [("name", "all-star")];
    let answer = alice.browser.post(&path, &fields).await.expect(422);
    assert_eq!(answer.faults(), ["name"]);
}

#[tokio::test]
async fn what_was_saved_is_named_as_its_page_names_it() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let crew = acme.role("Crew", Permissions::NONE, false).await;
    for (role, said) in [(acme.all().await, "The role Everyone is saved."), (crew, "The role Crew is saved.")] {
        let path = acme.settings(&format!("/roles/{}", role.id));
        let fields = [("name", &*role.name), ("permissions", "view_channel")];
        let answer = alice.browser.post(&path, &fields).await.expect(303);
        let page = alice.browser.get(answer.location()).await.expect(200);
        assert!(page.text().contains(said), "{said}");
    }
}
