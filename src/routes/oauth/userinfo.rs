//! `/oauth/userinfo`: the user's claims for an access token (OpenID Connect Core 1.0, section 5.3; RFC 6750).
//! The token is looked up in `authorization_code::access_token`.

use rocket::http::{Method, Status};
use rocket::route::{BoxFuture, Outcome};
use rocket::{Data, Request};
use serde_json::{Value, json};

use super::body;
use super::cors;
use super::refusal::{Refusal, json_response};
use crate::app::App;
use portico_platform::error::Error;
use portico_platform::throttle::LimitKind;
use portico_rules::token_request::FormParams;
use portico_store::models::AuthorizationCode;
use portico_store::models::oauth::authorization_code::access_token::TokenAccess;
use portico_store::models::oauth::profile::has_scope;

/// Answers every method, because even a wrong one gets a JSON error.
pub(crate) fn handle<'r>(request: &'r Request<'_>, data: Data<'r>) -> BoxFuture<'r> {
    Box::pin(async move {
        let mut response = match request.method() {
            Method::Options => return Outcome::Success(cors::preflight("GET, POST")),
            Method::Get | Method::Head | Method::Post => match claims(request, data).await {
                Ok(claims) => json_response(Status::Ok, &claims),
                Err(refusal) => refusal.into_response(),
            },
            _ => Refusal::method("GET, HEAD, OPTIONS, POST").into_response(),
        };
        cors::open(&mut response);
        Outcome::Success(response)
    })
}

async fn claims(request: &Request<'_>, data: Data<'_>) -> Result<Value, Refusal> {
    let (app, _) = super::limited(request, LimitKind::UserinfoAddress).await?;
    let token = match token(request, data).await {
        Ok(token) => token.ok_or_else(Refusal::no_token)?,
        Err(refusal) => return Err(refusal),
    };
    let Some(access) = AuthorizationCode::access(&app.db, &token, app.now()).await? else {
        return Err(Refusal::new(
            Status::Unauthorized,
            "invalid_token",
            "The access token is unknown, expired or revoked.",
        )
        .with_bearer_challenge());
    };
    app.throttle.check(LimitKind::UserinfoApp, access.app_id.get()).await.map_err(Error::from)?;
    Ok(claims_of(&access, app))
}

/// The same facts as in the identity record, under their standard names (section 5.1).
pub(super) fn claims_of(access: &TokenAccess, app: &App) -> Value {
    let identity = &access.identity;
    let sub = identity.user_id.to_string();
    let mut claims = json!({ "sub": sub });
    if has_scope(&access.scope, "profile") {
        for (name, value) in identity.profile_claims(&app.config.base_url) {
            claims[name] = value.into();
        }
    }
    claims
}

/// The access token of a request, which is in the header or in a form (RFC 6750, section 2). In a query it would end up in
/// logs, so it is refused there.
async fn token(request: &Request<'_>, data: Data<'_>) -> Result<Option<String>, Refusal> {
    let invalid = |text: &str| Refusal::invalid(text).with_bearer_challenge();
    let query = request.uri().query().map_or("", |query| query.as_str());
    if form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "access_token") {
        return Err(invalid("Send the access token in the header Authorization, not in the URL."));
    }
    let mut headers = request.headers().get("Authorization");
    let in_header = headers.next().and_then(bearer);
    if headers.next().is_some() {
        return Err(invalid("The header Authorization is given more than once."));
    }
    if request.method() != Method::Post || !body::is_form(request) {
        return Ok(in_header.map(str::to_owned));
    }
    let body = body::read(request, data).await?;
    let form = FormParams::parse(&body);
    let in_form = form.get("access_token").map_err(|text| invalid(&text))?;
    match (in_header, in_form) {
        (Some(_), Some(_)) => Err(invalid("Send the access token either in the header Authorization or in the body.")),
        (token, None) | (None, token) => Ok(token.map(str::to_owned)),
    }
}

/// The token of `Authorization: Bearer`; none for other schemes.
fn bearer(header: &str) -> Option<&str> {
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim_matches(' '))
}
