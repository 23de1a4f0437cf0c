//! Password resets by a code to the verified phone: requesting a code, and who may use it.
//! Setting the new password is in `redeem`.

mod redeem;

pub use redeem::{ResetForm, ResetOutcome};

use std::net::IpAddr;
use std::sync::Arc;

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{CaseStatement, ExprTrait, OnConflict};

use crate::core::Core;
use crate::models::User;
use crate::models::accounts::code::{self, CodeKind};
use crate::models::accounts::phone_code::budget::{self, TextPurpose};
use crate::models::accounts::phone_code::{SendCertainty, TextMessage, deliver};
use crate::models::accounts::security_event::{SecurityEventKind, SecurityLog};
use crate::models::accounts::session::Browser;
use crate::models::accounts::user::Login;
use portico_crypto::tokens::{Plain, SecretHash, eight_digits};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::{DAY_MS, Millis};
use portico_rules::ids::UserId;
use portico_rules::language::Language;
use portico_rules::phone::Number;

/// How long a code can be redeemed.
pub const LIFETIME_MS: Millis = code::LIFETIME_MS;
/// A right guess is worth a whole account, so the code is longer than one that verifies a phone.
const CODE: CodeKind = CodeKind { purpose: "password reset code", digits: 8 };
/// How long after a request the same name can be used for the next one.
pub const REST_MS: Millis = 30 * 1000;
/// How many requests a name allows in a day, which begins with the first.
pub const A_DAY: i32 = 5;

/// The last request by one name. There is a row for names without an account too, with a code that no digits match: so
/// nothing shows which names exist.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "password_resets")]
pub struct Model {
    /// The name under the instance key, so that the row reveals no nickname and no number.
    #[sea_orm(primary_key, auto_increment = false)]
    pub login_mac: Vec<u8>,
    /// SHA-256 of the ticket of the browser that requested the code; no other browser may guess.
    pub ticket_hash: Vec<u8>,
    /// Whose password is reset; none where no text can be sent for this name.
    pub user_id: Option<UserId>,
    /// The code under the instance key, once its text was accepted; until then, and where there is no text, bytes that
    /// no digits match.
    pub code_mac: Vec<u8>,
    /// How many guesses were made.
    pub attempts: i32,
    /// How many requests were made by this name since the day began.
    pub asked: i32,
    /// When the last request was made.
    pub sent_at: i64,
    /// When the code stops working.
    pub expires_at: i64,
    /// When the day ends.
    pub resets_at: i64,
    /// The person and their number under the instance key, once the code was right and the second step is missing.
    pub text_mac: Option<Vec<u8>>,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("PasswordReset").finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

impl Model {
    /// Sends a code to the verified phone of the account with the name `login`, in place of any code requested by this
    /// name before, and returns the ticket with which the same browser continues.
    ///
    /// The response and the work are the same where no account has the name, where it has no verified phone, and where
    /// it is disabled: then no code works. The text is sent after the response; where the number's budget for today is
    /// spent, or the provider fails, it is not sent, and the response does not show it. A code works only once the
    /// provider has accepted its text, which is in the account's language, or else in that of the page.
    ///
    /// # Errors
    /// A fault of `login` where nothing was typed; [`Error::limited`] by it where this name was requested a moment ago, or
    /// too often today.
    #[boxed]
    pub async fn request(
        core: &Arc<Core>,
        log: &SecurityLog,
        login: &str,
        (browser, language): (Browser<'_>, &'static Language),
    ) -> Result<Plain> {
        let login = Login::read(login);
        if login.is_empty() {
            return Err(Error::fault("login", "Enter your nickname or phone."));
        }
        let user = User::find_by_login(&core.db, &login).await?;
        let language = user.as_ref().and_then(User::language).unwrap_or(language);
        let text =
            user.as_ref().filter(|user| !user.is_disabled()).and_then(|user| Some((user.id, user.verified_phone()?)));
        let login_mac = core.key.name("password reset login", &[login.as_str().as_bytes()]);
        let ticket = Plain::random();
        let ticket_hash = SecretHash::new(&ticket);
        // No digits match it: the code replaces it once the provider has accepted the text.
        let code_mac = SecretHash::new(&Plain::random());
        let now = core.now();
        let row = ActiveModel {
            login_mac: Set(login_mac.to_vec()),
            ticket_hash: Set(ticket_hash.to_vec()),
            user_id: Set(text.as_ref().map(|(user_id, _)| *user_id)),
            code_mac: Set(code_mac.to_vec()),
            attempts: Set(0),
            asked: Set(1),
            sent_at: Set(now),
            expires_at: Set(now + LIFETIME_MS),
            resets_at: Set(now + DAY_MS),
            text_mac: Set(None),
        };
        let write = core.begin().await?;
        if !store(&write, row, now).await? {
            let before = Entity::find_by_id(login_mac.to_vec()).one(&*write).await?;
            return Err(refusal(before.as_ref(), now));
        }
        write.commit().await?;
        if let Some((user_id, number)) = text {
            let request = Request { core: core.clone(), ticket_hash, user_id, number, language };
            core.texts.send(request.send(browser.address));
        }
        if let Some(user) = user {
            log.note(core, user.id, SecurityEventKind::ResetAsked, browser).await?;
        }
        Ok(ticket)
    }

