//! `/oauth/introspect`: an app looks up what one of its access tokens stands for (RFC 7662).
//! The token itself is looked up in `authorization_code::access_token`.

use rocket::http::{Method, Status};
use rocket::route::{BoxFuture, Outcome};
use rocket::{Data, Request};
use serde_json::{Value, json};

use super::client_auth;
use super::refusal::{Refusal, json_response};
use super::token_request::TokenRequest;
use crate::app::App;
use portico_store::models::AuthorizationCode;
use portico_store::models::oauth::authorization_code::access_token::TokenAccess;
use portico_store::models::oauth::profile::has_scope;

/// Answers every method, because even a wrong one gets a JSON error.
pub(crate) fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        let response = match request.method() {
            Method::Post => match introspect(request, data).await {
                Ok(answer) => json_response(Status::Ok, &answer),
                Err(refusal) => refusal.into_response(),
            },
            _ => Refusal::method("POST").into_response(),
        };
        Outcome::Success(response)
    })
}

/// A token that is unknown, ended or another app's is not active, and nothing else is said about it (section 2.2). A public
/// app can't prove that a token is its own, so it gets no answer.
async fn introspect(request: &Request<'_>, data: Data<'_>) -> Result<Value, Refusal> {
    let TokenRequest { app, client, token } = TokenRequest::read(request, data).await?;
    if client.secret_id.is_none() {
        return Err(client_auth::refused(request));
    }
    let access = AuthorizationCode::access(&app.db, &token, app.now()).await?;
    Ok(match access {
        Some(access) if access.app_id == client.app_id => answer(app, &access),
        _ => json!({ "active": false }),
    })
}

fn answer(app: &App, access: &TokenAccess) -> Value {
    let mut answer = json!({
        "active": true,
        "scope": access.scope,
        "client_id": access.app_id.to_string(),
        "token_type": "Bearer",
        "exp": access.expires_at / 1000,
        "iat": access.issued_at() / 1000,
        "sub": access.identity.user_id.to_string(),
        "aud": access.app_id.to_string(),
        "iss": app.config.base_url.origin(),
    });
    if has_scope(&access.scope, "profile") {
        answer["username"] = access.identity.nickname.as_str().into();
    }
    answer
}
