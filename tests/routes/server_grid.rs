//! `/servers/<id>/settings/channels/<channel_id>/grid`: the permissions of a channel as one form.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::{RoleId, UserId};
use portico_store::models::servers::overwrite;
use sea_orm::EntityTrait;

use crate::support::{Answer, Community, Person, TestInstance};

const NONE: Permissions = Permissions::NONE;

fn page(acme: &Community<'_>) -> String {
    acme.settings(&format!("/channels/{}", acme.general.id))
}

fn path(acme: &Community<'_>) -> String {
    format!("{}/grid", page(acme))
}

/// Target, allowed and denied bits of each overwrite.
async fn saved(instance: &TestInstance) -> Vec<(i64, i32, i32)> {
    let rows = overwrite::Entity::find().all(&*instance.app.db).await.unwrap();
    let mut rows: Vec<_> = rows
        .into_iter()
        .map(|row| (row.role_id.map(RoleId::get).or(row.user_id.map(UserId::get)).unwrap(), row.allow, row.deny))
        .collect();
    rows.sort_unstable();
    rows
}

/// The fields of the form as the page has them, with these radio buttons chosen instead.
async fn form(person: &Person<'_>, acme: &Community<'_>, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let shown = person.browser.get(&page(acme)).await.expect(200);
    let form = format!("form[action='{}']", path(acme));
    let names = shown.attributes(&format!("{form} [type=radio][checked]"), "name");
    let values = shown.attributes(&format!("{form} [type=radio][checked]"), "value");
    let mut fields: Vec<(String, String)> = names.into_iter().zip(values).collect();
    for (name, value) in changes {
        match fields.iter_mut().find(|(known, _)| known == name) {
            Some(field) => (*value).clone_into(&mut field.1),
            None => fields.push(((*name).to_owned(), (*value).to_owned())),
        }
    }
    let hidden = shown.attributes(&format!("{form} [type=hidden]"), "name");
    let values = shown.attributes(&format!("{form} [type=hidden]"), "value");
    fields.extend(hidden.into_iter().zip(values));
    fields
}

async fn send(person: &Person<'_>, acme: &Community<'_>, fields: &[(String, String)]) -> Answer {
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    person.browser.post(&path(acme), &fields).await
}

#[tokio::test]
async fn one_save_keeps_the_changes_of_every_row() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let crew = acme.join_with(&bob, NONE).await;
    let all = acme.all().await;
    acme.overwrite_role(&acme.general, &crew, Permissions::MENTION_ALL, NONE).await;
    acme.overwrite_member(&acme.general, &bob, NONE, Permissions::SEND_MESSAGES).await;
    let cells = [
        format!("role:{}/send_messages", all.id),
        format!("role:{}/mention_all", crew.id),
        format!("user:{}/mention_all", bob.id),
    ];
    let changes = [(&*cells[0], "deny"), (&*cells[1], "deny"), (&*cells[2], "allow")];
    let fields = form(&alice, &acme, &changes).await;
    let done = send(&alice, &acme, &fields).await.expect(303);
    assert_eq!(done.location(), page(&acme));
    let (send, mention) = (Permissions::SEND_MESSAGES.bits(), Permissions::MENTION_ALL.bits());
    let mut expected = vec![(all.id.get(), 0, send), (crew.id.get(), 0, mention), (bob.id.get(), mention, send)];
    expected.sort_unstable();
    assert_eq!(saved(&instance).await, expected);
}

#[tokio::test]
async fn a_row_that_was_not_changed_keeps_what_others_saved_meanwhile() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let crew = acme.join_with(&bob, NONE).await;
    acme.overwrite_role(&acme.general, &crew, NONE, Permissions::MENTION_ALL).await;
    let all = format!("role:{}/mention_all", acme.all().await.id);
    let fields = form(&alice, &acme, &[(&*all, "deny")]).await;
    let target = format!("role:{}", crew.id);
    let other = [("target", &*target), ("deny", "send_messages")];
    let single = format!("{}/overwrites", page(&acme));
    alice.browser.post(&single, &other).await.expect(303);
    send(&alice, &acme, &fields).await.expect(303);
    let send = Permissions::SEND_MESSAGES.bits();
    assert!(saved(&instance).await.contains(&(crew.id.get(), 0, send)));
    assert_eq!(saved(&instance).await.len(), 2);
}

