//! Authorization codes: what an app gets for an approval, to be exchanged once and within a minute.
//! The approval itself is in `approval`; the exchange in `redeem`.

use sea_orm::entity::prelude::*;
use sea_orm::{ExprTrait, QuerySelect, Set};

use crate::core::Core;
use crate::models::Session;
use crate::models::accounts::security_event::Browser;
use crate::models::batch::{delete_in_batches, delete_some};
use crate::models::oauth::freshness::Freshness;
use crate::models::oauth::profile::ExchangeKind;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_platform::database::{Conn, Write, lists};
use portico_platform::error::{Result, violates};
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{self, AppId, UserId};

pub mod access_token;
mod exchange;
mod exchanger;
mod log;
mod redeem;

pub use exchange::Identity;
pub use exchange::challenge_of;
pub use exchanger::Exchanger;
pub use redeem::{ExchangeError, ExchangeRequest, IssuedTokens};

/// How long a code can be exchanged (RFC 6749, section 4.1.2, allows ten minutes at most).
pub const LIFETIME_MS: Millis = 60_000;
/// The longest that any code can be exchanged: one that a device polls for works as long as a person may take to approve
/// it (RFC 8628).
pub(in crate::models) const MAX_LIFETIME_MS: Millis = 10 * 60 * 1000;
/// A code is remembered so long after its end, so that one shown again is recognised.
pub(in crate::models) const REMEMBERED_MS: Millis = DAY_MS;

/// A code, as it is stored. In the clear it reads `<id>.<43 characters of base64url>`: the id leads
/// straight to the row, and the 256 random bits after it must match as well.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "authorization_codes")]
pub struct Model {
    /// Its id, no secret.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// SHA-256 of its secret part.
    pub secret_hash: Vec<u8>,
    /// The only app that may exchange it.
    pub app_id: AppId,
    /// The user whose identity it gives.
    pub user_id: UserId,
    /// The redirect URI it was sent to, which the exchange has to repeat.
    pub redirect_uri: String,
    /// The challenge (RFC 7636) that the verifier has to match; without one no verifier is accepted.
    pub code_challenge: Option<String>,
    /// Of the form that was approved; unique.
    pub form_hash: Vec<u8>,
    /// When it was made.
    pub created_at: i64,
    /// From when on it is worth nothing.
    pub expires_at: i64,
    /// When it was exchanged.
    pub used_at: Option<i64>,
    /// Which process exchanged it.
    pub redeemer: Option<i64>,
    /// How it may be exchanged.
    pub exchange: ExchangeKind,
    /// The scope that was granted, which the access token gets.
    pub scope: String,
    /// The app's nonce, which the ID token repeats (OpenID Connect Core, section 3.1.2.1).
    pub nonce: Option<String>,
    /// When the user last entered the password, in UTC milliseconds: the `auth_time` of the ID token.
    pub auth_time: i64,
    /// How the user had authenticated: the `amr` of the ID token, its values separated by spaces.
    pub amr: String,
    /// SHA-256 of the secret part of the access token that the exchange gave; `None` before it, and once it was revoked.
    pub access_token_hash: Option<Vec<u8>>,
    /// From when on the access token is worth nothing.
    pub access_token_expires_at: Option<i64>,
}

portico_platform::database::no_relations!();

/// The terms that a user approves.
#[derive(Debug, Clone, Copy)]
pub struct Consent<'a> {
    /// Their session.
    pub session: &'a Session,
    /// The app.
    pub app_id: AppId,
    /// Where they are sent back to, exactly as the app requested it.
    pub redirect_uri: &'a str,
    /// The app's challenge (RFC 7636), where it sent one.
    pub code_challenge: Option<&'a str>,
    /// How the code may be exchanged.
    pub exchange: ExchangeKind,
    /// The scope that is granted.
    pub scope: &'a str,
    /// The app's nonce, where it sent one.
    pub nonce: Option<&'a str>,
    /// How recently they must have entered the password.
    pub freshness: Freshness,
    /// The browser of the request.
    pub browser: Browser<'a>,
    /// Identifies the form they sent: one form gives at most one code.
    pub form_hash: SecretHash,
}

