//! `/servers/<id>/settings/bans` and `/servers/<id>/settings/members/<id>/ban`.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::UserId;
use portico_store::models::messages::message;
use portico_store::models::servers::ban;
use portico_store::models::servers::member::{self, former};
use portico_store::models::{Invite, Role};
use rocket::figment::map;
use rocket::futures::future::join_all;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, Set};

use crate::support::{Answer, Community, PASSWORD, Person, TestInstance, hand_over};

async fn ban(by: &Person<'_>, acme: &Community<'_>, whom: UserId, reason: &str) -> Answer {
    let path = acme.settings(&format!("/members/{whom}/ban"));
    by.browser.post(&path, &[("reason", reason)]).await
}

async fn invite(acme: &Community<'_>, by: &Person<'_>) -> String {
    let invite = Invite::create(&acme.instance.app, by.id, acme.id()).await;
    format!("/invites/{}", invite.unwrap().code)
}

async fn bans(instance: &TestInstance) -> u64 {
    ban::Entity::find().count(&*instance.app.db).await.unwrap()
}

/// Shows: members.ban
#[tokio::test]
async fn who_is_banned_is_no_member_and_joins_by_no_invite_until_it_is_lifted() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MENTION_ALL).await;
    let join = invite(&acme, &alice).await;
    let answer = ban(&alice, &acme, bob.id, " Spam, <b>again</b> ").await;
    assert_eq!(answer.expect(303).location(), acme.settings("/bans"));
    bob.browser.get(&format!("/servers/{}", acme.id())).await.expect(404);
    bob.say(&acme.general, "Hello?").await.expect(404);
    assert_eq!(acme.held_by(&bob).await, []);
    for join in [&join, &invite(&acme, &alice).await] {
        let page = bob.browser.get(join).await.expect(403);
        assert!(page.text().contains("You are banned from this server"));
        let page = bob.browser.post(join, &[]).await.expect(403);
        assert!(page.text().contains("You are banned from this server"));
    }
    let invites = Invite::all_of_server(&instance.app.db, acme.id()).await;
    assert!(invites.unwrap().iter().all(|invite| invite.uses == 0));
    let page = alice.browser.get(&acme.settings("/bans")).await.expect(200);
    let row = page.one(&format!("#ban-{}", bob.id));
    assert!(row.contains("@bob · banned by @alice"), "{row}");
    assert_eq!(page.one(".ban-reason"), "Spam, <b>again</b>");
    let lift = acme.settings(&format!("/bans/{}/lift", bob.id));
    let answer = alice.browser.post(&lift, &[]).await.expect(303);
    assert_eq!(answer.location(), acme.settings("/bans"));
    alice.browser.post(&lift, &[]).await.expect(404);
    bob.browser.post(&join, &[]).await.expect(303);
    bob.say(&acme.general, "I am back").await.expect(303);
    let entries = instance.audited().await;
    let acts: Vec<_> = entries.iter().map(|entry| entry.action.as_str()).collect();
    let at = acts.iter().position(|act| *act == "member_banned").unwrap();
    assert_eq!(acts.last(), Some(&"member_joined"));
    assert!(acts[at..].contains(&"ban_lifted"));
    let page = alice.browser.get(&acme.settings("/audit")).await.expect(200);
    assert!(page.text().contains("lifted the ban of"));
}

/// Shows: members.ban
#[tokio::test]
async fn someone_who_left_can_be_banned_and_someone_who_never_came_does_not_exist() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    let other = instance.server("Other", &carol).await;
    carol.say(&other.general, "Somewhere else").await.expect(303);
    acme.join(&bob).await;
    bob.say(&acme.general, "Spam").await.expect(303);
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    for id in [carol.id, 77.into()] {
        let page = acme.settings(&format!("/members/{id}"));
        alice.browser.get(&page).await.expect(404);
        ban(&alice, &acme, id, "").await.expect(404);
    }
    let path = acme.settings(&format!("/members/{}", bob.id));
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.one("h2#member"), "Bob");
    ban(&alice, &acme, bob.id, "").await.expect(303);
    assert_eq!(bans(&instance).await, 1);
    bob.browser.get(&invite(&acme, &alice).await).await.expect(403);
    let again = ban(&alice, &acme, bob.id, "").await.expect(422);
    assert_eq!(again.faults(), ["form"]);
    assert_eq!(bans(&instance).await, 1);
}

