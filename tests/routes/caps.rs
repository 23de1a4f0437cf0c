//! Caps: how many of each thing a person, a server or a channel can have, and the refusal of more.
//! Those of event streams are tested with the streams.

use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::ChannelId;
use portico_store::models::accounts::session;
use portico_store::models::oauth::grant;
use portico_store::models::servers::{invite, member};
use portico_store::models::{Invite, Server, Session};
use rocket::figment::Figment;
use rocket::futures::future::join_all;
use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter};

use crate::support::{Answer, Browser, CALLBACK, Community, Person, TestInstance, decide};

/// The application with one cap lowered to `most`. Limits of speed are off: caps apply regardless.
async fn with(cap: &'static str, most: u32) -> TestInstance {
    TestInstance::configured(move |figment: Figment| figment.merge((format!("caps.{cap}"), most))).await
}

/// Sends the same form eight times at once, where there is room for one more.
async fn at_once(browser: &Browser<'_>, path: &str, fields: impl Fn(usize) -> Vec<(&'static str, String)>) -> Vec<u16> {
    let posts = (0..8).map(|number| {
        let fields = fields(number);
        async move {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(k, v)| (*k, v.as_str())).collect();
            browser.post(path, &fields).await.status
        }
    });
    let mut statuses = join_all(posts).await;
    statuses.sort_unstable();
    statuses
}

const ONE_OF_EIGHT: [u16; 8] = [303, 422, 422, 422, 422, 422, 422, 422];

#[track_caller]
fn expect_fault(answer: Answer, field: &str, sentence: &str) {
    let answer = answer.expect(422);
    let told = answer.one(&format!("[data-fault={field}]"));
    assert_eq!(told.trim(), sentence);
}

/// Shows: caps.servers
#[tokio::test]
async fn a_person_owns_no_more_servers_than_the_cap_however_many_are_made_at_once() {
    let instance = with("servers_owned", 3).await;
    let alice = instance.person("alice").await;
    for name in ["One", "Two"] {
        instance.server(name, &alice).await;
    }
    let named = |number| vec![("name", format!("Server {number}"))];
    let statuses = at_once(&alice.browser, "/servers", named).await;
    assert_eq!(statuses, ONE_OF_EIGHT);
    let page = alice.browser.post("/servers", &[("name", "Four")]).await;
    expect_fault(page, "form", "You own 3 servers, the most a person can own. Delete one or transfer it first.");
    assert_eq!(Server::all_of_owner(&instance.app.db, alice.id).await.unwrap().len(), 3);
}

/// Shows: caps.servers
#[tokio::test]
async fn a_server_is_handed_over_to_no_one_who_owns_as_many_as_a_person_can() {
    let instance = with("servers_owned", 1).await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    instance.server("Bob's", &bob).await;
    acme.join(&bob).await;
    // How many he owns is not told to her.
    let path = acme.settings("/owner");
    alice.browser.post(&path, &[("user_id", &bob.id.to_string())]).await.expect(303);
    let page = bob.browser.get("/settings/transfers").await.expect(200);
    let accept = page.attributes("form[action$='/accept']", "action").remove(0);
    let refused = bob.browser.post(&accept, &[]).await;
    expect_fault(refused, "form", "You own 1 server, the most a person can own. Delete one or transfer it first.");
    let owned = Server::all_of_owner(&instance.app.db, bob.id).await.unwrap();
    assert_eq!(owned.len(), 1);
}

/// Shows: caps.servers
#[tokio::test]
async fn a_person_joins_no_more_servers_than_the_cap_by_invites_used_at_once() {
    let instance = with("servers_joined", 3).await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let mut paths = Vec::new();
    for number in 0..3 {
        let owner = instance.person(&format!("owner{number}")).await;
        let server = instance.server("Acme", &owner).await;
        let invite = Invite::create(&instance.app, owner.id, server.id()).await.unwrap();
        paths.push(format!("/invites/{}", invite.code));
    }
    instance.server("Bob's", &bob).await;
    instance.server("Alice's", &alice).await;
    bob.browser.post(&paths[0], &[]).await.expect(303);
    let joins = paths[1..].iter().map(|path| bob.browser.post(path, &[]));
    let mut statuses: Vec<u16> = join_all(joins).await.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422]);
    let mut refused = 0;
    for path in &paths {
        let answer = bob.browser.post(path, &[]).await;
        // To where they are already they just go.
        if answer.status == 422 {
            let sentence = "You are in 3 servers, the most a person can be in. Leave one first.";
            expect_fault(answer, "form", sentence);
            refused += 1;
        }
    }
    assert_eq!(refused, 1);
    let answer = bob.browser.post("/servers", &[("name", "Another")]).await;
    assert!(answer.expect(422).one("[data-fault=form]").contains("You are in 3 servers"));
    let joined = member::Entity::find().filter(member::Column::UserId.eq(bob.id));
    assert_eq!(joined.count(&*instance.app.db).await.unwrap(), 3);
}

