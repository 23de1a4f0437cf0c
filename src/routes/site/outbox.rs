//! `/dev/outbox`: the text messages of an instance that sends none, for trying it out.
//! The page doesn't exist if text messages are really sent, nor for requests from other machines.

use rocket::http::{Accept, MediaType};
use rocket::request::{self, FromRequest};
use rocket::serde::json::Json;
use rocket::{Request, Responder, get};
use rocket_dyn_templates::context;
use serde::Serialize;
use time::format_description::well_known::Rfc3339;

use crate::app::App;
use crate::routes::guards::Viewer;
use crate::routes::page::Page;
use crate::routes::peer::OnThisMachine;
use portico_platform::error::{Error, Result};
use portico_rules::clock::utc;
use portico_store::phone::OutboxMessage;

/// A message as programs read it.
#[derive(Serialize)]
pub(crate) struct Text {
    to: String,
    text: String,
    /// When it was sent (RFC 3339).
    at: String,
}

impl TryFrom<OutboxMessage> for Text {
    type Error = Error;

    fn try_from(sent: OutboxMessage) -> Result<Self> {
        let at = utc(sent.at).format(&Rfc3339).map_err(Error::internal)?;
        Ok(Self { to: sent.to, text: sent.text, at })
    }
}

#[derive(Responder)]
pub(crate) enum OutboxResponse {
    Page(Page),
    Json(Json<Vec<Text>>),
}

/// True if the request prefers JSON.
pub(crate) struct WantsJson(bool);

#[rocket::async_trait]
impl<'r> FromRequest<'r> for WantsJson {
    type Error = std::convert::Infallible;

    async fn from_request(request: &'r Request<'_>) -> request::Outcome<Self, Self::Error> {
        let json =
            request.accept().map(Accept::preferred).is_some_and(|wanted| *wanted.media_type() == MediaType::JSON);
        request::Outcome::Success(Self(json))
    }
}

#[get("/dev/outbox")]
pub(crate) fn show(_here: OnThisMachine, _viewer: &Viewer, app: &App, wants_json: WantsJson) -> Result<OutboxResponse> {
    let messages = app.sms.outbox().ok_or(Error::NotFound)?.messages();
    if wants_json.0 {
        let texts: Result<Vec<Text>> = messages.into_iter().map(Text::try_from).collect();
        return Ok(OutboxResponse::Json(Json(texts?)));
    }
    Ok(OutboxResponse::Page(Page::new("dev/outbox", context! { messages })))
}
