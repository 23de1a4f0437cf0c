//! The poll of a device (RFC 8628, section 3.4): for an access token, once a person has approved.
//! How a device code is issued is in `device_authorization`; what is stored of it is decided in the models.

use rocket::Request;
use rocket::http::Status;
use serde_json::Value;

use super::refusal;
use crate::app::App;
use crate::routes::oauth::client_auth::{self, SecretCheck};
use crate::routes::oauth::issued;
use crate::routes::oauth::refusal::Refusal;
use portico_platform::error::Error;
use portico_rules::token_request::FormParams;
use portico_store::models::oauth::device_code::Poll;
use portico_store::models::{AuthorizationCode, DeviceCode};

/// The grant type of a poll.
pub(super) const GRANT_TYPE: &str = "urn:ietf:params:oauth:grant-type:device_code";

/// Says what a person has decided, and exchanges the device code once they have approved.
pub(super) async fn exchange(app: &App, request: &Request<'_>, form: &FormParams<'_>) -> Result<Value, Refusal> {
    let code = form.required("device_code").map_err(|text| Refusal::invalid(&text))?;
    // Most polls exchange nothing.
    let client = client_auth::authenticate(app, request, form, SecretCheck::Here).await?;
    if !DeviceCode::are_enabled(&app.db, client.app_id).await? {
        return Err(Refusal::devices_disabled());
    }
    let (error, description) = match DeviceCode::poll(app, client.app_id, code).await? {
        Poll::Pending => ("authorization_pending", "The person has not decided yet. Poll again after the interval."),
        Poll::TooEarly => ("slow_down", "Wait five seconds longer than before between two polls, from now on."),
        Poll::Denied => ("access_denied", "The person did not approve."),
        Poll::Expired => return Err(expired()),
        Poll::NotPending => {
            issued::check_ready(app).await?;
            let redeemed = AuthorizationCode::redeem_device_code(app, &app.exchanger, client, code).await?;
            let issued = redeemed.map_err(|refused| refusal(request, refused))?;
            let answer = issued::answer(app, client, &issued).await;
            return Ok(answer.map_err(Error::after_write)?);
        }
    };
    Err(Refusal::new(Status::BadRequest, error, description))
}

/// The refusal of a device code that has expired, whether or not a person approved (RFC 8628, section 3.5).
pub(super) fn expired() -> Refusal {
    Refusal::new(Status::BadRequest, "expired_token", "The device code has expired. Ask for another one.")
}
