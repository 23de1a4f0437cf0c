//! `/servers/<id>/settings/members`.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::user;
use portico_store::models::servers::member::list;
use portico_store::models::servers::{member, overwrite};
use sea_orm::{ConnectionTrait, EntityTrait, Set};

use crate::support::{Community, Person, TestInstance};

fn path(acme: &Community<'_>, person: &Person<'_>) -> String {
    acme.settings(&format!("/members/{}", person.id))
}

#[tokio::test]
async fn a_member_carries_exactly_the_roles_that_were_ticked() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let kept = acme.role("kept", Permissions::NONE, false).await;
    let lost = acme.role("lost", Permissions::NONE, false).await;
    let won = acme.role("won", Permissions::NONE, false).await;
    acme.give(&kept, &bob).await.give(&lost, &bob).await;
    let before = instance.app.now();
    instance.clock.advance(Duration::from_secs(60));
    let (kept, won, all) = (kept.id.to_string(), won.id.to_string(), acme.all().await.id.to_string());
    let fields = [("roles", kept.as_str()), ("roles", &won), ("roles", &won), ("roles", &all)];
    let path = path(&acme, &bob);
    let answer = alice.browser.post(&path, &fields).await.expect(303);
    assert_eq!(answer.location(), path);
    assert_eq!(acme.held_by(&bob).await, [(kept.parse().unwrap(), before), (won.parse().unwrap(), instance.app.now())]);
    alice.browser.post(&path, &[]).await.expect(303);
    assert_eq!(acme.held_by(&bob).await, []);
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn roles_that_are_not_of_the_server_are_refused_and_nothing_is_changed() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let other = instance.server("Other", &alice).await;
    acme.join_with(&bob, Permissions::NONE).await;
    let good = acme.role("good", Permissions::NONE, false).await.id;
    let foreign = other.role("foreign", Permissions::NONE, false).await.id;
    let before = instance.all_of_servers().await;
    for bad in [foreign.to_string(), "x".into(), "".into(), "0".into()] {
        let good = good.to_string();
        let fields = [("roles", good.as_str()), ("roles", bad.as_str())];
        let answer = alice.browser.post(&path(&acme, &bob), &fields).await;
        assert_eq!(answer.expect(422).faults(), ["roles"], "{bad:?}");
    }
    assert_eq!(instance.all_of_servers().await, before);
}

/// Shows: access.hand-out
#[tokio::test]
async fn no_one_assigns_a_role_with_more_permissions_than_their_own() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    acme.join(&carol).await;
    let chief = acme.role("chief", Permissions::ADMINISTRATOR, false).await;
    let clerk = acme.role("clerk", Permissions::MANAGE_SERVER, false).await;
    let crew = acme.role("crew", Permissions::SEND_MESSAGES, false).await;
    acme.give(&clerk, &carol).await;
    let before = instance.all_of_servers().await;
    let ids = [chief.id, clerk.id, crew.id].map(|id| id.to_string());
    let [chief, clerk, crew] = ids.each_ref().map(|id| ("roles", id.as_str()));
    let carols = path(&acme, &carol);
    for fields in [&[clerk, chief][..], &[crew], &[]] {
        bob.browser.post(&carols, fields).await.expect(403);
    }
    let mine = path(&acme, &bob);
    let own = acme.held_by(&bob).await[0].0.to_string();
    bob.browser.post(&mine, &[("roles", own.as_str()), clerk]).await.expect(403);
    assert_eq!(instance.all_of_servers().await, before);
    // What Carol has already stays hers without a question.
    bob.browser.post(&carols, &[clerk, crew]).await.expect(303);
    alice.browser.post(&carols, &[chief]).await.expect(303);
    bob.browser.post(&carols, &[]).await.expect(403);
}

/// Shows: access.administrator
#[tokio::test]
async fn an_administrator_makes_no_other_administrators() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    let chief = acme.join_with(&bob, Permissions::ADMINISTRATOR).await;
    acme.join(&carol).await;
    let id = chief.id.to_string();
    let fields = [("roles", id.as_str())];
    bob.browser.post(&path(&acme, &carol), &fields).await.expect(403);
    bob.browser.post(&path(&acme, &bob), &[]).await.expect(403);
    assert_eq!(acme.held_by(&carol).await, []);
    assert_eq!(acme.held_by(&bob).await.len(), 1);
}

