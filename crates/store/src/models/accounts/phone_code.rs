//! Codes by text message, which verify a phone number: sending, counting and redeeming them.
//! Numbers and providers are in `phone`.

pub mod budget;
mod sending;

use std::net::IpAddr;

pub(in crate::models) use sending::deliver;
pub use sending::{SendCertainty, TextMessage, notify};

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{Set, SqlErr};
use validator::{Validate, ValidationError};

use crate::core::Core;
use crate::models::accounts::code::{self, CodeKind, LIFETIME_MS};
use crate::models::accounts::phone_code::budget::TextPurpose;
use crate::models::accounts::security_event::{self, SecurityEventKind};
use crate::models::accounts::session::{Browser, Model as Session};
use crate::models::accounts::user::{self, Model as User, set_phone};
use portico_crypto::tokens::{Plain, six_digits};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::UserId;
use portico_rules::language::Language;
use portico_rules::phone::Number;
use portico_rules::validation::validate;

const CODE: CodeKind = CodeKind { purpose: "phone code", digits: 6 };
/// How long a number is stored that was not verified.
pub(in crate::models) const REMEMBERED_MS: Millis = DAY_MS;

/// The code that was last sent to a user, and its number.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "phone_codes")]
pub struct Model {
    /// Who requested it; a new code replaces the one before.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// The number that is to be verified, E.164.
    pub phone: String,
    /// The code under the instance key.
    pub code_mac: Vec<u8>,
    /// How many guesses were made.
    pub attempts: i32,
    /// When it was sent.
    pub sent_at: i64,
    /// When it stops working.
    pub expires_at: i64,
}

/// The form by which a user verifies a number.
#[derive(Validate)]
struct TypedCode<'a> {
    #[validate(custom(function = "is_six_digits"))]
    code: &'a str,
}

fn is_six_digits(code: &str) -> Result<(), ValidationError> {
    validate(CODE.read(code).is_some(), "Enter the six digits of the code.")
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PhoneCode").field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

impl Model {
    /// Sends a code to `number`, in place of any code the user was sent before: that one works until this one is
    /// on its way. `address` is where it is requested from, in `language`.
    ///
    /// A number that another account has verified gets a text without a code, by the same way as every other: neither
    /// the response, nor its time, nor an error shows that the number is in use.
    ///
    /// # Errors
    /// Faults of `phone`: no way to send texts, the user's own number, the provider's refusal; too soon or too many
    /// today as [`Error::limited`].
    #[boxed]
    pub async fn send(
        core: &Core,
        user_id: UserId,
        number: &Number,
        (address, language): (IpAddr, &'static Language),
    ) -> Result<SendCertainty> {
        let owner = user::Entity::find().filter(user::Column::Phone.eq(number.e164())).one(&*core.db).await?;
        if owner.as_ref().is_some_and(|owner| owner.id == user_id) {
            return Err(Error::fault("phone", "You have already verified this number."));
        }
        // For a number that is in use a code is stored that no digits match.
        let is_free = owner.is_none();
        let code = if is_free { six_digits() } else { Plain::random() };
        let words = match is_free {
            true => TextMessage { language, key: "text-code", code: Some(&code) },
            false => TextMessage { language, key: "text-number-in-use", code: None },
        };
        let latest = Self::latest_of(core, user_id).await?;
        let is_new = latest.is_none_or(|latest| latest.phone != number.e164());
        let purpose = TextPurpose::Verification { new_for: is_new.then_some(user_id) };
        let (sent, sent_at) = deliver(core, purpose, (number, address), words).await?;
        let row = ActiveModel {
            user_id: Set(user_id),
            phone: Set(number.e164().to_owned()),
            code_mac: Set(CODE.mac(core, user_id, number, &code).to_vec()),
            attempts: Set(0),
            sent_at: Set(sent_at),
            expires_at: Set(core.now() + LIFETIME_MS),
        };
        let write = core.begin().await?;
        Entity::insert(row)
            .on_conflict(
                OnConflict::column(Column::UserId)
                    .update_columns([
                        Column::Phone,
                        Column::CodeMac,
                        Column::Attempts,
                        Column::SentAt,
                        Column::ExpiresAt,
                    ])
                    .to_owned(),
            )
            .exec_without_returning(&*write)
            .await
            .map_err(|err| match err.sql_err() {
                // The account was deleted while its owner waited for the text.
                Some(SqlErr::ForeignKeyConstraintViolation(_)) => Error::SignedOut,
                _ => err.into(),
            })?;
        write.commit().await?;
        Ok(sent)
    }

    /// The code a user was sent last, whether or not it still works; none once it is a day old.
    #[boxed]
    pub async fn latest_of(core: &Core, user_id: UserId) -> Result<Option<Self>> {
        Ok(Entity::find_by_id(user_id).filter(Column::SentAt.gt(core.now() - REMEMBERED_MS)).one(&*core.db).await?)
    }

    /// Verifies the number that the code was sent to, if `typed` is that code.
    ///
    /// # Errors
    /// A fault of `code`: no six digits, a wrong one, none that still works. [`Error::SignedOut`] when the session or the
    /// account is no more: the number opens the account from here on.
    #[boxed]
    pub async fn redeem(
        core: &Core,
        (session, user): (&Session, &User),
        typed: &str,
        browser: Browser<'_>,
    ) -> Result<()> {
        FieldErrors::from_validation(TypedCode { code: typed }.validate()).into_result()?;
        let typed = CODE.read(typed).ok_or_else(code::no_longer_works)?;
        let user_id = user.id;
        let write = core.begin().await?;
        session.lock_active(core, &write, user).await?;
        let row = Column::UserId.eq(user_id);
        let columns = (Column::Attempts, Column::ExpiresAt);
        if !code::count_guess::<Entity>(&write, columns, row, core.now()).await? {
            return Err(code::no_longer_works());
        }
        let sent = Entity::find_by_id(user_id).one(&*write).await?;
        let Some((number, sent)) = sent.and_then(|sent| Some((sent.number()?, sent))) else {
            return Err(code::no_longer_works());
        };
        if !CODE.matches(core, &sent.code_mac, (user_id, &number), &typed) {
            write.commit().await?;
            return Err(code::wrong(sent.tries_left()));
        }
        set_phone(&write, user_id, &number).await.map_err(|err| match err {
            // Another account verified it since the code was sent.
            Error::Faults(_) => {
                Error::fault("code", "Another account has verified this number in the meantime. Use another number.")
            }
            other => other,
        })?;
        discard(&write, user_id).await?;
        let verified = SecurityEventKind::PhoneVerified(&number.masked());
        security_event::record(core, &write, user_id, verified, browser).await?;
        write.commit().await?;
        Ok(())
    }

    /// How many guesses are left.
    pub fn tries_left(&self) -> i32 {
        code::tries_left(self.attempts)
    }

    /// True if the right digits would be accepted.
    pub fn works(&self, now: Millis) -> bool {
        self.tries_left() > 0 && now < self.expires_at
    }

    /// The number it was sent to.
    pub fn number(&self) -> Option<Number> {
        Number::stored(&self.phone)
    }

    /// How many seconds are left until another one can be requested.
    pub fn resend_in_secs(&self, now: Millis) -> i64 {
        budget::secs_until(self.sent_at + budget::RESEND_MS, now)
    }
}

/// Deletes the code that was sent to a user, if there is one.
pub async fn discard(write: &Conn, user_id: UserId) -> Result<()> {
    Entity::delete_by_id(user_id).exec(write).await?;
    Ok(())
}
