//! `/portal/webhooks/<id>`: showing, editing, pausing, regenerating and deleting webhooks.

use std::time::Duration;

use portico_rules::chat::permissions::Permissions;
use portico_store::models::accounts::user;
use portico_store::models::servers::member;
use portico_store::models::webhooks::webhook;
use sea_orm::EntityTrait;
use serde_json::json;

use crate::support::{TestInstance, TestWebhook};

fn settings(hook: &TestWebhook<'_>) -> String {
    format!("{}/settings", page(hook))
}

fn page(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}", hook.id())
}

fn revealed(hook: &TestWebhook<'_>) -> String {
    format!("/portal/webhooks/{}?reveal", hook.id())
}

/// Shows: access.foreign-ids
#[tokio::test]
async fn it_moves_within_its_server_alone() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = instance.server("Other", &alice).await;
    let elsewhere = other.general.id.to_string();
    let nowhere = instance.app.id::<i64>().to_string();
    for channel in [elsewhere.as_str(), &nowhere, "", "x", "0"] {
        let fields = [("name", "Alarms"), ("channel_id", channel)];
        let answer = alice.browser.post(&page(&hook), &fields).await.expect(422);
        assert_eq!(answer.faults(), ["channel_id"], "{channel}");
        assert_eq!(answer.attributes("#f-name", "value"), ["Alarms"]);
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
    drop(acme);
}

/// Shows: access.webhooks-manage
#[tokio::test]
async fn it_moves_into_no_channel_and_out_of_none_that_the_editor_cannot_see() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    let bob = instance.person("bob").await;
    acme.join_with(&bob, Permissions::MANAGE_SERVER).await;
    let hidden = acme.channel("hidden").await;
    let hide = async |channel| {
        acme.overwrite_member(channel, &bob, Permissions::NONE, Permissions::VIEW_CHANNEL).await;
    };
    hide(&hidden).await;
    let fields = [("name", "Alarms"), ("channel_id", &hidden.id.to_string())];
    bob.browser.post(&page(&hook), &fields).await.expect(422);
    hide(&acme.general).await;
    let open = acme.channel("open").await;
    for channel in [&hidden, &acme.general, &open] {
        let fields = [("name", "Alarms"), ("channel_id", &channel.id.to_string())];
        bob.browser.post(&page(&hook), &fields).await.expect(403);
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
}

#[tokio::test]
async fn a_name_of_an_edit_follows_the_rules_of_display_names() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let channel = acme.general.id.to_string();
    let long = "x".repeat(65);
    for name in ["", " ", "\u{202e}x", &long] {
        let fields = [("name", name), ("channel_id", channel.as_str())];
        assert_eq!(alice.browser.post(&page(&hook), &fields).await.expect(422).faults(), ["name"]);
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
}

/// Shows: webhook.no-markup
#[tokio::test]
async fn markup_in_names_is_text_on_every_page() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let name = "<img src=x onerror=alert(1)>";
    let fields = [("name", name), ("channel_id", &acme.general.id.to_string())];
    alice.browser.post(&page(&hook), &fields).await.expect(303);
    for tab in ["", "/setup", "/deliveries", "/settings"] {
        let path = format!("{}{tab}", page(&hook));
        let shown = alice.browser.get(&path).await.expect(200);
        assert!(shown.text().contains("&lt;img src=x"), "{path}");
        assert!(!shown.text().contains("<img src=x"), "{path}");
    }
}