/// Shows: access.hand-out
#[tokio::test]
async fn assigning_a_role_can_not_open_a_channel_that_the_assigner_can_not_see() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let manager = acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    let board = acme.channel("board").await;
    let key = acme.role("key", Permissions::NONE, false).await;
    let muted = acme.role("muted", Permissions::NONE, false).await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    acme.overwrite_role(&board, &acme.all().await, none, view).await;
    acme.overwrite_role(&board, &key, view, none).await;
    acme.overwrite_role(&acme.general, &muted, none, Permissions::SEND_MESSAGES).await;
    acme.give(&muted, &bob).await;
    let before = instance.all_of_servers().await;
    let ids = [manager.id, key.id, muted.id].map(|id| id.to_string());
    let [manager, key, muted] = ids.each_ref().map(|id| ("roles", id.as_str()));
    let mine = path(&acme, &bob);
    for fields in [&[manager, key, muted][..], &[manager]] {
        bob.browser.post(&mine, fields).await.expect(403);
    }
    let delete = acme.settings(&format!("/roles/{}/delete", muted.1));
    bob.browser.post(&delete, &[]).await.expect(403);
    assert_eq!(instance.all_of_servers().await, before);
    alice.browser.post(&mine, &[manager, key]).await.expect(303);
}

#[tokio::test]
async fn a_removed_member_loses_roles_and_what_was_allowed() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MENTION_ALL).await;
    acme.overwrite_member(&acme.general, &bob, Permissions::MENTION_ALL, Permissions::SEND_MESSAGES).await;
    let secret = acme.channel("secret").await;
    acme.overwrite_member(&secret, &bob, Permissions::VIEW_CHANNEL, Permissions::NONE).await;
    let remove = format!("{}/remove", path(&acme, &bob));
    let answer = alice.browser.post(&remove, &[]).await.expect(303);
    assert_eq!(answer.location(), acme.settings("/members"));
    bob.browser.get(&format!("/servers/{}", acme.id())).await.expect(404);
    assert_eq!(acme.held_by(&bob).await, []);
    let left = overwrite::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].channel_id, acme.general.id);
    assert_eq!(left[0].rule().allow, Permissions::NONE);
    assert_eq!(left[0].rule().deny, Permissions::SEND_MESSAGES);
    alice.browser.post(&remove, &[]).await.expect(404);
}

/// Shows: access.administrator, access.no-permission
#[tokio::test]
async fn neither_the_owner_nor_an_administrator_is_removed_by_a_manager() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let dan = instance.person("dan").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&carol, Permissions::ADMINISTRATOR).await;
    acme.join_with(&dan, Permissions::ADMINISTRATOR).await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let before = instance.all_of_servers().await;
    for (by, whom) in [(&bob, &alice), (&bob, &carol), (&carol, &dan), (&carol, &alice)] {
        let remove = format!("{}/remove", path(&acme, whom));
        by.browser.post(&remove, &[]).await.expect(403);
    }
    let myself = format!("{}/remove", path(&acme, &bob));
    let answer = bob.browser.post(&myself, &[]).await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    assert_eq!(instance.all_of_servers().await, before);
    for (by, whom) in [(&carol, &bob), (&alice, &carol)] {
        let remove = format!("{}/remove", path(&acme, whom));
        by.browser.post(&remove, &[]).await.expect(303);
    }
}

/// Members `m000`, `m001`, … without browsers, all at once.
pub(super) async fn crowd(instance: &TestInstance, acme: &Community<'_>, size: usize) {
    let people: Vec<_> = (0..size)
        .map(|number| user::ActiveModel {
            id: Set(instance.app.id()),
            nickname: Set(format!("m{number:03}")),
            name: Set(format!("Member {number}")),
            password_hash: Set(String::new()),
            phone: Set(None),
            picture_at: Set(None),
            created_at: Set(instance.app.now()),
            disabled_at: Set(None),
            admin_at: Set(None),
            language: Set(None),
        })
        .collect();
    let members: Vec<_> = people
        .iter()
        .map(|person| member::ActiveModel {
            server_id: Set(acme.id()),
            user_id: person.id.clone(),
            joined_at: Set(instance.app.now()),
            position: Set(None),
        })
        .collect();
    user::Entity::insert_many(people).exec_without_returning(&*instance.app.db).await.unwrap();
    member::Entity::insert_many(members).exec_without_returning(&*instance.app.db).await.unwrap();
}

