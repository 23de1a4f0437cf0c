//! A sign-in that the owner of an app tries in the portal: the exchange, and who signed in, as the endpoints answer them.
//! The pages around it are in `routes::portal::app_try`.

use serde_json::Value;

use super::client_auth::{self, SecretCheck};
use super::refusal::Refusal;
use super::{issued, token, userinfo};
use crate::app::App;
use portico_platform::error::Result;
use portico_store::models::oauth::authorization_code::ExchangeRequest;
use portico_store::models::oauth::profile::Profile;
use portico_store::models::{AuthorizationCode, OauthApp};

/// The answers of the token endpoint and the user info endpoint.
pub(crate) struct TestSignIn {
    /// The answer to the exchange, with its tokens.
    pub(crate) answer: Value,
    /// The claims of the ID token, if there is one and its signature is right.
    pub(crate) id_token: Option<Value>,
    /// The user.
    pub(crate) identity: Value,
}

/// Exchanges a code as the app would, by form if it speaks OpenID Connect and as JSON otherwise. The access token is
/// revoked at once. A refusal is the error that the token endpoint answers.
///
/// # Errors
/// When the database can't be reached, or there were too many exchanges.
pub(crate) async fn exchange(
    app: &App,
    oauth_app: &OauthApp,
    client_secret: Option<&str>,
    asked: ExchangeRequest<'_>,
) -> Result<Result<TestSignIn, Value>> {
    let check = SecretCheck::InExchange { code: asked.code };
    let Some(client) = client_auth::find(app, oauth_app.id, client_secret, check).await? else {
        return Ok(Err(Refusal::client().body()));
    };
    if oauth_app.profile == Profile::Native {
        let redeemed = AuthorizationCode::redeem(app, &app.exchanger, client, asked).await?;
        return Ok(match redeemed {
            Ok(identity) => {
                let record = token::record(&identity, app);
                Ok(TestSignIn { answer: record.clone(), id_token: None, identity: record })
            }
            Err(refused) => Err(Refusal::from(refused).body()),
        });
    }
    issued::check_ready(app).await?;
    let redeemed = AuthorizationCode::redeem_for_token(app, &app.exchanger, client, asked).await?;
    let issued = match redeemed {
        Ok(issued) => issued,
        Err(refused) => return Ok(Err(Refusal::from(refused).body())),
    };
    let answer = issued::answer(app, client, &issued).await?;
    let id_token = match answer["id_token"].as_str() {
        Some(id_token) => app.signing_keys.verify(app, id_token).await?,
        None => None,
    };
    let token = issued.access_token.expose();
    let access = AuthorizationCode::access(&app.db, token, app.now()).await?;
    AuthorizationCode::revoke_access(app, oauth_app.id, token).await?;
    Ok(match access {
        Some(access) => Ok(TestSignIn { answer, id_token, identity: userinfo::claims_of(&access, app) }),
        // The approval was revoked in between.
        None => Err(Refusal::grant().body()),
    })
}