async fn acme(instance: &TestInstance) -> (Person<'_>, Community<'_>) {
    let (alice, acme) = instance.alice_with_acme().await;
    (alice, acme)
}

/// Shows: caps.of-a-server
#[tokio::test]
async fn a_server_has_no_more_channels_than_the_cap() {
    let instance = with("channels_per_server", 3).await;
    let (alice, acme) = acme(&instance).await;
    acme.channel("second").await;
    let path = acme.settings("/channels");
    let named = |number| vec![("name", format!("channel-{number}"))];
    assert_eq!(at_once(&alice.browser, &path, named).await, ONE_OF_EIGHT);
    let page = alice.browser.post(&path, &[("name", "more")]).await;
    let sentence = "This server has 3 channels, the most it can have. Delete one first.";
    expect_fault(page, "form", sentence);
}

/// Shows: caps.of-a-server
#[tokio::test]
async fn a_server_has_no_more_roles_than_the_cap() {
    let instance = with("roles_per_server", 2).await;
    let (alice, acme) = acme(&instance).await;
    let path = acme.settings("/roles");
    let named = |number| vec![("name", format!("Role number {number}"))];
    assert_eq!(at_once(&alice.browser, &path, named).await, ONE_OF_EIGHT);
    let page = alice.browser.post(&path, &[("name", "More")]).await;
    let sentence = "This server has 2 roles, the most it can have. Delete one first.";
    expect_fault(page, "form", sentence);
}

/// Shows: caps.of-a-server
#[tokio::test]
async fn a_server_has_no_more_invites_than_the_cap_and_a_deleted_one_makes_room() {
    let instance = with("invites_per_server", 1).await;
    let (alice, acme) = acme(&instance).await;
    let path = acme.settings("/invites");
    assert_eq!(at_once(&alice.browser, &path, |_| vec![]).await, ONE_OF_EIGHT);
    let page = alice.browser.post(&path, &[]).await;
    let sentence = "This server has 1 invite, the most it can have. Delete one first.";
    expect_fault(page, "form", sentence);
    let code = invite::Entity::find().one(&*instance.app.db).await.unwrap().unwrap().code;
    alice.browser.post(&format!("{path}/{code}/delete"), &[]).await.expect(303);
    alice.browser.post(&path, &[]).await.expect(303);
}

/// Shows: caps.of-a-server
#[tokio::test]
async fn a_server_has_no_more_overwrites_than_the_cap_over_all_its_channels() {
    let instance = with("overwrites_per_server", 2).await;
    let (alice, acme) = acme(&instance).await;
    let second = acme.channel("second").await;
    let path = |id: ChannelId| acme.settings(&format!("/channels/{id}/overwrites"));
    let mut targets = Vec::new();
    for number in 0..8 {
        let role = acme.role(&format!("Role number {number}"), Permissions::NONE, false).await;
        targets.push(format!("role:{}", role.id));
    }
    let set = async |channel: ChannelId, target: &str, allow: &str| {
        let fields = [("target", target), ("allow", allow)];
        alice.browser.post(&path(channel), &fields).await
    };
    set(acme.general.id, &targets[0], "view_channel").await.expect(303);
    let of = |number: usize| vec![("target", targets[number].clone()), ("allow", "view_channel".into())];
    assert_eq!(at_once(&alice.browser, &path(second.id), of).await, ONE_OF_EIGHT);
    let page = set(acme.general.id, &targets[1], "view_channel").await;
    let sentence = "This server has 2 sets of permissions in channels, the most it can have. Set all permissions of one to Inherit first.";
    expect_fault(page, "form", sentence);
    // What is there already can be changed, and removed.
    set(acme.general.id, &targets[0], "send_messages").await.expect(303);
    alice.browser.post(&path(acme.general.id), &[("target", &targets[0])]).await.expect(303);
    set(acme.general.id, &targets[1], "view_channel").await.expect(303);
}

