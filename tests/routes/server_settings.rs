//! `/servers/<id>/settings`: the name, the owner, deleting a server; and what every settings page refuses.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::{channel, server};
use portico_store::models::{Channel, Invite, Membership, Operator, Server, ServerTransfer};
use sea_orm::EntityTrait;

use crate::support::{Answer, Browser, Community, Person, TestInstance};

/// Every form of the settings, filled in as a user with the permission for it would.
async fn forms(instance: &TestInstance, acme: &Community<'_>) -> Vec<(String, Vec<(&'static str, String)>)> {
    let owner = acme.server.owner_id;
    let role = acme.role("walked", Permissions::SEND_MESSAGES, false).await.id;
    let guest = instance.person("guest").await;
    acme.join(&guest).await;
    let channel = acme.channel("walked").await.id;
    let code = Invite::create(&instance.app, owner, acme.id()).await.unwrap().code;
    let all = acme.all().await.id;
    let text = str::to_owned;
    [
        ("".into(), vec![("name", text("Changed"))]),
        ("/owner".into(), vec![("user_id", guest.id.to_string())]),
        ("/delete".into(), vec![("confirm", acme.server.name.clone())]),
        ("/channels".into(), vec![("name", text("another"))]),
        (format!("/channels/{channel}"), vec![("name", text("changed")), ("topic", text("changed"))]),
        (
            format!("/channels/{channel}/overwrites"),
            vec![("target", format!("role:{all}")), ("deny", text("send_messages"))],
        ),
        (format!("/channels/{channel}/delete"), vec![]),
        ("/roles".into(), vec![("name", text("another"))]),
        (format!("/roles/{role}"), vec![("name", text("changed")), ("mentionable", text("on"))]),
        (format!("/roles/{role}/delete"), vec![]),
        (format!("/members/{}", guest.id), vec![("roles", role.to_string())]),
        (format!("/members/{}/remove", guest.id), vec![]),
        ("/invites".into(), vec![]),
        (format!("/invites/{code}/delete"), vec![]),
    ]
    .into_iter()
    .map(|(section, fields): (String, Vec<_>)| (acme.settings(&section), fields))
    .collect()
}

/// Every page of the settings.
async fn pages(acme: &Community<'_>) -> Vec<String> {
    let role = acme.all().await.id;
    [
        "".into(),
        "/channels".into(),
        format!("/channels/{}", acme.general.id),
        "/roles".into(),
        format!("/roles/{role}"),
        "/members".into(),
        format!("/members/{}", acme.server.owner_id),
        "/invites".into(),
    ]
    .iter()
    .map(|section: &String| acme.settings(section))
    .collect()
}

async fn send(browser: &Browser<'_>, path: &str, fields: &[(&'static str, String)]) -> Answer {
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    browser.post(path, &fields).await
}

/// Shows: access.stranger
#[tokio::test]
async fn strangers_plain_members_and_the_signed_out_change_and_see_nothing() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let (bob, eve) = (instance.person("bob").await, instance.person("eve").await);
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    instance.server("Eve’s own", &eve).await;
    let forms = forms(&instance, &acme).await;
    let pages = pages(&acme).await;
    let before = instance.all_of_servers().await;
    for (path, fields) in &forms {
        send(&eve.browser, path, fields).await.expect(404);
        send(&bob.browser, path, fields).await.expect(403);
        let answer = send(&instance.browser(), path, fields).await.expect(303);
        assert!(answer.location().starts_with("/sign-in"), "{path}");
        assert_eq!(instance.all_of_servers().await, before, "{path}");
    }
    for path in &pages {
        eve.browser.get(path).await.expect(404);
        let page = bob.browser.get(path).await.expect(403);
        assert_eq!(page.attributes(".oops .actions a", "href"), ["/chat"], "back to where one came from");
        let answer = instance.browser().get(path).await.expect(303);
        assert!(answer.location().starts_with("/sign-in?next="), "{path}");
        alice.browser.get(path).await.expect(200);
    }
    assert_eq!(instance.all_of_servers().await, before);
}

#[tokio::test]
async fn every_form_works_for_the_owner() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mut forms = forms(&instance, &acme).await;
    // What a form needs must not be gone before its turn: first what changes, then what ends, and the server last.
    forms.sort_by_key(|(path, _)| {
        let ends = path.ends_with("/delete") || path.ends_with("/remove");
        (path.ends_with("settings/delete"), ends)
    });
    let mut before = instance.all_of_servers().await;
    for (path, mut fields) in forms {
        if path.ends_with("/owner") {
            continue;
        }
        if path.ends_with("settings/delete") {
            fields = vec![("confirm", "Changed".into())];
        }
        send(&alice.browser, &path, &fields).await.expect(303);
        let after = instance.all_of_servers().await;
        assert_ne!(after, before, "{path}");
        before = after;
    }
}

