//! Which instance keys the keys of authenticator apps are sealed under, and sealing them again under the present one.
//! Sealing and opening one is in `authenticator`; how all are read and sealed again is in `sealed_column`.

use super::{Column, Entity, seal_context};
use crate::core::Core;
use crate::models::sealed_column::SealedColumn;
use portico_crypto::sealing::{ResealCounts, SealedCounts};
use portico_macros::boxed;
use portico_platform::database::Conn;
use portico_platform::error::Result;
use portico_rules::ids::UserId;

/// Another key takes the place of one that is set up again, also while it is sealed again.
const KEYS: SealedColumn<Entity> =
    SealedColumn { id: Column::UserId, sealed: Column::SecretSealed, context: |id| seal_context(UserId::new(id)) };

/// Counts every key.
#[boxed]
pub async fn count_sealed(core: &Core) -> Result<SealedCounts> {
    KEYS.count(core).await
}

/// Seals the keys of the accounts after this id again, a page of them, where they are not sealed under the present instance
/// key. Each is a transaction of its own.
///
/// # Errors
/// When the database can't be reached; what was sealed again until then stays so, and the step can be made again.
#[boxed]
pub async fn reseal(core: &Core, after: i64) -> Result<ResealCounts> {
    KEYS.reseal(core, after).await
}

/// True if there is any key that is sealed.
#[boxed]
pub async fn any_sealed(db: &Conn) -> Result<bool> {
    KEYS.any(db).await
}
