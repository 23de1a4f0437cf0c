//! The demo's webhooks: created by members who may manage them, posting as any program does.
//! Their messages are in `messages`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::community::Community;
use crate::app::App;
use portico_crypto::tokens::SecretHash;
use portico_platform::error::{Error, Result};
use portico_rules::chat::mentions::OptIn;
use portico_rules::ids::WebhookId;
use portico_rules::payload::Payload;
use portico_store::models::logs::delivery::DeliveryReport;
use portico_store::models::webhooks::webhook::{AuthenticatedWebhook, NewWebhook};
use portico_store::models::{Delivery, Webhook};
use portico_store::posting::log::CountedAttempt;
use portico_store::posting::{PostError, StoredPost, submit};

/// The demo's webhooks.
pub(super) struct Webhooks {
    /// The server owner's, who may mention all.
    pub(super) builds: Hook,
    /// A member's, who may manage webhooks, but not mention all.
    pub(super) weather: Hook,
}

/// A webhook.
pub(super) struct Hook(Webhook);

/// Details of a webhook that the demo prints.
#[derive(Clone, Serialize)]
pub(super) struct DemoWebhook {
    pub(super) app_id: WebhookId,
    pub(super) runtime_url: String,
}

/// Creates them.
pub(super) async fn create(app: &App, community: &Community) -> Result<Webhooks> {
    let make = async |creator: &str, channel: &str, name: &str| -> Result<Hook> {
        let new = NewWebhook { channel_id: &community.channel(channel)?.id.to_string(), name, avatar: Ok(None) };
        Ok(Hook(Webhook::create(app, community.person(creator)?.user.id, new).await?))
    };
    Ok(Webhooks { builds: make("mira", "builds", "Builds").await?, weather: make("aiko", "general", "Weather").await? })
}

impl Hook {
    /// The details to print.
    pub(super) fn details(&self, app: &App) -> Result<DemoWebhook> {
        let url = self.0.runtime_url(app).ok_or(Error::NotFound)?;
        Ok(DemoWebhook { app_id: self.0.id, runtime_url: url.expose().to_owned() })
    }

    /// Posts, as a program with the webhook URL does.
    pub(super) async fn post(&self, app: &App, text: &str, name: Option<&str>, opt_in: OptIn) -> Result<()> {
        let authenticated = AuthenticatedWebhook {
            webhook: Arc::new(self.0.clone()),
            token_hash: SecretHash::from_bytes(&self.0.token_hash).ok_or(Error::NotFound)?,
        };
        let payload = Payload {
            content: text.to_owned(),
            name: name.map(str::to_owned),
            allowed_mentions: opt_in.into(),
            ..Payload::default()
        };
        match submit(app, &app.posts, &authenticated, &payload, None).await {
            Ok(stored) => self.log(app, &payload, stored),
            Err(PostError::Failed(err)) => Err(err),
            Err(_) => Err(Error::NotFound),
        }
    }

    /// Adds the line to the log of deliveries that the route adds for a post by HTTP.
    fn log(&self, app: &App, payload: &Payload, stored: StoredPost) -> Result<()> {
        let kinds = payload.allowed_mentions.kinds;
        let opted_in = [("all", kinds.all), ("roles", kinds.roles), ("users", kinds.users)];
        let parse: Vec<_> = opted_in.iter().filter(|(_, asked)| *asked).map(|(kind, _)| kind).collect();
        let request = json!({
            "content": payload.content,
            "name": payload.name,
            "allowedMentions": { "parse": parse },
        })
        .to_string();
        // The demo's clock is fixed, so a post takes no time.
        let latency_us = 2_400 + 7 * i32::try_from(request.len()).unwrap_or(0);
        let report = DeliveryReport {
            bytes: request.len(),
            request,
            fired: stored.mentions.fired,
            silent: stored.mentions.silent,
            more: stored.mentions.more as u64,
            ..DeliveryReport::default()
        };
        let report = serde_json::to_string(&report).map_err(Error::internal)?;
        let attempt =
            CountedAttempt { webhook_id: self.0.id, server_id: self.0.server_id, status: 200, replayed: false };
        app.log.note(attempt, || Delivery {
            id: app.id(),
            webhook_id: self.0.id,
            status: 200,
            latency_us,
            message_id: Some(stored.message_id),
            report,
            dialect: None,
            event: None,
            notes: None,
        });
        Ok(())
    }
}
