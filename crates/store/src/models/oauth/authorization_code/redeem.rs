//! The exchange of a code for an identity (spec section 4.2) or an access token (RFC 6749, section 4.1.3): once, however
//! many requests there are. Requests and responses are in the routes.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use super::access_token;
use super::exchange::{Exchange, ExchangeMethod, ExchangeOutcome, RedeemedCode};
use super::log::LoggedExchange;
use super::{Column, Entity, Exchanger, Identity, Model, read};
use crate::core::Core;
use crate::models::OauthApp;
use crate::models::logs::app_event::{self, AppEventKind, Reason};
use crate::models::oauth::client_secret::Client;
use crate::models::oauth::redirect_uri;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::clock::Millis;
use portico_rules::ids::AppId;

/// At most one wrong client secret is logged for an app within this time.
const WRONG_SECRET_EVERY_MS: Millis = 60_000;

/// The credentials by which an app requests an identity or an access token.
#[derive(Clone, Copy)]
pub struct ExchangeRequest<'a> {
    /// The code.
    pub code: &'a str,
    /// The redirect URI it came to.
    pub redirect_uri: &'a str,
    /// The verifier (RFC 7636), where it sent one.
    pub verifier: Option<&'a str>,
}

impl std::fmt::Debug for ExchangeRequest<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ExchangeRequest").finish_non_exhaustive()
    }
}

/// The tokens of an exchange for an access token.
#[derive(Debug, Clone)]
pub struct IssuedTokens {
    /// The token in the clear, valid for [`access_token::LIFETIME_MS`].
    pub access_token: Plain,
    /// The user, as they were at the moment of the exchange.
    pub identity: Identity,
    /// The scope that was granted, values separated by spaces.
    pub scope: String,
    /// The app's nonce, which the ID token repeats.
    pub nonce: Option<String>,
    /// When the user last entered the password, in UTC milliseconds.
    pub auth_time: Millis,
    /// How the user had authenticated, values of RFC 8176 separated by spaces.
    pub amr: String,
    /// The signature of the app's ID tokens: `RS256` or `ES256`.
    pub id_token_alg: String,
}

/// Why nothing was exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExchangeError {
    /// The secret or the public app was deleted while the request was under way.
    Client,
    /// The code can't be exchanged by this request. The reason is in the app's log.
    Grant,
    /// A person approved, and the device did not poll in time (RFC 8628, section 3.5).
    DeviceExpired,
}

impl Model {
    /// Exchanges a code for the identity of its user. The app has authenticated itself as `client`.
    ///
    /// # Errors
    /// [`Error::Unavailable`](portico_platform::error::Error::Unavailable) where too many exchanges wait, with nothing consumed, and
    /// where the database can't be reached. A refusal is an answer, not an error; it consumes nothing.
    #[boxed]
    pub async fn redeem(
        core: &Core,
        exchanger: &Exchanger,
        client: Client,
        request: ExchangeRequest<'_>,
    ) -> Result<Result<Identity, ExchangeError>> {
        // Its line in the log gets an id.
        core.ensure_lease().await?;
        let method = ExchangeMethod::Json;
        let Some(exchange) = Exchange::new(client, request, method) else {
            return refuse(core, client, request, method).await.map(Err);
        };
        match submit(core, exchanger, client, exchange).await? {
            Some(taken) => Ok(Ok(taken.identity)),
            None => refuse(core, client, request, method).await.map(Err),
        }
    }

    /// Exchanges a code for an access token. The app has authenticated itself as `client`, or named itself if it is public.
    ///
    /// # Errors
    /// As [`Self::redeem`].
    #[boxed]
    pub async fn redeem_for_token(
        core: &Core,
        exchanger: &Exchanger,
        client: Client,
        request: ExchangeRequest<'_>,
    ) -> Result<Result<IssuedTokens, ExchangeError>> {
        for_token(core, exchanger, client, request, ExchangeMethod::Form).await
    }

    /// Exchanges the code of a device that a user approved (RFC 8628) for an access token: it is the row that the approval
    /// inserted. The app has authenticated itself as `client`, or named itself if it is public.
    ///
    /// # Errors
    /// As [`Self::redeem`].
    #[boxed]
    pub async fn redeem_device_code(
        core: &Core,
        exchanger: &Exchanger,
        client: Client,
        code: &str,
    ) -> Result<Result<IssuedTokens, ExchangeError>> {
        let request = ExchangeRequest {
            code,
            // It was sent to none.
            redirect_uri: "",
            verifier: None,
        };
        for_token(core, exchanger, client, request, ExchangeMethod::Device).await
    }

    /// Records that a wrong client secret, or none, came with a code of the app that could still be exchanged: the app's
    /// owner finds the reason in its log. Only someone who got that code can write there, and at most once a minute. The code
    /// stays as it is.
    #[boxed]
    pub async fn log_wrong_secret(core: &Core, app_id: AppId, code: &str) -> Result<()> {
        const EVENT: AppEventKind = AppEventKind::ExchangeFailed(Reason::ClientSecret);
        let (now, earlier) = (core.now(), core.now() - WRONG_SECRET_EVERY_MS);
        let found = find(&core.db, app_id, code).await?;
        if found.is_none_or(|code| code.used_at.is_some() || code.expires_at <= now)
            || app_event::has_since(&core.db, app_id, EVENT, earlier).await?
        {
            return Ok(());
        }
        core.ensure_lease().await?;
        let write = core.begin().await?;
        // Of several at a time the lock lets one pass.
        if OauthApp::lock_working(&write, app_id, LockType::NoKeyUpdate).await?
            && !app_event::has_since(&write, app_id, EVENT, earlier).await?
        {
            app_event::record(&write, core.id(), app_id, EVENT).await?;
        }
        Ok(write.commit().await?)
    }
}

