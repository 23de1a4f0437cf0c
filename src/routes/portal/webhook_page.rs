//! The pages of a webhook, as tabs, and what its other pages show of the webhook. The activity is in `deliveries`.
//! The forms are handled in `webhooks`.

use rocket::route::BoxFuture;
use rocket::{FromForm, Request};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::webhook_creator::offer;
use super::webhook_shown::{server_and_channel, shown};
use crate::app::App;
use crate::routes::form_right::{Right, id};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Page, person};
use portico_platform::error::Result;
use portico_rules::chat::permissions::Permissions;
use portico_rules::ids::WebhookId;
use portico_store::models::Webhook;
use portico_store::models::webhooks::webhook::{ManagedWebhook, VisibleWebhook, sendable};

/// The fields of a webhook, where it is made and where it is edited.
#[derive(FromForm)]
pub(crate) struct WebhookForm<'r> {
    #[field(default = "")]
    pub(super) channel_id: &'r str,
    #[field(default = "")]
    pub(super) name: &'r str,
    #[field(default = false)]
    pub(super) remove_avatar: bool,
    #[field(name = "channel_id/was")]
    pub(super) shown_channel_id: Option<&'r str>,
    #[field(name = "name/was")]
    pub(super) shown_name: Option<&'r str>,
}

/// Typed values to correct, and the values that the form showed before, as far as it says so.
pub(super) struct WebhookFields<'a> {
    pub(super) name: &'a str,
    pub(super) channel_id: &'a str,
    pub(super) shown_name: Option<&'a str>,
    pub(super) shown_channel_id: Option<&'a str>,
}

/// Says if the page contains the URL, or only leads to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reveal {
    Yes,
    No,
}

/// A tab of a webhook's page. The activity is in `deliveries`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    Overview,
    Setup,
    Settings,
}

impl Tab {
    fn template(self) -> &'static str {
        match self {
            Self::Overview => "portal/webhook_show",
            Self::Setup => "portal/webhook_setup",
            Self::Settings => "portal/webhook_settings",
        }
    }
}

/// The right to change the webhook in the path, and to post as it.
pub(crate) struct ChangesWebhook;

impl Right for ChangesWebhook {
    fn require<'r>(app: &'r App, me: SignedIn<'r>, request: &'r Request<'_>) -> BoxFuture<'r, Result<()>> {
        Box::pin(async move {
            let id: WebhookId = id(request, 2)?;
            Webhook::visible_within(&app.db, me.access(app).await?, id).await.map(drop)
        })
    }
}

/// A tab of a webhook's page. Who may not view its channel finds there what `manage_server` alone allows.
///
/// # Errors
/// As [`Webhook::managed_within`].
pub(super) async fn page_of(
    app: &App,
    me: SignedIn<'_>,
    id: WebhookId,
    tab: Tab,
    typed: Option<WebhookFields<'_>>,
    reveal: Reveal,
) -> Result<Page> {
    let access = me.access(app).await?;
    let managed = Webhook::managed_within(&app.db, access, id).await?;
    // All that they may see and do is on one page, also where they come back to the form that deletes it.
    if !managed.is_seen() && tab != Tab::Setup {
        return unseen(app, &managed).await;
    }
    let VisibleWebhook { webhook, membership, visible } = managed.in_visible_channel()?;
    let channel = &visible.channel;
    let mut options: Vec<Value> = sendable(access, membership.server.id)
        .map(|channel| json!({ "value": channel.id, "label": format!("#{}", channel.name) }))
        .collect();
    if options.iter().all(|option| option["value"] != channel.id.get()) {
        options.insert(0, json!({ "value": channel.id, "label": format!("#{}", channel.name) }));
    }
    let rights = webhook.mention_rights(&app.db).await?;
    let (server, posts_into) = server_and_channel(membership, channel);
    // A browser that was left open does not show the URL, and others show it on request.
    let fresh = me.session.is_fresh(app.now());
    let url = if fresh { webhook.runtime_url(app) } else { None };
    let posts_into_id = channel.id.to_string();
    let stored =
        WebhookFields { name: &webhook.name, channel_id: &posts_into_id, shown_name: None, shown_channel_id: None };
    let typed = typed.unwrap_or(stored);
    Ok(Page::new(
        tab.template(),
        context! {
            webhook: shown(&webhook),
            server,
            channel: posts_into,
            creator: rights.creator.as_ref().map(person),
            why: rights.why,
            take_over: offer(&rights, visible.may),
            may_send: visible.may.contains(Permissions::SEND_MESSAGES),
            has_url: url.is_some(),
            runtime_url: url.as_ref().filter(|_| reveal == Reveal::Yes).map(|url| url.expose()),
            options,
            name: typed.name,
            chosen: typed.channel_id,
            was: json!({
                "name": typed.shown_name.unwrap_or(&webhook.name),
                "channel_id": typed.shown_channel_id.unwrap_or(&posts_into_id),
            }),
        },
    ))
}

/// The page for those who manage the server and may not view the channel: nothing of the channel, nor of what is posted.
async fn unseen(app: &App, webhook: &ManagedWebhook<'_>) -> Result<Page> {
    let creator = webhook.creator(&app.db).await?;
    Ok(Page::new(
        "portal/webhook_unseen",
        context! {
            webhook: json!({
                "id": webhook.id(),
                "name": webhook.name(),
                "avatar_url": webhook.avatar_path(),
                "created_at": webhook.created_at(),
                "paused_at": webhook.paused_at(),
                "leaked_at": webhook.leaked_at(),
                "suspended_at": webhook.suspension().map(|(at, _)| at),
                "suspended_for": webhook.suspension().map(|(_, reason)| reason),
            }),
            server: json!({ "name": webhook.membership().server.name }),
            creator: creator.as_ref().map(person),
        },
    ))
}
