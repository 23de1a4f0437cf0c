//! The exchange of a code for an identity (spec section 4.2): once, however many requests there are.
//! Requests and responses are in the routes.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::LockType;

use super::exchange::{Exchange, ExchangeOutcome};
use super::log::Exchanged;
use super::{Column, Entity, Exchanger, Identity, Model, read};
use crate::clock::Millis;
use crate::core::Core;
use crate::database::Conn;
use crate::error::Result;
use crate::models::OauthApp;
use crate::models::logs::app_event::{self, AppEventKind, Reason};
use crate::models::oauth::client_secret::Client;
use crate::models::oauth::redirect_uri;
use crate::security::tokens::Hashed;

/// What an app shows for an identity.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The code.
    pub code: &'a str,
    /// The redirect URI it came to.
    pub redirect_uri: &'a str,
    /// The verifier (RFC 7636), where it sent one.
    pub verifier: Option<&'a str>,
}

impl std::fmt::Debug for Asked<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Asked").finish_non_exhaustive()
    }
}

/// Why nothing was exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The secret was deleted while the request was under way.
    Client,
    /// The code can't be exchanged by this request. The reason is in the app's log.
    Grant,
}

impl Model {
    /// Exchanges a code for the identity of its user. The app has authenticated itself as `client`.
    ///
    /// # Errors
    /// [`Error::Unavailable`](crate::error::Error::Unavailable) where too many exchanges wait, with nothing consumed, and where the database can't be
    /// reached. A refusal is an answer, not an error; it consumes nothing.
    pub async fn redeem(
        core: &Core,
        exchanger: &Exchanger,
        client: Client,
        asked: Asked<'_>,
    ) -> Result<Result<Identity, Refused>> {
        // Its line in the log gets an id.
        core.hold_number().await?;
        let Some(exchange) = Exchange::of(client, asked) else {
            return refuse(core, client, asked).await;
        };
        loop {
            match exchanger.exchanges.submit(exchange.clone()).await? {
                ExchangeOutcome::Taken(identity) => {
                    exchanger.log.note(client.app_id, || Exchanged {
                        event_id: core.id(),
                        client,
                        user_id: identity.user_id,
                    });
                    return Ok(Ok(identity));
                }
                ExchangeOutcome::NotTaken => return refuse(core, client, asked).await,
                ExchangeOutcome::Twin => {}
            }
        }
    }
}

/// Finds out why nothing was exchanged, for the app's log, and what the response is.
async fn refuse(
    core: &Core,
    client: Client,
    asked: Asked<'_>,
) -> Result<Result<Identity, Refused>> {
    let (now, app_id) = (core.now(), client.app_id);
    let write = core.begin().await?;
    if !OauthApp::hold(&write, app_id, LockType::KeyShare).await?
        || !client.note_use(&write, now).await?
    {
        return Ok(Err(Refused::Client));
    }
    let kind = match reason(&write, app_id, asked, now).await? {
        Reason::Used => AppEventKind::CodeReplayed,
        reason => AppEventKind::ExchangeFailed(reason),
    };
    app_event::record(&write, core.id(), app_id, kind).await?;
    write.commit().await?;
    Ok(Err(Refused::Grant))
}

/// Why a code was refused, for the log alone.
async fn reason(db: &Conn, app_id: i64, asked: Asked<'_>, now: Millis) -> Result<Reason> {
    let Some((id, hash)) = read(asked.code) else {
        return Ok(Reason::Unknown);
    };
    let stored = Entity::find_by_id(id)
        .filter(Column::AppId.eq(app_id))
        .one(db)
        .await?
        .filter(|code| Hashed::from_bytes(&code.secret_hash) == Some(hash));
    let is_registered = match &stored {
        Some(code) => redirect_uri::is_registered(db, app_id, &code.redirect_uri).await?,
        None => false,
    };
    Ok(match stored {
        None => Reason::Unknown,
        Some(code) if code.used_at.is_some() => Reason::Used,
        Some(code) if code.expires_at <= now => Reason::Expired,
        Some(_) if !is_registered => Reason::Unknown,
        Some(code) if code.redirect_uri != asked.redirect_uri => Reason::RedirectUri,
        Some(code) => match (code.code_challenge, asked.verifier) {
            (Some(_), None) => Reason::VerifierMissing,
            (None, Some(_)) => Reason::VerifierUnexpected,
            (Some(_), Some(_)) => Reason::VerifierWrong,
            (None, None) => Reason::Unknown,
        },
    })
}
