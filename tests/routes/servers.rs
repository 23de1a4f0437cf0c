//! `/servers`, `/servers/<id>` and `/servers/<id>/leave`.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Membership;
use portico_store::models::servers::access::UserAccess;
use portico_store::models::servers::invite;
use sea_orm::EntityTrait;
use serde_json::json;

use crate::support::TestInstance;

#[tokio::test]
async fn a_new_server_leads_to_its_channel_general() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let made = alice.browser.post("/servers", &[("name", " Acme ")]).await.expect(303);
    let channel = alice.browser.get(made.location()).await.expect(303);
    assert!(channel.location().starts_with("/channels/"));
    let list = alice.browser.get("/servers").await.expect(200);
    assert_eq!(list.all(".rows .list-title"), ["Acme"]);
    let id = made.location().strip_prefix("/servers/").unwrap();
    let standing = Membership::find(&instance.app.db, alice.id, id.parse().unwrap()).await.unwrap().unwrap();
    assert!(standing.is_owner());
    let all = &standing.roles[0];
    assert!(all.is_all());
    assert_eq!(all.permissions(), Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES);
    let access = UserAccess::load(&instance.app.db, alice.id).await.unwrap();
    let channels = access.channels_of(standing.server.id);
    let names: Vec<&str> = channels.map(|channel| channel.name.as_str()).collect();
    assert_eq!(names, ["general"]);
}

#[tokio::test]
async fn a_server_without_a_proper_name_is_not_made_and_the_name_stays_typed() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    let long = "n".repeat(65);
    for name in ["", "  ", &long, "a\u{202E}b"] {
        let answer = alice.browser.post("/servers", &[("name", name)]).await.expect(422);
        assert_eq!(answer.faults(), ["name"]);
        assert_eq!(answer.attributes("input[name=name]", "value"), [name]);
    }
    alice.browser.post("/servers", &[]).await.expect(422);
    assert_eq!(alice.browser.get("/servers").await.all(".rows .list-title"), [""; 0]);
}

#[tokio::test]
async fn the_list_shows_only_the_servers_one_is_in() {
    let instance = TestInstance::open().await;
    let (alice, bob) = (instance.person("alice").await, instance.person("bob").await);
    instance.server("Hers", &alice).await;
    instance.server("His", &bob).await.join(&alice).await;
    instance.server("His alone", &bob).await;
    let list = alice.browser.get("/servers").await.expect(200);
    assert_eq!(list.all(".rows .list-title"), ["Hers", "His"]);
}

#[tokio::test]
async fn a_name_is_shown_as_text() {
    let instance = TestInstance::open().await;
    let alice = instance.person("alice").await;
    instance.server("<img src=x onerror=alert(1)>", &alice).await;
    let list = alice.browser.get("/servers").await.expect(200);
    assert_eq!(list.all(".rows img"), [""; 0]);
    assert_eq!(list.one(".rows .list-title"), "<img src=x onerror=alert(1)>");
}

#[tokio::test]
async fn a_server_leads_to_the_first_channel_that_is_open_to_the_member() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme) = instance.acme_with_bob().await;
    let builds = acme.channel("builds").await;
    acme.overwrite_role(&acme.general, &acme.all().await, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let path = format!("/servers/{}", acme.id());
    assert_eq!(bob.browser.get(&path).await.expect(303).location(), format!("/channels/{}", builds.id));
    assert_eq!(alice.browser.get(&path).await.expect(303).location(), format!("/channels/{}", acme.general.id));
}

