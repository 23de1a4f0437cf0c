//! Passwords of accounts: signing in with one, changing it, making a new one.
//! Which passwords are taken, and how they are hashed, stands in `security::passwords`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::{Column, Entity, Model};
use crate::error::{Error, Faults, Result};
use crate::instance::Instance;
use crate::models::Session;
use crate::models::session::Browser;
use crate::security::passwords::{self, Verdict};
use crate::security::tokens::Plain;

impl Model {
    /// The account that `login` (a nickname or a verified phone) and `password` open, if they do.
    /// An unknown name costs the same work as a wrong password.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn sign_in(at: &Instance, login: &str, password: &str) -> Result<Option<Self>> {
        let password = Plain::from(password);
        let Some(mut user) = Self::find_by_login(&*at.db, login).await? else {
            at.passwords.verify_nobody(&password).await?;
            return Ok(None);
        };
        user.verify(at, &password)
            .await
            .map(|right| right.then_some(user))
    }

    /// Whether `password` is this person's. A hash with older parameters is made anew.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn verify(&mut self, at: &Instance, password: &Plain) -> Result<bool> {
        let Verdict { ok, needs_rehash } =
            at.passwords.verify(password, &self.password_hash).await?;
        if ok && needs_rehash {
            let hash = at.passwords.hash(password).await?;
            let stored = Entity::update_many()
                .col_expr(Column::PasswordHash, Expr::value(hash.as_str()))
                .filter(Column::Id.eq(self.id))
                // A password changed meanwhile stays changed.
                .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
                .exec(&*at.db)
                .await?;
            if stored.rows_affected == 1 {
                self.password_hash = hash;
            }
        }
        Ok(ok)
    }

    /// Whether the account still stands and has the password that it was read with. Until the
    /// transaction `write` ends, neither can change.
    ///
    /// # Errors
    /// When the database can't be reached.
    pub async fn holds_still(&self, write: &impl ConnectionTrait) -> Result<bool> {
        let found = Entity::find_by_id(self.id)
            .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
            .lock_shared()
            .one(write)
            .await?;
        Ok(found.is_some())
    }

    /// Takes a new password for the current one. Every session of the person ends; the browser at
    /// hand gets a new one.
    ///
    /// # Errors
    /// Faults of `current` and `password`, both at once.
    pub async fn change_password(
        mut self,
        at: &Instance,
        current: &Plain,
        password: &Plain,
        browser: Browser<'_>,
    ) -> Result<(Session, Plain)> {
        let mut faults = Faults::none();
        let _ = faults.check("password", passwords::check_rules(password, &self.nickname));
        if !self.verify(at, current).await? {
            faults.add("current", "This is not your password. Try again.");
        }
        faults.into_result()?;
        let hash = at.passwords.hash(password).await?;
        let write = at.begin().await?;
        let changed = Entity::update_many()
            .col_expr(Column::PasswordHash, Expr::value(hash))
            .filter(Column::Id.eq(self.id))
            .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
            .exec(&*write)
            .await?;
        if changed.rows_affected == 0 {
            return Err(Error::fault(
                "current",
                "Your password was changed somewhere else a moment ago.",
            ));
        }
        Session::end_all(&*write, self.id).await?;
        let started = Session::begin(at, &*write, self.id, browser).await?;
        write.commit().await?;
        Ok(started)
    }

    /// Gives the account another password without asking for the one before, and ends all its
    /// sessions: for the operator, who has made sure who asks.
    ///
    /// # Errors
    /// A fault of `password`.
    pub async fn reset_password(&self, at: &Instance, password: &Plain) -> Result<()> {
        passwords::check_rules(password, &self.nickname)
            .map_err(|sentence| Error::fault("password", sentence))?;
        let hash = at.passwords.hash(password).await?;
        let write = at.begin().await?;
        let reset = Entity::update_many()
            .col_expr(Column::PasswordHash, Expr::value(hash))
            .filter(Column::Id.eq(self.id))
            .exec(&*write)
            .await?;
        if reset.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        Session::end_all(&*write, self.id).await?;
        write.commit().await?;
        Ok(())
    }
}