    /// The request of the browser with this ticket, whether or not the code still works.
    #[boxed]
    pub async fn of_ticket(core: &Core, ticket: &Plain) -> Result<Option<Self>> {
        Ok(Entity::find()
            .filter(Column::TicketHash.eq(SecretHash::new(ticket).to_vec()))
            .filter(Column::ResetsAt.gt(core.now()))
            .one(&*core.db)
            .await?)
    }

    /// How many guesses are left.
    pub fn tries_left(&self) -> i32 {
        code::tries_left(self.attempts)
    }

    /// Whose second step is missing: the code was right, and did not suffice.
    pub fn waits_for(&self) -> Option<UserId> {
        self.user_id.filter(|_| self.text_mac.is_some())
    }

    /// True if the right digits would be accepted.
    pub fn works(&self, now: Millis) -> bool {
        self.tries_left() > 0 && now < self.expires_at
    }
}

/// A code that was requested and is to be sent.
struct Request {
    core: Arc<Core>,
    ticket_hash: SecretHash,
    user_id: UserId,
    number: Number,
    language: &'static Language,
}

impl Request {
    /// Sends the code, requested from `address`, and stores it once the provider has accepted the text: a code that was
    /// not sent can't be guessed.
    async fn send(self, address: IpAddr) {
        let (core, code) = (&*self.core, eight_digits());
        let words = TextMessage { language: self.language, key: "text-reset-code", code: Some(&code) };
        match deliver(core, TextPurpose::Reset, (&self.number, address), words).await {
            Ok((SendCertainty::Surely, _)) => {
                if let Err(err) = self.store_code(&code).await {
                    tracing::warn!(error = %err, "a code to reset a password was sent and does not work");
                }
            }
            Ok((SendCertainty::Perhaps, _)) => {
                tracing::warn!("a code to reset a password may not have been sent, and does not work");
            }
            Err(Error::Faults(faults)) if faults.retry_after().is_some() => {
                tracing::info!("a code to reset a password was not sent: the budget is spent");
            }
            Err(Error::Faults(faults)) => {
                tracing::warn!(reason = %faults, "a code to reset a password was not sent");
            }
            Err(err) => {
                tracing::warn!(error = %err, "a code to reset a password was not sent");
            }
        }
    }

    /// Only if this request is still the latest: another one may have replaced it, or the password was changed.
    async fn store_code(&self, code: &Plain) -> Result<()> {
        let (core, now) = (&*self.core, self.core.now());
        let code_mac = CODE.mac(core, self.user_id, &self.number, code);
        let write = core.begin().await?;
        Entity::update_many()
            .col_expr(Column::CodeMac, Expr::value(code_mac.to_vec()))
            .filter(Column::TicketHash.eq(self.ticket_hash.to_vec()))
            .filter(Column::ExpiresAt.gt(now))
            .exec(&*write)
            .await?;
        write.commit().await?;
        Ok(())
    }
}

/// Writes the row, unless the name was requested a moment ago or too often today. The statement decides, so that of
/// requests side by side one alone goes through.
async fn store(write: &Conn, row: ActiveModel, now: Millis) -> Result<bool> {
    let column = |column: Column| Expr::col((Entity, column));
    let day_is_over = || ExprTrait::lte(column(Column::ResetsAt), now);
    let rested = ExprTrait::lte(column(Column::SentAt), now - REST_MS);
    let again = OnConflict::column(Column::LoginMac)
        .update_columns([
            Column::TicketHash,
            Column::UserId,
            Column::CodeMac,
            Column::Attempts,
            Column::SentAt,
            Column::ExpiresAt,
            Column::TextMac,
        ])
        .value(
            Column::Asked,
            CaseStatement::new().case(day_is_over(), 1).finally(ExprTrait::add(column(Column::Asked), 1)),
        )
        .value(
            Column::ResetsAt,
            CaseStatement::new().case(day_is_over(), now + DAY_MS).finally(column(Column::ResetsAt)),
        )
        .action_and_where(rested.and(day_is_over().or(ExprTrait::lt(column(Column::Asked), A_DAY))))
        .to_owned();
    let rows = Entity::insert(row).on_conflict(again).exec_without_returning(write).await?;
    Ok(rows == 1)
}

/// Makes every code worthless that a user was sent.
pub(in crate::models) async fn discard(write: &Conn, user_id: UserId) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::ExpiresAt, Expr::value(0_i64))
        .filter(Column::UserId.eq(user_id))
        .exec(write)
        .await?;
    Ok(())
}

fn refusal(before: Option<&Model>, now: Millis) -> Error {
    let (sentence, wait) = match before {
        Some(row) if row.asked >= A_DAY && now < row.resets_at => {
            let wait = budget::secs_until(row.resets_at, now);
            let retry = budget::retry_after_hours(wait);
            let sentence = format!("You have requested {A_DAY} codes today, which is the limit. {retry}");
            (sentence, wait)
        }
        row => {
            let next = row.map_or(now, |row| row.sent_at + REST_MS);
            let wait = budget::secs_until(next, now);
            let sentence = match wait {
                0 | 1 => "You have just requested a code. You can request another one in a second.".to_owned(),
                secs => {
                    format!("You have just requested a code. You can request another one in {secs} seconds.")
                }
            };
            (sentence, wait)
        }
    };
    let retry_after = u64::try_from(wait).map_or(1, |secs| Ord::max(secs, 1));
    Error::limited("login", sentence, retry_after)
}
