//! Discord's webhooks over HTTP: their bodies, as JSON or as forms, and the objects that answer them.
//! `dialects::discord` reads the body.

use portico_rules::ids::WebhookId;
use rocket::data::Data;
use rocket::response::Response;
use serde_json::{Value, json};

use super::answer;
use super::body::{self, object};
use super::delivery_draft::DeliveryDraft;
use super::dialect::Dialect;
use super::parsed_body::ParsedBody;
use super::problem::Wording;
use super::{Call, Problem};
use portico_dialects::body::{Body, DroppedFile, from_form};
use portico_dialects::discord::{DiscordError, PostedMessage, TranslatedEdit, message_json, translate, translate_edit};
use portico_dialects::{TranslatedBody, limits};
use portico_platform::error::Error;
use portico_rules::chat::mentions::{MentionReport, MentionTarget};
use portico_rules::payload::Edit;
use portico_rules::payload::EditedText;
use portico_store::models::logs::delivery::Notes;
use portico_store::models::webhooks::idempotency_key::IdempotencyKey;
use portico_store::posting::StoredPost;
use portico_store::posting::own_messages::OwnMessage;

/// The parameter of a URL that names a thread, and its note.
const THREAD: &str = "thread_id";

/// A body, however it was sent.
pub(super) struct SentBody {
    /// Its value: JSON, as the body or in the field `payload_json`; else the fields of a form.
    value: Value,
    /// The files that came with it.
    files: Vec<DroppedFile>,
    /// The identity that an idempotency key belongs to: equal for equal content, however it was sent.
    identity: String,
}

/// Reads a body and translates it.
pub(super) async fn read(
    call: &Call<'_>,
    data: Data<'_>,
    draft: &mut DeliveryDraft,
) -> Result<(ParsedBody, Option<IdempotencyKey>), Problem> {
    let sent = receive(call, data, draft).await?;
    let mut translated = translate(sent.body()).map_err(refusal)?;
    if let TranslatedBody::Post(translation) = &mut translated
        && query(call, THREAD).is_some()
    {
        note_thread(&mut translation.dropped);
    }
    call.translated(translated, &sent.identity)
}

/// Notes the thread that the address named.
pub(super) fn note_thread(dropped: &mut Vec<String>) {
    if !names_thread(dropped) {
        dropped.push(THREAD.to_owned());
    }
}

/// True if these notes are of a body that was sent to a thread.
pub(crate) fn names_thread(dropped: &[String]) -> bool {
    dropped.iter().any(|note| note == THREAD)
}

/// Reads a body: a form with files, a URL-encoded form, or JSON, whatever its type says.
pub(super) async fn receive(call: &Call<'_>, data: Data<'_>, draft: &mut DeliveryDraft) -> Result<SentBody, Problem> {
    let headers = call.request.headers();
    let content_type = headers.get_one("Content-Type").unwrap_or_default();
    if let Some(boundary) = body::boundary(content_type) {
        let parts = body::read_parts(call.request, data, boundary, call.person()).await?;
        let identity = parts.to_string();
        draft.keep_form(&identity, parts.bytes);
        return Ok(SentBody { value: of_fields(&parts.fields)?, files: parts.into_files(), identity });
    }
    let body = body::read(call.request, data, Dialect::Discord.largest_body(), call.person()).await?;
    let identity = String::from_utf8_lossy(&body).into_owned();
    let value = value_of(&body, body::is_form(content_type));
    draft.keep(body);
    Ok(SentBody { value: value?, files: Vec::new(), identity })
}

/// Translates a body that came from the portal's pages: JSON, or a URL-encoded form.
pub(super) fn parse(body: &[u8]) -> Result<TranslatedBody, Problem> {
    let value = value_of(body, body.contains(&b'='))?;
    translate(Body::from(&value)).map_err(refusal)
}

/// The value of a body that may be a URL-encoded form. Some clients name JSON a form.
fn value_of(body: &[u8], may_be_form: bool) -> Result<Value, Problem> {
    let start = body.trim_ascii_start().first();
    if may_be_form && !matches!(start, Some(b'{' | b'[')) {
        of_fields(&body::form_fields(body)?)
    } else {
        object(body).map(Value::Object)
    }
}

/// The JSON among the fields of a form, or the fields. Of fields with the same name, the last counts.
fn of_fields(fields: &[(String, String)]) -> Result<Value, Problem> {
    match fields.iter().rfind(|(name, _)| name == "payload_json") {
        Some((_, json)) => object(json.as_bytes()).map(Value::Object),
        None => Ok(from_form(fields)),
    }
}

impl SentBody {
    fn body(&self) -> Body<'_> {
        Body { value: &self.value, files: &self.files }
    }
}

