//! `/portal/webhooks/<id>/playground`: composing a message in any format, seeing what would come of it, and sending it.
//! Nothing is stored until it is sent, and then as a program's post is.

use std::collections::HashSet;
use std::sync::Arc;

use rocket::http::Status;
use rocket::{FromForm, State, get, post};
use rocket_dyn_templates::context;
use serde_json::{Value, json};

use super::composed::{ComposedBody, ComposedForm, Composition};
use super::mention_reasons::{self, MentionContext};
use super::playground_format::{self, Format};
use super::raw_body::RawBody;
use super::resend::{may_see, nothing_posted};
use super::webhook_page::ChangesWebhook;
use super::webhook_send::{SendOutcome, SentPost, send};
use super::webhook_shown::{path, server_and_channel, shown};
use crate::app::App;
use crate::routes::chat::{MessagePreview, MessageRenderer, RenderedMessages, render_preview};
use crate::routes::form_right::FormRight;
use crate::routes::guards::SignedIn;
use crate::routes::page::{Answer, Page};
use crate::routes::path_ids::PathId;
use crate::routes::sent_form::Form;
use crate::routes::webhooks::{NoPost, ParsedBody, PortalBody, PortalPost, Problem, WordedRefusal};
use portico_crypto::tokens::SecretHash;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::chat::mentions::MentionReport;
use portico_rules::chat::permissions::Permissions;
use portico_rules::hex;
use portico_rules::ids::{self, DeliveryId, MessageId, UserId, WebhookId};
use portico_rules::payload::Payload;
use portico_store::models::messages::message::Model as Message;
use portico_store::models::servers::access::{UserAccess, VisibleChannel};
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;
use portico_store::models::webhooks::webhook::VisibleWebhook;
use portico_store::models::{Delivery, Membership, Webhook};
use portico_store::posting::{self, Mentions};

/// Where the page says what came of sending: beside the button.
const OUTCOME: &str = "#sent";

/// A webhook that the viewer manages, and where it posts.
struct PlaygroundState<'a> {
    sender_id: UserId,
    webhook: Arc<Webhook>,
    membership: &'a Membership,
    visible: &'a VisibleChannel,
}

impl<'a> PlaygroundState<'a> {
    async fn load(app: &App, me: SignedIn<'a>, id: WebhookId) -> Result<Self> {
        let access = me.access(app).await?;
        let VisibleWebhook { webhook, membership, visible } = Webhook::visible_within(&app.db, access, id).await?;
        Ok(Self { sender_id: me.id, webhook: Arc::new(webhook), membership, visible })
    }

    /// The page with what would come of `body`, and what was sent before, if something was.
    async fn page(
        &self,
        app: &App,
        renderer: MessageRenderer<'_>,
        body: &Composition<'_>,
        sent: Option<Value>,
    ) -> Result<Page> {
        let format = body.format();
        let preview = match body.parse(&app.config.base_url) {
            Ok(parsed) => self.preview(app, renderer, format, parsed).await?,
            Err(problem) => Err(problem),
        };
        let (preview, refusal) = match preview {
            Ok(preview) => (Some(preview), None),
            Err(problem) => {
                let worded = WordedRefusal::new(format.dialect(), &problem);
                (None, Some((problem, worded)))
            }
        };
        let (server, channel) = server_and_channel(self.membership, &self.visible.channel);
        let page = Page::new(
            "portal/webhook_playground",
            context! {
                webhook: shown(&self.webhook),
                server,
                channel,
                format: format.shown(),
                formats: playground_format::all(),
                typed: body.typed(),
                json: body.pretty(),
                curl: body.curl(),
                refusal: refusal.as_ref().map(|(_, worded)| worded),
                preview,
                may_send: self.visible.may.contains(Permissions::SEND_MESSAGES),
                sent,
                key: app.id::<i64>(),
            },
        );
        Ok(match refusal {
            // Nothing was to be done, so that nothing failed: this is what is known of the payload.
            Some((problem, worded)) => page.faults(&body.at_their_fields(&problem, &worded)).status(Status::Ok),
            None => page,
        })
    }

    /// Preview of a body, or its refusal.
    async fn preview(
        &self,
        app: &App,
        renderer: MessageRenderer<'_>,
        format: Format,
        parsed: ParsedBody,
    ) -> Result<std::result::Result<Value, Problem>> {
        let mut preview = match parsed.payload {
            Err(NoPost::Refused(problem)) => return Ok(Err(problem)),
            Err(NoPost::Ignored(reason)) => json!({ "ignored": reason }),
            Ok(payload) => self.message(app, renderer, format, &payload).await?,
        };
        preview["event"] = json!(parsed.event);
        preview["shortened"] = json!(parsed.notes.shortened);
        preview["dropped"] = json!(parsed.notes.dropped);
        Ok(Ok(preview))
    }

