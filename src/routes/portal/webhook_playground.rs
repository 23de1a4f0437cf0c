//! `/portal/webhooks/<id>/playground`: composing a payload, seeing what would come of it, and sending it.
//! Nothing is stored until it is sent, and then as a program's post is.

use std::collections::HashSet;
use std::sync::Arc;

use rocket::form::Form;
use rocket::http::Status;
use rocket::{State, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::composed::{Body, Composed, at_their_fields};
use super::mention_reasons::{self, Scene};
use super::resend::nothing_posted;
use super::shell_quote::curl;
use super::webhook_send::{Sent, send};
use super::webhook_shown::{path, place, shown};
use crate::app::App;
use crate::chat::mentions::Report;
use crate::chat::permissions::Permissions;
use crate::error::{Error, Faults, Result};
use crate::ids::{self, WebhookId};
use crate::models::messages::message::Model as Message;
use crate::models::servers::access::VisibleChannel;
use crate::models::webhooks::webhook::Operated;
use crate::models::{Membership, Webhook};
use crate::posting::{self, Mentions, Payload};
use crate::routes::chat::{MessagePreview, MessageRenderer, render_preview};
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page};

/// A webhook that whoever looks manages, and where it posts.
struct Scenery<'a> {
    sender_id: i64,
    webhook: Arc<Webhook>,
    standing: &'a Membership,
    place: &'a VisibleChannel,
}

impl<'a> Scenery<'a> {
    async fn of(app: &App, me: SignedIn<'a>, id: WebhookId) -> Result<Self> {
        let places = me.places(app).await?;
        let Operated {
            webhook,
            membership: standing,
            place,
        } = Webhook::operated_within(&app.db, places, id.get()).await?;
        Ok(Self {
            sender_id: me.id,
            webhook: Arc::new(webhook),
            standing,
            place,
        })
    }

    /// The page with what would come of `body`, and what was sent before, if something was.
    async fn page(
        &self,
        app: &App,
        drawing: &MessageRenderer,
        body: &Body<'_>,
        sent: Option<Value>,
    ) -> Result<Page> {
        let read = body.read(&app.config.base_url);
        let preview = match &read {
            Ok(payload) => Some(self.preview(app, drawing, payload).await?),
            Err(_) => None,
        };
        let (server, channel) = place(self.standing, &self.place.channel);
        let page = Page::new(
            "portal/webhook_playground",
            context! {
                webhook: shown(&self.webhook),
                server,
                channel,
                typed: body.typed(),
                json: body.pretty(),
                curl: curl("\"$WEBHOOK_URL\"", &body.json()),
                refusal: read.as_ref().err().map(|faults| json!(faults)),
                preview,
                may_send: self.place.may.contains(Permissions::SEND_MESSAGES),
                sent,
            },
        );
        Ok(match read {
            Ok(_) => page,
            // Nothing was to be done, so that nothing failed: this is what is known of the payload.
            Err(faults) => page.faults(&at_their_fields(&faults)).status(Status::Ok),
        })
    }

    async fn preview(
        &self,
        app: &App,
        drawing: &MessageRenderer,
        payload: &Payload,
    ) -> Result<Value> {
        let reach = self.webhook.mention_rights(&app.db).await?;
        let text = posting::preview(&app.db, &self.webhook, payload, self.sender_id).await?;
        let scene = Scene {
            server: &self.standing.server.name,
            channel: &self.place.channel.name,
            is_held: self.place.may.contains(Permissions::MENTION_ALL),
            reach: &reach,
        };
        let preview = MessagePreview {
            webhook: &self.webhook,
            name: payload.name.clone(),
            avatar_url: payload.avatar_url.clone(),
            content: &text.content,
            spans: &text.spans,
            cards: &payload.cards,
        };
        let html = render_preview(app, drawing, self.standing, preview).await?;
        let listed = Mentions::of(&text);
        let mentions = listed.fired.iter().chain(&listed.silent);
        let mentions: Vec<Value> = mentions.map(|one| row(one, scene)).collect();
        Ok(json!({
            "html": &*html,
            "mentions": mentions,
            "more": listed.more,
            "fired": text.fired.len(),
            "silent": text.silent.len(),
        }))
    }
}