#[tokio::test]
async fn an_address_is_shown_unchanged() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let shown = alice.browser.get(&revealed(&hook)).await.expect(200);
    let address = format!(r#"id="runtime-url">http://localhost:8000{}<"#, hook.path);
    assert!(shown.text().contains(&address));
    let settings = format!(r#"href="/servers/{}/settings"#, acme.id());
    let shown = alice.browser.get(&acme.settings("/channels")).await;
    assert!(shown.expect(200).text().contains(&settings));
}

/// Shows: webhook.no-markup
#[tokio::test]
async fn quotes_in_a_name_end_no_attribute() {
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let name = r#""autofocus onfocus='alert(1)' &amp; </b>"#;
    let fields = [("name", name), ("channel_id", &acme.general.id.to_string())];
    alice.browser.post(&page(&hook), &fields).await.expect(303);
    let shown = alice.browser.get(&settings(&hook)).await.expect(200);
    assert_eq!(shown.attributes("#f-name", "value"), [name]);
    assert!(!shown.text().contains("onfocus='"));
}

#[tokio::test]
async fn until_it_is_revealed_the_page_does_not_contain_the_url() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(!shown.text().contains(hook.token()));
    assert_eq!(shown.one("#runtime-url"), "••••••••••••hidden");
    let reveal = format!("{}#runtime-url", revealed(&hook));
    assert!(shown.attributes("main a", "href").contains(&reveal));
    let faulty = [("name", ""), ("channel_id", "x")];
    for (path, fields) in [(page(&hook), &faulty[..]), (format!("{}/delete", page(&hook)), &[][..])] {
        let shown = alice.browser.post(&path, fields).await.expect(422);
        assert!(!shown.text().contains(hook.token()), "{path}");
    }
}

#[tokio::test]
async fn the_revealed_page_is_not_stored_and_leads_back() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let setup = format!("{}/setup", page(&hook));
    for (tab, ids) in [(page(&hook), &["runtime-url"][..]), (setup, &["export-line", "url-slack", "url-gitea"])] {
        for path in [format!("{tab}?reveal"), format!("{tab}?reveal=1")] {
            let shown = alice.browser.get(&path).await.expect(200);
            assert_eq!(shown.header("Cache-Control"), Some("no-store"));
            for id in ids {
                assert!(shown.one(&format!("#{id}")).contains(hook.token()), "{id}");
                let hide = format!("{tab}#{id}");
                assert!(shown.attributes("main a", "href").contains(&hide));
            }
        }
        let hidden = alice.browser.get(&tab).await.expect(200);
        assert!(!hidden.text().contains(hook.token()), "{tab}");
    }
}

#[tokio::test]
async fn no_one_else_reveals_it() {
    let instance = TestInstance::open().await;
    let (_alice, acme, hook) = instance.acme_with_webhook().await;
    let (member, stranger) = (instance.person("bob").await, instance.person("eve").await);
    acme.join(&member).await;
    for browser in [&member.browser, &stranger.browser] {
        let answer = browser.get(&revealed(&hook)).await;
        assert!([403, 404].contains(&answer.status), "{}", answer.status);
        assert!(!answer.text().contains(hook.token()));
    }
    let answer = instance.browser().get(&revealed(&hook)).await.expect(303);
    assert!(answer.location().starts_with("/sign-in"));
}

/// Shows: webhook.regenerated
#[tokio::test]
async fn after_a_regenerate_the_new_url_works_and_the_old_one_does_not() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let answer = alice.browser.post(&format!("{}/url", page(&hook)), &[]).await.expect(303);
    assert_eq!(answer.location(), revealed(&hook));
    hook.post(json!({ "content": "old" })).await.expect(404);
    let url = alice.browser.get(&revealed(&hook)).await.expect(200).one("#runtime-url");
    assert!(!url.contains(hook.token()));
    let path = url.strip_prefix("http://localhost:8000").unwrap();
    instance.post_json(path, &[], br#"{"content":"new"}"#).await.expect(200);
    assert_eq!(hook.messages().await.len(), 1);
}

/// Shows: passwords.asked-again
#[tokio::test]
async fn long_after_the_sign_in_the_url_is_hidden_and_acts_ask_for_the_password() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    instance.clock.advance(Duration::from_secs(16 * 60));
    let confirm = format!("/confirm?next={}%3Freveal", page(&hook));
    for path in [page(&hook), revealed(&hook)] {
        let shown = alice.browser.get(&path).await.expect(200);
        assert!(!shown.text().contains(hook.token()));
        assert!(shown.attributes("main a", "href").contains(&confirm));
    }
    for (route, fields) in [("/url", &[][..]), ("/delete", &[("confirm", "Builds")][..])] {
        let answer = alice.browser.post(&format!("{}{route}", page(&hook)), fields).await.expect(303);
        assert!(answer.location().starts_with("/confirm"), "{route}");
    }
    assert_eq!(hook.row().await, Some(hook.webhook.clone()));
    alice.browser.post("/confirm", &[("password", crate::support::PASSWORD), ("next", &page(&hook))]).await.expect(303);
    let shown = alice.browser.get(&revealed(&hook)).await.expect(200);
    assert!(shown.one("#runtime-url").ends_with(hook.token()));
}

