//! `/oauth/device`: a device without a browser asks to sign a person in (RFC 8628, section 3.1).
//! The page where the person answers is in `device`; the polls of the device are in `token::device`.

use rocket::http::{Method, Status};
use rocket::route::{BoxFuture, Outcome};
use rocket::{Data, Request};
use serde_json::{Value, json};

use super::body;
use super::client_auth::{self, SecretCheck};
use super::refusal::{Refusal, json_response};
use super::scope::{self, INVALID_SCOPE};
use portico_platform::throttle::LimitKind;
use portico_rules::token_request::FormParams;
use portico_store::models::DeviceCode;
use portico_store::models::oauth::device_code::{self, INTERVAL_SECS, LIFETIME_MS};

/// The page where people type the code.
pub(super) const PAGE: &str = "/device";

/// Answers every method, because even a wrong one gets a JSON error.
pub(crate) fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        let answer = match request.method() {
            Method::Post => issue(request, data).await,
            _ => Err(Refusal::method("POST")),
        };
        Outcome::Success(match answer {
            Ok(answer) => json_response(Status::Ok, &answer),
            Err(refusal) => refusal.into_response(),
        })
    })
}

/// Gives a device its two codes (section 3.2).
async fn issue(request: &Request<'_>, data: Data<'_>) -> Result<Value, Refusal> {
    let (app, address) = super::limited(request, LimitKind::DeviceAddress).await?;
    let body = body::read_form(request, data).await?;
    let form = FormParams::parse(&body);
    let scope = form.get("scope").map_err(|text| Refusal::invalid(&text))?;
    scope::check(scope).map_err(|text| Refusal::new(Status::BadRequest, INVALID_SCOPE, text))?;
    let client = client_auth::authenticate(app, request, &form, SecretCheck::Here).await?;
    let scope = scope::granted(scope);
    let Some(issued) = DeviceCode::issue(app, client.app_id, scope, address).await? else {
        return Err(Refusal::devices_disabled());
    };
    let page = app.config.base_url.join(PAGE);
    // Letters and a hyphen need no encoding.
    let user_code = device_code::written(&issued.user_code);
    Ok(json!({
        "device_code": issued.device_code.expose(),
        "user_code": user_code,
        "verification_uri": page,
        "verification_uri_complete": format!("{page}?user_code={user_code}"),
        "expires_in": LIFETIME_MS / 1000,
        "interval": INTERVAL_SECS,
    }))
}
