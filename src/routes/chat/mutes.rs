//! `/channels/<id>/mute` and `/servers/<id>/mute`: no unread marks and notifications of a place, for a while or until
//! lifted. The notification settings list the mutes.

use rocket::{FromForm, post};

use super::channels::{self, ChannelView};
use super::message_renderer::MessageRenderer;
use crate::app::App;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::permissions::Permissions;
use portico_rules::clock::HOUR_MS;
use portico_rules::ids::{ChannelId, PlaceId, ServerId};
use portico_store::models::servers::mute;
use portico_store::models::{Channel, Membership};

#[derive(FromForm)]
pub(crate) struct Muting<'r> {
    #[field(name = "for", default = "")]
    length: &'r str,
}

/// Mutes a place, or lifts that, as the form says. Returns what the page says about it.
async fn change(app: &App, me: &SignedIn<'_>, place_id: PlaceId, length: &str) -> Result<&'static str> {
    let ends_at = match length {
        "1h" => Some(app.now() + HOUR_MS),
        "8h" => Some(app.now() + 8 * HOUR_MS),
        "always" => None,
        "off" => {
            mute::lift(app, me.id, place_id).await?;
            return Ok("is no longer muted.");
        }
        _ => {
            return Err(Error::BadRequest("Mute for an hour, for eight hours, or until you turn it on again."));
        }
    };
    mute::set(app, me.id, place_id, ends_at).await?;
    Ok(match length {
        "1h" => "is muted for an hour. Mentions still reach your inbox.",
        "8h" => "is muted for eight hours. Mentions still reach your inbox.",
        _ => "is muted. Mentions still reach your inbox.",
    })
}

#[post("/channels/<id>/mute", data = "<form>")]
pub(crate) async fn of_channel(
    id: PathId<ChannelId>,
    form: Form<Muting<'_>>,
    me: SignedIn<'_>,
    app: &App,
    renderer: MessageRenderer<'_>,
) -> Result<Answer> {
    let (channel, _, _) = Channel::viewed_by(&app.db, me.id, id.0).await?;
    match form_faults(change(app, &me, channel.id.into(), form.length).await)? {
        Ok(done) => Ok(Answer::said(format!("/channels/{id}"), format!("#{} {done}", channel.name))),
        Err(faults) => refused(app, renderer, me, channel.id, &faults).await,
    }
}

#[post("/servers/<server_id>/mute", data = "<form>")]
pub(crate) async fn of_server(
    server_id: PathId<ServerId>,
    form: Form<Muting<'_>>,
    me: SignedIn<'_>,
    app: &App,
    renderer: MessageRenderer<'_>,
) -> Result<Answer> {
    let (id, none) = (server_id.0, Permissions::NONE);
    let membership = Membership::load(&app.db, me.id, id, none).await?;
    match form_faults(change(app, &me, id.into(), form.length).await)? {
        Ok(done) => Ok(Answer::said(format!("/servers/{id}"), format!("{} {done}", membership.server.name))),
        Err(faults) => {
            // The form is on the page of each of its channels.
            let first = me.access(app).await?.channels_of(id).next();
            match first.map(|channel| channel.id) {
                Some(channel_id) => refused(app, renderer, me, channel_id, &faults).await,
                None => Err(Error::Faults(faults)),
            }
        }
    }
}

/// The page of a channel that says why nothing was muted.
async fn refused(
    app: &App,
    renderer: MessageRenderer<'_>,
    me: SignedIn<'_>,
    channel_id: ChannelId,
    faults: &FieldErrors,
) -> Result<Answer> {
    let page = channels::page(app, renderer, me, channel_id, ChannelView::default()).await?;
    Ok(Answer::Shown(page.faults(faults)))
}
