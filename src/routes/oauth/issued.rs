//! The answer to an exchange for an access token (RFC 6749, section 5.1; OpenID Connect Core 1.0, section 3.1.3.3).
//! The claims of the ID token are in `models::oauth::id_token`.

use serde_json::{Value, json};

use crate::app::App;
use portico_platform::error::{Error, Result};
use portico_store::models::oauth::authorization_code::{IssuedTokens, access_token};
use portico_store::models::oauth::client_secret::Client;
use portico_store::models::oauth::id_token;
use portico_store::models::oauth::profile::has_scope;
use portico_store::models::oauth::signing_key::Algorithm;

/// Makes sure that ID tokens can be signed, before a code is used up for one.
pub(super) async fn check_ready(app: &App) -> Result<()> {
    app.signing_keys.jwks(app).await.map(drop)
}

/// The answer to the app: the access token, and an ID token if it requested one.
pub(super) async fn answer(app: &App, client: Client, issued: &IssuedTokens) -> Result<Value> {
    let mut answer = json!({
        "access_token": issued.access_token.expose(),
        "token_type": "Bearer",
        "expires_in": access_token::LIFETIME_MS / 1000,
        "scope": issued.scope,
    });
    if has_scope(&issued.scope, "openid") {
        let algorithm = Algorithm::parse(&issued.id_token_alg)
            .ok_or_else(|| Error::internal("the app has an unknown signature algorithm"))?;
        let claims = id_token::claims(&app.config.base_url, client.app_id, issued, app.now());
        let signed = app.signing_keys.sign(app, algorithm, &claims).await?;
        answer["id_token"] = signed.into();
    }
    Ok(answer)
}