/// Shows: secrets.sealed
#[tokio::test]
async fn a_url_sealed_under_another_key_is_explained_and_can_be_regenerated() {
    use sea_orm::{ActiveModelTrait, Set};
    let instance = TestInstance::open().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let other = acme.webhook(&alice, &acme.general).await;
    // Moved to another row, a sealed token does not open either.
    webhook::ActiveModel {
        id: Set(hook.id()),
        token_sealed: Set(other.webhook.token_sealed.clone()),
        ..Default::default()
    }
    .update(&*instance.app.db)
    .await
    .unwrap();
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(shown.all("#runtime-url").is_empty());
    assert!(shown.text().contains("can no longer be shown"));
    hook.post(json!({ "content": "still" })).await.expect(200);
    alice.browser.post(&format!("{}/url", page(&hook)), &[]).await.expect(303);
    alice.browser.get(&page(&hook)).await.expect(200).one("#runtime-url");
}

/// Shows: leaks.database
#[tokio::test]
async fn the_database_holds_no_token_in_the_clear() {
    let instance = TestInstance::open().await;
    let (_alice, _acme, hook) = instance.acme_with_webhook().await;
    let row = hook.row().await.unwrap();
    let token = hook.token().as_bytes();
    for bytes in [&row.token_hash, &row.token_sealed] {
        assert!(!bytes.windows(token.len()).any(|window| window == token));
    }
    assert_eq!(row.token_hash.len(), 32);
    assert!(!format!("{row:?}").contains("token"));
}

/// Shows: webhook.paused-or-deleted
#[tokio::test]
async fn a_paused_webhook_posts_nothing_until_it_is_resumed_under_the_same_url() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    alice.browser.post(&format!("{}/pause", page(&hook)), &[]).await.expect(303);
    hook.post(json!({ "content": "a" })).await.expect(404);
    assert!(alice.browser.get(&page(&hook)).await.one("h1").contains("Paused"));
    alice.browser.post(&format!("{}/test", page(&hook)), &[]).await.expect(303);
    assert!(hook.messages().await.is_empty());
    alice.browser.post(&format!("{}/resume", page(&hook)), &[]).await.expect(303);
    hook.post(json!({ "content": "b" })).await.expect(200);
}

#[tokio::test]
async fn a_test_message_mentions_who_sends_it_and_no_one_else() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    alice.browser.post(&format!("{}/test", page(&hook)), &[]).await.expect(303);
    let messages = hook.messages().await;
    assert_eq!(messages.len(), 1);
    let content = format!("This is a test message, @{}.", alice.nickname);
    assert_eq!(messages[0].content, content);
    assert_eq!(instance.mentions_of(messages[0].id).await.len(), 1);
    let shown = alice.browser.get(&page(&hook)).await.expect(200);
    assert!(shown.one("main").contains("test message"));
}

#[tokio::test]
async fn deleting_takes_its_name_and_its_messages_stay() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "a" })).await.expect(200);
    let delete = format!("{}/delete", page(&hook));
    for confirm in ["", "builds", "Build"] {
        let answer = alice.browser.post(&delete, &[("confirm", confirm)]).await.expect(422);
        assert_eq!(answer.faults(), ["confirm"]);
    }
    assert!(hook.row().await.is_some());
    let answer = alice.browser.post(&delete, &[("confirm", " Builds ")]).await.expect(303);
    assert_eq!(answer.location(), "/portal");
    assert!(hook.row().await.is_none());
    assert_eq!(hook.messages().await.len(), 1);
    hook.post(json!({ "content": "b" })).await.expect(404);
    alice.browser.get(&page(&hook)).await.expect(404);
}