/// Shows: members.ban
#[tokio::test]
async fn someone_who_wrote_nothing_can_be_banned_after_they_left_or_were_removed() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    let first = acme.general.id;
    acme.join(&bob).await.join(&carol).await;
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let remove = acme.settings(&format!("/members/{}/remove", carol.id));
    alice.browser.post(&remove, &[]).await.expect(303);
    // Also after every channel that there was is gone.
    acme.channel("later").await;
    let delete = acme.settings(&format!("/channels/{first}/delete"));
    alice.browser.post(&delete, &[]).await.expect(303);
    instance.run_cleanup().await;
    let join = invite(&acme, &alice).await;
    for (person, name) in [(&bob, "Bob"), (&carol, "Carol")] {
        let path = acme.settings(&format!("/members/{}", person.id));
        let page = alice.browser.get(&path).await.expect(200);
        assert_eq!(page.one("h2#member"), name);
        ban(&alice, &acme, person.id, "").await.expect(303);
        person.browser.post(&join, &[]).await.expect(403);
        // And again after that was lifted.
        let lift = acme.settings(&format!("/bans/{}/lift", person.id));
        alice.browser.post(&lift, &[]).await.expect(303);
        ban(&alice, &acme, person.id, "").await.expect(303);
    }
}

/// Shows: members.ban
#[tokio::test]
async fn that_someone_was_a_member_is_deleted_with_the_server() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let kept = async || {
        let kept = former::Entity::find().filter(former::Column::UserId.eq(bob.id));
        kept.count(&*instance.app.db).await.unwrap()
    };
    assert_eq!(kept().await, 1);
    let fields = [("confirm", "Acme")];
    let delete = alice.browser.post(&acme.settings("/delete"), &fields).await;
    delete.expect(303);
    instance.run_cleanup().await;
    assert_eq!(kept().await, 0);
}

/// Shows: members.ban, access.no-permission
#[tokio::test]
async fn a_ban_needs_the_permission_and_no_one_bans_themselves_or_the_owner() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let (dan, mallory) = (instance.person("dan").await, instance.person("mallory").await);
    let acme = instance.server("Acme", &alice).await;
    let other = instance.server("Other", &mallory).await;
    acme.join_with(&carol, Permissions::MANAGE_SERVER).await;
    acme.join_with(&bob, Permissions::MANAGE_ROLES).await;
    acme.join(&dan).await;
    ban(&bob, &acme, dan.id, "").await.expect(403);
    ban(&mallory, &acme, dan.id, "").await.expect(404);
    ban(&mallory, &other, dan.id, "").await.expect(404);
    ban(&carol, &acme, alice.id, "").await.expect(403);
    let answer = ban(&carol, &acme, carol.id, "").await.expect(422);
    assert_eq!(answer.faults(), ["form"]);
    let long = "é".repeat(201);
    for reason in [&long, "two\nlines"] {
        let answer = ban(&carol, &acme, dan.id, reason).await.expect(422);
        assert_eq!(answer.faults(), ["reason"]);
    }
    assert_eq!(bans(&instance).await, 0);
    ban(&carol, &acme, dan.id, &long[2..]).await.expect(303);
    let (list, lift) = (acme.settings("/bans"), acme.settings(&format!("/bans/{}/lift", dan.id)));
    for (person, status) in [(&bob, 403), (&dan, 404), (&mallory, 404)] {
        person.browser.get(&list).await.expect(status);
        person.browser.post(&lift, &[]).await.expect(status);
    }
    let elsewhere = other.settings(&format!("/bans/{}/lift", dan.id));
    mallory.browser.post(&elsewhere, &[]).await.expect(404);
    instance.browser().get(&list).await.expect(303);
    assert_eq!(bans(&instance).await, 1);
    let nav = bob.browser.get(&acme.settings("")).await.expect(200);
    assert_eq!(nav.all(&format!("a[href='{list}']")), [""; 0]);
}