impl Model {
    /// Makes a code within the write that approves it, and deletes this user's earlier codes for this app that are not
    /// needed any more.
    pub(super) async fn issue(core: &Core, write: &Write, consent: Consent<'_>) -> Result<Plain, DbErr> {
        let (id, now, secret) = (core.id(), core.now(), Plain::random());
        let user_id = consent.session.user_id;
        Entity::delete_many()
            .filter(Column::UserId.eq(user_id))
            .filter(Column::AppId.eq(consent.app_id))
            .filter(Column::ExpiresAt.lt(now - REMEMBERED_MS))
            .exec(&**write)
            .await?;
        let code = ActiveModel {
            id: Set(id),
            secret_hash: Set(SecretHash::new(&secret).to_vec()),
            app_id: Set(consent.app_id),
            user_id: Set(user_id),
            redirect_uri: Set(consent.redirect_uri.to_owned()),
            code_challenge: Set(consent.code_challenge.map(str::to_owned)),
            form_hash: Set(consent.form_hash.to_vec()),
            created_at: Set(now),
            expires_at: Set(now + LIFETIME_MS),
            used_at: Set(None),
            redeemer: Set(None),
            exchange: Set(consent.exchange),
            scope: Set(consent.scope.to_owned()),
            nonce: Set(consent.nonce.map(str::to_owned)),
            auth_time: Set(consent.session.authenticated_at),
            amr: Set(consent.session.amr().to_owned()),
            access_token_hash: Set(None),
            access_token_expires_at: Set(None),
        };
        Entity::insert(code).exec_without_returning(&**write).await?;
        Ok(Plain::from(format!("{id}.{}", secret.expose())))
    }

    /// Deletes those of a user's codes that are worth nothing any more, in short transactions: before an act that deletes the
    /// rest, which are those of the last minute and those with an access token of the last ten.
    pub(in crate::models) async fn delete_expired(core: &Core, user_id: UserId) -> Result<()> {
        delete_in_batches(core, user_id, |db, user_id, now, limit| Box::pin(delete_expired_of(db, user_id, now, limit)))
            .await
    }

    /// Deletes a user's codes, for one app or for all. Called after [`Self::delete_expired`].
    pub(in crate::models) async fn delete_of(db: &Conn, user_id: UserId, app_id: Option<AppId>) -> Result<()> {
        let mut codes = Entity::delete_many().filter(Column::UserId.eq(user_id));
        if let Some(app_id) = app_id {
            codes = codes.filter(Column::AppId.eq(app_id));
        }
        codes.exec(db).await?;
        Ok(())
    }
}

/// Deletes at most `limit` codes of a user that can't be exchanged any more and whose access token ended; returns how many.
async fn delete_expired_of(write: &Conn, user_id: UserId, now: Millis, limit: u64) -> Result<u64> {
    let rows = Entity::find()
        .filter(Column::UserId.eq(user_id))
        .filter(Column::ExpiresAt.lte(now))
        .filter(Column::AccessTokenExpiresAt.is_null().or(Column::AccessTokenExpiresAt.lte(now)))
        .limit(limit);
    delete_some(write, Column::Id, rows).await
}

/// Deletes at most `limit` codes of these users for an app that was deleted; returns how many.
pub async fn delete_of_users(write: &Conn, app_id: AppId, user_ids: &[UserId], limit: u64) -> Result<u64> {
    let rows = Entity::find()
        .filter(Column::AppId.eq(app_id))
        .filter(lists::is_one_of(write, Column::UserId, user_ids.iter().copied()))
        .limit(limit);
    delete_some(write, Column::Id, rows).await
}

/// True if a code was refused because its form had one already.
pub(super) fn is_form_used(err: &DbErr) -> bool {
    violates(err, "authorization_codes", "form_hash")
}

/// A code as it arrives: its id, and the hash of its secret part. None for what can't be a code.
pub(super) fn read(code: &str) -> Option<(i64, SecretHash)> {
    let (id, secret) = code.split_once('.')?;
    let is_secret = secret.len() == 43;
    Some((ids::parse(id)?, SecretHash::of_text(secret))).filter(|_| is_secret)
}