#[tokio::test]
async fn a_row_is_added_and_another_removed_with_the_same_save() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let crew = acme.join_with(&bob, NONE).await;
    acme.overwrite_role(&acme.general, &crew, NONE, Permissions::MENTION_ALL).await;
    let (target, gone) = (format!("user:{}", bob.id), format!("role:{}", crew.id));
    let changes = [("new/view_channel", "deny"), ("target", &*target), ("remove", &*gone)];
    let fields = form(&alice, &acme, &changes).await;
    send(&alice, &acme, &fields).await.expect(303);
    let view = Permissions::VIEW_CHANNEL.bits();
    assert_eq!(saved(&instance).await, [(bob.id.get(), 0, view)]);
}

#[tokio::test]
async fn one_row_at_fault_saves_none_and_keeps_all_that_was_chosen() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_CHANNELS).await;
    let all = acme.all().await;
    let (mention, send_there) = (format!("role:{}/mention_all", all.id), format!("role:{}/send_messages", all.id));
    // Bob can't allow what he may not do himself.
    let target = format!("user:{}", bob.id);
    let changes = [(&*send_there, "deny"), (&*mention, "inherit"), ("target", &*target), ("new/mention_all", "allow")];
    let fields = form(&bob, &acme, &changes).await;
    let refused = send(&bob, &acme, &fields).await.expect(403);
    assert_eq!(saved(&instance).await, []);
    assert_eq!(refused.faults(), ["allow"]);
    let chosen = refused.attributes("input[value=deny][checked]", "name");
    assert_eq!(chosen, [send_there]);
    let chosen = refused.attributes("input[value=allow][checked]", "name");
    assert_eq!(chosen, ["new/mention_all"]);
}

#[tokio::test]
async fn what_is_added_needs_a_target_and_something_to_say() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let crew = acme.role("Crew", NONE, false).await;
    let target = format!("role:{}", crew.id);
    for (changes, fault) in [
        (&[("new/view_channel", "deny")][..], "target"),
        (&[("target", &*target)], "allow"),
        (&[("target", "role:1"), ("new/view_channel", "deny")], "target"),
        (&[("target", "user:x"), ("new/view_channel", "deny")], "target"),
        (&[("nickname", "nobody"), ("new/view_channel", "deny")], "nickname"),
        (&[("target", &*target), ("new/manage_server", "allow")], "allow"),
    ] {
        let fields = form(&alice, &acme, changes).await;
        let shown = send(&alice, &acme, &fields).await.expect(422);
        assert!(shown.faults().contains(&fault.to_owned()) || fault == "nickname", "{changes:?} {:?}", shown.faults());
        assert_eq!(saved(&instance).await, [], "{changes:?}");
    }
}

/// Shows: access.no-permission
#[tokio::test]
async fn only_those_who_manage_channels_save_it() {
    let instance = TestInstance::open().await;
    let (_alice, bob, acme) = instance.acme_with_bob().await;
    let all = format!("role:{}/mention_all", acme.all().await.id);
    let fields = [(all, "deny".to_owned())];
    send(&bob, &acme, &fields).await.expect(403);
    let eve = instance.person("eve").await;
    send(&eve, &acme, &fields).await.expect(404);
    let other = instance.server("Other", &eve).await;
    let crossed = other.settings(&format!("/channels/{}/grid", acme.general.id));
    let fields = [(fields[0].0.as_str(), "deny")];
    eve.browser.post(&crossed, &fields).await.expect(404);
    assert_eq!(saved(&instance).await, []);
}