    async fn message(
        &self,
        app: &App,
        renderer: MessageRenderer<'_>,
        format: Format,
        payload: &Payload,
    ) -> Result<Value> {
        let rights = self.webhook.mention_rights(&app.db).await?;
        let text = posting::preview(&app.db, &self.webhook, payload, self.sender_id).await?;
        let context = MentionContext {
            server: &self.membership.server.name,
            channel: &self.visible.channel.name,
            is_held: self.visible.may.contains(Permissions::MENTION_ALL),
            rights: &rights,
            opt_in: format.opt_in(),
        };
        let preview = MessagePreview {
            webhook: &self.webhook,
            name: payload.name.clone(),
            avatar_url: payload.avatar_url.clone(),
            content: &text.content,
            spans: &text.spans,
            cards: &payload.cards,
        };
        let html = render_preview(app, renderer, self.membership, preview).await?;
        let listed = Mentions::new(&text);
        let mentions = listed.fired.iter().chain(&listed.silent);
        let mentions: Vec<Value> = mentions.map(|one| row(one, context)).collect();
        Ok(json!({
            "html": &*html,
            "mentions": mentions,
            "more": listed.more,
            "fired": text.fired.len(),
            "silent": text.silent.len(),
        }))
    }

    /// The body of the delivery `id` in this format, as the log has it: the body, and what came of it. None where the
    /// log has no such delivery of this webhook from here, or not all of it, or if the viewer can't see the channel.
    async fn logged(
        &self,
        app: &App,
        access: &UserAccess,
        format: Format,
        id: DeliveryId,
    ) -> Result<Option<(RawBody<'static>, Value)>> {
        app.log.settled().await;
        let attempt = match Delivery::find(&app.db, self.webhook.id, id, app.now()).await {
            Err(Error::NotFound) => return Ok(None),
            found => found?,
        };
        let report = attempt.report();
        let message = match attempt.message_id {
            Some(id) => Message::find(&app.db, id).await?,
            None => None,
        };
        let posted_into = message.as_ref().map(|message| message.channel_id);
        let is_seen = may_see(access, self.membership, posted_into.or(report.channel_id));
        let is_ours = attempt.dialect.as_deref() == format.dialect().name() && report.test;
        if !is_seen || !is_ours || report.refusal.is_some() {
            return Ok(None);
        }
        let sent = json!({
            "delivery_id": attempt.id,
            "ignored": report.ignored,
            "id": message.as_ref().map(|message| message.id),
            "channel_id": posted_into,
            "fired": message.as_ref().map_or(0, targets_of),
        });
        Ok(RawBody::again(format, &report).map(|body| (body, sent)))
    }
}

