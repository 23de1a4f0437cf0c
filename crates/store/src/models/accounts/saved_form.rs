//! Forms that were sent after the session had ended: kept until the same browser has signed in to the same account
//! again. And forms that were sent when the password had to be entered again: kept until it was, and then carried out
//! once. `routes` decides which fields are kept, and where they are shown again.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::core::Core;
use portico_crypto::sealing;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::clock::{HOUR_MS, Millis};
use portico_rules::ids::{SessionId, UserId};

/// How long a form is kept.
pub const LIFETIME_MS: Millis = HOUR_MS;
/// How long a form waits for the password.
pub const WAITING_MS: Millis = 10 * 60 * 1000;
/// The most bytes that are kept of a form.
pub const MAX_BYTES: usize = 64 * 1024;

/// A kept form, encrypted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_forms")]
pub struct Model {
    /// SHA-256 of the ticket of the browser that sent it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub ticket_hash: Vec<u8>,
    /// The form.
    pub sealed: Vec<u8>,
    /// When it is no longer shown.
    pub expires_at: i64,
}

portico_platform::database::no_relations!();

/// The sent fields, their sender, and their path.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentForm {
    /// The account that it was typed in.
    pub user_id: UserId,
    /// The path that it was sent to.
    pub action: String,
    /// Its fields, in order.
    pub fields: Vec<(String, String)>,
}

/// A form that is carried out once its sender has entered their password again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingForm {
    /// The session that it was sent in.
    pub session_id: SessionId,
    /// The path that it was sent to.
    pub action: String,
    /// The words for what it does.
    pub label: String,
    /// Its fields, in order.
    pub fields: Vec<(String, String)>,
}

impl std::fmt::Debug for WaitingForm {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("WaitingForm").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for SentForm {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("SentForm").finish_non_exhaustive()
    }
}

impl Model {
    /// Keeps a form; returns the ticket that finds it. None if it is too large.
    #[boxed]
    pub async fn keep(core: &Core, form: &SentForm) -> Result<Option<Plain>> {
        let text = serde_json::to_string(form).map_err(Error::internal)?;
        seal(core, SAVED, text, LIFETIME_MS).await
    }

    /// Keeps a form until its sender has entered their password; returns the ticket that finds it. None if it is too large.
    #[boxed]
    pub async fn keep_waiting(core: &Core, form: &WaitingForm) -> Result<Option<Plain>> {
        let text = serde_json::to_string(form).map_err(Error::internal)?;
        seal(core, WAITING, text, WAITING_MS).await
    }

    /// The form that waits with this ticket; none if it expired, was taken, or was sent in another session.
    #[boxed]
    pub async fn find_waiting(core: &Core, ticket: &Plain, session_id: SessionId) -> Result<Option<WaitingForm>> {
        let ticket_hash = SecretHash::new(ticket);
        let found = open::<WaitingForm>(core, WAITING, &ticket_hash).await?;
        Ok(found.filter(|form| form.session_id == session_id))
    }

    /// Takes the form that waits with this ticket, so that it is carried out once; none where
    /// [`find_waiting`](Self::find_waiting) gives none, or another request took it first.
    #[boxed]
    pub async fn take_waiting(core: &Core, ticket: &Plain, session_id: SessionId) -> Result<Option<WaitingForm>> {
        let Some(form) = Self::find_waiting(core, ticket, session_id).await? else {
            return Ok(None);
        };
        let write = core.begin().await?;
        let taken = Entity::delete_by_id(SecretHash::new(ticket).to_vec()).exec(&*write).await?;
        write.commit().await?;
        Ok((taken.rows_affected == 1).then_some(form))
    }

    /// The form with this ticket; none if it expired, or was typed in another account.
    #[boxed]
    pub async fn find(core: &Core, ticket: &Plain, user_id: UserId) -> Result<Option<SentForm>> {
        let found = open::<SentForm>(core, SAVED, &SecretHash::new(ticket)).await?;
        Ok(found.filter(|form| form.user_id == user_id))
    }
}

/// Purposes that a form is sealed for, so that a ticket of one finds none of the other.
const SAVED: &[u8] = b"saved form ";
const WAITING: &[u8] = b"waiting form ";

/// Stores the text of a form for `lifetime`; returns its ticket. None if it is too large.
async fn seal(core: &Core, purpose: &[u8], text: String, lifetime: Millis) -> Result<Option<Plain>> {
    if text.len() > MAX_BYTES {
        return Ok(None);
    }
    let ticket = Plain::random();
    let ticket_hash = SecretHash::new(&ticket);
    let sealed =
        sealing::seal(&core.key, &seal_context(purpose, &ticket_hash), &text.into()).map_err(Error::internal)?;
    let row = ActiveModel {
        ticket_hash: Set(ticket_hash.to_vec()),
        sealed: Set(sealed),
        expires_at: Set(core.now() + lifetime),
    };
    let write = core.begin().await?;
    Entity::insert(row).exec_without_returning(&*write).await?;
    write.commit().await?;
    Ok(Some(ticket))
}

/// The form of a row that has not expired. One that was encrypted with a key that is gone is gone too.
async fn open<T: serde::de::DeserializeOwned>(
    core: &Core,
    purpose: &[u8],
    ticket_hash: &SecretHash,
) -> Result<Option<T>> {
    let row = Entity::find_by_id(ticket_hash.to_vec()).filter(Column::ExpiresAt.gt(core.now())).one(&*core.db).await?;
    Ok(row
        .and_then(|row| sealing::open(&core.key, &seal_context(purpose, ticket_hash), &row.sealed).ok())
        .and_then(|opened| serde_json::from_str(opened.secret.expose()).ok()))
}

/// The context to which the seal is bound.
fn seal_context(purpose: &[u8], ticket_hash: &SecretHash) -> Vec<u8> {
    [purpose, ticket_hash.as_bytes()].concat()
}
