//! `/servers/<id>/settings/channels/<channel_id>/overwrites`.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Membership;
use portico_store::models::servers::overwrite;
use sea_orm::EntityTrait;

use crate::support::{Community, PASSWORD, Person, TestInstance};

async fn may(instance: &TestInstance, acme: &Community<'_>, person: &Person<'_>) -> Permissions {
    Membership::find(&instance.app.db, person.id, acme.id())
        .await
        .unwrap()
        .unwrap()
        .in_channel(&instance.app.db, acme.general.id)
        .await
        .unwrap()
}

fn path(acme: &Community<'_>) -> String {
    acme.settings(&format!("/channels/{}/overwrites", acme.general.id))
}

/// Shows: permissions.order
#[tokio::test]
async fn what_a_channel_says_of_everyone_a_role_and_a_member_holds_in_that_order() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let role = acme.join_with(&bob, Permissions::NONE).await;
    let set = async |target: String, allow: &str, deny: &str| {
        let mut fields = vec![("target", target.as_str())];
        fields.extend([("allow", allow), ("deny", deny)].iter().filter(|f| !f.1.is_empty()));
        let answer = alice.browser.post(&path(&acme), &fields).await.expect(303);
        let page = acme.settings(&format!("/channels/{}", acme.general.id));
        assert_eq!(answer.location(), page);
    };
    let all = acme.all().await.id;
    set(format!("role:{all}"), "mention_all", "send_messages").await;
    assert_eq!(may(&instance, &acme, &bob).await, Permissions::VIEW_CHANNEL | Permissions::MENTION_ALL);
    set(format!("role:{}", role.id), "send_messages", "mention_all").await;
    assert_eq!(may(&instance, &acme, &bob).await, Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES);
    set(format!("user:{}", bob.id), "mention_all", "send_messages").await;
    assert_eq!(may(&instance, &acme, &bob).await, Permissions::VIEW_CHANNEL | Permissions::MENTION_ALL);
    set(format!("user:{}", bob.id), "", "view_channel").await;
    assert_eq!(may(&instance, &acme, &bob).await, Permissions::NONE);
    set(format!("user:{}", bob.id), "", "").await;
    assert_eq!(may(&instance, &acme, &bob).await, Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES);
}

#[tokio::test]
async fn each_target_has_one_overwrite_and_an_empty_one_removes_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let count = async || {
        let all = overwrite::Entity::find().all(&*instance.app.db).await;
        all.unwrap().len()
    };
    for (number, target) in [format!("role:{}", acme.all().await.id), format!("user:{}", bob.id)].iter().enumerate() {
        for deny in ["mention_all", "send_messages", "send_messages"] {
            let fields = [("target", target.as_str()), ("deny", deny)];
            alice.browser.post(&path(&acme), &fields).await.expect(303);
            assert_eq!(count().await, number + 1);
        }
    }
    for _ in 0..2 {
        let target = format!("user:{}", bob.id);
        let fields = [("target", target.as_str())];
        alice.browser.post(&path(&acme), &fields).await.expect(303);
        assert_eq!(count().await, 1);
    }
}

#[tokio::test]
async fn permissions_may_be_repeated_in_one_form() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let target = format!("user:{}", bob.id);
    let fields =
        [("target", target.as_str()), ("allow", "view_channel"), ("allow", "mention_all"), ("deny", "send_messages")];
    alice.browser.post(&path(&acme), &fields).await.expect(303);
    let page = acme.settings(&format!("/channels/{}", acme.general.id));
    let page = alice.browser.get(&page).await.expect(200);
    let chosen = |choice: &str| {
        let row = format!("#overwrite-user-{}", bob.id);
        page.attributes(&format!("{row} input[value={choice}][checked]"), "name")
    };
    let cell = |permission: &str| format!("{target}/{permission}");
    assert_eq!(chosen("allow"), [cell("view_channel"), cell("mention_all")]);
    assert_eq!(chosen("deny"), [cell("send_messages")]);
}

#[tokio::test]
async fn a_malformed_overwrite_changes_nothing_and_names_the_field() {
    let instance = TestInstance::open().await;
    let (alice, eve) = (instance.person("alice").await, instance.person("eve").await);
    let acme = instance.server("Acme", &alice).await;
    let other = instance.server("Other", &eve).await;
    let all = format!("role:{}", acme.all().await.id);
    let (stranger, foreign) = (format!("user:{}", eve.id), format!("role:{}", other.all().await.id));
    let swapped = format!("user:{}", acme.all().await.id);
    let before = instance.all_of_servers().await;
    for (target, allow, deny, fault) in [
        ("", "view_channel", "", "target"),
        ("all", "view_channel", "", "target"),
        ("role:", "view_channel", "", "target"),
        ("role:01", "view_channel", "", "target"),
        ("channel:1", "view_channel", "", "target"),
        ("role:7", "view_channel", "", "target"),
        (&stranger, "view_channel", "", "target"),
        (&foreign, "view_channel", "", "target"),
        (&swapped, "view_channel", "", "target"),
        (&all, "fly", "", "allow"),
        (&all, "administrator", "", "allow"),
        (&all, "manage_channels", "", "allow"),
        (&all, "", "manage_roles", "deny"),
        (&all, "view_channel", "view_channel", "allow"),
    ] {
        let mut fields = vec![("target", target)];
        fields.extend([("allow", allow), ("deny", deny)].iter().filter(|f| !f.1.is_empty()));
        let answer = alice.browser.post(&path(&acme), &fields).await.expect(422);
        assert_eq!(answer.faults(), [fault], "{target} {allow} {deny}");
        assert_eq!(instance.all_of_servers().await, before);
    }
}

