//! New passwords: by the user, who gives the current one, or by the operator.
//! The reset by a code to the phone is in `password_reset`.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use validator::{Validate, ValidationError};

use crate::core::Core;
use crate::live::Access;
use crate::models::accounts::password_reset;
use crate::models::accounts::second_step_setup::end_with_password;
use crate::models::accounts::security_event::{self, Browser, EventActor, SecurityEventKind, SecurityLog};
use crate::models::accounts::session::Model as Session;
use crate::models::accounts::user::{Column, Entity, Model};
use crate::models::instance::act::{self, Act, Operator, Subject};
use portico_crypto::passwords::{self, Caller};
use portico_crypto::tokens::Plain;
use portico_macros::boxed;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::validation::fault_at;

/// A new password of a user.
#[derive(Validate)]
#[validate(schema(function = "password_rule", skip_on_field_errors = false))]
struct NewPassword<'a> {
    password: &'a Plain,
    nickname: &'a str,
}

fn password_rule(new: &NewPassword<'_>) -> Result<(), ValidationError> {
    passwords::check_rules(new.password, new.nickname).map_err(|sentence| fault_at("password", sentence))
}

impl Model {
    /// Changes the password. Every session of the user ends; this browser gets a new one, opened as its session was.
    /// Returns the account with its new password, and the token of the new session.
    ///
    /// # Errors
    /// Faults of `current` and `password`, both at once; [`Error::SignedOut`] when the session is no more.
    #[boxed]
    pub async fn change_password(
        mut self,
        core: &Core,
        log: &SecurityLog,
        session: &Session,
        current: &Plain,
        password: &Plain,
        browser: Browser<'_>,
    ) -> Result<(Self, Plain)> {
        let mut faults = self.faults_of(password);
        if !self.confirm(core, log, current, browser).await? {
            faults.add("current", "Wrong password. Try again.");
        }
        faults.into_result()?;
        let caller = Caller::Known(browser.address);
        let hash = core.passwords.hash(password, caller).await?;
        let write = core.begin().await?;
        let changed = Entity::update_many()
            .col_expr(Column::PasswordHash, Expr::value(hash.as_str()))
            .filter(Column::Id.eq(self.id))
            .filter(Column::PasswordHash.eq(self.password_hash.as_str()))
            .filter(Column::DisabledAt.is_null())
            .exec(&*write)
            .await?;
        if changed.rows_affected == 0 {
            return Err(Error::fault(
                "current",
                "Your password was just changed in another browser. Sign in again with the new one.",
            ));
        }
        if !session.is_active_in(&write, core.now()).await? {
            return Err(Error::SignedOut);
        }
        Session::end_all(&write, self.id).await?;
        password_reset::discard(&write, self.id).await?;
        end_with_password(&write, self.id).await?;
        let opening = session.opening();
        let (_, token) = Session::begin(core, &write, self.id, browser, opening).await?;
        security_event::record(core, &write, self.id, SecurityEventKind::PasswordChanged, browser).await?;
        core.commit_revoking(write, &[Access::User(self.id)]).await?;
        self.password_hash = hash;
        Ok((self, token))
    }

    fn faults_of(&self, password: &Plain) -> FieldErrors {
        let nickname = &self.nickname;
        FieldErrors::from_validation(NewPassword { password, nickname }.validate())
    }

    /// Sets another password without the current one, and ends all sessions: for the operator, who has verified the
    /// user.
    ///
    /// # Errors
    /// A fault of `password`.
    #[boxed]
    pub async fn reset_password(&self, core: &Core, password: &Plain, by: &Operator<'_>) -> Result<()> {
        self.faults_of(password).into_result()?;
        let hash = core.passwords.hash(password, Caller::Operator).await?;
        let write = core.begin().await?;
        let reset = Entity::update_many()
            .col_expr(Column::PasswordHash, Expr::value(hash))
            .filter(Column::Id.eq(self.id))
            .exec(&*write)
            .await?;
        if reset.rows_affected == 0 {
            return Err(Error::NotFound);
        }
        // An admin's own session may be among those that end.
        let on = Subject::new(self.id.get(), &self.nickname);
        act::record(&write, core, by, Act::PasswordReset, on).await?;
        Session::end_all(&write, self.id).await?;
        password_reset::discard(&write, self.id).await?;
        end_with_password(&write, self.id).await?;
        security_event::record(core, &write, self.id, SecurityEventKind::PasswordReset, EventActor::Operator).await?;
        core.commit_revoking(write, &[Access::User(self.id)]).await?;
        Ok(())
    }
}
