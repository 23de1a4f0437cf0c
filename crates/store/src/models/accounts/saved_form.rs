//! Forms that were sent after the session had ended: kept until the same browser has signed in to the same account
//! again.
//! `routes` decides which fields are kept, and where they are shown again.

use sea_orm::Set;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::core::Core;
use portico_crypto::sealing;
use portico_crypto::tokens::{Plain, SecretHash};
use portico_macros::boxed;
use portico_platform::error::{Error, Result};
use portico_rules::clock::{HOUR_MS, Millis};

/// How long a form is kept.
pub const LIFETIME_MS: Millis = HOUR_MS;
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
    pub user_id: i64,
    /// The path that it was sent to.
    pub action: String,
    /// Its fields, in order.
    pub fields: Vec<(String, String)>,
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
        if text.len() > MAX_BYTES {
            return Ok(None);
        }
        let ticket = Plain::random();
        let ticket_hash = SecretHash::new(&ticket);
        let sealed = sealing::seal(&core.key, &seal_context(&ticket_hash), &text.into()).map_err(Error::internal)?;
        let row = ActiveModel {
            ticket_hash: Set(ticket_hash.to_vec()),
            sealed: Set(sealed),
            expires_at: Set(core.now() + LIFETIME_MS),
        };
        let write = core.begin().await?;
        Entity::insert(row).exec_without_returning(&*write).await?;
        write.commit().await?;
        Ok(Some(ticket))
    }

    /// The form with this ticket; none if it expired, or was typed in another account.
    #[boxed]
    pub async fn find(core: &Core, ticket: &Plain, user_id: i64) -> Result<Option<SentForm>> {
        let ticket_hash = SecretHash::new(ticket);
        let found =
            Entity::find_by_id(ticket_hash.to_vec()).filter(Column::ExpiresAt.gt(core.now())).one(&*core.db).await?;
        // One that was encrypted with a key that is gone is gone too.
        Ok(found
            .and_then(|row| sealing::open(&core.key, &seal_context(&ticket_hash), &row.sealed).ok())
            .and_then(|opened| serde_json::from_str(opened.secret.expose()).ok())
            .filter(|form: &SentForm| form.user_id == user_id))
    }
}

/// The context to which the seal is bound.
fn seal_context(ticket_hash: &SecretHash) -> Vec<u8> {
    [b"saved form ".as_slice(), ticket_hash.as_bytes()].concat()
}
