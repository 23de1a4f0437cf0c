//! `…/messages/<message_id>` below a webhook URL: reading, editing and deleting what the webhook posted.
//! Whose message it is, and what an edit does, is decided by `posting::own_messages`.

use rocket::data::Data;
use rocket::http::Method;

use super::answer::Answer;
use super::dialect::Dialect;
use super::{Call, Problem, body, discord, parsed_body, payload};
use crate::error::Error;
use crate::ids;
use crate::models::logs::delivery::{Fault, Notes};
use crate::posting::own_messages::{self, Edit, OwnMessage, OwnOutcome};

/// Answers a request for one message.
///
/// # Errors
/// The refusal. A message of another webhook, one in another channel, a deleted one and one that never was are the same
/// unknown message.
pub(super) async fn answer(
    call: &Call<'_>,
    message_id: &str,
    data: Data<'_>,
) -> Result<Answer, Problem> {
    // No message has the id 0.
    let id = ids::parse(message_id).unwrap_or(0);
    let (app, webhook) = (call.app, call.webhook);
    match call.request.method() {
        Method::Patch => {
            body::refuse_compressed(call.request)?;
            let (edit, notes) = match call.path.dialect {
                Dialect::Discord => discord::read_edit(call, data).await?,
                _ => (read_edit(call, data).await?, Notes::default()),
            };
            shown(
                call,
                own_messages::edit(app, webhook, id, &edit).await,
                &notes,
            )
        }
        Method::Delete => {
            done(call, own_messages::delete(app, webhook, id).await)?;
            Ok(Answer::no_content())
        }
        _ => shown(
            call,
            own_messages::find_own(app, &app.posts, webhook, id).await,
            &Notes::default(),
        ),
    }
}

/// Reads an edit in the native payload.
async fn read_edit(call: &Call<'_>, data: Data<'_>) -> Result<Edit, Problem> {
    let content_type = call.request.headers().get_one("Content-Type");
    if !content_type.is_some_and(crate::json::is_announced) {
        return Err(Problem::unsupported_media_type());
    }
    let body = body::read(call.request, data, Dialect::Native.largest_body()).await?;
    payload::parse_edit(&body, &call.app.config.base_url)
}

/// The message, in the dialect's form, and what of an edit was not kept.
fn shown(
    call: &Call<'_>,
    outcome: Result<OwnOutcome<OwnMessage>, Error>,
    notes: &Notes,
) -> Result<Answer, Problem> {
    let own = done(call, outcome)?;
    Ok(match call.path.dialect {
        Dialect::Discord => discord::own_message(&own, notes)?,
        _ => Answer::json(own.json),
    })
}

fn done<T>(call: &Call<'_>, outcome: Result<OwnOutcome<T>, Error>) -> Result<T, Problem> {
    match outcome {
        Ok(OwnOutcome::Done(done)) => Ok(done),
        Ok(OwnOutcome::UnknownMessage) => Err(Problem::unknown_message()),
        Ok(OwnOutcome::UnknownWebhook) => Err(Problem::unknown_webhook()),
        Ok(OwnOutcome::Empty) => Err(match call.path.dialect {
            Dialect::Native => Problem::invalid_request(vec![Fault {
                pointer: "/content".to_owned(),
                header: None,
                detail: "The message's text is missing.".to_owned(),
            }]),
            dialect => parsed_body::empty(dialect),
        }),
        Err(err) => Err(Problem::from(&err)),
    }
}