#[tokio::test]
async fn the_page_says_who_it_can_notify_and_why() {
    let instance = TestInstance::open().await;
    let (alice, acme) = instance.alice_with_acme().await;
    let mira = instance.person("mira").await;
    let role = acme.join_with(&mira, Permissions::MANAGE_SERVER | Permissions::MENTION_ALL).await;
    let hook = acme.webhook(&mira, &acme.general).await;
    let said = async || {
        let shown = alice.browser.get(&page(&hook)).await.expect(200);
        (shown.attributes("#reach", "data-why").remove(0), shown.one("#reach"))
    };
    let (why, text) = said().await;
    assert_eq!(why, "holds");
    assert!(text.contains("@all: allowed"), "{text}");
    assert!(text.contains("@mira, who created this webhook, has “Mention @all” there"), "{text}");
    member::held::Entity::delete_by_id((acme.id(), mira.id, role.id)).exec(&*instance.app.db).await.unwrap();
    let (why, text) = said().await;
    assert_eq!(why, "lacks");
    assert!(text.contains("@mira, who created this webhook, does not have “Mention @all” in #general"), "{text}");
    member::Entity::delete_by_id((acme.id(), mira.id)).exec(&*instance.app.db).await.unwrap();
    let (why, text) = said().await;
    assert_eq!(why, "left");
    assert!(text.contains("no longer a member of Acme"), "{text}");
    user::Entity::delete_by_id(mira.id).exec(&*instance.app.db).await.unwrap();
    let (why, text) = said().await;
    assert_eq!(why, "gone");
    assert!(text.contains("The account that created this webhook was deleted"), "{text}");
}

#[tokio::test]
async fn the_last_day_is_counted_by_the_hour() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    hook.post(json!({ "content": "too long ago" })).await.expect(200);
    instance.clock.advance(Duration::from_secs(25 * 60 * 60));
    hook.post(json!({ "content": "a" })).await.expect(200);
    instance.clock.advance(Duration::from_secs(2 * 60 * 60));
    hook.post(json!({ "content": "b" })).await.expect(200);
    hook.post(json!({ "content": "c" })).await.expect(200);
    hook.post(json!({})).await.expect(400);
    let path = format!("{}/deliveries", page(&hook));
    // The clock went on beyond what the sign-in counts as fresh; the page itself is still theirs.
    let shown = alice.browser.get(&path).await.expect(200);
    assert!(shown.one("main").contains("3 messages posted, 1 delivery refused"));
    let cells = shown.all("section[aria-labelledby=use-title] table td.num");
    assert_eq!(cells, ["1", "0", "2", "1"]);
    assert_eq!(shown.all(".chart rect").len(), 3);
}

/// Shows: webhook.address-shown
#[tokio::test]
async fn the_urls_for_other_software_are_shown_only_where_the_webhook_url_is() {
    let instance = TestInstance::open().await;
    let (alice, _acme, hook) = instance.acme_with_webhook().await;
    let url = instance.app.config.base_url.join(&hook.path);
    let setup = format!("{}/setup?reveal", page(&hook));
    let shown = alice.browser.get(&setup).await.expect(200);
    for (slug, suffix) in [
        ("discord", "discord"),
        ("slack", "slack"),
        ("github", "github"),
        ("gitea", "github"),
        ("gitlab", "gitlab"),
        ("alertmanager", "alertmanager"),
    ] {
        assert_eq!(shown.one(&format!("#url-{slug}")), format!("{url}/{suffix}"));
        let guide = format!("/docs/{slug}");
        assert!(shown.attributes("#products a", "href").contains(&guide));
        alice.browser.get(&guide).await.expect(200);
    }
    instance.clock.advance(std::time::Duration::from_secs(24 * 60 * 60));
    let later = alice.browser.get(&setup).await.expect(200);
    assert!(later.all("#products details").len() == 6);
    assert!(!later.text().contains(hook.token()));
}
