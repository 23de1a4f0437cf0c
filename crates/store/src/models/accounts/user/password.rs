//! Passwords of accounts: signing in with one, and confirming it. Changing it is in `password_change`.
//! Password rules and hashing are in `security::passwords`.

use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QuerySelect};

use super::{Column, Entity, Model};
use crate::core::Core;
use crate::models::accounts::security_event::{Browser, SecurityEventKind, SecurityLog};
use portico_crypto::passwords::{Caller, PasswordCheck, PasswordError};
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;

/// The result of the first step of a sign-in.
#[derive(Debug)]
pub enum FirstFactor {
    /// Name and password match. The session starts separately, with `second_step::start_session_without`.
    Passed(Model),
    /// They don't match, no account has the name, or it is disabled. The response does not show which.
    Failed,
}

impl Model {
    /// Compares `password` with that of the account that was found for a name, if there was one. No account costs the
    /// same work as a wrong password, and so does a closed account.
    ///
    /// # Errors
    /// [`Error::Busy`](portico_platform::error::Error::Busy); when the database can't be reached.
    #[boxed]
    pub async fn sign_in(
        core: &Core,
        log: &SecurityLog,
        found: Option<Self>,
        password: &str,
        browser: Browser<'_>,
        caller: Caller,
    ) -> Result<FirstFactor> {
        let password = Plain::from(password);
        let Some(mut user) = found else {
            core.passwords.verify_dummy(&password, caller).await?;
            return Ok(FirstFactor::Failed);
        };
        if user.verify(core, &password, caller).await? && !user.is_disabled() {
            return Ok(FirstFactor::Passed(user));
        }
        log.note(core, user.id, SecurityEventKind::SignInFailed, browser).await?;
        Ok(FirstFactor::Failed)
    }

    /// Refuses a sign-in whatever the password, with the same response and cost as a wrong one: strangers have guessed
    /// too often at this account under its other name. An honest response would show which number belongs to which
    /// nickname.
    ///
    /// # Errors
    /// As [`sign_in`](Self::sign_in).
    #[boxed]
    pub async fn refuse_sign_in(
        &self,
        core: &Core,
        log: &SecurityLog,
        password: &str,
        browser: Browser<'_>,
        caller: Caller,
    ) -> Result<FirstFactor> {
        let password = Plain::from(password);
        core.passwords.verify_dummy(&password, caller).await?;
        log.note(core, self.id, SecurityEventKind::SignInFailed, browser).await?;
        Ok(FirstFactor::Failed)
    }

    /// True if `password` is this user's, who is signed in. A wrong one is recorded.
    #[boxed]
    pub async fn confirm(
        &mut self,
        core: &Core,
        log: &SecurityLog,
        password: &Plain,
        browser: Browser<'_>,
    ) -> Result<bool> {
        // A user who is signed in does not wait behind strangers.
        let caller = Caller::Known(browser.address);
        let right = self.verify(core, password, caller).await?;
        if !right {
            log.note(core, self.id, SecurityEventKind::ConfirmFailed, browser).await?;
        }
        Ok(right)
    }

    /// True if `password` is this user's. A hash with older parameters is replaced.
    #[boxed]
    pub async fn verify(&mut self, core: &Core, password: &Plain, caller: Caller) -> Result<bool> {
        let PasswordCheck { ok, needs_rehash } = core.passwords.verify(password, &self.password_hash, caller).await?;
        if ok && needs_rehash {
            let hash = match core.passwords.hash(password, caller.proven()).await {
                // The next sign-in replaces it.
                Err(PasswordError::Busy) => return Ok(ok),
                hash => hash?,
            };
            let stored = Entity::update_many()
                .col_expr(Column::PasswordHash, Expr::value(hash.as_str()))
                .filter(Column::Id.eq(self.id))
                // A password changed meanwhile stays changed.
                .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
                .exec(&*core.db)
                .await?;
            if stored.rows_affected == 1 {
                self.password_hash = hash;
            }
        }
        Ok(ok)
    }

    /// True if the account is enabled and has the password that it was read with. It is locked until the transaction
    /// `write` ends.
    pub async fn lock_unchanged(&self, write: &Conn) -> Result<bool> {
        let row = Entity::find_by_id(self.id)
            .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
            .filter(Column::DisabledAt.is_null())
            // No other transaction starts a session of theirs meanwhile, so that they can be counted.
            .lock(LockType::NoKeyUpdate)
            .one(write)
            .await?;
        Ok(row.is_some())
    }
}
