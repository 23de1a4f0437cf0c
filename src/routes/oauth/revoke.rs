//! `/oauth/revoke`: an app ends an access token that it does not need any more (RFC 7009).
//! Revoking an app, which ends all of its tokens, is in `connected_apps`.

use rocket::http::{Method, Status};
use rocket::route::{Handler, Outcome};
use rocket::{Data, Request, Route};

use super::body::{self, Form};
use super::client_auth::{self, SecretCheck};
use super::refusal::{Refusal, empty_response};
use super::{cors, every_method};
use crate::error::Error;
use crate::models::AuthorizationCode;
use crate::routes::guards::ClientAddress;
use crate::security::throttle::LimitKind;

/// The endpoint's handler for every method, because even a wrong method gets a JSON error.
#[derive(Clone, Copy)]
pub(crate) struct Revocation {}

impl Revocation {
    /// One route for each method.
    pub(crate) fn into_routes(self) -> Vec<Route> {
        every_method("/oauth/revoke", self)
    }
}

#[rocket::async_trait]
impl Handler for Revocation {
    async fn handle<'r>(&self, request: &'r Request<'_>, data: Data<'r>) -> Outcome<'r> {
        let mut response = match request.method() {
            Method::Options => return Outcome::Success(cors::preflight("POST")),
            Method::Post => match revoke(request, data).await {
                Ok(()) => empty_response(Status::Ok),
                Err(refusal) => refusal.into_response(),
            },
            _ => Refusal::method("OPTIONS, POST").into_response(),
        };
        cors::open(&mut response);
        Outcome::Success(response)
    }
}

/// A token that is unknown, ended or another app's is no error (section 2.2), so that none can be probed.
async fn revoke(request: &Request<'_>, data: Data<'_>) -> Result<(), Refusal> {
    let app = super::app(request)?;
    let ClientAddress(address) = ClientAddress::of(request, app);
    app.throttle
        .check_address(LimitKind::TokenAddress, address)
        .await
        .map_err(Error::from)?;
    let body = body::read_form(request, data).await?;
    let form = Form::parse(&body);
    let token = form
        .required("token")
        .map_err(|text| Refusal::invalid(&text))?;
    let client = client_auth::authenticate(app, request, &form, SecretCheck::Here).await?;
    AuthorizationCode::revoke_access(app, client.app_id, token).await?;
    Ok(())
}