fn webhook_into(channel: ChannelId) -> impl Fn(usize) -> Vec<(&'static str, String)> {
    move |number| vec![("channel_id", channel.to_string()), ("name", format!("Hook {number}"))]
}

/// Shows: caps.webhooks
#[tokio::test]
async fn a_channel_has_no_more_webhooks_than_the_cap_and_none_is_moved_into_it() {
    let instance = with("webhooks_per_channel", 2).await;
    let (alice, acme) = acme(&instance).await;
    acme.webhook(&alice, &acme.general).await;
    let into = webhook_into(acme.general.id);
    let statuses = at_once(&alice.browser, "/portal/webhooks", &into).await;
    assert_eq!(statuses, ONE_OF_EIGHT);
    let sentence = "This channel has 2 webhooks, the most it can have. \
                    Choose another channel, or delete a webhook first.";
    let general = acme.general.id.to_string();
    let fields = [("channel_id", general.as_str()), ("name", "More")];
    let page = alice.browser.post("/portal/webhooks", &fields).await;
    expect_fault(page, "channel_id", sentence);

    let side = acme.channel("side").await;
    let hook = acme.webhook(&alice, &side).await;
    let path = format!("/portal/webhooks/{}", hook.id());
    expect_fault(alice.browser.post(&path, &fields).await, "channel_id", sentence);
    // In its own channel, full or not, it can be renamed.
    let side = side.id.to_string();
    let fields = [("channel_id", side.as_str()), ("name", "Renamed")];
    alice.browser.post(&path, &fields).await.expect(303);
}

/// Shows: caps.webhooks
#[tokio::test]
async fn webhooks_moved_into_a_channel_at_once_stay_below_its_cap() {
    let instance = with("webhooks_per_channel", 1).await;
    let (alice, acme) = acme(&instance).await;
    let mut paths = Vec::new();
    for number in 0..4 {
        let channel = acme.channel(&format!("channel-{number}")).await;
        let hook = acme.webhook(&alice, &channel).await;
        paths.push(format!("/portal/webhooks/{}", hook.id()));
    }
    let general = acme.general.id.to_string();
    let fields = [("channel_id", general.as_str()), ("name", "Moved")];
    let moves = paths.iter().map(|path| alice.browser.post(path, &fields));
    let mut statuses: Vec<u16> = join_all(moves).await.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 422, 422, 422]);
}

/// Shows: caps.webhooks
#[tokio::test]
async fn a_server_has_no_more_webhooks_than_the_cap_over_all_its_channels() {
    let instance = with("webhooks_per_server", 2).await;
    let (alice, acme) = acme(&instance).await;
    let side = acme.channel("side").await;
    acme.webhook(&alice, &acme.general).await;
    let statuses = at_once(&alice.browser, "/portal/webhooks", webhook_into(side.id)).await;
    assert_eq!(statuses, ONE_OF_EIGHT);
    let side = side.id.to_string();
    let fields = [("channel_id", side.as_str()), ("name", "More")];
    let page = alice.browser.post("/portal/webhooks", &fields).await;
    let sentence = "This server has 2 webhooks, the most it can have. Delete one first.";
    expect_fault(page, "form", sentence);
}

/// Shows: caps.apps
#[tokio::test]
async fn a_person_owns_no_more_apps_than_the_cap() {
    let instance = with("apps_per_person", 2).await;
    let alice = instance.person("alice").await;
    instance.oauth_app(&alice, CALLBACK).await;
    let named = |number| vec![("name", format!("App {number}")), ("redirect_uris", CALLBACK.into())];
    let statuses = at_once(&alice.browser, "/portal/apps", named).await;
    assert_eq!(statuses, ONE_OF_EIGHT);
    let fields = [("name", "More"), ("redirect_uris", CALLBACK)];
    let page = alice.browser.post("/portal/apps", &fields).await;
    let sentence = "You own 2 apps, the most a person can own. Delete one first.";
    expect_fault(page, "form", sentence);
}