#[tokio::test]
async fn the_roll_is_paged_by_fifty_in_both_directions() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    crowd(&instance, &acme, 120).await;
    let first = alice.browser.get(&acme.settings("/members")).await.expect(200);
    let subs = first.all(".rows .list-sub");
    assert_eq!(subs.len(), 50);
    assert_eq!((subs[0].as_str(), subs[49].as_str()), ("@alice", "@m048"));
    assert_eq!(first.attributes("a[rel=prev]", "href"), [""; 0]);
    let next = first.attributes("a[rel=next]", "href").remove(0);
    let second = alice.browser.get(&next).await.expect(200);
    let next = second.attributes("a[rel=next]", "href").remove(0);
    let third = alice.browser.get(&next).await.expect(200);
    let subs = third.all(".rows .list-sub");
    assert_eq!((subs[0].as_str(), subs[20].as_str()), ("@m099", "@m119"));
    assert_eq!(subs.len(), 21);
    assert_eq!(third.attributes("a[rel=next]", "href"), [""; 0]);
    let back = third.attributes("a[rel=prev]", "href").remove(0);
    let again = alice.browser.get(&back).await.expect(200);
    assert_eq!(again.all(".rows .list-sub"), second.all(".rows .list-sub"));
}

#[tokio::test]
async fn members_are_found_by_how_their_nickname_begins() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for nickname in ["al", "al_b", "al-c", "al.d", "alz", "am", "a1", "bal"] {
        acme.join(&instance.person(nickname).await).await;
    }
    instance.person("alien").await;
    let found = async |typed: &str| {
        let path = acme.settings(&format!("/members?q={typed}"));
        let page = alice.browser.get(&path).await.expect(200);
        page.all(".rows .list-sub")
    };
    assert_eq!(found("%20@AL").await, ["@al", "@al-c", "@al.d", "@al_b", "@alice", "@alz"]);
    assert_eq!(found("al_").await, ["@al_b"]);
    assert_eq!(found("%25").await, [""; 0]);
    assert_eq!(found("'").await, [""; 0]);
    assert_eq!(found("%00").await, [""; 0]);
    assert_eq!(found("&after=%00").await.len(), 9);
    assert_eq!(found("&before='").await.len(), 9);
    assert_eq!(found("").await.len(), 9);
}

/// Someone with this nickname and display name, without a browser; a member of `server` if there is one.
async fn called(instance: &TestInstance, server: Option<&Community<'_>>, nickname: &str, name: &str) {
    let id = instance.app.id();
    let person = user::ActiveModel {
        id: Set(id),
        nickname: Set(nickname.to_owned()),
        name: Set(name.to_owned()),
        password_hash: Set(String::new()),
        phone: Set(None),
        picture_at: Set(None),
        created_at: Set(instance.app.now()),
        disabled_at: Set(None),
        admin_at: Set(None),
        language: Set(None),
    };
    user::Entity::insert_many([person]).exec_without_returning(&*instance.app.db).await.unwrap();
    let Some(server) = server else { return };
    let member = member::ActiveModel {
        server_id: Set(server.id()),
        user_id: Set(id),
        joined_at: Set(instance.app.now()),
        position: Set(None),
    };
    member::Entity::insert_many([member]).exec_without_returning(&*instance.app.db).await.unwrap();
}

/// The nicknames that a search of the members lists.
async fn found(alice: &Person<'_>, acme: &Community<'_>, typed: &str) -> Vec<String> {
    let path = acme.settings(&format!("/members?q={typed}"));
    let page = alice.browser.get(&path).await.expect(200);
    page.all(".rows .list-sub")
}