/// Shows: access.hand-out
#[tokio::test]
async fn a_manager_allows_only_what_they_may_do_in_the_channel_themselves() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_CHANNELS).await;
    let role = acme.role("crew", Permissions::MENTION_ALL, false).await;
    let target = format!("role:{}", role.id);
    let post = async |fields: &[(&str, &str)]| {
        let fields = [&[("target", target.as_str())], fields].concat();
        bob.browser.post(&path(&acme), &fields).await
    };
    post(&[("allow", "send_messages")]).await.expect(303);
    let before = instance.all_of_servers().await;
    post(&[("allow", "mention_all")]).await.expect(403);
    assert_eq!(instance.all_of_servers().await, before);
    post(&[("deny", "mention_all")]).await.expect(303);
    // Lifting the denial would give the role what Bob doesn't hold.
    let before = instance.all_of_servers().await;
    post(&[]).await.expect(403);
    post(&[("allow", "send_messages")]).await.expect(403);
    assert_eq!(instance.all_of_servers().await, before);
    post(&[("deny", "mention_all"), ("deny", "send_messages")]).await.expect(303);
}

/// Shows: roles.order
#[tokio::test]
async fn no_one_but_the_owner_sets_an_overwrite_of_a_role_or_member_at_or_above_their_own_highest_role() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let (carol, dan) = (instance.person("carol").await, instance.person("dan").await);
    let eve = instance.person("eve").await;
    let acme = instance.server("Acme", &alice).await;
    let high = acme.join_with(&carol, Permissions::NONE).await;
    let own = acme.join_with(&bob, Permissions::MANAGE_CHANNELS).await;
    acme.join(&dan).await.give(&own, &dan).await;
    let low = acme.join_with(&eve, Permissions::NONE).await;
    let send = Permissions::SEND_MESSAGES;
    acme.overwrite_role(&acme.general, &high, send, Permissions::NONE).await;
    acme.overwrite_member(&acme.general, &dan, Permissions::NONE, send).await;
    let before = instance.all_of_servers().await;
    let page = acme.settings(&format!("/channels/{}", acme.general.id));
    for target in [
        format!("role:{}", high.id),
        format!("role:{}", own.id),
        format!("user:{}", alice.id),
        format!("user:{}", carol.id),
        format!("user:{}", dan.id),
        format!("user:{}", bob.id),
    ] {
        let target = target.as_str();
        for fields in [
            &[("target", target)][..],
            &[("target", target), ("deny", "view_channel")],
            &[("target", target), ("allow", "send_messages")],
        ] {
            bob.browser.post(&path(&acme), fields).await.expect(403);
        }
        // In the form of all rows as well.
        let cell = format!("{target}/view_channel");
        let fields = [(cell.as_str(), "deny")];
        let grid = format!("{page}/grid");
        let refused = bob.browser.post(&grid, &fields).await.expect(403);
        assert_eq!(refused.faults(), ["allow"], "{target}");
        bob.browser.post(&grid, &[("remove", target), (&cell, "inherit")]).await.expect(403);
    }
    assert_eq!(instance.all_of_servers().await, before);
    // The page shows these rows without buttons, and offers the others only.
    let shown = bob.browser.get(&page).await.expect(200);
    let locked = format!("#overwrite-role-{} input", high.id);
    assert!(shown.all(&locked).is_empty());
    let locked = format!("#overwrite-user-{} button", dan.id);
    assert!(shown.all(&locked).is_empty());
    let offered = shown.attributes("select[name=target] option[value*=':']", "value");
    let expected = [format!("role:{}", low.id), format!("user:{}", eve.id)];
    assert_eq!(offered, expected);
    // Below their own, they may; and the owner may everything.
    for target in &expected {
        let fields = [("target", target.as_str()), ("deny", "view_channel")];
        bob.browser.post(&path(&acme), &fields).await.expect(303);
    }
    let target = format!("user:{}", alice.id);
    let fields = [("target", target.as_str()), ("deny", "mention_all")];
    alice.browser.post(&path(&acme), &fields).await.expect(303);
}

