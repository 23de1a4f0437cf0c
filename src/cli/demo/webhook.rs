//! The demo's webhooks: made by those who manage the server, posting as any program does.
//! What they say stands in `talk`.

use std::sync::Arc;

use serde::Serialize;
use serde_json::json;

use super::town::Town;
use crate::app::App;
use crate::chat::mentions::OptIn;
use crate::error::{Error, Result};
use crate::models::logs::delivery::Report;
use crate::models::webhooks::webhook::{Authenticated, NewWebhook};
use crate::models::{Delivery, Webhook};
use crate::posting::log::Attempt;
use crate::posting::webhook::{Accepted, Outcome, Payload, post};
use crate::security::tokens::Hashed;

/// Those that there are.
pub(super) struct Webhooks {
    /// Of the server's owner, who may mention all.
    pub(super) builds: Hook,
    /// Of a member who may manage webhooks, but not mention all.
    pub(super) weather: Hook,
}

/// A webhook.
pub(super) struct Hook(Webhook);

/// What the demo tells of one.
#[derive(Clone, Serialize)]
pub(super) struct Made {
    pub(super) app_id: i64,
    pub(super) runtime_url: String,
}

/// Makes them.
pub(super) async fn create(app: &App, town: &Town) -> Result<Webhooks> {
    let make = async |creator: &str, channel: &str, name: &str| -> Result<Hook> {
        let new = NewWebhook {
            channel_id: &town.channel(channel)?.id.to_string(),
            name,
            avatar: Ok(None),
        };
        Ok(Hook(
            Webhook::create(app, town.person(creator)?.user.id, new).await?,
        ))
    };
    Ok(Webhooks {
        builds: make("mira", "builds", "Builds").await?,
        weather: make("aiko", "general", "Weather").await?,
    })
}

impl Hook {
    /// What is told of it.
    pub(super) fn shown(&self, app: &App) -> Result<Made> {
        let url = self.0.runtime_url(app).ok_or(Error::NotFound)?;
        Ok(Made {
            app_id: self.0.id,
            runtime_url: url.expose().to_owned(),
        })
    }

    /// Posts, as a program that holds the runtime URL.
    pub(super) async fn post(
        &self,
        app: &App,
        text: &str,
        name: Option<&str>,
        opt_in: OptIn,
    ) -> Result<()> {
        let shown = Authenticated {
            webhook: Arc::new(self.0.clone()),
            token_hash: Hashed::from_bytes(&self.0.token_hash).ok_or(Error::NotFound)?,
        };
        let payload = Payload {
            content: text.to_owned(),
            name: name.map(str::to_owned),
            opt_in,
            ..Payload::default()
        };
        match post(app, &app.posts, &shown, &payload, None).await? {
            Outcome::Stored(stored) => self.log(app, &payload, stored),
            _ => Err(Error::NotFound),
        }
    }

    /// Leaves the line in the log that the route leaves for a post by HTTP.
    fn log(&self, app: &App, payload: &Payload, stored: Accepted) -> Result<()> {
        let opted_in = [
            ("all", payload.opt_in.all),
            ("roles", payload.opt_in.roles),
            ("users", payload.opt_in.users),
        ];
        let parse: Vec<_> = opted_in
            .iter()
            .filter(|(_, asked)| *asked)
            .map(|(kind, _)| kind)
            .collect();
        let request = json!({
            "content": payload.content,
            "name": payload.name,
            "allowedMentions": { "parse": parse },
        })
        .to_string();
        // On the demo's clock, which stands still, a post takes no time at all.
        let latency_us = 2_400 + 7 * i32::try_from(request.len()).unwrap_or(0);
        let report = Report {
            bytes: request.len(),
            request,
            fired: stored.mentions.fired,
            silent: stored.mentions.silent,
            more: stored.mentions.more as u64,
            ..Report::default()
        };
        let report = serde_json::to_string(&report).map_err(Error::internal)?;
        let attempt = Attempt {
            webhook_id: self.0.id,
            status: 200,
            replayed: false,
        };
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
