//! Redeeming a reset code for a new password: once, in the browser that requested it; every session ends.
//! Requesting a code is in `password_reset`.

use std::sync::Arc;

use sea_orm::entity::prelude::*;
use validator::{Validate, ValidationError};

use super::{CODE, Column, Entity, Model, discard};
use crate::core::Core;
use crate::live::Access;
use crate::models::accounts::code;
use crate::models::accounts::phone_code::budget::{self, Guesses};
use crate::models::accounts::phone_code::notify;
use crate::models::accounts::second_step;
use crate::models::accounts::second_step_setup::end_with_password;
use crate::models::accounts::security_event::{self, SecurityEventKind, SecurityLog};
use crate::models::accounts::session::Browser;
use crate::models::accounts::user;
use crate::models::{Session, User};
use portico_crypto::passwords::{self, Caller};
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::Write;
use portico_platform::error::{Error, FieldErrors, Result};
use portico_rules::ids::UserId;
use portico_rules::phone::Number;
use portico_rules::validation::{fault_at, validate};

/// The purpose of the instance key's hash of a person and their number, once the code in their text message was right.
const TEXT_WAS_RIGHT: &str = "password reset text";

/// The form for a new password.
#[derive(Debug, Clone, Copy, Validate)]
#[validate(schema(function = "password_rule", skip_on_field_errors = false))]
pub struct ResetForm<'a> {
    /// The ticket that the browser got with the request.
    pub ticket: &'a Plain,
    /// The code as they typed it.
    #[validate(custom(function = "eight_digits"))]
    pub code: &'a str,
    /// The new password.
    pub password: &'a Plain,
}

/// The result of that form.
#[derive(Debug)]
pub enum ResetOutcome {
    /// The password is set.
    Done(Box<User>),
    /// The code was right, and the account has a second step, which has to be taken with [`Model::redeem_second`].
    NeedsSecondStep,
}

fn eight_digits(code: &str) -> Result<(), ValidationError> {
    validate(CODE.read(code).is_some(), "Enter the eight digits of the code.")
}

/// Before the code is checked, the account is unknown.
fn password_rule(proof: &ResetForm<'_>) -> Result<(), ValidationError> {
    passwords::check_rules(proof.password, "").map_err(|sentence| fault_at("password", sentence))
}

/// The right code, and whose it is.
struct RightCode {
    user: User,
    number: Number,
    code_mac: Vec<u8>,
}

impl Model {
    /// Sets a new password, if the code is right and the account has no second step. Every session of the user ends, and
    /// so does the code.
    ///
    /// # Errors
    /// Faults of `code`: no eight digits, a wrong one, none that still works, too many today. Faults of `password`,
    /// which cost no try.
    #[boxed]
    pub async fn redeem(
        core: &Arc<Core>,
        log: &SecurityLog,
        proof: ResetForm<'_>,
        browser: Browser<'_>,
    ) -> Result<ResetOutcome> {
        FieldErrors::from_validation(proof.validate()).into_result()?;
        let code = CODE.read(proof.code).ok_or_else(code::no_longer_works)?;
        let right = Self::guess(core, log, proof.ticket, &code, browser).await?;
        passwords::check_rules(proof.password, &right.user.nickname)
            .map_err(|sentence| Error::fault("password", sentence))?;
        if second_step::is_set_up(&core.db, right.user.id).await? {
            note_text(core, proof.ticket, &right).await?;
            return Ok(ResetOutcome::NeedsSecondStep);
        }
        let (ticket, password) = (proof.ticket, proof.password);
        let user = finish(core, log, right, (ticket, password), None, browser).await?;
        Ok(ResetOutcome::Done(Box::new(user)))
    }

