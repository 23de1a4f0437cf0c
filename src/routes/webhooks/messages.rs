//! `…/messages/<message_id>` below a webhook URL: reading, editing and deleting what the webhook posted.
//! Whose message it is, and what an edit does, is decided by `posting::own_messages`.

use rocket::data::Data;
use rocket::http::Method;
use rocket::response::Response;

use super::answer::{json, no_content};
use super::dialect::Dialect;
use super::{Call, Problem, body, discord, native, parsed_body};
use portico_rules::ids;
use portico_rules::ids::MessageId;
use portico_rules::payload::BodyError;
use portico_store::models::logs::delivery::Notes;
use portico_store::posting::own_messages::{self, OwnMessage, OwnMessageError};

/// Answers a request for one message.
///
/// # Errors
/// The refusal. A message of another webhook, one in another channel, a deleted one and one that never was are the same
/// unknown message.
pub(super) async fn answer(call: &Call<'_>, message_id: &str, data: Data<'_>) -> Result<Response<'static>, Problem> {
    // No message has the id 0.
    let id = ids::parse(message_id).unwrap_or(MessageId::new(0));
    let (app, webhook) = (call.app, call.webhook);
    match call.request.method() {
        Method::Patch => {
            body::refuse_compressed(call.request)?;
            let (edit, notes) = match call.path.dialect {
                Dialect::Discord => discord::read_edit(call, data).await?,
                _ => (native::read_edit(call, data).await?, Notes::default()),
            };
            shown(call, own_messages::edit(app, webhook, id, &edit).await, &notes)
        }
        Method::Delete => {
            let deleted = own_messages::delete(app, webhook, id).await;
            deleted.map_err(|err| refusal(call, &err))?;
            Ok(no_content())
        }
        _ => shown(call, own_messages::find_own(app, &app.posts, webhook, id).await, &Notes::default()),
    }
}

/// The message, in the dialect's form, and what of an edit was not kept.
fn shown(
    call: &Call<'_>,
    own: Result<OwnMessage, OwnMessageError>,
    notes: &Notes,
) -> Result<Response<'static>, Problem> {
    let own = own.map_err(|err| refusal(call, &err))?;
    Ok(match call.path.dialect {
        Dialect::Discord => discord::own_message(&own, notes)?,
        _ => json(own.json),
    })
}

/// The refusal of a request about one message.
fn refusal(call: &Call<'_>, err: &OwnMessageError) -> Problem {
    match err {
        OwnMessageError::UnknownMessage => Problem::unknown_message(),
        OwnMessageError::UnknownWebhook => Problem::unknown_webhook(),
        OwnMessageError::Empty => match call.path.dialect {
            Dialect::Native => Problem::invalid_request(vec![BodyError {
                pointer: "/content".to_owned(),
                header: None,
                detail: "The message's text is missing.".to_owned(),
            }]),
            dialect => parsed_body::empty(dialect),
        },
        OwnMessageError::Failed(err) => Problem::from(err),
    }
}