/// Shows: access.no-permission
#[tokio::test]
async fn each_permission_opens_its_own_forms_and_no_others() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    for (held, sections) in [
        (Permissions::MANAGE_SERVER, &["", "/invites", "/timeout", "/ban", "/remove"][..]),
        (Permissions::MODERATE_MEMBERS, &["/timeout", "/ban"]),
        (Permissions::MANAGE_CHANNELS, &["/channels", "/overwrites"]),
        (Permissions::MANAGE_ROLES, &["/roles", "/members"]),
    ] {
        let name = held.names().next().unwrap();
        let bob = instance.person(name).await;
        let acme = instance.server("Acme", &alice).await;
        acme.join_with(&bob, held).await;
        let carol = instance.person(&format!("carol_{name}")).await;
        let dan = instance.person(&format!("dan_{name}")).await;
        acme.join(&carol).await;
        acme.join(&dan).await;
        let role = acme.role("r", Permissions::SEND_MESSAGES, false).await.id;
        for (section, path, fields) in [
            ("", String::new(), vec![("name", "x".to_owned())]),
            ("/invites", "/invites".into(), vec![]),
            ("/channels", "/channels".into(), vec![("name", "x".into())]),
            (
                "/overwrites",
                format!("/channels/{}/overwrites", acme.general.id),
                vec![("target", format!("role:{role}")), ("deny", "send_messages".into())],
            ),
            ("/roles", "/roles".into(), vec![("name", "x".into())]),
            ("/members", format!("/members/{}", carol.id), vec![("roles", role.to_string())]),
            ("/timeout", format!("/members/{}/timeout", carol.id), vec![("hours", "1".into())]),
            ("/ban", format!("/members/{}/ban", carol.id), vec![]),
            ("/remove", format!("/members/{}/remove", dan.id), vec![]),
        ] {
            let path = acme.settings(&path);
            let expected = if sections.contains(&section) { 303 } else { 403 };
            let answer = send(&bob.browser, &path, &fields).await;
            assert_eq!(answer.status, expected, "{name} {path}");
        }
        for path in pages(&acme).await {
            bob.browser.get(&path).await.expect(200);
        }
        for section in ["/delete", "/owner"] {
            let fields = [("confirm", "x"), ("user_id", &bob.id.to_string())];
            let path = acme.settings(section);
            bob.browser.post(&path, &fields).await.expect(403);
        }
    }
}

/// Shows: access.just-lost
#[tokio::test]
async fn a_user_who_lost_the_permission_or_left_is_refused_at_once() {
    let instance = TestInstance::open().await;
    let (_, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let role = acme.join_with(&bob, Permissions::ADMINISTRATOR).await;
    let forms = forms(&instance, &acme).await;
    bob.browser.get(&acme.settings("")).await.expect(200);
    acme.take(&role, &bob).await;
    let before = instance.all_of_servers().await;
    for (path, fields) in &forms {
        send(&bob.browser, path, fields).await.expect(403);
    }
    assert_eq!(instance.all_of_servers().await, before);
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let before = instance.all_of_servers().await;
    for (path, fields) in &forms {
        send(&bob.browser, path, fields).await.expect(404);
    }
    bob.browser.get(&acme.settings("")).await.expect(404);
    assert_eq!(instance.all_of_servers().await, before);
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn what_belongs_to_another_server_is_not_found_under_ones_own() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let other = instance.server("Other", &bob).await;
    let theirs = other.role("theirs", Permissions::NONE, false).await.id;
    let general = other.general.id;
    let code = Invite::create(&instance.app, bob.id, other.id()).await.unwrap().code;
    let before = instance.all_of_servers().await;
    for section in [format!("/channels/{general}"), format!("/roles/{theirs}"), format!("/members/{}", bob.id)] {
        let path = acme.settings(&section);
        alice.browser.get(&path).await.expect(404);
        let fields = [("name", "mine"), ("roles", "")];
        alice.browser.post(&path, &fields[..1]).await.expect(404);
    }
    for section in [
        format!("/channels/{general}/delete"),
        format!("/channels/{general}/overwrites"),
        format!("/roles/{theirs}/delete"),
        format!("/members/{}/remove", bob.id),
        format!("/members/{}/ban", bob.id),
        format!("/members/{}/timeout", bob.id),
        format!("/bans/{}/lift", bob.id),
        format!("/invites/{code}/delete"),
    ] {
        let target = format!("role:{}", acme.all().await.id);
        let fields = [("target", target.as_str()), ("deny", "view_channel")];
        let path = acme.settings(&section);
        alice.browser.post(&path, &fields).await.expect(404);
    }
    assert_eq!(instance.all_of_servers().await, before);
}

/// Shows: access.malformed-ids
#[tokio::test]
async fn malformed_ids_are_not_found() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    for id in ["0", "-1", "007", "+7", "x", "9007199254740992", "1.0"] {
        for section in ["channels", "roles", "members"] {
            let path = acme.settings(&format!("/{section}/{id}"));
            alice.browser.get(&path).await.expect(404);
            alice.browser.post(&path, &[("name", "x")]).await.expect(404);
        }
        let path = format!("/servers/{id}/settings");
        alice.browser.get(&path).await.expect(404);
        alice.browser.post(&path, &[("name", "x")]).await.expect(404);
    }
}