fn row(report: &Report, scene: Scene<'_>) -> Value {
    let (why, advice) = match report.reason {
        None => (scene.calls(report), String::new()),
        Some(reason) => scene.why(reason, report.kind),
    };
    json!({
        "text": report.text,
        "kind": mention_reasons::kind(report.kind),
        "fires": report.reason.is_none(),
        "reason": report.reason,
        "why": why,
        "advice": advice,
    })
}

#[get("/portal/webhooks/<id>/playground?<sent>&<parse>")]
pub(crate) async fn show(
    id: WebhookId,
    sent: Option<&str>,
    parse: Vec<&str>,
    me: SignedIn<'_>,
    app: &App,
    drawing: &State<MessageRenderer>,
) -> Result<Page> {
    let here = Scenery::of(app, me, id).await?;
    let message = match sent
        .map(|sent| ids::parse(sent).ok_or(Error::NotFound))
        .transpose()?
    {
        Some(message_id) => Message::find(&app.db, message_id).await?,
        None => None,
    };
    let places = me.places(app).await?;
    // It may stand in another channel: the webhook can be moved, and not everyone who manages it sees both.
    let message = message.filter(|message| {
        message.webhook_id == Some(here.webhook.id) && places.channel(message.channel_id).is_ok()
    });
    let Some(message) = message else {
        let body = Body::first(&me.nickname);
        return here.page(app, drawing, &body, None).await;
    };
    let sent = json!({
        "id": message.id,
        "channel_id": message.channel_id,
        "fired": targets_of(&message),
    });
    let body = Body::again(message, parse);
    here.page(app, drawing, &body, Some(sent)).await
}

/// How many a message called, each counted once.
fn targets_of(message: &Message) -> usize {
    let spans = message.spans();
    let fired = spans.iter().filter(|span| span.fired);
    fired.map(|span| span.target).collect::<HashSet<_>>().len()
}

#[post("/portal/webhooks/<id>/playground", data = "<form>")]
pub(crate) async fn compose(
    form: Form<Composed<'_>>,
    id: WebhookId,
    me: SignedIn<'_>,
    app: &App,
    drawing: &State<MessageRenderer>,
) -> Result<Answer> {
    let body = Body::of(&form);
    if form.act != "send" {
        let here = Scenery::of(app, me, id).await?;
        return Ok(Answer::Shown(here.page(app, drawing, &body, None).await?));
    }
    let refused = match body.read(&app.config.base_url) {
        Err(faults) => at_their_fields(&faults),
        Ok(_) => match send(app, me, id, |_| body.post()).await?.1 {
            Sent::Stored(stored) => {
                return Ok(Answer::to(after(id, stored.accepted.message_id, &body)));
            }
            Sent::Ignored(reason) => Faults::one("form", nothing_posted(&reason)),
            Sent::Paused => Faults::one(
                "form",
                "The webhook is paused, so nothing was sent. Resume it and send the message again.",
            ),
            Sent::Refused(problem) => Faults::one("form", problem.detail),
        },
    };
    let here = Scenery::of(app, me, id).await?;
    let page = here.page(app, drawing, &body, None).await?;
    Ok(Answer::Shown(page.faults(&refused)))
}

/// The page that tells of what was sent, and offers it again.
fn after(id: WebhookId, message_id: i64, body: &Body<'_>) -> String {
    let start = format!("{}/playground?", path(id));
    let at_query = start.len();
    let mut query = form_urlencoded::Serializer::for_suffix(start, at_query);
    query.append_pair("sent", &message_id.to_string());
    for kind in body.parse() {
        query.append_pair("parse", kind);
    }
    query.finish()
}
