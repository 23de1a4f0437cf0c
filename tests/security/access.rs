//! Every route that names an object, requested by everyone who doesn't own it. The routes come from the mounted ones.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::servers::member;
use rocket::http::Method;
use sea_orm::EntityTrait;

use super::town::{Town, is_endpoint};
use crate::support::{Browser, TestInstance};

/// Available to everyone with the URL: pictures, files, invites. Everyone may report an app that asks them to sign in.
const PUBLIC: [&str; 5] = ["/docs/", "/avatars/", "/static/", "/invites/", "/oauth/apps/"];

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Asking {
    SignedOut,
    Stranger,
    /// Of the server, with nothing beyond what every member holds.
    Member,
    /// The same, who may not view the channel.
    BlindMember,
}

/// What they are told; none where it is their right.
fn told(pattern: &str, asking: Asking) -> Option<u16> {
    let starts = |start: &str| pattern.starts_with(start);
    match asking {
        Asking::SignedOut => Some(303),
        Asking::Stranger => Some(404),
        Asking::Member | Asking::BlindMember => match pattern {
            _ if starts("/servers/<server_id>/settings") || starts("/portal/webhooks/") => Some(403),
            _ if starts("/channels/") => (asking == Asking::BlindMember).then_some(404),
            _ if starts("/servers/<server_id>") => None,
            _ => Some(404),
        },
    }
}

/// Asks for everything that names an object. Nothing may change by it.
async fn walk(town: &Town<'_>, browser: &Browser<'_>, asking: Asking) {
    let there_is = async || {
        let mut dump = town.instance.dump().await;
        // A form of someone signed out is kept for the browser that sent it.
        dump.remove("saved_forms");
        dump
    };
    let before = there_is().await;
    let mut walked = 0;
    for (method, pattern) in town.routes() {
        let is_public = PUBLIC.iter().any(|start| pattern.starts_with(start));
        if !pattern.contains('<') || is_public || is_endpoint(&pattern) {
            continue;
        }
        let Some(status) = told(&pattern, asking) else {
            continue;
        };
        walked += 1;
        let answer = town.ask(browser, method, &pattern).await;
        assert_eq!(answer.status, status, "{asking:?}: {method} {pattern}");
        if status == 303 {
            assert!(answer.location().starts_with("/sign-in"), "{pattern}");
        }
        for theirs in [town.hook.token(), &town.app.secret] {
            assert!(!answer.text().contains(theirs), "{method} {pattern}");
        }
    }
    assert!(walked > 20, "only {walked} routes were found");
    assert_eq!(there_is().await, before, "{asking:?}");
}

/// Shows: access.signed-out
#[tokio::test]
async fn signed_out_users_are_sent_to_sign_in_from_every_owned_object() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    walk(&town, &instance.browser(), Asking::SignedOut).await;
}

/// Shows: access.stranger
#[tokio::test]
async fn for_a_stranger_no_objects_of_others_exist() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    walk(&town, &town.mallory.browser, Asking::Stranger).await;
}

/// Shows: access.no-permission
#[tokio::test]
async fn a_member_without_the_permission_changes_and_sees_nothing() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    walk(&town, &town.bob.browser, Asking::Member).await;
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn to_a_member_who_may_not_view_it_a_channel_does_not_exist() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let (view, none) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
    town.acme.overwrite_member(&town.busy, &town.bob, none, view).await;
    walk(&town, &town.bob.browser, Asking::BlindMember).await;
}

/// Shows: access.just-lost
#[tokio::test]
async fn a_lost_permission_takes_effect_at_once() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let carol = &town.carol.browser;
    for pattern in ["/servers/<server_id>/settings", "/portal/webhooks/<id>"] {
        town.ask(carol, Method::Get, pattern).await.expect(200);
    }
    town.acme.take(&town.power, &town.carol).await;
    walk(&town, carol, Asking::Member).await;
}

/// Shows: access.just-left
#[tokio::test]
async fn a_user_who_just_left_is_a_stranger_at_once() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    let carol = &town.carol.browser;
    let server = "/servers/<server_id>/settings";
    town.ask(carol, Method::Get, server).await.expect(200);
    member::Entity::delete_by_id((town.acme.id(), town.carol.id)).exec(&*instance.app.db).await.unwrap();
    walk(&town, carol, Asking::Stranger).await;
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn what_is_of_another_server_is_refused_in_every_form() {
    let instance = TestInstance::open().await;
    let town = Town::build(&instance).await;
    // Even where she may look at it.
    town.other.join(&town.alice).await;
    let theirs = town.other.role("Pirates", Permissions::NONE, true).await;
    let [role, channel] = [theirs.id.get(), town.other.general.id.get()].map(|id| id.to_string());
    let mallory = town.mallory.id.to_string();
    let overwrites = format!("/channels/{}/overwrites", town.busy.id);
    let member = format!("/members/{}", town.bob.id);
    let hook = format!("/portal/webhooks/{}", town.hook.id());
    let before = instance.dump().await;
    for (path, name, value) in [
        (town.acme.settings(&overwrites), "target", format!("role:{role}")),
        (town.acme.settings(&overwrites), "target", format!("user:{mallory}")),
        (town.acme.settings(&member), "roles", role.clone()),
        (town.acme.settings("/owner"), "user_id", mallory.clone()),
        ("/portal/webhooks".to_owned(), "channel_id", channel.clone()),
        (hook, "channel_id", channel),
    ] {
        let fields = [(name, value.as_str()), ("deny", "send_messages"), ("name", "Mine")];
        let answer = town.alice.browser.post(&path, &fields).await;
        assert!([403, 404, 422].contains(&answer.status), "{} of {path} with {name}", answer.status);
        assert_eq!(instance.dump().await, before, "{path} with {name}");
    }
}