/// Two people who manage the server, Carol above Bob, and Dan, who is banned by one of the three.
async fn ranked<'h>(instance: &'h TestInstance) -> (Community<'h>, [Person<'h>; 4], Role) {
    let alice = instance.person("alice").await;
    let (bob, carol, dan) =
        (instance.person("bob").await, instance.person("carol").await, instance.person("dan").await);
    let acme = instance.server("Acme", &alice).await;
    // Later roles are lower.
    let high = acme.join_with(&carol, Permissions::MANAGE_SERVER).await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    acme.join(&dan).await;
    (acme, [alice, bob, carol, dan], high)
}

async fn lift(by: &Person<'_>, acme: &Community<'_>, whom: &Person<'_>) -> Answer {
    by.browser.post(&acme.settings(&format!("/bans/{}/lift", whom.id)), &[]).await
}

/// Shows: members.ban-rank
#[tokio::test]
async fn a_ban_is_lifted_by_no_one_below_the_member_who_set_it() {
    let instance = TestInstance::open().await;
    let (acme, [alice, bob, carol, dan], _) = ranked(&instance).await;
    for (by, [alices, bobs, carols]) in [(&alice, [303, 403, 403]), (&carol, [303, 403, 303]), (&bob, [303, 303, 303])]
    {
        for (lifter, expected) in [(&bob, bobs), (&carol, carols), (&alice, alices)] {
            ban(by, &acme, dan.id, "").await.expect(303);
            let shown = lifter.browser.get(&acme.settings("/bans")).await.expect(200);
            let forms = shown.all("form[action$='/lift']").len();
            assert_eq!(forms, usize::from(expected == 303), "of {} by {}", by.nickname, lifter.nickname);
            lift(lifter, &acme, &dan).await.expect(expected);
            if expected != 303 {
                lift(&alice, &acme, &dan).await.expect(303);
            }
            acme.join(&dan).await;
        }
    }
}

/// Shows: members.ban-rank
#[tokio::test]
async fn the_rank_of_who_set_a_ban_is_that_of_the_time() {
    let instance = TestInstance::open().await;
    let (acme, [alice, bob, carol, dan], high) = ranked(&instance).await;
    ban(&carol, &acme, dan.id, "").await.expect(303);
    // She leaves, and roles are added below, so that Bob's is where hers was.
    let leave = format!("/servers/{}/leave", acme.id());
    carol.browser.post(&leave, &[]).await.expect(303);
    for name in ["lower", "lowest"] {
        acme.role(name, Permissions::NONE, false).await;
    }
    lift(&bob, &acme, &dan).await.expect(403);
    // Once there is no such role, the owner alone is high enough.
    let delete = acme.settings(&format!("/roles/{}/delete", high.id));
    alice.browser.post(&delete, &[]).await.expect(303);
    lift(&bob, &acme, &dan).await.expect(403);
    lift(&alice, &acme, &dan).await.expect(303);
}

/// Shows: members.ban-rank
#[tokio::test]
async fn the_ban_of_an_earlier_owner_is_lifted_by_the_present_one() {
    let instance = TestInstance::open().await;
    let (acme, [alice, bob, carol, dan], _) = ranked(&instance).await;
    ban(&alice, &acme, dan.id, "").await.expect(303);
    hand_over(&instance.app, acme.id(), &alice, &carol).await;
    lift(&bob, &acme, &dan).await.expect(403);
    lift(&carol, &acme, &dan).await.expect(303);
}