async fn for_token(
    core: &Core,
    exchanger: &Exchanger,
    client: Client,
    request: ExchangeRequest<'_>,
    method: ExchangeMethod,
) -> Result<Result<IssuedTokens, ExchangeError>> {
    core.ensure_lease().await?;
    let Some(exchange) = Exchange::new(client, request, method) else {
        return refuse(core, client, request, method).await.map(Err);
    };
    let (exchange, token) = exchange.with_access_token();
    let Some(taken) = submit(core, exchanger, client, exchange).await? else {
        return refuse(core, client, request, method).await.map(Err);
    };
    Ok(Ok(IssuedTokens {
        access_token: token.into_plain(),
        identity: taken.identity,
        scope: taken.scope,
        nonce: taken.nonce,
        auth_time: taken.auth_time,
        amr: taken.amr,
        id_token_alg: taken.id_token_alg.unwrap_or_default(),
    }))
}

/// Uses the code, and notes that it was used; none where it is not for this exchange.
async fn submit(
    core: &Core,
    exchanger: &Exchanger,
    client: Client,
    exchange: Exchange,
) -> Result<Option<RedeemedCode>> {
    loop {
        match exchanger.submit(exchange.clone()).await? {
            ExchangeOutcome::Redeemed(taken) => {
                exchanger.log.note(client.app_id.get(), || LoggedExchange {
                    event_id: core.id(),
                    client,
                    user_id: taken.identity.user_id,
                });
                return Ok(Some(taken));
            }
            ExchangeOutcome::NotRedeemed => return Ok(None),
            ExchangeOutcome::Twin => {}
        }
    }
}

/// Finds out why nothing was exchanged, for the app's log, and what the response is.
async fn refuse(
    core: &Core,
    client: Client,
    request: ExchangeRequest<'_>,
    method: ExchangeMethod,
) -> Result<ExchangeError> {
    let (now, app_id) = (core.now(), client.app_id);
    if client.secret_id.is_none() {
        if OauthApp::public_client(&core.db, app_id).await?.is_none() {
            return Ok(ExchangeError::Client);
        }
        // Anyone can name a public app. Only who shows a code that it got writes into its log.
        if find(&core.db, app_id, request.code).await?.is_none() {
            return Ok(ExchangeError::Grant);
        }
    }
    let write = core.begin().await?;
    if !OauthApp::lock_working(&write, app_id, LockType::KeyShare).await?
        || (client.secret_id.is_some() && !client.note_use(&write, now).await?)
    {
        return Ok(ExchangeError::Client);
    }
    let reason = reason(&write, app_id, request, method, now).await?;
    let (kind, used) = match reason {
        Reason::Used => (AppEventKind::CodeReplayed, read(request.code)),
        reason => (AppEventKind::ExchangeFailed(reason), None),
    };
    app_event::record(&write, core.id(), app_id, kind).await?;
    write.commit().await?;
    // A code that comes twice may have been stolen (RFC 6749, section 4.1.2). In a write of its own: while another one
    // deletes the app's owner and their codes, this one would wait for the codes with a lock on the app.
    if let Some((code_id, _)) = used {
        access_token::revoke_of_code(core, code_id).await?;
    }
    Ok(match (method, reason) {
        (ExchangeMethod::Device, Reason::Expired) => ExchangeError::DeviceExpired,
        _ => ExchangeError::Grant,
    })
}

/// The code of an app with the id and secret that were shown.
async fn find(db: &Conn, app_id: AppId, code: &str) -> Result<Option<Model>> {
    let Some((id, hash)) = read(code) else {
        return Ok(None);
    };
    let row = Entity::find_by_id(id).filter(Column::AppId.eq(app_id)).one(db).await?;
    Ok(row.filter(|code| SecretHash::from_bytes(&code.secret_hash) == Some(hash)))
}

/// Why a code was refused, for the log alone.
async fn reason(
    db: &Conn,
    app_id: AppId,
    request: ExchangeRequest<'_>,
    method: ExchangeMethod,
    now: Millis,
) -> Result<Reason> {
    let stored = find(db, app_id, request.code).await?;
    let is_registered = match &stored {
        Some(code) => redirect_uri::is_registered(db, app_id, &code.redirect_uri).await?,
        None => false,
    };
    Ok(match stored {
        None => Reason::Unknown,
        Some(code) if code.used_at.is_some() => Reason::Used,
        Some(code) if code.expires_at <= now => Reason::Expired,
        Some(code) if !method.accepts(code.exchange) => Reason::ExchangeKind,
        Some(_) if !is_registered => Reason::Unknown,
        Some(code) if code.redirect_uri != request.redirect_uri => Reason::RedirectUri,
        Some(code) => match (code.code_challenge, request.verifier) {
            (Some(_), None) => Reason::VerifierMissing,
            (None, Some(_)) => Reason::VerifierUnexpected,
            (Some(_), Some(_)) => Reason::VerifierWrong,
            (None, None) => Reason::Unknown,
        },
    })
}
