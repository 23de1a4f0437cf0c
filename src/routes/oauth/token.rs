//! `/oauth/token`: an app exchanges a code for an identity (spec section 4.2), by JSON.
//! The exchange for an access token, by a form, is in `form`, and that of a device in `device`. Programs talk to both, so
//! every response is JSON, even for server errors (RFC 6749, section 5).

use rocket::http::{Header, Method, Status};
use rocket::route::{BoxFuture, Outcome};
use rocket::{Data, Request};
use serde_json::{Value, json};

use super::client_auth::{self, SecretCheck};
use super::refusal::{INVALID_REQUEST, Refusal, json_response};
use super::{body, cors};
use crate::app::App;
use portico_platform::throttle::LimitKind;
use portico_rules::json;
use portico_rules::token_request::TokenFields;
use portico_store::models::AuthorizationCode;
use portico_store::models::oauth::authorization_code::{ExchangeError, ExchangeRequest, Identity};

mod device;
mod form;

/// Answers every method, because even a wrong one gets a JSON error.
pub(crate) fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        if request.method() == Method::Options {
            return Outcome::Success(cors::preflight("POST"));
        }
        let is_form = request.method() == Method::Post && body::is_form(request);
        let answer = exchange(request, data, is_form).await;
        let mut response = match answer {
            Ok(answer) => json_response(Status::Ok, &answer),
            Err(refusal) => refusal.into_response(),
        };
        // The JSON exchange needs a secret, which no page of a browser has: its answers stay closed, whatever a preflight says.
        if is_form {
            response.set_header(Header::new("Pragma", "no-cache"));
            cors::open(&mut response);
        }
        Outcome::Success(response)
    })
}

/// The checks, in the order in which their faults are reported: method, content type, size, JSON or form, fields,
/// client, grant.
async fn exchange(request: &Request<'_>, data: Data<'_>, is_form: bool) -> Result<Value, Refusal> {
    if request.method() != Method::Post {
        return Err(Refusal::method("OPTIONS, POST"));
    }
    let (app, _) = super::limited(request, LimitKind::TokenAddress).await?;
    if is_form {
        let body = body::read(request, data).await?;
        // On the heap, so that it takes no room in the future of an exchange by JSON.
        return Box::pin(form::exchange(app, request, &body)).await;
    }
    let content_type = request.headers().get_one("Content-Type");
    if !content_type.is_some_and(json::is_announced) {
        return Err(Refusal::new(
            Status::UnsupportedMediaType,
            INVALID_REQUEST,
            "Send the header Content-Type: application/json, or application/x-www-form-urlencoded.",
        ));
    }
    let body = body::read(request, data).await?;
    let fields = TokenFields::read(&body).map_err(|text| Refusal::invalid(&text))?;
    let check = SecretCheck::InExchange { code: &fields.code };
    let client = client_auth::find(app, fields.client_id, Some(&fields.client_secret), check).await?;
    let Some(client) = client else {
        return Err(Refusal::client());
    };
    let asked = ExchangeRequest {
        code: &fields.code,
        redirect_uri: &fields.redirect_uri,
        verifier: fields.code_verifier.as_deref(),
    };
    match AuthorizationCode::redeem(app, &app.exchanger, client, asked).await? {
        Ok(identity) => Ok(record(&identity, app)),
        Err(refused) => Err(refused.into()),
    }
}

/// The identity record (spec section 2), and nothing else.
pub(super) fn record(identity: &Identity, app: &App) -> Value {
    json!({
        "chat_user_id": identity.user_id,
        "nickname": identity.nickname,
        "name": identity.name,
        "avatar_url": identity.avatar_url(&app.config.base_url),
    })
}

/// The refusal of an exchange whose app authenticated itself as [`client_auth::authenticate`] has it.
fn refusal(request: &Request<'_>, refused: ExchangeError) -> Refusal {
    match refused {
        ExchangeError::Client => client_auth::refused(request),
        refused => refused.into(),
    }
}

impl From<ExchangeError> for Refusal {
    fn from(refused: ExchangeError) -> Self {
        match refused {
            ExchangeError::Client => Self::client(),
            ExchangeError::Grant => Self::grant(),
            ExchangeError::DeviceExpired => device::expired(),
        }
    }
}
