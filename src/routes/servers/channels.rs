//! `/servers/<id>/settings/channels`: listing, creating, editing and deleting channels.
//! Overwrites of a channel are in `overwrites`, which also renders the page of a channel.

use rocket::{FromForm, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::overwrites::{self, ChannelSettingsView, ShownChannel};
use super::{open, settings, settings_context};
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::Result;
use portico_rules::ids::{ChannelId, ServerId};
use portico_rules::shown_fields::changed;
use portico_store::models::Channel;
use portico_store::models::servers::channel::{ChannelChanges, ChannelFields};

#[derive(FromForm)]
pub(crate) struct ChannelForm<'r> {
    #[field(default = "")]
    name: &'r str,
    #[field(default = "")]
    topic: &'r str,
    /// Seconds.
    slow_mode: Option<&'r str>,
    /// Among the channels that the user may see, 1 being the first.
    position: Option<&'r str>,
    #[field(name = "name/was")]
    shown_name: Option<&'r str>,
    #[field(name = "topic/was")]
    shown_topic: Option<&'r str>,
    #[field(name = "slow_mode/was")]
    shown_slow_mode: Option<&'r str>,
    #[field(name = "position/was")]
    shown_position: Option<&'r str>,
}

impl<'r> ChannelForm<'r> {
    fn about(&self) -> ChannelFields<'r> {
        ChannelFields { name: self.name, topic: self.topic, slow_mode: self.slow_mode }
    }

    fn changes(&self) -> ChannelChanges<'r> {
        let slow_mode = self.slow_mode;
        ChannelChanges {
            name: changed(self.name, self.shown_name),
            topic: changed(self.topic, self.shown_topic),
            slow_mode: slow_mode.and_then(|sent| changed(sent, self.shown_slow_mode)),
            position: self.position.and_then(|sent| changed(sent, self.shown_position)),
        }
    }

    fn first_shown(&self) -> ShownChannel<'r> {
        ShownChannel {
            name: self.shown_name,
            topic: self.shown_topic,
            slow_mode: self.shown_slow_mode,
            position: self.shown_position,
        }
    }
}

async fn page(app: &App, me: &SignedIn<'_>, server_id: ServerId, about: ChannelFields<'_>) -> Result<Page> {
    let membership = open(app, me, server_id).await?;
    let visible: Vec<&Channel> = me.access(app).await?.channels_of(server_id).collect();
    let channels = (1..).zip(&visible).map(|(position, channel)| {
        json!({
            "id": channel.id,
            "name": channel.name,
            "topic": channel.topic,
            "up": (position > 1).then(|| position - 1),
            "down": (position < visible.len()).then_some(position + 1),
        })
    });
    let channels: Vec<Value> = channels.collect();
    Ok(Page::new(
        "servers/channels",
        context! {
            settings: settings_context(app, me, membership, "/channels").await?,
            channels,
            name: about.name,
            topic: about.topic,
        },
    ))
}

#[get("/servers/<server_id>/settings/channels")]
pub(crate) async fn index(server_id: PathId<ServerId>, me: SignedIn<'_>, app: &App) -> Result<Page> {
    page(app, &me, server_id.0, ChannelFields::default()).await
}

#[post("/servers/<server_id>/settings/channels", data = "<form>")]
pub(crate) async fn create(
    server_id: PathId<ServerId>,
    form: Form<ChannelForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    match form_faults(Channel::create(app, me.id, server_id.0, form.about()).await)? {
        Ok(channel) => Ok(Answer::said(settings(server_id.0, "/channels"), format!("#{} is created.", channel.name))),
        Err(faults) => Ok(Answer::Shown(page(app, &me, server_id.0, form.about()).await?.faults(&faults))),
    }
}

#[get("/servers/<server_id>/settings/channels/<channel_id>")]
pub(crate) async fn show(
    server_id: PathId<ServerId>,
    channel_id: PathId<ChannelId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Page> {
    overwrites::page(app, &me, server_id.0, channel_id.0, ChannelSettingsView::AsItIs).await
}

#[post("/servers/<server_id>/settings/channels/<channel_id>", data = "<form>")]
pub(crate) async fn edit(
    server_id: PathId<ServerId>,
    channel_id: PathId<ChannelId>,
    form: Form<ChannelForm<'_>>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    let (server, channel) = (server_id.0, channel_id.0);
    if let (true, None, Some(position)) = (form.name.is_empty(), form.shown_name, form.position) {
        return match form_faults(Channel::move_to(app, me.id, server, channel, position).await)? {
            Ok(channel) => Ok(Answer::said(
                settings(server, &format!("/channels#channel-{}", channel.id)),
                format!("#{} is moved.", channel.name),
            )),
            Err(faults) => Ok(Answer::Shown(page(app, &me, server, ChannelFields::default()).await?.faults(&faults))),
        };
    }
    match form_faults(Channel::edit(app, me.id, server, channel, form.changes()).await)? {
        Ok(channel) => Ok(Answer::said(
            settings(server_id.0, &format!("/channels/{channel_id}")),
            format!("#{} is saved.", channel.name),
        )),
        Err(faults) => {
            let page = overwrites::page(
                app,
                &me,
                server_id.0,
                channel_id.0,
                ChannelSettingsView::ChannelFields(form.about(), form.position, form.first_shown()),
            );
            Ok(Answer::Shown(page.await?.faults(&faults)))
        }
    }
}

#[post("/servers/<server_id>/settings/channels/<channel_id>/delete")]
pub(crate) async fn delete(
    server_id: PathId<ServerId>,
    channel_id: PathId<ChannelId>,
    me: SignedIn<'_>,
    app: &App,
) -> Result<Answer> {
    me.require_fresh(app)?;
    match form_faults(Channel::delete(app, me.id, server_id.0, channel_id.0).await)? {
        Ok(channel) => Ok(Answer::said(
            settings(server_id.0, "/channels"),
            format!("#{} is deleted, with all its messages and webhooks.", channel.name),
        )),
        Err(faults) => {
            let page = overwrites::page(app, &me, server_id.0, channel_id.0, ChannelSettingsView::Deletion);
            Ok(Answer::Shown(page.await?.faults(&faults)))
        }
    }
}
