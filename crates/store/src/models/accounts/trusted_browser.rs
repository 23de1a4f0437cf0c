//! Browsers that need no second step at sign-in, for thirty days.
//! Such a session has taken no second step; what needs a fresh one asks for it.

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, QueryOrder, Set};

use crate::core::Core;
use crate::live::Access;
use crate::models::User;
use crate::models::accounts::security_event::{self, Browser, SecurityEventKind};
use crate::models::accounts::session::{Model as Session, Opening};
use crate::models::batch;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::{IdTimes, TrustId, UserId};

/// How long a browser is trusted.
pub const LIFETIME_MS: Millis = 30 * DAY_MS;
/// How many an account can have; the oldest goes as a new one comes.
pub const KEPT: u64 = 20;

/// A trusted browser.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "trusted_browsers")]
pub struct Model {
    /// Its id, no secret; it carries the time at which the trust began.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TrustId,
    /// SHA-256 of the token in its cookie.
    pub token_hash: Vec<u8>,
    /// Whose account trusts it.
    pub user_id: UserId,
    /// When the trust ends.
    pub expires_at: i64,
    /// The browser's own description, at most 200 characters.
    pub user_agent: String,
    /// From where the trust was given.
    pub address: String,
}

portico_platform::database::no_relations!();

impl Model {
    /// Trusts a browser within a transaction that has locked the account; returns the token for its cookie.
    pub(in crate::models) async fn begin(
        core: &Core,
        write: &Conn,
        user_id: UserId,
        browser: Browser<'_>,
    ) -> Result<Plain> {
        let token = Plain::random();
        let row = ActiveModel {
            id: Set(core.id()),
            token_hash: Set(SecretHash::new(&token).to_vec()),
            user_id: Set(user_id),
            expires_at: Set(core.now() + LIFETIME_MS),
            user_agent: Set(browser.user_agent.chars().take(200).collect()),
            address: Set(browser.address.to_string()),
        };
        Entity::insert(row).exec_without_returning(write).await?;
        let rows = Condition::all().add(Column::UserId.eq(user_id));
        batch::delete_surplus::<Entity>(write, Column::Id, rows, KEPT).await?;
        Ok(token)
    }

    /// Signs `user` in without a second step, if the browser with this token is trusted. Otherwise none.
    ///
    /// # Errors
    /// [`Error::SignedOut`] when the account, or the password that it was read with, is no more.
    #[boxed]
    pub async fn start_session(
        core: &Core,
        user: &User,
        token: &Plain,
        browser: Browser<'_>,
    ) -> Result<Option<(Session, Plain)>> {
        let write = core.begin().await?;
        if !user.lock_unchanged(&write).await? {
            return Err(Error::SignedOut);
        }
        let trusted = Entity::find()
            .filter(Column::TokenHash.eq(SecretHash::new(token).to_vec()))
            .filter(Column::UserId.eq(user.id))
            .filter(Column::ExpiresAt.gt(core.now()))
            .one(&*write)
            .await?;
        if trusted.is_none() {
            return Ok(None);
        }
        let started = Session::begin(core, &write, user.id, browser, Opening::TRUSTED).await?;
        security_event::record(core, &write, user.id, SecurityEventKind::SignedIn, browser).await?;
        write.commit().await?;
        Ok(Some(started))
    }

    /// The trusted browsers of an account, the newest first.
    #[boxed]
    pub async fn all_of(core: &Core, user_id: UserId) -> Result<Vec<Self>> {
        Ok(Entity::find()
            .filter(Column::UserId.eq(user_id))
            .filter(Column::ExpiresAt.gt(core.now()))
            .order_by_desc(Column::Id)
            .all(&*core.db)
            .await?)
    }

    /// When the trust began.
    pub fn began_at(&self, times: &IdTimes) -> Millis {
        times.time_of(self.id.get())
    }

    /// True if this is the browser with this token.
    pub fn has(&self, token: &Plain) -> bool {
        SecretHash::from_bytes(&self.token_hash) == Some(SecretHash::new(token))
    }

    /// Ends the trust in one browser of a user.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the user has no such browser.
    #[boxed]
    pub async fn end_one(core: &Core, user_id: UserId, id: TrustId, browser: Browser<'_>) -> Result<()> {
        let write = core.begin().await?;
        let ended = Entity::delete_by_id(id).filter(Column::UserId.eq(user_id)).exec(&*write).await?;
        if ended.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        let kind = SecurityEventKind::TrustEnded;
        security_event::record(core, &write, user_id, kind, browser).await?;
        write.commit().await?;
        Ok(())
    }
}

/// Ends the trust in every browser of a user.
pub(in crate::models) async fn end_all(write: &Conn, user_id: UserId) -> Result<()> {
    Entity::delete_many().filter(Column::UserId.eq(user_id)).exec(write).await?;
    Ok(())
}

/// Signs a user out of every browser but the one of this session, and ends the trust in all but the one with this token;
/// gives how many sessions ended.
#[boxed]
pub async fn sign_out_others(
    core: &Core,
    session: &Session,
    kept: Option<&Plain>,
    browser: Browser<'_>,
) -> Result<u64> {
    let write = core.begin().await?;
    let ended = session.end_others_in(&write).await?;
    let distrusted = end_others(&write, session.user_id, kept).await?;
    if ended + distrusted > 0 {
        let kind = SecurityEventKind::OthersEnded;
        security_event::record(core, &write, session.user_id, kind, browser).await?;
    }
    core.commit_revoking(write, &[Access::User(session.user_id)]).await?;
    Ok(ended)
}

async fn end_others(write: &Conn, user_id: UserId, kept: Option<&Plain>) -> Result<u64> {
    let kept = kept.map_or(Vec::new(), |token| SecretHash::new(token).to_vec());
    let ended =
        Entity::delete_many().filter(Column::UserId.eq(user_id)).filter(Column::TokenHash.ne(kept)).exec(write).await?;
    Ok(ended.rows_affected)
}