/// Shows: members.ban-rank
#[tokio::test]
async fn a_ban_from_before_ranks_were_stored_counts_who_set_it_as_they_are_now() {
    let instance = TestInstance::open().await;
    let (acme, [_alice, bob, carol, dan], _) = ranked(&instance).await;
    ban(&carol, &acme, dan.id, "").await.expect(303);
    ban::Entity::update_many()
        .col_expr(ban::Column::BannedByRoleId, Expr::value(None::<i64>))
        .exec(&*instance.app.db)
        .await
        .unwrap();
    lift(&bob, &acme, &dan).await.expect(403);
    let leave = format!("/servers/{}/leave", acme.id());
    carol.browser.post(&leave, &[]).await.expect(303);
    lift(&bob, &acme, &dan).await.expect(303);
}

/// Shows: caps.of-a-server
#[tokio::test]
async fn a_server_has_no_more_bans_than_the_cap() {
    let caps = map! { "bans_per_server" => 1 };
    let instance = TestInstance::configured(|figment| figment.merge(("caps", caps))).await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await.join(&carol).await;
    let (one, two) = rocket::tokio::join!(ban(&alice, &acme, bob.id, ""), ban(&alice, &acme, carol.id, ""));
    let mut answers = [one.status, two.status];
    answers.sort_unstable();
    assert_eq!(answers, [303, 422]);
    let refused = if one.status == 422 { one } else { two };
    let sentence = "This server has 1 ban, the most it can have. Lift one first.";
    assert!(refused.text().contains(sentence), "{}", refused.text());
    assert_eq!(member::Entity::find().count(&*instance.app.db).await.unwrap(), 2);
}

/// Shows: members.no-later-message
#[tokio::test]
async fn while_someone_is_banned_no_message_of_theirs_is_stored_after_it() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let db = &*instance.app.db;
    let posts = join_all((0..20).map(|_| bob.say(&acme.general, "again")));
    let act = async {
        ban(&alice, &acme, bob.id, "").await.expect(303);
        message::Entity::find().count(db).await.unwrap()
    };
    let (_, stored) = rocket::tokio::join!(posts, act);
    assert_eq!(message::Entity::find().count(db).await.unwrap(), stored);
}

/// The answer is the same in a channel that they never saw, and in none.
#[tokio::test]
async fn who_is_banned_while_they_write_gets_their_text_back_and_learns_nothing_of_other_channels() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let vault = acme.channel("vault").await;
    acme.overwrite_role(&vault, &acme.all().await, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let text = "<b>almost</b> done";
    bob.say(&acme.general, text).await.expect(303);
    ban(&alice, &acme, bob.id, "").await.expect(303);
    let refused = bob.say(&acme.general, text).await.expect(404);
    assert_eq!(refused.one("#unsent").trim(), text);
    assert!(refused.text().contains("removed or banned"), "{}", refused.text());
    let hidden = bob.say(&vault, text).await.expect(404);
    let nowhere = bob.browser.post("/channels/77/messages", &[("content", text)]).await.expect(404);
    for other in [hidden, nowhere] {
        assert_eq!(other.one("main"), refused.one("main"));
    }
    let empty = bob.say(&acme.general, "").await.expect(404);
    assert!(empty.all("#unsent").is_empty());
}

/// Shows: members.ban
#[tokio::test]
async fn of_a_ban_and_joins_at_once_the_ban_is_what_stays() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    bob.say(&acme.general, "Spam").await.expect(303);
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let path = invite(&acme, &alice).await;
    let joins = join_all((0..8).map(|_| bob.browser.post(&path, &[])));
    let (_, banned) = rocket::tokio::join!(joins, ban(&alice, &acme, bob.id, ""));
    banned.expect(303);
    let found = member::find(&instance.app.db, acme.id(), bob.id).await;
    assert_eq!(found.unwrap(), None);
    bob.browser.post(&path, &[]).await.expect(403);
}

