//! `/oauth/revoke`: an app ends an access token that it does not need any more (RFC 7009).
//! Revoking an app, which ends all of its tokens, is in `connected_apps`.

use rocket::http::{Method, Status};
use rocket::route::{BoxFuture, Outcome};
use rocket::{Data, Request};
use serde_json::json;

use super::cors;
use super::refusal::{Refusal, json_response};
use super::token_request::TokenRequest;
use portico_store::models::AuthorizationCode;

/// Answers every method, because even a wrong one gets a JSON error.
pub(crate) fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        let mut response = match request.method() {
            Method::Options => return Outcome::Success(cors::preflight("POST")),
            Method::Post => match revoke(request, data).await {
                // Section 2.2 leaves the body open, and some clients parse it.
                Ok(()) => json_response(Status::Ok, &json!({})),
                Err(refusal) => refusal.into_response(),
            },
            _ => Refusal::method("OPTIONS, POST").into_response(),
        };
        cors::open(&mut response);
        Outcome::Success(response)
    })
}

/// A token that is unknown, ended or another app's is no error (section 2.2), so that none can be probed.
async fn revoke(request: &Request<'_>, data: Data<'_>) -> Result<(), Refusal> {
    let TokenRequest { app, client, token } = TokenRequest::read(request, data).await?;
    AuthorizationCode::revoke_access(app, client.app_id, &token).await?;
    Ok(())
}
