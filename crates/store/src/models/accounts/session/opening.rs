//! How a session was opened, and what it shows of the second step.
//! `second_step` decides if an account needs one, and which codes are right.

use portico_rules::ids::{SessionId, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;

use super::{Column, Entity, FRESH_MS, Model};
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;

/// The proof by which a session was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum OpenedBy {
    /// The password, of an account without a second step.
    #[sea_orm(string_value = "password")]
    Password,
    /// The password and a code of the authenticator app.
    #[sea_orm(string_value = "authenticator")]
    Authenticator,
    /// The password and a recovery code.
    #[sea_orm(string_value = "recovery_code")]
    RecoveryCode,
    /// The password, in a browser that is trusted.
    #[sea_orm(string_value = "trusted_browser")]
    TrustedBrowser,
    /// The password and a passkey.
    #[sea_orm(string_value = "password_and_passkey")]
    PasswordAndPasskey,
    /// A passkey, without the password.
    #[sea_orm(string_value = "passkey")]
    Passkey,
}

/// The proof of the second step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum SecondBy {
    /// A code of the authenticator app.
    #[sea_orm(string_value = "authenticator")]
    Authenticator,
    /// A recovery code.
    #[sea_orm(string_value = "recovery_code")]
    RecoveryCode,
    /// A passkey.
    #[sea_orm(string_value = "passkey")]
    Passkey,
}

impl SecondBy {
    /// How a session that it opens after the password was opened.
    pub const fn opens(self) -> OpenedBy {
        match self {
            Self::Authenticator => OpenedBy::Authenticator,
            Self::RecoveryCode => OpenedBy::RecoveryCode,
            Self::Passkey => OpenedBy::PasswordAndPasskey,
        }
    }
}

/// How a session is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The proof by which it was opened.
    pub by: OpenedBy,
    /// The second step and when it was taken, if it was.
    pub second: Option<(SecondBy, Millis)>,
}

impl Opening {
    /// By the password alone.
    pub const PASSWORD: Self = Self { by: OpenedBy::Password, second: None };
    /// By the password, in a trusted browser: that is no second step.
    pub const TRUSTED: Self = Self { by: OpenedBy::TrustedBrowser, second: None };

    /// By a passkey alone, which is both steps: the device, and its PIN or fingerprint.
    pub const fn passkey(now: Millis) -> Self {
        Self { by: OpenedBy::Passkey, second: Some((SecondBy::Passkey, now)) }
    }
}

impl Model {
    /// How it was opened, for a session that replaces it.
    pub fn opening(&self) -> Opening {
        Opening { by: self.opened_by, second: self.second_by.zip(self.second_at) }
    }

    /// The same for a session that the password was entered in again.
    pub fn opening_with_password(&self) -> Opening {
        let Opening { by, second } = self.opening();
        let by = match (by, second) {
            (OpenedBy::Passkey, Some(_)) => OpenedBy::PasswordAndPasskey,
            (OpenedBy::Passkey, None) => OpenedBy::Password,
            (by, _) => by,
        };
        Opening { by, second }
    }

    /// True if the second step was taken recently enough for a change to how the account is protected.
    pub fn has_fresh_second_step(&self, now: Millis) -> bool {
        self.second_at.is_some_and(|at| at > now - FRESH_MS)
    }

    /// How the person authenticated, for ID tokens: values of RFC 8176, separated by spaces.
    pub fn amr(&self) -> &'static str {
        let second = self.second_at.and(self.second_by);
        match (self.opened_by, second) {
            (OpenedBy::Passkey, Some(_)) => "pop mfa",
            (OpenedBy::Passkey, None) => "pop",
            (_, Some(SecondBy::Passkey)) => "pwd pop mfa",
            (_, Some(SecondBy::Authenticator | SecondBy::RecoveryCode)) => "pwd otp mfa",
            (_, None) => "pwd",
        }
    }

    /// Notes that the second step was taken in this session.
    ///
    /// # Errors
    /// [`Error::SignedOut`] when it ended.
    pub(in crate::models) async fn note_second_step(&self, write: &Conn, by: SecondBy, now: Millis) -> Result<()> {
        let noted = Entity::update_many()
            .col_expr(Column::SecondAt, Expr::value(Some(now)))
            .col_expr(Column::SecondBy, Expr::value(Some(by.to_value())))
            .filter(Column::Id.eq(self.id))
            .exec(write)
            .await?;
        match noted.rows_affected {
            0 => Err(Error::SignedOut),
            _ => Ok(()),
        }
    }

    /// Makes every session of a user, but perhaps one, one without a second step: what was shown is no longer theirs.
    pub(in crate::models) async fn forget_second_steps(
        write: &Conn,
        user_id: UserId,
        but: Option<SessionId>,
    ) -> Result<()> {
        Entity::update_many()
            .col_expr(Column::SecondAt, Expr::value(None::<i64>))
            .col_expr(Column::SecondBy, Expr::value(None::<String>))
            .filter(Column::UserId.eq(user_id))
            .filter(Column::Id.ne(but.unwrap_or(SessionId::new(0))))
            .exec(write)
            .await?;
        Ok(())
    }
}