/// Shows: cross-site.forms
#[tokio::test]
async fn a_form_from_another_site_changes_nothing() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let before = instance.all_of_servers().await;
    let fields = [("name", "Changed"), ("confirm", "Acme")];
    for section in ["", "/delete", "/invites", "/channels"] {
        let path = acme.settings(section);
        let from = [("Sec-Fetch-Site", "cross-site")];
        let answer = alice.browser.post_with(&path, &fields, &from).await;
        answer.expect(403);
    }
    assert_eq!(instance.all_of_servers().await, before);
}

#[tokio::test]
async fn a_server_gets_another_name() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let path = acme.settings("");
    let answer = alice.browser.post(&path, &[("name", "Zenith")]).await;
    assert_eq!(answer.expect(303).location(), path);
    let page = alice.browser.get(&path).await.expect(200);
    assert_eq!(page.attributes("input[name=name]", "value"), ["Zenith"]);
    let answer = alice.browser.post(&path, &[("name", " ")]).await.expect(422);
    assert_eq!(answer.faults(), ["name"]);
}

/// Accepts the one server that is offered to a person.
async fn accept_offer(person: &Person<'_>) {
    let page = person.browser.get("/settings/transfers").await.expect(200);
    let actions = page.attributes("form", "action");
    let accept = actions.iter().find(|action| action.ends_with("/accept")).unwrap();
    person.browser.post(accept, &[]).await.expect(303);
}

#[tokio::test]
async fn the_owner_hands_the_server_over_to_a_member() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let eve = instance.person("eve").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await;
    let path = acme.settings("/owner");
    for nobody in [alice.id.to_string(), eve.id.to_string(), "x".into(), "".into()] {
        let fields = [("user_id", nobody.as_str())];
        let answer = alice.browser.post(&path, &fields).await.expect(422);
        assert_eq!(answer.faults(), ["user_id"], "{nobody}");
    }
    let bobs = bob.id.to_string();
    let fields = [("user_id", bobs.as_str())];
    alice.browser.post(&path, &fields).await.expect(303);
    accept_offer(&bob).await;
    let hers = Membership::find(&instance.app.db, alice.id, acme.id()).await;
    assert_eq!(hers.unwrap().unwrap().permissions(), Permissions::DEFAULT_FOR_ALL_ROLE);
    alice.browser.post(&path, &fields).await.expect(403);
    bob.browser.get(&acme.settings("")).await.expect(200);
    let leave = format!("/servers/{}/leave", acme.id());
    alice.browser.post(&leave, &[]).await.expect(303);
}

#[tokio::test]
async fn a_server_is_handed_over_by_nickname_where_there_are_too_many_to_choose_from() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let path = acme.settings("/owner");
    for nobody in ["nobody", "alice", "b\0b"] {
        let fields = [("nickname", nobody)];
        alice.browser.post(&path, &fields).await.expect(422);
    }
    let fields = [("nickname", "@Bob")];
    alice.browser.post(&path, &fields).await.expect(303);
    let told = alice.browser.get("/settings/profile").await.one(".flash");
    let sentence = "The server is offered to @bob. It stays yours until they accept it.";
    assert!(told.contains(sentence), "{told}");
    accept_offer(&bob).await;
    let now = server::Entity::find_by_id(acme.id()).one(&*instance.app.db).await;
    assert_eq!(now.unwrap().unwrap().owner_id, bob.id);
}