    /// Sets a new password with the second step, after the right code. Every try counts, as those of codes do.
    ///
    /// # Errors
    /// Faults of `second` and `password`; a fault of `code` where the reset is over.
    #[boxed]
    pub async fn redeem_second(
        core: &Arc<Core>,
        log: &SecurityLog,
        (ticket, password): (&Plain, &Plain),
        proof: &second_step::SecondStepProof<'_>,
        browser: Browser<'_>,
    ) -> Result<User> {
        passwords::check_rules(password, "").map_err(|sentence| Error::fault("password", sentence))?;
        let ticket_hash = SecretHash::new(ticket).to_vec();
        let write = core.begin().await?;
        let row = Column::TicketHash.eq(ticket_hash.clone());
        let columns = (Column::Attempts, Column::ExpiresAt);
        if !code::count_guess::<Entity>(&write, columns, row, core.now()).await? {
            return Err(code::no_longer_works());
        }
        let reset = Entity::find()
            .filter(Column::TicketHash.eq(ticket_hash))
            .one(&*write)
            .await?
            .ok_or_else(code::no_longer_works)?;
        let user = User::find(&write, reset.user_id.unwrap_or(UserId::new(0))).await?;
        write.commit().await?;
        let right = user.and_then(|user| {
            let number = user.verified_phone()?;
            let is_theirs = text_was_right(core, &reset, &user, &number);
            is_theirs.then_some(RightCode { user, number, code_mac: reset.code_mac })
        });
        // The number was changed since.
        let right = right.ok_or_else(|| Error::fault("form", "This code no longer works. Request a new one."))?;
        passwords::check_rules(password, &right.user.nickname)
            .map_err(|sentence| Error::fault("password", sentence))?;
        finish(core, log, right, (ticket, password), Some(proof), browser).await
    }

    /// Counts a guess before it is compared, so that of parallel guesses none is free: by its code, by the name that
    /// the code was requested with, and by the account. The response does not show the last count, which would show
    /// which number belongs to which nickname.
    async fn guess(
        core: &Core,
        log: &SecurityLog,
        ticket: &Plain,
        code: &Plain,
        browser: Browser<'_>,
    ) -> Result<RightCode> {
        let ticket_hash = SecretHash::new(ticket).to_vec();
        let write = core.begin().await?;
        let row = Column::TicketHash.eq(ticket_hash.clone());
        let columns = (Column::Attempts, Column::ExpiresAt);
        if !code::count_guess::<Entity>(&write, columns, row, core.now()).await? {
            return Err(code::no_longer_works());
        }
        let reset = Entity::find()
            .filter(Column::TicketHash.eq(ticket_hash))
            .one(&*write)
            .await?
            .ok_or_else(code::no_longer_works)?;
        // No account has the id 0; the query runs all the same.
        let user = User::find(&write, reset.user_id.unwrap_or(UserId::new(0))).await?;
        let by_login = budget::guess(core, &write, Guesses::Login(&reset.login_mac)).await?;
        let of_account = match &user {
            Some(user) => Guesses::Account(user.id),
            None => Guesses::NoAccount(&reset.login_mac),
        };
        let by_account = budget::guess_unseen(core, &write, of_account).await?;
        write.commit().await?;
        if let Err(wait) = by_login {
            let sentence =
                format!("Too many codes were tried for this account today. {}", budget::retry_after_hours(wait));
            let retry_after = u64::try_from(wait).map_or(1, |secs| Ord::max(secs, 1));
            return Err(Error::limited("code", sentence, retry_after));
        }
        let number = user.as_ref().and_then(User::verified_phone);
        let right = match (&user, number) {
            (Some(user), Some(number)) => {
                let is_right = CODE.matches(core, &reset.code_mac, (user.id, &number), code);
                (is_right && by_account).then_some(number)
            }
            _ => None,
        };
        match (user, right) {
            (Some(user), Some(number)) => Ok(RightCode { user, number, code_mac: reset.code_mac }),
            (user, _) => {
                if let Some(user) = user {
                    log.note(core, user.id, SecurityEventKind::ResetFailed, browser).await?;
                }
                Err(code::wrong(reset.tries_left()))
            }
        }
    }
}

