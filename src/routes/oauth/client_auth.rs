//! Client authentication at the endpoints for programs (RFC 6749, section 2.3): by `Authorization: Basic`, by parameters
//! of the form, or for public apps by naming themselves. Secrets are compared in the models.

use rocket::Request;

use super::refusal::Refusal;
use crate::app::App;
use portico_platform::error::Result;
use portico_platform::throttle::LimitKind;
use portico_rules::basic_auth::{self, Credentials};
use portico_rules::ids::{self, AppId};
use portico_rules::token_request::FormParams;
use portico_store::models::oauth::client_secret::Client;
use portico_store::models::{AuthorizationCode, ClientSecret, OauthApp};

/// Where it is decided that a secret still works and its app is not suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SecretCheck<'a> {
    /// Here, in the database.
    Here,
    /// In the statement of the exchange of this code that follows, so that a secret that was right lately need not be looked
    /// up. The log of the code's app says that no exchange followed because the secret was wrong.
    InExchange { code: &'a str },
}

/// The app that sent a request, which authenticated itself or is public. Counts the attempt.
///
/// # Errors
/// `invalid_request` for parameters that contradict each other, `invalid_client` for a wrong secret and for an app that
/// doesn't exist, with the same work; the errors of limits and of the database.
pub(super) async fn authenticate(
    app: &App,
    request: &Request<'_>,
    form: &FormParams<'_>,
    check: SecretCheck<'_>,
) -> Result<Client, Refusal> {
    let given = credentials(request, form)?;
    let client_id = ids::parse(&given.client_id).unwrap_or(NO_APP);
    find(app, client_id, given.client_secret.as_deref(), check).await?.ok_or_else(|| refused(request))
}

/// The refusal of an app that is not who it says. One that authenticated by the header gets a challenge (RFC 6749, section
/// 5.2).
pub(super) fn refused(request: &Request<'_>) -> Refusal {
    if request.headers().contains("Authorization") {
        Refusal::client().with_basic_challenge()
    } else {
        Refusal::client()
    }
}

/// The ID of no app.
const NO_APP: AppId = AppId::new(0);

/// The app with this secret, or the public app if there is none. Counts the attempt.
///
/// # Errors
/// Where there were too many; when the database can't be reached.
pub(super) async fn find(
    app: &App,
    client_id: AppId,
    client_secret: Option<&str>,
    check: SecretCheck<'_>,
) -> Result<Option<Client>> {
    let (db, recent) = (&app.db, &app.recent_clients);
    let found = match (client_secret, check) {
        (Some(secret), SecretCheck::Here) => ClientSecret::look_up(db, client_id, secret).await?,
        (Some(secret), SecretCheck::InExchange { .. }) => ClientSecret::find(db, recent, client_id, secret).await?,
        (None, _) => OauthApp::public_client(db, client_id).await?,
    };
    match found {
        // Counted only for authenticated apps, so that a stranger can't use up an app's limit.
        Some(client) if client.secret_id.is_some() => {
            app.throttle.check(LimitKind::TokenApp, client_id.get()).await?;
        }
        Some(_) => {}
        // Counted by the ID alone, so that the limit does not reveal which IDs exist.
        None => {
            app.throttle.check(LimitKind::TokenGuess, client_id.get()).await?;
            if let SecretCheck::InExchange { code } = check {
                AuthorizationCode::log_wrong_secret(app, client_id, code).await?;
            }
        }
    }
    Ok(found)
}

fn credentials(request: &Request<'_>, form: &FormParams<'_>) -> Result<Credentials, Refusal> {
    let invalid = |sentence: String| Refusal::invalid(&sentence);
    let id = form.get("client_id").map_err(invalid)?;
    let secret = form.get("client_secret").map_err(invalid)?;
    let mut headers = request.headers().get("Authorization");
    let Some(header) = headers.next() else {
        let Some(client_id) = id else {
            return Err(Refusal::client());
        };
        return Ok(Credentials { client_id: client_id.to_owned(), client_secret: secret.map(str::to_owned) });
    };
    if headers.next().is_some() || secret.is_some() {
        return Err(Refusal::invalid("Send client_secret either in the body or in the header Authorization."));
    }
    let given = basic_auth::parse(header).ok_or_else(|| refused(request))?;
    if id.is_some_and(|id| id != given.client_id) {
        return Err(Refusal::invalid("client_id in the body is not the one in the header Authorization."));
    }
    Ok(given)
}