#[tokio::test]
async fn the_list_of_bans_is_paged_the_newest_first() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = acme.settings("/bans");
    let page = alice.browser.get(&path).await.expect(200);
    assert!(page.text().contains("No one is banned"));
    let (one, two) = (instance.person("one").await, instance.person("two").await);
    let rows = (0..51).map(|number| ban::ActiveModel {
        id: Set(instance.app.id()),
        server_id: Set(acme.id()),
        user_id: Set(match number {
            0 => one.id,
            50 => two.id,
            // Whose accounts were deleted a moment ago.
            number => number.into(),
        }),
        banned_by: Set(None),
        banned_by_role_id: Set(None),
        banned_by_owner: Set(false),
        reason: Set(String::new()),
        created_at: Set(instance.app.now()),
    });
    ban::Entity::insert_many(rows).exec_without_returning(&*instance.app.db).await.unwrap();
    let first = alice.browser.get(&path).await.expect(200);
    assert_eq!(first.all(".rows .list-title"), ["Two"]);
    let next = first.attributes("a[rel=next]", "href").remove(0);
    let second = alice.browser.get(&next).await.expect(200);
    assert_eq!(second.all(".rows .list-title"), ["One"]);
    assert_eq!(second.attributes("a[rel=prev]", "href"), [path.as_str()]);
    assert!(second.text().contains("a deleted user"));
    alice.browser.get(&format!("{path}?before=x")).await.expect(404);
    let page = alice.browser.get(&format!("{path}?before=1")).await;
    assert!(page.expect(200).text().contains("There are no older bans"));
}

/// Shows: accounts.deletion
#[tokio::test]
async fn a_deleted_account_is_in_no_list_of_bans_and_names_no_one_who_banned() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, carol) = (instance.person("bob").await, instance.person("carol").await);
    let dan = instance.person("dan").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    acme.join(&carol).await.join(&dan).await;
    ban(&bob, &acme, carol.id, "").await.expect(303);
    ban(&bob, &acme, dan.id, "").await.expect(303);
    for person in [&carol, &bob] {
        let fields = [("password", PASSWORD), ("confirm", &*person.nickname)];
        let deletion = person.browser.post("/settings/delete", &fields).await;
        deletion.expect(303);
    }
    let shown = async || {
        let page = alice.browser.get(&acme.settings("/bans")).await.expect(200);
        assert_eq!(page.all(".rows .list-title"), ["Dan"]);
        assert!(page.text().contains("banned by a deleted user"));
    };
    shown().await;
    assert_eq!(bans(&instance).await, 2);
    instance.run_cleanup().await;
    shown().await;
    let left = ban::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!((left.len(), left[0].banned_by), (1, None));
    let fields = [("confirm", "Acme")];
    let delete = alice.browser.post(&acme.settings("/delete"), &fields).await;
    delete.expect(303);
    instance.run_cleanup().await;
    assert_eq!(bans(&instance).await, 0);
}

/// Shows: members.ban
#[tokio::test]
async fn a_ban_takes_what_channels_allowed_someone_who_left_before() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let hidden = acme.hidden_channel("plans").await;
    acme.join(&bob).await;
    let view = Permissions::VIEW_CHANNEL;
    acme.overwrite_member(&hidden, &bob, view, Permissions::NONE).await;
    let path = format!("/channels/{}", hidden.id);
    bob.browser.get(&path).await.expect(200);
    bob.say(&acme.general, "Bye").await.expect(303);
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    ban(&alice, &acme, bob.id, "").await.expect(303);
    let lift = acme.settings(&format!("/bans/{}/lift", bob.id));
    alice.browser.post(&lift, &[]).await.expect(303);
    acme.join(&bob).await;
    bob.browser.get(&path).await.expect(404);
}