fn row(report: &MentionReport, context: MentionContext<'_>) -> Value {
    let (why, advice) = match report.reason {
        None => (context.calls(report), String::new()),
        Some(reason) => context.why(reason, report.kind),
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

/// Query of the playground's page.
#[derive(FromForm)]
pub(crate) struct PlaygroundQuery<'r> {
    /// The message that was sent by its fields, and the kinds of mention that might fire in it.
    sent: Option<&'r str>,
    parse: Vec<&'r str>,
    #[field(default = "")]
    format: &'r str,
    /// The delivery that was sent in another format.
    delivery: Option<&'r str>,
}

#[get("/portal/webhooks/<id>/playground?<shown..>")]
pub(crate) async fn show(
    id: PathId<WebhookId>,
    shown: PlaygroundQuery<'_>,
    me: SignedIn<'_>,
    app: &App,
    renderer: &State<RenderedMessages>,
) -> Result<Page> {
    let PlaygroundQuery { sent, parse, format, delivery } = shown;
    let state = PlaygroundState::load(app, me, id.0).await?;
    let format = Format::named(format).ok_or(Error::NotFound)?;
    if format != Format::Fields {
        let logged = match delivery {
            Some(id) => {
                let id = ids::parse(id).ok_or(Error::NotFound)?;
                state.logged(app, me.access(app).await?, format, id).await?
            }
            None => None,
        };
        let (body, sent) = match logged {
            Some((body, sent)) => (body, Some(sent)),
            None => (RawBody::sample(format, me.id), None),
        };
        return state.page(app, renderer.in_english(), &Composition::Raw(body), sent).await;
    }
    let message = match sent.map(|sent| ids::parse(sent).ok_or(Error::NotFound)).transpose()? {
        Some(message_id) => Message::find(&app.db, message_id).await?,
        None => None,
    };
    let access = me.access(app).await?;
    // The message may be in another channel: the webhook can be moved, and not everyone who manages it sees both.
    let message = message
        .filter(|message| message.webhook_id == Some(state.webhook.id) && access.channel(message.channel_id).is_ok());
    let Some(message) = message else {
        let body = Composition::Fields(ComposedBody::first(&me.nickname));
        return state.page(app, renderer.in_english(), &body, None).await;
    };
    let sent = json!({
        "id": message.id,
        "channel_id": message.channel_id,
        "fired": targets_of(&message),
    });
    let body = Composition::Fields(ComposedBody::again(message, parse));
    state.page(app, renderer.in_english(), &body, Some(sent)).await
}

/// Number of people that a message notified, each counted once.
fn targets_of(message: &Message) -> usize {
    let spans = message.spans();
    let fired = spans.iter().filter(|span| span.fired);
    fired.map(|span| span.target).collect::<HashSet<_>>().len()
}

#[post("/portal/webhooks/<id>/playground", data = "<form>")]
pub(crate) async fn compose(
    form: Form<ComposedForm<'_>>,
    _right: FormRight<ChangesWebhook>,
    id: PathId<WebhookId>,
    me: SignedIn<'_>,
    app: &App,
    renderer: &State<RenderedMessages>,
) -> Result<Answer> {
    let format = Format::named(form.format).ok_or(Error::NotFound)?;
    let body = Composition::new(format, &form);
    if form.act != "send" {
        let state = PlaygroundState::load(app, me, id.0).await?;
        return Ok(Answer::Shown(state.page(app, renderer.in_english(), &body, None).await?));
    }
    let refused = match sendable(app, me, &form, &body) {
        Err(faults) => faults,
        Ok(post) => {
            let SentPost { outcome, delivery_id, .. } = send(app, me, id.0, |_| post).await?;
            match outcome {
                SendOutcome::Stored(accepted) => {
                    let message_id = accepted.message_id;
                    return Ok(Answer::to(after(id.0, message_id, delivery_id, &body)));
                }
                SendOutcome::Ignored(_) if format != Format::Fields => {
                    return Ok(Answer::to(after_raw(id.0, format, delivery_id)));
                }
                SendOutcome::Ignored(reason) => FieldErrors::one("form", nothing_posted(&reason)),
                SendOutcome::Inactive(sentence) => FieldErrors::one("form", sentence),
                SendOutcome::Refused(problem) => FieldErrors::one("form", problem.detail),
            }
        }
    };
    let state = PlaygroundState::load(app, me, id.0).await?;
    let page = state.page(app, renderer.in_english(), &body, None).await?;
    Ok(Answer::Shown(page.faults(&refused)))
}

/// The post, unless it would be refused: then nothing is sent.
fn sendable(
    app: &App,
    me: SignedIn<'_>,
    form: &ComposedForm<'_>,
    body: &Composition<'_>,
) -> Result<PortalPost, FieldErrors> {
    let sendable = body.body().and_then(|sendable| match sendable.parse(&app.config.base_url).payload {
        Err(NoPost::Refused(problem)) => Err(problem),
        _ => Ok(sendable),
    });
    match sendable {
        Ok(body) => Ok(PortalPost { key: key(me, form, &body), body, resend: None }),
        Err(problem) => {
            let refused = WordedRefusal::new(body.format().dialect(), &problem);
            Err(body.at_their_fields(&problem, &refused))
        }
    }
}

/// The key of a form as it was rendered, with its body: sending both a second time posts nothing more, and a changed body can be
/// sent from the same page.
fn key(me: SignedIn<'_>, form: &ComposedForm<'_>, body: &PortalBody) -> Option<IdempotencyKey> {
    ids::parse::<i64>(form.key)?;
    let hash = SecretHash::of_text(&format!("{}\n{}", body.event, body.text));
    let hash = hex::digits(hash.as_bytes());
    IdempotencyKey::read(&format!("playground:{}:{}:{hash}", me.id, form.key), &body.text)
}

/// The page that tells of what was sent, and offers it again.
fn after(id: WebhookId, message_id: MessageId, delivery_id: DeliveryId, body: &Composition<'_>) -> String {
    let Composition::Fields(body) = body else {
        return after_raw(id, body.format(), delivery_id);
    };
    let start = format!("{}/playground?", path(id));
    let at_query = start.len();
    let mut query = form_urlencoded::Serializer::for_suffix(start, at_query);
    query.append_pair("sent", &message_id.to_string());
    for kind in body.parse() {
        query.append_pair("parse", kind);
    }
    query.finish() + OUTCOME
}

/// The page that tells of a body in another format, which only the delivery log has, and offers it again.
fn after_raw(id: WebhookId, format: Format, delivery_id: DeliveryId) -> String {
    format!("{}/playground?format={}&delivery={delivery_id}{OUTCOME}", path(id), format.name())
}