/// A refusal of a body, in Discord's words.
fn refusal(fault: DiscordError) -> Problem {
    Problem::malformed_form(fault.message).worded(Wording::Discord {
        code: fault.code,
        message: fault.message.to_owned(),
        errors: (!fault.errors.is_empty()).then_some(Value::Object(fault.errors)),
    })
}

/// Reads an edit, and what of its body can't be kept. What its body doesn't name stays as it is; `null` and an empty text or
/// list remove.
pub(super) async fn read_edit(call: &Call<'_>, data: Data<'_>) -> Result<(Edit, Notes), Problem> {
    let sent = receive(call, data, &mut DeliveryDraft::default()).await?;
    let TranslatedEdit { mut translation, replaces_text, replaces_cards } =
        translate_edit(sent.body()).map_err(refusal)?;
    limits::drop_own_pictures(&mut translation, &call.app.config.base_url);
    let edit = Edit {
        // Files alone leave the text as it is: clients that add one send no text.
        content: replaces_text.then_some(EditedText {
            content: translation.content,
            marks: translation.marks,
            allowed_mentions: translation.allowed_mentions,
        }),
        cards: replaces_cards.then_some(translation.cards),
    }
    .with_limited_marks();
    let notes = Notes { shortened: translation.shortened, dropped: translation.dropped };
    Ok((edit, notes))
}

/// The first value of a query's parameter.
fn query(call: &Call<'_>, name: &str) -> Option<String> {
    let query = call.request.uri().query()?;
    form_urlencoded::parse(query.as_str().as_bytes())
        .find_map(|(known, value)| (known == name).then(|| value.into_owned()))
}

/// True if the client waits for the message.
pub(super) fn is_awaited(call: &Call<'_>) -> bool {
    query(call, "wait").is_some_and(|wait| wait == "1" || wait.eq_ignore_ascii_case("true"))
}

/// `200` with a message that was just posted, by what was answered to it the first time.
///
/// # Errors
/// The message can't be serialized, which never happens.
pub(super) fn posted_message(
    call: &Call<'_>,
    stored: &StoredPost,
    notes: &Notes,
) -> Result<Response<'static>, Problem> {
    let mentions = &stored.mentions;
    let mentions = mentions.fired.iter().chain(&mentions.silent);
    let mentions: Vec<MentionTarget> = mentions.filter_map(MentionReport::target).collect();
    message_answer(&PostedMessage {
        id: stored.message_id.get(),
        channel_id: stored.channel_id,
        webhook_id: call.webhook.webhook.id.get(),
        name: &stored.name,
        content: &stored.content,
        cards: &stored.cards,
        mentions: &mentions,
        created_at: stored.created_at,
        edited_at: None,
        shortened: &notes.shortened,
        dropped: &notes.dropped,
    })
}

fn message_answer(message: &PostedMessage<'_>) -> Result<Response<'static>, Problem> {
    let json = message_json(message).map_err(Error::internal);
    Ok(answer::json(json.map_err(|err| Problem::from(&err))?))
}

/// `200` with a message as it is now, and what of an edit was not kept.
///
/// # Errors
/// The message can't be serialized, which never happens.
pub(super) fn own_message(own: &OwnMessage, notes: &Notes) -> Result<Response<'static>, Problem> {
    let message = &own.message;
    let spans = message.spans();
    let mentions: Vec<MentionTarget> = spans.iter().map(|span| span.target).collect();
    message_answer(&PostedMessage {
        id: message.id.get(),
        channel_id: message.channel_id,
        webhook_id: message.webhook_id.map_or(0, WebhookId::get),
        name: &own.name,
        content: &message.content,
        cards: &message.cards(),
        mentions: &mentions,
        created_at: own.created_at,
        edited_at: message.edited_at,
        shortened: &notes.shortened,
        dropped: &notes.dropped,
    })
}

/// `200` with the webhook. Clients ask for it; it says nothing that the answer to a post doesn't say.
///
/// # Errors
/// Where the URL is no longer the webhook's.
pub(super) async fn webhook(call: &Call<'_>) -> Result<Response<'static>, Problem> {
    let found = call.app.posts.reload(call.app, call.webhook).await;
    let found = found.map_err(|err| Problem::from(&err))?;
    let Some(current) = found else {
        return Err(Problem::unknown_webhook());
    };
    let (webhook, token) = (&current.webhook, call.path.token);
    let path = format!("/api/webhooks/{}/{token}", webhook.id);
    let object = json!({
        "type": 1,
        "id": webhook.id.to_string(),
        "name": webhook.name,
        // Discord's clients take this for the hash of a picture on Discord's own servers.
        "avatar": null,
        "channel_id": webhook.channel_id.to_string(),
        "guild_id": webhook.server_id.to_string(),
        "application_id": null,
        "token": token,
        "url": call.app.config.base_url.join(&path),
    });
    Ok(answer::json(object.to_string()))
}
