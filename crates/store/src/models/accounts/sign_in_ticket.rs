//! Sign-ins that wait for their second step: the password was right, and there is no session yet.
//! The cookie that carries a ticket is set by the routes; which codes are right is decided in `second_step`.

use std::sync::Arc;

use sea_orm::entity::prelude::*;
use sea_orm::{Condition, Set};

use crate::core::Core;
use crate::models::User;
use crate::models::accounts::code;
use crate::models::accounts::second_step::{self, SecondStepProof, UsedProof};
use crate::models::accounts::security_event::{self, Browser, SecurityEventKind, SecurityLog};
use crate::models::accounts::session::{Model as Session, Opening};
use crate::models::accounts::trusted_browser::Model as TrustedBrowser;
use crate::models::batch;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::{Error, Result};
use portico_rules::clock::Millis;
use portico_rules::ids::UserId;

/// How long a sign-in waits.
pub const LIFETIME_MS: Millis = code::LIFETIME_MS;
/// How many an account can have; the oldest goes as a new one comes.
const KEPT: u64 = 20;

/// A sign-in that waits.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in_tickets")]
pub struct Model {
    /// Its id, no secret.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    /// SHA-256 of the ticket in the browser's cookie.
    pub ticket_hash: Vec<u8>,
    /// Whose password was entered.
    pub user_id: UserId,
    /// How many codes were tried.
    pub attempts: i32,
    /// When it is over.
    pub expires_at: i64,
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("SignInTicket").field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

portico_platform::database::no_relations!();

/// The result of a code that was entered for a ticket.
#[derive(Debug)]
pub enum TicketOutcome {
    /// The user is signed in.
    SignedIn(Box<SecondSignIn>),
    /// The ticket is over: it expired, was used or guessed at too often, the password was changed, or the account disabled.
    Over,
}

/// A sign-in with a second step.
#[derive(Debug)]
pub struct SecondSignIn {
    /// The user.
    pub user: User,
    /// The token of the session.
    pub token: Plain,
    /// The token of the trust, where this browser is trusted from now on.
    pub trust: Option<Plain>,
    /// The proof that was entered.
    pub used: UsedProof,
}

impl Model {
    /// Issues a ticket for `user`, whose password was right.
    ///
    /// # Errors
    /// [`Error::SignedOut`] when the account, or the password that it was read with, is no more.
    #[boxed]
    pub async fn issue(core: &Core, user: &User) -> Result<Plain> {
        let write = core.begin().await?;
        if !user.lock_unchanged(&write).await? {
            return Err(Error::SignedOut);
        }
        let ticket = Plain::random();
        let row = ActiveModel {
            id: Set(core.id()),
            ticket_hash: Set(SecretHash::new(&ticket).to_vec()),
            user_id: Set(user.id),
            attempts: Set(0),
            expires_at: Set(core.now() + LIFETIME_MS),
        };
        Entity::insert(row).exec_without_returning(&*write).await?;
        let rows = Condition::all().add(Column::UserId.eq(user.id));
        batch::delete_surplus::<Entity>(&write, Column::Id, rows, KEPT).await?;
        write.commit().await?;
        Ok(ticket)
    }

    /// The sign-in that waits in the browser with this ticket.
    #[boxed]
    pub async fn of_ticket(core: &Core, ticket: &Plain) -> Result<Option<Self>> {
        Ok(Entity::find()
            .filter(Column::TicketHash.eq(SecretHash::new(ticket).to_vec()))
            .filter(Column::ExpiresAt.gt(core.now()))
            .filter(Column::Attempts.lt(code::TRIES))
            .one(&*core.db)
            .await?)
    }

    /// How many codes can still be tried.
    pub fn tries_left(&self) -> i32 {
        code::tries_left(self.attempts)
    }

    /// Signs in, if what was presented is right; `trusts` the browser for thirty days. A try is counted before the code is
    /// compared, so that of parallel tries none is free.
    ///
    /// # Errors
    /// A fault of `code`, or of `form` for a passkey.
    #[boxed]
    pub async fn redeem(
        &self,
        core: &Arc<Core>,
        log: &SecurityLog,
        proof: &SecondStepProof<'_>,
        trusts: bool,
        browser: Browser<'_>,
    ) -> Result<TicketOutcome> {
        let write = core.begin().await?;
        let columns = (Column::Attempts, Column::ExpiresAt);
        let counted = code::count_guess::<Entity>(&write, columns, Column::Id.eq(self.id), core.now()).await?;
        write.commit().await?;
        if !counted {
            return Ok(TicketOutcome::Over);
        }
        let write = core.begin().await?;
        // The account is locked first, as by everything that ends tickets, so that there is no deadlock.
        User::lock_to_count(&write, self.user_id).await?;
        let user = User::find(&write, self.user_id).await?;
        let Some(user) = user.filter(|user| !user.is_disabled()) else {
            return Ok(TicketOutcome::Over);
        };
        let Some(used) = second_step::use_up(core, &write, user.id, proof).await? else {
            write.rollback().await?;
            let what = (proof, "code");
            return Err(second_step::refused(core, log, user.id, what, browser).await?);
        };
        // Of two requests with two right codes, one signs in.
        let taken = Entity::delete_by_id(self.id).filter(Column::ExpiresAt.gt(core.now())).exec(&*write).await?;
        if taken.rows_affected == 0 {
            return Ok(TicketOutcome::Over);
        }
        let opening = Opening { by: used.by().opens(), second: Some((used.by(), core.now())) };
        let (_, token) = Session::begin(core, &write, user.id, browser, opening).await?;
        let trust = match trusts {
            true => Some(TrustedBrowser::begin(core, &write, user.id, browser).await?),
            false => None,
        };
        security_event::record(core, &write, user.id, SecurityEventKind::SignedIn, browser).await?;
        second_step::record_use(core, &write, user.id, used, browser).await?;
        write.commit().await?;
        second_step::tell_of_use(core, &user, used);
        Ok(TicketOutcome::SignedIn(Box::new(SecondSignIn { user, token, trust, used })))
    }
}

/// Ends every sign-in of a user that waits.
pub(in crate::models) async fn end_all(write: &Conn, user_id: UserId) -> Result<()> {
    Entity::delete_many().filter(Column::UserId.eq(user_id)).exec(write).await?;
    Ok(())
}
