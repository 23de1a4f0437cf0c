//! The number of statements of a page, which does not grow with the data.

use portico_rules::chat::permissions::Permissions;
use serde_json::json;

use crate::support::{CALLBACK, Community, Person, TestInstance, TestWebhook};

/// Adds some of everything that pages show.
async fn grow(instance: &TestInstance, acme: &Community<'_>, alice: &Person<'_>, hook: &TestWebhook<'_>) {
    let eve = instance.person("eve").await;
    for turn in 0..12 {
        let member = instance.person(&format!("member{turn}")).await;
        let channel = acme.channel(&format!("channel-{turn}")).await;
        let role = acme.join_with(&member, Permissions::DEFAULT_FOR_ALL_ROLE).await;
        if turn % 2 == 0 {
            acme.give(&role, alice).await;
        }
        let (view, nothing) = (Permissions::VIEW_CHANNEL, Permissions::NONE);
        acme.overwrite_role(&channel, &role, view, nothing).await;
        acme.overwrite_member(&channel, &member, nothing, view).await;
        acme.webhook(alice, &channel).await;
        instance.oauth_app(alice, CALLBACK).await;
        let other = instance.server(&format!("Other {turn}"), &eve).await;
        other.join(alice).await;
        hook.say(&format!("@all @alice @of member{turn}"), &["all", "users", "roles"]).await.expect(200);
        hook.post(json!({})).await.expect(400);
        let path = format!("/channels/{}/messages", acme.general.id);
        member.browser.post(&path, &[("content", "hello")]).await;
    }
    instance.app.log.settled().await;
}

#[tokio::test]
async fn no_page_takes_more_statements_where_there_is_more_to_show() {
    let (instance, statements) = TestInstance::heard().await;
    let (alice, acme, hook) = instance.acme_with_webhook().await;
    let app = instance.oauth_app(&alice, CALLBACK).await;
    app.approve(&alice.browser, &app.authorize_url()).await;
    hook.say("@all hello", &["all"]).await.expect(200);
    instance.app.log.settled().await;
    let general = acme.general.id;
    // Two are the frame's: who looks; and where they may look, with what they have not read. Beside a channel and in the
    // settings, one counts the reports for those who decide them.
    let pages = [
        (format!("/channels/{general}"), 5),
        (format!("/channels/{general}?before=9007199254740991"), 6),
        (format!("/channels/{general}/members"), 5),
        (format!("/servers/{}/search?q=hello+from:alice", acme.id()), 10),
        ("/inbox".to_owned(), 4),
        // One more while a person has few webhooks, which may not have fired a mention yet.
        ("/portal".to_owned(), 4),
        (format!("/portal/webhooks/{}", hook.id()), 6),
        (format!("/portal/webhooks/{}/setup", hook.id()), 6),
        (format!("/portal/webhooks/{}/settings", hook.id()), 6),
        (format!("/portal/webhooks/{}/playground", hook.id()), 8),
        (format!("/portal/webhooks/{}/deliveries", hook.id()), 5),
        ("/portal/webhooks/new".to_owned(), 2),
        // Whom its owner lets see it, and who these are.
        (format!("/portal/apps/{}", app.id()), 9),
        (format!("/portal/apps/{}/setup", app.id()), 4),
        (format!("/portal/apps/{}/activity", app.id()), 5),
        (format!("/portal/apps/{}/settings", app.id()), 6),
        (format!("/portal/apps/{}/audit", app.id()), 7),
        (format!("/portal/apps/{}/playground", app.id()), 4),
        // A returning user: when they used it last is read too.
        (app.authorize_url(), 3),
        ("/servers".to_owned(), 3),
        // Whom the owner may offer it to, and whether it is offered.
        (acme.settings(""), 5),
        (acme.settings("/channels"), 3),
        (acme.settings(&format!("/channels/{general}")), 7),
        (acme.settings("/roles"), 6),
        (acme.settings("/members"), 8),
        // The roles as well, which decide who may lift a ban.
        (acme.settings("/bans"), 6),
        (acme.settings("/invites"), 5),
        (acme.settings("/audit"), 7),
        ("/settings/notifications".to_owned(), 5),
        ("/settings/apps".to_owned(), 3),
        ("/settings/profile".to_owned(), 2),
    ];
    let mut over = Vec::new();
    for grown in [false, true] {
        if grown {
            grow(&instance, &acme, &alice, &hook).await;
        }
        for (path, most) in &pages {
            let asked = statements.of(&alice.browser, path).await;
            if asked.len() > *most {
                over.push(format!(
                    "{path} took {} statements, not {most} (grown: {grown}):\n  {}",
                    asked.len(),
                    asked.join("\n  ")
                ));
            }
        }
    }
    assert!(over.is_empty(), "{}", over.join("\n\n"));
}

#[tokio::test]
async fn a_page_for_strangers_takes_none() {
    let (instance, statements) = TestInstance::heard().await;
    let browser = instance.browser();
    for path in ["/", "/sign-in", "/docs"] {
        let asked = statements.of(&browser, path).await;
        assert!(asked.is_empty(), "{path} took:\n{}", asked.join("\n"));
    }
}
