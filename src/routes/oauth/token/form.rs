//! The exchange by form (RFC 6749, section 4.1.3): for an access token, and an ID token where the scope has `openid`.
//! The models decide what is stored of it.

use rocket::Request;
use rocket::http::Status;
use serde_json::Value;

use super::{device, refusal};
use crate::app::App;
use crate::routes::oauth::client_auth::{self, SecretCheck};
use crate::routes::oauth::issued;
use crate::routes::oauth::refusal::Refusal;
use portico_platform::error::Error;
use portico_rules::token_request::FormParams;
use portico_store::models::AuthorizationCode;
use portico_store::models::oauth::authorization_code::ExchangeRequest;

/// The parameters of an exchange. They contain secrets, so there is no `Debug`.
struct ExchangeParams<'f> {
    code: &'f str,
    redirect_uri: &'f str,
    code_verifier: Option<&'f str>,
}

impl<'f> ExchangeParams<'f> {
    fn from_form(form: &'f FormParams<'_>) -> Result<Self, String> {
        Ok(Self {
            code: form.required("code")?,
            // Required, since every authorization request has one.
            redirect_uri: form.required("redirect_uri")?,
            code_verifier: form.get("code_verifier")?,
        })
    }
}

/// Reads the form, and exchanges the code in it.
pub(super) async fn exchange(app: &App, request: &Request<'_>, body: &[u8]) -> Result<Value, Refusal> {
    let form = FormParams::parse(body);
    let invalid = |sentence: String| Refusal::invalid(&sentence);
    match form.required("grant_type").map_err(invalid)? {
        "authorization_code" => {}
        device::GRANT_TYPE => return device::exchange(app, request, &form).await,
        _ => {
            return Err(Refusal::new(
                Status::BadRequest,
                "unsupported_grant_type",
                "grant_type must be authorization_code, or urn:ietf:params:oauth:grant-type:device_code.",
            ));
        }
    }
    let given = ExchangeParams::from_form(&form).map_err(invalid)?;
    let client = client_auth::authenticate(app, request, &form, SecretCheck::InExchange { code: given.code }).await?;
    issued::check_ready(app).await?;
    let asked = ExchangeRequest { code: given.code, redirect_uri: given.redirect_uri, verifier: given.code_verifier };
    let redeemed = AuthorizationCode::redeem_for_token(app, &app.exchanger, client, asked).await?;
    let issued = redeemed.map_err(|refused| refusal(request, refused))?;
    let answer = issued::answer(app, client, &issued).await;
    Ok(answer.map_err(Error::after_write)?)
}
