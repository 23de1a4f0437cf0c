//! `/channels/<id>/completions`: names for the composer, and whose names these are.

use portico_rules::chat::permissions::Permissions;
use portico_store::models::Channel;
use rocket::figment::map;
use serde_json::Value;

use crate::support::{Person, TestInstance};

const NONE: Permissions = Permissions::NONE;

fn path(channel: &Channel, typed: &str) -> String {
    let typed: String = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect();
    format!("/channels/{}/completions?q={typed}", channel.id)
}

async fn completed(person: &Person<'_>, channel: &Channel, typed: &str) -> Vec<String> {
    let answer = person.browser.get(&path(channel, typed)).await.expect(200);
    let json = answer.json();
    let completions = json["completions"].as_array().unwrap();
    let text = |completion: &Value| completion["text"].as_str().unwrap().to_owned();
    completions.iter().map(text).collect()
}

#[tokio::test]
async fn names_of_members_roles_and_channels_are_completed() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    for name in ["bob", "bonnie", "carol"] {
        acme.join(&instance.person(name).await).await;
    }
    instance.person("bonus").await;
    acme.role("Boat crew", NONE, true).await;
    acme.role("Silent boat", NONE, false).await;
    acme.channel("boats").await;
    acme.channel("old-boats").await;
    for (typed, expected) in [
        ("@bo", &["@bob", "@bonnie", "@Boat crew", "@Silent boat"][..]),
        ("@BO", &["@bob", "@bonnie", "@Boat crew", "@Silent boat"]),
        ("@bonn", &["@bonnie"]),
        ("@cr", &["@Boat crew"]),
        ("@al", &["@alice", "@all"]),
        ("@nobody", &[]),
        ("#bo", &["#boats", "#old-boats"]),
        ("#Gen", &["#general"]),
        ("#nowhere", &[]),
        ("bo", &[]),
        ("", &[]),
    ] {
        assert_eq!(completed(&alice, &acme.general, typed).await, expected, "{typed}");
    }
    let json = alice.browser.get(&path(&acme.general, "@bob")).await.json();
    assert_eq!(json["completions"][0], serde_json::json!({ "text": "@bob", "label": "Bob", "kind": "user" }));
    // Who may not mention everyone is not offered it, nor a role that would stay silent.
    let bob = instance.person("bobby").await;
    acme.join(&bob).await;
    let offered = completed(&bob, &acme.general, "@bo").await;
    assert_eq!(offered, ["@bob", "@bobby", "@bonnie", "@Boat crew"]);
    assert_eq!(completed(&bob, &acme.general, "@al").await, ["@alice"]);
}

#[tokio::test]
async fn members_are_found_by_their_display_names_too() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    let fields = [("name", "Zoë Quay"), ("nickname", "alice")];
    alice.browser.post("/settings/profile", &fields).await.expect(303);
    for typed in ["@zo", "@ZOË", "@qua"] {
        assert_eq!(completed(&alice, &acme.general, typed).await, ["@alice"], "{typed}");
    }
}

/// Shows: access.hidden-channel
#[tokio::test]
async fn a_channel_that_the_user_cannot_see_is_not_completed_and_completes_nothing() {
    let instance = TestInstance::open().await;
    let (alice, bob, acme, _) = instance.acme_with_webhook_and_bob().await;
    let secret = acme.channel("secret").await;
    let view = Permissions::VIEW_CHANNEL;
    acme.overwrite_role(&secret, &acme.all().await, NONE, view).await;
    assert_eq!(completed(&alice, &acme.general, "#se").await, ["#secret"]);
    assert_eq!(completed(&bob, &acme.general, "#se").await, [""; 0]);
    bob.browser.get(&path(&secret, "#ge")).await.expect(404);
    let eve = instance.person("eve").await;
    eve.browser.get(&path(&acme.general, "@al")).await.expect(404);
    let signed_out = instance.browser().get(&path(&acme.general, "@al")).await;
    assert!(signed_out.expect(303).location().starts_with("/sign-in"));
    alice.browser.get("/channels/x/completions?q=%40a").await.expect(404);
    alice.browser.get("/channels/1/completions?q=%40a").await.expect(404);
    let none = format!("/channels/{}/completions", acme.general.id);
    assert_eq!(alice.browser.get(&none).await.expect(200).text(), "{\"completions\":[]}");
}

#[tokio::test]
async fn whatever_is_typed_is_no_error_and_a_list_is_short() {
    let instance = TestInstance::open().await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    for odd in
        ["@\0", "@%", "@_", "@~", "#\0", "@@", "##", "@東京", &"@a".repeat(50), &format!("@{}", "a".repeat(5_000))]
    {
        assert_eq!(completed(&alice, &acme.general, odd).await, [""; 0], "{odd:?}");
    }
    for turn in 0..12 {
        acme.join(&instance.person(&format!("crew{turn}")).await).await;
        acme.role(&format!("crew {turn}"), NONE, true).await;
        acme.channel(&format!("crew-{turn}")).await;
    }
    for typed in ["@crew", "#crew"] {
        assert_eq!(completed(&alice, &acme.general, typed).await.len(), 8, "{typed}");
    }
}

#[tokio::test]
async fn completions_are_limited_for_each_user() {
    let limit = map! { "burst" => 2, "per_minute" => 1 };
    let instance = TestInstance::configured(|figment| {
        figment.merge(("throttle.enabled", true)).merge(("throttle.completion", limit))
    })
    .await;
    let (alice, acme, _) = instance.acme_with_webhook().await;
    for _ in 0..2 {
        completed(&alice, &acme.general, "@al").await;
    }
    alice.browser.get(&path(&acme.general, "@al")).await.expect(429);
}
