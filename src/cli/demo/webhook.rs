//! The demo's webhooks.
//! What they say stands in `talk`.

use serde::Serialize;

use super::town::Town;
use crate::chat::mentions::OptIn;
use crate::delivery::{Author, Draft};
use crate::error::Result;
use crate::instance::Instance;
use crate::models::Channel;

/// Those that there are.
pub(super) struct Webhooks {
    pub(super) builds: Hook,
    pub(super) weather: Hook,
}

/// A webhook.
pub(super) struct Hook {
    id: i64,
    creator: i64,
    channel: Channel,
}

/// What the demo tells of one.
#[derive(Clone, Serialize)]
pub(super) struct Made {
    pub(super) app_id: i64,
    pub(super) runtime_url: String,
}

/// Makes them.
pub(super) async fn create(at: &Instance, town: &Town) -> Result<Webhooks> {
    let make = |creator: &str, channel: &str| -> Result<Hook> {
        Ok(Hook {
            id: at.id(),
            creator: town.person(creator)?.user.id,
            channel: town.channel(channel)?.clone(),
        })
    };
    Ok(Webhooks {
        builds: make("mira", "builds")?,
        weather: make("aiko", "general")?,
    })
}

impl Hook {
    /// What is told of it.
    pub(super) fn shown(&self, at: &Instance) -> Result<Made> {
        Ok(Made {
            app_id: self.id,
            runtime_url: at
                .config
                .base_url
                .join(&format!("/webhooks/{}/TOKEN", self.id)),
        })
    }

    /// Posts.
    pub(super) async fn post(
        &self,
        at: &Instance,
        text: &str,
        name: Option<&str>,
        opt_in: OptIn,
    ) -> Result<()> {
        let write = at.begin().await?;
        let draft = Draft {
            channel: &self.channel,
            author: Author::Webhook {
                id: self.id,
                creator: Some(self.creator),
            },
            content: text,
            name,
            avatar_url: None,
            opt_in,
        };
        draft.store(at, &*write).await?;
        write.commit().await?;
        Ok(())
    }
}
