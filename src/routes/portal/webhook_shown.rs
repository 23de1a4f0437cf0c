//! A webhook on each of its pages: its path, itself, and where it posts. The page itself is in `webhook_page`.

use std::fmt::Display;

use serde_json::{Value, json};

use portico_store::models::{Channel, Membership, Webhook};

/// The path of a webhook's page.
pub(super) fn path(id: impl Display) -> String {
    format!("/portal/webhooks/{id}")
}

/// The path of its deliveries.
pub(super) fn activity_path(id: impl Display) -> String {
    format!("/portal/webhooks/{id}/deliveries")
}

/// Where its form is.
pub(super) fn settings_path(id: impl Display) -> String {
    format!("/portal/webhooks/{id}/settings")
}

/// The path of its page with the URL in it.
pub(super) fn revealed(id: impl Display) -> String {
    format!("/portal/webhooks/{id}?reveal")
}

/// Template context of a webhook.
pub(super) fn shown(webhook: &Webhook) -> Value {
    json!({
        "id": webhook.id,
        "name": webhook.name,
        "avatar_url": webhook.avatar_path(),
        "has_picture": webhook.picture_at.is_some(),
        "created_at": webhook.created_at,
        "paused_at": webhook.paused_at,
        "leaked_at": webhook.leaked_at,
        "suspended_at": webhook.suspended_at,
        "suspended_for": webhook.suspended_for,
    })
}

/// Where it posts, as its pages say it.
pub(super) fn server_and_channel(membership: &Membership, channel: &Channel) -> (Value, Value) {
    (
        json!({
            "id": membership.server.id,
            "name": membership.server.name,
        }),
        json!({ "id": channel.id, "name": channel.name }),
    )
}