#[tokio::test]
async fn a_member_who_sees_no_channel_gets_an_explanation() {
    let instance = TestInstance::open().await;
    let (_alice, bob, acme) = instance.acme_with_bob().await;
    acme.overwrite_member(&acme.general, &bob, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    let page = bob.browser.get(&format!("/servers/{}", acme.id())).await.expect(200);
    assert!(page.text().contains("You can’t see any channels"));
}

/// Shows: access.stranger
#[tokio::test]
async fn a_server_shows_itself_to_its_members_alone() {
    let instance = TestInstance::open().await;
    let (alice, eve) = (instance.person("alice").await, instance.person("eve").await);
    let acme = instance.server("Acme", &alice).await;
    let path = format!("/servers/{}", acme.id());
    eve.browser.get(&path).await.expect(404);
    eve.browser.post(&format!("{path}/leave"), &[]).await.expect(404);
    for id in ["0", "-1", "01", "x", "9007199254740992", "1e3", "%20"] {
        alice.browser.get(&format!("/servers/{id}")).await.expect(404);
    }
    for path in [path.as_str(), "/servers"] {
        let answer = instance.browser().get(path).await.expect(303);
        assert!(answer.location().starts_with("/sign-in?next="));
    }
    let answer = instance.browser().post("/servers", &[("name", "x")]).await;
    assert!(answer.expect(303).location().starts_with("/sign-in"));
}

/// Shows: access.denial-stays
#[tokio::test]
async fn leaving_and_coming_back_gives_up_roles_and_lifts_no_denial() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    let other = instance.server("Other", &alice).await;
    acme.join_with(&bob, Permissions::MENTION_ALL).await;
    other.join_with(&bob, Permissions::MENTION_ALL).await;
    acme.overwrite_member(&acme.general, &bob, Permissions::NONE, Permissions::SEND_MESSAGES).await;
    let channel = format!("/channels/{}", acme.general.id);
    let messages = format!("{channel}/messages");
    let says = [("content", "hello")];
    bob.browser.post(&messages, &says).await.expect(403);

    let invites = acme.settings("/invites");
    alice.browser.post(&invites, &[]).await.expect(303);
    let invite = invite::Entity::find().one(&*instance.app.db).await.unwrap().unwrap();
    let leave = format!("/servers/{}/leave", acme.id());
    for _ in 0..2 {
        let answer = bob.browser.post(&leave, &[]).await.expect(303);
        assert_eq!(answer.location(), "/servers");
        bob.browser.get(&channel).await.expect(404);
        bob.browser.post(&messages, &says).await.expect(404);
        let join = format!("/invites/{}", invite.code);
        bob.browser.post(&join, &[]).await.expect(303);
        assert_eq!(acme.held_by(&bob).await, []);
        bob.browser.get(&channel).await.expect(200);
        bob.browser.post(&messages, &says).await.expect(403);
    }
    assert_eq!(other.held_by(&bob).await.len(), 1);
}

/// Shows: access.denial-stays
#[tokio::test]
async fn what_a_channel_allows_gives_nothing_to_someone_who_left() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let everything = Permissions::CHANNEL;
    acme.overwrite_member(&acme.general, &bob, everything, Permissions::NONE).await;
    let hook = acme.webhook(&bob, &acme.general).await;
    let body = json!({ "content": "@all @alice", "allowedMentions": { "parse": ["all", "users"] } });
    let fired = async || {
        let answer = hook.post(body.clone()).await.expect(200);
        answer.json()["mentions"]["fired"].as_array().unwrap().len()
    };
    assert_eq!(fired().await, 2);
    let leave = format!("/servers/{}/leave", acme.id());
    bob.browser.post(&leave, &[]).await.expect(303);
    let channel = format!("/channels/{}", acme.general.id);
    for path in [channel.clone(), format!("{channel}/events")] {
        bob.browser.get(&path).await.expect(404);
    }
    bob.browser.post(&format!("{channel}/messages"), &[("content", "hello")]).await.expect(404);
    assert_eq!(Membership::find(&instance.app.db, bob.id, acme.id()).await.unwrap().map(|_| ()), None);
    // The webhook's creator holds nothing any more, and a mention does not reach them.
    assert_eq!(fired().await, 1);
    alice.browser.post(&format!("{channel}/messages"), &[("content", "@all @bob")]).await.expect(303);
    let inbox = bob.browser.get("/inbox").await.expect(200);
    assert_eq!(inbox.attributes(".inbox [data-message-id]", "data-message-id"), Vec::<String>::new());
}

#[tokio::test]
async fn the_owner_cannot_leave() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let before = instance.all_of_servers().await;
    let answer = alice.browser.post(&format!("/servers/{}/leave", acme.id()), &[]).await.expect(403);
    assert!(answer.text().contains("Transfer it"));
    assert_eq!(instance.all_of_servers().await, before);
}
