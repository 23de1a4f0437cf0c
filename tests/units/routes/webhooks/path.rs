//! Which webhook, dialect and message a path names.

use rocket::http::Method;

use portico::routes::webhooks::dialect::Dialect;
use portico::routes::webhooks::path::WebhookPath;

fn read(path: &str) -> (Dialect, &str, &str, Option<&str>) {
    let path = WebhookPath::parse(path);
    (path.dialect, path.app_id, path.token, path.message_id)
}

/// Shows: dialects.paths
#[test]
fn every_documented_path_names_its_webhook_its_dialect_and_its_message() {
    for (path, dialect, message) in [
        ("/webhooks/1/t", Dialect::Native, None),
        ("/webhooks/1/t/", Dialect::Native, None),
        ("/webhooks/1/t/discord", Dialect::Discord, None),
        ("/webhooks/1/t/slack", Dialect::Slack, None),
        ("/webhooks/1/t/slack/", Dialect::Slack, None),
        ("/webhooks/1/t/github", Dialect::Github, None),
        ("/webhooks/1/t/gitlab", Dialect::Gitlab, None),
        ("/webhooks/1/t/alertmanager", Dialect::Alertmanager, None),
        ("/webhooks/1/t/discord/slack", Dialect::Slack, None),
        ("/webhooks/1/t/discord/github/", Dialect::Github, None),
        ("/webhooks/1/hooks/t", Dialect::Mattermost, None),
        ("/hooks/1/t", Dialect::Mattermost, None),
        ("/api/webhooks/1/t", Dialect::Discord, None),
        ("/api/v10/webhooks/1/t", Dialect::Discord, None),
        ("/api/v9/webhooks/1/t/slack", Dialect::Slack, None),
        ("/api/webhooks/1/t/github", Dialect::Github, None),
        ("/webhooks/1/t/messages/7", Dialect::Native, Some("7")),
        ("/webhooks/1/t/discord/messages/7", Dialect::Discord, Some("7")),
        ("/api/webhooks/1/t/messages/7", Dialect::Discord, Some("7")),
        ("/api/v10/webhooks/1/t/messages/@original", Dialect::Discord, Some("@original")),
    ] {
        assert_eq!(read(path), (dialect, "1", "t", message), "{path}");
    }
}

/// Shows: dialects.paths
#[test]
fn any_other_path_names_no_webhook_and_is_answered_in_its_prefix_s_dialect() {
    for (path, dialect) in [
        ("/webhooks", Dialect::Native),
        ("/webhooks/", Dialect::Native),
        ("/webhooks/1", Dialect::Native),
        ("/webhooks//1/t", Dialect::Native),
        ("/hooks", Dialect::Mattermost),
        ("/hooks/1", Dialect::Mattermost),
        ("/api/webhooks/1", Dialect::Discord),
        ("/api/x10/webhooks/1/t", Dialect::Discord),
        ("/api/v/webhooks/1/t", Dialect::Discord),
        ("/api/v10/v10/webhooks/1/t", Dialect::Discord),
        ("/api/users/1/t", Dialect::Discord),
    ] {
        let found = read(path);
        // The id of no webhook.
        assert!(found.1.is_empty() || path == "/webhooks//1/t", "{path}");
        assert_eq!(found.0, dialect, "{path}");
    }
}

/// Shows: dialects.paths
#[test]
fn what_is_no_suffix_keeps_the_webhook_and_the_token_and_is_in_its_prefix_s_dialect() {
    for (path, dialect) in [
        ("/webhooks/1/t//", Dialect::Native),
        ("/webhooks/1/t/messages", Dialect::Native),
        ("/webhooks/1/t/Slack", Dialect::Native),
        ("/webhooks/1/t/slak", Dialect::Native),
        ("/webhooks/1/t/slack/messages/7", Dialect::Native),
        ("/webhooks/1/t/discord/gitlab", Dialect::Native),
        ("/webhooks/1/t/discord/messages/7/8", Dialect::Native),
        ("/webhooks/1/t/a/b/c/d/e/f", Dialect::Native),
        ("/webhooks/1/t/mattermost", Dialect::Native),
        ("/webhooks/1/hooks/t/slack", Dialect::Native),
        ("/hooks/1/t/slack", Dialect::Mattermost),
        ("/api/webhooks/1/t/gitlab", Dialect::Discord),
    ] {
        assert_eq!(read(path), (dialect, "1", "t", None), "{path}");
        assert!(WebhookPath::parse(path).is_misspelt, "{path}");
    }
    assert!(!WebhookPath::parse("/webhooks/1/t/slack").is_misspelt);
    assert!(!WebhookPath::parse("/webhooks/1").is_misspelt);
}

/// Shows: webhook.only-posts
#[test]
fn a_path_takes_the_methods_of_what_it_names() {
    let methods = |path| WebhookPath::parse(path).methods();
    assert_eq!(methods("/webhooks/1/t"), [Method::Post]);
    assert_eq!(methods("/hooks/1/t"), [Method::Post]);
    assert_eq!(methods("/webhooks/1"), [Method::Post]);
    assert!(methods("/api/webhooks/1/t").contains(&Method::Get));
    assert!(!methods("/api/webhooks/1/t").contains(&Method::Delete));
    assert!(!methods("/webhooks/1/t/messages/7").contains(&Method::Post));
}