/// Shows: caps.apps
#[tokio::test]
async fn an_app_has_no_more_redirect_uris_than_the_cap() {
    let instance = with("redirect_uris_per_app", 1).await;
    let (alice, app) = instance.alice_with_app().await;
    let two = format!("{CALLBACK}\nhttps://another.example/callback");
    let fields = [("name", "More"), ("redirect_uris", two.as_str())];
    let sentence = "An app can have only 1 redirect URI. Remove the others.";
    for path in ["/portal/apps".to_owned(), format!("/portal/apps/{}", app.id())] {
        let page = alice.browser.post(&path, &fields).await;
        expect_fault(page, "redirect_uris", sentence);
    }
}

/// Shows: caps.apps
#[tokio::test]
async fn a_person_approves_no_more_apps_than_the_cap() {
    let instance = with("connected_apps_per_person", 1).await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let first = instance.oauth_app(&alice, CALLBACK).await;
    let second = instance.oauth_app(&alice, CALLBACK).await;
    first.approve(&bob.browser, &first.authorize_url()).await.code();
    let page = bob.browser.get(&second.authorize_url()).await.expect(200);
    let refused = second.answer(&bob.browser, &page, "approve").await.expect(422);
    expect_connected_apps(&refused);
    // A device asks on the same page.
    second.allow_devices(true).await;
    let codes = second.post_form("/oauth/device", &[]).await;
    let codes = codes.expect(200).json();
    let typed = [("user_code", codes["user_code"].as_str().unwrap())];
    let page = bob.browser.post("/device", &typed).await.expect(200);
    let page = decide(&bob.browser, &page, "continue").await.expect(200);
    expect_connected_apps(&decide(&bob.browser, &page, "approve").await.expect(422));
    // The one that is approved already goes on.
    first.approve(&bob.browser, &first.authorize_url()).await.code();
    assert_eq!(grant::Entity::find().count(&*instance.app.db).await.unwrap(), 1);
}

/// The consent page again, with what to do about the cap.
#[track_caller]
fn expect_connected_apps(page: &Answer) {
    let sentence = "You have 1 connected app, the most a person can have. Revoke one under Connected apps first.";
    assert!(page.text().contains(sentence), "{}", page.text());
    assert_eq!(page.attributes("[data-fault]", "data-fault"), ["form"]);
    assert_eq!(page.attributes("#consent input[name=token]", "name"), ["token"]);
}

/// Shows: caps.sessions
#[tokio::test]
async fn a_sign_in_beyond_the_cap_ends_the_session_that_was_used_least_recently() {
    let instance = with("sessions_per_person", 3).await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    let browsers = [instance.browser(), instance.browser(), instance.browser()];
    for browser in &browsers[..2] {
        instance.clock.advance(std::time::Duration::from_secs(60));
        instance.sign_in_on(browser, &alice.user).await;
    }
    // The oldest one is used again, so that the second one is the least recent.
    instance.clock.advance(std::time::Duration::from_secs(20 * 60));
    alice.browser.get("/portal").await.expect(200);
    instance.session_noted(&alice).await;
    instance.clock.advance(std::time::Duration::from_secs(60));
    instance.sign_in_on(&browsers[2], &alice.user).await;
    alice.browser.get("/portal").await.expect(200);
    browsers[0].get("/portal").await.expect(303);
    browsers[1].get("/portal").await.expect(200);
    browsers[2].get("/portal").await.expect(200);
    bob.browser.get("/portal").await.expect(200);
}

/// Shows: caps.sessions
#[tokio::test]
async fn sign_ins_at_once_leave_no_more_sessions_than_the_cap() {
    let instance = with("sessions_per_person", 3).await;
    let alice = instance.person("alice").await;
    let browsers: Vec<_> = (0..8).map(|_| instance.browser()).collect();
    join_all(browsers.iter().map(|browser| instance.sign_in_on(browser, &alice.user))).await;
    let kept = session::Entity::find().filter(session::Column::UserId.eq(alice.id));
    assert_eq!(kept.count(&*instance.app.db).await.unwrap(), 3);
    assert_eq!(Session::all_of(&instance.app, alice.id).await.unwrap().len(), 3);
}