#[tokio::test]
async fn a_server_is_not_handed_over_to_a_disabled_account() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    // Someone else can be chosen, so that the form is there.
    acme.join(&instance.person("carol").await).await;
    let (path, bobs) = (acme.settings("/owner"), bob.id.to_string());
    let options = async || {
        let page = alice.browser.get(&acme.settings("")).await.expect(200);
        page.attributes("select[name=user_id] option", "value")
    };
    assert!(options().await.contains(&bobs));
    let by = Operator::TERMINAL;
    assert!(bob.user.disable(&instance.app, &by).await.unwrap());
    assert!(!options().await.contains(&bobs));
    let before = instance.all_of_servers().await;
    let fields = [("user_id", &*bobs)];
    let answer = alice.browser.post(&path, &fields).await.expect(422);
    assert_eq!(answer.faults(), ["user_id"]);
    let by_nickname = [("nickname", "bob")];
    alice.browser.post(&path, &by_nickname).await.expect(422);
    assert_eq!(instance.all_of_servers().await, before);
    // Once it is enabled again, it can own one.
    assert!(bob.user.enable(&instance.app, &by).await.unwrap());
    alice.browser.post(&path, &fields).await.expect(303);
}

#[tokio::test]
async fn a_server_is_deleted_with_everything_in_it_once_its_name_is_typed() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let other = instance.server("Other", &alice).await;
    let path = acme.settings("/delete");
    for wrong in ["", "acme", "Other", "Acme!", "Acme\0"] {
        let answer = alice.browser.post(&path, &[("confirm", wrong)]).await;
        assert_eq!(answer.expect(422).faults(), ["confirm"]);
    }
    let answer = alice.browser.post(&path, &[("confirm", "Acme")]).await;
    assert_eq!(answer.expect(303).location(), "/servers");
    alice.browser.get(&acme.settings("")).await.expect(404);
    let access = UserAccess::load(&instance.app.db, alice.id).await.unwrap();
    let servers: Vec<&Server> = access.servers().collect();
    assert_eq!(servers, [&other.server]);
    let channels = channel::Entity::find().all(&*instance.app.db).await.unwrap();
    assert_eq!(channels, std::slice::from_ref::<Channel>(&other.general));
}

/// Shows: passwords.asked-again
#[tokio::test]
async fn actions_that_can_not_be_undone_ask_for_the_password_after_a_while() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let channel = acme.channel("spare").await;
    let role = acme.role("spare", Permissions::NONE, false).await;
    instance.clock.advance(Duration::from_secs(15 * 60 + 1));
    let before = instance.all_of_servers().await;
    let bobs = bob.id.to_string();
    let fields = [("confirm", "Acme"), ("user_id", bobs.as_str())];
    for section in [
        "/delete".to_owned(),
        "/owner".into(),
        format!("/channels/{}/delete", channel.id),
        format!("/roles/{}/delete", role.id),
    ] {
        let answer = alice.browser.post(&acme.settings(&section), &fields).await;
        assert!(answer.expect(303).location().starts_with("/confirm"));
    }
    assert_eq!(instance.all_of_servers().await, before);
    let page = alice.browser.get(&acme.settings("")).await.expect(200);
    assert!(page.text().contains("/confirm?next="));
}

#[tokio::test]
async fn of_two_who_are_offered_the_server_at_once_only_one_gets_the_offer() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let carol = instance.person("carol").await;
    let acme = instance.server("Acme", &alice).await;
    acme.join(&bob).await.join(&carol).await;
    let (first, second) = rocket::tokio::join!(
        ServerTransfer::offer(&instance.app, alice.id, acme.id(), Some(bob.id)),
        ServerTransfer::offer(&instance.app, alice.id, acme.id(), Some(carol.id)),
    );
    assert!(first.is_ok() != second.is_ok());
}

#[tokio::test]
async fn a_refusal_that_says_what_to_do_is_followed_by_no_other_advice() {
    const ASK: &str = "Ask someone who manages the server.";
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let leave = format!("/servers/{}/leave", acme.id());
    let owner = alice.browser.post(&leave, &[]).await.expect(403);
    assert!(owner.text().contains("Transfer it to another member first"));
    assert!(!owner.text().contains(ASK));
    let fields = [("name", "deploys")];
    let member = bob.browser.post(&acme.settings("/channels"), &fields).await;
    assert!(member.expect(403).text().contains(ASK));
}