#[tokio::test]
async fn members_are_found_by_how_a_word_of_their_display_name_begins() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    called(&instance, Some(&acme), "m1", "Zoë Quayside").await;
    called(&instance, Some(&acme), "q2", "Marlow").await;
    called(&instance, Some(&acme), "m3", "ÖZGE Quick").await;
    called(&instance, None, "m4", "Quay Stranger").await;
    let none = [""; 0];
    let zoe = ["@m1"];
    for typed in ["zo%C3%AB", "Zoe%CC%88", "%20ZO%C3%8B%20quays", "quay", "Q%55AYSIDE"] {
        assert_eq!(found(&alice, &acme, typed).await, zoe, "{typed}");
    }
    assert_eq!(found(&alice, &acme, "%C3%B6zge").await, ["@m3"]);
    assert_eq!(found(&alice, &acme, "q").await, ["@m1", "@m3", "@q2"]);
    assert_eq!(found(&alice, &acme, "q&after=m1").await, ["@m3", "@q2"]);
    assert_eq!(found(&alice, &acme, "q&before=m3").await, ["@m1"]);
    // Not in the middle of a word, not a name as if it were a nickname, and nobody who is no member.
    for typed in ["side", "uay", "@quay", "stranger", "zoe", "%25", "_", "quay%00"] {
        assert_eq!(found(&alice, &acme, typed).await, none, "{typed}");
    }
}

#[tokio::test]
async fn a_search_by_display_name_is_paged_in_the_order_of_nicknames() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    crowd(&instance, &acme, 120).await;
    let first = alice.browser.get(&acme.settings("/members?q=member")).await;
    let first = first.expect(200);
    let subs = first.all(".rows .list-sub");
    assert_eq!(subs.len(), 50);
    assert_eq!((subs[0].as_str(), subs[49].as_str()), ("@m000", "@m049"));
    assert_eq!(first.attributes("a[rel=prev]", "href"), [""; 0]);
    let next = first.attributes("a[rel=next]", "href").remove(0);
    let second = alice.browser.get(&next).await.expect(200);
    assert_eq!(second.all(".rows .list-sub")[0], "@m050");
    let back = second.attributes("a[rel=prev]", "href").remove(0);
    let again = alice.browser.get(&back).await.expect(200);
    assert_eq!(again.all(".rows .list-sub"), subs);
    assert_eq!(again.attributes("a[rel=prev]", "href"), [""; 0]);
}

#[tokio::test]
async fn in_a_very_large_server_members_are_found_by_their_whole_display_name() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let crowd =
        format!("WITH RECURSIVE crowd(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM crowd WHERE n < {})", list::SORTED);
    for table in [
        format!(
            "users (id, nickname, name, password_hash, created_at) {crowd} \
             SELECT n, 'c' || n, 'Someone', '', 0 FROM crowd"
        ),
        format!("members (server_id, user_id, joined_at) {crowd} SELECT {}, n, 0 FROM crowd", acme.id()),
    ] {
        let fill = format!("INSERT INTO {table}");
        instance.app.db.execute_unprepared(&fill).await.unwrap();
    }
    called(&instance, Some(&acme), "m1", "Zoë Quay").await;
    called(&instance, Some(&acme), "zo", "Marlow").await;
    called(&instance, None, "m2", "Zoë Quay").await;
    for typed in ["zo%C3%AB%20quay", "Zo%C3%AB%20Quay", "ZO%C3%8B%20QUAY"] {
        assert_eq!(found(&alice, &acme, typed).await, ["@m1"], "{typed}");
    }
    assert_eq!(found(&alice, &acme, "zo").await, ["@zo"]);
    assert_eq!(found(&alice, &acme, "marlow&after=m1").await, ["@zo"]);
    let none = [""; 0];
    for typed in ["quay", "zo%C3%AB", "marlow&before=m1", "zo%C3%AB%20quay%00"] {
        assert_eq!(found(&alice, &acme, typed).await, none, "{typed}");
    }
}

#[tokio::test]
async fn in_a_large_server_forms_ask_for_a_nickname() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    crowd(&instance, &acme, 99).await;
    let channel = acme.settings(&format!("/channels/{}", acme.general.id));
    let (overview, none) = (acme.settings(""), [""; 0]);
    for path in [&channel, &overview] {
        let page = alice.browser.get(path).await.expect(200);
        assert_eq!(page.attributes("input[name=nickname]", "name"), none);
    }
    acme.join(&instance.person("one.more").await).await;
    for path in [&channel, &overview] {
        let page = alice.browser.get(path).await.expect(200);
        assert_eq!(page.attributes("input[name=nickname]", "name").len(), 1);
    }
}
