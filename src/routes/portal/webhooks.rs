//! `/portal/webhooks/<id>`: the page of a webhook, and its forms.
//! Its log has pages of its own in `deliveries`; what is sent to its address arrives in `routes::webhooks`.

use rocket::{FromForm, get, post};
use serde_json::json;

use super::resend::nothing_posted;
use super::webhook_page::{ChangesWebhook, Reveal, Tab, WebhookFields, WebhookForm, page_of};
use super::webhook_send::{SendOutcome, SentPost, send};
use super::webhook_shown::{activity_path, path, revealed, settings_path};
use crate::app::App;
use crate::routes::form_right::FormRight;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page, form_faults};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::routes::webhooks::{Dialect, PortalBody, PortalPost};
use portico_platform::error::Result;
use portico_rules::ids::WebhookId;
use portico_rules::shown_fields::changed;
use portico_store::models::Webhook;
use portico_store::models::webhooks::webhook::{WebhookChanges, WebhookEdit};

#[derive(FromForm)]
pub(crate) struct WebhookConfirmForm<'r> {
    #[field(default = "")]
    confirm: &'r str,
}

#[get("/portal/webhooks/<id>?<reveal>")]
pub(crate) async fn show(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>, reveal: Option<&str>) -> Result<Page> {
    let reveal = reveal.map_or(Reveal::No, |_| Reveal::Yes);
    page_of(app, me, id.0, Tab::Overview, None, reveal).await
}

#[get("/portal/webhooks/<id>/setup?<reveal>")]
pub(crate) async fn setup(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>, reveal: Option<&str>) -> Result<Page> {
    let reveal = reveal.map_or(Reveal::No, |_| Reveal::Yes);
    page_of(app, me, id.0, Tab::Setup, None, reveal).await
}

#[get("/portal/webhooks/<id>/settings")]
pub(crate) async fn settings(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Page> {
    page_of(app, me, id.0, Tab::Settings, None, Reveal::No).await
}

#[post("/portal/webhooks/<id>", data = "<form>")]
pub(crate) async fn edit(
    form: Form<WebhookForm<'_>>,
    _right: FormRight<ChangesWebhook>,
    app: &App,
    me: SignedIn<'_>,
    id: PathId<WebhookId>,
) -> Result<Answer> {
    let (form, avatar) = form.into_parts();
    let changes = WebhookChanges {
        channel_id: changed(form.channel_id, form.shown_channel_id),
        name: changed(form.name, form.shown_name),
        avatar: avatar.picture().await,
        remove_avatar: form.remove_avatar,
    };
    match form_faults(Webhook::edit(app, me.id, id.0, changes).await)? {
        Err(faults) => {
            let typed = WebhookFields {
                name: form.name,
                channel_id: form.channel_id,
                shown_name: form.shown_name,
                shown_channel_id: form.shown_channel_id,
            };
            let page = page_of(app, me, id.0, Tab::Settings, Some(typed), Reveal::No).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        Ok(WebhookEdit { name, moved_to }) => {
            let sentence = match moved_to {
                Some(channel) => format!("{name} is saved and posts into #{channel} now."),
                None => format!("{name} is saved."),
            };
            Ok(Answer::said(settings_path(id), sentence))
        }
    }
}

#[post("/portal/webhooks/<id>/url")]
pub(crate) async fn regenerate(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Answer> {
    me.require_fresh(app)?;
    Webhook::regenerate(app, me.id, id.0).await?;
    Ok(Answer::said(revealed(id), "The webhook has a new URL. The old one has stopped working."))
}

#[post("/portal/webhooks/<id>/test")]
pub(crate) async fn test(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Answer> {
    let nickname = &me.nickname;
    let SentPost { webhook, outcome, .. } = send(app, me, id.0, |_| {
        // It says nothing that others chose, such as the webhook's name: that could mention someone else.
        let content = format!("This is a test message, @{nickname}.");
        PortalPost {
            body: PortalBody {
                dialect: Dialect::Native,
                event: String::new(),
                text: json!({ "content": content, "allowedMentions": { "parse": ["users"] } }).to_string(),
            },
            resend: None,
            key: None,
        }
    })
    .await?;
    let warning = match outcome {
        SendOutcome::Stored(accepted) => {
            let channel = webhook.channel(&app.db).await?;
            let mut sentence = format!("The test message is in #{}.", channel.name);
            if !accepted.mentions.fired.is_empty() {
                sentence.push_str(" It mentions you, so it is in your inbox too.");
            }
            return Ok(Answer::said(path(id), sentence));
        }
        SendOutcome::Ignored(reason) => return Ok(Answer::said(path(id), nothing_posted(&reason))),
        SendOutcome::Inactive(sentence) => sentence,
        SendOutcome::Refused(_) => {
            let warning = "The test message couldn’t be posted. The delivery below says why.";
            return Ok(Answer::warned(activity_path(id), warning));
        }
    };
    Ok(Answer::warned(path(id), warning))
}

#[post("/portal/webhooks/<id>/pause")]
pub(crate) async fn pause(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Answer> {
    Webhook::pause(app, me.id, id.0).await?;
    // The page says that it is paused.
    Ok(Answer::to(path(id)))
}

#[post("/portal/webhooks/<id>/resume")]
pub(crate) async fn resume(app: &App, me: SignedIn<'_>, id: PathId<WebhookId>) -> Result<Answer> {
    let webhook = Webhook::resume(app, me.id, id.0).await?;
    let sentence = if webhook.accepts_posts() {
        "The webhook is resumed. Its URL works again."
    } else {
        "The webhook is resumed. Its URL works again once the operator lifts the suspension."
    };
    Ok(Answer::said(path(id), sentence))
}

#[post("/portal/webhooks/<id>/delete", data = "<form>")]
pub(crate) async fn delete(
    form: Form<WebhookConfirmForm<'_>>,
    app: &App,
    me: SignedIn<'_>,
    id: PathId<WebhookId>,
) -> Result<Answer> {
    me.require_fresh(app)?;
    match form_faults(Webhook::delete(app, me.id, id.0, form.confirm).await)? {
        Err(faults) => {
            let page = page_of(app, me, id.0, Tab::Settings, None, Reveal::No).await?;
            Ok(Answer::Shown(page.faults(&faults)))
        }
        Ok(deleted) => Ok(Answer::said("/portal", format!("{} is deleted. Its messages stay.", deleted.name))),
    }
}