#[tokio::test]
async fn what_was_allowed_by_others_stays_allowed_when_a_manager_saves() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_CHANNELS).await;
    let role = acme.role("crew", Permissions::NONE, false).await;
    acme.overwrite_role(&acme.general, &role, Permissions::MENTION_ALL, Permissions::NONE).await;
    let target = format!("role:{}", role.id);
    let fields = [("target", target.as_str()), ("allow", "mention_all"), ("deny", "send_messages")];
    bob.browser.post(&path(&acme), &fields).await.expect(303);
}

#[tokio::test]
async fn a_manager_who_loses_sight_of_the_channel_continues_at_the_list() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_CHANNELS).await;
    let target = format!("role:{}", acme.all().await.id);
    let fields = [("target", target.as_str()), ("deny", "view_channel")];
    let answer = bob.browser.post(&path(&acme), &fields).await.expect(303);
    assert_eq!(answer.location(), acme.settings("/channels"));
    bob.browser.post(&path(&acme), &fields).await.expect(404);
}

#[tokio::test]
async fn a_member_is_added_by_nickname_where_there_are_too_many_to_choose_from() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    instance.person("eve").await;
    acme.join(&bob).await;
    let fields = [("target", ""), ("nickname", "@BOB"), ("deny", "send_messages")];
    alice.browser.post(&path(&acme), &fields).await.expect(303);
    assert_eq!(may(&instance, &acme, &bob).await, Permissions::VIEW_CHANNEL);
    let fields = [("target", ""), ("nickname", "eve"), ("deny", "send_messages")];
    alice.browser.post(&path(&acme), &fields).await.expect(422);
}

#[tokio::test]
async fn two_who_say_something_of_one_role_at_once_leave_one_overwrite() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let target = format!("role:{}", acme.all().await.id);
    let one = [("target", target.as_str()), ("deny", "send_messages")];
    let two = [("target", target.as_str()), ("allow", "mention_all")];
    let path = path(&acme);
    let (one, two) = rocket::tokio::join!(alice.browser.post(&path, &one), alice.browser.post(&path, &two),);
    assert_eq!((one.status, two.status), (303, 303));
    let all = overwrite::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(all.len(), 1);
}

/// Shows: access.denial-stays
#[tokio::test]
async fn what_a_channel_says_of_someone_who_left_is_shown_as_such_and_can_be_removed() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    acme.join(&carol).await;
    for person in [&bob, &carol] {
        acme.overwrite_member(&acme.general, person, Permissions::NONE, Permissions::SEND_MESSAGES).await;
    }
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let page_path = acme.settings(&format!("/channels/{}", acme.general.id));
    let page = alice.browser.get(&page_path).await.expect(200);
    let row = |id: i64| format!("#overwrite-user-{id} .grant-who");
    assert!(page.one(&row(bob.id.get())).contains("left the server"));
    assert!(page.one(&row(carol.id.get())).contains("member"));
    // Saved as it is shown, it stays; it can be tightened, and removed.
    let target = format!("user:{}", bob.id);
    let path = path(&acme);
    for denied in [&["send_messages"][..], &["send_messages", "view_channel"]] {
        let mut fields = vec![("target", target.as_str())];
        fields.extend(denied.iter().map(|name| ("deny", *name)));
        alice.browser.post(&path, &fields).await.expect(303);
    }
    let stored = overwrite::Entity::find().all(&*instance.app.db).await.unwrap();
    let of_bob = stored.iter().find(|found| found.user_id == Some(bob.id)).unwrap();
    assert_eq!(of_bob.rule().deny, Permissions::SEND_MESSAGES | Permissions::VIEW_CHANNEL);
    alice.browser.post(&path, &[("target", target.as_str())]).await.expect(303);
    let page = alice.browser.get(&page_path).await.expect(200);
    assert!(!page.text().contains("left the server"));
    // From here on they are no one to this channel.
    let fields = [("target", target.as_str()), ("deny", "view_channel")];
    let answer = alice.browser.post(&path, &fields).await.expect(422);
    assert_eq!(answer.faults(), ["target"]);
}

#[tokio::test]
async fn what_channels_say_of_someone_who_left_goes_with_their_account() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    acme.overwrite_member(&acme.general, &bob, Permissions::NONE, Permissions::SEND_MESSAGES).await;
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let fields = [("confirm", "bob"), ("password", PASSWORD)];
    bob.browser.post("/settings/delete", &fields).await.expect(303);
    // It shows nowhere at once, and is removed soon after.
    let page = acme.settings(&format!("/channels/{}", acme.general.id));
    let page = alice.browser.get(&page).await.expect(200);
    assert!(!page.text().contains("left the server"));
    instance.run_cleanup_with_second_look().await;
    let left = overwrite::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(left, []);
}