/// Sets the password, and uses up the code and, where the account has one, the second step: all of it or nothing.
async fn finish(
    core: &Arc<Core>,
    log: &SecurityLog,
    mut right: RightCode,
    (ticket, password): (&Plain, &Plain),
    second: Option<&second_step::SecondStepProof<'_>>,
    browser: Browser<'_>,
) -> Result<User> {
    // The right code is proof, so this request does not wait behind strangers.
    let caller = Caller::Known(browser.address);
    let hash = core.passwords.hash(password, caller).await?;
    let write = core.begin().await?;
    // The user is locked first, as by everything else that ends a reset, so that there is no deadlock.
    set_password(&write, &right, &hash).await?;
    use_up(core, &write, ticket, &right).await?;
    let user_id = right.user.id;
    let mut used = None;
    // Asked again under the lock: a second step that was set up meanwhile counts.
    if second_step::is_set_up(&write, user_id).await? {
        let proof = second.ok_or_else(code::no_longer_works)?;
        used = second_step::use_up(core, &write, user_id, proof).await?;
        if used.is_none() {
            write.rollback().await?;
            let what = (proof, "second");
            return Err(second_step::refused(core, log, user_id, what, browser).await?);
        }
    }
    discard(&write, user_id).await?;
    Session::end_all(&write, user_id).await?;
    end_with_password(&write, user_id).await?;
    security_event::record(core, &write, user_id, SecurityEventKind::PasswordReset, browser).await?;
    if let Some(used) = used {
        second_step::record_use(core, &write, user_id, used, browser).await?;
    }
    core.commit_revoking(write, &[Access::User(user_id)]).await?;
    if let Some(used) = used {
        second_step::tell_of_use(core, &right.user, used);
    }
    let (number, node) = (right.number, core.clone());
    let account = (user_id, right.user.language().unwrap_or(core.config.default_language));
    core.texts.send(async move { notify(&node, account, &number, "text-password-reset").await });
    right.user.password_hash = hash;
    Ok(right.user)
}

/// Notes that the code in the text message was right: from here on the second step is tried, with tries of its own.
async fn note_text(core: &Core, ticket: &Plain, right: &RightCode) -> Result<()> {
    let user_id = right.user.id.get().to_be_bytes();
    let parts = [&user_id[..], right.number.e164().as_bytes()];
    let mac = core.key.mac(TEXT_WAS_RIGHT, &parts);
    let write = core.begin().await?;
    let noted = Entity::update_many()
        .col_expr(Column::TextMac, Expr::value(Some(mac.to_vec())))
        .col_expr(Column::Attempts, Expr::value(0))
        .filter(Column::TicketHash.eq(SecretHash::new(ticket).to_vec()))
        .filter(Column::CodeMac.eq(right.code_mac.clone()))
        // Once: the right code must not give the second step more tries.
        .filter(Column::TextMac.is_null())
        .filter(Column::ExpiresAt.gt(core.now()))
        .exec(&*write)
        .await?;
    write.commit().await?;
    match noted.rows_affected {
        0 => Err(code::no_longer_works()),
        _ => Ok(()),
    }
}

/// True if the code was right for this person and the number that they have now.
fn text_was_right(core: &Core, reset: &Model, user: &User, number: &Number) -> bool {
    let stored = reset.text_mac.as_deref().and_then(SecretHash::from_bytes);
    let user_id = user.id.get().to_be_bytes();
    core.key
        .macs(TEXT_WAS_RIGHT, &[&user_id, number.e164().as_bytes()])
        .any(|mac| stored == Some(SecretHash::from(mac)))
}

/// Marks the code as used: of parallel requests with the right code one succeeds.
async fn use_up(core: &Core, write: &Write, ticket: &Plain, right: &RightCode) -> Result<()> {
    let used = Entity::update_many()
        .col_expr(Column::ExpiresAt, Expr::value(0_i64))
        .filter(Column::TicketHash.eq(SecretHash::new(ticket).to_vec()))
        .filter(Column::CodeMac.eq(right.code_mac.clone()))
        .filter(Column::ExpiresAt.gt(core.now()))
        .exec(&**write)
        .await?;
    match used.rows_affected {
        0 => Err(code::no_longer_works()),
        _ => Ok(()),
    }
}

/// The code proves possession of the number, so it is valid while the account has that number.
async fn set_password(write: &Write, right: &RightCode, hash: &str) -> Result<()> {
    let set = user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(hash))
        .filter(user::Column::Id.eq(right.user.id))
        .filter(user::Column::Phone.eq(right.number.e164()))
        .filter(user::Column::DisabledAt.is_null())
        .exec(&**write)
        .await?;
    match set.rows_affected {
        0 => Err(code::no_longer_works()),
        _ => Ok(()),
    }
}
